//! The journal of a tournament between people on the wire, and as the database keeps it.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::club::BoardResultView;

/// What kind of thing was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ClubDeedKind {
    Entered,
    Renamed,
    Withdrew,
    Returned,
    Paired,
    Unpaired,
    /// The organiser entered, corrected or took back a result.
    Result,
    /// A game that is over gave its result.
    TakenOver,
    Changed,
    Ended,
}

/// Something that was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct ClubDeed {
    pub(crate) kind: ClubDeedKind,
    /// The number of whom it concerns.
    pub(crate) entrant: Option<usize>,
    pub(crate) round: Option<usize>,
    pub(crate) board: Option<usize>,
    pub(crate) before: Option<BoardResultView>,
    pub(crate) after: Option<BoardResultView>,
}

impl ClubDeed {
    /// Makes a deed that concerns nothing in particular.
    pub(crate) const fn new(kind: ClubDeedKind) -> ClubDeed {
        ClubDeed { kind, entrant: None, round: None, board: None, before: None, after: None }
    }
}

/// A line of the journal.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ClubJournalLine {
    /// When, in milliseconds since 1970.
    pub(crate) moment: i64,
    /// Who did it; empty where nobody has a name.
    pub(crate) by: String,
    pub(crate) deed: ClubDeed,
}

/// What is to be exported.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClubExportQuery {
    /// `csv` or `text` for the standings, `pgn` or `wthor` for the games that were played here.
    pub(crate) format: String,
}
