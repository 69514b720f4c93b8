//! A hint: the idea first, then the move and the reason.

use outflank_coach::Advice;
use outflank_engine::Truth;
use outflank_rules::Position;
use serde::Serialize;
use utoipa::ToSchema;

use crate::coaching::MistakeView;
use crate::words;

/// The move the engine recommends, and the idea behind it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HintView {
    /// A square or `pass`; null if the game is over.
    pub best: Option<String>,
    /// The best move and its mirror images, which have the same value.
    pub equal: Vec<String>,
    /// Disc difference for the side to move.
    pub score: i32,
    pub exact: bool,
    pub depth: u32,
    /// The idea behind the move.
    #[schema(schema_with = words::ideas)]
    pub idea: &'static str,
    /// Why it is better than the move that flips the most discs; null if that move is not much worse.
    pub why: Option<MistakeView>,
}

impl HintView {
    /// Converts the engine's advice on a position.
    pub fn of(advice: &Advice, position: &Position) -> HintView {
        HintView {
            best: advice.best.map(|played| played.to_string()),
            equal: advice.equal.iter().map(ToString::to_string).collect(),
            score: advice.value.score,
            exact: advice.value.is_exact(),
            depth: depth_of(advice.value.truth, position),
            idea: advice.idea.name(),
            why: advice.why.as_ref().map(|(mistake, claims)| MistakeView::of(mistake, claims)),
        }
    }
}

/// Returns the depth of a value; a proven value counts as searched to the end of the game.
pub fn depth_of(truth: Truth, position: &Position) -> u32 {
    match truth {
        Truth::Estimate { depth, .. } => depth,
        Truth::Exact | Truth::AtLeast | Truth::AtMost => position.empty().len(),
    }
}
