//! Gaps: positions that are not in a book but lie between two that are.

use std::collections::{HashMap, HashSet};

use crate::{Book, BookError, BookKey, BookTask, Destination};

/// Returns the tasks that add positions between two book positions that are up to `missing` positions apart.
///
/// # Errors
///
/// If the book cannot be read.
pub fn gap_tasks(book: &Book, missing: u32) -> Result<Vec<BookTask>, BookError> {
    let mut found: Vec<BookKey> = GapSearch::run(book, missing)?.found.into_iter().collect();
    found.sort_unstable_by_key(|key| (key.empties(), *key));
    found.into_iter().map(|key| BookTask::leaf_of(book, key)).collect()
}

/// The search for gaps.
///
/// Nearly all positions around a book lead nowhere, and with each position more that may be missing there are
/// eight times as many. So no move of a position is made before it is clear that one could lead into the
/// book: a move adds a disc to the squares that are occupied, and the sets of squares of the book, each less
/// one disc, are few. And no position is looked at twice.
struct GapSearch<'b> {
    book: &'b Book,
    /// What [`BookKey::occupied`] can be for a position that leads into the book with one move.
    before: HashSet<u64>,
    /// How far was looked below positions, and whether that led into the book.
    seen: HashMap<BookKey, (u32, bool)>,
    found: HashSet<BookKey>,
    /// Positions whose moves were made.
    opened: u64,
}

impl GapSearch<'_> {
    fn run(book: &Book, missing: u32) -> Result<GapSearch<'_>, BookError> {
        let (before, seen, found) = (HashSet::new(), HashMap::new(), HashSet::new());
        let mut search = GapSearch { book, before, seen, found, opened: 0 };
        if missing == 0 {
            return Ok(search);
        }
        let mut sets = HashSet::new();
        for record in book.records() {
            let key = record?.key;
            if sets.insert(key.occupied()) {
                search.before.extend(key.occupied_before());
            }
        }
        drop(sets);
        for record in book.records() {
            for moved in record?.key.moves() {
                if let Destination::Position { key, .. } = moved.to {
                    let _joins = search.bridge(key, missing)?;
                }
            }
        }
        Ok(search)
    }

    /// Notes a position if it is not in the book but leads into it over at most `missing` such positions,
    /// itself among them, and tells whether it does; a book position does.
    fn bridge(&mut self, key: BookKey, missing: u32) -> Result<bool, BookError> {
        if missing <= 1 && !self.before.contains(&key.occupied()) {
            // It may be a book position, but then it is looked at where that matters: see below.
            return Ok(false);
        }
        if let Some((looked, joins)) = self.seen.get(&key)
            && *looked >= missing
        {
            return Ok(*joins);
        }
        if self.book.contains(key)? {
            return Ok(true);
        }
        self.opened += 1;
        let mut joins = false;
        for moved in key.moves() {
            if let Destination::Position { key: below, .. } = moved.to {
                joins |= self.book.contains(below)? || (missing > 1 && self.bridge(below, missing - 1)?);
            }
        }
        self.seen.insert(key, (missing, joins));
        if joins {
            self.found.insert(key);
        }
        Ok(joins)
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::Position;

    use super::*;
    use crate::{BookRecord, Origin};

    /// The plain rule: every way of so many moves is gone.
    fn joins(book: &Book, key: BookKey, missing: u32, found: &mut HashSet<BookKey>) -> bool {
        if book.contains(key).unwrap() {
            return true;
        }
        let below = |to| match to {
            Destination::Position { key, .. } => Some(key),
            Destination::End(_) => None,
        };
        let mut any = false;
        if missing > 0 {
            for next in key.moves().into_iter().filter_map(|moved| below(moved.to)) {
                any |= joins(book, next, missing - 1, found);
            }
        }
        if any {
            found.insert(key);
        }
        any
    }

    /// Returns a book of positions of games by a rule of thumb, some of them left out.
    fn patchy(games: u64) -> Book {
        let mut book = Book::new();
        for game in 0..games {
            let mut key = BookKey::of(Position::start().board()).unwrap().0;
            for ply in 0..24_u64 {
                let moves = key.moves();
                let chosen = (game.wrapping_mul(0x9e37_79b9) >> ply) as usize % moves.len();
                let Destination::Position { key: next, .. } = moves[chosen].to else { break };
                if (game + ply) % 5 != 0 {
                    book.put(BookRecord::new(key, Origin::Person)).unwrap();
                }
                key = next;
            }
        }
        book
    }

    #[test]
    fn gaps_are_those_of_the_plain_rule() {
        let book = patchy(40);
        for missing in 0..=2 {
            let mut plain = HashSet::new();
            for record in book.records() {
                for moved in record.unwrap().key.moves() {
                    if let Destination::Position { key, .. } = moved.to {
                        joins(&book, key, missing, &mut plain);
                    }
                }
            }
            let search = GapSearch::run(&book, missing).unwrap();
            assert_eq!(search.found, plain, "{missing}");
            assert!(missing == 0 || plain.len() > 30, "only {} gaps", plain.len());
        }
    }

    #[test]
    fn few_positions_around_a_large_book_are_opened() {
        let book = patchy(600);
        let moves: usize = book.records().map(|record| record.unwrap().key.moves().len()).sum();
        // The plain rule opens every position after a move that is not in the book.
        let around = moves as u64 - book.len();
        let one = GapSearch::run(&book, 1).unwrap();
        assert!(one.found.len() > 200, "{}", one.found.len());
        assert!(one.opened * 2 < around, "{} of {around} opened", one.opened);
        // With two missing all of these are opened, once, and few below them: eight times as many there are.
        let two = GapSearch::run(&book, 2).unwrap();
        assert!(two.opened < around * 4, "{} opened, {around} around", two.opened);
    }
}
