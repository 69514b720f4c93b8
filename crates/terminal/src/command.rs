//! What a line typed during a game means.

use std::path::PathBuf;

use outflank_engine::Level;
use outflank_players::Entrant;
use outflank_records::nearest;
use outflank_rules::{Color, Move, Position, Setup, Square};

/// A line of input, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedCommand {
    /// Place a disc, or pass.
    Play(Move),
    /// Take back, to the person's own turn.
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
    /// List the moves with the time they took.
    Times,
    /// Print the moves as a transcript.
    Transcript,
    /// Draw the board.
    Show,
    /// Turn the board round.
    Flip,
    /// Name the best move and what it is worth.
    Hint,
    /// List what every legal move is worth.
    Values,
    /// Review the moves made so far.
    Analyze,
    /// Print the position as a board of 65 characters.
    Text,
    /// Set up a position given as 65 characters.
    SetUp(Position),
    /// Set up a position square by square.
    Edit,
    /// List the levels.
    Levels,
    /// Let the computer play at a level.
    Level(u8),
    /// Put a player, written as on the command line, into a seat.
    Seat(Color, String),
    /// List the players.
    Players,
    /// Let the players change colours.
    Swap,
    /// Let programs think on the opponent's time, or no longer.
    Ponder,
    /// Write the game to a file.
    Save(PathBuf),
    /// Go on with the game in a file.
    Load(PathBuf),
    /// Write a log of the game to a file from now on.
    Log(PathBuf),
    /// Give up.
    Resign,
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
pub const HELP: &str = "\
What you can type:
  f5            place a disc there (either case)
  legal         list the legal moves
  hint          name the best move and what it is worth
  values        list what every legal move is worth
  undo, redo    take back a move, to your own turn; play it again
  back, forward look at the move before or after (also < and >)
  first, last   look at the start; return to the end (also << and >>)
  list          list the moves
  times         list the moves with the seconds they took
  analyze       say what each move so far was worth
  transcript    print the moves as one word, f5d6c3...
  show          draw the board
  flip          rotate the board
  board         print the position as text; board TEXT sets one up
  edit          set up a position square by square
  level         list the levels; level N lets the computer play at level N
  players       list who can play
  black PLAYER  choose who plays black: human, level:5, nea ...
  white PLAYER  the same for white
  swap          let the players swap colours
  ponder        let programs think on your time too, or stop that
  save FILE     write the game: a transcript, .ggf, .sgf, .pgn ...
  load FILE     continue with the first game or position of a file
  log FILE      keep a log of the game in FILE
  pass          pass, when there is no legal move (automatic)
  resign        resign the game
  new           start a new game
  help, quit    this list; leave";

/// The list of what can be typed while a position is being set up.
pub const EDIT_HELP: &str = "\
What you can type while editing:
  x d3 e3       put black discs there
  o c4          put white discs there
  - d4          remove discs
  turn black    say who is to move: black or white
  clear, start  remove all discs; set up the standard start
  show          draw the board
  done          play on from here
  cancel        leave everything as it was";

/// The words of all commands, for suggestions.
const WORDS: &[&str] = &[
    "undo",
    "redo",
    "back",
    "forward",
    "first",
    "last",
    "legal",
    "moves",
    "list",
    "times",
    "transcript",
    "show",
    "flip",
    "hint",
    "values",
    "analyze",
    "board",
    "edit",
    "level",
    "levels",
    "players",
    "black",
    "white",
    "swap",
    "ponder",
    "save",
    "load",
    "log",
    "pass",
    "resign",
    "new",
    "help",
    "quit",
    "exit",
];

/// The words of commands while editing.
const EDIT_WORDS: &[&str] =
    &["black", "white", "empty", "turn", "clear", "start", "show", "done", "cancel", "help", "quit"];

/// Reads a line.
///
/// # Errors
///
/// Says what is wrong with it, for the player to read.
pub fn parse(line: &str) -> Result<TypedCommand, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let simple = match word.to_lowercase().as_str() {
        "" => TypedCommand::Nothing,
        "undo" | "u" => TypedCommand::Undo,
        "redo" | "r" => TypedCommand::Redo,
        "back" | "<" => TypedCommand::Back,
        "forward" | ">" => TypedCommand::Forward,
        "first" | "<<" => TypedCommand::First,
        "last" | ">>" => TypedCommand::Last,
        "legal" | "moves" => TypedCommand::Legal,
        "list" => TypedCommand::List,
        "times" => TypedCommand::Times,
        "transcript" => TypedCommand::Transcript,
        "show" => TypedCommand::Show,
        "flip" => TypedCommand::Flip,
        "hint" => TypedCommand::Hint,
        "values" => TypedCommand::Values,
        "analyze" | "analyse" => TypedCommand::Analyze,
        "edit" => TypedCommand::Edit,
        "levels" => TypedCommand::Levels,
        "level" if rest.is_empty() => TypedCommand::Levels,
        "level" => return level(rest),
        "players" => TypedCommand::Players,
        "black" => return seat(Color::Black, rest),
        "white" => return seat(Color::White, rest),
        "swap" => TypedCommand::Swap,
        "ponder" => TypedCommand::Ponder,
        "resign" => TypedCommand::Resign,
        "new" => TypedCommand::New,
        "help" | "h" | "?" => TypedCommand::Help,
        "quit" | "q" | "exit" => TypedCommand::Quit,
        "board" if rest.is_empty() => TypedCommand::Text,
        "board" => return rest.parse().map(TypedCommand::SetUp).map_err(|error| format!("{error}")),
        "save" => return file(rest).map(TypedCommand::Save),
        "load" => return file(rest).map(TypedCommand::Load),
        "log" => return file(rest).map(TypedCommand::Log),
        _ => {
            let played = line.parse().map_err(|_| unknown(line, WORDS))?;
            return Ok(TypedCommand::Play(played));
        }
    };
    if rest.is_empty() { Ok(simple) } else { Err(format!("{word} takes nothing after it; try help")) }
}

/// Reads the number of a level.
fn level(text: &str) -> Result<TypedCommand, String> {
    let number = text.parse().ok().filter(|&number| Level::new(number).is_some());
    number
        .map(TypedCommand::Level)
        .ok_or_else(|| format!("{:?} is not a level; levels are 1 to 20", shorten(text)))
}

/// Reads who is to play a side.
fn seat(side: Color, text: &str) -> Result<TypedCommand, String> {
    if text.is_empty() {
        return Err(format!("who plays {side}? For example: {side} level:5"));
    }
    text.parse::<Entrant>().map_err(|error| error.to_string())?;
    Ok(TypedCommand::Seat(side, text.to_owned()))
}

/// Reads the file name of a command.
fn file(name: &str) -> Result<PathBuf, String> {
    if name.is_empty() { Err("the name of the file is missing".to_owned()) } else { Ok(name.into()) }
}

/// Says that a line means nothing, without repeating more of it than fits, and what may have been meant.
fn unknown(line: &str, words: &[&str]) -> String {
    let short = shorten(line);
    let word = line.split_whitespace().next().unwrap_or_default().to_lowercase();
    match meant(&word, words) {
        Some(meant) => format!("{short:?} is neither a move such as f5 nor a command; did you mean {meant}?"),
        None => format!("{short:?} is neither a move such as f5 nor a command; help lists them"),
    }
}

fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// Returns the word that was probably meant; two letters or less may as well be a square.
fn meant<'a>(typed: &str, words: &[&'a str]) -> Option<&'a str> {
    if typed.chars().count() < 3 { None } else { nearest(typed, words.iter().copied()) }
}

/// A line typed while a position is being set up, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Put discs on squares, or take them away.
    Put(Option<Color>, Vec<Square>),
    /// Say who is to move.
    Turn(Color),
    /// Take all discs away.
    Clear,
    /// Set up the standard start.
    Start,
    /// Draw the board.
    Show,
    /// Play on from here.
    Done,
    /// Leave everything as it was.
    Cancel,
    /// List what can be typed.
    Help,
    /// Leave the program.
    Quit,
    /// Nothing was typed.
    Nothing,
}

/// Reads a line typed while a position is being set up.
///
/// # Errors
///
/// Says what is wrong with it, for the player to read.
pub fn parse_edit(line: &str) -> Result<Edit, String> {
    let line = line.trim().to_lowercase();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
    let disc = match word {
        "black" => Some(Some(Color::Black)),
        "white" => Some(Some(Color::White)),
        "empty" => Some(None),
        _ => word.chars().next().filter(|_| word.chars().count() == 1).and_then(Setup::disc_of_char),
    };
    if let Some(disc) = disc {
        let squares: Result<Vec<Square>, _> = rest.split_whitespace().map(str::parse).collect();
        let squares = squares.map_err(|error| error.to_string())?;
        return if squares.is_empty() {
            Err(format!("{word} on which squares?"))
        } else {
            Ok(Edit::Put(disc, squares))
        };
    }
    match (word, rest.trim()) {
        ("", _) => Ok(Edit::Nothing),
        ("turn", "black" | "x") => Ok(Edit::Turn(Color::Black)),
        ("turn", "white" | "o") => Ok(Edit::Turn(Color::White)),
        ("turn", _) => Err("whose turn? turn black or turn white".to_owned()),
        ("clear", "") => Ok(Edit::Clear),
        ("start", "") => Ok(Edit::Start),
        ("show", "") => Ok(Edit::Show),
        ("done" | "resume", "") => Ok(Edit::Done),
        ("cancel", "") => Ok(Edit::Cancel),
        ("help" | "h" | "?", "") => Ok(Edit::Help),
        ("quit" | "q" | "exit", "") => Ok(Edit::Quit),
        _ => Err(match meant(word, EDIT_WORDS) {
            Some(meant) => format!("{:?} means nothing while editing; did you mean {meant}?", shorten(&line)),
            None => format!(
                "{:?} means nothing while editing; help lists what does, done ends it",
                shorten(&line)
            ),
        }),
    }
}

#[cfg(test)]
mod tests;
