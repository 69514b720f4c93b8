//! The journal of a tournament between people on the wire, and as the database keeps it.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::club::BoardResultView;

/// The kind of a journal entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ClubDeedKind {
    Entered,
    Renamed,
    Withdrew,
    Returned,
    Paired,
    Unpaired,
    /// The organiser entered, corrected or removed a result.
    Result,
    /// The result was taken from a finished game.
    TakenOver,
    Changed,
    Ended,
}

/// An action in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct ClubDeed {
    pub(crate) kind: ClubDeedKind,
    /// The number of the entrant concerned.
    pub(crate) entrant: Option<usize>,
    pub(crate) round: Option<usize>,
    pub(crate) board: Option<usize>,
    pub(crate) before: Option<BoardResultView>,
    pub(crate) after: Option<BoardResultView>,
}

impl ClubDeed {
    /// Creates a deed that concerns no particular entrant, round or board.
    pub(crate) const fn new(kind: ClubDeedKind) -> ClubDeed {
        ClubDeed { kind, entrant: None, round: None, board: None, before: None, after: None }
    }
}

/// A journal entry.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ClubJournalLine {
    /// When it was done, in milliseconds since 1970.
    pub(crate) moment: i64,
    /// The name of the person who did it; empty on a local studio.
    pub(crate) by: String,
    pub(crate) deed: ClubDeed,
}

/// What to export.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClubExportQuery {
    /// `csv` or `text` for the standings, `pgn` or `wthor` for the games played on this server.
    pub(crate) format: String,
}
