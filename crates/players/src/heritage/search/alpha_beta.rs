//! Alpha-beta: what cannot matter is left out. With a deadline it is the search of `agent`.

use outflank_rules::{Board, PassRule, Portable};

use super::{Meter, Procedure};
use crate::heritage::evaluation::Evaluation;

/// Leaves out what cannot matter.
pub(crate) struct AlphaBeta<'a> {
    evaluation: &'a Evaluation,
    pass: PassRule,
    meter: Meter<'a>,
}

impl<'a> AlphaBeta<'a> {
    /// Makes ready to search; `pass` says what a pass costs. From the moment the meter says that the search
    /// is over, boards are valued as they are, whatever the depth, so that the search unwinds.
    pub(crate) fn new(evaluation: &'a Evaluation, pass: PassRule, meter: Meter<'a>) -> AlphaBeta<'a> {
        AlphaBeta { evaluation, pass, meter }
    }

    fn search(&mut self, board: Board, depth: u32, alpha: f64, beta: f64) -> f64 {
        let depth = if self.meter.count() { 0 } else { depth };
        let moves = board.legal_moves(Portable);
        if moves.is_empty() {
            let other = board.swapped();
            if other.legal_moves(Portable).is_empty() {
                return self.evaluation.end(board);
            }
            match (self.pass, depth) {
                (PassRule::Free, _) => return -self.search(other, depth, -beta, -alpha),
                (PassRule::OnePly, 0) => {}
                (PassRule::OnePly, _) => return -self.search(other, depth - 1, -beta, -alpha),
            }
        }
        if depth == 0 {
            return self.evaluation.value(board, moves);
        }
        let mut best = f64::NEG_INFINITY;
        for square in moves.squares() {
            let after = board.after(square, board.flips(Portable, square));
            best = best.max(-self.search(after, depth - 1, -beta, -best.max(alpha)));
            if best >= beta {
                break;
            }
        }
        best
    }
}

impl Procedure for AlphaBeta<'_> {
    fn value(&mut self, board: Board, depth: u32, ceiling: f64) -> f64 {
        self.search(board, depth, f64::NEG_INFINITY, ceiling)
    }

    fn meter(&self) -> &Meter<'_> {
        &self.meter
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use outflank_engine::Stopper;
    use outflank_rules::Position;

    use super::super::{Ties, best};
    use super::*;
    use crate::heritage::evaluation::EndValue;
    use crate::heritage::steps::DiscShare;

    #[test]
    fn after_the_deadline_the_search_unwinds_and_still_has_a_move() {
        let evaluation = Evaluation::new(DiscShare, EndValue::AsAnyOther);
        let deadline = Instant::now() + Duration::from_millis(5);
        let stopper = Stopper::new();
        let meter = Meter::new(&stopper, Some(deadline));
        let mut search = AlphaBeta::new(&evaluation, PassRule::OnePly, meter);
        let board = Position::start().board();
        assert!(best(&mut search, board, 60, Ties::First, &mut |_, _| {}).is_some());
        // Far less than the seconds a test may wait on a busy machine, far more than the deadline.
        assert!(deadline.elapsed() < Duration::from_secs(2));
        assert!(search.meter().is_over());
    }
}
