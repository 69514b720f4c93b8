//! The lobby on the wire: who seeks a game, what is on air, and what is said over its live connection.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::Side;

/// A seek to post: the game the caller wants to play.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeekWish {
    /// The initial time of each side, in seconds.
    pub(crate) initial: u32,
    /// The increment per move, in seconds.
    #[serde(default)]
    pub(crate) increment: u32,
    /// Whether the game is rated; only for people with an account.
    #[serde(default)]
    pub(crate) rated: bool,
    /// The side the caller wants to play; null for either.
    pub(crate) side: Option<Side>,
    /// Whether the game starts from one of the balanced openings.
    #[serde(default)]
    pub(crate) balanced: bool,
    /// The lowest rating of an opponent; null for any. Guests have no rating.
    pub(crate) min_rating: Option<i32>,
    /// The highest rating of an opponent; null for any.
    pub(crate) max_rating: Option<i32>,
}

/// The outcome of posting a seek.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct SeekAnswer {
    /// The number of the seek, if it is waiting.
    pub(crate) seek: Option<i64>,
    /// The game, if a matching seek was waiting.
    pub(crate) game: Option<i64>,
}

/// An open seek.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct SeekView {
    pub(crate) id: i64,
    /// The name of the seeker; empty for a guest who has not given one.
    pub(crate) name: String,
    /// Whether the seeker has an account.
    pub(crate) account: bool,
    /// The initial time of each side, in seconds.
    pub(crate) initial: u64,
    /// The increment per move, in seconds.
    pub(crate) increment: u64,
    pub(crate) rated: bool,
    /// The side the seeker wants to play; null for either.
    pub(crate) side: Option<Side>,
    pub(crate) balanced: bool,
    /// The rating of the seeker; null for guests.
    pub(crate) rating: Option<i32>,
    /// Whether the rating rests on too few games to be reliable.
    pub(crate) provisional: bool,
    /// The lowest rating of an opponent; null for any.
    pub(crate) min_rating: Option<i32>,
    /// The highest rating of an opponent; null for any.
    pub(crate) max_rating: Option<i32>,
}

/// A running game that anyone may watch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct OnAirView {
    pub(crate) id: i64,
    /// The name of the player with Black (`white` likewise); empty for a guest who has not given one.
    pub(crate) black: String,
    pub(crate) white: String,
    pub(crate) board: String,
    /// The number of discs placed so far.
    pub(crate) plies: usize,
    /// The initial time of each side, in seconds; null without clocks.
    pub(crate) initial: Option<u64>,
    pub(crate) increment: u64,
    pub(crate) rated: bool,
    /// The number of spectators.
    pub(crate) spectators: usize,
}

/// The current state of the lobby.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LobbyView {
    /// The open seeks, oldest first.
    pub(crate) seeks: Vec<SeekView>,
    /// The games that can be watched, newest first.
    pub(crate) games: Vec<OnAirView>,
}

/// A message of the live connection to the lobby: all three on connecting, then whatever changes.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum LobbyMessage {
    /// All open seeks.
    Seeks {
        /// The seeks, oldest first.
        seeks: Vec<SeekView>,
    },
    /// The games that can be watched.
    Games {
        /// The games, newest first.
        games: Vec<OnAirView>,
    },
    /// The caller's own seeks.
    Own {
        /// The numbers of the caller's open seeks.
        seeks: Vec<i64>,
        /// The game that resulted from one of them and whose board the caller has not opened yet.
        game: Option<i64>,
    },
}
