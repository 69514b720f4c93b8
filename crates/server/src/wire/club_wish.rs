//! What is asked for in tournaments between people, on the wire.

use outflank_club::ClubRules;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::ClockWish;
use super::club::{ClubSystemWord, ForfeitWord, LateEntryWord};

/// A tournament to create.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClubWish {
    pub(crate) name: String,
    pub(crate) system: ClubSystemWord,
    /// The number of rounds of a Swiss tournament; 5 by default. A round robin has as many as it needs.
    pub(crate) rounds: Option<usize>,
    /// The constant of the Brightwell quotient; by default 64 divided by the number of rounds.
    pub(crate) brightwell: Option<u32>,
    #[serde(default)]
    pub(crate) late: LateEntryWord,
    /// Whether games are played on this server; otherwise results are entered by hand.
    #[serde(default)]
    pub(crate) online: bool,
    pub(crate) clock: Option<ClockWish>,
}

impl ClubWish {
    /// Returns the requested rules.
    pub(crate) fn rules(&self) -> ClubRules {
        let usual = ClubRules::swiss(self.rounds.unwrap_or(5));
        ClubRules { system: self.system.into(), brightwell: self.brightwell, late: self.late.into(), ..usual }
    }
}

/// Changes to a tournament.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClubChange {
    pub(crate) name: Option<String>,
    /// The number of rounds of a Swiss tournament; not fewer than are already paired.
    pub(crate) rounds: Option<usize>,
}

/// People to enter in a tournament.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EntrantsWish {
    /// Their names. Either all of them are entered or none.
    pub(crate) names: Vec<String>,
}

/// Changes to an entrant.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EntrantChange {
    pub(crate) name: Option<String>,
    /// Whether the entrant plays no further rounds.
    pub(crate) withdrawn: Option<bool>,
}

/// A round to pair.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RoundWish {
    /// The number of the round expected to be next, so that a repeated request pairs only once.
    pub(crate) round: usize,
}

/// The result of a board: the discs of both sides, or who forfeited. With no field set, the result is
/// removed.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoardWish {
    pub(crate) black: Option<u32>,
    pub(crate) white: Option<u32>,
    pub(crate) forfeit: Option<ForfeitWord>,
}

/// Which part of the list to return.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClubsQuery {
    #[serde(default)]
    pub(crate) offset: u32,
}
