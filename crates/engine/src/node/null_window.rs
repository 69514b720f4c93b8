//! The null-window search of a node: is it worth more than `alpha`?

use outflank_kernels::{Isa, Routine};

use super::shallow::Shallow;
use super::{Children, Node, SHALLOW_UP_TO, null_window, probcut, share_rest};
use crate::endgame;
use crate::ordering::MoveOrder;
use crate::square_or_none::SquareOrNone;
use crate::threads::Worker;
use crate::transposition::NodeResult;
use crate::window::Window;

/// From this depth on, after this many children, the others are first searched less deeply, by a number of
/// plies that keeps the parity: 26 % fewer nodes to depth 14 on 20 midgame positions, with equal values on 13
/// of them and one disc away on six.
const REDUCE_FROM: u32 = 5;
const REDUCE_AFTER: usize = 3;
const REDUCE_BY: u32 = 2;

/// Asks whether a node with a legal move is worth more than `alpha`.
pub(super) struct NullWindow<'w> {
    pub(super) worker: &'w mut Worker,
    pub(super) node: Node,
    pub(super) alpha: i32,
    pub(super) depth: u32,
}

impl Routine for NullWindow<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> i32 {
        let NullWindow { worker, node, alpha, depth } = self;
        let empties = node.empties();
        let to_the_end = depth >= empties;
        // Stage 1: dedicated code.
        if to_the_end && empties <= endgame::SORTED_UP_TO {
            if worker.stopped_now() {
                return alpha;
            }
            return endgame::solve(isa, worker, node, alpha);
        }
        if !to_the_end && depth <= SHALLOW_UP_TO {
            if let Some(score) = probcut::static_cut(isa, worker, node, alpha, depth) {
                worker.nodes += 1;
                return score;
            }
            return isa.call(Shallow { worker, node, window: Window::null(alpha), depth });
        }
        worker.count_node();
        if worker.stopped() {
            return alpha;
        }
        // Stage 2: stability.
        if let Some(bound) = endgame::stability_cut(isa, worker, node.own, node.opp, alpha) {
            return bound;
        }
        // Stage 3: transposition table.
        let known = worker.table.get(node.own, node.opp);
        if let Some(entry) = known
            && worker.accepts(&entry, depth)
        {
            if i32::from(entry.lower) > alpha {
                return i32::from(entry.lower);
            }
            if i32::from(entry.upper) <= alpha {
                return i32::from(entry.upper);
            }
        }
        // Stage 4: probing cut.
        if let Some(score) = probcut::cut(isa, worker, node, alpha, depth) {
            return score;
        }
        // Stage 5: generation.
        let first = known.map_or(SquareOrNone::NONE, |entry| entry.best);
        let mut children = Children::generate(isa, node, first);
        // Stage 6: a child known to be bad enough for the opponent.
        if let Some(score) = child_cut(worker, &children, alpha, depth) {
            return score;
        }
        // Stages 7 and 8: ordering and the children. A move that was best before is searched before the
        // others are ordered, since mostly it ends the node: 16 % fewer nodes to depth 14 on 20 midgame
        // positions.
        let order = MoveOrder { known, alpha, depth };
        let order_at = usize::from(node.moves & first.bit() != 0);
        let (mut best, mut best_square) = (i32::MIN, SquareOrNone::NONE);
        let mut at = 0;
        while at < children.len() {
            if at == order_at {
                order.apply(isa, worker, &mut children, at);
            }
            let child = children.take_best(at);
            at += 1;
            let may_reduce = worker.reduces && worker.selectivity.may_cut() && !to_the_end;
            let reduced = may_reduce && at > REDUCE_AFTER && depth >= REDUCE_FROM;
            let mut score = match (child.node.own, reduced) {
                (0, _) => 64,
                (_, true) => -null_window(isa, worker, child.node, -alpha - 1, depth - 1 - REDUCE_BY),
                (_, false) => alpha + 1,
            };
            if score > alpha && child.node.own != 0 {
                score = -null_window(isa, worker, child.node, -alpha - 1, depth - 1);
            }
            if score > best {
                (best, best_square) = (score, child.square);
                if score > alpha {
                    break;
                }
            }
            if at < children.len() && depth >= worker.share_from && worker.team.has_idle() {
                if at == order_at {
                    order.apply(isa, worker, &mut children, at);
                }
                let brothers = share_rest(isa, worker, &mut children, at, alpha, depth);
                if brothers.best > best {
                    (best, best_square) = (brothers.best, brothers.square);
                }
                break;
            }
        }
        // Stage 9: the result.
        if !worker.stopped() {
            let (selectivity, window) = (worker.selectivity, Window::null(alpha));
            let result = NodeResult { depth, selectivity, window, score: best, best: best_square };
            worker.table.put(node.own, node.opp, &result);
        }
        best
    }
}

/// Returns a score above `alpha` if the transposition table already knows a child to be that bad for the
/// opponent.
#[inline(always)]
fn child_cut(worker: &Worker, children: &Children, alpha: i32, depth: u32) -> Option<i32> {
    // The dedicated code leaves nothing in the table.
    let empties = children.node.empties();
    if depth < 5 || depth >= empties && empties <= endgame::SORTED_UP_TO + 1 {
        return None;
    }
    // All lines of the table are on their way before the first is waited for.
    let mut n = 0;
    while n < children.len() {
        let child = children.at(n).node;
        worker.table.prefetch(child.own, child.opp);
        n += 1;
    }
    n = 0;
    while n < children.len() {
        let child = children.at(n).node;
        if let Some(entry) = worker.table.get(child.own, child.opp)
            && worker.accepts(&entry, depth - 1)
            && -i32::from(entry.upper) > alpha
        {
            return Some(-i32::from(entry.upper));
        }
        n += 1;
    }
    None
}
