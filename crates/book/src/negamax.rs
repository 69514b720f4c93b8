//! What a position is worth by its moves: proofs and estimates, each folded on its own.
//!
//! A move adds a disc, so positions with more discs never lead to ones with fewer: going through them in that
//! order visits each once, whatever transpositions there are, and never loops.

use std::collections::BTreeSet;

use outflank_rules::Square;

use crate::{
    Book, BookError, BookEstimate, BookKey, BookLeaf, BookMove, BookRecord, Confidence, Destination,
    ProvenBounds,
};

/// A move of a book position with what the book has below it.
#[derive(Clone, Copy, Debug)]
pub struct BookLink {
    /// The square.
    pub square: Square,
    /// Where it leads.
    pub to: Destination,
    /// The record of that position, if it is in the book.
    pub record: Option<BookRecord>,
}

impl BookLink {
    /// Tells whether the move ends the game or leads to a book position.
    #[must_use]
    pub fn is_linked(&self) -> bool {
        self.record.is_some() || matches!(self.to, Destination::End(_))
    }

    fn passed(&self) -> bool {
        matches!(self.to, Destination::Position { passed: true, .. })
    }

    /// Returns what the move is worth to the side that makes it, as far as the book knows.
    #[must_use]
    pub fn estimate(&self) -> Option<BookEstimate> {
        match self.to {
            Destination::End(score) => Some(BookEstimate::proven(score, 1)),
            Destination::Position { .. } => Some(self.record?.estimate?.one_ply_above(self.passed())),
        }
    }

    /// Returns what is proven of the move for the side that makes it.
    #[must_use]
    pub fn bounds(&self) -> ProvenBounds {
        match (self.to, &self.record) {
            (Destination::End(score), _) => ProvenBounds::exact(score),
            (_, Some(record)) if self.passed() => record.bounds,
            (_, Some(record)) => record.bounds.negated(),
            (_, None) => ProvenBounds::OPEN,
        }
    }
}

/// What a record should be by its leaf and the positions below.
#[derive(Clone, Copy, Debug)]
pub struct Derived {
    /// The record.
    pub record: BookRecord,
    /// What the moves prove, if it excludes what is proven of the position itself. The record keeps the
    /// latter.
    pub contradiction: Option<ProvenBounds>,
}

impl BookRecord {
    /// Tells whether there is a leaf that counts: its move leads to no book position that has a value.
    fn valid_leaf(&self, links: &[BookLink]) -> Option<BookLeaf> {
        let leaf = self.leaf?;
        let is_valid = match leaf.square {
            None => !links.iter().any(|link| link.record.is_some_and(|record| record.estimate.is_some())),
            Some(square) => links.iter().any(|link| link.square == square && link.estimate().is_none()),
        };
        is_valid.then_some(leaf)
    }

    /// Derives bounds and estimate from the leaf and the moves; a leaf that has become a book position is
    /// dropped.
    #[must_use]
    pub fn derived(&self, links: &[BookLink]) -> Derived {
        let leaf = self.valid_leaf(links);
        let mut best = leaf.map(|leaf| leaf.estimate);
        let (mut lower, mut upper) = (-64, -64);
        for link in links {
            let bounds = link.bounds();
            let bound = if link.is_linked() { bounds.upper() } else { i32::from(self.unlinked_upper) };
            (lower, upper) = (lower.max(bounds.lower()), upper.max(bound));
            if let Some(found) = link.estimate()
                && best.is_none_or(|best| (found.value, found.rank()) > (best.value, best.rank()))
            {
                best = Some(found);
            }
        }
        if let Some(leaf) = leaf.filter(|leaf| leaf.estimate.confidence == Confidence::Proven) {
            lower = lower.max(i32::from(leaf.estimate.value));
        }
        let by_moves = ProvenBounds::new(lower, upper);
        let here = if self.is_proven_here { self.bounds } else { ProvenBounds::OPEN };
        let both = by_moves.and_then(|by_moves| here.intersect(by_moves));
        let contradiction = match (both, by_moves) {
            (Some(_), _) => None,
            (None, by_moves) => Some(by_moves.unwrap_or(ProvenBounds::exact(lower))),
        };
        let bounds = both.unwrap_or(here);
        let estimate = best.or(self.estimate.filter(|_| links.iter().all(|link| link.estimate().is_none())));
        let estimate = clamped(estimate, bounds, self.key.empties());
        let record = BookRecord { bounds, estimate, leaf, ..*self };
        Derived { record, contradiction }
    }
}

/// Moves an estimate between proven bounds.
fn clamped(estimate: Option<BookEstimate>, bounds: ProvenBounds, empties: u32) -> Option<BookEstimate> {
    if bounds.is_exact() {
        return Some(BookEstimate::proven(bounds.lower(), empties));
    }
    let estimate = estimate?;
    let value = i32::from(estimate.value).clamp(bounds.lower(), bounds.upper()) as i8;
    // What is proven of a move is an estimate of the position as long as another may be better.
    let confidence = match estimate.confidence {
        Confidence::Proven => Confidence::Percent(100),
        other => other,
    };
    Some(BookEstimate { value, confidence, ..estimate })
}

impl Book {
    /// Returns the moves of a position with what the book has below them.
    ///
    /// # Errors
    ///
    /// If the book cannot be read.
    pub fn links(&self, key: BookKey) -> Result<Vec<BookLink>, BookError> {
        let link = |BookMove { square, to }| {
            let record = match to {
                Destination::Position { key, .. } => self.get(key)?,
                Destination::End(_) => None,
            };
            Ok(BookLink { square, to, record })
        };
        key.moves().into_iter().map(link).collect()
    }

    /// Derives some positions and all that change above them. Returns the contradictions that were found.
    ///
    /// # Errors
    ///
    /// If the book cannot be read.
    pub fn propagate(
        &mut self,
        changed: impl IntoIterator<Item = BookKey>,
    ) -> Result<Vec<BookError>, BookError> {
        self.index_discs()?;
        let mut contradictions = Vec::new();
        // Fewest empty squares first: what lies below a position is settled before it.
        let mut waiting: BTreeSet<(u32, BookKey)> = BTreeSet::new();
        for key in changed {
            waiting.insert((key.empties(), key));
            // It may be new: then those above have a link more.
            waiting.extend(self.parents(key).map(|above| (above.empties(), above)));
        }
        while let Some((_, key)) = waiting.pop_first() {
            if self.settle(key, &mut contradictions)? {
                waiting.extend(self.parents(key).map(|above| (above.empties(), above)));
            }
        }
        Ok(contradictions)
    }

    /// Derives every position of the book. Returns the contradictions that were found.
    ///
    /// # Errors
    ///
    /// If the book cannot be read.
    pub fn derive_all(&mut self) -> Result<Vec<BookError>, BookError> {
        let mut contradictions = Vec::new();
        for key in self.keys_from_the_end()? {
            let _changed = self.settle(key, &mut contradictions)?;
        }
        Ok(contradictions)
    }

    /// Derives a position and tells whether it has changed.
    fn settle(&mut self, key: BookKey, contradictions: &mut Vec<BookError>) -> Result<bool, BookError> {
        let Some(record) = self.get(key)? else { return Ok(false) };
        let derived = record.derived(&self.links(key)?);
        if let Some(there) = derived.contradiction {
            let here = record.bounds;
            contradictions.push(BookError::Contradiction { position: key.position(), here, there });
        }
        let is_changed = derived.record != record;
        if is_changed {
            self.put(derived.record)?;
        }
        Ok(is_changed)
    }

    /// Returns all keys, those with the fewest empty squares first.
    pub(crate) fn keys_from_the_end(&self) -> Result<Vec<BookKey>, BookError> {
        let keys: Result<Vec<BookKey>, BookError> =
            self.records().map(|record| record.map(|record| record.key)).collect();
        let mut keys = keys?;
        keys.sort_unstable_by_key(|key| (key.empties(), *key));
        Ok(keys)
    }
}
