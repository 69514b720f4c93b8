//! What a review says of mistakes: their causes, the lines that show them, and the lessons of a game.

use std::collections::BTreeMap;

use outflank_coach::{Claim, Detail, Line, Lost, lessons};
use outflank_rules::Color;
use serde::Serialize;

use super::desk::{Desk, Explained};

/// A square or a number that a claim speaks of.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum DetailView {
    Square(String),
    Number(u32),
}

/// Something that is true of a mistake.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ClaimView {
    pub(crate) cause: &'static str,
    pub(crate) details: BTreeMap<&'static str, DetailView>,
    /// The line that shows it, `played` or `better`, and in how many plies.
    pub(crate) branch: &'static str,
    pub(crate) plies: usize,
}

/// Why a move of the game was a mistake.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ExplainedView {
    /// From 0.
    pub(crate) ply: usize,
    pub(crate) loss: i32,
    pub(crate) exact: bool,
    /// The main cause first.
    pub(crate) claims: Vec<ClaimView>,
    /// Best play after the move, the move itself first.
    pub(crate) played: Vec<String>,
    /// Best play after the better move, the move itself first.
    pub(crate) better: Vec<String>,
}

/// A cause with all that it cost a side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct LessonView {
    pub(crate) cause: &'static str,
    pub(crate) loss: u32,
    /// From 0.
    pub(crate) plies: Vec<usize>,
}

impl ExplainedView {
    /// Shows the explanation of a ply.
    pub(crate) fn of(ply: usize, explained: &Explained) -> ExplainedView {
        let spell = |line: &Line| line.moves().iter().map(ToString::to_string).collect();
        let mistake = explained.mistake.as_ref();
        ExplainedView {
            ply,
            loss: mistake.map_or(0, |mistake| mistake.loss()),
            exact: mistake.is_some_and(|mistake| mistake.exact),
            claims: explained.claims.iter().map(view_of_claim).collect(),
            played: mistake.map(|mistake| spell(&mistake.played)).unwrap_or_default(),
            better: mistake.map(|mistake| spell(&mistake.better)).unwrap_or_default(),
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
