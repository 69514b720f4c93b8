//! Proving what lessons say: by the rules where that is enough, by search elsewhere.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use outflank_engine::{Engine, Goal, Wanted};
use outflank_rules::{Bitboard, Color, Position, Square};

use crate::lesson::{LessonClaim, LessonGoal, LessonPlan, LessonSquare, LessonStep};
use crate::shape::{is_wedge, region_of, stable_discs};

/// From how many empty squares on values are exact.
const SOLVED_FROM: u32 = 18;
/// How deep moves are compared before that, in plies.
const DEPTH: u32 = 12;
/// How much worse than the best an estimate must be to be called worse, in discs.
const CLEAR: i32 = 2;

/// Proves what lessons say.
pub struct LessonProver<'e> {
    engine: &'e Engine,
    /// What the moves of a position are worth, once that was searched.
    known: RefCell<HashMap<Position, Vec<(Square, i32)>>>,
}

impl<'e> LessonProver<'e> {
    /// Proves with an engine. Its searches run on this thread.
    #[must_use]
    pub fn new(engine: &'e Engine) -> LessonProver<'e> {
        LessonProver { engine, known: RefCell::default() }
    }

    /// Returns what a lesson says that is not true, and what cannot be done in it: nothing, one hopes.
    #[must_use]
    pub fn refute(&self, lesson: &LessonPlan) -> Vec<String> {
        let of_step = |step: &LessonStep| {
            let told = |fault: String| format!("{}, step {}: {fault}", lesson.id, step.id);
            self.faults(step).into_iter().map(told).collect::<Vec<String>>()
        };
        lesson.steps.iter().flat_map(of_step).collect()
    }

    /// Counts what a lesson says: its claims, and the goals of its steps.
    #[must_use]
    pub fn count(lesson: &LessonPlan) -> usize {
        lesson.steps.iter().map(|step| step.claims.len() + usize::from(step.asks())).sum()
    }

    fn faults(&self, step: &LessonStep) -> Vec<String> {
        let position = &step.position;
        let mut faults = Vec::new();
        for claim in &step.claims {
            if !self.holds(position, claim) {
                faults.push(format!("{claim:?} is not true"));
            }
        }
        if let Some(goal) = step.goal {
            let reached: BTreeSet<Square> =
                position.legal_moves().squares().filter(|at| self.reaches(position, goal, *at)).collect();
            let listed: BTreeSet<Square> = step.answers.iter().copied().collect();
            if reached != listed || reached.is_empty() {
                faults.push(format!("{goal:?} is reached by {}, not by {}", names(&reached), names(&listed)));
            }
            if goal != LessonGoal::Any
                && reached.len() < position.legal_moves().len() as usize
                && step.miss.is_none()
            {
                faults.push("nothing is said of a wrong move".to_owned());
            }
        } else if !step.answers.is_empty() {
            faults.push("there are answers, but nothing is asked".to_owned());
        }
        let played = step.shown.iter().try_fold(*position, |at, square| at.play(*square).ok());
        if played.is_none() {
            faults.push(format!("{} cannot be played", names(&step.shown.iter().copied().collect())));
        }
        let wrong = |at: &&Square| !position.legal_moves().contains(**at) || step.answers.contains(at);
        if let Some(square) = step.misses.iter().map(|(square, _)| square).find(wrong) {
            faults.push(format!("{square} is no wrong move"));
        }
        faults
    }

    /// Tells whether a claim about a position is true.
    fn holds(&self, position: &Position, claim: &LessonClaim) -> bool {
        let after = |square: &LessonSquare| position.play(square.0).ok();
        let side = position.side_to_move();
        match claim {
            LessonClaim::Legal { squares } => set(position.legal_moves()) == listed(squares),
            LessonClaim::Moves { count } => position.legal_moves().len() == *count,
            LessonClaim::Turns { played, squares } => set(position.flips(played.0)) == listed(squares),
            LessonClaim::Leaves { played, count } => {
                after(played).is_some_and(|next| next.legal_moves().len() == *count)
            }
            LessonClaim::Gives { played, corner } => {
                corner.0.is_corner()
                    && after(played).is_some_and(|next| next.legal_moves().contains(corner.0))
            }
            LessonClaim::Safe { moves } => {
                let safe = position.legal_moves().squares().filter(|at| is_safe(position, *at));
                safe.collect::<BTreeSet<Square>>() == listed(moves)
            }
            LessonClaim::Stable { played, squares } => after(played).is_some_and(|next| {
                let stable = stable_discs(&next, side);
                squares.iter().all(|square| stable.contains(square.0))
            }),
            LessonClaim::Ends { played, black, white } => after(played).is_some_and(|next| {
                let count = Color::BOTH.map(|color| next.discs(color).len());
                next.is_finished() && count == [*black, *white]
            }),
            LessonClaim::Value { played, score } => {
                after(played).is_some_and(|next| self.solve(next) == Some(-score))
            }
            LessonClaim::Loses { played, at_least } => {
                let values = self.values(position);
                let of =
                    |square: Square| values.iter().find(|(at, _)| *at == square).map(|(_, value)| *value);
                let best = values.iter().map(|(_, value)| *value).max();
                best.zip(of(played.0)).is_some_and(|(best, value)| best - value >= *at_least)
            }
            LessonClaim::Region { squares } => {
                let first = squares.first().map(|square| region_of(position, square.0));
                first.is_some_and(|region| set(region) == listed(squares))
            }
            LessonClaim::Denies { played, square } => after(played).is_some_and(|next| {
                next.empty().contains(square.0) && !next.legal_moves().contains(square.0)
            }),
            LessonClaim::WinsCorner { played } => after(played).is_some_and(|next| {
                let takes = |reply: Position| {
                    let corners = reply.legal_moves() & Bitboard::CORNERS;
                    reply.side_to_move() == side && !corners.is_empty()
                };
                !next.legal_moves().is_empty() && next.children().all(|(_, reply)| takes(reply))
            }),
            LessonClaim::Discs { black, white } => {
                Color::BOTH.map(|color| position.discs(color).len()) == [*black, *white]
            }
            LessonClaim::WipeOut { played } => after(played)
                .is_some_and(|next| next.children().any(|(_, reply)| reply.discs(side).is_empty())),
        }
    }

    /// Tells whether a move reaches the goal of a step.
    fn reaches(&self, position: &Position, goal: LessonGoal, at: Square) -> bool {
        let Ok(after) = position.play(at) else { return false };
        match goal {
            LessonGoal::Any => true,
            LessonGoal::Turns { at_least } => position.flips(at).len() >= at_least,
            LessonGoal::Passes => after.must_pass() && !after.is_finished(),
            LessonGoal::Ends => after.is_finished(),
            LessonGoal::Corner => at.is_corner(),
            LessonGoal::Safe => is_safe(position, at),
            LessonGoal::Fewest => {
                let left = |square| position.play(square).map_or(u32::MAX, |next| next.legal_moves().len());
                position.legal_moves().squares().all(|other| left(at) <= left(other))
            }
            LessonGoal::Wedge => is_wedge(position, at),
            LessonGoal::Best => self.is_best(position, at),
            LessonGoal::Wins => self.solve(after).is_some_and(|value| value < 0),
            LessonGoal::OddRegion => region_of(position, at).len() % 2 == 1 && self.is_best(position, at),
        }
    }

    /// Tells whether a move is as good as the best; of estimates, as far as can be told.
    fn is_best(&self, position: &Position, at: Square) -> bool {
        let values = self.values(position);
        let best = values.iter().map(|(_, value)| *value).max();
        let margin = if position.empty().len() <= SOLVED_FROM { 1 } else { CLEAR };
        values.iter().any(|(square, value)| *square == at && best.is_some_and(|best| best - value < margin))
    }

    /// Returns what every move is worth for the side to move.
    fn values(&self, position: &Position) -> Vec<(Square, i32)> {
        if let Some(values) = self.known.borrow().get(position) {
            return values.clone();
        }
        let values = self.search(position);
        self.known.borrow_mut().insert(*position, values.clone());
        values
    }

    fn search(&self, position: &Position) -> Vec<(Square, i32)> {
        if position.empty().len() <= SOLVED_FROM {
            let value = |at: Square| Some((at, -self.solve(position.play(at).ok()?)?));
            return position.legal_moves().squares().filter_map(value).collect();
        }
        let found = self.engine.search(*position).depth(DEPTH).compare(Wanted::ALL);
        found.moves.iter().filter_map(|one| Some((one.played.square()?, one.value.score))).collect()
    }

    /// Returns what a position is worth for the side to move under perfect play.
    fn solve(&self, position: Position) -> Option<i32> {
        if position.is_finished() {
            return Some(position.side_to_move().for_black(position.score()));
        }
        let solved = self.engine.search(position).solve(Goal::Exact);
        solved.value.is_exact().then_some(solved.value.score)
    }
}

/// Tells whether a move lets the opponent take no corner at once.
fn is_safe(position: &Position, at: Square) -> bool {
    position.play(at).is_ok_and(|next| (next.legal_moves() & Bitboard::CORNERS).is_empty())
}

fn set(squares: Bitboard) -> BTreeSet<Square> {
    squares.squares().collect()
}

fn listed(squares: &[LessonSquare]) -> BTreeSet<Square> {
    squares.iter().map(|square| square.0).collect()
}

fn names(squares: &BTreeSet<Square>) -> String {
    let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
    if names.is_empty() { "nothing".to_owned() } else { names.join(" ") }
}
