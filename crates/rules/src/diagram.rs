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
///
/// ```
/// use outflank_rules::{Diagram, Position};
///
/// let drawn = Diagram::new(Position::start()).with_legal_moves().to_string();
/// assert_eq!(drawn.lines().nth(3), Some("3 - - - . - - - - 3"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Diagram {
    position: Position,
    dots: Bitboard,
    last: Option<Square>,
    turned: bool,
}

impl Diagram {
    /// Draws the discs alone.
    #[must_use]
    pub const fn new(position: Position) -> Diagram {
        Diagram { position, dots: Bitboard::EMPTY, last: None, turned: false }
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

    /// Turns the board round, h8 first, if told so.
    #[must_use]
    pub const fn turned(self, turned: bool) -> Diagram {
        Diagram { turned, ..self }
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = if self.turned { "  h g f e d c b a" } else { "  a b c d e f g h" };
        let place = |index: u32| if self.turned { 7 - index } else { index };
        writeln!(f, "{columns}")?;
        for row in (0..8).map(place) {
            write!(f, "{}", row + 1)?;
            let mut after_last = false;
            for square in (0..8).filter_map(|column| Square::at(place(column), row)) {
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
        f.write_str(columns)
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

    #[test]
    fn a_board_turned_round_is_the_same_read_backwards() {
        let position = Position::start().play("f5".parse::<Square>().unwrap()).unwrap();
        let diagram = Diagram::new(position).with_legal_moves();
        let backwards: String = diagram
            .to_string()
            .lines()
            .rev()
            .map(|line| line.trim().chars().rev().collect::<String>() + "\n")
            .collect();
        let turned: String =
            diagram.turned(true).to_string().lines().map(|line| line.trim().to_owned() + "\n").collect();
        assert_eq!(turned, backwards);
    }
}
