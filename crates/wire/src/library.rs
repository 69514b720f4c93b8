//! The library and the explorer on the wire.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{PlyView, Side};

/// The name of an opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OpeningView {
    /// Its moves; the first is f5.
    pub line: String,
    /// Its English name, or that of the line it belongs to.
    pub en: Option<String>,
    /// Its Japanese name, or that of the line it belongs to.
    pub ja: Option<String>,
}

/// A game of the library in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LibraryEntry {
    pub key: i64,
    /// The game of the studio it was, if any.
    pub game: Option<i64>,
    /// `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; empty if unknown.
    pub date: String,
    /// When it was added, in milliseconds since 1970.
    pub added: i64,
    pub black: String,
    pub white: String,
    /// `human`, `level:7` ...; empty if unknown.
    pub black_player: String,
    pub white_player: String,
    pub event: String,
    pub place: String,
    pub opening: Option<OpeningView>,
    /// Black minus white, empty squares to the winner; null if unknown.
    pub score: Option<i64>,
    /// `black`, `white` or `draw`; null if unknown.
    pub winner: Option<String>,
    pub ending: String,
    /// How many plies it has, passes included.
    pub plies: i64,
    /// The format it was read from, or `studio`.
    pub source: String,
    pub tags: Vec<String>,
    pub notes: String,
    pub deleted: bool,
}

/// A part of the list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LibraryPage {
    /// How many games the whole list has.
    pub total: i64,
    pub games: Vec<LibraryEntry>,
}

/// A game of the library with its moves.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LibraryGameView {
    #[serde(flatten)]
    pub entry: LibraryEntry,
    /// The start, 65 characters.
    pub start: String,
    /// The squares, passes left out; with another start than the usual one the game as GGF.
    pub transcript: String,
    pub moves: Vec<PlyView>,
}

/// Which games are wanted, in what order, from where on.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LibraryQuery {
    /// A part of a name, of event, place or notes.
    pub search: Option<String>,
    /// A part of the name of a player.
    pub player: Option<String>,
    /// The colour of that player.
    pub colour: Option<Side>,
    /// A part of the name of the other player.
    pub opponent: Option<String>,
    /// Who plays on one side: `human`, `level`, `level:7` ...
    pub kind: Option<String>,
    /// Whether two people play.
    pub human_human: Option<bool>,
    /// `black`, `white`, `draw`, or `won`, `lost` for the player asked for.
    pub outcome: Option<String>,
    /// The first day, `YYYY` or longer.
    pub since: Option<String>,
    /// The last day, `YYYY` or longer.
    pub until: Option<String>,
    /// A tag.
    pub tag: Option<String>,
    /// A part of the name of an opening, or its first moves.
    pub opening: Option<String>,
    /// Deleted games instead of the others.
    pub deleted: bool,
    /// `key`, `date`, `black`, `white`, `score` or `length`.
    pub sort: Option<String>,
    /// The smallest first.
    pub rising: bool,
    /// How many games to leave out at the beginning.
    pub offset: u32,
    /// How many games to list, at most 500; 50 if missing.
    pub limit: Option<u32>,
    /// For an export, which has all games: a format that is text; `ggf` if missing.
    pub format: Option<String>,
}

/// What can be changed of a game of the library.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LibraryChange {
    pub notes: Option<String>,
    /// All its tags.
    pub tags: Option<Vec<String>>,
}

/// What an import has done.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct LibraryImport {
    pub read: u64,
    pub added: u64,
    pub duplicates: u64,
    /// Positions without moves, which are no games.
    pub positions: u64,
    pub bad: u64,
    /// What is wrong with the bad ones.
    pub faults: Vec<String>,
}

/// An import of files: how far it is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ImportProgress {
    pub id: u64,
    pub state: ImportState,
    /// How many files were sent.
    pub files: usize,
    /// How many games there will be, if that can be told.
    pub expected: Option<u64>,
    #[serde(flatten)]
    pub report: LibraryImport,
    /// Why it failed.
    pub failure: Option<String>,
}

/// What an import of files is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ImportState {
    /// Files are being sent.
    Collecting,
    /// Games are being read and kept.
    Reading,
    /// The positions are being made ready for the explorer.
    Indexing,
    /// All is done.
    Done,
    /// Somebody stopped it. The games kept until then stay.
    Stopped,
    /// It failed. The games kept until then stay.
    Failed,
}

/// A tag.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TagView {
    pub tag: String,
    pub games: i64,
}

/// Which position, and which games.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ExplorerQuery {
    /// A board or moves; the usual start if missing.
    pub position: Option<String>,
    /// Squares that are played from there on, without blanks; passes are left out.
    pub moves: Option<String>,
    /// Whether to go back along the moves to the last position that more than one game has reached.
    pub shared: Option<bool>,
    /// A part of the name of a player.
    pub player: Option<String>,
    /// The colour of that player.
    pub colour: Option<Side>,
    /// The first year.
    pub since: Option<u16>,
    /// The last year.
    pub until: Option<u16>,
}

/// How games ended.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct ResultsView {
    pub games: u32,
    /// Games that black won.
    pub black: u32,
    pub draws: u32,
    /// Games that white won.
    pub white: u32,
    /// Black minus white.
    pub mean_score: Option<f64>,
}

/// A move that was played in a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExploredMoveView {
    /// A square, or `pass`; of symmetric ones the first.
    #[serde(rename = "move")]
    pub played: String,
    /// All squares that are the same by symmetry.
    pub squares: Vec<String>,
    /// The opening whose line ends with it.
    pub opening: Option<OpeningView>,
    pub results: ResultsView,
}

/// What was played in a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExploredView {
    /// How many of the moves lead to the position; fewer than were given if it was gone back.
    pub plies: usize,
    pub position: crate::PositionView,
    pub opening: Option<OpeningView>,
    pub results: ResultsView,
    /// The most frequent first.
    pub moves: Vec<ExploredMoveView>,
    /// The latest games.
    pub games: Vec<LibraryEntry>,
}
