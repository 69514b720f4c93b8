//! What a review says of mistakes: their causes, the lines that show them, and the lessons of a game.

use std::collections::BTreeMap;

use outflank_coach::{Claim, Detail, Line, Lost, Mistake, lessons};
use outflank_rules::Color;
use serde::Serialize;
use utoipa::ToSchema;

use super::desk::{Desk, Explained};
use crate::wire::words;

/// A square or a number that a claim speaks of.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum DetailView {
    Square(String),
    Number(u32),
}

/// Something that is true of a mistake.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct ClaimView {
    #[schema(schema_with = words::causes)]
    pub(crate) cause: &'static str,
    /// Squares and numbers by name.
    pub(crate) details: BTreeMap<&'static str, DetailView>,
    /// The line that shows it.
    #[schema(schema_with = words::branches)]
    pub(crate) branch: &'static str,
    /// In how many plies it does.
    pub(crate) plies: usize,
}

/// Why a move of the game was a mistake.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct ExplainedView {
    /// From 0.
    pub(crate) ply: usize,
    #[serde(flatten)]
    pub(crate) mistake: MistakeView,
}

/// Why a move is a mistake.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub(crate) struct MistakeView {
    /// In discs.
    pub(crate) loss: i32,
    /// Whether the loss is proven.
    pub(crate) exact: bool,
    /// The main cause first.
    pub(crate) claims: Vec<ClaimView>,
    /// Best play after the move, the move itself first.
    pub(crate) played: Vec<String>,
    /// Best play after the better move, the move itself first.
    pub(crate) better: Vec<String>,
}

/// A cause with all that it cost a side.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct LessonView {
    #[schema(schema_with = words::causes)]
    pub(crate) cause: &'static str,
    pub(crate) loss: u32,
    /// From 0.
    pub(crate) plies: Vec<usize>,
}

impl ExplainedView {
    /// Shows the explanation of a ply.
    pub(crate) fn of(ply: usize, explained: &Explained) -> ExplainedView {
        let found = explained.mistake.as_ref();
        ExplainedView {
            ply,
            mistake: found.map(|one| MistakeView::of(one, &explained.claims)).unwrap_or_default(),
        }
    }
}

impl MistakeView {
    /// Shows a mistake.
    pub(crate) fn of(mistake: &Mistake, claims: &[Claim]) -> MistakeView {
        let spell = |line: &Line| line.moves().iter().map(ToString::to_string).collect();
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

/// Sums up what cost a side most, as far as its mistakes are explained.
pub(crate) fn lessons_of(desk: &Desk, side: Color) -> Vec<LessonView> {
    let lost: Vec<Lost> = desk
        .line()
        .iter()
        .enumerate()
        .filter(|(_, (position, _))| position.side_to_move() == side)
        .filter_map(|(ply, &(position, played))| {
            let explained = desk.explained(position)?;
            // What the list of moves says, so that the sums agree.
            let known = desk.known(position)?;
            let loss = known.choice(position, known.of_move(played?)?).loss() as u32;
            Some(Lost { ply, loss, cause: explained.claims.first()?.cause })
        })
        .collect();
    let view = |lesson: outflank_coach::Lesson| LessonView {
        cause: lesson.cause.name(),
        loss: lesson.loss,
        plies: lesson.plies,
    };
    lessons(&lost).into_iter().map(view).collect()
}
