//! The shipped book: true to itself and to what is proven.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use outflank_book::{Book, Confidence, ProofTable, ProvenBounds, RepertoirePlan};
use outflank_rules::{Color, Position};

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

#[test]
fn what_the_book_takes_over_from_the_proof_is_in_the_proof() {
    let facts = || BufReader::new(&include_bytes!("../../data/proven.tsv")[..]);
    let book = Book::shipped().unwrap();
    let mut shipped = ProofTable::read(facts()).unwrap();
    assert!(shipped.len() >= 30, "{}", shipped.len());
    // The book has them all.
    assert!(shipped.news_for(&book).unwrap().is_empty());
    let Some(path) = data("proof50.tsv") else { return };
    let mut proofs = ProofTable::read(BufReader::new(File::open(path).unwrap())).unwrap();
    for record in book.records() {
        let key = record.unwrap().key;
        let (taken, proven) = (shipped.bounds_of(key).unwrap(), proofs.bounds_of(key).unwrap());
        assert!(taken.contains(proven), "{}: {taken}, proven {proven}", key.position());
    }
}

/// Named openings with what is proven of each from Black's view: at least, at most.
const PROVEN: [(&str, &str, i32, i32); 32] = [
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
    ("Brightwell", "f5d6c3d3c4f4e3", -64, 0),
    ("Leader's Tiger", "f5d6c3d3c4f4e6", -64, 0),
    ("Cat", "f5d6c4d3c5", -64, 0),
    ("Italian", "f5d6c4d3e6", -64, 0),
    ("Horse", "f5d6c5f4d3", -64, 0),
    ("Inoue", "f5d6c5f4e3c6e6", -64, 0),
    ("Iago", "f5d6c5f4e3c6e6f6", -64, 0),
    ("Bhagat", "f5d6c5f4e3c6d7", -64, 0),
    ("Shaman", "f5d6c5f4e3c6f3", -64, 0),
    ("Chimney", "f5f6e6f4e3d6", 0, 64),
    ("Rose-v-Toth", "f5f6e6f4e3c5c4", 0, 64),
    ("Tanida", "f5f6e6f4e3c5c4e7", 0, 64),
    ("Maruoka", "f5f6e6f4e3c5c4d3f3e2", 0, 64),
    ("Lightning Bolt", "f5d6c3d3c4f4f6f3e3", -64, 0),
    ("the first move", "f5", 0, 0),
];

#[test]
fn the_start_and_the_named_openings_are_worth_what_is_proven() {
    let book = Book::shipped().unwrap();
    let start = book.find(&Position::start()).unwrap().unwrap();
    assert_eq!((start.bounds, start.estimate.unwrap().value), (ProvenBounds::exact(0), 0));
    for (name, moves, lower, upper) in PROVEN {
        let key = after(moves);
        let record = book.get(key).unwrap().unwrap_or_else(|| panic!("{name} is not in the book"));
        let sign = if moves.len() / 2 % 2 == 0 { 1 } else { -1 };
        let value = sign * i32::from(record.estimate.unwrap().value);
        assert!((lower..=upper).contains(&value), "{name}: {value}, proven {lower} to {upper}");
        let bounds = if sign == 1 { record.bounds } else { record.bounds.negated() };
        assert!(bounds.lower() >= lower && bounds.upper() <= upper, "{name}: {bounds}");
    }
}

#[test]
fn a_proof_that_corrects_the_searches_below_leaves_a_value_that_can_be_held() {
    let book = Book::shipped().unwrap();
    for line in ["f5", "f5d6", "f5d6c3"] {
        let position = after(line).position();
        for side in [Color::Black, Color::White] {
            let plan = RepertoirePlan { side, within: 4, plies: 10, ..RepertoirePlan::default() };
            let to_know = plan.difficulty(&book, &position).unwrap();
            assert!(to_know.is_some_and(|moves| moves > 0), "{line} {side:?}: {to_know:?}");
            let too_much = RepertoirePlan { least: Some(64), ..plan };
            assert!(too_much.find(&book, &position).unwrap().is_none());
        }
    }
}

#[test]
fn what_one_has_to_know_of_the_named_openings_is_known_for_both_sides() {
    let book = Book::shipped().unwrap();
    for (name, moves, ..) in PROVEN {
        let position = after(moves).position();
        for side in [Color::Black, Color::White] {
            let plan = RepertoirePlan { side, within: 4, plies: 10, ..RepertoirePlan::default() };
            let known = plan.difficulty(&book, &position).unwrap();
            assert!(known.is_some_and(|moves| moves > 0), "{name}, {side:?} of the key: {known:?}");
        }
    }
}
