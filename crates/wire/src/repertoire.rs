//! Repertoires of openings, and training them.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::coaching::MistakeView;
use crate::library::OpeningView;
use crate::{PositionView, Side};

/// A search for named openings.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct OpeningsQuery {
    /// Part of a name, or the first moves; empty for all.
    #[serde(default)]
    pub find: String,
}

/// A repertoire in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RepertoireListed {
    pub id: i64,
    pub name: String,
    #[schema(value_type = Side)]
    pub side: String,
    pub lines: Vec<String>,
    /// The number of own moves, how many of them are known, and how many are due.
    pub moves: usize,
    pub known: usize,
    pub due: usize,
}

/// A repertoire to create from the moves of an opening, from lines, or from the caller's own games.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RepertoireWish {
    #[serde(default)]
    pub name: String,
    pub side: Side,
    /// Lines from the standard starting position.
    #[serde(default)]
    pub lines: Vec<String>,
    /// Whether to include the openings of the caller's reviewed games.
    #[serde(default)]
    pub games: bool,
    /// Whether to add answers to the opponents' frequent replies. Without lines, starts with what people play
    /// most from the starting position.
    #[serde(default)]
    pub grow: bool,
    /// The maximum number of moves to remember from the opening book after each line, or from the starting
    /// position; the book is not used if missing.
    #[serde(default)]
    pub book: Option<u16>,
}

/// One of the learner's own moves in a repertoire.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RepertoireMoveView {
    /// The moves that lead there.
    pub way: String,
    #[serde(rename = "move")]
    pub played: String,
    pub opening: Option<OpeningView>,
    /// How firmly it is remembered, 0 to 5.
    pub strength: u8,
    pub due: bool,
}

/// The share of games that have not left a repertoire after a number of own moves.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct CoverageView {
    pub own_moves: usize,
    /// The share of games, from 0 to 1.
    pub share: f64,
}

/// A repertoire.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RepertoireView {
    #[serde(flatten)]
    pub listed: RepertoireListed,
    pub tree: Vec<RepertoireMoveView>,
    pub coverage: Vec<CoverageView>,
}

/// A training step: the moves so far and the move played now.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TrainingWish {
    /// The moves from the standard starting position.
    pub moves: String,
    /// The learner's move; if missing, the trainer plays on to the first question.
    #[serde(rename = "move")]
    pub played: Option<String>,
    #[serde(default)]
    pub milliseconds: u64,
    #[serde(default)]
    pub hinted: bool,
}

/// A move with its value.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TrainingMoveValue {
    #[serde(rename = "move")]
    pub played: String,
    /// Disc difference for the mover.
    pub score: i32,
}

/// The result of a training step.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct TrainingView {
    /// Whether the move was right; null if no move was played.
    pub right: Option<bool>,
    /// The expected move.
    pub expected: Option<String>,
    /// The number of days until that move comes back.
    pub days: Option<u32>,
    /// The named opening after the right move.
    pub opening: Option<OpeningView>,
    /// The values of the moves in the position, best first.
    pub values: Vec<TrainingMoveValue>,
    /// Why the move was worse.
    pub mistake: Option<MistakeView>,
    /// The trainer's move, and the share of games in which it is played.
    pub reply: Option<String>,
    pub share: Option<f64>,
    /// All moves so far.
    pub moves: String,
    pub position: Option<PositionView>,
    /// Whether the line has ended.
    pub finished: bool,
}
