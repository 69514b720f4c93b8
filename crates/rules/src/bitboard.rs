//! A set of squares.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use crate::Square;

/// A set of squares; bit `8 * row + column` stands for a square, bit 0 is a1.
///
/// ```
/// use outflank_rules::{Bitboard, Square};
///
/// let edge: Bitboard = [Square::A1, Square::B1, Square::H8].into_iter().collect();
/// assert_eq!((edge & Bitboard::CORNERS).len(), 2);
/// assert_eq!((edge - Bitboard::CORNERS).first(), Some(Square::B1));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 64 squares.
    pub const ALL: Bitboard = Bitboard(u64::MAX);
    /// The four corners.
    pub const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);
    /// The four squares of the standard start.
    pub const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

    /// Counts the squares.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Tells whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Tells whether the set holds `square`.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Returns the square with the lowest number.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::wrapping(self.0.trailing_zeros())) }
    }

    /// Returns the squares next to the set, in all eight directions, the set's own squares excepted.
    #[must_use]
    pub const fn neighbours(self) -> Bitboard {
        let sideways = (self.0 << 1 & 0xfefe_fefe_fefe_fefe) | (self.0 >> 1 & 0x7f7f_7f7f_7f7f_7f7f);
        let row = self.0 | sideways;
        Bitboard((row | row << 8 | row >> 8) & !self.0)
    }

    /// Returns the squares in the order of their numbers.
    #[inline]
    #[must_use]
    pub const fn squares(self) -> SquareIter {
        SquareIter(self.0)
    }
}

/// Iterates over the squares of a [`Bitboard`], lowest number first.
#[derive(Clone, Debug)]
pub struct SquareIter(u64);

impl Iterator for SquareIter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for SquareIter {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = SquareIter;

    fn into_iter(self) -> SquareIter {
        self.squares()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<T: IntoIterator<Item = Square>>(squares: T) -> Self {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | square.bitboard())
    }
}

macro_rules! set_operator {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident |$a:ident, $b:ident| $value:expr;)*) => {$(
        impl $operator for Bitboard {
            type Output = Bitboard;
            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                let ($a, $b) = (self.0, other.0);
                Bitboard($value)
            }
        }
        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Bitboard) {
                *self = $operator::$method(*self, other);
            }
        }
    )*};
}

set_operator! {
    BitAnd bitand BitAndAssign bitand_assign |a, b| a & b;
    BitOr bitor BitOrAssign bitor_assign |a, b| a | b;
    BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b;
    Sub sub SubAssign sub_assign |a, b| a & !b;
}

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl fmt::Debug for Bitboard {
    /// Draws eight rows of `#` and `.`, a1 first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all() {
            let end = if square.column() == 7 { "\n" } else { " " };
            write!(f, "{}{end}", if self.contains(square) { '#' } else { '.' })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_collects_back_from_its_squares() {
        for set in [Bitboard::EMPTY, Bitboard::ALL, Bitboard::CORNERS, Bitboard(0x0123_4567_89ab_cdef)] {
            assert_eq!(set.squares().collect::<Bitboard>(), set);
            assert_eq!(set.squares().len(), set.len() as usize);
        }
    }

    #[test]
    fn neighbours_stop_at_the_border() {
        let a1: Bitboard = ["a1"].iter().filter_map(|s| s.parse::<Square>().ok()).collect();
        let around = a1.neighbours().squares().map(|s| s.to_string()).collect::<Vec<_>>();
        assert_eq!(around, ["b1", "a2", "b2"]);
        assert_eq!(Bitboard::CENTRE.neighbours().len(), 12);
    }
}
