//! The library and the explorer on the wire.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{PlyView, Side};

/// The name of an opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OpeningView {
    /// Its moves, starting with f5.
    pub line: String,
    /// Its English name, or that of the line it belongs to.
    pub en: Option<String>,
    /// Its Japanese name, or that of the line it belongs to.
    pub ja: Option<String>,
}

/// A library game in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LibraryEntry {
    pub key: i64,
    /// The number of the studio game it was, if any.
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
    /// Black minus White, with empty squares counted for the winner; null if unknown.
    pub score: Option<i64>,
    /// `black`, `white` or `draw`; null if unknown.
    pub winner: Option<String>,
    pub ending: String,
    /// The number of plies, passes included.
    pub plies: i64,
    /// The format it was imported from, or `studio`.
    pub source: String,
    pub tags: Vec<String>,
    pub notes: String,
    pub deleted: bool,
}

/// A page of the list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LibraryPage {
    /// The total number of games in the list.
    pub total: i64,
    pub games: Vec<LibraryEntry>,
}

/// A library game with its moves.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LibraryGameView {
    #[serde(flatten)]
    pub entry: LibraryEntry,
    /// The starting position, 65 characters.
    pub start: String,
    /// The squares without passes; GGF if the game does not begin from the standard starting position.
    pub transcript: String,
    pub moves: Vec<PlyView>,
}

/// The filter, sort order and page of a list of games.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LibraryQuery {
    /// Part of a name, event, place or notes.
    pub search: Option<String>,
    /// Part of a player's name.
    pub player: Option<String>,
    /// The colour of that player.
    pub colour: Option<Side>,
    /// Part of the opponent's name.
    pub opponent: Option<String>,
    /// The type of player on either side: `human`, `level`, `level:7` ...
    pub kind: Option<String>,
    /// Whether both players are people.
    pub human_human: Option<bool>,
    /// `black`, `white` or `draw`; or `won` or `lost`, for the player given.
    pub outcome: Option<String>,
    /// The first date, `YYYY` or longer.
    pub since: Option<String>,
    /// The last date, `YYYY` or longer.
    pub until: Option<String>,
    /// A tag.
    pub tag: Option<String>,
    /// Part of an opening's name, or its first moves.
    pub opening: Option<String>,
    /// Whether to list deleted games instead of the others.
    pub deleted: bool,
    /// The sort key: `key`, `date`, `black`, `white`, `score` or `length`.
    pub sort: Option<String>,
    /// Whether to sort in ascending order.
    pub rising: bool,
    /// The number of games to skip.
    pub offset: u32,
    /// The number of games to list, at most 500; 50 if missing.
    pub limit: Option<u32>,
    /// The text format of an export, which always contains all games; `ggf` if missing.
    pub format: Option<String>,
}

/// Changes to a library game.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LibraryChange {
    pub notes: Option<String>,
    /// The complete new list of tags.
    pub tags: Option<Vec<String>>,
}

/// The result of an import.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct LibraryImport {
    pub read: u64,
    pub added: u64,
    pub duplicates: u64,
    /// The number of positions without moves, which are not games.
    pub positions: u64,
    pub bad: u64,
    /// Descriptions of the unreadable games.
    pub faults: Vec<String>,
}

/// The progress of a file import.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ImportProgress {
    pub id: u64,
    pub state: ImportState,
    /// The number of files uploaded.
    pub files: usize,
    /// The expected number of games, if known.
    pub expected: Option<u64>,
    #[serde(flatten)]
    pub report: LibraryImport,
    /// Why the import failed.
    pub failure: Option<String>,
}

/// The state of a file import.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ImportState {
    /// Files are being uploaded.
    Collecting,
    /// Games are being read and stored.
    Reading,
    /// The positions are being indexed for the explorer.
    Indexing,
    /// The import is complete.
    Done,
    /// The import was stopped. Games stored so far are kept.
    Stopped,
    /// The import failed. Games stored so far are kept.
    Failed,
}

/// A tag.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TagView {
    pub tag: String,
    pub games: i64,
}

/// The position to explore, and which games to include.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ExplorerQuery {
    /// A board or a list of moves; the standard starting position if missing.
    pub position: Option<String>,
    /// Squares played from `position` on, without separators and without passes.
    pub moves: Option<String>,
    /// Whether to step back along the moves to the last position reached by more than one game.
    pub shared: Option<bool>,
    /// Part of a player's name.
    pub player: Option<String>,
    /// The colour of that player.
    pub colour: Option<Side>,
    /// The first year.
    pub since: Option<u16>,
    /// The last year.
    pub until: Option<u16>,
}

/// The results of games.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct ResultsView {
    pub games: u32,
    /// The number of games Black won.
    pub black: u32,
    pub draws: u32,
    /// The number of games White won.
    pub white: u32,
    /// The average of Black minus White.
    pub mean_score: Option<f64>,
}

/// A move played in a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExploredMoveView {
    /// A square or `pass`; the first of symmetric squares.
    #[serde(rename = "move")]
    pub played: String,
    /// All squares that are equivalent by symmetry.
    pub squares: Vec<String>,
    /// The named opening whose line ends with this move.
    pub opening: Option<OpeningView>,
    pub results: ResultsView,
}

/// What was played in a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExploredView {
    /// How many of the moves lead to the position; fewer than given if it stepped back.
    pub plies: usize,
    pub position: crate::PositionView,
    pub opening: Option<OpeningView>,
    pub results: ResultsView,
    /// The moves, most frequent first.
    pub moves: Vec<ExploredMoveView>,
    /// The latest games.
    pub games: Vec<LibraryEntry>,
}
