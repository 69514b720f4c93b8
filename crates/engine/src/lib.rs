//! The engine.
mod deep;
pub mod eval;
mod few;
mod last;
mod local;
mod probcut;
mod sorted;
mod table;
mod worker;
use outflank_rules::{Board, Isa, Routine, Tier};
/// Test driver: solve exactly.
pub struct Probe {
    /// b
    pub board: Board,
    /// w
    pub weights: std::sync::Arc<eval::Weights>,
}
impl Routine for Probe {
    type Output = (i32, u64);
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> (i32, u64) {
        let table = std::sync::Arc::new(table::Table::new(256));
        let mut worker = worker::Worker::new(table, self.weights, std::sync::Arc::default());
        let (own, opp) = (self.board.own().0, self.board.opp().0);
        let moves = isa.legal_moves(own, opp);
        let empties = self.board.empty().len();
        let mut guess = 0;
        worker.selectivity = 0;
        let mut depth = 2;
        while depth + 8 < empties {
            guess = deep::full_window(isa, &mut worker, (own, opp, moves), (-64, 64), depth);
            depth += 2;
        }
        for selectivity in if empties > 16 { 0..6 } else { 5..6 } {
            worker.selectivity = selectivity;
            if selectivity == 4 || selectivity == 1 {
                continue;
            }
            let (mut lo, mut hi) = (guess - 2, guess + 2);
            loop {
                let s = deep::full_window(
                    isa,
                    &mut worker,
                    (own, opp, moves),
                    (lo.max(-64), hi.min(64)),
                    empties,
                );
                if s <= lo && lo > -64 {
                    lo = s - 4;
                    hi = s + 1;
                } else if s >= hi && hi < 64 {
                    hi = s + 4;
                    lo = s - 1;
                } else {
                    guess = s;
                    break;
                }
            }
        }
        (guess, worker.nodes)
    }
}
/// Solves.
pub fn probe(board: Board, tier: Tier, weights: std::sync::Arc<eval::Weights>) -> (i32, u64) {
    tier.run(Probe { board, weights })
}
