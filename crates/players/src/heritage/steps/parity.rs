//! Who will have the last move.

use super::{EvalInput, EvalStep};

/// 1 if the side to move has the last move when nobody passes, that is with an odd number of empty squares,
/// else -1.
pub(crate) struct Parity;

impl EvalStep for Parity {
    fn name(&self) -> &'static str {
        "parity"
    }

    fn value(&self, seen: &EvalInput) -> f64 {
        if seen.board.empty().len() % 2 == 1 { 1.0 } else { -1.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::super::by_hand::value;
    use super::*;

    #[test]
    fn an_odd_number_of_empty_squares_is_good_for_the_mover() {
        assert_eq!(value(&Parity, &["xxo"]), 1.0);
        assert_eq!(value(&Parity, &["xxoo"]), -1.0);
    }
}
