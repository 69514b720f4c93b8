//! The table of positions already searched.
//!
//! A line is `number square value 1|2`: the board as a base-3 number (see `outflank_records::board_number`),
//! the best move as its index by rows (19 for d3; names are read too), its value, positive for white, and the
//! side it was searched for, written as its discs are in the number: 1 for white, 2 for black. As in the
//! ancestor the table is asked by the board alone, and how deep the search was is not kept: a table belongs
//! to the level that made it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Read as _;
use std::path::Path;

use outflank_records::board_number;
use outflank_rules::{Color, Move, Position, Square};

/// Says why a table cannot be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum LookupError {
    #[error(transparent)]
    Open(#[from] std::io::Error),
    #[error("line {0}: {1:?} is not of the form: number square value 1|2")]
    Line(usize, String),
    #[error("{0} bytes are too many; {LARGEST} can be read")]
    Size(u64),
}

/// The largest file that is read, in bytes.
const LARGEST: u64 = 64 << 20;

/// What is known of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Known {
    square: Square,
    for_white: f64,
    side: Color,
}

/// Positions already searched, by the numbers of their boards.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Lookup(BTreeMap<i128, Known>);

impl Lookup {
    /// Reads a file.
    pub(super) fn open(path: &Path) -> Result<Lookup, LookupError> {
        let file = std::fs::File::open(path)?;
        let length = file.metadata()?.len();
        if length > LARGEST {
            return Err(LookupError::Size(length));
        }
        let mut text = String::new();
        file.take(LARGEST).read_to_string(&mut text)?;
        Lookup::parse(&text)
    }

    pub(super) fn parse(text: &str) -> Result<Lookup, LookupError> {
        let mut table = Lookup::default();
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let (number, known) = parse_line(line)
                .ok_or_else(|| LookupError::Line(index + 1, line.chars().take(80).collect()))?;
            table.0.insert(number, known);
        }
        Ok(table)
    }

    /// Returns the best move of a position and its value for white, if the board is known and the move legal.
    pub(super) fn get(&self, position: Position) -> Option<(Square, f64)> {
        if self.0.is_empty() {
            return None;
        }
        let known = self.0.get(&board_number(position))?;
        position.is_legal(Move::Place(known.square)).then_some((known.square, known.for_white))
    }

    /// Returns how many boards are known.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Keeps the best move of a position and its value for white; returns the line of a file that says so.
    pub(super) fn insert(&mut self, position: Position, square: Square, for_white: f64) -> String {
        let (number, known) =
            (board_number(position), Known { square, for_white, side: position.side_to_move() });
        self.0.insert(number, known);
        line(number, known)
    }

    /// Writes all lines, in the order of their numbers.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for (number, known) in &self.0 {
            let _infallible = write!(text, "{}", line(*number, *known));
        }
        text
    }
}

fn line(number: i128, Known { square, for_white, side }: Known) -> String {
    let digit = match side {
        Color::White => 1,
        Color::Black => 2,
    };
    format!("{number} {} {for_white} {digit}\n", square.index())
}

fn parse_line(line: &str) -> Option<(i128, Known)> {
    let mut words = line.split_whitespace();
    let number = words.next()?.parse().ok()?;
    let word = words.next()?;
    let square = match word.parse::<u32>() {
        Ok(index) => Square::new(index)?,
        Err(_) => word.parse().ok()?,
    };
    let for_white: f64 = words.next()?.parse().ok().filter(|value: &f64| !value.is_nan())?;
    let side = match words.next()? {
        "1" => Color::White,
        "2" => Color::Black,
        _ => return None,
    };
    words.next().is_none().then_some((number, Known { square, for_white, side }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let mut table = Lookup::default();
        let next = Position::start().play("f5".parse::<Square>().unwrap()).unwrap();
        let first = table.insert(Position::start(), "d3".parse().unwrap(), -1.5);
        table.insert(next, "d6".parse().unwrap(), f64::INFINITY);
        assert_eq!(Lookup::parse(&table.text()).unwrap(), table);
        assert_eq!(table.get(next), Some(("d6".parse().unwrap(), f64::INFINITY)));
        assert!(first.ends_with(" 19 -1.5 2\n") && table.text().contains(&first), "{}", table.text());
    }

    #[test]
    fn squares_are_read_as_indices_and_as_names() {
        let number = board_number(Position::start());
        for square in ["19", "d3"] {
            let table = Lookup::parse(&format!("{number} {square} -1.5 2\n")).unwrap();
            assert_eq!(table.get(Position::start()), Some((Square::D3, -1.5)), "{square}");
        }
    }

    #[test]
    fn the_board_alone_is_asked_for_but_a_move_that_is_not_legal_is_not_believed() {
        let mut table = Lookup::default();
        table.insert(Position::start(), "a1".parse().unwrap(), 0.0);
        assert_eq!(table.get(Position::start()), None);
        assert_eq!(Lookup::default().get(Position::start()), None);
        // b1 is between a1 and c1 for one side only: the other finds the same board, and no legal move.
        let board = crate::heritage::steps::by_hand::board(&["xo-xo-"]);
        let [black, white] = Color::BOTH
            .map(|side| Position::of_board(if side == Color::Black { board } else { board.swapped() }, side));
        table.insert(black, Square::C1, 3.0);
        assert_eq!(table.get(black), Some((Square::C1, 3.0)));
        assert_eq!(table.get(white), Some((Square::C1, 3.0)), "o at e1 turns over d1");
        table.insert(black, Square::F1, 3.0);
        assert_eq!((table.get(white), table.len()), (None, 2));
    }

    #[test]
    fn a_bad_line_is_named() {
        for line in ["x d3 1 2", "1 j3 1 2", "1 64 1 2", "1 d3 nan 2", "1 d3 1 3", "1 d3 1", "1 d3 1 2 3"] {
            let error = Lookup::parse(&format!("\n{line}\n")).unwrap_err().to_string();
            assert!(error.contains("line 2") && error.contains(line), "{error}");
        }
    }
}
