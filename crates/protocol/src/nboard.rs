//! The messages of the NBoard protocol, version 2: lines both ways, unknown ones ignored.

use std::fmt;
use std::time::Duration;

use outflank_records::{Format, Number, Problem, ReadOptions, Record, RecordError, read, to_bytes};
use outflank_rules::{Color, Game, Move};

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
    /// `hint N`: value the best moves, so many.
    Hint(u32),
    /// `learn`: answered `learned`.
    Learn,
    /// `analyze`: value every position of the game.
    Analyze,
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
            ToEngine::Move(played) => write!(f, "move {}", spell(*played)),
            ToEngine::Go => f.write_str("go"),
            ToEngine::Hint(count) => write!(f, "hint {count}"),
            ToEngine::Learn => f.write_str("learn"),
            ToEngine::Analyze => f.write_str("analyze"),
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

/// Writes a move: `F5`, or `PA` for a pass.
#[must_use]
pub fn spell(played: Move) -> String {
    match played {
        Move::Place(square) => square.to_string().to_uppercase(),
        Move::Pass => "PA".to_owned(),
    }
}

/// Reads the game of `set game`, the first one if there are several.
///
/// # Errors
///
/// Says what is wrong with it.
///
/// ```
/// use outflank_protocol::nboard::read_game;
///
/// let text = "(;GM[Othello]PC[x]PB[Ann]PW[Ben]TI[5:00]TY[8]BO[8 -------- -------- -------- ---O*--- \
///             ---*O--- -------- -------- -------- *]B[F5]W[D6];)";
/// assert_eq!(read_game(text)?.transcript(), "f5d6");
/// # Ok::<(), outflank_records::RecordError>(())
/// ```
pub fn read_game(text: &str) -> Result<Record, RecordError> {
    let text = text.trim().as_bytes();
    for item in read(text, Format::Ggf, ReadOptions::default()) {
        if let Some(record) = item?.record {
            return Ok(record);
        }
    }
    Err(Problem::syntax("a game (;GM[Othello]...;)", text).into())
}

/// Returns what the clock of the side to move shows at the end of a game, if its file says.
///
/// A clock without the time of any move is not kept: some programs write one because it is usual.
#[must_use]
pub fn time_left(record: &Record) -> Option<Duration> {
    if record.plies().iter().all(|ply| ply.time.is_none()) {
        return None;
    }
    let side = record.last_position().side_to_move();
    let own = if side == Color::Black { &record.clocks.black } else { &record.clocks.white };
    let text = own.as_ref().or(record.clocks.both.as_ref())?;
    let mut seconds = 0.0;
    for part in text.split('/').next()?.trim().split(':') {
        seconds = 60.0 * seconds + part.trim().parse::<f64>().ok().filter(|part| *part >= 0.0)?;
    }
    let mut mover = record.start().side_to_move();
    for ply in record.plies() {
        if mover == side {
            seconds -= ply.time.as_ref().and_then(Number::as_f64).unwrap_or(0.0).max(0.0);
        }
        mover = !mover;
    }
    Duration::try_from_secs_f64(seconds.max(0.0)).ok()
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
    /// `search` or `book`: a line, its value and its depth.
    Hint {
        /// The line as it is written.
        line: String,
        /// Its value for the side to move.
        eval: f64,
    },
    /// `analysis N EVAL`: the value of the position after so many plies.
    Analysis {
        /// The plies, passes included.
        made: usize,
        /// The value.
        eval: f64,
    },
    /// `learned`.
    Learned,
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
        if let Some(name) = line.strip_prefix("set myname ") {
            return FromEngine::Name(name.trim().to_owned());
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        // The value may be a pair, for two ways to count draws.
        let number = |word: &str| word.split(',').next().and_then(|text| text.parse::<f64>().ok());
        match *words.as_slice() {
            ["search" | "book", line, eval, ..] => match number(eval) {
                Some(eval) => FromEngine::Hint { line: line.to_owned(), eval },
                None => FromEngine::Other,
            },
            ["analysis", made, eval, ..] => match (made.parse(), number(eval)) {
                (Ok(made), Some(eval)) => FromEngine::Analysis { made, eval },
                _ => FromEngine::Other,
            },
            ["learned", ..] => FromEngine::Learned,
            _ => FromEngine::Other,
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
        let hint = FromEngine::Hint { line: "f5d6".to_owned(), eval: 0.5 };
        assert_eq!(FromEngine::from("search f5d6 0.5 0 12"), hint);
        assert_eq!(FromEngine::from("search f5d6"), FromEngine::Other);
        assert_eq!(FromEngine::from("analysis 3 -2.5"), FromEngine::Analysis { made: 3, eval: -2.5 });
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

    #[test]
    fn a_game_that_is_set_is_read_back_with_its_clock() {
        let text = "(;GM[Othello]PC[x]TI[05:00]BO[8 ---------------------------O*------*O--------------------------- *]\
                    B[F5//12.5]W[D6//3]B[C3//7.5];)";
        let record = read_game(text).unwrap();
        assert_eq!(record.transcript(), "f5d6c3");
        assert_eq!(time_left(&record), Some(Duration::from_secs(297)));
        let silent = read_game(&text.replace("//12.5", "").replace("//3", "").replace("//7.5", "")).unwrap();
        assert_eq!((silent.transcript().as_str(), time_left(&silent)), ("f5d6c3", None));
        assert!(read_game("nonsense").is_err() && read_game("").is_err());
    }
}
