//! The table of positions already searched.
//!
//! A line is `number square value 1|2`: the board as a base-3 number (see `outflank_records::board_number`),
//! the best move, its value, positive for white, and a last number the report does not explain. Here it is
//! the side to move, written as its discs are in the number: 1 for white, 2 for black. How deep the search
//! was is not kept, as in the ancestor: a table belongs to the level that made it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
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
}

/// Positions already searched, by their numbers and the side to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Lookup(BTreeMap<(i128, Color), (Square, f64)>);

impl Lookup {
    /// Reads a file.
    pub(super) fn open(path: &Path) -> Result<Lookup, LookupError> {
        Lookup::parse(&std::fs::read_to_string(path)?)
    }

    fn parse(text: &str) -> Result<Lookup, LookupError> {
        let mut table = Lookup::default();
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let (key, entry) = parse_line(line)
                .ok_or_else(|| LookupError::Line(index + 1, line.chars().take(80).collect()))?;
            table.0.insert(key, entry);
        }
        Ok(table)
    }

    /// Returns the best move of a position and its value for white, if it is known and legal.
    pub(super) fn get(&self, position: Position) -> Option<(Square, f64)> {
        if self.0.is_empty() {
            return None;
        }
        let found = self.0.get(&key(position)).copied()?;
        position.is_legal(Move::Place(found.0)).then_some(found)
    }

    /// Keeps the best move of a position and its value for white.
    pub(super) fn insert(&mut self, position: Position, square: Square, value: f64) {
        self.0.insert(key(position), (square, value));
    }

    /// Writes all lines, in the order of their numbers.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for ((number, side), (square, value)) in &self.0 {
            let digit = match side {
                Color::White => 1,
                Color::Black => 2,
            };
            let _infallible = writeln!(text, "{number} {square} {value} {digit}");
        }
        text
    }
}

fn key(position: Position) -> (i128, Color) {
    (board_number(position), position.side_to_move())
}

fn parse_line(line: &str) -> Option<((i128, Color), (Square, f64))> {
    let mut words = line.split_whitespace();
    let number = words.next()?.parse().ok()?;
    let square = words.next()?.parse().ok()?;
    let value: f64 = words.next()?.parse().ok().filter(|value: &f64| !value.is_nan())?;
    let side = match words.next()? {
        "1" => Color::White,
        "2" => Color::Black,
        _ => return None,
    };
    words.next().is_none().then_some(((number, side), (square, value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let mut table = Lookup::default();
        let next = Position::start().play("f5".parse::<Square>().unwrap()).unwrap();
        table.insert(Position::start(), "d3".parse().unwrap(), -1.5);
        table.insert(next, "d6".parse().unwrap(), f64::INFINITY);
        assert_eq!(Lookup::parse(&table.text()).unwrap(), table);
        assert_eq!(table.get(next), Some(("d6".parse().unwrap(), f64::INFINITY)));
        assert!(table.text().contains(" d3 -1.5 2\n"), "{}", table.text());
    }

    #[test]
    fn a_move_that_is_not_legal_is_not_believed() {
        let mut table = Lookup::default();
        table.insert(Position::start(), "a1".parse().unwrap(), 0.0);
        assert_eq!(table.get(Position::start()), None);
        assert_eq!(Lookup::default().get(Position::start()), None);
    }

    #[test]
    fn a_bad_line_is_named() {
        for line in ["x d3 1 2", "1 j3 1 2", "1 d3 nan 2", "1 d3 1 3", "1 d3 1", "1 d3 1 2 3"] {
            let error = Lookup::parse(&format!("\n{line}\n")).unwrap_err().to_string();
            assert!(error.contains("line 2") && error.contains(line), "{error}");
        }
    }
}
