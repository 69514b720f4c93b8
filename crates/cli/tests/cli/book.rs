//! `outflank book`: grown, killed, resumed, asked, checked and exchanged.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{arg, outflank, program};

/// Options that make searches tiny.
const TINY: [&str; 6] = ["--depth", "1", "--threads", "1", "--hash", "1"];

fn grow(book: &Path, more: &[&str]) -> String {
    outflank(&[&["book", "grow", arg(book)][..], &TINY, more].concat()).good()
}

/// Checks a book and returns what the check says.
fn check(book: &Path) -> Value {
    let found = outflank(&["book", "check", arg(book), "--json"]).good();
    let found: Value = serde_json::from_str(&found).unwrap();
    assert_eq!(found["faults"], 0);
    found
}

/// Starts a grower that does not end by itself.
fn start_growing(book: &Path) -> Child {
    program()
        .args(["book", "grow", arg(book)])
        .args(TINY)
        .args(["--empties", "30"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Returns the bytes of all journals beside a book.
fn journaled(book: &Path) -> u64 {
    let name = format!("{}.journal-", book.file_name().unwrap().to_str().unwrap());
    let entries = fs::read_dir(book.parent().unwrap()).unwrap().map(|entry| entry.unwrap());
    let journals = entries.filter(|entry| entry.file_name().to_str().unwrap().starts_with(&name));
    journals.map(|entry| entry.metadata().map_or(0, |found| found.len())).sum()
}

/// Waits until the journals have grown by some entries.
fn wait_for_entries(book: &Path, count: u64) {
    let (before, began) = (journaled(book), Instant::now());
    while journaled(book) < before + 36 * count {
        assert!(began.elapsed() < Duration::from_secs(60), "nothing is written");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Kills growers of one book again and again. Nothing that was in a journal is lost, and the book is never
/// wrong.
fn kill_growers(kills: u64) {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("tiny.book");
    let mut positions = 0;
    for round in 0..kills {
        let mut grower = start_growing(&book);
        wait_for_entries(&book, 3 + round % 7);
        grower.kill().unwrap();
        grower.wait().unwrap();
        let found = check(&book)["positions"].as_u64().unwrap();
        assert!(found > positions, "{found} positions after {positions}");
        positions = found;
        if round % 5 == 4 {
            // Now and then somebody ends well and folds the journals.
            grow(&book, &["--positions", &(positions + 2).to_string()]);
            assert_eq!(journaled(&book), 0);
            positions = check(&book)["positions"].as_u64().unwrap();
        }
    }
    assert!(grow(&book, &["--time", "0.2"]).contains("positions"));
    assert!(check(&book)["positions"].as_u64().unwrap() >= positions);
}

#[test]
fn a_grower_that_is_killed_loses_the_search_in_flight_alone() {
    kill_growers(3);
}

#[test]
#[ignore = "starts 60 processes: most of a minute"]
fn a_grower_that_is_killed_fifty_times_leaves_a_good_book() {
    kill_growers(50);
}

#[test]
fn two_growers_work_on_one_book() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("tiny.book");
    let mut one = start_growing(&book);
    wait_for_entries(&book, 4);
    let told = grow(&book, &["--positions", "40"]);
    wait_for_entries(&book, 4);
    one.kill().unwrap();
    one.wait().unwrap();
    let positions = check(&book)["positions"].as_u64().unwrap();
    assert!(positions > 40, "{positions}, {told}");
}

#[test]
fn a_book_is_grown_asked_and_pruned() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("tiny.book");
    assert!(grow(&book, &["--positions", "60"]).contains("60 positions (0 before)"));
    check(&book);
    let shown: Value =
        serde_json::from_str(&outflank(&["book", "show", arg(&book), "--json"]).good()).unwrap();
    assert_eq!((&shown["found"], &shown["positions"]), (&Value::Bool(true), &60.into()));
    assert_eq!(shown["moves"].as_array().unwrap().len(), 4, "{shown}");
    assert_eq!(shown["origin"], "outflank");
    let text = outflank(&["book", "show", arg(&book), "f5"]).good();
    assert!(text.contains("move  value  games  basis") && text.contains("60 positions"), "{text}");
    let missing = outflank(&["book", "show", arg(&book), "f5d6c3d3c4f4c5b3c2e6c6b4b5d2"]).good();
    assert!(missing.contains("not in the book"), "{missing}");
    let lines = outflank(&["book", "lines", arg(&book), "f5", "--within", "4", "--json"]).good();
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        assert!(line["moves"].as_str().unwrap().starts_with("f5") && line["proven"] == false, "{line}");
    }
    assert!(lines.lines().count() > 1);
    outflank(&["book", "lines", arg(&book), "--draw"]).good();
    let args = ["book", "deviate", arg(&book), "--within", "1", "--empties", "56"];
    outflank(&[&args[..], &TINY].concat()).good();
    outflank(&[&["book", "fill", arg(&book)][..], &TINY].concat()).good();
    let before = check(&book)["positions"].as_u64().unwrap();
    outflank(&["book", "prune", arg(&book), "--empties", "56"]).good();
    let after = check(&book)["positions"].as_u64().unwrap();
    assert!(after < before, "{after} of {before}");
}

#[test]
fn games_are_learned_and_late_positions_solved() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("games.book");
    // The line that the weak solution of Othello gives: a draw.
    let game = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7\
                a3a4a1a2c1h2h1g2b8a8g7h8h7h6";
    let args = ["book", "learn", arg(&book), game, "--plies", "60"];
    let run = outflank(&[&args[..], &TINY].concat());
    assert!(run.err.contains("1 game: 60 new positions to search"), "{}", run.err);
    run.good();
    let args = ["book", "solve", arg(&book), "--empties", "12"];
    outflank(&[&args[..], &TINY].concat()).good();
    let found = check(&book);
    assert!(found["exact"].as_u64().unwrap() >= 12, "{found}");
    let shown = outflank(&["book", "show", arg(&book), &game[..100], "--json"]).good();
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!((&shown["exact"], &shown["visits"]), (&Value::Bool(true), &1.into()));
    // Proofs that do not fit are faults.
    let proofs = folder.path().join("proofs.tsv");
    let board = shown["position"].as_str().unwrap();
    let score = shown["value"].as_i64().unwrap();
    fs::write(&proofs, format!("{board}\t{score}\t{score}\n")).unwrap();
    let text = outflank(&["book", "check", arg(&book), "--proofs", arg(&proofs)]).good();
    assert!(text.contains("1 position compared with proofs"), "{text}");
    outflank(&["book", "import", arg(&book), arg(&proofs)]).good();
    fs::write(&proofs, format!("{board}\t{0}\t{0}\n", score - 2)).unwrap();
    let message = outflank(&["book", "check", arg(&book), "--proofs", arg(&proofs)]).failed();
    assert!(message.contains("1 fault"), "{message}");
}

#[test]
fn books_are_exchanged_and_merged() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("tiny.book");
    grow(&book, &["--positions", "40"]);
    for name in ["book.dat", "book.egbk3", "book.egbk2", "book.egbk"] {
        let (file, again) = (folder.path().join(name), folder.path().join(format!("{name}.book")));
        let run = outflank(&["book", "export", arg(&book), arg(&file)]);
        assert!(run.err.contains("not kept: 40 depths"), "{}", run.err);
        run.good();
        let told = outflank(&["book", "import", arg(&again), arg(&file)]).good();
        assert!(told.contains("40 positions (0 before)"), "{told}");
        check(&again);
    }
    let merged = folder.path().join("merged.book");
    let again = folder.path().join("book.dat.book");
    outflank(&["book", "merge", arg(&merged), arg(&book), arg(&again)]).good();
    assert_eq!(check(&merged)["positions"], 40);
    let message = outflank(&["book", "import", arg(&merged), arg(&book)]).refused();
    assert!(message.contains("name the format"), "{message}");
}

#[test]
fn what_is_wrong_is_exit_code_2() {
    let folder = tempfile::tempdir().unwrap();
    let (book, games) = (folder.path().join("missing.book"), folder.path().join("games.txt"));
    let message = outflank(&["book", "show", arg(&book)]).refused();
    assert!(message.contains("missing.book"), "{message}");
    fs::write(&games, "f5d6c3\n".repeat(1000)).unwrap();
    let message = outflank(&["book", "check", arg(&games)]).refused();
    assert!(message.contains("not a book of Outflank"), "{message}");
    let message = outflank(&["book", "import", arg(&book), arg(&games), "--from", "edax"]).refused();
    assert!(message.contains("not a book of Edax") && message.contains("games.txt"), "{message}");
    assert!(!book.exists());
    grow(&book, &["--positions", "3"]);
    let mut bytes = fs::read(&book).unwrap();
    bytes[4100] ^= 1;
    fs::write(&book, bytes).unwrap();
    let message = outflank(&["book", "check", arg(&book)]).refused();
    assert!(message.contains("damaged at byte 4096"), "{message}");
}
