//! Bounds that others have proven, from a file: what they say of the positions above them, and whether a book
//! agrees.

use std::collections::HashMap;
use std::io::BufRead;

use outflank_rules::Position;

use crate::{Book, BookError, BookKey, BookRecord, Destination, Origin, ProvenBounds};

/// Proven bounds of positions.
///
/// A line of a file is a board of 65 characters, then the lower and the upper bound for the side to move,
/// with tabs between them; lines that begin with `#` are remarks.
///
/// ```
/// use outflank_book::ProofTable;
///
/// let file = "# remark\n---------------------------OX------XO--------------------------- X\t+0\t+0\n";
/// let proofs = ProofTable::read(file.as_bytes())?;
/// assert_eq!(proofs.len(), 1);
/// # Ok::<(), outflank_book::BookError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ProofTable {
    proven: HashMap<BookKey, ProvenBounds>,
    /// The fewest empty squares of a position.
    fewest_empties: u32,
    /// What follows for positions above, as far as it was asked for.
    spread: HashMap<BookKey, ProvenBounds>,
}

/// With fewer empty squares than this in any position of a table, nothing is said of those above: half a
/// million positions lie above ten plies, and seven times as many with each ply more.
const SPREAD_FROM: u32 = 50;

/// What a book and proofs say of each other.
#[derive(Debug, Default)]
pub struct ProofReport {
    /// Book positions of which something is proven.
    pub positions: u64,
    /// Bounds that exclude each other, one text each.
    pub contradictions: Vec<String>,
    /// Estimates outside of what is proven, one text each.
    pub outside: Vec<String>,
}

impl ProofTable {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// Says which line is wrong and why.
    pub fn read(input: impl BufRead) -> Result<ProofTable, BookError> {
        let mut table = ProofTable { fewest_empties: 60, ..ProofTable::default() };
        for (index, line) in input.lines().enumerate() {
            let failed = |reason: String| BookError::Proofs { line: index + 1, reason };
            let line = line.map_err(|error| failed(error.to_string()))?;
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let [board, lower, upper] = line.split('\t').collect::<Vec<_>>()[..] else {
                return Err(failed(format!("{line:?} is not a board and two bounds with tabs between them")));
            };
            let position: Position = board.parse().map_err(|error| failed(format!("{error}")))?;
            let number = |text: &str| {
                text.trim().parse::<i32>().map_err(|_| failed(format!("{text:?} is not a score")))
            };
            let (lower, upper) = (number(lower)?, number(upper)?);
            let bounds = ProvenBounds::new(lower, upper)
                .ok_or_else(|| failed(format!("{lower} and {upper} are not bounds of a score")))?;
            let (key, _) = BookKey::of_position(&position)
                .ok_or_else(|| failed(format!("{position}: the side to move has no legal move")))?;
            let known = table.proven.get(&key).copied().unwrap_or(ProvenBounds::OPEN);
            let both = known
                .intersect(bounds)
                .ok_or_else(|| failed(format!("{position}: proven {bounds} here, {known} before")))?;
            table.proven.insert(key, both);
            table.fewest_empties = table.fewest_empties.min(key.empties());
        }
        Ok(table)
    }

    /// Returns how many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.proven.len()
    }

    /// Tells whether there is no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.proven.is_empty()
    }

    /// Returns what is proven of a position: in the table, or, if all of its positions have at least 50 empty
    /// squares, by all lines from the position down to those of the table.
    ///
    /// # Errors
    ///
    /// If the proofs exclude each other.
    pub fn bounds_of(&mut self, key: BookKey) -> Result<ProvenBounds, BookError> {
        if key.empties() < self.fewest_empties {
            return Ok(ProvenBounds::OPEN);
        }
        if self.fewest_empties < SPREAD_FROM {
            return Ok(self.proven.get(&key).copied().unwrap_or(ProvenBounds::OPEN));
        }
        // Every position above the table is asked for again and again.
        let mut spread = std::mem::take(&mut self.spread);
        let found = self.spread_into(key, &mut spread);
        self.spread = spread;
        found
    }

    /// Folds what is proven of all moves, and keeps it.
    fn spread_into(
        &self,
        key: BookKey,
        memo: &mut HashMap<BookKey, ProvenBounds>,
    ) -> Result<ProvenBounds, BookError> {
        if let Some(known) = memo.get(&key) {
            return Ok(*known);
        }
        let here = self.proven.get(&key).copied();
        if key.empties() <= self.fewest_empties {
            return Ok(here.unwrap_or(ProvenBounds::OPEN));
        }
        let (mut lower, mut upper) = (-64, -64);
        for moved in key.moves() {
            let bounds = match moved.to {
                Destination::End(score) => ProvenBounds::exact(score),
                Destination::Position { key, passed: true } => self.spread_into(key, memo)?,
                Destination::Position { key, passed: false } => self.spread_into(key, memo)?.negated(),
            };
            (lower, upper) = (lower.max(bounds.lower()), upper.max(bounds.upper()));
        }
        let there = ProvenBounds::new(lower, upper).unwrap_or(ProvenBounds::OPEN);
        let here = here.unwrap_or(ProvenBounds::OPEN);
        let both = here.intersect(there);
        let both = both.ok_or(BookError::Contradiction { position: key.position(), here, there })?;
        memo.insert(key, both);
        Ok(both)
    }

    /// Compares every position of a book with what is proven of it.
    ///
    /// # Errors
    ///
    /// If the book cannot be read, or the proofs exclude each other.
    pub fn compare(&mut self, book: &Book) -> Result<ProofReport, BookError> {
        let mut report = ProofReport::default();
        for record in book.records() {
            let record = record?;
            let proven = self.bounds_of(record.key)?;
            if proven == ProvenBounds::OPEN {
                continue;
            }
            report.positions += 1;
            let position = record.key.position();
            if record.bounds.intersect(proven).is_none() {
                let text = format!("{position}: {} in the book, proven {proven}", record.bounds);
                report.contradictions.push(text);
            }
            let value = record.estimate.map(|estimate| i32::from(estimate.value));
            if let Some(value) = value
                && !(proven.lower()..=proven.upper()).contains(&value)
            {
                report.outside.push(format!("{position}: expected {value:+}, proven {proven}"));
            }
        }
        Ok(report)
    }

    /// Returns a record for every book position of which the proofs say more than the book.
    ///
    /// # Errors
    ///
    /// If the book cannot be read, or the proofs exclude each other.
    pub fn news_for(&mut self, book: &Book) -> Result<Vec<BookRecord>, BookError> {
        let mut news = Vec::new();
        for record in book.records() {
            let record = record?;
            let proven = self.bounds_of(record.key)?;
            if !proven.contains(record.bounds) {
                let mut found = BookRecord::new(record.key, Origin::Unknown);
                (found.bounds, found.is_proven_here) = (proven, true);
                news.push(found);
            }
        }
        Ok(news)
    }
}
