//! A position of the game: discs, and whose turn it is.

use std::fmt;
use std::str::FromStr;

use outflank_kernels::Portable;

use crate::{Bitboard, Board, BoardTextError, Color, Move, Setup, SetupError, Square};

/// Any two disjoint sets of discs and a side to move.
///
/// The side to move may have to pass, and the game may be over: the position says so. The convenience
/// methods here use the portable kernels; loops that visit millions of positions carry a [`Board`] and an
/// instruction set instead.
///
/// ```
/// use outflank_rules::{Color, Position, Square};
///
/// let start = Position::default();
/// let next = start.play(Square::F5)?;
/// assert_eq!(next.side_to_move(), Color::White);
/// assert_eq!(next.legal_moves().squares().collect::<Vec<_>>(), [Square::F4, Square::D6, Square::F6]);
/// assert_eq!(start.play(Square::A1).unwrap_err().to_string(), "black at a1 turns nothing over");
/// # Ok::<(), outflank_rules::IllegalMove>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    board: Board,
    side: Color,
}

impl Default for Position {
    /// Returns the standard start.
    fn default() -> Position {
        Position::start()
    }
}

/// Says why a move cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// There is a disc on the square already.
    #[error("{square} is taken")]
    Occupied {
        /// The square.
        square: Square,
    },
    /// No disc would be turned over.
    #[error("{side} at {square} turns nothing over")]
    TurnsNothing {
        /// The square.
        square: Square,
        /// The side to move.
        side: Color,
    },
    /// A pass while there are legal moves.
    #[error("{side} may not pass: {moves} legal moves, for example {example}")]
    PassWithMoves {
        /// The side to move.
        side: Color,
        /// How many legal moves there are.
        moves: u32,
        /// One of them.
        example: Square,
    },
    /// A pass, or a move, after the end of the game.
    #[error("the game is over: neither side can move")]
    Finished,
}

/// What [`Position::make`] changed, for [`Position::unmake`] to take back.
#[derive(Clone, Copy, Debug)]
#[must_use = "without it the move cannot be taken back"]
pub struct Undo {
    played: Move,
    flips: Bitboard,
}

impl Undo {
    /// Returns the move that was made.
    #[must_use]
    pub const fn played(&self) -> Move {
        self.played
    }

    /// Returns the discs that were turned over.
    #[must_use]
    pub const fn flips(&self) -> Bitboard {
        self.flips
    }
}

impl Position {
    /// Returns the standard start.
    #[must_use]
    pub fn start() -> Position {
        let Setup { black, white, side } = Setup::start();
        Position::from_disjoint(black, white, side)
    }

    /// Makes a position of two disc sets known to be disjoint.
    pub(crate) const fn from_disjoint(black: Bitboard, white: Bitboard, side: Color) -> Position {
        let board = match side {
            Color::Black => Board::from_words(black.0, white.0),
            Color::White => Board::from_words(white.0, black.0),
        };
        Position { board, side }
    }

    /// Returns the position in which `side` is to move on `board`.
    #[must_use]
    pub const fn of_board(board: Board, side: Color) -> Position {
        Position { board, side }
    }

    /// Returns the discs as the side to move sees them.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// Returns the side whose turn it is, also when it has to pass or the game is over.
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.side
    }

    /// Returns the discs of one colour.
    #[must_use]
    pub fn discs(&self, color: Color) -> Bitboard {
        if color == self.side { self.board.own() } else { self.board.opp() }
    }

    /// Returns the disc on a square.
    #[must_use]
    pub fn disc(&self, square: Square) -> Option<Color> {
        if self.board.own().contains(square) {
            Some(self.side)
        } else if self.board.opp().contains(square) {
            Some(!self.side)
        } else {
            None
        }
    }

    /// Returns the empty squares.
    #[must_use]
    pub const fn empty(&self) -> Bitboard {
        self.board.empty()
    }

    /// Returns the squares where the side to move may play.
    #[must_use]
    pub fn legal_moves(&self) -> Bitboard {
        self.board.legal_moves(Portable)
    }

    /// Returns the discs that a move to `square` turns over: none if the move is illegal.
    #[must_use]
    pub fn flips(&self, square: Square) -> Bitboard {
        if self.empty().contains(square) { self.board.flips(Portable, square) } else { Bitboard::EMPTY }
    }

    /// Tells whether the side to move cannot place a disc while the other side can.
    #[must_use]
    pub fn must_pass(&self) -> bool {
        self.legal_moves().is_empty() && !self.board.swapped().legal_moves(Portable).is_empty()
    }

    /// Tells whether neither side can place a disc.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.legal_moves().is_empty() && self.board.swapped().legal_moves(Portable).is_empty()
    }

    /// Tells whether the move may be made.
    #[must_use]
    pub fn is_legal(&self, played: Move) -> bool {
        match played {
            Move::Place(square) => !self.flips(square).is_empty(),
            Move::Pass => self.must_pass(),
        }
    }

    /// Returns black's discs minus white's, empty squares going to the winner: the score if the game ended
    /// here.
    #[must_use]
    pub fn score(&self) -> i32 {
        match self.side {
            Color::Black => self.board.final_score(),
            Color::White => -self.board.final_score(),
        }
    }

    /// Returns the position after a move.
    ///
    /// # Errors
    ///
    /// Says why the move cannot be made.
    pub fn play(&self, played: impl Into<Move>) -> Result<Position, IllegalMove> {
        let mut next = *self;
        let _ = next.make(played)?;
        Ok(next)
    }

    /// Returns every legal move and the position after it, in the order of the squares: one pass if there is
    /// nothing else, nothing once the game is over.
    ///
    /// ```
    /// use outflank_rules::Position;
    ///
    /// let start = Position::start();
    /// let children: Vec<String> = start.children().map(|(played, _)| played.to_string()).collect();
    /// assert_eq!(children, ["d3", "c4", "f5", "e6"]);
    /// assert!(start.children().all(|(played, after)| start.play(played) == Ok(after)));
    /// ```
    pub fn children(&self) -> impl Iterator<Item = (Move, Position)> + use<> {
        let position = *self;
        let pass = position.must_pass().then_some(Move::Pass);
        let moves = position.legal_moves().squares().map(Move::Place).chain(pass);
        moves.filter_map(move |played| Some((played, position.play(played).ok()?)))
    }

    /// Makes a move in place and returns what is needed to take it back.
    ///
    /// # Errors
    ///
    /// Says why the move cannot be made; the position is then unchanged.
    pub fn make(&mut self, played: impl Into<Move>) -> Result<Undo, IllegalMove> {
        let played = played.into();
        match played {
            Move::Place(square) => {
                let flips = self.flips(square);
                if flips.is_empty() {
                    return Err(self.why_not(square));
                }
                self.board = self.board.after(square, flips);
                self.side = !self.side;
                Ok(Undo { played, flips })
            }
            Move::Pass => {
                if let Some(example) = self.legal_moves().first() {
                    return Err(IllegalMove::PassWithMoves {
                        side: self.side,
                        moves: self.legal_moves().len(),
                        example,
                    });
                }
                if self.is_finished() {
                    return Err(IllegalMove::Finished);
                }
                self.board = self.board.swapped();
                self.side = !self.side;
                Ok(Undo { played, flips: Bitboard::EMPTY })
            }
        }
    }

    /// Takes back a move made by [`Position::make`]; moves are taken back last first.
    pub fn unmake(&mut self, undo: Undo) {
        let placed = undo.played.square().map_or(Bitboard::EMPTY, Square::bitboard);
        let own = self.board.opp() - undo.flips - placed;
        let opp = self.board.own() | undo.flips;
        self.board = Board::from_words(own.0, opp.0);
        self.side = !self.side;
    }

    fn why_not(&self, square: Square) -> IllegalMove {
        if !self.empty().contains(square) {
            IllegalMove::Occupied { square }
        } else if self.is_finished() {
            IllegalMove::Finished
        } else {
            IllegalMove::TurnsNothing { square, side: self.side }
        }
    }

    /// Returns 64 bits that depend on the discs and the side to move, equal on every machine and in every
    /// version.
    #[must_use]
    pub const fn hash(&self) -> u64 {
        match self.side {
            Color::Black => self.board.hash(),
            Color::White => !self.board.hash(),
        }
    }
}

/// Says why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParsePositionError {
    /// The text is not a board.
    #[error(transparent)]
    Text(#[from] BoardTextError),
    /// The board is not a position.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl FromStr for Position {
    type Err = ParsePositionError;

    /// Parses 64 squares and the side to move, as [`Setup`] does.
    fn from_str(text: &str) -> Result<Position, ParsePositionError> {
        Ok(Position::try_from(text.parse::<Setup>()?)?)
    }
}

impl fmt::Display for Position {
    /// Writes 65 characters, as [`Setup`] does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Setup::from(*self), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    #[test]
    fn the_start_has_four_moves_that_turn_one_disc_each() {
        let start = Position::start();
        let names: Vec<String> = start.legal_moves().squares().map(|s| s.to_string()).collect();
        assert_eq!(names, ["d3", "c4", "f5", "e6"]);
        assert!(start.legal_moves().squares().all(|s| start.flips(s).len() == 1));
        assert_eq!(start.score(), 0);
    }

    #[test]
    fn children_are_all_legal_moves_or_the_one_pass_or_none() {
        let count = |position: Position| position.children().count();
        let mut nodes = vec![Position::start()];
        for expected in [4, 12, 56, 244, 1396] {
            nodes = nodes.iter().flat_map(|node| node.children().map(|(_, after)| after)).collect();
            assert_eq!(nodes.len(), expected);
        }
        // White has a1 with a black disc beside it: black must pass.
        let pass: Position = format!("OX-{}X", "-".repeat(61)).parse().unwrap();
        let children: Vec<(Move, Position)> = pass.children().collect();
        assert_eq!(children, [(Move::Pass, pass.play(Move::Pass).unwrap())]);
        assert_eq!(count(format!("{}X", "-".repeat(64)).parse().unwrap()), 0);
    }

    #[test]
    fn refusals_name_square_and_side() {
        let start = Position::start();
        let refuse = |played: Move| start.play(played).unwrap_err().to_string();
        assert_eq!(refuse(square("d4").into()), "d4 is taken");
        assert_eq!(refuse(square("a1").into()), "black at a1 turns nothing over");
        assert_eq!(refuse(Move::Pass), "black may not pass: 4 legal moves, for example d3");
        let empty: Position = format!("{}X", "-".repeat(64)).parse().unwrap();
        assert!(empty.is_finished());
        assert_eq!(empty.play(Move::Pass).unwrap_err(), IllegalMove::Finished);
        assert_eq!(empty.play(square("a1")).unwrap_err(), IllegalMove::Finished);
    }

    #[test]
    fn empties_go_to_the_winner() {
        let one_black: Position = format!("X{}O", "-".repeat(63)).parse().unwrap();
        assert_eq!(one_black.score(), 64);
        let level: Position = format!("XO{}X", "-".repeat(62)).parse().unwrap();
        // Black can move (c1), so this is just the score if the game stopped here.
        assert_eq!(level.score(), 0);
    }
}
