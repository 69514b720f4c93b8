//! Joining what two books know of a position.

use outflank_rules::Square;

use crate::{Book, BookError, BookEstimate, BookKey, BookLeaf, BookMove, BookRecord, Destination};

/// From this share of a book on (one in so many positions) everything is derived anew, which is quicker than
/// going up from each change.
const BULK: u64 = 8;

impl BookRecord {
    /// Joins what two records of a position know: bounds intersect, the better founded leaf and estimate
    /// win, the larger number of visits counts, and the later origin in the list of them. The order of the
    /// two does not matter, and joining a record twice changes nothing.
    ///
    /// Of two equally founded leaves the higher value wins, then the later square, so that there is a rule. A
    /// leaf whose move leads to a book position gives way to one whose move does not.
    ///
    /// # Errors
    ///
    /// If the bounds exclude each other.
    pub fn joined(
        &self,
        other: &BookRecord,
        is_linked: impl Fn(Square) -> bool,
    ) -> Result<BookRecord, BookError> {
        let Some(bounds) = self.bounds.intersect(other.bounds) else {
            let (here, there) = (self.bounds, other.bounds);
            return Err(BookError::Contradiction { position: self.key.position(), here, there });
        };
        let place = |leaf: &BookLeaf| {
            let is_open = leaf.square.is_some_and(|square| !is_linked(square));
            (is_open, leaf.estimate.rank(), leaf.estimate.value, leaf.square)
        };
        let leaf = [self.leaf, other.leaf].into_iter().flatten().max_by_key(place);
        // It is derived anew in a moment; until then the better founded one will do.
        let founded = |estimate: &BookEstimate| (estimate.rank(), estimate.value);
        let estimate = [self.estimate, other.estimate].into_iter().flatten().max_by_key(founded);
        Ok(BookRecord {
            key: self.key,
            bounds,
            is_proven_here: self.is_proven_here || other.is_proven_here,
            estimate,
            leaf,
            unlinked_upper: self.unlinked_upper.min(other.unlinked_upper),
            visits: self.visits.max(other.visits),
            origin: self.origin.max(other.origin),
        })
    }
}

impl Book {
    /// Adds records, joining them with what is there, and derives what changes. Returns the contradictions
    /// that were found; of two proofs that contradict each other the older one stays.
    ///
    /// # Errors
    ///
    /// If the book cannot be read.
    pub fn join(&mut self, records: &[BookRecord]) -> Result<Vec<BookError>, BookError> {
        let before = self.len();
        // All positions first: which moves are linked depends on all of them.
        for record in records {
            if !self.contains(record.key)? {
                self.put(*record)?;
            }
        }
        let mut contradictions = Vec::new();
        for record in records {
            let Some(known) = self.get(record.key)? else { continue };
            if known == *record {
                continue;
            }
            let linked = self.linked_squares(record.key)?;
            match known.joined(record, |square| linked.contains(&square)) {
                Ok(joined) => self.put(joined)?,
                Err(error) => contradictions.push(error),
            }
        }
        let found = if records.len() as u64 > before / BULK + 64 {
            self.derive_all()?
        } else {
            self.propagate(records.iter().map(|record| record.key))?
        };
        contradictions.extend(found);
        Ok(contradictions)
    }

    /// Returns the moves of a position that lead to book positions.
    fn linked_squares(&self, key: BookKey) -> Result<Vec<Square>, BookError> {
        let mut linked = Vec::new();
        for BookMove { square, to } in key.moves() {
            let is_linked = match to {
                Destination::End(_) => true,
                Destination::Position { key, .. } => self.contains(key)?,
            };
            if is_linked {
                linked.push(square);
            }
        }
        Ok(linked)
    }
}
