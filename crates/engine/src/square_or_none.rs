//! A square or none, in one register.

use outflank_rules::Square;

/// A square or none: what `Option<Square>` is, in the form that tables pack into a byte and hot loops
/// compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SquareOrNone(u32);

impl SquareOrNone {
    /// No square.
    pub(crate) const NONE: SquareOrNone = SquareOrNone(64);

    /// Returns the square with a number; none from 64 on.
    #[inline(always)]
    pub(crate) const fn of_index(index: u32) -> SquareOrNone {
        SquareOrNone(index)
    }

    /// Returns the square that a byte of a table stands for.
    #[inline(always)]
    pub(crate) const fn of_byte(byte: u8) -> SquareOrNone {
        SquareOrNone(byte as u32)
    }

    /// Returns the byte that stands for the square in a table.
    #[inline(always)]
    pub(crate) const fn byte(self) -> u8 {
        self.0 as u8
    }

    /// Tells whether there is no square.
    #[inline(always)]
    pub(crate) const fn is_none(self) -> bool {
        self.0 >= 64
    }

    /// Returns the set of the square, empty if there is none.
    #[inline(always)]
    pub(crate) const fn bit(self) -> u64 {
        if self.0 < 64 { 1 << self.0 } else { 0 }
    }

    /// Returns the square, if there is one.
    pub(crate) const fn square(self) -> Option<Square> {
        Square::new(self.0)
    }
}
