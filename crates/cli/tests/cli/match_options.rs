//! `outflank match`: tests, saved games, equal time, adjudication.

use std::fs;

use serde_json::Value;

use super::{arg, outflank};

/// Runs a match and returns its JSON lines.
fn lines(arguments: &[&str]) -> Vec<Value> {
    let out = outflank(&[&["match", "--json"], arguments].concat()).good();
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns what the games of a JSON match or file come to.
fn scores(lines: &[Value]) -> Vec<i64> {
    lines.iter().filter_map(|line| line["score"].as_i64()).collect()
}

#[test]
fn a_test_decides_nothing_before_its_least_number_of_pairs_and_says_what_it_accepts() {
    // Equal players: 28 % of such tests once accepted +50 Elo, most of them after two games.
    for seed in ["1", "2", "3", "4", "5"] {
        let found =
            lines(&["random", "random", "--sprt", "0,50", "--games", "38", "--seed", seed, "--time", "1"]);
        let test = &found.last().unwrap()["summary"]["sprt"];
        assert_eq!(
            (&test["verdict"], &test["pairs"], found.len()),
            (&Value::from("open"), &Value::from(19), 39)
        );
    }
    let said = outflank(&["match", "random", "random", "--sprt", "0,50", "--games", "4"]).good();
    assert!(
        said.contains("SPRT:    0 or +50 Elo, still open: 2 of at least 20 pairs played; LLR "),
        "{said}"
    );
    let clear = ["match", "engine:depth=3,hash=1", "random", "--games", "1000", "--sprt", "0,50"];
    let said = outflank(&clear).good();
    assert!(said.contains("SPRT:    +50 Elo accepted over 0; LLR "), "{said}");
    assert!(said.trim_end().ends_with(", bounds -2.94 and +2.94"), "{said}");
}

#[test]
fn tests_can_be_simulated() {
    let table = outflank(&["lab", "sprt", "0,100", "--runs", "40", "--seed", "3"]).good();
    assert_eq!(table.lines().count(), 7, "{table}");
    let json = outflank(&["lab", "sprt", "0,100", "--runs", "40", "--seed", "3", "--json"]).good();
    for line in json.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        assert_eq!((&line["runs"], &line["open"]), (&Value::from(40), &Value::from(0)));
        assert!(
            line["wrong"].as_u64().unwrap() <= 8 && line["fewest_games"].as_u64().unwrap() >= 40,
            "{line}"
        );
    }
    outflank(&["lab", "sprt", "5,0"]).refused();
}

#[test]
fn games_are_saved_in_any_format_and_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let options = ["random", "greedy", "--games", "4", "--seed", "9"];
    let played = lines(&options);
    let moves: Vec<String> =
        played[..4].iter().map(|game| game["moves"].as_str().unwrap().to_owned()).collect();
    for (name, format) in [
        ("a.ggf", None),
        ("a.pgn", None),
        ("a.sgf", None),
        ("a.json", None),
        ("a.jsonl", None),
        ("a.wtb", None),
        ("a.txt", Some("transcript")),
        ("b.txt", Some("jsonl")),
    ] {
        let file = path(name);
        let save = [&options[..], &["--save", arg(&file)]].concat();
        let format: Vec<&str> = format.map_or_else(Vec::new, |format| vec!["--format", format]);
        // A second match takes the place of the first.
        for _ in 0..2 {
            lines(&[&save[..], &format].concat());
        }
        let shown = outflank(&["show", "--json", arg(&file)]).good();
        let shown: Vec<Value> = shown.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(scores(&shown), scores(&played[..4]), "{name}");
        let again = outflank(&["convert", arg(&file), "-", "--to", "transcript"]).good();
        let again: Vec<&str> = again.lines().collect();
        if name != "a.txt" {
            assert_eq!(again, moves, "{name}");
        }
    }
    let ggf = fs::read_to_string(path("a.ggf")).unwrap();
    assert!(ggf.contains("PB[random]") && ggf.contains("PW[random]"), "{ggf}");
    let unnamed = path("games.dat");
    let refused = outflank(&[&["match"], &options[..], &["--save", arg(&unnamed)]].concat()).refused();
    assert!(refused.contains("--format"), "{refused}");
    // A match that cannot begin leaves an older file alone.
    outflank(&["match", "random", "exec:gtp:/no/such/program", "--save", arg(&path("a.ggf"))]).refused();
    assert_eq!(fs::read_to_string(path("a.ggf")).unwrap(), ggf);
}

#[test]
fn our_own_json_lines_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let out = outflank(&["match", "random", "greedy", "--games", "4", "--json"]).good();
    let played: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for name in ["m.json", "m.jsonl", "m.txt"] {
        let file = folder.path().join(name);
        fs::write(&file, &out).unwrap();
        let shown = outflank(&["show", "--json", arg(&file)]).good();
        let shown: Vec<Value> = shown.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(scores(&shown), scores(&played[..4]), "{name}");
        let pgn = outflank(&["convert", arg(&file), "-", "--to", "pgn"]).good();
        assert_eq!(pgn.matches("[Black \"random\"]").count(), 2, "{pgn}");
    }
    let database = format!("sqlite:{}", arg(&folder.path().join("games.db")));
    let file = folder.path().join("m.jsonl");
    outflank(&["games", "import", "--database", &database, arg(&file)]).good();
    let listed = outflank(&["games", "list", "--database", &database, "--json"]).good();
    assert_eq!(listed.lines().count(), 4, "{listed}");
    let tournament = folder.path().join("t.toml");
    fs::write(&tournament, "players = ['random', 'greedy']\ngames = 4").unwrap();
    outflank(&["lab", "run", arg(&tournament)]).good();
    let journal = folder.path().join("t/games.jsonl");
    assert_eq!(outflank(&["show", "--json", arg(&journal)]).good().lines().count(), 4);
}

#[test]
fn a_clock_is_set_so_that_both_use_the_same_time() {
    let options = ["--equal-time", "--games", "60", "--time", "0.002", "--concurrency", "1"];
    let found = lines(&[&["engine:hash=1", "engine:nodes=4000,hash=1"], &options[..]].concat());
    let summary = &found.last().unwrap()["summary"];
    let clocks = summary["clocks"].as_array().unwrap();
    assert_eq!(clocks.len(), 11, "{summary}");
    let [ours, theirs] = [0, 1].map(|player| summary["seconds_per_game"][player].as_f64().unwrap());
    assert!((0.3..3.0).contains(&(ours / theirs)), "{summary}");
    let refused = outflank(&["match", "random", "greedy", "--equal-time"]).refused();
    assert!(refused.contains("random") && refused.contains("clock"), "{refused}");
}

#[test]
fn games_can_be_adjudicated() {
    let found = lines(&["random", "greedy", "--games", "4", "--adjudicate", "10"]);
    let plain = lines(&["random", "greedy", "--games", "4"]);
    for (game, whole) in found[..4].iter().zip(&plain) {
        let (cut, whole) = (game["moves"].as_str().unwrap(), whole["moves"].as_str().unwrap());
        assert!(game["reason"] == "adjudicated" || cut == whole, "{game}");
        assert!(whole.starts_with(cut), "{game}");
    }
    assert!(found.iter().any(|game| game["reason"] == "adjudicated"));
    let found = lines(&["engine:depth=4,hash=1", "random", "--games", "4", "--adjudicate-ahead", "20,4"]);
    for game in &found[..4] {
        assert_eq!(game["reason"], "adjudicated");
        let winner = if game["score"].as_i64().unwrap() > 0 { "black" } else { "white" };
        assert_eq!(game[winner], "engine:depth=4,hash=1");
        assert!(game["score"].as_i64().unwrap().abs() >= 20 && game["moves"].as_str().unwrap().len() < 100);
    }
    for wrong in [["--adjudicate", "30"], ["--adjudicate-ahead", "20"]] {
        let refused = outflank(&[&["match", "random", "greedy"], &wrong[..]].concat()).refused();
        assert!(refused.contains(wrong[1]), "{refused}");
    }
}
