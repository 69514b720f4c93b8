//! Books as programs use them: files that are damaged, writers that are killed, values that follow from
//! others.

mod check;
mod files;
mod foreign;
mod growing;
mod journals;
mod keys;
mod large;
mod merging;
mod negamax;
mod packed;
mod proofs;
mod pruning;
mod repertoire;
mod shipped;

use std::collections::BTreeMap;

use outflank_book::{
    Book, BookEstimate, BookKey, BookLeaf, BookRecord, Confidence, Destination, Origin, ProvenBounds,
};
use outflank_rules::{Position, Square};

/// The key of the start position.
fn start() -> BookKey {
    BookKey::of(Position::start().board()).unwrap().0
}

/// The key of the position after some moves.
fn after(moves: &str) -> BookKey {
    let mut position = Position::start();
    for square in moves.as_bytes().chunks(2) {
        let square: Square = std::str::from_utf8(square).unwrap().parse().unwrap();
        position = position.play(square).unwrap();
    }
    BookKey::of_position(&position).unwrap().0
}

/// A small generator of numbers, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mixed = (self.0 ^ self.0 >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
        mixed ^ mixed >> 33
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}

/// A position reached by random moves.
fn random_key(numbers: &mut Numbers, plies: u64) -> BookKey {
    let mut key = start();
    for _ in 0..plies {
        let moves = key.moves();
        match moves[numbers.below(moves.len() as u64) as usize].to {
            Destination::Position { key: next, .. } => key = next,
            Destination::End(_) => return key,
        }
    }
    key
}

/// An estimate by a search.
fn estimate(value: i8, depth: u8) -> BookEstimate {
    BookEstimate { value, depth, confidence: Confidence::Percent(73) }
}

/// A record with a leaf on one of its open moves, and now and then a proof.
fn random_record(numbers: &mut Numbers, key: BookKey) -> BookRecord {
    let mut record = BookRecord::new(key, Origin::ALL[numbers.below(6) as usize]);
    let moves = key.moves();
    let square = moves[numbers.below(moves.len() as u64) as usize].square;
    let found = estimate(numbers.below(41) as i8 - 20, numbers.below(20) as u8);
    record.leaf = Some(BookLeaf { square: Some(square), estimate: found });
    record.estimate = Some(found);
    record.visits = numbers.below(100) as u32;
    // Wide enough never to exclude another; a few plies later somebody may have lost all discs.
    if numbers.below(8) == 0 && key.empties() >= 55 {
        let bounds =
            ProvenBounds::new(-30 - numbers.below(20) as i32, 30 + numbers.below(20) as i32).unwrap();
        assert!(record.prove(bounds));
    }
    record
}

/// Records of positions that are reached by random moves, many of them one below the other; so many, unless
/// there are fewer positions within so few plies.
fn random_records(seed: u64, count: usize, plies: u64) -> Vec<BookRecord> {
    let mut numbers = Numbers(seed);
    let mut records = BTreeMap::new();
    for _ in 0..40 * count {
        if records.len() == count {
            break;
        }
        let depth = numbers.below(plies);
        let key = random_key(&mut numbers, depth);
        let record = random_record(&mut numbers, key);
        records.entry(key).or_insert(record);
    }
    records.into_values().collect()
}

/// All records of a book.
fn all(book: &Book) -> Vec<BookRecord> {
    book.records().collect::<Result<_, _>>().unwrap()
}
