//! Searches of a few plies without transposition table: near the leaves, and to order moves.

use outflank_kernels::{Isa, Routine};

use super::{Children, Node};
use crate::square_or_none::SquareOrNone;
use crate::threads::Worker;
use crate::window::Window;

/// Evaluates a node by a small search, passing where that is due.
#[inline(always)]
pub(crate) fn look_ahead<I: Isa>(isa: I, worker: &mut Worker, node: Node, window: Window, depth: u32) -> i32 {
    if depth == 0 {
        worker.nodes += 1;
        return worker.evaluate(isa, node.own, node.opp);
    }
    if node.moves != 0 {
        return isa.call(Shallow { worker, node, window, depth });
    }
    let passed = node.passed(isa);
    if passed.moves == 0 {
        return node.final_score();
    }
    -isa.call(Shallow { worker, node: passed, window: window.swapped(), depth })
}

/// A search of a few plies of a node with a legal move, ordered by mobility alone.
pub(super) struct Shallow<'w> {
    pub(super) worker: &'w mut Worker,
    pub(super) node: Node,
    pub(super) window: Window,
    pub(super) depth: u32,
}

impl Routine for Shallow<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> i32 {
        let Shallow { worker, node, window, depth } = self;
        worker.nodes += 1;
        if depth == 0 {
            return worker.evaluate(isa, node.own, node.opp);
        }
        let mut children = Children::generate(isa, node, SquareOrNone::NONE);
        let mut best = i32::MIN;
        let mut at = 0;
        while at < children.len() {
            let child = children.take_best(at);
            at += 1;
            let score = if child.node.own == 0 {
                64
            } else {
                -look_ahead(isa, worker, child.node, window.above(best).swapped(), depth - 1)
            };
            if score > best {
                best = score;
                if score >= window.beta {
                    break;
                }
            }
        }
        best
    }
}
