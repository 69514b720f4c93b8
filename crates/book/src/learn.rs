//! Adding the positions of games that people played.

use std::collections::BTreeMap;

use outflank_rules::Position;

use crate::{Book, BookError, BookKey, BookRecord, Origin};

/// Positions of games, counted.
#[derive(Clone, Debug, Default)]
pub struct GameCounts(BTreeMap<BookKey, u32>);

impl GameCounts {
    /// Counts the positions of a game, each once.
    pub fn add_game(&mut self, positions: impl IntoIterator<Item = Position>) {
        let mut keys: Vec<BookKey> =
            positions.into_iter().filter_map(|position| Some(BookKey::of_position(&position)?.0)).collect();
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            let count = self.0.entry(key).or_insert(0);
            *count = count.saturating_add(1);
        }
    }

    /// Leaves out positions that fewer games came to.
    pub fn keep_from(&mut self, fewest: u32) {
        self.0.retain(|_, count| *count >= fewest);
    }

    /// Returns how many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Tells whether there is no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds the counts to the visits of a book's positions, and the positions that it does not have. Returns
    /// how many are new. Those have no value until they are searched.
    ///
    /// # Errors
    ///
    /// If the book cannot be read.
    pub fn add_to(&self, book: &mut Book) -> Result<u64, BookError> {
        let before = book.len();
        for (key, count) in &self.0 {
            let known = book.get(*key)?;
            let mut record = known.unwrap_or_else(|| BookRecord::new(*key, Origin::Person));
            record.visits = record.visits.saturating_add(*count);
            book.put(record)?;
        }
        // New positions have no value: what lies above keeps the leaf that stood for them.
        book.propagate(self.0.keys().copied())?;
        Ok(book.len() - before)
    }
}
