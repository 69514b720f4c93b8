//! `outflank engine`, `lab check` and `lab referee`: the engine for other programs, and other programs for
//! it.

use serde_json::Value;

use super::{Run, outflank, outflank_with};

const PROTOCOLS: [&str; 5] = ["nboard", "gtp", "referee", "cassio", "xboard"];

/// Our own engine as an external program.
fn own(protocol: &str, options: &str) -> String {
    let program = env!("CARGO_BIN_EXE_outflank");
    format!(
        "exec:{protocol}{options}:'{program}' engine --protocol {protocol} --depth 2 --threads 1 --hash 1"
    )
}

/// Holds a session with the engine at depth 4.
fn session(protocol: &str, lines: &str) -> Run {
    let options = ["engine", "--protocol", protocol, "--depth", "4", "--threads", "1", "--hash", "4"];
    outflank_with(&options, lines.as_bytes())
}

fn json(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn our_engine_passes_every_check_of_every_protocol() {
    for protocol in PROTOCOLS {
        let out = outflank(&["lab", "check", &own(protocol, ""), "--json"]).good();
        let checks = json(&out);
        assert!(checks.len() >= 8, "{protocol}: {out}");
        for check in checks {
            assert_eq!(check["verdict"], "right", "{protocol}: {check}");
        }
    }
}

#[test]
fn two_of_our_engines_play_a_match_through_every_protocol() {
    for protocol in PROTOCOLS {
        // Cassio tells the depth with every search; the referee knows no openings.
        let player = own(protocol, if protocol == "cassio" { "[depth=2]" } else { "" });
        let openings = if protocol == "referee" { "none" } else { "balanced" };
        let options = ["match", &player, &player, "--games", "2", "--openings", openings, "--json"];
        let games = json(&outflank(&options).good());
        assert_eq!(games.len(), 3, "{protocol}");
        for game in &games[..2] {
            assert_eq!(game["reason"], "finished", "{protocol}: {game}");
        }
        assert_eq!(games[0]["moves"], games[1]["moves"], "{protocol}: the same player twice");
    }
}

#[test]
fn any_player_speaks_every_protocol_and_plays_as_it_always_does() {
    let play = |player: &str| {
        let options = ["match", player, "greedy", "--games", "2", "--openings", "none", "--json"];
        let games = json(&outflank(&options).good());
        games[..2].iter().map(|game| game["moves"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let program = env!("CARGO_BIN_EXE_outflank");
    for protocol in PROTOCOLS {
        // Cassio tells positions, not games; what scout plays depends on the last move.
        let player = if protocol == "cassio" { "nea:depth=3" } else { "scout:depth=3" };
        let command = format!("'{program}' engine --protocol {protocol} --player {player}");
        assert_eq!(play(&format!("exec:{protocol}:{command}")), play(player), "{protocol}");
    }
}

#[test]
fn external_engines_start_from_boards_where_the_protocol_can_say_them() {
    let board = format!("-OX-----XOOOOOO-{}X", "-".repeat(48));
    for protocol in ["nboard", "cassio", "xboard"] {
        let options = ["match", &own(protocol, ""), "random", "--games", "2", "--start", &board, "--json"];
        let games = json(&outflank(&options).good());
        assert_eq!(games[2]["summary"]["forfeits"], 0, "{protocol}: {games:?}");
    }
    let refusal = outflank(&["match", &own("referee", ""), "random", "--games", "2"]).refused();
    assert!(refusal.contains("openings"), "{refusal}");
    let refusal = outflank(&["match", &own("referee", "[depth=3]"), "random", "--games", "2"]).refused();
    assert!(refusal.contains("depth"), "{refusal}");
}

#[test]
fn limits_reach_external_engines() {
    let timed = |protocol: &str| {
        let program = env!("CARGO_BIN_EXE_outflank");
        format!("exec:{protocol}[time=0.05]:'{program}' engine --protocol {protocol} --threads 1 --hash 1")
    };
    for protocol in ["gtp", "cassio", "xboard"] {
        let games = json(&outflank(&["match", &timed(protocol), "random", "--games", "1", "--json"]).good());
        let summary = &games[1]["summary"];
        assert_eq!(summary["forfeits"], 0, "{protocol}: {games:?}");
        let mean = summary["seconds_per_move"][0].as_f64().unwrap();
        assert!(mean < 0.5, "{protocol}: {mean} s a move");
    }
}

/// A position with 14 empty squares that black wins by 18 with g8.
const LATE: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--X";

#[test]
fn the_end_of_a_game_is_played_exactly() {
    let squares: String = LATE[..64].replace('X', "*");
    let lines = format!("nboard 2\nset depth 20\nset game (;GM[Othello]BO[8 {squares} *];)\ngo\n");
    let out = session("nboard", &lines).good();
    assert!(out.contains("\n=== G8/18.00/"), "{out}");
    assert!(out.contains(" 18.00 0 100%\n"), "{out}");
    let out = session("cassio", &format!("ENGINE-PROTOCOL endgame-search {LATE} -64 64 100\n")).good();
    assert!(
        out.starts_with(&format!("{LATE}, move g8, depth 14, @100%, B+18.00 <= v <= B+18.00, g8h7a8")),
        "{out}"
    );
    let out = session("xboard", &format!("force\nsetboard {LATE}\nsd 20\npost\ngo\n")).good();
    assert!(out.contains("\n14 1800 ") && out.ends_with("move P@g8\n"), "{out}");
}

#[test]
fn levels_err_by_their_dice() {
    let options = ["--level", "1", "--seed"];
    let play = |seed: &str| {
        let lines = "genmove b\ngenmove w\ngenmove b\ngenmove w\ngenmove b\ngenmove w\n";
        let arguments = [&["engine", "--protocol", "gtp", "--hash", "1"], &options[..], &[seed]].concat();
        outflank_with(&arguments, lines.as_bytes()).good()
    };
    assert_eq!(play("1"), play("1"));
    assert!((2..8).any(|seed| play(&seed.to_string()) != play("1")));
}

#[test]
fn an_illegal_move_of_the_referee_is_bad_input() {
    let run = session("referee", "I W\nB a 1\n");
    assert_eq!(run.out, "R W\nC illegal B a 1: black at a1 turns nothing over\n");
    assert!(run.refused().contains("a1"));
}

#[test]
fn nonsense_is_refused() {
    for arguments in [
        &["engine"][..],
        &["engine", "--protocol", "uci"],
        &["engine", "--protocol", "gtp", "--level", "21"],
        &["engine", "--protocol", "gtp", "--level", "3", "--depth", "3"],
        &["engine", "--protocol", "gtp", "--player", "deep-blue"],
        &["engine", "--protocol", "gtp", "--player", "human"],
        &["engine", "--protocol", "gtp", "--player", "nea", "--level", "3"],
        &["lab", "check", "random"],
        &["lab", "check", "exec:gtp:"],
        &["lab", "check", "exec:gtp:/no/such/program"],
        &["lab", "referee", "true"],
        &["lab", "referee", "exec:gtp:true", "true"],
    ] {
        outflank(arguments).refused();
    }
}

#[test]
#[cfg(unix)]
fn a_check_names_the_commands_a_program_gets_wrong() {
    // It answers everything with success, and every move is a1.
    let program = "exec:gtp:sh -c 'while read -r word rest; do case $word in genmove) \
                   printf \"= a1\\n\\n\";; quit) printf \"=\\n\\n\"; exit;; *) printf \"=\\n\\n\";; esac; done'";
    let run = outflank(&["lab", "check", program, "--timeout", "1", "--json"]);
    assert_eq!(run.code, 1, "{}", run.err);
    let checks = json(&run.out);
    let verdict = |command: &str| {
        let check = checks.iter().find(|check| check["command"] == command).unwrap();
        (check["verdict"].as_str().unwrap(), check["detail"].as_str().unwrap_or_default())
    };
    assert_eq!(verdict("quit").0, "right");
    assert_eq!(verdict("unknown commands").0, "wrong");
    assert!(verdict("clear_board").1.contains("a1"), "{checks:?}");
    for protocol in PROTOCOLS {
        let dead = format!("exec:{protocol}:false");
        let run = outflank(&["lab", "check", &dead, "--timeout", "1", "--json"]);
        assert_eq!(run.code, 1, "{protocol}: {}", run.err);
        assert!(json(&run.out).iter().all(|check| check["verdict"] == "wrong"), "{protocol}: {}", run.out);
    }
}

#[test]
#[cfg(unix)]
fn the_referee_hosts_a_game_and_judges() {
    let program = env!("CARGO_BIN_EXE_outflank");
    let own = format!("'{program}' engine --protocol referee --depth 2 --threads 1 --hash 1");
    let game = &json(&outflank(&["lab", "referee", &own, &own, "--json"]).good())[0];
    assert_eq!(game["forfeit"], Value::Null, "{game}");
    assert_eq!(game["counts"][0], game["counts"][1]);
    assert!(game["moves"].as_str().unwrap().len() > 60);
    let out = outflank(&["lab", "referee", &own, &own]).good();
    assert!(out.contains("black   R B\n") && out.contains("\nscore: "), "{out}");
    for (script, score, word) in [
        ("echo R W; read move; echo W a 1", 64, "illegal"),
        ("echo R W; read move; echo hello", 64, "hello"),
        ("echo R W; read move; exit 3", 64, "ended"),
        ("echo R W; sleep 20", 64, "no answer"),
        ("echo R B", 64, "R B"),
    ] {
        let bad = format!("sh -c 'read colour; {script}'");
        let game = &json(&outflank(&["lab", "referee", &own, &bad, "--time", "3", "--json"]).good())[0];
        assert_eq!(
            (&game["score"], &game["forfeit"]),
            (&Value::from(score), &Value::from("white")),
            "{game}"
        );
        assert!(game["detail"].as_str().unwrap().contains(word), "{game}");
    }
}
