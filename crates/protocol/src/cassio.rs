//! The messages of the Othello engine protocol of Cassio: every line begins with `ENGINE-PROTOCOL`.

use std::fmt;

use outflank_rules::{Color, Move, Position};

/// What every command begins with.
pub const PREFIX: &str = "ENGINE-PROTOCOL";

/// A command to the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum CassioCommand {
    /// `init`: answered `ready.`.
    Init,
    /// `get-version`.
    Version,
    /// `new-position`: what follows is unrelated to what was.
    NewPosition,
    /// `midgame-search` or, without a depth, `endgame-search`.
    Search(CassioSearch),
    /// `feed-hash`: what another program knows about a position.
    FeedHash,
    /// `empty-hash`: forget.
    EmptyHash,
    /// `stop`: end the search without an answer.
    Stop,
    /// `get-search-infos`.
    Infos,
    /// `quit`: answered `bye bye.`.
    Quit,
    /// An empty line: are you there?
    Blank,
}

/// A search that is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CassioSearch {
    /// The position.
    pub position: Position,
    /// Values below this do not matter, for the side to move.
    pub alpha: f64,
    /// Values above this do not matter.
    pub beta: f64,
    /// The depth; `None`: to the end of the game.
    pub depth: Option<u32>,
    /// The confidence in per cent.
    pub precision: u8,
}

/// Says what is wrong with a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadCommand(String);

/// Splits a search into its board (64 squares and a side, with or without a blank between) and its numbers.
fn board(words: &[&str]) -> Result<(Position, usize), BadCommand> {
    let Some(&first) = words.first() else { return Err(BadCommand("there is no board".to_owned())) };
    if let Ok(position) = first.parse() {
        return Ok((position, 1));
    }
    let joined = words.iter().take(2).copied().collect::<String>();
    let refused = |error: outflank_rules::ParsePositionError| BadCommand(error.to_string());
    Ok((joined.parse().map_err(refused)?, 2))
}

fn search(words: &[&str], has_depth: bool) -> Result<CassioSearch, BadCommand> {
    let (position, used) = board(words)?;
    let numbers: Vec<f64> = words[used..]
        .iter()
        .map(|word| {
            let number = word.trim_end_matches('%').parse().ok().filter(|number: &f64| number.is_finite());
            number.ok_or_else(|| BadCommand(format!("{:?} is not a number", crate::fault::shorten(word))))
        })
        .collect::<Result<_, _>>()?;
    let (alpha, beta, depth, precision) = match (numbers.as_slice(), has_depth) {
        (&[alpha, beta, depth, precision], true) => (alpha, beta, Some(depth), precision),
        (&[alpha, beta, precision], false) => (alpha, beta, None, precision),
        _ => {
            let wanted = if has_depth { "alpha beta depth precision" } else { "alpha beta precision" };
            return Err(BadCommand(format!("after the board come {wanted}")));
        }
    };
    if alpha > beta {
        return Err(BadCommand(format!("alpha {alpha} is above beta {beta}")));
    }
    let depth = depth.map(|depth| depth.clamp(0.0, 64.0) as u32);
    Ok(CassioSearch { position, alpha, beta, depth, precision: precision.clamp(0.0, 100.0) as u8 })
}

impl CassioCommand {
    /// Understands a line.
    ///
    /// # Errors
    ///
    /// Says what is wrong with it.
    pub fn parse(line: &str) -> Result<CassioCommand, BadCommand> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((prefix, rest)) = words.split_first() else { return Ok(CassioCommand::Blank) };
        if !prefix.eq_ignore_ascii_case(PREFIX) {
            return Err(BadCommand(format!(
                "{:?} does not begin with {PREFIX}",
                crate::fault::shorten(line)
            )));
        }
        let Some((word, rest)) = rest.split_first() else {
            return Err(BadCommand("there is no command".to_owned()));
        };
        Ok(match word.to_ascii_lowercase().as_str() {
            "init" => CassioCommand::Init,
            "get-version" => CassioCommand::Version,
            "new-position" => CassioCommand::NewPosition,
            "midgame-search" => CassioCommand::Search(search(rest, true)?),
            "endgame-search" => CassioCommand::Search(search(rest, false)?),
            "feed-hash" => CassioCommand::FeedHash,
            "empty-hash" => CassioCommand::EmptyHash,
            "stop" => CassioCommand::Stop,
            "get-search-infos" => CassioCommand::Infos,
            "quit" => CassioCommand::Quit,
            _ => return Err(BadCommand(format!("there is no command {:?}", crate::fault::shorten(word)))),
        })
    }
}

impl fmt::Display for CassioCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self {
            CassioCommand::Blank => return Ok(()),
            CassioCommand::Search(CassioSearch { position, alpha, beta, depth: Some(depth), precision }) => {
                return write!(f, "{PREFIX} midgame-search {position} {alpha} {beta} {depth} {precision}");
            }
            CassioCommand::Search(CassioSearch { position, alpha, beta, depth: None, precision }) => {
                return write!(f, "{PREFIX} endgame-search {position} {alpha} {beta} {precision}");
            }
            CassioCommand::Init => "init",
            CassioCommand::Version => "get-version",
            CassioCommand::NewPosition => "new-position",
            CassioCommand::FeedHash => "feed-hash",
            CassioCommand::EmptyHash => "empty-hash",
            CassioCommand::Stop => "stop",
            CassioCommand::Infos => "get-search-infos",
            CassioCommand::Quit => "quit",
        };
        write!(f, "{PREFIX} {word}")
    }
}

/// The answer to a search:
/// `<65>, move f5, depth 20, @73%, B+2.00 <= v <= B+2.00, f5d6c3, node 1234, time 0.123`.
#[derive(Clone, Debug, PartialEq)]
pub struct CassioAnswer {
    /// The position that was searched.
    pub position: Position,
    /// The best move; `None` if the game is over.
    pub best: Option<Move>,
    /// The depth.
    pub depth: u32,
    /// The confidence in per cent.
    pub percent: u8,
    /// The value is at least this, for black.
    pub low: f64,
    /// The value is at most this, for black.
    pub high: f64,
    /// The expected line.
    pub line: Vec<Move>,
    /// Boards visited.
    pub nodes: u64,
    /// The seconds taken.
    pub seconds: f64,
}

/// Writes a value with the side it favours.
struct Favour(f64);

impl fmt::Display for Favour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = if self.0 < 0.0 { 'W' } else { 'B' };
        write!(f, "{side}+{:.2}", self.0.abs())
    }
}

impl fmt::Display for CassioAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CassioAnswer { position, depth, percent, nodes, seconds, .. } = self;
        // Two letters for every move of a line, and for a pass too.
        let spell = |played: &Move| if played.is_pass() { "pa".to_owned() } else { played.to_string() };
        let best = self.best.as_ref().map_or_else(|| "--".to_owned(), spell);
        let line: String = self.line.iter().map(spell).collect();
        let (low, high) = (Favour(self.low), Favour(self.high));
        write!(f, "{position}, move {best}, depth {depth}, @{percent}%, {low} <= v <= {high}, ")?;
        write!(f, "{line}, node {nodes}, time {seconds:.3}")
    }
}

impl CassioAnswer {
    /// Understands an answer as far as it is needed to play: board, move, depth and value; `None` if it is
    /// none.
    #[must_use]
    pub fn parse(line: &str) -> Option<CassioAnswer> {
        let mut fields = line.split(',').map(str::trim);
        let position: Position = fields.next()?.parse().ok()?;
        let mut outcome = CassioAnswer {
            position,
            best: None,
            depth: 0,
            percent: 100,
            low: -64.0,
            high: 64.0,
            line: Vec::new(),
            nodes: 0,
            seconds: 0.0,
        };
        let mut has_move = false;
        for field in fields {
            let (word, rest) = field.split_once(' ').unwrap_or((field, ""));
            match word {
                "move" => {
                    has_move = true;
                    outcome.best = match rest.trim() {
                        "--" | "" => None,
                        text => Some(text.parse().ok()?),
                    };
                }
                "depth" => outcome.depth = rest.trim().parse().ok()?,
                "node" => outcome.nodes = rest.trim().parse().unwrap_or(0),
                "time" => outcome.seconds = rest.trim().parse().unwrap_or(0.0),
                _ if word.starts_with('@') => {
                    outcome.percent = word.trim_matches(['@', '%']).parse().unwrap_or(100);
                }
                _ if field.contains("v") && field.contains('<') => {
                    (outcome.low, outcome.high) = bounds(field).unwrap_or((-64.0, 64.0));
                }
                _ => {}
            }
        }
        has_move.then_some(outcome)
    }

    /// Returns the middle of the bounds for a side.
    #[must_use]
    pub fn value(&self, side: Color) -> f64 {
        let middle = f64::midpoint(self.low, self.high);
        if side == Color::Black { middle } else { -middle }
    }
}

/// Reads `B+2.00 <= v <= B+2.00`.
fn bounds(text: &str) -> Option<(f64, f64)> {
    let mut parts = text.split(['<', '=']).map(str::trim).filter(|part| !part.is_empty());
    let value = |text: &str| -> Option<f64> {
        match text.split_at_checked(1)? {
            ("B" | "X" | "b", number) => number.parse().ok(),
            ("W" | "O" | "w", number) => number.parse::<f64>().ok().map(|number| -number),
            _ => text.parse().ok(),
        }
    };
    let low = value(parts.next()?)?;
    let _v = parts.next()?;
    Some((low, value(parts.next()?)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_as_they_are_written() {
        let start = Position::start();
        for line in [
            "ENGINE-PROTOCOL init".to_owned(),
            "ENGINE-PROTOCOL get-search-infos".to_owned(),
            format!("ENGINE-PROTOCOL midgame-search {start} -64 64 12 73"),
            format!("ENGINE-PROTOCOL endgame-search {start} -1 1 100"),
            String::new(),
        ] {
            assert_eq!(CassioCommand::parse(&line).unwrap().to_string(), line);
        }
        let board = start.to_string();
        let spaced =
            format!("engine-protocol midgame-search {} {} -64 64 4 100%", &board[..64], &board[64..]);
        assert!(
            matches!(CassioCommand::parse(&spaced), Ok(CassioCommand::Search(search)) if search.depth == Some(4))
        );
    }

    #[test]
    fn bad_commands_say_why() {
        let refusal = |line: &str| CassioCommand::parse(line).unwrap_err().to_string();
        assert!(refusal("init").contains("ENGINE-PROTOCOL"));
        assert!(refusal("ENGINE-PROTOCOL dance").contains("\"dance\""));
        assert!(refusal("ENGINE-PROTOCOL midgame-search").contains("board"));
        let start = Position::start();
        assert!(refusal(&format!("ENGINE-PROTOCOL midgame-search {start} -64 64 x 100")).contains("\"x\""));
        assert!(refusal(&format!("ENGINE-PROTOCOL midgame-search {start} -64 64")).contains("depth"));
        assert!(refusal(&format!("ENGINE-PROTOCOL endgame-search {start} 3 -3 100")).contains("above"));
    }

    #[test]
    fn answers_are_read_as_they_are_written() {
        let outcome = CassioAnswer {
            position: Position::start(),
            best: Some("f5".parse().unwrap()),
            depth: 20,
            percent: 73,
            low: -2.0,
            high: 3.5,
            line: ["f5", "d6"].map(|word| word.parse().unwrap()).to_vec(),
            nodes: 1234,
            seconds: 0.5,
        };
        let line = outcome.to_string();
        assert!(
            line.ends_with("X, move f5, depth 20, @73%, W+2.00 <= v <= B+3.50, f5d6, node 1234, time 0.500")
        );
        let read = CassioAnswer::parse(&line).unwrap();
        assert_eq!(CassioAnswer { line: outcome.line.clone(), ..read }, outcome);
        assert_eq!(read_value(&line), (0.75, -0.75));
        assert_eq!(CassioAnswer::parse("ready."), None);
        assert_eq!(CassioAnswer::parse(&format!("{}, move z9, depth 1", Position::start())), None);
    }

    fn read_value(line: &str) -> (f64, f64) {
        let read = CassioAnswer::parse(line).unwrap();
        (read.value(Color::Black), read.value(Color::White))
    }
}
