//! What a review says of mistakes: their causes, the lines that show them, and the lessons of a game.

use std::collections::BTreeMap;

use outflank_coach::{Claim, Detail, Lesson, Mistake, Variation};
use outflank_review::Explanation;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::words;

/// A move to be explained.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExplainWish {
    /// A board, moves, or a game in any text format, whose last position is meant.
    pub text: String,
    /// The move, legal there.
    #[serde(rename = "move")]
    pub played: String,
}

/// A square or a number that a claim speaks of.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum DetailView {
    Square(String),
    Number(u32),
}

/// Something that is true of a mistake.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ClaimView {
    #[schema(schema_with = words::causes)]
    pub cause: &'static str,
    /// Squares and numbers by name.
    pub details: BTreeMap<&'static str, DetailView>,
    /// The line that shows it.
    #[schema(schema_with = words::branches)]
    pub branch: &'static str,
    /// In how many plies it does.
    pub plies: usize,
}

/// Why a move of the game was a mistake.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ExplainedView {
    /// From 0.
    pub ply: usize,
    #[serde(flatten)]
    pub mistake: MistakeView,
}

/// Why a move is a mistake.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct MistakeView {
    /// In discs.
    pub loss: i32,
    /// Whether the loss is proven.
    pub exact: bool,
    /// The main cause first.
    pub claims: Vec<ClaimView>,
    /// Best play after the move, the move itself first.
    pub played: Vec<String>,
    /// Best play after the better move, the move itself first.
    pub better: Vec<String>,
}

/// A cause with all that it cost a side.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct LessonView {
    #[schema(schema_with = words::causes)]
    pub cause: &'static str,
    pub loss: u32,
    /// From 0.
    pub plies: Vec<usize>,
}

impl ExplainedView {
    /// Shows the explanation of a ply.
    pub fn of(ply: usize, explanation: &Explanation) -> ExplainedView {
        let mistake = explanation.mistake().map(|one| MistakeView::of(one, explanation.claims()));
        ExplainedView { ply, mistake: mistake.unwrap_or_default() }
    }
}

impl MistakeView {
    /// Shows a mistake.
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
    /// Shows what a game teaches.
    pub fn of(lesson: Lesson) -> LessonView {
        LessonView { cause: lesson.cause.name(), loss: lesson.loss, plies: lesson.plies }
    }
}
