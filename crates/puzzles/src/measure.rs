//! What players of different strength solve: the yardstick of predicted difficulty.

use std::sync::Arc;
use std::time::Duration;

use outflank_engine::{Clock, Dice, Engine, LEVELS};

use crate::Puzzle;

/// How many levels are measured, from the first on. The stronger ones solve nearly everything.
pub const MEASURED_LEVELS: usize = 15;

/// A clock that stands still, so that levels are limited by depth alone.
pub(crate) struct StillClock;

impl Clock for StillClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

impl StillClock {
    /// Returns one to be lent to the engine.
    pub(crate) fn shared() -> Arc<dyn Clock> {
        Arc::new(StillClock)
    }
}

/// How often every level solved a puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolveRate {
    /// The share of tries in which each level found all moves, the first level first.
    pub levels: [f64; MEASURED_LEVELS],
}

impl SolveRate {
    /// Lets every level try a puzzle so many times. The dice depend on the puzzle, the level and the try.
    #[must_use]
    pub fn measure(engine: &Engine, puzzle: &Puzzle, tries: u32) -> SolveRate {
        let clock = StillClock::shared();
        let questions = puzzle.questions();
        let levels = std::array::from_fn(|index| {
            let level = &LEVELS[index];
            let solves = |attempt: u32| {
                let words = [u64::from(puzzle.id.number()), index as u64, u64::from(attempt)];
                let mut dice = Dice::of_words(&words);
                questions.iter().all(|(position, square)| {
                    let played = engine.search(*position).play(level, &clock, &mut dice);
                    played.is_some_and(|played| played.played.square() == Some(*square))
                })
            };
            let solved = (0..tries).filter(|&attempt| solves(attempt)).count();
            solved as f64 / f64::from(tries.max(1))
        });
        SolveRate { levels }
    }

    /// Returns the mean over all levels.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.levels.iter().sum::<f64>() / MEASURED_LEVELS as f64
    }
}

/// Returns the rating of a puzzle that players of these ratings solve at this mean rate.
///
/// ```
/// let players = [1300.0, 1500.0, 1700.0];
/// assert!((outflank_puzzles::performance(&players, 0.5) - 1500.0).abs() < 1.0);
/// assert!(outflank_puzzles::performance(&players, 0.9) < 1300.0);
/// ```
#[must_use]
pub fn performance(players: &[f64], mean: f64) -> f64 {
    let expected = |rating: f64| {
        let one = |player: &f64| 1.0 / (1.0 + 10.0_f64.powf((rating - player) / 400.0));
        players.iter().map(one).sum::<f64>() / players.len().max(1) as f64
    };
    let (mut low, mut high) = (0.0, 4000.0);
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if expected(middle) > mean { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}
