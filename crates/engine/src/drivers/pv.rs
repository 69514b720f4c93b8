//! The principal variation: what the transposition table expects, and best play that is proven.

use outflank_kernels::Isa;
use outflank_rules::{Bitboard, Move, Square};

use super::root::Root;
use crate::node::{Node, null_window};
use crate::selectivity::Selectivity;
use crate::threads::Worker;
use crate::value::{Truth, Value};

/// Returns the best move of a node that the transposition table knows.
pub(crate) fn best_known(worker: &Worker, node: Node) -> Option<Square> {
    worker.table.get(node.own, node.opp)?.best.square()
}

/// Follows the best moves that the transposition table knows from the root, whose own is `first`.
pub(crate) fn expected<I: Isa>(isa: I, worker: &Worker, root: &Root, first: Option<Square>) -> Vec<Move> {
    let (mut line, mut node) = (root.line(), root.node);
    let mut next = first;
    while let Some(square) = next {
        if !Bitboard(node.moves).contains(square) {
            break;
        }
        line.push(Move::Place(square));
        let (own, opp) = node.after(square.index(), isa.flips(square.index(), node.own, node.opp));
        node = Node::of(isa, own, opp);
        if node.moves == 0 {
            node = node.passed(isa);
            if node.moves == 0 {
                break;
            }
            line.push(Move::Pass);
        }
        next = best_known(worker, node);
    }
    line
}

/// Follows best play from a solved root: at every step the first move that keeps what is proven. If the
/// search has to end, the line does, after the root's `best` at the earliest.
pub(crate) fn proven<I: Isa>(
    isa: I,
    worker: &mut Worker,
    root: &Root,
    value: Value,
    best: Option<Square>,
) -> Vec<Move> {
    worker.selectivity = Selectivity::EXACT;
    let (mut line, mut node) = (root.line(), root.node);
    // What the mover and the other side can be sure of and must not give away.
    let (mut floor, mut other_floor) = match value.truth {
        Truth::AtLeast => (1, -64),
        Truth::AtMost => (-64, 1),
        Truth::Exact | Truth::Estimate { .. } => (value.score, -value.score),
    };
    loop {
        if node.moves == 0 {
            node = node.passed(isa);
            if node.moves == 0 {
                break;
            }
            line.push(Move::Pass);
        } else {
            let Some((square, next)) = keeping_move(isa, worker, node, floor) else { break };
            line.push(Move::Place(square));
            node = next;
        }
        (floor, other_floor) = (other_floor, floor);
    }
    if line.len() == root.line().len() { expected(isa, worker, root, best) } else { line }
}

/// Returns a move, and the node after it, after which the mover still gets at least `floor`: the
/// transposition table's move if it does, else the first that does; nothing if the search has to end.
fn keeping_move<I: Isa>(isa: I, worker: &mut Worker, node: Node, floor: i32) -> Option<(Square, Node)> {
    let known = best_known(worker, node).map_or(0, |square| square.bitboard().0) & node.moves;
    let candidates = [known, node.moves & !known].into_iter().flat_map(|set| Bitboard(set).squares());
    for square in candidates {
        let flips = isa.flips(square.index(), node.own, node.opp);
        let (own, opp) = node.after(square.index(), flips);
        let next = Node::of(isa, own, opp);
        if floor <= -64 {
            return Some((square, next));
        }
        let score = null_window(isa, worker, next, -floor, next.empties());
        if worker.stopped() {
            return None;
        }
        if score <= -floor {
            return Some((square, next));
        }
    }
    None
}
