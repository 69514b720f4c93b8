//! A game of the library.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use outflank_game::{GameResult, PlayerId};
use outflank_rules::{Game, Move, Position, Square};

/// Where a game of the library came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LibrarySource {
    /// It was played in the studio, spelled `studio`.
    #[default]
    Studio,
    /// It was read from a file: the name of its format.
    File(String),
}

impl LibrarySource {
    /// Returns the source in a word: `studio`, or the name of a format.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            LibrarySource::Studio => "studio",
            LibrarySource::File(format) => format,
        }
    }
}

impl FromStr for LibrarySource {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<LibrarySource, Infallible> {
        Ok(if text == "studio" { LibrarySource::Studio } else { LibrarySource::File(text.to_owned()) })
    }
}

impl fmt::Display for LibrarySource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The moves of a game of the library, as a row keeps them. Lists of games need not play them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LibraryMoves {
    /// 65 characters; empty for the usual start.
    start: String,
    /// Squares without blanks, passes left out.
    squares: String,
    /// Passes included.
    plies: usize,
}

impl LibraryMoves {
    /// Writes down the moves of a game, passes included.
    #[must_use]
    pub fn new(start: Position, plies: impl IntoIterator<Item = Move>) -> LibraryMoves {
        let start = if start == Position::start() { String::new() } else { start.to_string() };
        let mut moves = LibraryMoves { start, squares: String::new(), plies: 0 };
        for played in plies {
            moves.plies += 1;
            if let Some(square) = played.square() {
                moves.squares.push_str(&square.to_string());
            }
        }
        moves
    }

    /// Takes moves as they were kept: the start, the squares, and how many plies there are. Whether they can
    /// be played is found out by who plays them.
    #[must_use]
    pub fn kept(start: String, squares: String, plies: usize) -> LibraryMoves {
        LibraryMoves { start, squares, plies }
    }

    /// Returns the start, 65 characters; empty for the usual one.
    #[must_use]
    pub fn start(&self) -> &str {
        &self.start
    }

    /// Returns the squares without blanks, passes left out.
    #[must_use]
    pub fn squares(&self) -> &str {
        &self.squares
    }

    /// Returns how many plies there are, passes included.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// Plays the moves.
    fn game(&self, key: i64) -> Result<Game, DamagedEntry> {
        let start = if self.start.is_empty() { Some(Position::start()) } else { self.start.parse().ok() };
        let start = start.ok_or_else(|| DamagedEntry::Start { key, start: self.start.clone() })?;
        let refused = |reason: String| DamagedEntry::Moves { key, moves: self.squares.clone(), reason };
        let mut game = Game::new(start);
        for name in self.squares.as_bytes().chunks(2) {
            let square = match *name {
                [letter, digit] => Square::from_bytes(letter, digit),
                _ => None,
            };
            let square = square.ok_or_else(|| refused(format!("{:?}", String::from_utf8_lossy(name))))?;
            game.place(square).map_err(|illegal| refused(illegal.to_string()))?;
        }
        if game.plies().len() + 1 == self.plies {
            // A pass at the end is not among the squares.
            let _not_a_pass_then = game.play(Move::Pass);
        }
        Ok(game)
    }
}

/// Says that a row of the library is no game: somebody else wrote it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DamagedEntry {
    /// The start is no position.
    #[error("game {key} of the library starts from {start:?}, which is not a position")]
    Start {
        /// The game.
        key: i64,
        /// Its start.
        start: String,
    },
    /// The moves cannot be played.
    #[error("game {key} of the library has the moves {moves:?}, which cannot be played: {reason}")]
    Moves {
        /// The game.
        key: i64,
        /// Its moves.
        moves: String,
        /// What is wrong with them.
        reason: String,
    },
}

/// A game as the library is given it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LibraryGame {
    /// The same for the same game, whatever file it came from.
    pub fingerprint: String,
    /// The game of the studio it was, if any.
    pub game: Option<i64>,
    /// The day as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; empty if unknown.
    pub day: String,
    /// The date as the source spells it.
    pub date: String,
    /// The name of black.
    pub black: String,
    /// The name of white.
    pub white: String,
    /// Who plays black; `None` if unknown.
    pub black_player: Option<PlayerId>,
    /// Who plays white.
    pub white_player: Option<PlayerId>,
    /// The tournament or match.
    pub event: String,
    /// Where it was played.
    pub place: String,
    /// The moves of the longest named line it follows; empty if none.
    pub opening: String,
    /// Black's discs less white's, empty squares to the winner.
    pub score: Option<i32>,
    /// How it ended, and who won; `None` if unknown.
    pub result: Option<GameResult>,
    /// Its start and its moves.
    pub moves: LibraryMoves,
    /// What every ply took, passes included; empty if unknown.
    pub times: Vec<Duration>,
    /// Where it came from.
    pub source: LibrarySource,
    /// Notes of people.
    pub notes: String,
}

/// A game as the library keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryRow {
    /// Its key, counted up and never given twice.
    pub key: i64,
    /// When it was added, in milliseconds since 1970.
    pub added: i64,
    /// When it was deleted; nothing if it is there.
    pub deleted: Option<i64>,
    /// What it is.
    pub game: LibraryGame,
    /// Its tags, in their order.
    pub tags: Vec<String>,
}

impl LibraryRow {
    /// Plays the moves of the game.
    ///
    /// # Errors
    ///
    /// If the row is no game: somebody else wrote it.
    pub fn play(&self) -> Result<Game, DamagedEntry> {
        self.game.moves.game(self.key)
    }
}
