//! Repertoires of openings, and training them.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::coaching::MistakeView;
use crate::library::OpeningView;
use crate::{PositionView, Side};

/// Which named openings are wanted.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct OpeningsQuery {
    /// A part of a name, or the first moves; empty for all.
    #[serde(default)]
    pub find: String,
}

/// What somebody wants to play, in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RepertoireListed {
    pub id: i64,
    pub name: String,
    #[schema(value_type = Side)]
    pub side: String,
    pub lines: Vec<String>,
    /// How many own moves it has, how many of them are known, and how many are due.
    pub moves: usize,
    pub known: usize,
    pub due: usize,
}

/// A repertoire to be made: of the moves of an opening, of lines, or of one's own games.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RepertoireWish {
    #[serde(default)]
    pub name: String,
    pub side: Side,
    /// Lines from the usual start.
    #[serde(default)]
    pub lines: Vec<String>,
    /// Whether the openings of one's own reviewed games are taken over.
    #[serde(default)]
    pub games: bool,
    /// Whether answers to what opponents play often are added; without lines, what people play most from the
    /// start.
    #[serde(default)]
    pub grow: bool,
    /// The most moves to remember of what the opening book holds after each line, or from the start;
    /// nothing is taken from the book unless it is told.
    #[serde(default)]
    pub book: Option<u16>,
}

/// An own move of a repertoire.
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

/// How many games a repertoire has not left after so many own moves.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct CoverageView {
    pub own_moves: usize,
    /// From 0 to 1.
    pub share: f64,
}

/// What somebody wants to play.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RepertoireView {
    #[serde(flatten)]
    pub listed: RepertoireListed,
    pub tree: Vec<RepertoireMoveView>,
    pub coverage: Vec<CoverageView>,
}

/// A step of training: what was played so far, and what is played now.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TrainingWish {
    /// From the usual start.
    pub moves: String,
    /// The own move; without it the trainer moves on to the first question.
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
    /// The mover's, in discs.
    pub score: i32,
}

/// What came of a step.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct TrainingView {
    /// Whether the move was right; null if none was played.
    pub right: Option<bool>,
    /// What was to be played.
    pub expected: Option<String>,
    /// In how many days that comes back.
    pub days: Option<u32>,
    /// What the position after the right move is called.
    pub opening: Option<OpeningView>,
    /// What the moves of the position are worth, the best first.
    pub values: Vec<TrainingMoveValue>,
    /// Why the move was worse.
    pub mistake: Option<MistakeView>,
    /// The trainer's move, and the share of games in which it is played.
    pub reply: Option<String>,
    pub share: Option<f64>,
    /// All moves so far.
    pub moves: String,
    pub position: Option<PositionView>,
    /// Whether the line is at its end.
    pub finished: bool,
}
