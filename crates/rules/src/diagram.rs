//! A position drawn in text.

use std::fmt;

use crate::{Bitboard, Color, Position, Square};

/// Draws a position in eleven lines of text, with optional marks.
///
/// ```text
///   a b c d e f g h
/// 1 - - - - - - - - 1
/// 2 - - - - - - - - 2
/// 3 - - - . - - - - 3
/// 4 - - . O X - - - 4
/// 5 - - - X O . - - 5
/// 6 - - - - . - - - 6
/// 7 - - - - - - - - 7
/// 8 - - - - - - - - 8
///   a b c d e f g h
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Diagram {
    position: Position,
    dots: Bitboard,
    last: Option<Square>,
}

impl Diagram {
    /// Draws the discs alone.
    #[must_use]
    pub const fn new(position: Position) -> Diagram {
        Diagram { position, dots: Bitboard::EMPTY, last: None }
    }

    /// Marks the legal moves of the side to move with dots.
    #[must_use]
    pub fn with_legal_moves(self) -> Diagram {
        Diagram { dots: self.position.legal_moves(), ..self }
    }

    /// Puts the last move between brackets.
    #[must_use]
    pub const fn with_last_move(self, last: Option<Square>) -> Diagram {
        Diagram { last, ..self }
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  a b c d e f g h")?;
        for row in 0..8 {
            write!(f, "{}", row + 1)?;
            let mut after_last = false;
            for square in (0..8).filter_map(|column| Square::at(column, row)) {
                let is_last = self.last == Some(square);
                let before = if is_last {
                    '['
                } else if after_last {
                    ']'
                } else {
                    ' '
                };
                let mark = match self.position.disc(square) {
                    Some(color) => Color::letter(color),
                    None if self.dots.contains(square) => '.',
                    None => '-',
                };
                write!(f, "{before}{mark}")?;
                after_last = is_last;
            }
            writeln!(f, "{}{}", if after_last { ']' } else { ' ' }, row + 1)?;
        }
        write!(f, "  a b c d e f g h")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_move_and_the_legal_moves_are_marked() {
        let square: Square = "f5".parse().unwrap();
        let position = Position::start().play(square).unwrap();
        let drawing = Diagram::new(position).with_legal_moves().with_last_move(Some(square)).to_string();
        assert!(drawing.contains("\n4 - - - O X . - - 4\n"), "{drawing}");
        assert!(drawing.contains("\n5 - - - X X[X]- - 5\n"), "{drawing}");
    }
}
