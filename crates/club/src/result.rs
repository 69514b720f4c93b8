//! What came of a board.

use std::cmp::Ordering;

use outflank_rules::Color;

/// All squares of the board, which the final score divides.
const SQUARES: u32 = 64;

/// The fewest discs of a game that is over: the shortest has nine moves.
const FEWEST: u32 = 13;

/// What came of a board. Empty squares belong to the winner, so that the discs of both are 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoardResult {
    /// The game was played; white has the rest of 64.
    Discs {
        /// Black's discs.
        black: u8,
    },
    /// A side did not play; the other has the point.
    Forfeit(Color),
    /// Neither side played.
    DoubleForfeit,
}

/// Says that nobody can finish a game with so many discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{black} and {white} cannot be final disc counts: together they are {FEWEST} to {SQUARES}")]
pub struct DiscCountError {
    black: u32,
    white: u32,
}

impl BoardResult {
    /// Returns the result of a game by the discs on the board; empty squares go to the winner, or to both in
    /// equal parts if it is a draw.
    ///
    /// # Errors
    ///
    /// If no game ends like that.
    pub fn counted(black: u32, white: u32) -> Result<BoardResult, DiscCountError> {
        let sum = black.checked_add(white).filter(|sum| (FEWEST..=SQUARES).contains(sum));
        let sum = sum.ok_or(DiscCountError { black, white })?;
        let black = match black.cmp(&white) {
            Ordering::Greater => black + SQUARES - sum,
            Ordering::Equal => SQUARES / 2,
            Ordering::Less => black,
        };
        // At most 64.
        Ok(BoardResult::Discs { black: u8::try_from(black).unwrap_or(u8::MAX) })
    }

    /// Returns the result by a score from black's view, from -64 to 64.
    ///
    /// # Errors
    ///
    /// If it is odd or beyond that.
    pub fn of_score(score: i32) -> Result<BoardResult, DiscCountError> {
        let discs = |score: i32| u32::try_from((64 + score) / 2).unwrap_or(u32::MAX);
        let (black, white) = (discs(score), discs(-score));
        if score % 2 != 0 {
            return Err(DiscCountError { black, white });
        }
        BoardResult::counted(black, white)
    }

    /// Returns the discs of a side; `None` if the game was not played.
    #[must_use]
    pub fn discs(self, side: Color) -> Option<u8> {
        match (self, side) {
            (BoardResult::Discs { black }, Color::Black) => Some(black),
            (BoardResult::Discs { black }, Color::White) => Some(64 - black),
            _ => None,
        }
    }

    /// Tells whether the game was played.
    #[must_use]
    pub fn is_played(self) -> bool {
        matches!(self, BoardResult::Discs { .. })
    }
}
