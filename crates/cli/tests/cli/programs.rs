//! `outflank match` and `lab run` with external programs that fail, resign, or are told something first.
#![cfg(unix)]

use std::fs;
use std::thread;

use serde_json::Value;

use super::{arg, outflank};

/// Runs a match and returns its JSON lines.
fn lines(arguments: &[&str]) -> Vec<Value> {
    let out = outflank(&[&["match", "--json"], arguments].concat()).good();
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A GTP program that answers `genmove` with the output of a shell command.
fn gtp(on_genmove: &str) -> String {
    format!(
        "exec:gtp:sh -c 'while read -r word rest; do case $word in genmove) {on_genmove};; \
         quit) exit;; *) printf \"=\\n\\n\";; esac; done'"
    )
}

#[test]
fn a_player_that_never_moves_ends_the_match() {
    let dead = "exec:gtp:sh -c 'exit 3'";
    let nonsense = gtp("printf \"= banana\\n\\n\"");
    for (program, why) in [(dead, "exit status: 3"), (&nonsense, "banana")] {
        for (games, named) in [("400", "3 games"), ("4", "3 games"), ("2", "2 games"), ("1", "first game")] {
            let run = outflank(&["match", "level:1", program, "--games", games]);
            assert!(!run.out.contains("Elo"), "{}", run.out);
            let message = run.failed();
            assert!(message.contains(named) && message.contains(why), "{games}: {message}");
            assert!(message.contains("exec:gtp:sh"), "{message}");
        }
    }
}

#[test]
fn a_resignation_is_no_forfeit() {
    let quitter = gtp("printf \"= resign\\n\\n\"");
    let found = lines(&["random", &quitter, "--games", "4"]);
    for game in &found[..4] {
        assert_eq!((&game["reason"], game.get("forfeit")), (&Value::from("resigned"), None));
        assert_eq!(game["score"], if game["black"] == "random" { 64 } else { -64 });
    }
    let summary = &found[4]["summary"];
    assert_eq!((&summary["wins"], &summary["forfeits"]), (&Value::from(4), &Value::from(0)));
    let said = outflank(&["match", "random", &quitter, "--games", "2"]).good();
    assert!(said.contains("(white resigns)") && said.contains("(black resigns)"), "{said}");
}

#[test]
fn a_program_is_told_lines_when_it_starts() {
    let folder = tempfile::tempdir().unwrap();
    let (script, init, heard) =
        (folder.path().join("p.sh"), folder.path().join("init"), folder.path().join("heard"));
    let loop_text = format!(
        "while read -r line; do echo \"$line\" >> {}; case $line in genmove*) printf '= resign\\n\\n';; \
         *) printf '=\\n\\n';; esac; done\n",
        arg(&heard)
    );
    fs::write(&script, loop_text).unwrap();
    fs::write(&init, "# options\n\nset_option book off\nset_option level 3\n").unwrap();
    let program = format!("exec:gtp[init={}]:sh {}", arg(&init), arg(&script));
    lines(&["random", &program, "--games", "2", "--concurrency", "1"]);
    let heard = fs::read_to_string(&heard).unwrap();
    assert!(heard.starts_with("set_option book off\nset_option level 3\nboardsize 8\n"), "{heard}");
    assert_eq!(heard.matches("set_option").count(), 2, "{heard}");
    let missing = outflank(&["match", "random", "exec:gtp[init=/no/such/file]:true"]).refused();
    assert!(missing.contains("/no/such/file"), "{missing}");
}

/// Examines a program of a protocol; returns what it was told, which begins with two lines of one's own.
fn told_when_examined(protocol: &str, first: &str, second: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let (init, heard) = (folder.path().join("init"), folder.path().join("heard"));
    let program = env!("CARGO_BIN_EXE_outflank");
    fs::write(&init, format!("# options\n{first}\n\n{second}\n")).unwrap();
    let script = format!(
        "tee -a {} | {program} engine --protocol {protocol} --depth 2 --threads 1 --hash 1",
        arg(&heard)
    );
    let player = format!("exec:{protocol}[init={}]:sh -c '{script}'", arg(&init));
    // What the checks find does not matter here; a shell in between has its own way to end.
    let _verdicts = outflank(&["lab", "check", &player, "--json"]);
    fs::read_to_string(&heard).unwrap()
}

#[test]
fn a_program_under_examination_is_told_the_same_lines() {
    // The checks wait for what must not come: the protocols are looked at beside each other.
    thread::scope(|scope| {
        for (protocol, first, second) in [
            ("nboard", "set contempt 3", "set depth 2"),
            ("gtp", "komi 0", "depth 2"),
            ("referee", "C one", "C two"),
            ("cassio", "ENGINE-PROTOCOL empty-hash", "ENGINE-PROTOCOL new-position"),
            ("xboard", "computer", "sd 2"),
        ] {
            scope.spawn(move || {
                let heard = told_when_examined(protocol, first, second);
                assert!(heard.contains(&format!("{first}\n{second}\n")), "{protocol}: {heard}");
            });
        }
    });
}

#[test]
fn an_xboard_engine_that_starts_slowly_keeps_its_features() {
    let program = env!("CARGO_BIN_EXE_outflank");
    let board = format!("-OX-----XOOOOOO-{}X", "-".repeat(48));
    let script = format!("sleep 2.2; exec {program} engine --protocol xboard --depth 2 --threads 1 --hash 1");
    let player = format!("exec:xboard:sh -c '{script}'");
    let found = lines(&[&player, "random", "--games", "1", "--start", &board]);
    assert_eq!(found[1]["summary"]["forfeits"], 0, "{found:?}");
    // One of the first version, which knows neither features nor pings, is asked all the same.
    let old = "exec:xboard:sh -c 'while read -r word rest; do case $word in go) echo resign;; quit) exit;; \
               xboard|new|force|variant|easy|*@*) ;; *) echo \"Error (unknown command): $word $rest\";; esac; done'";
    let found = lines(&["random", old, "--games", "1", "--openings", "none"]);
    assert_eq!(found[0]["reason"], "resigned", "{found:?}");
}

#[test]
fn a_program_that_may_ponder_is_told_so_where_the_protocol_can_say_it() {
    let program = env!("CARGO_BIN_EXE_outflank");
    let folder = tempfile::tempdir().unwrap();
    let heard = folder.path().join("heard");
    let player = |options: &str| {
        let engine = format!("{program} engine --protocol xboard --depth 2 --threads 1 --hash 1");
        format!("exec:xboard{options}:sh -c 'tee {} | {engine}'", arg(&heard))
    };
    for (options, word) in [("", "easy"), ("[ponder=yes]", "hard")] {
        let found = lines(&[&player(options), "random", "--games", "1"]);
        assert_eq!(found[1]["summary"]["forfeits"], 0, "{found:?}");
        let heard = fs::read_to_string(&heard).unwrap();
        assert!(heard.lines().any(|line| line == word), "{heard}");
    }
    let refusal = outflank(&["match", "exec:gtp[ponder=yes]:true", "random", "--games", "1"]).refused();
    assert!(refusal.contains("ponder"), "{refusal}");
}

#[test]
fn a_tournament_stops_for_a_player_that_never_moves_and_goes_on_when_it_is_mended() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("p.sh"), "exit 3\n").unwrap();
    let player = format!("exec:gtp:sh {}", arg(&path("p.sh")));
    let text = format!(
        "players = ['random', 'greedy', {{ name = 'Mine', player = '{player}' }}]\ngames = 8\nconcurrency = 1\n"
    );
    fs::write(path("t.toml"), text).unwrap();
    let run = outflank(&["lab", "run", arg(&path("t.toml"))]);
    let message = run.failed();
    assert!(message.contains("Mine made no move in its first 3 games"), "{message}");
    assert!(message.contains("lab resume") && message.contains("exit status: 3"), "{message}");
    let games = || fs::read_to_string(path("t/games.jsonl")).unwrap();
    assert!(!games().contains("Mine"), "its forfeits do not count: {}", games());

    let engine = format!("exec {} engine --protocol gtp --player greedy\n", env!("CARGO_BIN_EXE_outflank"));
    fs::write(path("p.sh"), engine).unwrap();
    outflank(&["lab", "resume", arg(&path("t"))]).good();
    let games = games();
    assert_eq!(games.lines().count(), 24);
    assert!(games.contains("\"Mine\"") && !games.contains("\"forfeit\""), "{games}");
}
