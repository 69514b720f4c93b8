//! The lobby on the wire: who seeks a game, what is on air, and what is said over its live connection.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::Side;

/// A game that somebody wants to play.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeekWish {
    /// What each side has on its clock, in seconds.
    pub(crate) initial: u32,
    /// What a move adds, in seconds.
    #[serde(default)]
    pub(crate) increment: u32,
    /// Whether the game counts for ratings; for people with an account.
    #[serde(default)]
    pub(crate) rated: bool,
    /// The side one wants; null if either will do.
    pub(crate) side: Option<Side>,
    /// Whether the game begins with one of the balanced openings.
    #[serde(default)]
    pub(crate) balanced: bool,
    /// The lowest rating of an opponent; null for any. Guests have no rating.
    pub(crate) min_rating: Option<i32>,
    /// The highest rating of an opponent; null for any.
    pub(crate) max_rating: Option<i32>,
}

/// What came of a seek.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct SeekAnswer {
    /// The number of the seek if it waits.
    pub(crate) seek: Option<i64>,
    /// The game, if somebody wanted the same.
    pub(crate) game: Option<i64>,
}

/// A seek that waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct SeekView {
    pub(crate) id: i64,
    /// What whoever seeks is called; empty for a guest who has not said.
    pub(crate) name: String,
    /// Whether they have an account.
    pub(crate) account: bool,
    /// Seconds on the clock of each side.
    pub(crate) initial: u64,
    /// What a move adds, in seconds.
    pub(crate) increment: u64,
    pub(crate) rated: bool,
    /// The side they want; null if either will do.
    pub(crate) side: Option<Side>,
    pub(crate) balanced: bool,
    /// How whoever seeks is rated; null for guests.
    pub(crate) rating: Option<i32>,
    /// Whether few games stand behind the rating.
    pub(crate) provisional: bool,
    /// The lowest rating of an opponent; null for any.
    pub(crate) min_rating: Option<i32>,
    /// The highest rating of an opponent; null for any.
    pub(crate) max_rating: Option<i32>,
}

/// A game that is on and that anybody may look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct OnAirView {
    pub(crate) id: i64,
    /// What the players are called; empty for guests who have not said.
    pub(crate) black: String,
    pub(crate) white: String,
    pub(crate) board: String,
    /// How many discs have been placed.
    pub(crate) plies: usize,
    /// Seconds on the clock of each side at the start; null without clocks.
    pub(crate) initial: Option<u64>,
    pub(crate) increment: u64,
    pub(crate) rated: bool,
    /// How many look on.
    pub(crate) spectators: usize,
}

/// The lobby as it is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LobbyView {
    /// Seeks that wait, the first first.
    pub(crate) seeks: Vec<SeekView>,
    /// Games on air, the newest first.
    pub(crate) games: Vec<OnAirView>,
}

/// A message of the live connection to the lobby: at first all three, then whatever has changed.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum LobbyMessage {
    /// All seeks that wait.
    Seeks {
        /// The first first.
        seeks: Vec<SeekView>,
    },
    /// Games on air.
    Games {
        /// The newest first.
        games: Vec<OnAirView>,
    },
    /// What one seeks oneself.
    Own {
        /// The numbers of one's seeks that wait.
        seeks: Vec<i64>,
        /// The game that came of one of them and at whose board one has not been yet.
        game: Option<i64>,
    },
}
