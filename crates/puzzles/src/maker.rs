//! Finding puzzles in games.

use std::ops::RangeInclusive;

use outflank_engine::{Dice, Engine, LEVELS, Stopper};
use outflank_rules::Position;

use crate::measure::StillClock;
use crate::prove::EXACT_EMPTIES;
use crate::{Puzzle, PuzzleProver, PuzzleRejection, PuzzleSource};

/// Which positions of a game are looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct MakingPlan {
    /// With how many empty squares.
    pub empties: RangeInclusive<u32>,
    /// By how many discs the best move must be ahead where the outcome is the same.
    pub margin: u8,
    /// How many positions of a game are looked at, at most.
    pub tries: usize,
    /// How many discs the last move must have lost, by a short search, in a game between people.
    pub mistake: i32,
}

impl Default for MakingPlan {
    fn default() -> MakingPlan {
        MakingPlan { empties: 8..=22, margin: 4, tries: 4, mistake: 2 }
    }
}

/// How deep the last move is judged.
const MISTAKE_DEPTH: u32 = 6;

/// How deep positions are looked at that take long to prove.
const PROMISE_DEPTH: u32 = 8;

/// The share of goals in discs that is kept: the only winning move is the better question.
const DISCS_KEPT: f64 = 0.4;

/// Finds puzzles in games, at most one in each.
#[derive(Clone)]
pub struct PuzzleMaker<'e> {
    engine: &'e Engine,
    stopper: Stopper,
    prover: PuzzleProver<'e>,
    plan: MakingPlan,
}

impl<'e> PuzzleMaker<'e> {
    /// Makes puzzles by a plan, with an engine, until it is stopped.
    #[must_use]
    pub fn new(engine: &'e Engine, stopper: &Stopper, plan: MakingPlan) -> PuzzleMaker<'e> {
        let prover = PuzzleProver::new(engine, stopper, plan.margin);
        PuzzleMaker { engine, stopper: stopper.clone(), prover, plan }
    }

    /// Looks for a puzzle in a game, given by its positions in order. The dice decide where.
    #[must_use]
    pub fn look(&self, game: &[Position], source: PuzzleSource, dice: &mut Dice) -> Option<Puzzle> {
        let mut places: Vec<(f64, usize)> = Vec::new();
        for (ply, position) in game.iter().enumerate().skip(1) {
            let empties = position.empty().len();
            if self.plan.empties.contains(&empties) && position.legal_moves().len() > 2 {
                // The smallest of exponentially distributed numbers: a draw by weight.
                places.push((-(1.0 - dice.unit()).ln() / weight(empties), ply));
            }
        }
        places.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (_, ply) in places.into_iter().take(self.plan.tries) {
            if self.stopper.is_stopped() {
                return None;
            }
            let position = game[ply];
            if source == PuzzleSource::People && !self.was_mistake(game[ply - 1], position) {
                continue;
            }
            if position.empty().len() > EXACT_EMPTIES && !self.is_promising(position) {
                continue;
            }
            match self.prover.puzzle(position, source) {
                Ok(puzzle) if puzzle.goal.name() != "discs" || dice.unit() < DISCS_KEPT => {
                    return Some(puzzle);
                }
                Err(PuzzleRejection::Stopped) => return None,
                _ => {}
            }
        }
        None
    }

    /// Tells whether the move between two positions lost discs, by a short search.
    fn was_mistake(&self, before: Position, after: Position) -> bool {
        let value = |position: Position, depth| {
            self.engine.search(position).depth(depth).stopper(&self.stopper).analyze().value.score
        };
        let sign = if before.side_to_move() == after.side_to_move() { 1 } else { -1 };
        value(before, MISTAKE_DEPTH + 1) - sign * value(after, MISTAKE_DEPTH) >= self.plan.mistake
    }

    /// Tells whether one move of a position seems to stand out, around the border of winning.
    fn is_promising(&self, position: Position) -> bool {
        let wanted = outflank_engine::Wanted::best(2);
        let found = self.engine.search(position).depth(PROMISE_DEPTH).stopper(&self.stopper).compare(wanted);
        let score = |place: usize| found.moves.get(place).map_or(0, |one| one.value.score);
        let (best, second) = (score(0), score(1));
        best - second >= 2 && best >= -2 && second <= 2
    }
}

/// Says how often positions with so many empty squares are looked at: less where a proof takes long.
fn weight(empties: u32) -> f64 {
    match empties {
        0..=10 => 1.0,
        11..=14 => 1.4,
        15..=16 => 1.0,
        17..=18 => 0.5,
        19..=20 => 0.25,
        _ => 0.1,
    }
}

/// Plays a game of two levels against each other, drawn by the dice, and returns its positions.
#[must_use]
pub fn self_play(engine: &Engine, dice: &mut Dice) -> Vec<Position> {
    let clock = StillClock::shared();
    // Levels that err as people do, and look little ahead: games without mistakes have few puzzles.
    let levels = [5 + dice.below(9), 5 + dice.below(9)].map(|index| &LEVELS[index as usize]);
    let mut game = vec![Position::start()];
    let mut now = Position::start();
    while !now.is_finished() && now.empty().len() > 6 {
        let level = levels[usize::from(now.side_to_move() == outflank_rules::Color::White)];
        let Some(played) = engine.search(now).play(level, &clock, dice) else { break };
        let Ok(next) = now.play(played.played) else { break };
        now = next;
        game.push(now);
    }
    game
}
