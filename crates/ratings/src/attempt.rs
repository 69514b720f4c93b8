//! Attempts at puzzles: games of Glicko-2 between somebody and a puzzle.

use std::time::Duration;

use crate::{PlayerRating, RatedGame, RatedResult};

/// The deviation of a puzzle whose rating was predicted.
pub const PREDICTED_DEVIATION: f64 = 350.0;

/// The volatility of a puzzle that nobody has tried.
pub const PREDICTED_VOLATILITY: f64 = 0.06;

/// From which deviation on somebody is too little known to say how hard a puzzle is.
const UNKNOWN: f64 = 230.0;

/// How somebody came to a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptKind {
    /// Nothing was told of it.
    Plain,
    /// Its theme was told, which is half of a hint: solving says less than failing.
    Hinted,
}

impl AttemptKind {
    /// Returns how much an attempt counts.
    const fn weight(self, solved: bool) -> f64 {
        match (self, solved) {
            (AttemptKind::Plain, _) => 1.0,
            (AttemptKind::Hinted, true) => 0.3,
            (AttemptKind::Hinted, false) => 0.7,
        }
    }
}

/// A first attempt at a puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedAttempt {
    /// The rating of somebody after the last attempt, and how long ago that was.
    pub solver: (PlayerRating, Duration),
    /// The same of the puzzle.
    pub puzzle: (PlayerRating, Duration),
    /// How somebody came to it.
    pub kind: AttemptKind,
    /// Whether it was solved.
    pub solved: bool,
}

impl RatedAttempt {
    /// Returns the ratings of somebody and of the puzzle after the attempt. Somebody of whom little is known
    /// does not move the puzzle.
    #[must_use]
    pub fn ratings(&self) -> (PlayerRating, PlayerRating) {
        let ((solver, solver_rests), (puzzle, puzzle_rests)) = (self.solver, self.puzzle);
        let (player, opponent) = (solver.aged(solver_rests), puzzle.aged(puzzle_rests));
        let result = if self.solved { RatedResult::Won } else { RatedResult::Lost };
        let weight = self.kind.weight(self.solved);
        let after = solver.after(solver_rests, &RatedGame { opponent, result, weight });
        if player.deviation >= UNKNOWN {
            return (after, puzzle);
        }
        let game = RatedGame { opponent: player, result: result.reversed(), weight };
        (after, puzzle.after(puzzle_rests, &game))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(deviation: f64, kind: AttemptKind, solved: bool) -> (f64, f64) {
        let solver = PlayerRating { rating: 1500.0, deviation, volatility: 0.06 };
        let puzzle =
            PlayerRating { rating: 1500.0, deviation: PREDICTED_DEVIATION, volatility: PREDICTED_VOLATILITY };
        let rested = Duration::ZERO;
        let (solver, puzzle) =
            RatedAttempt { solver: (solver, rested), puzzle: (puzzle, rested), kind, solved }.ratings();
        (solver.rating - 1500.0, puzzle.rating - 1500.0)
    }

    #[test]
    fn who_solves_rises_and_the_puzzle_falls() {
        let (solver, puzzle) = attempt(100.0, AttemptKind::Plain, true);
        assert!(solver > 10.0 && puzzle < -50.0, "{solver} {puzzle}");
        let (solver, puzzle) = attempt(100.0, AttemptKind::Plain, false);
        assert!(solver < -10.0 && puzzle > 50.0, "{solver} {puzzle}");
    }

    #[test]
    fn a_hint_counts_less_when_it_helped() {
        let (plain, _) = attempt(100.0, AttemptKind::Plain, true);
        let (solved, _) = attempt(100.0, AttemptKind::Hinted, true);
        let (missed, _) = attempt(100.0, AttemptKind::Hinted, false);
        assert!((solved - 0.3 * plain).abs() < 0.1 && (missed + 0.7 * plain).abs() < 0.1);
    }

    #[test]
    fn somebody_unknown_does_not_move_the_puzzle() {
        assert_eq!(attempt(UNKNOWN + 1.0, AttemptKind::Plain, true).1, 0.0);
    }
}
