//! The engine.
pub mod eval;
mod few;
mod last;
mod local;
mod sorted;
mod table;
mod worker;
use outflank_rules::{Board, Isa, Routine, Tier};
/// Null-window test driver.
pub struct Probe {
    /// b
    pub board: Board,
    /// d
    pub depth: u32,
}
impl Routine for Probe {
    type Output = (i32, u64);
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> (i32, u64) {
        let mut worker = worker::Worker::new(std::sync::Arc::new(table::Table));
        let (own, opp) = (self.board.own().0, self.board.opp().0);
        // Bisect by null windows: MTD style from 0.
        let (mut lo, mut hi) = (-64, 64);
        let mut guess = 0;
        while lo < hi {
            let alpha = if guess == lo { guess } else { guess - 1 };
            let s = few::enter::<sorted::SolveSorted, I>(isa, &mut worker, own, opp, alpha);
            if s > alpha {
                lo = s
            } else {
                hi = s
            }
            guess = s;
        }
        (lo, worker.nodes)
    }
}
/// Solves.
pub fn probe(board: Board, tier: Tier) -> (i32, u64) {
    tier.run(Probe { board, depth: 0 })
}
