//! How a position looks in the terminal.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};

use outflank_rules::{Color, Diagram, Position, Square};

/// A way of drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Letters only: for pipes, logs and screen readers.
    Plain,
    /// Coloured squares and round discs.
    Colour,
}

impl Look {
    /// Chooses colours for a terminal, unless `plain` or the variable `NO_COLOR` forbid them.
    pub(crate) fn choose(plain: bool) -> Look {
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
        if plain || no_color || dumb || !io::stdout().is_terminal() { Look::Plain } else { Look::Colour }
    }

    /// Draws a position with its legal moves and last move, ending in a newline.
    pub(crate) fn draw(self, position: Position, last: Option<Square>) -> String {
        match self {
            Look::Plain => format!("{}\n", Diagram::new(position).with_legal_moves().with_last_move(last)),
            Look::Colour => colour(position, last),
        }
    }
}

/// The two greens of the board, the discs and the marks, as numbers of the 256-colour palette.
const SQUARES: [u8; 2] = [29, 28];
const BLACK: u8 = 233;
const WHITE: u8 = 255;
const DOT: u8 = 22;
const LAST: u8 = 167;

/// The two text rows of a disc, of a disc with a mark, of a dot and of an empty square.
const DISC: [&str; 2] = ["▟██▙", "▜██▛"];
const MARK: [&str; 2] = ["▗▖", "▝▘"];

/// Draws squares four characters wide and two rows high.
fn colour(position: Position, last: Option<Square>) -> String {
    let mut text = String::new();
    let columns: String = ('a'..='h').map(|column| format!(" {column}  ")).collect();
    text.push_str(&format!("   {columns}\n"));
    let legal = position.legal_moves();
    for row in 0..8 {
        for half in 0..2 {
            let number = if half == 0 { format!("{} ", row + 1) } else { "  ".to_owned() };
            text.push_str(&format!(" {number}"));
            for square in (0..8).filter_map(|column| Square::at(column, row)) {
                let ground = SQUARES[(square.column() + square.row()) as usize % 2];
                let cell = match position.disc(square) {
                    Some(color) => {
                        let disc = if color == Color::Black { BLACK } else { WHITE };
                        if last == Some(square) {
                            marked(disc, ground, half)
                        } else {
                            paint(disc, ground, DISC[half])
                        }
                    }
                    None if legal.contains(square) => paint(DOT, ground, &format!(" {} ", MARK[half])),
                    None => paint(DOT, ground, "    "),
                };
                text.push_str(&cell);
            }
            text.push_str("\x1b[0m\n");
        }
    }
    text
}

/// Colours a text.
fn paint(ink: u8, ground: u8, text: &str) -> String {
    let mut painted = String::new();
    // Writing to a string cannot fail.
    let _infallible = write!(painted, "\x1b[38;5;{ink};48;5;{ground}m{text}");
    painted
}

/// Draws half a disc with a mark in its middle.
fn marked(disc: u8, ground: u8, half: usize) -> String {
    let (left, right) = if half == 0 { ("▟", "▙") } else { ("▜", "▛") };
    paint(disc, ground, left) + &paint(LAST, disc, MARK[half]) + &paint(disc, ground, right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_coloured_board_has_the_same_width_in_every_row() {
        let position = Position::start().play("f5".parse::<Square>().unwrap()).unwrap();
        let drawing = Look::Colour.draw(position, "f5".parse().ok());
        for line in drawing.lines().skip(1) {
            let mut width = 0;
            let mut in_escape = false;
            for character in line.chars() {
                match character {
                    '\x1b' => in_escape = true,
                    'm' if in_escape => in_escape = false,
                    _ if in_escape => {}
                    _ => width += 1,
                }
            }
            assert_eq!(width, 3 + 4 * 8, "{line:?}");
        }
        assert_eq!(drawing.lines().count(), 17);
    }
}
