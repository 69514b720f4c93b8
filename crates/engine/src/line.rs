//! Lines of play: what the table expects, and best play that is proven.

use outflank_rules::{Isa, Move, Square};

use crate::deep;
use crate::root::Root;
use crate::table::EXACT;
use crate::value::{Truth, Value};
use crate::worker::Worker;

/// Returns the table's best move for a board.
pub(crate) fn best_known(worker: &Worker, own: u64, opp: u64) -> Option<Square> {
    Square::new(u32::from(worker.table.get(own, opp)?.best))
}

/// Follows the table's best moves from the root, whose own is `first`.
pub(crate) fn expected<I: Isa>(isa: I, worker: &Worker, root: &Root, first: Option<Square>) -> Vec<Move> {
    let (mut line, mut own, mut opp) = (root.line(), root.own, root.opp);
    let mut next = first;
    while let Some(square) = next {
        let moves = isa.legal_moves(own, opp);
        if moves >> square.index() & 1 == 0 {
            break;
        }
        line.push(Move::Place(square));
        let flips = isa.flips(square.index(), own, opp);
        (own, opp) = (opp & !flips, own | flips | 1 << square.index());
        if isa.legal_moves(own, opp) == 0 {
            if isa.legal_moves(opp, own) == 0 {
                break;
            }
            line.push(Move::Pass);
            (own, opp) = (opp, own);
        }
        next = best_known(worker, own, opp);
    }
    line
}

/// Follows best play from a solved root: at every step the first move that keeps what is proven. If the search
/// has to end, the line does, after the root's `best` at the earliest.
pub(crate) fn proven<I: Isa>(
    isa: I,
    worker: &mut Worker,
    root: &Root,
    value: Value,
    best: Option<Square>,
) -> Vec<Move> {
    worker.selectivity = EXACT;
    let (mut line, mut own, mut opp) = (root.line(), root.own, root.opp);
    // What the mover and the other side can be sure of and must not give away.
    let (mut floor, mut other_floor) = match value.truth {
        Truth::AtLeast => (1, -64),
        Truth::AtMost => (-64, 1),
        Truth::Exact | Truth::Estimate { .. } => (value.score, -value.score),
    };
    loop {
        let moves = isa.legal_moves(own, opp);
        if moves == 0 {
            if isa.legal_moves(opp, own) == 0 {
                break;
            }
            line.push(Move::Pass);
        } else {
            let Some((square, flips)) = keeping_move(isa, worker, (own, opp), moves, floor) else { break };
            line.push(Move::Place(Square::wrapping(square)));
            (own, opp) = (own | flips | 1 << square, opp & !flips);
        }
        (own, opp) = (opp, own);
        (floor, other_floor) = (other_floor, floor);
    }
    if line.len() == root.line().len() { expected(isa, worker, root, best) } else { line }
}

/// Returns a move (and its flips) after which the mover still gets at least `floor`: the table's move if it
/// does, else the first that does; nothing if the search has to end.
fn keeping_move<I: Isa>(
    isa: I,
    worker: &mut Worker,
    (own, opp): (u64, u64),
    moves: u64,
    floor: i32,
) -> Option<(u32, u64)> {
    let first = best_known(worker, own, opp).map_or(0, |square| 1 << square.index()) & moves;
    let candidates =
        [first, moves & !first].into_iter().flat_map(|set| outflank_rules::Bitboard(set).squares());
    for square in candidates.map(Square::index) {
        let flips = isa.flips(square, own, opp);
        let (next_own, next_opp) = (opp & !flips, own | flips | 1 << square);
        let next = (next_own, next_opp, isa.legal_moves(next_own, next_opp));
        let depth = (!(next_own | next_opp)).count_ones();
        if floor <= -64 {
            return Some((square, flips));
        }
        let score = deep::null_window(isa, worker, next, -floor, depth);
        if worker.stopped() {
            return None;
        }
        if score <= -floor {
            return Some((square, flips));
        }
    }
    None
}
