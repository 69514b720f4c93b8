//! The two sides.

use std::fmt;
use std::ops::{Neg, Not};

/// A side, and the colour of its discs. Black moves first in a standard game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// The side that starts.
    Black,
    /// The side that replies.
    White,
}

impl Color {
    /// Both colours, black first.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// Returns the letter of the colour's discs in a board string: `X` for black, `O` for white.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'X',
            Color::White => 'O',
        }
    }

    /// Returns `black` or `white`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Color::Black => "black",
            Color::White => "white",
        }
    }

    /// Turns a score that this side sees into the one that Black sees, and back: White's is the negative.
    ///
    /// ```
    /// use outflank_rules::Color;
    ///
    /// assert_eq!((Color::Black.for_black(6), Color::White.for_black(6)), (6, -6));
    /// ```
    #[must_use]
    pub fn for_black<T: Neg<Output = T>>(self, score: T) -> T {
        match self {
            Color::Black => score,
            Color::White => -score,
        }
    }
}

impl Not for Color {
    type Output = Color;

    /// Returns the other side.
    #[inline]
    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
