//! The library and the explorer on the wire.

use outflank_library::ImportReport;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{PlyView, Side};

/// The name of an opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct OpeningView {
    /// Its moves; the first is f5.
    pub(crate) line: String,
    /// Its English name, or that of the line it belongs to.
    pub(crate) en: Option<String>,
    /// Its Japanese name, or that of the line it belongs to.
    pub(crate) ja: Option<String>,
}

/// A game of the library in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LibraryEntry {
    pub(crate) key: i64,
    /// The game of the studio it was, if any.
    pub(crate) game: Option<i64>,
    /// `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; empty if unknown.
    pub(crate) date: String,
    /// When it was added, in milliseconds since 1970.
    pub(crate) added: i64,
    pub(crate) black: String,
    pub(crate) white: String,
    /// `human`, `level:7` ...; empty if unknown.
    pub(crate) black_player: String,
    pub(crate) white_player: String,
    pub(crate) event: String,
    pub(crate) place: String,
    pub(crate) opening: Option<OpeningView>,
    /// Black minus white, empty squares to the winner; null if unknown.
    pub(crate) score: Option<i64>,
    /// `black`, `white` or `draw`; null if unknown.
    pub(crate) winner: Option<String>,
    pub(crate) ending: String,
    /// How many plies it has, passes included.
    pub(crate) plies: i64,
    /// The format it was read from, or `studio`.
    pub(crate) source: String,
    pub(crate) tags: Vec<String>,
    pub(crate) notes: String,
    pub(crate) deleted: bool,
}

/// A part of the list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LibraryPage {
    /// How many games the whole list has.
    pub(crate) total: i64,
    pub(crate) games: Vec<LibraryEntry>,
}

/// A game of the library with its moves.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LibraryGameView {
    #[serde(flatten)]
    pub(crate) entry: LibraryEntry,
    /// The start, 65 characters.
    pub(crate) start: String,
    /// The squares, passes left out; with another start than the usual one the game as GGF.
    pub(crate) transcript: String,
    pub(crate) moves: Vec<PlyView>,
}

/// Which games are wanted, in what order, from where on.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct LibraryQuery {
    /// A part of a name, of event, place or notes.
    pub(crate) search: Option<String>,
    /// A part of the name of a player.
    pub(crate) player: Option<String>,
    /// The colour of that player.
    pub(crate) colour: Option<Side>,
    /// A part of the name of the other player.
    pub(crate) opponent: Option<String>,
    /// Who plays on one side: `human`, `level`, `level:7` ...
    pub(crate) kind: Option<String>,
    /// Whether two people play.
    pub(crate) human_human: Option<bool>,
    /// `black`, `white`, `draw`, or `won`, `lost` for the player asked for.
    pub(crate) outcome: Option<String>,
    /// The first day, `YYYY` or longer.
    pub(crate) since: Option<String>,
    /// The last day, `YYYY` or longer.
    pub(crate) until: Option<String>,
    /// A tag.
    pub(crate) tag: Option<String>,
    /// A part of the name of an opening, or its first moves.
    pub(crate) opening: Option<String>,
    /// Deleted games instead of the others.
    pub(crate) deleted: bool,
    /// `key`, `date`, `black`, `white`, `score` or `length`.
    pub(crate) sort: Option<String>,
    /// The smallest first.
    pub(crate) rising: bool,
    /// How many games to leave out at the beginning.
    pub(crate) offset: u32,
    /// How many games to list, at most 500; 50 if missing.
    pub(crate) limit: Option<u32>,
    /// For an export, which has all games: a format that is text; `ggf` if missing.
    pub(crate) format: Option<String>,
}

/// What can be changed of a game of the library.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LibraryChange {
    pub(crate) notes: Option<String>,
    /// All its tags.
    pub(crate) tags: Option<Vec<String>>,
}

/// What an import has done.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub(crate) struct LibraryImport {
    pub(crate) read: u64,
    pub(crate) added: u64,
    pub(crate) duplicates: u64,
    /// Positions without moves, which are no games.
    pub(crate) positions: u64,
    pub(crate) bad: u64,
    /// What is wrong with the bad ones.
    pub(crate) faults: Vec<String>,
}

impl From<ImportReport> for LibraryImport {
    fn from(report: ImportReport) -> LibraryImport {
        let ImportReport { read, added, duplicates, positions, bad, faults, stopped: _ } = report;
        LibraryImport { read, added, duplicates, positions, bad, faults }
    }
}

/// An import of files: how far it is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ImportProgress {
    pub(crate) id: u64,
    pub(crate) state: ImportState,
    /// How many files were sent.
    pub(crate) files: usize,
    /// How many games there will be, if that can be told.
    pub(crate) expected: Option<u64>,
    #[serde(flatten)]
    pub(crate) report: LibraryImport,
    /// Why it failed.
    pub(crate) failure: Option<String>,
}

/// What an import of files is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ImportState {
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
pub(crate) struct TagView {
    pub(crate) tag: String,
    pub(crate) games: i64,
}

/// Which position, and which games.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExplorerQuery {
    /// A board or moves; the usual start if missing.
    pub(crate) position: Option<String>,
    /// Squares that are played from there on, without blanks; passes are left out.
    pub(crate) moves: Option<String>,
    /// Whether to go back along the moves to the last position that more than one game has reached.
    pub(crate) shared: Option<bool>,
    /// A part of the name of a player.
    pub(crate) player: Option<String>,
    /// The colour of that player.
    pub(crate) colour: Option<Side>,
    /// The first year.
    pub(crate) since: Option<u16>,
    /// The last year.
    pub(crate) until: Option<u16>,
}

/// How games ended.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct ResultsView {
    pub(crate) games: u32,
    /// Games that black won.
    pub(crate) black: u32,
    pub(crate) draws: u32,
    /// Games that white won.
    pub(crate) white: u32,
    /// Black minus white.
    pub(crate) mean_score: Option<f64>,
}

/// A move that was played in a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ExploredMoveView {
    /// A square, or `pass`; of symmetric ones the first.
    #[serde(rename = "move")]
    pub(crate) played: String,
    /// All squares that are the same by symmetry.
    pub(crate) squares: Vec<String>,
    /// The opening whose line ends with it.
    pub(crate) opening: Option<OpeningView>,
    pub(crate) results: ResultsView,
}

/// What was played in a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ExploredView {
    /// How many of the moves lead to the position; fewer than were given if it was gone back.
    pub(crate) plies: usize,
    pub(crate) position: super::PositionView,
    pub(crate) opening: Option<OpeningView>,
    pub(crate) results: ResultsView,
    /// The most frequent first.
    pub(crate) moves: Vec<ExploredMoveView>,
    /// The latest games.
    pub(crate) games: Vec<LibraryEntry>,
}
