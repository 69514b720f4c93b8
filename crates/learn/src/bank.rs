//! The mistake bank: what the review of one's own game leaves to be learned.

use outflank_coach::{Cause, Label, Phase};
use outflank_review::{PlyReview, PositionNotes, ReviewSchedule};
use outflank_rules::{Color, Move, Position};

use crate::habit::Habit;
use crate::progress::PHASES;
use crate::question::CardQuestion;

/// How many mistakes of a game are learned: the dearest.
const MOST: usize = 6;

/// A mistake that comes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BankedMistake {
    /// The position, the moves that are no worse than good, and what was played.
    pub question: CardQuestion,
    /// The ply of the game, from 0.
    pub ply: usize,
    /// What it cost, in discs.
    pub loss: i32,
    /// The coach's main cause.
    pub cause: Option<Cause>,
}

impl BankedMistake {
    /// Returns the kind of mistake, if its cause is known.
    #[must_use]
    pub fn habit(&self) -> Option<Habit> {
        self.cause.map(|cause| Habit::of(cause, &self.question.position))
    }
}

/// What a complete review says of one side of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct BankedGame {
    /// 0 to 100; `None` without moves.
    pub accuracy: Option<f64>,
    /// Discs lost in the opening, the midgame and the endgame.
    pub losses: [u32; PHASES],
    /// Moves judged in each of them.
    pub moves: [u32; PHASES],
    /// The dearest mistakes, by what they cost of the expected result.
    pub mistakes: Vec<BankedMistake>,
}

impl BankedGame {
    /// Reads what a complete review says of a side.
    #[must_use]
    pub fn of(schedule: &ReviewSchedule, side: Color) -> BankedGame {
        let summary = schedule.summary();
        let (mut losses, mut moves) = ([0; PHASES], [0; PHASES]);
        let mut mistakes: Vec<(f64, BankedMistake)> = Vec::new();
        for (ply, one) in summary.plies.iter().enumerate() {
            let Some(one) = one.as_ref().filter(|one| one.side == side && !one.played.is_pass()) else {
                continue;
            };
            let Some(&(position, _)) = schedule.game().get(ply) else { continue };
            let phase = Phase::of(position.empty().len()) as usize;
            losses[phase] += one.loss().max(0).unsigned_abs();
            moves[phase] += 1;
            if one.label >= Label::Mistake {
                let [best, played] = one.chances();
                let mistake = mistake_of(schedule, position, ply, one);
                mistakes.extend(mistake.map(|mistake| (best - played, mistake)));
            }
        }
        mistakes.sort_by(|one, other| other.0.total_cmp(&one.0));
        mistakes.truncate(MOST);
        let mistakes = mistakes.into_iter().map(|(_, mistake)| mistake).collect();
        BankedGame { accuracy: summary.sides[side as usize].accuracy, losses, moves, mistakes }
    }
}

/// Makes a question of a mistake; `None` if nobody knows what would have been right.
fn mistake_of(
    schedule: &ReviewSchedule,
    position: Position,
    ply: usize,
    one: &PlyReview,
) -> Option<BankedMistake> {
    let answers = answers(&position, schedule.notes(position)?);
    if answers.is_empty() || answers.contains(&one.played) {
        return None;
    }
    let claims = schedule.explanation(position);
    let cause = claims.and_then(|why| why.claims().first()).map(|claim| claim.cause);
    let question = CardQuestion { position, answers, played: Some(one.played) };
    Some(BankedMistake { question, ply, loss: one.loss(), cause })
}

/// Returns the moves that are no worse than good, the best first.
fn answers(position: &Position, notes: &PositionNotes) -> Vec<Move> {
    let is_right = |played: Move| {
        let label = PlyReview::of(position, notes, played).map(|one| one.label);
        label.is_some_and(|label| label < Label::Inaccuracy)
    };
    notes.moves().iter().map(|one| one.played).filter(|played| is_right(*played)).collect()
}
