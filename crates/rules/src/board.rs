//! The discs as the side to move sees them: the small type that hot loops carry around.

use outflank_kernels::Isa;

use crate::{Bitboard, Square};

/// Two disjoint disc sets, the mover's first; it does not say which colour moves.
///
/// ```
/// use outflank_rules::{Portable, Position, Square};
///
/// let board = Position::start().board();
/// let flips = board.flips(Portable, Square::F5);
/// assert_eq!(flips.first(), Some(Square::E5));
/// let next = board.after(Square::F5, flips);
/// assert_eq!((next.own().len(), next.opp().len()), (1, 4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    own: u64,
    opp: u64,
}

impl Board {
    /// Returns the board with the given discs, or `None` if they overlap.
    #[must_use]
    pub const fn new(own: Bitboard, opp: Bitboard) -> Option<Board> {
        if own.0 & opp.0 == 0 { Some(Board { own: own.0, opp: opp.0 }) } else { None }
    }

    /// Returns the board with the given discs, squares claimed by both going to `own`.
    #[inline]
    #[must_use]
    pub const fn from_words(own: u64, opp: u64) -> Board {
        Board { own, opp: opp & !own }
    }

    /// Returns the discs of the side to move.
    #[inline]
    #[must_use]
    pub const fn own(self) -> Bitboard {
        Bitboard(self.own)
    }

    /// Returns the discs of the other side.
    #[inline]
    #[must_use]
    pub const fn opp(self) -> Bitboard {
        Bitboard(self.opp)
    }

    /// Returns the empty squares.
    #[inline]
    #[must_use]
    pub const fn empty(self) -> Bitboard {
        Bitboard(!(self.own | self.opp))
    }

    /// Returns the legal moves, by the kernels of `isa`.
    #[inline(always)]
    #[must_use]
    pub fn legal_moves<I: Isa>(self, isa: I) -> Bitboard {
        Bitboard(isa.legal_moves(self.own, self.opp))
    }

    /// Returns the discs turned over by a move to `square`, by the kernels of `isa`.
    #[inline(always)]
    #[must_use]
    pub fn flips<I: Isa>(self, isa: I, square: Square) -> Bitboard {
        Bitboard(isa.flips(square.index(), self.own, self.opp))
    }

    /// Returns the board after placing a disc on `square` and turning over `flips`, seen by the other side.
    ///
    /// `square` must be empty and `flips` what [`Board::flips`] returned for it; anything else gives a board
    /// that no game contains, but still two disjoint sets.
    #[inline(always)]
    #[must_use]
    pub const fn after(self, square: Square, flips: Bitboard) -> Board {
        let own = self.own | flips.0 | 1 << square.index();
        Board { own: self.opp & !own, opp: own }
    }

    /// Returns the same discs seen by the other side.
    #[inline(always)]
    #[must_use]
    pub const fn swapped(self) -> Board {
        Board { own: self.opp, opp: self.own }
    }

    /// Returns the disc difference for the mover, empty squares going to the winner.
    #[inline]
    #[must_use]
    pub const fn final_score(self) -> i32 {
        let difference = self.own.count_ones() as i32 - self.opp.count_ones() as i32;
        let empty = self.empty().len() as i32;
        if difference > 0 {
            difference + empty
        } else if difference < 0 {
            difference - empty
        } else {
            0
        }
    }

    /// Mixes the discs into 64 bits: equal boards give equal values, on every machine and in every version,
    /// so that files may keep them. The engine's tables have cheaper hashes of their own, which may change.
    #[inline]
    #[must_use]
    pub const fn hash(self) -> u64 {
        // Two odd multipliers and a fold: every input bit reaches the high half, the fold brings it down.
        let a = self.own.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let b = self.opp.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let mut x = a ^ b.rotate_left(32);
        x = (x ^ x >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        x = (x ^ x >> 29).wrapping_mul(0xa076_1d64_78bd_642f);
        x ^ x >> 32
    }
}
