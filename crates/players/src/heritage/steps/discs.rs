//! Discs on the board: three ways to count them.

use super::{EvalInput, EvalStep, difference};

/// Own discs minus the opponent's.
pub(crate) struct Discs;

impl EvalStep for Discs {
    fn name(&self) -> &'static str {
        "discs"
    }

    fn value(&self, seen: &EvalInput) -> f64 {
        difference(seen.board, |board| board.own().len())
    }
}

/// The difference of discs times the number of the move: it counts for more and more.
pub(crate) struct DiscsByMove;

impl EvalStep for DiscsByMove {
    fn name(&self) -> &'static str {
        "discs-by-move"
    }

    fn value(&self, seen: &EvalInput) -> f64 {
        Discs.value(seen) * f64::from(seen.move_number())
    }
}

/// The difference of discs as a share of all discs.
pub(crate) struct DiscShare;

impl EvalStep for DiscShare {
    fn name(&self) -> &'static str {
        "disc-share"
    }

    fn value(&self, seen: &EvalInput) -> f64 {
        let all = 64 - seen.board.empty().len();
        Discs.value(seen) / f64::from(all.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::super::by_hand::value;
    use super::*;

    const THREE_TO_ONE: [&str; 1] = ["xxxo"];

    #[test]
    fn discs_are_counted_as_difference_and_share() {
        assert_eq!(value(&Discs, &THREE_TO_ONE), 2.0);
        assert_eq!(value(&DiscShare, &THREE_TO_ONE), 0.5);
        assert_eq!(value(&DiscShare, &[]), 0.0);
    }

    #[test]
    fn the_same_difference_counts_for_more_later() {
        assert_eq!(value(&DiscsByMove, &THREE_TO_ONE), 0.0);
        // 5 against 3 after 4 moves, 9 against 7 after 12.
        assert_eq!(value(&DiscsByMove, &["xxxxxooo"]), 8.0);
        assert_eq!(value(&DiscsByMove, &["xxxxxooo", "xxxxoooo"]), 24.0);
    }
}
