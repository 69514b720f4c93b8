//! The node search above the endgame's dedicated code, midgame and endgame alike: alpha-beta with null
//! windows (`null_window`) and, on the principal variation, open ones (`full_window`).
//!
//! A node of `depth` equal to its empty squares is searched to the end of the game and its score is a final
//! score; a smaller depth ends in the evaluation. Scores are whole discs for the mover.
//!
//! The stages of a node, in order: 1 dedicated code near the leaves, 2 stability, 3 transposition table,
//! 4 probing cut, 5 generation, 6 transposition cut through a child, 7 ordering, 8 the children, 9 noting the
//! result.

mod around;
mod children;
#[cfg(test)]
mod fixed_depth;
mod full_window;
mod null_window;
pub(crate) mod probcut;
mod shallow;

use outflank_kernels::Isa;

pub(crate) use around::around;
pub(crate) use children::{Child, Children, flips_and_replies_of_8, take_8};
pub(crate) use shallow::look_ahead;

use crate::endgame;
use crate::threads::{Brothers, Worker, share};
use crate::window::Window;
use full_window::FullWindow;
use null_window::NullWindow;

/// Up to this depth a search that does not reach the end uses no transposition table.
const SHALLOW_UP_TO: u32 = 2;

/// From this depth on a node may be shared between threads.
pub(crate) const SHARE_FROM: u32 = 12;

/// A board with the legal moves of the side to move, in the words of the kernels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The discs of the side to move.
    pub(crate) own: u64,
    /// The discs of the other side.
    pub(crate) opp: u64,
    /// The legal moves.
    pub(crate) moves: u64,
}

impl Node {
    /// Finds the legal moves of a board.
    #[inline(always)]
    pub(crate) fn of<I: Isa>(isa: I, own: u64, opp: u64) -> Node {
        Node { own, opp, moves: isa.legal_moves(own, opp) }
    }

    /// Returns the same board with the other side to move.
    #[inline(always)]
    pub(crate) fn passed<I: Isa>(self, isa: I) -> Node {
        Node::of(isa, self.opp, self.own)
    }

    /// Returns the number of empty squares.
    #[inline(always)]
    pub(crate) fn empties(self) -> u32 {
        (!(self.own | self.opp)).count_ones()
    }

    /// Returns the discs after a move to `square` that turns over `flips`, the other side first.
    #[inline(always)]
    pub(crate) fn after(self, square: u32, flips: u64) -> (u64, u64) {
        (self.opp & !flips, self.own | flips | 1 << square)
    }

    /// Returns the score if neither side can move.
    #[inline(always)]
    pub(crate) fn final_score(self) -> i32 {
        endgame::final_score(self.own, self.opp)
    }
}

/// Tells whether a search of this depth with an open window notes its result and best move in the
/// transposition table.
pub(crate) fn leaves_entry(depth: u32, empties: u32) -> bool {
    if depth >= empties { empties > 4 } else { depth > SHALLOW_UP_TO }
}

/// Asks whether a node is worth more than `alpha`, passing or ending the game where that is due.
#[inline(always)]
pub(crate) fn null_window<I: Isa>(isa: I, worker: &mut Worker, node: Node, alpha: i32, depth: u32) -> i32 {
    if node.moves != 0 {
        return isa.call(NullWindow { worker, node, alpha, depth });
    }
    let passed = node.passed(isa);
    if passed.moves == 0 {
        worker.nodes += 1;
        return node.final_score();
    }
    -isa.call(NullWindow { worker, node: passed, alpha: -alpha - 1, depth })
}

/// Finds the value of a node within a window, passing or ending the game where that is due.
#[inline(always)]
pub(crate) fn full_window<I: Isa>(
    isa: I,
    worker: &mut Worker,
    node: Node,
    window: Window,
    depth: u32,
) -> i32 {
    if node.moves != 0 {
        return isa.call(FullWindow { worker, node, window, depth });
    }
    let passed = node.passed(isa);
    if passed.moves == 0 {
        worker.nodes += 1;
        return node.final_score();
    }
    -isa.call(FullWindow { worker, node: passed, window: window.swapped(), depth })
}

/// Shares the children from place `at` on, best first, with idle threads.
#[inline(never)]
fn share_rest<I: Isa>(
    isa: I,
    worker: &mut Worker,
    children: &mut Children,
    at: usize,
    alpha: i32,
    depth: u32,
) -> Brothers {
    let rest = (at..children.len()).map(|n| children.take_best(n)).collect();
    share(isa, worker, rest, alpha, depth)
}
