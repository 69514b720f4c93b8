//! The value of a node when it can be guessed: a window around the guess first.

use outflank_kernels::Isa;

use super::{Node, full_window};
use crate::threads::Worker;
use crate::window::Window;

/// Finds the value of a node with a window around a guess, widened where the value lies outside.
#[inline(always)]
pub(crate) fn around<I: Isa>(isa: I, worker: &mut Worker, node: Node, guess: i32, depth: u32) -> i32 {
    // An evaluation is at most 63. Asking every brother on the principal variation whether it is worth more,
    // which only a wipe-out within the depth is, makes lopsided positions ten times as much work.
    let most = if depth < node.empties() { 63 } else { 64 };
    let mut window = Window { alpha: (guess - 2).max(-most), beta: (guess + 2).min(most) };
    // Selective searches may contradict each other: after a few windows everything is let in.
    for step in [4, 8, 16] {
        let score = full_window(isa, worker, node, window, depth);
        if worker.stopped() {
            return score;
        }
        if score <= window.alpha && window.alpha > -most {
            window = Window { alpha: (score - step).max(-most), beta: (score + 1).max(1 - most) };
        } else if score >= window.beta && window.beta < most {
            window = Window { alpha: (score - 1).min(most - 1), beta: (score + step).min(most) };
        } else {
            return score;
        }
    }
    full_window(isa, worker, node, Window { alpha: -most, beta: most }, depth)
}
