//! What is known of positions and of the game, as pages are told.

use outflank_engine::{MoveValue, Truth};
use outflank_review::{PlyReview, PositionNotes, ReviewSummary, SideSummary};
use outflank_rules::Position;

use crate::coaching::LessonView;
use crate::review::{PlyJudged, ScoreView, SideView, SummaryView, ValueView};
use crate::story::StoryView;

/// Converts the moves of a position.
pub fn view_of_moves(position: Position, notes: &PositionNotes) -> Vec<ValueView> {
    let view = |one: &MoveValue| {
        let (_, judged) = notes.judge(&position, one.played)?;
        Some(ValueView {
            played: one.played.to_string(),
            score: one.value.score,
            kind: match one.value.truth {
                Truth::Exact => "exact",
                Truth::AtMost => "upper",
                Truth::AtLeast | Truth::Estimate { .. } => "estimate",
            }
            .to_owned(),
            loss: judged.loss() as i32,
            label: judged.label().name().to_owned(),
            line: one.line.iter().map(ToString::to_string).collect(),
        })
    };
    notes.moves().iter().filter_map(view).collect()
}

impl SummaryView {
    /// Converts the analysis of a game.
    pub fn of(summary: ReviewSummary) -> SummaryView {
        let [black, white] = summary.sides.map(SideView::of);
        let scores = summary.scores.into_iter();
        let plies = summary.plies.into_iter();
        SummaryView {
            total: scores.len(),
            scores: scores
                .map(|score| score.map(|one| ScoreView { score: one.score, exact: one.is_exact }))
                .collect(),
            plies: plies.map(|ply| ply.filter(|ply| !ply.played.is_pass()).map(PlyJudged::of)).collect(),
            black,
            white,
            story: StoryView::of(&summary.story),
            exact_from: summary.exact_from,
            done: summary.done,
        }
    }
}

impl PlyJudged {
    fn of(ply: PlyReview) -> PlyJudged {
        let [best_chance, chance] = ply.chances();
        PlyJudged {
            side: ply.side.into(),
            score: ply.score,
            best: ply.best.to_string(),
            best_score: ply.best_score,
            loss: ply.loss(),
            exact: ply.is_exact,
            depth: ply.depth,
            label: ply.label.name(),
            chance,
            best_chance,
        }
    }
}

impl SideView {
    fn of(side: SideSummary) -> SideView {
        SideView {
            moves: side.moves,
            loss: side.loss,
            accuracy: side.accuracy,
            phases: side.phases,
            inaccuracies: side.counts.inaccuracies,
            mistakes: side.counts.mistakes,
            blunders: side.counts.blunders,
            lessons: side.lessons.into_iter().map(LessonView::of).collect(),
        }
    }
}
