//! `outflank lab nodes`, `choice`, `pace` and `tune`: what players do for a move, what they choose, how they
//! divide their time, better weights.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::{arg, outflank, program};

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn alpha_beta_is_shown_to_be_minimax_with_fewer_boards() {
    let players = ["nea:depth=3,search=minimax", "nea:depth=3", "random"];
    let command = [&["lab", "nodes"], &players[..], &["--games", "2"]].concat();
    let found = lines(&outflank(&[&command[..], &["--json", "--repeat", "2"]].concat()).good());
    let positions = found[0]["positions"].as_u64().unwrap();
    assert!(positions > 90 && found.len() == 3, "{found:?}");
    assert_eq!(
        (&found[1]["same_moves"], &found[1]["same_values"]),
        (&found[0]["positions"], &found[0]["positions"])
    );
    assert!(found[1]["nodes_share"].as_f64().unwrap() < 0.5);
    assert!(found[2]["nodes"].is_null() && found[2]["same_values"].is_null());
    let table = outflank(&command).good();
    assert!(
        table.starts_with(&format!("{positions} positions of 2 games\n")) && table.lines().count() == 5,
        "{table}"
    );
    assert!(outflank(&["lab", "nodes", "human"]).refused().contains("person"));
    assert!(outflank(&["lab", "nodes", "nea:depth=99"]).refused().contains("99"));
    outflank(&["lab", "nodes"]).refused();
}

#[test]
fn the_pace_of_scout_is_examined() {
    let command = ["lab", "pace", "scout", "--time", "0.002", "--games", "1", "--openings", "random:30"];
    let found = lines(&outflank(&[&command[..], &["--json"]].concat()).good());
    let summary = &found.last().unwrap()["summary"];
    assert_eq!(summary["moves"].as_u64().unwrap() as usize, found.len() - 1);
    assert!(outflank(&command).good().contains("depth chosen minus depth that fits"));
    assert!(outflank(&["lab", "pace", "random"]).refused().contains("time="));
}

const TUNING: &str = "player = 'om-novice:positions=0.05'\nparameters = ['positions', 'score']\ngenerations = 6\n\
                      candidates = 6\ngames = 40\nopenings = 'random:8'\ncheck = 40\nconcurrency = 2\n";

#[test]
fn a_tuning_that_is_killed_comes_to_the_same_result() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("t.toml"), TUNING).unwrap();
    let calm = outflank(&["lab", "tune", arg(&path("t.toml")), "--out", arg(&path("calm")), "--json"]).good();
    let result: Value = serde_json::from_str(&calm).unwrap();
    assert_eq!((result["generations"].as_u64(), result["games"].as_u64()), (Some(6), Some(6 * 6 * 40)));
    assert_eq!(result["check"]["games"], 40);
    let command = || {
        let mut command = program();
        command.args(["lab", "tune", arg(&path("t.toml")), "--out", arg(&path("rough"))]);
        command
    };
    for pause in [20, 60, 100, 40] {
        let mut child = command().stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(pause));
        // SIGKILL on Unix.
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert_eq!(
        outflank(&["lab", "tune", arg(&path("t.toml")), "--out", arg(&path("rough")), "--json"]).good(),
        calm
    );
    let trials = |out: &str| fs::read_to_string(path(out).join("trials.jsonl")).unwrap();
    assert_eq!(trials("rough"), trials("calm"));
    assert!(fs::read_to_string(path("calm/weights.svg")).unwrap().starts_with("<svg"));
    // Another description does not go on there.
    fs::write(path("t.toml"), TUNING.replace("spread", "x").replace("games = 40", "games = 20")).unwrap();
    assert!(
        outflank(&["lab", "tune", arg(&path("t.toml")), "--out", arg(&path("rough"))])
            .refused()
            .contains("already")
    );
    fs::write(path("t.toml"), "player = 'nea'\nparameters = ['lines']").unwrap();
    assert!(outflank(&["lab", "tune", arg(&path("t.toml"))]).refused().contains("lines"));
    outflank(&["lab", "tune", "/no/such.toml"]).refused();
}

#[test]
fn moves_are_chosen_where_all_values_are_known() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    // Two games of people.
    let games = include_str!("../../data/bench-games.txt").lines().filter(|line| !line.starts_with('#'));
    let text: Vec<&str> = games.take(2).collect();
    fs::write(path("games.txt"), text.join("\n")).unwrap();
    outflank(&["convert", arg(&path("games.txt")), arg(&path("people.wtb"))]).good();
    let set = path("choice.obf");
    let make = |positions| {
        let people = ["--people", arg(folder.path()), "--empties", "8,9", "--threads", "1"];
        outflank(&[&["lab", "choice", arg(&set)], &people[..], &["--positions", positions]].concat()).good()
    };
    make("1");
    let first = fs::read_to_string(&set).unwrap();
    assert_eq!(first.lines().count(), 2, "{first}");
    make("1");
    assert_eq!(fs::read_to_string(&set).unwrap(), first);
    make("2");
    let all = fs::read_to_string(&set).unwrap();
    assert!(all.starts_with(&first) && all.lines().count() == 4, "{all}");
    // The scores are those of the solver.
    outflank(&["solve", arg(&set)]).good();
    let players = ["engine:depth=9", "random", "--json"];
    let found = lines(&outflank(&[&["lab", "choice", arg(&set)], &players[..]].concat()).good());
    assert_eq!(found.len(), 4);
    for (line, empties) in found.iter().zip([8, 9, 8, 9]) {
        assert_eq!(
            (line["empties"].as_u64(), line["positions"].as_u64()),
            (Some(empties), Some(2)),
            "{line}"
        );
    }
    assert!(found[..2].iter().all(|line| line["best"] == 1.0 && line["lost"] == 0.0), "{found:?}");
    let half = outflank(&["lab", "choice", arg(&set), "greedy", "--half", "second"]).good();
    assert_eq!(half.lines().count(), 3, "{half}");
    outflank(&["lab", "choice", arg(&set)]).refused();
    outflank(&["lab", "choice", arg(&set), "human"]).refused();
    let unknown = all.split(';').next().unwrap();
    fs::write(&set, format!("{unknown};\n")).unwrap();
    assert!(outflank(&["lab", "choice", arg(&set), "random"]).refused().contains("score"));
}
