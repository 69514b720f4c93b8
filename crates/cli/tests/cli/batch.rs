//! Many positions at a time: their order, going on after an interruption, progress, limits together.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::solve::FFO_1;
use super::{Run, arg, outflank, outflank_with, program};

/// The first positions of the FFO suite.
fn suite(folder: &Path, count: usize) -> std::path::PathBuf {
    let text = include_str!("../../../../data/ffo.obf");
    let file = folder.join("ffo.obf");
    let positions = text.lines().filter(|line| !line.starts_with('%')).take(count);
    std::fs::write(&file, positions.map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    file
}

/// What was found, without what depends on the machine.
fn findings(out: &str) -> Vec<Value> {
    let finding = |line: &str| {
        let mut value: Value = serde_json::from_str(line).unwrap();
        (value["seconds"], value["nodes"], value["pv"]) = (Value::Null, Value::Null, Value::Null);
        value
    };
    out.lines().map(finding).collect()
}

#[test]
fn answers_come_in_the_order_of_the_input_whatever_the_threads() {
    let folder = tempfile::tempdir().unwrap();
    let file = suite(folder.path(), 12);
    let solved = ["1", "2", "5"].map(|threads| {
        let run = outflank(&["solve", arg(&file), "--json", "--hash", "8", "--threads", threads]);
        let out = run.good();
        findings(&out)
            .into_iter()
            .map(|value| (value["position"].clone(), value["score"].clone()))
            .collect::<Vec<_>>()
    });
    assert_eq!(solved[0].len(), 12);
    assert!(solved[0] == solved[1] && solved[1] == solved[2]);
    let analyzed = ["1", "3"].map(|threads| {
        let out =
            outflank(&["analyze", arg(&file), "--json", "--hash", "8", "--depth", "4", "--threads", threads]);
        findings(&out.good()).into_iter().map(|value| value["position"].clone()).collect::<Vec<_>>()
    });
    assert_eq!(analyzed[0], analyzed[1]);
}

#[test]
fn a_batch_goes_on_where_it_was_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let (file, results) = (suite(folder.path(), 8), folder.path().join("results"));
    let arguments = ["solve", arg(&file), "--json", "--hash", "8", "--threads", "1"];
    let resumed = [&arguments[..], &["--resume", arg(&results)]].concat();
    let whole = outflank(&arguments).good();
    // Killed after a few answers.
    let mut child = program().args(&resumed).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..3 {
        lines.next().unwrap().unwrap();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let run = outflank(&resumed);
    assert!(run.err.contains("finished position"), "{}", run.err);
    assert_eq!(findings(&run.good()), findings(&whole));
    // Everything is known now: even the time is that of the first run.
    let again = outflank(&resumed).good();
    assert_eq!(again, outflank(&resumed).good());
    assert!(!folder.path().join("results.table").exists());
    // Other questions are not mixed up with it, and other files not taken for one.
    let outcome = outflank(&[&resumed[..], &["--wld"]].concat()).good();
    assert!(outcome.lines().all(|line| line.contains("\"outcome\"")), "{outcome}");
    let message = outflank(&["solve", FFO_1, "--resume", arg(&file)]).refused();
    assert!(message.contains("not a file of finished positions"), "{message}");
}

#[test]
fn an_analysis_goes_on_too() {
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path().join("results");
    let arguments = ["analyze", "-", "--json", "--depth", "5", "--hash", "8", "--resume", arg(&results)];
    let input = format!("{FFO_1}\nf5d6c3d3c4\n");
    let first = outflank_with(&arguments, input.as_bytes()).good();
    let second = outflank_with(&arguments, input.as_bytes()).good();
    assert_eq!(first, second);
    assert_eq!(std::fs::read_to_string(&results).unwrap().lines().count(), 1 + 1 + 5);
}

#[cfg(unix)]
#[test]
fn a_solve_that_was_interrupted_goes_on_with_its_table() {
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path().join("results");
    let mut child = program()
        .args(["solve", "start", "--hash", "8", "--threads", "1", "--resume", arg(&results)])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut messages = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    let note = messages.next().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let rest: Vec<String> = messages.collect();
    assert_eq!(child.wait().unwrap().code(), Some(1), "{rest:?}");
    assert!(note.contains("60 empty squares") && note.contains("will never finish"), "{note}");
    assert!(rest.iter().any(|line| line.contains("interrupted")), "{rest:?}");
    assert!(!rest.iter().any(|line| line.contains("1 done")), "{rest:?}");
    assert!(folder.path().join("results.table").exists());
    let mut child = program()
        .args(["solve", "start", "--hash", "8", "--threads", "1", "--resume", arg(&results)])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(line.contains("of unfinished positions known"), "{line}");
}

#[test]
fn progress_is_told_within_one_position_off_a_terminal() {
    let mut child = program()
        .args(["solve", "start", "--hash", "8", "--threads", "1"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let started = Instant::now();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let told = lines.map(Result::unwrap).find(|line| line.starts_with("10 s"));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(told.is_some_and(|line| line.contains("depth")) && started.elapsed() < Duration::from_secs(30));
}

#[test]
fn depth_and_time_limit_together() {
    let started = Instant::now();
    let out =
        outflank(&["analyze", "start", "--depth", "60", "--time", "0.3", "--hash", "8", "--json"]).good();
    assert!(started.elapsed() < Duration::from_secs(20), "{out}");
    let out =
        outflank(&["analyze", "start", "--depth", "4", "--time", "600", "--hash", "8", "--json"]).good();
    assert!(out.contains("\"depth\":4,"), "{out}");
    outflank(&["analyze", "start", "--depth", "4", "--level", "4"]).refused();
}

#[test]
fn defaults_can_come_from_the_environment() {
    let run = |value: &str| {
        let mut command = program();
        command.env("OUTFLANK_HASH", value).env("OUTFLANK_THREADS", "1").args(["solve", FFO_1]);
        Run::of(command.output().unwrap())
    };
    assert_eq!(run("8").code, 0);
    assert!(run("none").refused().contains("none"));
}

#[test]
fn games_are_annotated() {
    let folder = tempfile::tempdir().unwrap();
    // Between beginners there are mistakes enough.
    let game = &super::random_game(7)[..80];
    for name in ["game.pgn", "game.ggf", "game.sgf", "game.html"] {
        let file = folder.path().join(name);
        let run = outflank(&["analyze", game, "--depth", "6", "--hash", "8", "--annotate", arg(&file)]);
        let out = run.good();
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains("accuracy") && text.contains("was better"), "{text}");
        if name != "game.html" {
            let read = outflank(&["convert", arg(&file), "-", "--to", "transcript"]).good();
            assert_eq!(read.trim(), game, "{name}");
        }
        assert!(out.contains("accuracy"), "{out}");
    }
    let page = std::fs::read_to_string(folder.path().join("game.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"), "{page}");
    let message = outflank(&["analyze", game, "--annotate", "game.txt"]).refused();
    assert!(message.contains("game.txt") && message.contains(".html"), "{message}");
    let explained = outflank(&["analyze", game, "--depth", "6", "--hash", "8", "--explain", "--json"]).good();
    assert!(explained.contains("\"why\":[\""), "{explained}");
    assert!(
        !outflank(&["analyze", game, "--depth", "6", "--hash", "8", "--json"]).good().contains("\"why\"")
    );
}
