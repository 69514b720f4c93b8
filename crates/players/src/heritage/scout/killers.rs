//! The killer table: for every move, how often each reply was the best.
//!
//! As a file: `move reply count` a line, `%` begins a comment. Sides are not told apart.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use outflank_rules::{Square, Symmetry};

use crate::heritage::order::Order;

/// The table shipped with the program: see `data/SOURCES.md` of this crate.
static SHIPPED: &str = include_str!("../../../data/scout-killers.txt");

/// Says why a table cannot be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum KillersError {
    #[error(transparent)]
    Open(#[from] std::io::Error),
    #[error("line {0}: {1:?} is not of the form: move reply count")]
    Line(usize, String),
}

/// How often replies were the best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Killers(Arc<[[u32; 64]; 64]>);

impl Default for Killers {
    fn default() -> Killers {
        Killers(Arc::new([[0; 64]; 64]))
    }
}

impl Killers {
    /// Returns the shipped table; a test makes sure that it can be read.
    pub(super) fn shipped() -> Killers {
        Killers::parse(SHIPPED).unwrap_or_default()
    }

    /// Reads a file.
    pub(super) fn open(path: &Path) -> Result<Killers, KillersError> {
        Killers::parse(&std::fs::read_to_string(path)?)
    }

    fn parse(text: &str) -> Result<Killers, KillersError> {
        let mut counts = [[0_u32; 64]; 64];
        for (index, line) in text.lines().enumerate() {
            let said = line.split('%').next().unwrap_or_default().trim();
            if said.is_empty() {
                continue;
            }
            let (played, reply, count) = parse_line(said)
                .ok_or_else(|| KillersError::Line(index + 1, line.chars().take(80).collect()))?;
            let slot = &mut counts[played.index() as usize][reply.index() as usize];
            *slot = slot.saturating_add(count);
        }
        Ok(Killers(Arc::new(counts)))
    }

    /// Counts a best reply, as it was played or with its mirror images.
    pub(super) fn count(&mut self, played: Square, reply: Square, mirrored: bool) {
        let counts = Arc::make_mut(&mut self.0);
        let images = if mirrored { &Symmetry::ALL[..] } else { &[Symmetry::Identity] };
        for symmetry in images {
            let (played, reply) = (symmetry.square(played), symmetry.square(reply));
            let slot = &mut counts[played.index() as usize][reply.index() as usize];
            *slot = slot.saturating_add(1);
        }
    }

    /// Returns the order of the replies that follows from the counts.
    pub(super) fn order(&self) -> Order {
        Order::by_counts(&self.0)
    }

    /// Writes all replies that were ever the best.
    pub(super) fn text(&self) -> String {
        let mut text = String::from("% How often replies were the best: move, reply, count.\n");
        for (played, row) in Square::all().zip(self.0.iter()) {
            for (reply, count) in Square::all().zip(row).filter(|(_, count)| **count > 0) {
                let _infallible = writeln!(text, "{played} {reply} {count}");
            }
        }
        text
    }
}

fn parse_line(line: &str) -> Option<(Square, Square, u32)> {
    let mut words = line.split_whitespace();
    let line = (words.next()?.parse().ok()?, words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    words.next().is_none().then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_table_can_be_read_and_knows_every_move() {
        let table = Killers::parse(SHIPPED).unwrap();
        let centre = ["d4", "e4", "d5", "e5"].map(|text| text.parse::<Square>().unwrap());
        for square in Square::all().filter(|square| !centre.contains(square)) {
            assert!(table.0[square.index() as usize].iter().any(|count| *count > 0), "{square}");
        }
    }

    #[test]
    fn replies_are_counted_as_played_or_with_mirror_images_and_read_as_written() {
        for (mirrored, expected) in [(false, "b2 a1 2\n"), (true, "b2 a1 4\n")] {
            let mut table = Killers::default();
            table.count("b2".parse().unwrap(), "a1".parse().unwrap(), mirrored);
            table.count("b2".parse().unwrap(), "a1".parse().unwrap(), mirrored);
            let text = table.text();
            assert!(text.contains(expected) && text.contains("g7 h8 4\n") == mirrored, "{text}");
            assert_eq!(Killers::parse(&text).unwrap(), table);
        }
    }

    #[test]
    fn a_bad_line_is_named() {
        for line in ["a1 b9 1", "a1 b1", "a1 b1 -1", "a1 b1 1 1"] {
            let error = Killers::parse(&format!("% fine\n{line}\n")).unwrap_err().to_string();
            assert!(error.contains("line 2") && error.contains(line), "{error}");
        }
    }
}
