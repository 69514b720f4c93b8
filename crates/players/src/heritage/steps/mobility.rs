//! Moves at one's disposal.

use outflank_rules::Portable;

use super::{EvalInput, EvalStep};

/// Own legal moves minus those the opponent would have.
pub(crate) struct Mobility;

impl EvalStep for Mobility {
    fn name(&self) -> &'static str {
        "mobility"
    }

    fn value(&self, seen: &EvalInput) -> f64 {
        let theirs = seen.board.swapped().legal_moves(Portable);
        f64::from(seen.moves.len()) - f64::from(theirs.len())
    }
}

/// The legal moves of the side to move, the opponent's left out of account.
pub(crate) struct MoveCount;

impl EvalStep for MoveCount {
    fn name(&self) -> &'static str {
        "choice"
    }

    fn value(&self, seen: &EvalInput) -> f64 {
        f64::from(seen.moves.len())
    }
}

#[cfg(test)]
mod tests {
    use super::super::by_hand::value;
    use super::*;

    #[test]
    fn moves_of_both_sides_are_counted() {
        // x can play d1; o cannot move.
        assert_eq!(value(&Mobility, &["xoo-"]), 1.0);
        // x can play f1; o can play a1.
        assert_eq!(value(&Mobility, &["-xxoo-"]), 0.0);
        assert_eq!(value(&MoveCount, &["-xxoo-"]), 1.0);
        // x has nothing; o can play c1.
        assert_eq!(value(&Mobility, &["ox-"]), -1.0);
        assert_eq!(value(&MoveCount, &["ox-"]), 0.0);
    }
}
