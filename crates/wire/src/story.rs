//! The story of a game as pages are told: what decided it, and the moves worth looking at again.

use outflank_review::{GameStory, KeyMoment, TurningPoint};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{Side, words};

/// What decided a game; only the result until every ply is known.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct StoryView {
    /// Black minus White, with empty squares counted for the winner; null while the game is not over.
    pub result: Option<i32>,
    /// The move that changed for good who was winning; null if no mistake did.
    pub turning_point: Option<TurningPointView>,
    /// The ply from which the winner was ahead; null in a drawn game.
    pub ahead_from: Option<usize>,
    /// The moves worth reviewing, in game order.
    pub moments: Vec<MomentView>,
}

/// The move that changed for good who was winning. Scores are in discs, for the mover.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct TurningPointView {
    /// The ply, counted from 0.
    pub ply: usize,
    pub side: Side,
    pub before: i32,
    pub after: i32,
    pub exact: bool,
    /// The ply from which the mover had been ahead; null if the game was level.
    pub ahead_since: Option<usize>,
}

/// A move worth reviewing. Scores and chances are for the mover.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct MomentView {
    /// The ply, counted from 0.
    pub ply: usize,
    pub side: Side,
    #[schema(schema_with = words::moments)]
    pub kind: &'static str,
    #[schema(schema_with = words::labels)]
    pub label: &'static str,
    /// In discs: the score of the best move; for an only move, that of the move itself.
    pub better: i32,
    /// In discs: the score of the move played; for an only move, that of the best alternative.
    pub worse: i32,
    /// The chance of winning with each of the two, 0 to 1.
    pub chances: [f64; 2],
    pub exact: bool,
    /// Whether it is the turning point.
    pub turning: bool,
}

impl StoryView {
    /// Converts the story of a game.
    pub fn of(story: &GameStory) -> StoryView {
        StoryView {
            result: story.result,
            turning_point: story.turning_point.map(TurningPointView::of),
            ahead_from: story.ahead_from,
            moments: story.moments.iter().map(MomentView::of).collect(),
        }
    }
}

impl TurningPointView {
    fn of(turn: TurningPoint) -> TurningPointView {
        TurningPointView {
            ply: turn.ply,
            side: turn.side.into(),
            before: turn.before as i32,
            after: turn.after as i32,
            exact: turn.is_exact,
            ahead_since: turn.ahead_since,
        }
    }
}

impl MomentView {
    fn of(moment: &KeyMoment) -> MomentView {
        MomentView {
            ply: moment.ply,
            side: moment.side.into(),
            kind: moment.kind.name(),
            label: moment.label.name(),
            better: moment.better as i32,
            worse: moment.worse as i32,
            chances: moment.chances,
            exact: moment.is_exact,
            turning: moment.is_turning,
        }
    }
}
