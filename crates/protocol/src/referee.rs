//! The messages of the university tournament protocol: lines both ways, comments begin with `C`.

use std::fmt;

use outflank_rules::{Color, Move, Square};

/// A line from either side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefereeMessage {
    /// `I B`: the colour of the program, from the referee.
    Colour(Color),
    /// `R B`: the program is ready to play this colour.
    Ready(Color),
    /// `B d 3`, or the colour alone for a pass.
    Move(Color, Move),
    /// `C ...`, or a blank line.
    Comment(String),
    /// A bare number, or `n` for none: the end of the game.
    Count(Option<i64>),
}

/// Says that a line is no message of this protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a message; moves are written B d 3, a pass B")]
pub struct NoMessage(pub String);

fn color(word: &str) -> Option<Color> {
    match word {
        "B" | "b" => Some(Color::Black),
        "W" | "w" => Some(Color::White),
        _ => None,
    }
}

fn square(words: &[&str]) -> Option<Square> {
    match words {
        [square] => square.parse().ok(),
        [column, row] => format!("{column}{row}").parse().ok(),
        _ => None,
    }
}

impl RefereeMessage {
    /// Understands a line, also `B d3` and lower case.
    ///
    /// # Errors
    ///
    /// If it means nothing.
    pub fn parse(line: &str) -> Result<RefereeMessage, NoMessage> {
        let trimmed = line.trim();
        let words: Vec<&str> = trimmed.split_whitespace().collect();
        let nothing = || NoMessage(crate::fault::shorten(trimmed));
        let message = match words.as_slice() {
            [] => Some(RefereeMessage::Comment(String::new())),
            [first, ..] if first.starts_with(['C', 'c', '#']) => {
                Some(RefereeMessage::Comment(trimmed.to_owned()))
            }
            ["I" | "i", side] => color(side).map(RefereeMessage::Colour),
            ["R" | "r", side] => color(side).map(RefereeMessage::Ready),
            ["n" | "N"] => Some(RefereeMessage::Count(None)),
            [side] => match color(side) {
                Some(side) => Some(RefereeMessage::Move(side, Move::Pass)),
                None => side.parse().ok().map(|count| RefereeMessage::Count(Some(count))),
            },
            [side, place @ ..] => {
                let place = square(place).map(Move::Place);
                color(side).zip(place).map(|(side, played)| RefereeMessage::Move(side, played))
            }
        };
        message.ok_or_else(nothing)
    }
}

impl fmt::Display for RefereeMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |side: &Color| if *side == Color::Black { 'B' } else { 'W' };
        match self {
            RefereeMessage::Colour(side) => write!(f, "I {}", letter(side)),
            RefereeMessage::Ready(side) => write!(f, "R {}", letter(side)),
            RefereeMessage::Move(side, Move::Pass) => write!(f, "{}", letter(side)),
            RefereeMessage::Move(side, Move::Place(square)) => {
                let (column, row) = (char::from(b'a' + square.column() as u8), square.row() + 1);
                write!(f, "{} {column} {row}", letter(side))
            }
            RefereeMessage::Comment(text) if text.starts_with('C') => f.write_str(text),
            RefereeMessage::Comment(text) => write!(f, "C {text}"),
            RefereeMessage::Count(Some(count)) => write!(f, "{count}"),
            RefereeMessage::Count(None) => f.write_str("n"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_as_they_are_written() {
        for line in ["I B", "R W", "B d 3", "W", "C hello", "31", "-4", "n"] {
            assert_eq!(RefereeMessage::parse(line).unwrap().to_string(), line);
        }
    }

    #[test]
    fn dialects_are_understood_and_nonsense_is_not() {
        let played = RefereeMessage::Move(Color::White, "d3".parse().unwrap());
        for line in ["W d 3", "w D 3", "W d3", "  W   d  3 \r"] {
            assert_eq!(RefereeMessage::parse(line), Ok(played.clone()), "{line}");
        }
        assert_eq!(RefereeMessage::parse("  "), Ok(RefereeMessage::Comment(String::new())));
        for line in ["B z 9", "X d 3", "I", "B d 3 4", "hello", "I X", "3.5"] {
            assert!(RefereeMessage::parse(line).is_err(), "{line}");
        }
    }
}
