//! Probing cuts: a shallow search that is far outside the window ends a deep one.

use outflank_rules::Isa;

use crate::deep;
use crate::table::{EXACT, SELECTIVITY};
use crate::worker::Worker;

/// Returns the standard error, in discs, of a search of depth `shallow` as a forecast of one of `depth`.
fn error(empties: u32, depth: u32, shallow: u32) -> f64 {
    let to_the_end = depth >= empties;
    let base = 2.0 + 0.12 * f64::from(depth - shallow) - 0.05 * f64::from(shallow.min(10));
    if to_the_end { base + 1.5 } else { base }
}

/// Ends a node when a probing search says, with the confidence of the present selectivity, that its score is
/// on one side of `alpha`.
#[inline(always)]
pub(crate) fn cut<I: Isa>(
    isa: I,
    worker: &mut Worker,
    board: (u64, u64, u64),
    alpha: i32,
    depth: u32,
) -> Option<i32> {
    if worker.selectivity >= EXACT || depth < 4 || worker.probing >= 2 {
        return None;
    }
    let (own, opp, _) = board;
    let empties = (!(own | opp)).count_ones();
    let shallow = {
        let wanted = depth / 4 * 2;
        if wanted == 0 { depth % 2 } else { wanted - (depth & 1) * u32::from(wanted > 1) }
    };
    let threshold = SELECTIVITY[worker.selectivity as usize].0;
    let margin = (threshold * error(empties, depth, shallow) + 0.5) as i32;
    let now = worker.weights.evaluate(isa, own, opp);
    let beta = alpha + 1;
    worker.probing += 1;
    let mut result = None;
    // Worth more than alpha?
    let raised = beta + margin;
    if raised < 64 && now >= beta - 2 {
        let score = deep::null_window(isa, worker, board, raised - 1, shallow);
        if score >= raised {
            result = Some(beta);
        }
    }
    // Worth no more than alpha?
    let lowered = alpha - margin;
    if result.is_none() && lowered > -64 && now <= alpha + 2 {
        let score = deep::null_window(isa, worker, board, lowered, shallow);
        if score <= lowered {
            result = Some(alpha);
        }
    }
    worker.probing -= 1;
    if worker.stopped() { None } else { result }
}
