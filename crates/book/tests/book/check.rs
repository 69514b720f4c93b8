//! The check finds every kind of fault.

use outflank_book::{Book, BookKey, BookLeaf, ProvenBounds};

use super::{all, estimate, random_records};

fn good() -> Book {
    let mut book = Book::new();
    book.join(&random_records(7, 120, 8)).unwrap();
    assert!(book.check().unwrap().problems.is_empty());
    book
}

#[track_caller]
fn finds(book: &Book, what: &str) {
    let problems = book.check().unwrap().problems;
    assert!(problems.iter().any(|problem| problem.contains(what)), "{what}: {problems:?}");
}

#[test]
fn a_value_that_does_not_follow_is_found() {
    let mut book = good();
    let mut record = all(&book)[5];
    record.estimate = Some(estimate(63, 3));
    book.put(record).unwrap();
    finds(&book, "value +63");
}

#[test]
fn a_bound_that_does_not_follow_is_found() {
    let mut book = good();
    let mut record = *all(&book).iter().find(|record| !record.is_proven_here).unwrap();
    record.bounds = ProvenBounds::new(-1, 1).unwrap();
    book.put(record).unwrap();
    finds(&book, "bounds -1 to +1");
}

#[test]
fn a_leaf_that_is_illegal_or_in_the_book_is_found() {
    let mut book = good();
    let illegal = |key: BookKey| key.board().own().first();
    let mut record = all(&book)[3];
    let leaf = BookLeaf { square: illegal(record.key), estimate: estimate(0, 1) };
    record.leaf = Some(leaf);
    book.put(record).unwrap();
    finds(&book, "is not legal");

    let mut book = good();
    let linked = all(&book).into_iter().find_map(|record| {
        let links = book.links(record.key).unwrap();
        let link = links.iter().find(|link| link.record.is_some())?;
        Some((record, link.square))
    });
    let (mut record, square) = linked.unwrap();
    record.leaf = Some(BookLeaf { square: Some(square), estimate: estimate(0, 1) });
    book.put(record).unwrap();
    finds(&book, "is a book position");
}
