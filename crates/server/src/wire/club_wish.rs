//! What is asked for in tournaments between people, on the wire.

use outflank_club::ClubRules;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::ClockWish;
use super::club::{ClubSystemWord, ForfeitWord, LateEntryWord};

/// A tournament to make.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClubWish {
    pub(crate) name: String,
    pub(crate) system: ClubSystemWord,
    /// How many rounds a Swiss tournament has; 5 unless told. A round robin has as many as it needs.
    pub(crate) rounds: Option<usize>,
    /// The constant of the Brightwell quotient; 64 divided by the number of rounds unless told.
    pub(crate) brightwell: Option<u32>,
    #[serde(default)]
    pub(crate) late: LateEntryWord,
    /// Whether games are played here; otherwise results are typed in.
    #[serde(default)]
    pub(crate) online: bool,
    pub(crate) clock: Option<ClockWish>,
}

impl ClubWish {
    /// Returns the rules that are asked for.
    pub(crate) fn rules(&self) -> ClubRules {
        let usual = ClubRules::swiss(self.rounds.unwrap_or(5));
        ClubRules { system: self.system.into(), brightwell: self.brightwell, late: self.late.into(), ..usual }
    }
}

/// What is to change about a tournament.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClubChange {
    pub(crate) name: Option<String>,
    /// How many rounds a Swiss tournament has; not fewer than are paired.
    pub(crate) rounds: Option<usize>,
}

/// People who enter.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EntrantsWish {
    /// Their names: all of them enter, or nobody does.
    pub(crate) names: Vec<String>,
}

/// What is to change about somebody who takes part.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EntrantChange {
    pub(crate) name: Option<String>,
    /// Whether no further rounds are played.
    pub(crate) withdrawn: Option<bool>,
}

/// A round to pair.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RoundWish {
    /// The round that should be next: who asks twice pairs once.
    pub(crate) round: usize,
}

/// What came of a board: discs of both, or who did not play; nothing at all takes a result back.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoardWish {
    pub(crate) black: Option<u32>,
    pub(crate) white: Option<u32>,
    pub(crate) forfeit: Option<ForfeitWord>,
}

/// Which part of a list.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClubsQuery {
    #[serde(default)]
    pub(crate) offset: u32,
}
