//! One ply of a game: a disc on a square, or a pass.

use std::fmt;
use std::str::FromStr;

use crate::{ParseSquareError, Square};

/// A ply.
///
/// ```
/// use outflank_rules::{Move, Square};
///
/// assert_eq!("F5".parse(), Ok(Move::Place(Square::F5)));
/// assert_eq!("pass".parse(), Ok(Move::Pass));
/// assert_eq!(Move::from(Square::C3).to_string(), "c3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A disc placed on a square.
    Place(Square),
    /// No disc, because none can be placed.
    Pass,
}

impl Move {
    /// Returns the square of a placement.
    #[must_use]
    pub const fn square(self) -> Option<Square> {
        match self {
            Move::Place(square) => Some(square),
            Move::Pass => None,
        }
    }

    /// Tells whether the ply is a pass.
    #[must_use]
    pub const fn is_pass(self) -> bool {
        matches!(self, Move::Pass)
    }
}

impl From<Square> for Move {
    fn from(square: Square) -> Move {
        Move::Place(square)
    }
}

impl fmt::Display for Move {
    /// Writes `f5` or `pass`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(square) => fmt::Display::fmt(square, f),
            Move::Pass => f.pad("pass"),
        }
    }
}

/// Says why a text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a move; moves are written a1 to h8, a pass PA, PS, -- or pass")]
pub struct ParseMoveError(pub String);

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Parses a square, or a pass written `PA`, `PS`, `P`, `--`, `-`, `@@@@` or `pass` in any case.
    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        if ["pa", "ps", "p", "--", "-", "@@@@", "pass"].iter().any(|pass| text.eq_ignore_ascii_case(pass)) {
            return Ok(Move::Pass);
        }
        text.parse().map(Move::Place).map_err(|ParseSquareError(text)| ParseMoveError(text))
    }
}
