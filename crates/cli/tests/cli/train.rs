//! `outflank train`: data in the one program, and exported for others.

use super::{arg, outflank};

#[test]
fn samples_are_made_described_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let samples = folder.path().join("samples");
    let plan = ["--chunks", "1", "--chunk-games", "2", "--depth", "1", "--exact-from", "6", "--endings", "0"];
    let made = [&["train", "generate", "--out", arg(&samples), "--solved", "0"][..], &plan].concat();
    outflank(&made).good();
    let table = outflank(&["train", "stats", "--samples", arg(&samples)]).good();
    let count: u64 = table.lines().last().unwrap().split_whitespace().nth(1).unwrap().parse().unwrap();
    assert!(count > 50, "{table}");
    for name in ["positions.csv", "positions.obf", "positions.npz"] {
        let out = folder.path().join(name);
        let run = outflank(&["train", "export", "--samples", arg(&samples), "--out", arg(&out)]);
        assert!(run.err.contains(&format!("{count} samples written")), "{}", run.err);
        run.good();
        assert!(std::fs::metadata(&out).unwrap().len() > 18 * count);
    }
    let obf = folder.path().join("positions.obf");
    let read = outflank(&["show", arg(&obf), "--json"]).good();
    assert_eq!(read.lines().count() as u64, count);
    let csv = std::fs::read_to_string(folder.path().join("positions.csv")).unwrap();
    assert_eq!(csv.lines().next(), Some("position,empties,result,exact,search"));
}

#[test]
fn what_is_wrong_is_exit_code_2() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    let message = outflank(&["train", "stats", "--samples", arg(&missing)]).refused();
    assert!(message.contains("missing"), "{message}");
    let message =
        outflank(&["train", "export", "--samples", arg(folder.path()), "--out", "positions.txt"]).refused();
    assert!(message.contains("positions.txt") && message.contains(".npz"), "{message}");
    let message = outflank(&["train", "export", "--samples", arg(folder.path()), "--out", "a.csv"]).refused();
    assert!(message.contains("no .samples file"), "{message}");
}
