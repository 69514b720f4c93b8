//! Plain minimax: every line is looked at.

use outflank_rules::{Board, PassRule, Portable};

use super::Procedure;
use crate::heritage::evaluation::Evaluation;

/// Looks at everything.
pub(crate) struct Minimax<'a> {
    evaluation: &'a Evaluation,
    pass: PassRule,
    nodes: u64,
}

impl<'a> Minimax<'a> {
    /// Makes ready to search; `pass` says what a pass costs.
    pub(crate) fn new(evaluation: &'a Evaluation, pass: PassRule) -> Minimax<'a> {
        Minimax { evaluation, pass, nodes: 0 }
    }
}

impl Procedure for Minimax<'_> {
    fn value(&mut self, board: Board, depth: u32, _ceiling: f64) -> f64 {
        self.nodes += 1;
        let moves = board.legal_moves(Portable);
        if moves.is_empty() {
            let other = board.swapped();
            if other.legal_moves(Portable).is_empty() {
                return self.evaluation.end(board);
            }
            match (self.pass, depth) {
                (PassRule::Free, _) => return -self.value(other, depth, f64::INFINITY),
                (PassRule::OnePly, 0) => {}
                (PassRule::OnePly, _) => return -self.value(other, depth - 1, f64::INFINITY),
            }
        }
        if depth == 0 {
            return self.evaluation.value(board, moves);
        }
        let mut best = f64::NEG_INFINITY;
        for square in moves.squares() {
            let after = board.after(square, board.flips(Portable, square));
            best = best.max(-self.value(after, depth - 1, f64::INFINITY));
        }
        best
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
