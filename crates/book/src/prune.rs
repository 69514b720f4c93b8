//! Leaving out what good play never reaches.

use std::collections::HashSet;

use crate::{Book, BookError, BookKey, BookLeaf, BookRecord, Destination};

/// What stays in a book.
#[derive(Clone, Copy, Debug)]
pub struct PrunePlan {
    /// How many discs the moves of one side may be worse than its best; the other side plays anything.
    pub within: i32,
    /// Positions with fewer empty squares are left out.
    pub fewest_empties: u32,
}

impl PrunePlan {
    /// Returns the book without what cannot be reached from a position as long as one of the sides,
    /// whichever, plays well.
    ///
    /// What was known of a position that is left out lives on above it: the best of those becomes the leaf,
    /// and what was proven stays proven.
    ///
    /// # Errors
    ///
    /// If the book cannot be read.
    pub fn pruned(&self, book: &Book, root: BookKey) -> Result<Book, BookError> {
        let mut kept = HashSet::new();
        for root_side_plays_well in [true, false] {
            self.mark(book, root, root_side_plays_well, &mut kept)?;
        }
        let mut keys: Vec<BookKey> = kept.into_iter().collect();
        keys.sort_unstable_by_key(|key| (key.empties(), *key));
        let mut pruned = Book::new();
        for key in &keys {
            if let Some(record) = book.get(*key)? {
                pruned.put(record)?;
            }
        }
        for key in &keys {
            if let Some(record) = book.get(*key)? {
                let folded = folded(&record, book, &pruned)?;
                pruned.put(folded)?;
            }
        }
        Ok(pruned)
    }

    /// Notes what is reached while one side plays well.
    fn mark(
        &self,
        book: &Book,
        root: BookKey,
        root_side_plays_well: bool,
        kept: &mut HashSet<BookKey>,
    ) -> Result<(), BookError> {
        let mut seen = HashSet::new();
        let mut waiting = vec![(root, true)];
        while let Some((key, is_root_side)) = waiting.pop() {
            let is_wanted = key == root || key.empties() >= self.fewest_empties;
            if !is_wanted || !seen.insert((key, is_root_side)) {
                continue;
            }
            let Some(record) = book.get(key)? else { continue };
            kept.insert(key);
            let best = record.estimate.map(|estimate| i32::from(estimate.value));
            for link in book.links(key)? {
                let Destination::Position { key: below, passed } = link.to else { continue };
                let is_good = match (best, link.estimate()) {
                    (Some(best), Some(estimate)) => i32::from(estimate.value) >= best - self.within,
                    // Nothing is known against it.
                    _ => true,
                };
                if is_good || is_root_side != root_side_plays_well {
                    waiting.push((below, is_root_side == passed));
                }
            }
        }
        Ok(())
    }
}

/// Returns a record with what is known below it and not in the new book.
fn folded(record: &BookRecord, old: &Book, new: &Book) -> Result<BookRecord, BookError> {
    let links = old.links(record.key)?;
    let mut leaf = record.leaf;
    let has_open = links.iter().any(|link| !link.is_linked());
    let mut unlinked_upper = if has_open { i32::from(record.unlinked_upper) } else { -64 };
    let mut is_anything_lost = false;
    for link in &links {
        let Destination::Position { key, .. } = link.to else { continue };
        if link.record.is_none() || new.contains(key)? {
            continue;
        }
        is_anything_lost = true;
        unlinked_upper = unlinked_upper.max(link.bounds().upper());
        if let Some(estimate) = link.estimate() {
            let found = BookLeaf { square: Some(link.square), estimate };
            let place = |leaf: &BookLeaf| (leaf.estimate.value, leaf.estimate.rank());
            leaf = [leaf, Some(found)].into_iter().flatten().max_by_key(place);
        }
    }
    if !is_anything_lost {
        unlinked_upper = record.unlinked_upper.into();
    }
    let unlinked_upper = unlinked_upper as i8;
    let bare = BookRecord { leaf, unlinked_upper, is_proven_here: false, ..*record };
    let links = new.links(record.key)?;
    let derived = bare.derived(&links).record;
    if derived.bounds == record.bounds && !record.is_proven_here {
        return Ok(derived);
    }
    // The moves do not prove it any more; it is true all the same.
    let proven = BookRecord { is_proven_here: true, bounds: record.bounds, ..bare };
    Ok(proven.derived(&links).record)
}
