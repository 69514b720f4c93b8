//! What goes over the wire about the laboratory: work that is begun in the browser, and its files.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::tournament::{PlaceView, TournamentView};

/// The kind of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LabKind {
    /// Players play each other.
    Tournament,
    /// The weights of a player are improved by playing games.
    Tuning,
    /// A player fills its table by playing games against itself.
    Learning,
}

/// The state of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LabState {
    /// It starts when other runs have ended.
    Waiting,
    /// It is in progress.
    Running,
    /// It was paused.
    Paused,
    /// It is complete.
    Finished,
    /// It failed; it can be resumed.
    Failed,
    /// It is unfinished and belongs to the command line, so it cannot be paused or resumed here.
    Elsewhere,
}

/// A run of the laboratory.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LabRunView {
    /// The name of its folder.
    pub(crate) id: String,
    pub(crate) kind: LabKind,
    pub(crate) name: String,
    pub(crate) state: LabState,
    /// Why the run failed.
    pub(crate) failure: Option<String>,
    /// Completed games, or completed trials of a tuning run.
    pub(crate) done: u64,
    pub(crate) planned: u64,
    /// The estimated remaining time in seconds; only while it is running.
    pub(crate) seconds_left: Option<f64>,
    /// How many were done when the server resumed it after a restart.
    pub(crate) resumed_at: Option<u64>,
    /// Whether it was started in the browser.
    pub(crate) own: bool,
    /// The players taking part.
    pub(crate) players: Vec<String>,
    /// In milliseconds since 1970.
    pub(crate) created: Option<i64>,
    pub(crate) updated: i64,
}

/// The limits on runs that visitors may start.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct LabLimits {
    /// Runs in progress at a time; further runs wait.
    pub(crate) running: usize,
    /// Simultaneous games in each run.
    pub(crate) boards: usize,
    /// Stored runs.
    pub(crate) kept: usize,
    /// Players in a tournament.
    pub(crate) players: usize,
    /// Games in a tournament.
    pub(crate) games: u64,
    /// Seconds per move.
    pub(crate) seconds: f64,
    /// Games in a tuning run, all candidates together.
    pub(crate) tuning_games: u64,
    /// Games in a learning run.
    pub(crate) lessons: u64,
    /// The largest file, in bytes.
    pub(crate) file_bytes: u64,
    pub(crate) files: usize,
}

/// The laboratory.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LabView {
    /// The runs, most recently changed first.
    pub(crate) runs: Vec<LabRunView>,
    pub(crate) limits: LabLimits,
}

/// A run in full detail.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LabRunDetail {
    pub(crate) run: LabRunView,
    pub(crate) tournament: Option<TournamentView>,
    pub(crate) tuning: Option<TuningView>,
    pub(crate) learning: Option<LearningView>,
    /// The names of the files that can be downloaded.
    pub(crate) downloads: Vec<String>,
}

/// The current state of a tuning run.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TuningView {
    /// The player before tuning; `tuned` is the player as it is now.
    pub(crate) start: String,
    pub(crate) tuned: String,
    pub(crate) generations: u32,
    pub(crate) planned: u32,
    pub(crate) games: u64,
    pub(crate) parameters: Vec<TunedParameter>,
    /// The share of the points won by the candidates of each generation.
    pub(crate) shares: Vec<f64>,
    pub(crate) check: Option<TuningCheckView>,
}

/// A parameter being tuned.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TunedParameter {
    pub(crate) name: String,
    pub(crate) from: f64,
    pub(crate) to: f64,
    /// Its value in every generation, as a multiple of its initial value.
    pub(crate) course: Vec<f64>,
}

/// The games of the tuned player against the player before tuning.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TuningCheckView {
    pub(crate) games: u64,
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
    pub(crate) elo: Option<f64>,
    pub(crate) elo_low: Option<f64>,
    pub(crate) elo_high: Option<f64>,
}

/// The current state of a learning run.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LearningView {
    pub(crate) player: String,
    /// The number of lines in the table so far.
    pub(crate) lines: usize,
    /// The name under which the table can be selected, once there is one.
    pub(crate) file: Option<String>,
}

/// A run to start.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum LabOrder {
    /// A tournament.
    Tournament(TournamentOrder),
    /// A tuning run.
    Tuning(TuningOrder),
    /// A learning run.
    Learning(LearningOrder),
}

/// A tournament to start.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct TournamentOrder {
    #[serde(default)]
    pub(crate) name: String,
    /// `round-robin`, `gauntlet`, `matrix`, `sparse` or `sprt`.
    pub(crate) format: Option<String>,
    /// Players as named in the player list, with their parameters: `om-novice:noise=5,mobility=0`.
    pub(crate) players: Vec<String>,
    /// Games per pair of players, both colours together.
    pub(crate) games: u32,
    /// `balanced`, `none`, `random:N`, or the name of an openings file.
    pub(crate) openings: Option<String>,
    /// The number of plies after which the lines of an openings file are left.
    pub(crate) opening_plies: Option<u32>,
    /// Seconds per move for players without a limit of their own.
    pub(crate) time: Option<f64>,
    pub(crate) seed: Option<u64>,
    /// For `sprt`: ELO0,ELO1.
    pub(crate) sprt: Option<String>,
    /// The search depth at which the engine judges what each move lost.
    pub(crate) judge: Option<u32>,
}

/// A tuning run to start.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct TuningOrder {
    #[serde(default)]
    pub(crate) name: String,
    pub(crate) player: String,
    /// The names of the parameters to tune.
    pub(crate) parameters: Vec<String>,
    #[serde(default)]
    pub(crate) opponents: Vec<String>,
    pub(crate) generations: u32,
    pub(crate) candidates: u32,
    /// Games of each candidate against each opponent.
    pub(crate) games: u32,
    /// Games of the tuned player against the player before tuning.
    pub(crate) check: u32,
    pub(crate) openings: Option<String>,
    pub(crate) time: Option<f64>,
    pub(crate) seed: Option<u64>,
}

/// A learning run to start.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct LearningOrder {
    #[serde(default)]
    pub(crate) name: String,
    /// A player with a table. If it names a file, learning continues from that file.
    pub(crate) player: String,
    pub(crate) games: u64,
    pub(crate) seed: Option<u64>,
}

/// The purpose of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LabFileKind {
    /// Lines that players follow and tournaments start with.
    Openings,
    /// The killer table of `scout`.
    Killers,
    /// The position table of `client-medium`, `client-hard` and `client-expert`.
    Table,
}

/// A file that can be selected by name.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LabFileView {
    pub(crate) kind: LabFileKind,
    pub(crate) name: String,
    pub(crate) bytes: u64,
    /// In milliseconds since 1970.
    pub(crate) updated: i64,
}

/// Logs to evaluate.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct LogsWish {
    pub(crate) files: Vec<LogFile>,
}

/// A log file.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct LogFile {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// The combined results of logs.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LogsView {
    pub(crate) games: u64,
    pub(crate) forfeits: u64,
    /// From best to worst.
    pub(crate) players: Vec<PlaceView>,
    pub(crate) cross: Vec<Vec<Option<f64>>>,
    /// Files skipped because they do not say how a game ended, with the reason.
    pub(crate) left_out: Vec<String>,
}
