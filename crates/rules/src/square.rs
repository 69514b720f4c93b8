//! A square of the board.

use std::fmt;
use std::str::FromStr;

use crate::Bitboard;

/// A square, a1 to h8, numbered row by row: a1 = 0, b1 = 1, ..., h8 = 63.
///
/// ```
/// use outflank_rules::Square;
///
/// assert_eq!("f5".parse(), Ok(Square::F5));
/// assert_eq!((Square::F5.column(), Square::F5.row(), Square::F5.index()), (5, 4, 37));
/// let refused = "i9".parse::<Square>().unwrap_err().to_string();
/// assert_eq!(refused, r#""i9" is not a square; squares are written a1 to h8"#);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Returns the square with the given number, or `None` from 64 on.
    #[must_use]
    pub const fn new(index: u32) -> Option<Square> {
        if index < 64 { Some(Square(index as u8)) } else { None }
    }

    /// Returns the square with the number `index % 64`: the short way where the bound is evident.
    #[inline]
    #[must_use]
    pub const fn wrapping(index: u32) -> Square {
        Square((index & 63) as u8)
    }

    /// Returns the square in the given column (a = 0) and row (1 = 0), or `None` beyond the board.
    #[must_use]
    pub const fn at(column: u32, row: u32) -> Option<Square> {
        if column < 8 && row < 8 { Some(Square((8 * row + column) as u8)) } else { None }
    }

    /// Returns all squares in the order of their numbers.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..64).map(Square)
    }

    /// Returns the square's number, always below 64.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u32 {
        self.0 as u32
    }

    /// Returns the column, a = 0 to h = 7.
    #[must_use]
    pub const fn column(self) -> u32 {
        (self.0 % 8) as u32
    }

    /// Returns the row, 1 = 0 to 8 = 7.
    #[must_use]
    pub const fn row(self) -> u32 {
        (self.0 / 8) as u32
    }

    /// Returns the set that holds just this square.
    #[inline]
    #[must_use]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << self.0)
    }

    /// Tells whether the square is one of the four corners.
    #[must_use]
    pub const fn is_corner(self) -> bool {
        matches!(self.0, 0 | 7 | 56 | 63)
    }

    /// Parses two characters, a letter a-h of either case and a digit 1-8.
    #[must_use]
    pub const fn from_bytes(letter: u8, digit: u8) -> Option<Square> {
        let letter = letter.to_ascii_lowercase();
        if letter.is_ascii_lowercase() && digit.is_ascii_digit() && digit != b'0' {
            Square::at((letter - b'a') as u32, (digit - b'1') as u32)
        } else {
            None
        }
    }
}

/// Names the squares in the order of their numbers.
macro_rules! named_squares {
    ($($name:ident)*) => {
        enum SquareNumber { $($name),* }

        /// The squares by name.
        impl Square {
            $(
                #[doc = concat!("The square ", stringify!($name), ".")]
                pub const $name: Square = Square(SquareNumber::$name as u8);
            )*
        }
    };
}

named_squares! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = [b'a' + self.0 % 8, b'1' + self.0 / 8];
        f.pad(std::str::from_utf8(&text).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Says why a text is not a square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a square; squares are written a1 to h8")]
pub struct ParseSquareError(pub String);

impl FromStr for Square {
    type Err = ParseSquareError;

    /// Parses `f5` or `F5`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match *text.as_bytes() {
            [letter, digit] => Square::from_bytes(letter, digit),
            _ => None,
        }
        .ok_or_else(|| ParseSquareError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_parses_back_from_its_name_in_either_case() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
        }
    }

    #[test]
    fn constants_are_the_squares_they_are_named_after() {
        let some = [Square::A1, Square::H1, Square::D3, Square::F5, Square::A8, Square::H8];
        assert_eq!(some.map(|square| square.to_string()), ["a1", "h1", "d3", "f5", "a8", "h8"]);
    }

    #[test]
    fn texts_that_are_no_squares_are_shown_in_the_error() {
        for text in ["", "a", "a0", "a9", "i1", "a1b", "5f", "é1", "`1", "a:"] {
            let error = text.parse::<Square>().unwrap_err();
            assert!(error.to_string().contains(&format!("{text:?}")), "{error}");
        }
    }
}
