//! What a review says of mistakes: their causes, the lines that show them, and the lessons of a game.

use std::collections::BTreeMap;

use outflank_coach::{Claim, Detail, Lesson, Mistake, Variation};
use outflank_review::Explanation;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::words;

/// A move to explain.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExplainWish {
    /// A board, a list of moves, or a game in any text format; its last position is used.
    pub text: String,
    /// The move; it must be legal in that position.
    #[serde(rename = "move")]
    pub played: String,
}

/// A square or number that a claim refers to.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum DetailView {
    Square(String),
    Number(u32),
}

/// A true statement about a mistake.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ClaimView {
    #[schema(schema_with = words::causes)]
    pub cause: &'static str,
    /// The squares and numbers the claim refers to, by name.
    pub details: BTreeMap<&'static str, DetailView>,
    /// The line that demonstrates the claim.
    #[schema(schema_with = words::branches)]
    pub branch: &'static str,
    /// The number of plies until the claim shows.
    pub plies: usize,
}

/// The explanation of a mistake in the game.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ExplainedView {
    /// The ply, counted from 0.
    pub ply: usize,
    #[serde(flatten)]
    pub mistake: MistakeView,
}

/// Why a move is a mistake.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct MistakeView {
    /// The loss, in discs.
    pub loss: i32,
    /// Whether the loss is proven.
    pub exact: bool,
    /// The claims, main cause first.
    pub claims: Vec<ClaimView>,
    /// The principal variation after the move, starting with the move itself.
    pub played: Vec<String>,
    /// The principal variation after the better move, starting with the better move itself.
    pub better: Vec<String>,
}

/// A cause of mistakes, and everything it cost one side.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct LessonView {
    #[schema(schema_with = words::causes)]
    pub cause: &'static str,
    pub loss: u32,
    /// The plies, counted from 0.
    pub plies: Vec<usize>,
}

impl ExplainedView {
    /// Converts the explanation of a ply.
    pub fn of(ply: usize, explanation: &Explanation) -> ExplainedView {
        let mistake = explanation.mistake().map(|one| MistakeView::of(one, explanation.claims()));
        ExplainedView { ply, mistake: mistake.unwrap_or_default() }
    }
}

impl MistakeView {
    /// Converts a mistake.
    pub fn of(mistake: &Mistake, claims: &[Claim]) -> MistakeView {
        let spell = |line: &Variation| line.moves().iter().map(ToString::to_string).collect();
        MistakeView {
            loss: mistake.loss(),
            exact: mistake.exact,
            claims: claims.iter().map(view_of_claim).collect(),
            played: spell(&mistake.played),
            better: spell(&mistake.better),
        }
    }
}

fn view_of_claim(claim: &Claim) -> ClaimView {
    let detail = |detail: Detail| match detail {
        Detail::Square(square) => DetailView::Square(square.to_string()),
        Detail::Number(number) => DetailView::Number(number),
    };
    ClaimView {
        cause: claim.cause.name(),
        details: claim.details.iter().map(|&(name, one)| (name, detail(one))).collect(),
        branch: claim.branch.name(),
        plies: claim.plies,
    }
}

impl LessonView {
    /// Converts a lesson of the game.
    pub fn of(lesson: Lesson) -> LessonView {
        LessonView { cause: lesson.cause.name(), loss: lesson.loss, plies: lesson.plies }
    }
}
