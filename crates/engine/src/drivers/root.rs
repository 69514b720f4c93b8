//! The position a search is asked about: seen from the side that moves, with runs of a given depth.

use outflank_kernels::Isa;
use outflank_rules::{Bitboard, Move, Position, Square};

use crate::node::Node;
use crate::selectivity::Selectivity;
use crate::threads::Worker;
use crate::value::{Truth, Value};

/// A position that is not finished. A side that must pass has just one move: the other is searched.
#[derive(Clone, Copy)]
pub(crate) struct Root {
    /// Whether the side to move passes first.
    pub(crate) passes: bool,
    /// The board of the side that moves then, which has at least one move.
    pub(crate) node: Node,
}

impl Root {
    /// Looks at a position.
    #[inline(always)]
    pub(crate) fn of<I: Isa>(isa: I, position: Position) -> Root {
        let passes = position.must_pass();
        let board = if passes { position.board().swapped() } else { position.board() };
        Root { passes, node: Node::of(isa, board.own().0, board.opp().0) }
    }

    /// Returns a value found for the side that moves as the side to move sees it.
    pub(crate) fn seen(&self, value: Value) -> Value {
        if self.passes { -value } else { value }
    }

    /// Says what the score of a run of `depth` is.
    pub(crate) fn truth(&self, depth: u32, selectivity: Selectivity) -> Truth {
        if depth >= self.node.empties() && !selectivity.may_cut() {
            return Truth::Exact;
        }
        Truth::Estimate { depth, percent: selectivity.percent() }
    }

    /// Returns what a line begins with.
    pub(crate) fn line(&self) -> Vec<Move> {
        if self.passes { vec![Move::Pass] } else { Vec::new() }
    }

    /// Returns the move that looks best without any search, and what it is worth.
    #[inline(always)]
    pub(crate) fn best_at_sight<I: Isa>(&self, isa: I, worker: &Worker) -> (Square, i32) {
        let mut best = (Square::wrapping(self.node.moves.trailing_zeros()), i32::MIN);
        for square in Bitboard(self.node.moves).squares() {
            let (_, score) = self.at_sight(isa, worker, square);
            if score > best.1 {
                best = (square, score);
            }
        }
        best
    }

    /// Returns the node after a move and what the move is worth without any search: the final score if it
    /// ends the game.
    #[inline(always)]
    pub(crate) fn at_sight<I: Isa>(&self, isa: I, worker: &Worker, square: Square) -> (Node, i32) {
        let flips = isa.flips(square.index(), self.node.own, self.node.opp);
        let (own, opp) = self.node.after(square.index(), flips);
        let node = Node::of(isa, own, opp);
        let is_over = node.moves == 0 && node.passed(isa).moves == 0;
        let score = if is_over { node.final_score() } else { worker.weights.evaluate(isa, own, opp) };
        (node, -score)
    }
}
