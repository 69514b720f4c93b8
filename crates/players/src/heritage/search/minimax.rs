//! Plain minimax: every line is looked at.

use outflank_rules::{Board, PassRule, Portable};

use super::{Meter, Procedure};
use crate::heritage::evaluation::Evaluation;

/// Looks at everything.
pub(crate) struct Minimax<'a> {
    evaluation: &'a Evaluation,
    pass: PassRule,
    meter: Meter<'a>,
}

impl<'a> Minimax<'a> {
    /// Makes ready to search; `pass` says what a pass costs. From the moment the meter says that the search
    /// is over, boards are valued as they are, so that the search unwinds.
    pub(crate) fn new(evaluation: &'a Evaluation, pass: PassRule, meter: Meter<'a>) -> Minimax<'a> {
        Minimax { evaluation, pass, meter }
    }
}

impl Procedure for Minimax<'_> {
    fn value(&mut self, board: Board, depth: u32, _ceiling: f64) -> f64 {
        let depth = if self.meter.count() { 0 } else { depth };
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

    fn meter(&self) -> &Meter<'_> {
        &self.meter
    }
}
