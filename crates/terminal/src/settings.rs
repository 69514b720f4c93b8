//! What a session on the screen begins with, and whom it asks to read and write files.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use outflank_game::{GameInPlay, TimeControl};
use outflank_players::Participant;
use outflank_review::ResultStore;
use outflank_rules::Game;

use crate::archive::{Archive, ArchivedGame};
use crate::theme::Colours;

/// Where games begin: a name for people, and the opening of every game by its number.
#[derive(Clone)]
pub struct Start {
    /// What it is called.
    pub name: String,
    /// Returns the game to begin with; its current position is where the players begin.
    pub game: Arc<dyn Fn(usize) -> Game + Send + Sync>,
}

/// What is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Show {
    /// What every legal move is worth, on its square.
    pub values: bool,
    /// The engine's lines and the graph of the score.
    pub engine: bool,
    /// The bars of discs and mobility.
    pub meters: bool,
    /// Two shades that tell the squares apart; with letters, a dash on every empty square.
    pub grid: bool,
    /// The board turned round.
    pub flipped: bool,
}

/// What a session begins with.
pub struct SessionSettings {
    /// Who plays, black first.
    pub players: [Participant; 2],
    /// Where games can begin; the first is the one to begin with.
    pub starts: Vec<Start>,
    /// The clocks.
    pub control: Option<TimeControl>,
    /// The time for a move of programs without a limit of their own, if somebody has set it.
    pub time: Option<Duration>,
    /// The least time before a program's move is shown.
    pub pace: Duration,
    /// Whether programs think on the opponent's time.
    pub ponders: bool,
    /// The random choices of the players.
    pub seed: u64,
    /// How many games are played one after the other if nobody has to be asked.
    pub games: u32,
    /// Whether the program ends with the last game.
    pub exits: bool,
    /// Whether to ask who plays before the first game.
    pub asks: bool,
    /// A stored game to go on with.
    pub resumed: Option<ArchivedGame>,
    /// What is shown.
    pub show: Show,
    /// How many colours there are.
    pub colours: Colours,
    /// Whether to draw with the letters of ASCII only.
    pub ascii: bool,
}

/// Whoever reads and writes files for a session.
pub trait Papers {
    /// Reads the first game or position of a file.
    ///
    /// # Errors
    ///
    /// Says what is wrong with it, for people to read.
    fn load(&self, path: &Path) -> Result<Game, String>;

    /// Writes a game to a file.
    ///
    /// # Errors
    ///
    /// Says what failed, for people to read.
    fn save(&self, path: &Path, game: &GameInPlay) -> Result<(), String>;

    /// Keeps a log in a file from now on.
    fn log_to(&mut self, path: PathBuf);

    /// Brings the log up to date, if there is one.
    ///
    /// # Errors
    ///
    /// Says what failed, for people to read.
    fn log(&mut self, game: &GameInPlay) -> Result<(), String>;

    /// Goes on to the log of the next game.
    fn next_log(&mut self);

    /// Adds a finished game to the report, if there is one.
    ///
    /// # Errors
    ///
    /// Says what failed, for people to read.
    fn report(&mut self, game: &GameInPlay) -> Result<(), String>;
}

/// Whom a session asks to keep, read and write games.
pub struct Services {
    /// Where games are kept; nothing if they are not.
    pub archive: Option<Box<dyn Archive>>,
    /// Who reads and writes files.
    pub papers: Box<dyn Papers>,
    /// Where results of reviews are kept; nothing if they are not.
    pub reviews: Option<Box<dyn ResultStore + Send>>,
}
