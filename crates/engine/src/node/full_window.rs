//! The open-window search of a node: its value, along the principal variation.

use outflank_kernels::{Isa, Routine};

use super::null_window::NullWindow;
use super::shallow::Shallow;
use super::{Children, Node, SHALLOW_UP_TO, full_window, null_window, share_rest};
use crate::endgame;
use crate::ordering::MoveOrder;
use crate::square_or_none::SquareOrNone;
use crate::threads::Worker;
use crate::transposition::NodeResult;
use crate::window::Window;

/// Asks for the value of a node with a legal move within a window.
pub(super) struct FullWindow<'w> {
    pub(super) worker: &'w mut Worker,
    pub(super) node: Node,
    pub(super) window: Window,
    pub(super) depth: u32,
}

impl Routine for FullWindow<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> i32 {
        let FullWindow { worker, node, window, depth } = self;
        let Window { alpha, beta } = window;
        let empties = node.empties();
        let to_the_end = depth >= empties;
        if window.is_null() {
            return isa.call(NullWindow { worker, node, alpha, depth });
        }
        if to_the_end && empties <= 4 {
            return solve_exactly(isa, worker, node, window);
        }
        if !to_the_end && depth <= SHALLOW_UP_TO {
            return isa.call(Shallow { worker, node, window, depth });
        }
        worker.count_node();
        if worker.stopped() {
            return alpha;
        }
        let known = worker.table.get(node.own, node.opp);
        if let Some(entry) = known
            && worker.accepts(&entry, depth)
            && entry.lower == entry.upper
        {
            return i32::from(entry.lower);
        }
        let mut children = Children::generate(isa, node, SquareOrNone::NONE);
        MoveOrder { known, alpha, depth }.apply(isa, worker, &mut children, 0);
        let first = children.take_best(0);
        let mut best = -full_window(isa, worker, first.node, window.swapped(), depth - 1);
        let mut best_square = first.square;
        if !worker.stopped() {
            worker.so_far.note_first(node, depth, first.square);
        }
        let mut at = 1;
        while at < children.len() && best < beta && !worker.stopped() {
            let floor = alpha.max(best);
            // Test the brothers, together if there are threads for it; stop at one that may be better.
            let (score, square) = if depth >= worker.share_from && worker.team.has_idle() {
                let brothers = share_rest(isa, worker, &mut children, at, floor, depth);
                at = children.keep_unfinished(at, brothers.done, brothers.square, brothers.best > floor);
                (brothers.best, brothers.square)
            } else {
                let child = children.take_best(at);
                at += 1;
                (-null_window(isa, worker, child.node, -floor - 1, depth - 1), child.square)
            };
            if score > floor && !worker.stopped() {
                worker.so_far.note_better(node, depth, square);
            }
            if score > floor && score < beta {
                let child = children.find(square);
                let rest = Window { alpha: score, beta }.swapped();
                (best, best_square) = (-full_window(isa, worker, child.node, rest, depth - 1), square);
            } else if score > best {
                (best, best_square) = (score, square);
            }
        }
        if !worker.stopped() {
            let selectivity = worker.selectivity;
            let result = NodeResult { depth, selectivity, window, score: best, best: best_square };
            worker.table.put(node.own, node.opp, &result);
        }
        best
    }
}

/// Finds the value of a board with at most four empty squares within a window, by null-window tests.
fn solve_exactly<I: Isa>(isa: I, worker: &mut Worker, node: Node, window: Window) -> i32 {
    let (mut low, mut high) = (window.alpha.max(-64), window.beta.min(64));
    let mut score = low;
    while low < high {
        score = endgame::solve_last(isa, worker, node.own, node.opp, low);
        if score > low {
            low = score;
        } else {
            high = score;
        }
    }
    score
}
