//! Tournaments of the laboratory.

use serde::Serialize;
use utoipa::ToSchema;

/// A player's row in the standings of a tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PlaceView {
    pub(crate) rank: usize,
    pub(crate) name: String,
    pub(crate) player: String,
    pub(crate) games: u64,
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
    pub(crate) points: f64,
    pub(crate) percent: Option<f64>,
    /// The Elo rating, relative to a mean of 0 over all players.
    pub(crate) elo: Option<f64>,
    /// The lower bound of the 95 % interval; `elo_high` is the upper bound.
    pub(crate) elo_low: Option<f64>,
    pub(crate) elo_high: Option<f64>,
    /// The mean score, in discs.
    pub(crate) mean_score: Option<f64>,
    pub(crate) seconds_per_move: Option<f64>,
}

/// The current state of a tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TournamentView {
    /// The name of its folder.
    pub(crate) id: String,
    pub(crate) name: String,
    /// `round-robin`, `gauntlet`, `matrix` or `sprt`.
    pub(crate) format: String,
    pub(crate) games: u64,
    pub(crate) planned: u64,
    pub(crate) complete: bool,
    pub(crate) forfeits: u64,
    /// When it was last changed, in milliseconds since 1970.
    pub(crate) updated: i64,
    /// The players, from best to worst.
    pub(crate) players: Vec<PlaceView>,
    /// For each player, in the same order, the share of the points against each player; null where the two
    /// have not met.
    pub(crate) cross: Vec<Vec<Option<f64>>>,
}
