//! Looking at all replies of the opponent, and at the best one-ply move after each.

use outflank_rules::{Board, Portable};

use super::judge::Judge;

/// Values a board for the side that has just moved: for every reply the best one-ply value it can reach after
/// it.
pub(super) fn value(after: Board, judge: &mut Judge<'_>) -> f64 {
    let mut values = Vec::new();
    for square in after.legal_moves(Portable).squares() {
        values.push(best_after(after.after(square, after.flips(Portable, square)), judge));
    }
    if values.is_empty() {
        // The opponent passes, or the game is over.
        values.push(best_after(after.swapped(), judge));
    }
    by_tenths(&mut values)
}

/// Returns the value of the best move for the side to move, or of the board itself if there is none.
fn best_after(board: Board, judge: &mut Judge<'_>) -> f64 {
    let mut best = None;
    for square in board.legal_moves(Portable).squares() {
        let value = -judge.value(board.after(square, board.flips(Portable, square)));
        if best.is_none_or(|most| value > most) {
            best = Some(value);
        }
    }
    best.unwrap_or_else(|| judge.value(board))
}

/// Adds values, the largest first, each counting a tenth of the one before.
fn by_tenths(values: &mut [f64]) -> f64 {
    values.sort_by(|one, other| other.total_cmp(one));
    values.iter().rev().fold(0.0, |sum, value| value + sum / 10.0)
}

#[cfg(test)]
mod tests {
    use outflank_engine::Dice;

    use super::*;
    use crate::heritage::evaluation::{EndValue, Evaluation};
    use crate::heritage::steps::Discs;
    use crate::heritage::steps::by_hand::board;

    #[test]
    fn the_worked_example_of_the_report() {
        let sum = by_tenths(&mut [98.0, 67.0, 102.0, 70.0]);
        assert!((sum - 112.567).abs() < 1e-9, "{sum}");
        assert_eq!(by_tenths(&mut [5.0]), 5.0);
        assert!((by_tenths(&mut [-10.0, 20.0]) - 19.0).abs() < 1e-9);
    }

    #[test]
    fn every_reply_counts_by_what_can_be_made_of_it() {
        let discs = Evaluation::new(Discs, EndValue::AsAnyOther);
        let mut dice = Dice::new(1);
        let mut judge = Judge::new(&discs, 0.0, &mut dice);
        // x to move replies d1 (x 5, o 1; then o has only b2: 3 to 4) or b5 (x 4, o 2; then o has nothing:
        // -2).
        let after = board(&["xoo-", "", "-x", "-o"]);
        assert!((value(after, &mut judge) - (-1.0 - 0.2)).abs() < 1e-9);
        // x has no reply: o plays e1.
        assert_eq!(value(board(&["-----xoo"]), &mut judge), 4.0);
    }
}
