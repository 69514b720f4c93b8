//! The messages of the Go Text Protocol as Othello programs speak it: `=[id] text` or `?[id] text`, then a
//! blank line.

use std::fmt;

use outflank_rules::{Color, Move};

/// The commands every program has to know.
pub(crate) const CORE_COMMANDS: [&str; 11] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
];

/// A command.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum GtpCommand {
    /// `name`.
    Name,
    /// `known_command NAME`: answered `true` or `false`.
    KnownCommand(String),
    /// `boardsize 8`.
    BoardSize,
    /// `clear_board`: the standard start.
    ClearBoard,
    /// `play COLOUR SQUARE`.
    Play(Color, Move),
    /// `genmove COLOUR`: choose a move and make it.
    GenerateMove(Color),
    /// `time_settings MAIN BYO STONES`, in seconds.
    TimeSettings {
        /// Main time.
        main: f64,
        /// The time for `stones` moves after that.
        byo_yomi: f64,
        /// How many moves that is.
        stones: u32,
    },
    /// `depth N`, which some programs know.
    Depth(u32),
    /// `level N`, which others know.
    Level(u32),
    /// `quit`.
    Quit,
}

impl fmt::Display for GtpCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Some programs know the colours only as `b` and `w`, in lower case.
        let letter = |color: &Color| if *color == Color::Black { 'b' } else { 'w' };
        match self {
            GtpCommand::Name => f.write_str("name"),
            GtpCommand::KnownCommand(name) => write!(f, "known_command {name}"),
            GtpCommand::BoardSize => f.write_str("boardsize 8"),
            GtpCommand::ClearBoard => f.write_str("clear_board"),
            GtpCommand::Play(color, played) => write!(f, "play {} {played}", letter(color)),
            GtpCommand::GenerateMove(color) => write!(f, "genmove {}", letter(color)),
            GtpCommand::TimeSettings { main, byo_yomi, stones } => {
                write!(f, "time_settings {main} {byo_yomi} {stones}")
            }
            GtpCommand::Depth(depth) => write!(f, "depth {depth}"),
            GtpCommand::Level(level) => write!(f, "level {level}"),
            GtpCommand::Quit => f.write_str("quit"),
        }
    }
}

/// The beginning of an answer: whether it is one, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// Whether the command succeeded.
    pub good: bool,
    /// The text of the first line, without the number that commands may carry.
    pub text: String,
}

impl Response {
    /// Understands the first line of an answer; `None` if it is none.
    ///
    /// ```
    /// use outflank_protocol::gtp::Response;
    ///
    /// let answer = Response::parse("=12 d6").unwrap();
    /// assert!(answer.good);
    /// assert_eq!(answer.text, "d6");
    /// assert_eq!(Response::parse("not an answer"), None);
    /// ```
    #[must_use]
    pub fn parse(line: &str) -> Option<Response> {
        let good = match line.chars().next()? {
            '=' => true,
            '?' => false,
            _ => return None,
        };
        let text = line[1..].trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_owned();
        Some(Response { good, text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_with_and_without_numbers() {
        let good = |text: &str| Some(Response { good: true, text: text.to_owned() });
        assert_eq!(Response::parse("= d6"), good("d6"));
        assert_eq!(Response::parse("=12 PASS"), good("PASS"));
        assert_eq!(Response::parse("="), good(""));
        let bad = Response { good: false, text: "wrong color".to_owned() };
        assert_eq!(Response::parse("? wrong color"), Some(bad));
        assert_eq!(Response::parse("hello"), None);
        assert_eq!(Response::parse(""), None);
    }

    #[test]
    fn commands_are_written_in_lower_case() {
        let play = GtpCommand::Play(Color::White, "D6".parse().unwrap());
        assert_eq!(play.to_string(), "play w d6");
        assert_eq!(GtpCommand::Play(Color::Black, Move::Pass).to_string(), "play b pass");
        let time = GtpCommand::TimeSettings { main: 0.0, byo_yomi: 0.5, stones: 1 };
        assert_eq!(time.to_string(), "time_settings 0 0.5 1");
    }
}
