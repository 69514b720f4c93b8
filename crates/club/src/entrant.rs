//! Those who take part.

use std::fmt;

/// Names somebody who takes part: the place in the order of entry, counted from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntrantNumber(pub usize);

impl fmt::Display for EntrantNumber {
    /// Writes the number as people count, from one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0 + 1).fmt(f)
    }
}

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubEntrant {
    /// The name, unlike every other of the tournament.
    pub name: String,
    /// How many rounds were paired before the entry.
    pub joined: usize,
    /// Whether no further rounds are played.
    pub withdrawn: bool,
}
