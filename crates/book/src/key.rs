//! A position of a book: one of its eight views, and where its moves lead.
//!
//! Links are not stored. A move leads to a book position if that position is in the book.

use outflank_rules::{Bitboard, Board, Color, Portable, Position, Square, Symmetry};

/// A board whose mover has a legal move, in the smallest of its eight views.
///
/// The same numbers as in the books of Edax and Egaroucid: bit 0 is a1, and "smallest" compares the mover's
/// discs first.
///
/// ```
/// use outflank_book::BookKey;
/// use outflank_rules::{Position, Square};
///
/// let after = |square| BookKey::of(Position::start().play(square).unwrap().board()).unwrap().0;
/// assert_eq!(after(Square::F5), after(Square::D3));
/// assert_eq!(after(Square::F5).empties(), 59);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BookKey(Board);

/// Where a move of a book position leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// The game is over, with this score for the side that moved.
    End(i32),
    /// A position somebody has to move in.
    Position {
        /// The position.
        key: BookKey,
        /// Whether the other side had to pass, so that the same side moves again.
        passed: bool,
    },
}

/// A legal move of a book position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The square.
    pub square: Square,
    /// Where it leads.
    pub to: Destination,
}

impl BookKey {
    /// Returns the key of a board and the symmetry that leads to it; `None` if the mover has no legal move.
    #[must_use]
    pub fn of(board: Board) -> Option<(BookKey, Symmetry)> {
        if board.legal_moves(Portable).is_empty() {
            return None;
        }
        let (canonical, symmetry) = board.canonical();
        Some((BookKey(canonical), symmetry))
    }

    /// Returns the key of a position and the symmetry that leads to it; `None` if the side to move has no
    /// legal move.
    #[must_use]
    pub fn of_position(position: &Position) -> Option<(BookKey, Symmetry)> {
        BookKey::of(position.board())
    }

    /// Returns the key of two words as files have them; `None` if they are not a canonical board with a legal
    /// move.
    #[must_use]
    pub fn of_words(own: u64, opp: u64) -> Option<BookKey> {
        let board = Board::new(Bitboard(own), Bitboard(opp))?;
        let (key, _) = BookKey::of(board)?;
        (key.0 == board).then_some(key)
    }

    /// Takes two words that a checksum vouches for.
    pub(crate) fn trusted(own: u64, opp: u64) -> BookKey {
        BookKey(Board::from_words(own, opp))
    }

    /// Returns the board.
    #[must_use]
    pub const fn board(self) -> Board {
        self.0
    }

    /// Returns the discs of the mover and of the other side as numbers.
    #[must_use]
    pub const fn words(self) -> (u64, u64) {
        (self.0.own().0, self.0.opp().0)
    }

    /// Returns the position with Black to move.
    #[must_use]
    pub const fn position(self) -> Position {
        Position::of_board(self.0, Color::Black)
    }

    /// Returns how many squares are empty.
    #[must_use]
    pub const fn empties(self) -> u32 {
        self.0.empty().len()
    }

    /// Returns every legal move and where it leads, in the order of the squares.
    #[must_use]
    pub fn moves(self) -> Vec<BookMove> {
        let board = self.0;
        let moves = board.legal_moves(Portable).squares();
        moves.map(|square| BookMove { square, to: destination(board, square) }).collect()
    }

    /// Tells whether a move of this position leads to another.
    #[must_use]
    pub fn leads_to(self, other: BookKey) -> bool {
        self.moves().iter().any(|found| matches!(found.to, Destination::Position { key, .. } if key == other))
    }

    /// Returns the squares with discs, in the smallest of their eight views.
    pub(crate) fn occupied(self) -> u64 {
        smallest(!self.0.empty().0)
    }

    /// Returns what [`BookKey::occupied`] can be for positions that lead to this one: one disc less.
    pub(crate) fn occupied_before(self) -> Vec<u64> {
        let occupied = !self.0.empty().0;
        let mut found: Vec<u64> = Bitboard(occupied & !CENTRE)
            .squares()
            .map(|last| smallest(occupied & !last.bitboard().0))
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// The four squares that are never empty.
const CENTRE: u64 = 0x0000_0018_1800_0000;

/// Returns the smallest of the eight views of a set of squares.
fn smallest(set: u64) -> u64 {
    Symmetry::ALL.iter().map(|symmetry| symmetry.bitboard(Bitboard(set)).0).min().unwrap_or(set)
}

/// Tells where a legal move leads.
fn destination(board: Board, square: Square) -> Destination {
    let next = board.after(square, board.flips(Portable, square));
    if let Some((key, _)) = BookKey::of(next) {
        return Destination::Position { key, passed: false };
    }
    match BookKey::of(next.swapped()) {
        Some((key, _)) => Destination::Position { key, passed: true },
        None => Destination::End(-next.final_score()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_no_canonical_board_are_refused() {
        let (own, opp) = BookKey::of(Position::start().board()).unwrap().0.words();
        assert!(BookKey::of_words(own, opp).is_some());
        assert!(BookKey::of_words(own, opp | own).is_none(), "discs overlap");
        assert!(BookKey::of_words(1, 1 << 63).is_none(), "no legal move");
        let (mirrored, other) = (own.swap_bytes(), opp.swap_bytes());
        assert_eq!(BookKey::of_words(mirrored, other).is_some(), (mirrored, other) == (own, opp));
    }
}
