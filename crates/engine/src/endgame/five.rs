//! Five empty squares: moves ordered by parity.

use outflank_kernels::{Isa, NodeRoutine};

use super::last_four::{Solve4, pack_4};
use super::{odd_quadrants, stability_cut};
use crate::threads::Worker;

/// Five empty squares: moves in quadrants with an odd count first, no sorting. `extra` holds the legal moves,
/// at least one.
pub(super) struct Solve5;

impl NodeRoutine for Solve5 {
    type Context = Worker;

    #[inline(always)]
    fn visit<I: Isa>(isa: I, worker: &mut Worker, own: u64, opp: u64, alpha: i32, moves: u64) -> i32 {
        worker.nodes += 1;
        if let Some(bound) = stability_cut(isa, worker, own, opp, alpha) {
            return bound;
        }
        let empty = !(own | opp);
        let odd = odd_quadrants(empty);
        let mut best = i32::MIN;
        let mut rest = moves & odd;
        let mut later = moves & !odd;
        loop {
            if rest == 0 {
                if later == 0 {
                    return best;
                }
                (rest, later) = (later, 0);
            }
            let square = rest.trailing_zeros();
            rest &= rest - 1;
            let flips = isa.flips(square, own, opp);
            let after = own | flips | 1 << square;
            let packed = pack_4(isa, empty & !(1 << square));
            let score = -isa.visit::<Solve4>(worker, opp & !flips, after, -alpha - 1, packed);
            if score > alpha {
                return score;
            }
            if score > best {
                best = score;
            }
        }
    }
}
