//! Solving many small positions one after another: no evaluation, no shared table, nothing to set up.

use std::sync::Arc;

use outflank_rules::{Board, Isa, Routine, Tier};

use crate::eval::Weights;
use crate::few::{self, Solve5};
use crate::last;
use crate::sorted::{FEW_MOVES, SolveSorted};
use crate::table::Table;
use crate::worker::Worker;

/// A solver for positions near the end, such as those a training set is labelled with.
///
/// Fourteen empty squares take about a millisecond.
pub struct SmallSolver {
    tier: Tier,
    worker: Worker,
}

impl SmallSolver {
    /// The most empty squares it takes.
    pub const MOST_EMPTIES: u32 = FEW_MOVES as u32;

    /// Makes a solver that uses the kernels of `tier`.
    #[must_use]
    pub fn new(tier: Tier) -> SmallSolver {
        let (table, weights) = (Arc::new(Table::smallest()), Arc::new(Weights::none()));
        SmallSolver { tier, worker: Worker::new(table, weights, Arc::default(), Arc::default()) }
    }

    /// Returns the exact score for the mover, or `None` with more than [`SmallSolver::MOST_EMPTIES`].
    pub fn score(&mut self, board: Board) -> Option<i32> {
        (board.empty().len() <= Self::MOST_EMPTIES)
            .then(|| self.tier.run(Score { worker: &mut self.worker, board }))
    }
}

struct Score<'s> {
    worker: &'s mut Worker,
    board: Board,
}

impl Routine for Score<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> i32 {
        let (own, opp) = (self.board.own().0, self.board.opp().0);
        let empties = self.board.empty().len();
        // Close in on the score by null-window tests, each at the bound the last one gave.
        let (mut low, mut high, mut guess) = (-64, 64, 0);
        while low < high {
            let alpha = if guess == low { guess } else { guess - 1 };
            let score = match empties {
                0..=4 => last::solve_last(isa, self.worker, own, opp, alpha),
                5 => few::enter::<Solve5, I>(isa, self.worker, own, opp, alpha),
                _ => few::enter::<SolveSorted, I>(isa, self.worker, own, opp, alpha),
            };
            if score > alpha {
                low = score
            } else {
                high = score
            }
            guess = score;
        }
        low
    }
}
