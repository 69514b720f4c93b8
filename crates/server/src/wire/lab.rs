//! What goes over the wire about the laboratory: work that is begun in the browser, and its files.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::tournament::{PlaceView, TournamentView};

/// What kind of work it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LabKind {
    /// Players meet.
    Tournament,
    /// The weights of a player are improved by games.
    Tuning,
    /// A player fills its table by games against itself.
    Learning,
}

/// How it is with a piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LabState {
    /// It begins when other work has ended.
    Waiting,
    /// It is under way.
    Running,
    /// Somebody paused it.
    Paused,
    /// There is nothing left to do.
    Finished,
    /// Something went wrong; it can be resumed.
    Failed,
    /// It is unfinished and belongs to the command line: it cannot be paused or resumed here.
    Elsewhere,
}

/// A piece of work of the laboratory.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LabRunView {
    /// The name of its folder.
    pub(crate) id: String,
    pub(crate) kind: LabKind,
    pub(crate) name: String,
    pub(crate) state: LabState,
    /// What went wrong.
    pub(crate) failure: Option<String>,
    /// Games, or trials of a tuning.
    pub(crate) done: u64,
    pub(crate) planned: u64,
    /// How long it will take, as far as can be told; only while it runs.
    pub(crate) seconds_left: Option<f64>,
    /// How many were done when the server took it up again after a restart.
    pub(crate) resumed_at: Option<u64>,
    /// Whether it was begun in the browser.
    pub(crate) own: bool,
    /// The players who take part.
    pub(crate) players: Vec<String>,
    /// Milliseconds since 1970.
    pub(crate) created: Option<i64>,
    pub(crate) updated: i64,
}

/// The bounds of what visitors may begin.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct LabLimits {
    /// Pieces of work at a time; more wait.
    pub(crate) running: usize,
    /// Games at a time of each.
    pub(crate) boards: usize,
    /// Pieces of work that are kept.
    pub(crate) kept: usize,
    /// Players of a tournament.
    pub(crate) players: usize,
    /// Games of a tournament.
    pub(crate) games: u64,
    /// Seconds for a move.
    pub(crate) seconds: f64,
    /// Games of a tuning, all candidates together.
    pub(crate) tuning_games: u64,
    /// Games of a learning.
    pub(crate) lessons: u64,
    /// The largest file, in bytes.
    pub(crate) file_bytes: u64,
    pub(crate) files: usize,
}

/// The laboratory.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LabView {
    /// The last changed first.
    pub(crate) runs: Vec<LabRunView>,
    pub(crate) limits: LabLimits,
}

/// A piece of work with all that is known of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LabRunDetail {
    pub(crate) run: LabRunView,
    pub(crate) tournament: Option<TournamentView>,
    pub(crate) tuning: Option<TuningView>,
    pub(crate) learning: Option<LearningView>,
    /// The names of files that can be downloaded.
    pub(crate) downloads: Vec<String>,
}

/// A tuning as it stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TuningView {
    /// The player as it was, and as it is now.
    pub(crate) start: String,
    pub(crate) tuned: String,
    pub(crate) generations: u32,
    pub(crate) planned: u32,
    pub(crate) games: u64,
    pub(crate) parameters: Vec<TunedParameter>,
    /// For every generation the share of the points of its candidates.
    pub(crate) shares: Vec<f64>,
    pub(crate) check: Option<TuningCheckView>,
}

/// A number that is tuned.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TunedParameter {
    pub(crate) name: String,
    pub(crate) from: f64,
    pub(crate) to: f64,
    /// What it was in every generation, as a multiple of the first.
    pub(crate) course: Vec<f64>,
}

/// The result of a tuning against its start.
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

/// A learning as it stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LearningView {
    pub(crate) player: String,
    /// Lines of the table so far.
    pub(crate) lines: usize,
    /// The name under which the table can be chosen, once there is one.
    pub(crate) file: Option<String>,
}

/// Work to be begun.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum LabOrder {
    /// A tournament.
    Tournament(TournamentOrder),
    /// A tuning.
    Tuning(TuningOrder),
    /// A learning.
    Learning(LearningOrder),
}

/// A tournament to be begun.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct TournamentOrder {
    #[serde(default)]
    pub(crate) name: String,
    /// `round-robin`, `gauntlet`, `matrix`, `sparse` or `sprt`.
    pub(crate) format: Option<String>,
    /// As in the list of players, with what is set: `om-novice:noise=5,mobility=0`.
    pub(crate) players: Vec<String>,
    /// Of two players, both colours together.
    pub(crate) games: u32,
    /// `balanced`, `none`, `random:N`, or the name of a file of openings.
    pub(crate) openings: Option<String>,
    /// After how many plies of its lines a file of openings is left.
    pub(crate) opening_plies: Option<u32>,
    /// Seconds for a move of players without a limit of their own.
    pub(crate) time: Option<f64>,
    pub(crate) seed: Option<u64>,
    /// With `sprt`: ELO0,ELO1.
    pub(crate) sprt: Option<String>,
    /// How deep the engine looks to judge what every move lost.
    pub(crate) judge: Option<u32>,
}

/// A tuning to be begun.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct TuningOrder {
    #[serde(default)]
    pub(crate) name: String,
    pub(crate) player: String,
    /// The numbers to be changed.
    pub(crate) parameters: Vec<String>,
    #[serde(default)]
    pub(crate) opponents: Vec<String>,
    pub(crate) generations: u32,
    pub(crate) candidates: u32,
    /// Of a candidate against each opponent.
    pub(crate) games: u32,
    /// Of the result against the start.
    pub(crate) check: u32,
    pub(crate) openings: Option<String>,
    pub(crate) time: Option<f64>,
    pub(crate) seed: Option<u64>,
}

/// A learning to be begun.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct LearningOrder {
    #[serde(default)]
    pub(crate) name: String,
    /// A player with a table; one that names a file goes on from there.
    pub(crate) player: String,
    pub(crate) games: u64,
    pub(crate) seed: Option<u64>,
}

/// What a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LabFileKind {
    /// Lines that players follow and tournaments begin with.
    Openings,
    /// The killer table of `scout`.
    Killers,
    /// The table of positions of `client-medium`, `client-hard` and `client-expert`.
    Table,
}

/// A file that can be chosen by its name.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LabFileView {
    pub(crate) kind: LabFileKind,
    pub(crate) name: String,
    pub(crate) bytes: u64,
    /// Milliseconds since 1970.
    pub(crate) updated: i64,
}

/// Logs to be counted.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct LogsWish {
    pub(crate) files: Vec<LogFile>,
}

/// A log.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct LogFile {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// What logs come to.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LogsView {
    pub(crate) games: u64,
    pub(crate) forfeits: u64,
    /// From the best to the last.
    pub(crate) players: Vec<PlaceView>,
    pub(crate) cross: Vec<Vec<Option<f64>>>,
    /// What does not say how a game ended, with the reason.
    pub(crate) left_out: Vec<String>,
}
