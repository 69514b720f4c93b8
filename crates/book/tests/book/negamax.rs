//! Values follow from those below: compared with a fold that knows nothing of keys, order or changes.

use std::collections::HashMap;

use outflank_book::{Book, BookEstimate, BookKey, BookLeaf, BookRecord, Confidence, Origin, ProvenBounds};
use outflank_rules::{Color, Position};
use proptest::prelude::*;

use super::{after, all, estimate, random_records, start};

/// The value of a position, by recursion over all moves on a plain board. A leaf counts unless its move is
/// a position with a value.
fn naive(position: &Position, book: &HashMap<BookKey, BookRecord>) -> Option<i32> {
    let (key, symmetry) = BookKey::of_position(position).unwrap();
    let record = book.get(&key)?;
    let mut best: Option<i32> = None;
    for (played, next) in position.children() {
        let mut value = None;
        if next.is_finished() {
            let score = next.score();
            value = Some(if position.side_to_move() == Color::Black { score } else { -score });
        } else if next.must_pass() {
            let again = next.children().next().unwrap().1;
            value = naive(&again, book);
        } else if let Some(below) = naive(&next, book) {
            value = Some(-below);
        }
        let square = symmetry.square(played.square().unwrap());
        let leaf = record.leaf.filter(|leaf| leaf.square == Some(square));
        let value = value.or(leaf.map(|leaf| i32::from(leaf.estimate.value)));
        best = best.max(value);
    }
    best.map(|best| best.clamp(record.bounds.lower(), record.bounds.upper()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_value_is_what_a_naive_fold_finds(seed: u64, count in 1_usize..80, plies in 2_u64..12) {
        let records = random_records(seed, count, plies);
        let mut book = Book::new();
        // One by one: only what is above a change is derived.
        for record in &records {
            prop_assert!(book.join(&[*record]).unwrap().is_empty());
        }
        let evidence: HashMap<BookKey, BookRecord> =
            records.iter().map(|record| (record.key, *record)).collect();
        for record in all(&book) {
            let value = record.estimate.map(|estimate| i32::from(estimate.value));
            prop_assert_eq!(value, naive(&record.key.position(), &evidence), "{}", record.key.position());
        }
        // Deriving everything finds nothing new.
        let before = all(&book);
        prop_assert!(book.derive_all().unwrap().is_empty());
        prop_assert_eq!(all(&book), before);
    }
}

fn with_leaf(key: BookKey, value: i8, confidence: Confidence) -> BookRecord {
    let mut record = BookRecord::new(key, Origin::Outflank);
    let square = Some(key.moves()[0].square);
    let estimate = BookEstimate { value, depth: 10, confidence };
    (record.leaf, record.estimate) = (Some(BookLeaf { square, estimate }), Some(estimate));
    record
}

#[test]
fn a_proof_below_proves_above_and_an_estimate_does_not() {
    let (root, below) = (start(), after("f5"));
    let mut book = Book::new();
    let mut proven = with_leaf(below, 3, Confidence::Percent(73));
    assert!(proven.prove(ProvenBounds::new(-4, 4).unwrap()));
    book.join(&[with_leaf(root, 0, Confidence::Percent(73)), proven]).unwrap();
    // All four first moves lead to one position, so both bounds are proven.
    let root = book.get(root).unwrap().unwrap();
    assert_eq!((root.bounds.lower(), root.bounds.upper()), (-4, 4));
    assert!(!root.is_proven_here);
    assert_eq!(root.estimate, Some(estimate(-3, 11)));
    assert_eq!(root.leaf, None, "its move leads to a book position");
    // Now the position below is solved.
    let mut solved = BookRecord::new(below, Origin::Outflank);
    assert!(solved.prove(ProvenBounds::exact(2)));
    assert!(book.join(&[solved]).unwrap().is_empty());
    let root = book.get(start()).unwrap().unwrap();
    assert_eq!(root.bounds, ProvenBounds::exact(-2));
    assert_eq!(root.estimate.unwrap().confidence, Confidence::Proven);
}

#[test]
fn an_upper_bound_needs_a_bound_of_all_open_moves() {
    let key = after("f5");
    let mut record = with_leaf(key, 6, Confidence::Proven);
    let mut book = Book::new();
    book.join(&[record]).unwrap();
    let bounds = |book: &Book| book.get(key).unwrap().unwrap().bounds;
    assert_eq!((bounds(&book).lower(), bounds(&book).upper()), (6, 64));
    record.unlinked_upper = 6;
    book.join(&[record]).unwrap();
    assert_eq!(bounds(&book), ProvenBounds::exact(6));
}

#[test]
fn moves_that_exclude_what_is_proven_here_are_reported() {
    let (root, below) = (start(), after("f5"));
    let mut here = BookRecord::new(root, Origin::Unknown);
    assert!(here.prove(ProvenBounds::exact(0)));
    let mut wrong = BookRecord::new(below, Origin::Unknown);
    assert!(wrong.prove(ProvenBounds::new(2, 10).unwrap()));
    let mut book = Book::new();
    assert!(book.join(&[here]).unwrap().is_empty());
    let found = book.join(&[wrong]).unwrap();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(book.get(root).unwrap().unwrap().bounds, ProvenBounds::exact(0));
    assert_eq!(book.check().unwrap().problems.len(), 1);
}

#[test]
fn a_position_without_a_value_does_not_hide_the_leaf_that_stood_for_it() {
    let mut book = Book::new();
    book.join(&[with_leaf(start(), 2, Confidence::Percent(73))]).unwrap();
    book.join(&[BookRecord::new(after("f5"), Origin::Person)]).unwrap();
    let root = book.get(start()).unwrap().unwrap();
    assert_eq!(root.estimate.unwrap().value, 2);
    assert!(root.leaf.is_some());
    book.join(&[with_leaf(after("f5"), 1, Confidence::Percent(73))]).unwrap();
    let root = book.get(start()).unwrap().unwrap();
    assert_eq!((root.estimate.unwrap().value, root.leaf), (-1, None));
}
