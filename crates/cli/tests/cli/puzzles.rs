//! `outflank puzzles`: made, resumed, checked and exported.

use std::fs;

use serde_json::Value;

use super::{arg, outflank};

/// Options that make proofs quick.
const SMALL: [&str; 6] = ["--empties", "6-9", "--seed", "4", "--hash", "1"];

#[test]
fn making_goes_on_where_it_was_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, torn] = ["whole.jsonl", "torn.jsonl"].map(|name| folder.path().join(name));
    let make = |file, puzzles| {
        let said =
            outflank(&[&["puzzles", "make", arg(file), "--puzzles", puzzles, "--json"][..], &SMALL].concat());
        serde_json::from_str::<Value>(&said.good()).unwrap()
    };
    assert_eq!(make(&whole, "3")["puzzles"], 3);
    let text = fs::read_to_string(&whole).unwrap();
    let first = text.find('\n').unwrap() + 1;
    fs::write(&torn, &text[..first + 40]).unwrap();
    let again = make(&torn, "3");
    assert_eq!((again["added"].as_u64(), again["finished"].as_bool()), (Some(2), Some(true)));
    assert_eq!(fs::read_to_string(&torn).unwrap(), text);
    let checked = outflank(&["puzzles", "check", arg(&whole), "--json"]).good();
    let checked: Value = serde_json::from_str(&checked).unwrap();
    assert_eq!((checked["checked"].as_u64(), checked["faults"].as_array().unwrap().len()), (Some(3), 0));
}

#[test]
fn a_wrong_claim_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wrong.jsonl");
    let line = outflank(&["puzzles", "export", "-", "--puzzles", "1", "--ratings", "1000-1100"]).good();
    let mut puzzle: Value = serde_json::from_str(line.trim()).unwrap();
    let moves = puzzle["moves"].as_array_mut().unwrap();
    moves.swap(0, 1);
    fs::write(&file, format!("{puzzle}\n")).unwrap();
    let said = outflank(&["puzzles", "check", arg(&file)]).failed();
    assert!(said.contains("fault"), "{said}");
}

#[test]
fn puzzles_are_written_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    for (name, begins) in [("a.obf", None), ("a.pgn", Some("[")), ("a.bin", Some("OFPUZZ01"))] {
        let file = folder.path().join(name);
        outflank(&["puzzles", "export", arg(&file), "--theme", "wedge", "--puzzles", "3"]).good();
        let bytes = fs::read(&file).unwrap();
        assert!(
            !bytes.is_empty() && begins.is_none_or(|begins| bytes.starts_with(begins.as_bytes())),
            "{name}"
        );
    }
    let solved = outflank(&["solve", arg(&folder.path().join("a.obf")), "--json", "--threads", "1"]).good();
    assert_eq!(solved.lines().count(), 3);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    fs::write(&file, "f5d6c3").unwrap();
    for wrong in [
        &["puzzles", "make", arg(&file)][..],
        &["puzzles", "check", arg(&file)],
        &["puzzles", "make", "x", "--empties", "9-3"],
        &["puzzles", "export", "-", "--theme", "fork"],
    ] {
        outflank(wrong).refused();
    }
    assert_eq!(fs::read(&file).unwrap(), b"f5d6c3");
}
