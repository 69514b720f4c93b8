//! The eight symmetries of the board.

use crate::{Bitboard, Board, Move, Position, Square};

/// A rotation or reflection of the board.
///
/// Named by where a1 and b1 go: first an optional swap of rows and columns, then optional mirrorings.
///
/// ```
/// use outflank_rules::{Position, Square, Symmetry};
///
/// assert_eq!(Symmetry::QuarterTurn.square(Square::B1), Square::H2);
/// // The four first moves lead to one position in four views.
/// let after = |square| Position::start().play(square).unwrap().canonical().0;
/// assert_eq!(after(Square::F5), after(Square::C4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symmetry {
    /// Everything stays.
    Identity,
    /// Left and right change places: a1 goes to h1.
    MirrorColumns,
    /// Top and bottom change places: a1 goes to a8.
    MirrorRows,
    /// Half a turn: a1 goes to h8.
    HalfTurn,
    /// Rows become columns: a1 stays, b1 goes to a2.
    Transpose,
    /// A quarter turn clockwise: a1 goes to h1, b1 to h2.
    QuarterTurn,
    /// A quarter turn counter-clockwise: a1 goes to a8, b1 to a7.
    ThreeQuarterTurn,
    /// Rows become columns along the other diagonal: a1 goes to h8, b1 to h7.
    AntiTranspose,
}

use Symmetry::{
    AntiTranspose, HalfTurn, Identity, MirrorColumns, MirrorRows, QuarterTurn, ThreeQuarterTurn, Transpose,
};

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Identity,
        MirrorColumns,
        MirrorRows,
        HalfTurn,
        Transpose,
        QuarterTurn,
        ThreeQuarterTurn,
        AntiTranspose,
    ];

    /// Returns the symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        match self {
            QuarterTurn => ThreeQuarterTurn,
            ThreeQuarterTurn => QuarterTurn,
            other => other,
        }
    }

    /// Moves a set of squares.
    #[must_use]
    pub const fn bitboard(self, set: Bitboard) -> Bitboard {
        let word = set.0;
        Bitboard(match self {
            Identity => word,
            MirrorColumns => mirror_columns(word),
            MirrorRows => word.swap_bytes(),
            HalfTurn => word.reverse_bits(),
            Transpose => transpose(word),
            QuarterTurn => mirror_columns(transpose(word)),
            ThreeQuarterTurn => transpose(word).swap_bytes(),
            AntiTranspose => transpose(word).reverse_bits(),
        })
    }

    /// Moves a square.
    #[must_use]
    pub const fn square(self, square: Square) -> Square {
        let (column, row) = (square.column(), square.row());
        let (column, row) = match self {
            Identity => (column, row),
            MirrorColumns => (7 - column, row),
            MirrorRows => (column, 7 - row),
            HalfTurn => (7 - column, 7 - row),
            Transpose => (row, column),
            QuarterTurn => (7 - row, column),
            ThreeQuarterTurn => (row, 7 - column),
            AntiTranspose => (7 - row, 7 - column),
        };
        Square::wrapping(8 * row + column)
    }

    /// Moves the square of a placement; a pass stays a pass.
    #[must_use]
    pub const fn mv(self, played: Move) -> Move {
        match played {
            Move::Place(square) => Move::Place(self.square(square)),
            Move::Pass => Move::Pass,
        }
    }

    /// Moves a board.
    #[must_use]
    pub const fn board(self, board: Board) -> Board {
        Board::from_words(self.bitboard(board.own()).0, self.bitboard(board.opp()).0)
    }

    /// Moves a position; the side to move stays.
    #[must_use]
    pub const fn position(self, position: Position) -> Position {
        Position::of_board(self.board(position.board()), position.side_to_move())
    }
}

/// Reverses the bits of every byte.
const fn mirror_columns(word: u64) -> u64 {
    word.reverse_bits().swap_bytes()
}

/// Exchanges rows and columns by swapping blocks of 1, 2 and 4 squares.
const fn transpose(word: u64) -> u64 {
    let t = (word ^ word >> 7) & 0x00aa_00aa_00aa_00aa;
    let word = word ^ t ^ t << 7;
    let t = (word ^ word >> 14) & 0x0000_cccc_0000_cccc;
    let word = word ^ t ^ t << 14;
    let t = (word ^ word >> 28) & 0x0000_0000_f0f0_f0f0;
    word ^ t ^ t << 28
}

impl Board {
    /// Returns the smallest of the eight symmetric boards and the symmetry that leads there.
    ///
    /// "Smallest" compares the mover's discs as a number, then the other side's. Equal results mean equal
    /// boards up to symmetry.
    #[must_use]
    pub fn canonical(self) -> (Board, Symmetry) {
        let mut best = (self, Identity);
        for symmetry in &Symmetry::ALL[1..] {
            let image = symmetry.board(self);
            if image < best.0 {
                best = (image, *symmetry);
            }
        }
        best
    }
}

impl Position {
    /// Returns the canonical one of the eight symmetric positions and the symmetry that leads there.
    #[must_use]
    pub fn canonical(&self) -> (Position, Symmetry) {
        let (board, symmetry) = self.board().canonical();
        (Position::of_board(board, self.side_to_move()), symmetry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_move_as_their_squares_do() {
        for symmetry in Symmetry::ALL {
            for square in Square::all() {
                assert_eq!(
                    symmetry.bitboard(square.bitboard()),
                    symmetry.square(square).bitboard(),
                    "{symmetry:?}"
                );
                assert_eq!(symmetry.inverse().square(symmetry.square(square)), square);
            }
        }
    }

    #[test]
    fn names_tell_where_a1_and_b1_go() {
        let go = |symmetry: Symmetry| {
            ["a1", "b1"].map(|name| symmetry.square(name.parse().unwrap()).to_string()).join(" ")
        };
        let told = Symmetry::ALL.map(go);
        assert_eq!(told, ["a1 b1", "h1 g1", "a8 b8", "h8 g8", "a1 a2", "h1 h2", "a8 a7", "h8 h7"]);
    }
}
