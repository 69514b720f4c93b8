//! Merging: the order does not matter, proofs intersect, the better founded value wins.

use outflank_book::{Book, BookError, BookLeaf, BookRecord, Origin, ProvenBounds};
use proptest::prelude::*;

use super::{Numbers, after, all, estimate, random_record, random_records, start};

fn book(records: &[BookRecord]) -> Book {
    let mut book = Book::new();
    let found = book.join(records).unwrap();
    assert!(found.is_empty(), "{found:?}");
    book
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_order_of_two_books_does_not_matter(seed: u64, count in 1_usize..60) {
        let mut numbers = Numbers(seed);
        let first = random_records(seed, count, 10);
        // Some positions are in both books, with other values.
        let mut second = random_records(!seed, count, 10);
        for record in &first[..first.len() / 2] {
            second.retain(|other| other.key != record.key);
            second.push(random_record(&mut numbers, record.key));
        }
        let (one, two) = (book(&first), book(&second));
        let mut forward = book(&all(&one));
        forward.join(&all(&two)).unwrap();
        let mut backward = book(&all(&two));
        backward.join(&all(&one)).unwrap();
        prop_assert_eq!(all(&forward), all(&backward));
        prop_assert!(forward.check().unwrap().problems.is_empty());
        // Once more changes nothing.
        let merged = all(&forward);
        forward.join(&all(&two)).unwrap();
        prop_assert_eq!(all(&forward), merged);
    }
}

#[test]
fn the_better_founded_leaf_wins_unless_its_move_is_in_the_book() {
    let key = start();
    let moves = key.moves();
    let with_leaf = |value, depth| {
        let mut record = BookRecord::new(key, Origin::Outflank);
        let leaf = BookLeaf { square: Some(moves[0].square), estimate: estimate(value, depth) };
        (record.leaf, record.estimate) = (Some(leaf), Some(leaf.estimate));
        record
    };
    let (shallow, deep) = (with_leaf(8, 4), with_leaf(2, 12));
    for (a, b) in [(shallow, deep), (deep, shallow)] {
        assert_eq!(a.joined(&b, |_| false).unwrap().leaf, deep.leaf);
    }
    // Of two writers one has added the position after the leaf and searched on.
    let mut found = with_leaf(1, 4);
    found.leaf = found.leaf.map(|leaf| BookLeaf { square: None, ..leaf });
    let other = deep.joined(&found, |square| square == moves[0].square).unwrap();
    assert_eq!(other.leaf, deep.leaf, "a leaf without a move is the last choice");
}

#[test]
fn proofs_intersect_and_those_that_exclude_each_other_are_named() {
    let proven = |lower, upper| {
        let mut record = BookRecord::new(after("f5"), Origin::Unknown);
        assert!(record.prove(ProvenBounds::new(lower, upper).unwrap()));
        record
    };
    let mut merged = book(&[proven(-10, 2)]);
    assert!(merged.join(&[proven(-2, 10)]).unwrap().is_empty());
    let record = merged.get(after("f5")).unwrap().unwrap();
    assert_eq!((record.bounds.lower(), record.bounds.upper()), (-2, 2));
    let found = merged.join(&[proven(4, 10)]).unwrap();
    assert!(matches!(found[..], [BookError::Contradiction { .. }]), "{found:?}");
    assert!(found[0].to_string().contains("-2 to +2"), "{}", found[0]);
    assert_eq!(merged.get(after("f5")).unwrap(), Some(record), "what was there stays");
}

#[test]
fn visits_count_once_however_often_a_book_is_merged() {
    let visited = |visits| BookRecord { visits, ..BookRecord::new(start(), Origin::Person) };
    let mut merged = book(&[visited(7)]);
    merged.join(&[visited(3)]).unwrap();
    merged.join(&[visited(7)]).unwrap();
    assert_eq!(merged.get(start()).unwrap().unwrap().visits, 7);
}
