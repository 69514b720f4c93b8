//! The messages of the NBoard protocol, version 2: lines both ways, unknown ones ignored.

use std::fmt;

use outflank_records::{Format, Record, to_bytes};
use outflank_rules::{Game, Move};

/// A message to the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToEngine {
    /// `nboard 2`: the version spoken.
    Hello,
    /// `set depth N`.
    SetDepth(u32),
    /// `set contempt N`: 0 values draws as draws.
    SetContempt(i32),
    /// `set game GGF`: the game so far.
    SetGame(Box<Game>),
    /// `move F5`: a ply made by either side.
    Move(Move),
    /// `go`: answer a move, do not make it.
    Go,
    /// `ping N`: stop thinking and answer `pong N`.
    Ping(u32),
    /// `quit`.
    Quit,
}

impl fmt::Display for ToEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToEngine::Hello => f.write_str("nboard 2"),
            ToEngine::SetDepth(depth) => write!(f, "set depth {depth}"),
            ToEngine::SetContempt(contempt) => write!(f, "set contempt {contempt}"),
            ToEngine::SetGame(game) => write!(f, "set game {}", ggf(game)),
            ToEngine::Move(Move::Pass) => f.write_str("move PA"),
            ToEngine::Move(played) => write!(f, "move {}", played.to_string().to_uppercase()),
            ToEngine::Go => f.write_str("go"),
            ToEngine::Ping(number) => write!(f, "ping {number}"),
            ToEngine::Quit => f.write_str("quit"),
        }
    }
}

/// Spells a game for `set game`, on one line; engines expect names, a place, a result and a clock.
fn ggf(game: &Game) -> String {
    let mut record = Record::from(game);
    record.place = Some("Outflank".to_owned());
    record.black.name = Some("black".to_owned());
    record.white.name = Some("white".to_owned());
    record.clocks.both = Some("15:00".to_owned());
    let bytes = to_bytes([&record], Format::Ggf).unwrap_or_default();
    String::from_utf8_lossy(&bytes).trim_end().to_owned()
}

/// A message from the engine.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FromEngine {
    /// `=== F5/eval/seconds`, or with blanks for the strokes: the move it would make.
    Move {
        /// The move.
        played: Move,
        /// Its value for the side to move, if it says.
        eval: Option<f64>,
    },
    /// `===` with something that is no move.
    BadMove(String),
    /// `pong N`.
    Pong(u32),
    /// `set myname NAME`.
    Name(String),
    /// Any other line: searches, statistics, status.
    Other,
}

impl From<&str> for FromEngine {
    /// Understands a line.
    fn from(line: &str) -> FromEngine {
        let line = line.trim();
        if let Some(answer) = line.strip_prefix("===") {
            let mut parts = answer.trim().split(|c: char| c == '/' || c.is_whitespace());
            let word = parts.next().unwrap_or_default();
            return match word.parse() {
                Ok(played) => {
                    let eval = parts.next().and_then(|text| text.parse().ok());
                    FromEngine::Move { played, eval }
                }
                Err(_) => FromEngine::BadMove(answer.trim().to_owned()),
            };
        }
        if let Some(number) = line.strip_prefix("pong ").and_then(|text| text.trim().parse().ok()) {
            return FromEngine::Pong(number);
        }
        match line.strip_prefix("set myname ") {
            Some(name) => FromEngine::Name(name.trim().to_owned()),
            None => FromEngine::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(line: &str) -> Option<String> {
        match FromEngine::from(line) {
            FromEngine::Move { played, .. } => Some(played.to_string()),
            _ => None,
        }
    }

    #[test]
    fn moves_are_read_in_all_dialects() {
        assert_eq!(played("=== F5").as_deref(), Some("f5"));
        assert_eq!(played("=== F5/-1.23/0.01").as_deref(), Some("f5"));
        assert_eq!(played("=== F5//0.01").as_deref(), Some("f5"));
        assert_eq!(played("=== d6 -1.00 0.0").as_deref(), Some("d6"));
        assert_eq!(played("===PA").as_deref(), Some("pass"));
        assert_eq!(FromEngine::from("=== Z9"), FromEngine::BadMove("Z9".to_owned()));
        assert_eq!(FromEngine::from("pong 7"), FromEngine::Pong(7));
        assert_eq!(FromEngine::from("search f5d6 0.1 0 12"), FromEngine::Other);
        let FromEngine::Move { eval, .. } = FromEngine::from("=== F5/-1.23/0.01") else { panic!() };
        assert_eq!(eval, Some(-1.23));
    }

    #[test]
    fn a_game_is_set_on_one_line() {
        let mut game = Game::new(outflank_rules::Position::start());
        for square in ["f5", "d6"] {
            game.place(square.parse().unwrap()).unwrap();
        }
        let line = ToEngine::SetGame(Box::new(game)).to_string();
        assert!(line.starts_with("set game (;GM[Othello]"), "{line}");
        assert!(line.ends_with(";)") && !line.contains('\n'), "{line}");
        assert!(line.to_uppercase().contains("B[F5]W[D6]"), "{line}");
    }
}
