//! Tournaments of the laboratory.

use serde::Serialize;
use utoipa::ToSchema;

/// A player in a tournament.
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
    /// The rating; the mean of all is 0.
    pub(crate) elo: Option<f64>,
    /// The 95 % interval.
    pub(crate) elo_low: Option<f64>,
    pub(crate) elo_high: Option<f64>,
    /// In discs.
    pub(crate) mean_score: Option<f64>,
    pub(crate) seconds_per_move: Option<f64>,
}

/// A tournament as it stands.
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
    /// Milliseconds since 1970.
    pub(crate) updated: i64,
    /// From the best to the last.
    pub(crate) players: Vec<PlaceView>,
    /// For each player in the same order, the share of the points against each; null where they have not met.
    pub(crate) cross: Vec<Vec<Option<f64>>>,
}
