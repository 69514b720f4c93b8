//! What a line typed during a game means.

use std::path::PathBuf;

use outflank_rules::{Move, Position};

/// A line of input, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Place a disc, or pass.
    Play(Move),
    /// Take back, to the human's own turn.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Look at the position one ply earlier.
    Back,
    /// Look at the position one ply later.
    Forward,
    /// Look at the first position.
    First,
    /// Return to the last position.
    Last,
    /// List the legal moves.
    Legal,
    /// List the moves of the game, numbered.
    List,
    /// Print the moves as a transcript.
    Transcript,
    /// Draw the board.
    Show,
    /// Print the position as a board of 65 characters.
    Text,
    /// Set up a position given as 65 characters.
    SetUp(Position),
    /// Write the game to a file.
    Save(PathBuf),
    /// Go on with the game in a file.
    Load(PathBuf),
    /// Write a log of the game to a file from now on.
    Log(PathBuf),
    /// Start again.
    New,
    /// List the commands.
    Help,
    /// Leave.
    Quit,
    /// Nothing was typed.
    Nothing,
}

/// The list of commands, as `help` prints it.
pub(crate) const HELP: &str = "\
What you can type:
  f5            place a disc there (either case)
  legal         list the legal moves
  undo, redo    take back a move, to your own turn; play it again
  back, forward look one move back or ahead without changing the game
  first, last   look at the start; return to the end
  list          list the moves
  transcript    print the moves as one word, f5d6c3...
  show          draw the board
  board         print the position in 65 characters; board CHARACTERS sets one up
  save FILE     write the game, as a transcript or by the ending .ggf, .sgf, .pgn ...
  load FILE     go on with the first game or position of a file
  log FILE      keep a log of the game there
  pass          pass, when there is no legal move (done for you)
  new           start again
  help, quit    this list; leave";

/// Reads a line.
///
/// # Errors
///
/// Says what is wrong with it, for the player to read.
pub(crate) fn parse(line: &str) -> Result<Command, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let simple = match word.to_lowercase().as_str() {
        "" => Command::Nothing,
        "undo" | "u" => Command::Undo,
        "redo" | "r" => Command::Redo,
        "back" | "<" => Command::Back,
        "forward" | ">" => Command::Forward,
        "first" | "<<" => Command::First,
        "last" | ">>" => Command::Last,
        "legal" | "moves" => Command::Legal,
        "list" => Command::List,
        "transcript" => Command::Transcript,
        "show" => Command::Show,
        "new" => Command::New,
        "help" | "h" | "?" => Command::Help,
        "quit" | "q" | "exit" => Command::Quit,
        "board" if rest.is_empty() => Command::Text,
        "board" => return rest.parse().map(Command::SetUp).map_err(|error| format!("{error}")),
        "save" => return file(rest).map(Command::Save),
        "load" => return file(rest).map(Command::Load),
        "log" => return file(rest).map(Command::Log),
        _ => {
            let played = line.parse().map_err(|_| unknown(line))?;
            return Ok(Command::Play(played));
        }
    };
    if rest.is_empty() { Ok(simple) } else { Err(format!("{word} stands alone; try help")) }
}

/// Reads the file name of a command.
fn file(name: &str) -> Result<PathBuf, String> {
    if name.is_empty() { Err("the name of the file is missing".to_owned()) } else { Ok(name.into()) }
}

/// Says that a line means nothing, without repeating more of it than fits.
fn unknown(line: &str) -> String {
    let mut short: String = line.chars().take(40).collect();
    if short.len() < line.len() {
        short.push('…');
    }
    format!("{short:?} is neither a move such as f5 nor a command; help lists them")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_commands_are_read_in_either_case() {
        assert_eq!(parse(" F5 \n"), Ok(Command::Play("f5".parse().unwrap())));
        assert_eq!(parse("PASS"), Ok(Command::Play(Move::Pass)));
        assert_eq!(parse("Undo"), Ok(Command::Undo));
        assert_eq!(parse("save my game.txt"), Ok(Command::Save("my game.txt".into())));
        let board = Position::start().to_string();
        assert_eq!(parse(&format!("board {board}")), Ok(Command::SetUp(Position::start())));
        assert_eq!(parse(""), Ok(Command::Nothing));
    }

    #[test]
    fn nonsense_is_named() {
        assert!(parse("i9").unwrap_err().contains("\"i9\""));
        assert!(parse("save").unwrap_err().contains("missing"));
        assert!(parse("undo 3").unwrap_err().contains("stands alone"));
        assert!(parse("board XO").unwrap_err().contains("64 squares"));
        assert!(parse(&"z".repeat(10_000)).unwrap_err().len() < 200);
    }

    #[test]
    fn every_command_of_the_help_is_known() {
        for line in HELP.lines().skip(1) {
            let names = line.get(2..16).unwrap().trim().replace("FILE", "x");
            for name in names.split(", ") {
                assert!(parse(name).is_ok(), "{name}");
            }
        }
    }
}
