//! Corners taken.

use outflank_rules::Bitboard;

use super::{EvalInput, EvalStep, difference};

/// Own corners minus the opponent's.
pub(crate) struct Corners;

impl EvalStep for Corners {
    fn name(&self) -> &'static str {
        "corners"
    }

    fn value(&self, seen: &EvalInput) -> f64 {
        difference(seen.board, |board| (board.own() & Bitboard::CORNERS).len())
    }
}

#[cfg(test)]
mod tests {
    use super::super::by_hand::value;
    use super::*;

    #[test]
    fn corners_and_nothing_else_count() {
        assert_eq!(value(&Corners, &["xxxo---x"]), 2.0);
        assert_eq!(value(&Corners, &["ox-----x", "xx", "", "", "", "", "", "o------o"]), -2.0);
        assert_eq!(value(&Corners, &["-xxxxxx-"]), 0.0);
    }
}
