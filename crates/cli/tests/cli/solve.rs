//! `outflank solve`: the JSON of the contract, known scores, odd boards, refusals.

use serde_json::{Value, json};

use super::{arg, limited, outflank, outflank_with};

/// FFO #1: black wins by 18 with g8.
pub(crate) const FFO_1: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--X";
/// White has to pass, then black ends the game at a1.
pub(crate) const PASS: &str = "-OOOOOOX--------------------------------------------------------O";

/// Runs `solve` with few resources.
fn solve(arguments: &[&str]) -> super::Run {
    outflank(&[&["solve", "--hash", "8", "--threads", "1"], arguments].concat())
}

/// Returns the JSON object for a position, its measurements checked and set to null.
fn solved(arguments: &[&str]) -> Value {
    let out = solve(&[arguments, &["--json"]].concat()).good();
    assert_eq!(out.lines().count(), 1, "{out}");
    let mut value: Value = serde_json::from_str(&out).unwrap();
    assert!(value["seconds"].as_f64().unwrap() >= 0.0 && value["nodes"].is_u64(), "{out}");
    (value["seconds"], value["nodes"]) = (Value::Null, Value::Null);
    value
}

#[test]
fn the_fields_of_the_contract_come_in_its_order() {
    let out = solve(&[FFO_1, "--json"]).good();
    let start = format!(
        "{{\"position\":\"{FFO_1}\",\"side\":\"black\",\"empties\":14,\"score\":18,\"exact\":true,\
         \"best\":\"g8\",\"pv\":[\"g8\","
    );
    assert!(out.starts_with(&start), "{out}");
    let rest = [out.find("\"nodes\":").unwrap(), out.find("\"seconds\":").unwrap()];
    assert!(rest[0] < rest[1], "{out}");
}

#[test]
fn a_line_of_best_play_ends_with_the_score() {
    let found = solved(&[FFO_1]);
    let moves = found["pv"].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
    let mut position: outflank_rules::Position = FFO_1.parse().unwrap();
    for name in moves {
        position = position.play(name.parse::<outflank_rules::Move>().unwrap()).unwrap();
    }
    assert!(position.is_finished());
    assert_eq!(position.score(), 18);
}

#[test]
fn a_pass_is_a_move_of_the_line() {
    let expected = json!({
        "position": PASS, "side": "white", "empties": 57, "score": -64, "exact": true, "best": "pass",
        "pv": ["pass", "a1"], "nodes": null, "seconds": null, "bound": "exact",
    });
    assert_eq!(solved(&[PASS]), expected);
}

#[test]
fn finished_one_sided_full_and_empty_boards_have_their_score() {
    let nobody = "-".repeat(63);
    for (squares, empties, score) in [
        ("X".repeat(64), 0, 64),
        (format!("{}{}", "X".repeat(30), "O".repeat(34)), 0, -4),
        ("XO".repeat(32), 0, 0),
        ("-".repeat(64), 64, 0),
        (format!("X{nobody}"), 63, 64),
        (format!("{nobody}O"), 63, -64),
        (format!("XX{}", "-".repeat(62)), 62, 64),
        // Nobody can move, black has more: 2 to 1, and 61 empty squares.
        (format!("X------O{}X{}", "-".repeat(48), "-".repeat(7)), 61, 62),
    ] {
        for (side, sign) in [("X", 1), ("O", -1)] {
            let board = format!("{squares}{side}");
            for goal in [&[][..], &["--wld"]] {
                let found = solved(&[&[board.as_str()], goal].concat());
                assert_eq!(found["position"], json!(board));
                let fields = ["side", "empties", "score", "exact", "best", "pv"].map(|name| &found[name]);
                let expected = [
                    &Value::Null,
                    &json!(empties),
                    &json!(sign * score),
                    &json!(true),
                    &Value::Null,
                    &json!([]),
                ];
                assert_eq!(fields, expected, "{board}");
            }
        }
    }
}

#[test]
fn boards_no_game_can_reach_are_solved_all_the_same() {
    // No disc in the centre; black turns a row over, white can never move again.
    let board = format!("XOO-{}X", "-".repeat(60));
    let found = solved(&[&board]);
    assert_eq!((&found["score"], &found["best"]), (&json!(64), &json!("d1")));
}

#[test]
fn an_outcome_is_proven_and_its_score_a_bound() {
    let found = solved(&[FFO_1, "--wld"]);
    assert_eq!((&found["outcome"], &found["exact"]), (&json!("win"), &json!(false)));
    assert_eq!(found["bound"], json!("lower"));
    let score = found["score"].as_i64().unwrap();
    assert!((1..=18).contains(&score), "{found}");
}

/// Writes the first positions of the FFO suite to a file in a folder.
fn suite(folder: &std::path::Path) -> std::path::PathBuf {
    let text = include_str!("../../../../data/ffo.obf");
    let file = folder.join("ffo.obf");
    std::fs::write(&file, text.lines().take(20).map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    file
}

#[test]
fn the_first_19_positions_of_the_ffo_suite_are_right() {
    let folder = tempfile::tempdir().unwrap();
    let file = suite(folder.path());
    for goal in [&[][..], &["--wld"]] {
        let table = solve(&[&[arg(&file)], goal].concat()).good();
        assert_eq!(table.matches(" ok ").count(), 19, "{table}");
        assert!(table.lines().last().unwrap().starts_with("total"), "{table}");
        let lines = solve(&[&[arg(&file), "--json"], goal].concat()).good();
        assert_eq!(lines.lines().count(), 19);
        assert!(lines.lines().all(|line| line.contains("\"ok\":true")), "{lines}");
    }
}

#[test]
#[ignore = "takes long"]
fn positions_40_to_49_of_the_ffo_suite_are_right_with_one_and_two_threads() {
    let text = include_str!("../../../../data/ffo.obf");
    let positions = text.lines().filter(|line| !line.starts_with('%')).skip(19).take(10);
    let input: String = positions.map(|line| format!("{line}\n")).collect();
    for threads in ["1", "2"] {
        let run = outflank_with(&["solve", "-", "--json", "--threads", threads], input.as_bytes());
        let lines = run.good();
        assert_eq!(lines.matches("\"ok\":true").count(), 10, "{lines}");
    }
}

#[test]
fn threads_do_not_change_scores() {
    let folder = tempfile::tempdir().unwrap();
    let file = suite(folder.path());
    let scores = ["1", "3"].map(|threads| {
        let out = outflank(&["solve", arg(&file), "--hash", "8", "--threads", threads, "--json"]).good();
        let score = |line: &str| serde_json::from_str::<Value>(line).unwrap()["score"].clone();
        out.lines().map(score).collect::<Vec<Value>>()
    });
    assert_eq!(scores[0], scores[1]);
}

#[test]
fn a_score_that_differs_is_exit_code_1() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wrong.obf");
    let (squares, side) = FFO_1.split_at(64);
    std::fs::write(&file, format!("{squares} {side}; G8:+18;\n{squares} {side}; G8:+16;\n")).unwrap();
    let run = solve(&[arg(&file)]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.out.contains(" ok ") && run.out.contains("WRONG"), "{}", run.out);
    assert!(run.err.contains("1 of 2"), "{}", run.err);
}

#[test]
fn a_transcript_means_its_final_position() {
    let game = super::random_game(7);
    let last = solved(&[&game]);
    assert_eq!((&last["side"], &last["best"]), (&Value::Null, &Value::Null));
    // All but the last eight moves.
    let earlier = &game[..game.len() - 16];
    let found = solved(&[earlier]);
    assert_eq!((&found["exact"], &found["empties"]), (&json!(true), &json!(8)));
    assert_eq!(solved(&[found["position"].as_str().unwrap()]), found);
}

#[test]
fn people_get_a_block_for_one_position() {
    let out = solve(&[FFO_1]).good();
    for fact in
        ["to move: black, 14 empty", "score:   +18 for black, exact\n", "best:    g8\n", "line:    g8 "]
    {
        assert!(out.contains(fact), "{fact}: {out}");
    }
    assert!(solve(&[FFO_1, "--wld"]).good().contains("a win for black, proven"));
    assert!(solve(&[&format!("{}O", "X".repeat(64))]).good().contains("-64 for white, exact"));
}

#[test]
fn lines_are_answered_before_the_input_ends() {
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::process::Stdio;
    for command in ["solve", "analyze"] {
        let mut child = super::program()
            .args([command, "-", "--json", "--hash", "8", "--threads", "1"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        for (item, score) in [(FFO_1, 18), (PASS, -64), (&format!("{}X", "XO".repeat(32)), 0)] {
            writeln!(input, "{item}").unwrap();
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            assert!(line.contains(&format!("\"score\":{score},")), "{line}");
        }
        drop(input);
        assert!(child.wait().unwrap().success());
    }
}

#[test]
fn bad_input_is_named_and_the_rest_answered() {
    for (argument, offending) in
        [("e5", "e5"), ("f5a1", "a1"), ("XO-", "XO-"), ("no/such.obf", "no/such.obf")]
    {
        for command in ["solve", "analyze"] {
            let message = outflank(&[command, argument]).refused();
            assert!(message.contains(offending), "{message}");
        }
    }
    let input = format!("{PASS}\nf5a1\n{PASS}\n");
    let run = outflank_with(&["solve", "-", "--json", "--hash", "8"], input.as_bytes());
    assert_eq!((run.code, run.out.lines().count()), (2, 2), "{run:?}");
    assert!(run.err.contains("line 2") && run.err.contains("a1"), "{}", run.err);
    outflank_with(&["solve", "-"], b"\n\n").refused();
}

#[cfg(target_os = "linux")]
#[test]
fn a_table_there_is_no_memory_for_is_exit_code_1() {
    let run = super::feed(&mut limited("ulimit -v 400000;", &format!("solve --hash 4096 -- {PASS}")), b"");
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.err.contains("4096 MiB"), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn an_interrupt_gives_an_estimate_and_exit_code_1() {
    use std::io::{BufRead as _, BufReader, Read as _, Write as _};
    use std::process::{Command, Stdio};
    let mut child = super::program()
        .args(["solve", "-", "--json", "--hash", "8", "--threads", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    // The first answer says that the program listens; the second would take ages.
    writeln!(input, "{PASS}").unwrap();
    output.read_line(&mut line).unwrap();
    writeln!(input, "start").unwrap();
    std::thread::sleep(std::time::Duration::from_secs(1));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    line.clear();
    output.read_to_string(&mut line).unwrap();
    assert!(line.contains("\"exact\":false") && line.contains("\"bound\":\"estimate\""), "{line}");
    let run = super::Run::of(child.wait_with_output().unwrap());
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.err.contains("interrupted"), "{}", run.err);
}
