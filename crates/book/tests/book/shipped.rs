//! The shipped book: true to itself and to what is proven.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use outflank_book::{Book, Confidence, ProofTable};
use outflank_rules::Position;

use super::after;

/// A file that may not be published with the project; `None` where it is not at hand.
fn data(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(std::env::var_os("OUTFLANK_DATA")?).join(name);
    path.exists().then_some(path)
}

#[test]
fn every_value_of_the_shipped_book_follows_from_those_below() {
    let book = Book::shipped().unwrap();
    let report = book.check().unwrap();
    assert!(report.problems.is_empty(), "{:?}", &report.problems[..report.problems.len().min(5)]);
    assert_eq!(report.without_leaf, 0, "positions with unsearched moves");
    assert!(report.positions >= 40_000, "{} positions", report.positions);
    for record in book.records() {
        let record = record.unwrap();
        // Nothing but a search to the end of the game, or the rules, proves anything here.
        let is_proven = record.estimate.is_some_and(|found| found.confidence == Confidence::Proven);
        assert!(!is_proven || record.bounds.is_exact(), "{}", record.key.position());
    }
}

#[test]
fn no_bound_of_the_shipped_book_contradicts_what_others_have_proven() {
    let Some(path) = data("proof50.tsv") else { return };
    let mut proofs = ProofTable::read(BufReader::new(File::open(path).unwrap())).unwrap();
    let report = proofs.compare(&Book::shipped().unwrap()).unwrap();
    assert!(report.contradictions.is_empty(), "{:?}", report.contradictions);
    assert!(report.positions > 800, "only {} positions were compared", report.positions);
    // Estimates may differ, but not often: one in fifty at most.
    assert!(report.outside.len() as u64 * 50 <= report.positions, "{:#?}", report.outside);
}

/// Named openings with what is proven of each from Black's view: at least, at most.
const PROVEN: [(&str, &str, i32, i32); 17] = [
    ("Perpendicular", "f5d6", 0, 0),
    ("f5d6c3", "f5d6c3", 0, 0),
    ("Tiger", "f5d6c3d3c4", 0, 0),
    ("Stephenson", "f5d6c3d3c4f4f6", 0, 0),
    ("Comp'Oth", "f5d6c3d3c4f4f6f3", 0, 0),
    ("Comp'Oth e6 e7", "f5d6c3d3c4f4f6f3e6e7", 0, 0),
    ("Parallel", "f5f4", 0, 64),
    ("Diagonal", "f5f6", 0, 64),
    ("Bent Ganglion", "f5d6c3g5", 0, 64),
    ("Aubrey", "f5d6c3d3c4b3", 0, 64),
    ("Kung", "f5d6c3d3c4f4f6b4", 0, 64),
    ("No-Kung", "f5d6c3d3c4f4f6g5", 0, 64),
    ("Cow", "f5f6e6f4e3", 0, 64),
    ("third move c4", "f5d6c4", -64, 0),
    ("third move c5", "f5d6c5", -64, 0),
    ("third move c6", "f5d6c6", -64, 0),
    ("Rose-Bill", "f5d6c3d3c4f4c5b3c2", -64, 0),
];

#[test]
fn the_start_and_the_named_openings_are_worth_what_is_proven_or_nearly() {
    let book = Book::shipped().unwrap();
    let start = book.find(&Position::start()).unwrap().unwrap();
    let value = start.estimate.unwrap().value;
    // It is a draw. The book does not prove that, and may be off by what a search is off.
    assert!(start.bounds.lower() <= 0 && start.bounds.upper() >= 0, "{}", start.bounds);
    assert!((-1..=1).contains(&value), "{value}");
    for (name, moves, lower, upper) in PROVEN {
        let key = after(moves);
        let record = book.get(key).unwrap().unwrap_or_else(|| panic!("{name} is not in the book"));
        let sign = if moves.len() / 2 % 2 == 0 { 1 } else { -1 };
        let value = sign * i32::from(record.estimate.unwrap().value);
        assert!((lower - 1..=upper + 1).contains(&value), "{name}: {value}, proven {lower} to {upper}");
        let bounds = if sign == 1 { record.bounds } else { record.bounds.negated() };
        assert!(bounds.lower() <= upper && bounds.upper() >= lower, "{name}: {bounds}");
    }
}
