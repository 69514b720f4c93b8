//! An index in memory that grows with every game: sorted runs, of which the small ones are merged.

use std::io;

use crate::LibraryRow;
use crate::indexed::{GameGatherer, IndexedGame, PositionIndex};

/// A position, a game and the number of the move played there.
type PlacedMove = (u64, u32, u8);

/// Positions in memory.
///
/// A game that was added is found at once; adding many costs little more than sorting them.
#[derive(Debug, Default)]
pub struct GrowingIndex {
    gatherer: GameGatherer,
    /// Sorted runs; each is at least twice as long as the next.
    runs: Vec<Vec<PlacedMove>>,
}

impl GrowingIndex {
    /// Adds games.
    pub fn add<'r>(&mut self, rows: impl IntoIterator<Item = &'r LibraryRow>) {
        let mut run: Vec<PlacedMove> = Vec::new();
        for row in rows {
            self.gatherer.add(row, |hash, game, played| run.push((hash, game, played)));
        }
        if run.is_empty() {
            return;
        }
        run.sort_unstable();
        while let Some(last) = self.runs.pop_if(|last| last.len() < 2 * run.len()) {
            run = merged(&last, &run);
        }
        self.runs.push(run);
    }

    /// Returns how many games it has.
    #[must_use]
    pub fn games(&self) -> usize {
        self.gatherer.games.known.len()
    }
}

/// Merges two sorted runs.
fn merged(one: &[PlacedMove], other: &[PlacedMove]) -> Vec<PlacedMove> {
    let mut all = Vec::with_capacity(one.len() + other.len());
    let (mut left, mut right) = (one, other);
    while let (Some(&first), Some(&second)) = (left.first(), right.first()) {
        if first <= second {
            all.push(first);
            left = &left[1..];
        } else {
            all.push(second);
            right = &right[1..];
        }
    }
    all.extend_from_slice(left);
    all.extend_from_slice(right);
    all
}

impl PositionIndex for GrowingIndex {
    fn names(&self) -> &[String] {
        &self.gatherer.games.names
    }

    fn find(&self, hash: u64, each: &mut dyn FnMut(&IndexedGame, u8)) -> io::Result<()> {
        for run in &self.runs {
            let first = run.partition_point(|entry| entry.0 < hash);
            for &(_, game, played) in run[first..].iter().take_while(|entry| entry.0 == hash) {
                if let Some(known) = self.gatherer.games.known.get(game as usize) {
                    each(known, played);
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use outflank_records::Record;
    use outflank_rules::Position;

    use super::*;
    use crate::{ExplorerFilter, LibrarySource, game_of_record, look};

    #[test]
    fn games_are_found_as_they_are_added_in_any_symmetry() {
        let mut index = GrowingIndex::default();
        for (key, moves) in (1..).zip(["f5d6c3", "f5d6c4", "c4e3", "f5f6", "d3c5", "f5d6c3"]) {
            let record = Record::from_transcript(moves).unwrap();
            let game = game_of_record(&record, LibrarySource::File("transcript".to_owned()));
            let row = LibraryRow { key, added: 0, deleted: None, game, tags: Vec::new() };
            index.add([&row]);
            assert_eq!(index.games() as i64, key);
        }
        assert!(index.runs.is_sorted_by_key(|run| std::cmp::Reverse(run.len())), "{:?}", index.runs);
        let counted = |moves: &str| {
            let mut record = Record::new(Position::start());
            record.push_transcript(moves).unwrap();
            let found = look(&[&index], &record, &ExplorerFilter::default(), &HashSet::from([6])).unwrap();
            (found.results.games, found.moves.iter().map(|one| one.results.games).collect::<Vec<_>>())
        };
        assert_eq!(counted(""), (5, vec![5]));
        // Four of the five begin like this: perpendicular and parallel.
        assert_eq!(counted("f5"), (5, vec![4, 1]));
        assert_eq!(counted("f5d6").0, 4);
    }
}
