//! Solving many small positions one after another: no evaluation, no shared table, nothing to set up.

use std::sync::Arc;

use outflank_kernels::{Isa, Routine, Tier};
use outflank_rules::Board;

use super::five::Solve5;
use super::sorted::{FEW_MOVES, SolveSorted};
use super::{enter, solve_last};
use crate::eval::Weights;
use crate::node::Node;
use crate::threads::Worker;
use crate::transposition::TranspositionTable;

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
        let (table, weights) = (Arc::new(TranspositionTable::smallest()), Arc::new(Weights::none()));
        SmallSolver { tier, worker: Worker::new(0, table, weights, Arc::default(), Arc::default()) }
    }

    /// Returns the exact score for the mover, or `None` with more than [`SmallSolver::MOST_EMPTIES`].
    pub fn score(&mut self, board: Board) -> Option<i32> {
        (board.empty().len() <= Self::MOST_EMPTIES)
            .then(|| self.tier.run(SolveSmall { worker: &mut self.worker, board }))
    }
}

struct SolveSmall<'s> {
    worker: &'s mut Worker,
    board: Board,
}

impl Routine for SolveSmall<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> i32 {
        let node = Node::of(isa, self.board.own().0, self.board.opp().0);
        self.worker.local.begin_small(self.board.empty().0);
        // Close in on the score by null-window tests, each at the bound the last one gave.
        let (mut low, mut high, mut guess) = (-64, 64, 0);
        while low < high {
            let alpha = if guess == low { guess } else { guess - 1 };
            let score = match node.empties() {
                0..=4 => solve_last(isa, self.worker, node.own, node.opp, alpha),
                5 => enter::<Solve5, I>(isa, self.worker, node, alpha),
                _ => enter::<SolveSorted, I>(isa, self.worker, node, alpha),
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
