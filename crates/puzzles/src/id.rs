//! The name of a puzzle: six letters and digits that follow from its position.

use std::fmt;
use std::str::FromStr;

use outflank_rules::Position;

/// The letters of a name; those that look alike are left out.
const LETTERS: &[u8; 32] = b"23456789abcdefghjkmnpqrstuvwxyz0";

/// How many letters a name has.
const LENGTH: usize = 6;

/// Names a puzzle by its position, up to symmetry and colour.
///
/// ```
/// use outflank_puzzles::PuzzleId;
/// use outflank_rules::{Position, Symmetry};
///
/// let id = PuzzleId::of(&Position::start());
/// assert_eq!(PuzzleId::of(&Symmetry::ALL[3].position(Position::start())), id);
/// assert_eq!(id.to_string().parse(), Ok(id));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PuzzleId(u32);

impl PuzzleId {
    /// Returns the name that belongs to a position.
    #[must_use]
    pub fn of(position: &Position) -> PuzzleId {
        PuzzleId((position.board().canonical().0.hash() >> 34) as u32)
    }

    /// Returns the name that has been kept as a number; what is above 2^30 is not looked at.
    #[must_use]
    pub const fn of_number(number: u32) -> PuzzleId {
        PuzzleId(number & 0x3fff_ffff)
    }

    /// Returns the name as a number below 2^30.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }
}

impl fmt::Display for PuzzleId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |place: usize| char::from(LETTERS[(self.0 >> (5 * place)) as usize & 31]);
        let text: String = (0..LENGTH).rev().map(letter).collect();
        out.pad(&text)
    }
}

/// Says that a text names no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not the name of a puzzle; names have six letters and digits")]
pub struct ParsePuzzleIdError(pub String);

impl FromStr for PuzzleId {
    type Err = ParsePuzzleIdError;

    fn from_str(text: &str) -> Result<PuzzleId, ParsePuzzleIdError> {
        let refused = || ParsePuzzleIdError(text.chars().take(40).collect());
        if text.len() != LENGTH {
            return Err(refused());
        }
        let digit = |byte: u8| LETTERS.iter().position(|&letter| letter == byte.to_ascii_lowercase());
        text.bytes()
            .try_fold(0, |number, byte| Some(number << 5 | digit(byte)? as u32))
            .map(PuzzleId)
            .ok_or_else(refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_and_others_are_refused() {
        for number in [0, 1, 31, 32, 12_345_678, (1 << 30) - 1] {
            let text = PuzzleId(number).to_string();
            assert_eq!((text.len(), text.parse()), (6, Ok(PuzzleId(number))));
            assert_eq!(text.to_uppercase().parse(), Ok(PuzzleId(number)));
        }
        for text in ["", "22222", "2222222", "22222i", "22222ü", "é2222"] {
            assert!(text.parse::<PuzzleId>().is_err(), "{text}");
        }
    }
}
