//! How exposed the discs are.

use super::{EvalInput, EvalStep, difference};

/// Empty squares next to own discs minus empty squares next to the opponent's: large is bad.
pub(crate) struct Frontier;

impl EvalStep for Frontier {
    fn name(&self) -> &'static str {
        "frontier"
    }

    fn value(&self, seen: &EvalInput) -> f64 {
        difference(seen.board, |board| (board.own().neighbours() & board.empty()).len())
    }
}

#[cfg(test)]
mod tests {
    use super::super::by_hand::value;
    use super::*;

    #[test]
    fn empty_neighbours_are_counted_once_for_each_side() {
        // x at a1 touches a2 and b2; o at b1 touches c1, a2, b2 and c2.
        assert_eq!(value(&Frontier, &["xo"]), 2.0 - 4.0);
        // x at a1 and b1 touches c1, a2, b2, c2, each once.
        assert_eq!(value(&Frontier, &["xx"]), 4.0);
    }
}
