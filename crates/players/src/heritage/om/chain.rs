//! Looking along one line: both sides make the move that is best right after it.

use outflank_rules::{Board, Portable};

use super::judge::Judge;
use super::way::first_best;

/// Values a board for the side that has just moved: `plies` more moves are made, each the best one-ply move
/// of its side, and the board at the end is valued. A side that cannot move passes, which costs no ply; the
/// report does not say what a pass costs there. The line ends with the game.
pub(super) fn value(after: Board, plies: u32, judge: &mut Judge<'_>) -> f64 {
    let mut board = after;
    // Whether the side to move on `board` is the opponent of the side we value for.
    let mut is_opponent = true;
    let mut left = plies;
    while left > 0 {
        match first_best(board, || true, |next| -judge.value(next)) {
            Some(square) => {
                board = board.after(square, board.flips(Portable, square));
                left -= 1;
            }
            None if board.swapped().legal_moves(Portable).is_empty() => break,
            None => board = board.swapped(),
        }
        is_opponent = !is_opponent;
    }
    let value = judge.value(board);
    if is_opponent { -value } else { value }
}

#[cfg(test)]
mod tests {
    use outflank_engine::Dice;

    use super::*;
    use crate::heritage::evaluation::{EndValue, Evaluation};
    use crate::heritage::steps::Discs;
    use crate::heritage::steps::by_hand::board;

    #[test]
    fn a_line_is_followed_as_both_sides_see_it() {
        let discs = Evaluation::new(Discs, EndValue::AsAnyOther);
        let mut dice = Dice::new(1);
        let mut judge = Judge::new(&discs, 0.0, &mut dice);
        // x to move is the opponent of the side valued for; x: a1, o: b1 c1. Now: o leads by 1.
        let after = board(&["xoo-", "", "-x", "-o"]);
        assert_eq!(value(after, 0, &mut judge), 1.0);
        // x plays d1 (two discs) rather than b5 (one): 5 to 1.
        assert_eq!(value(after, 1, &mut judge), -4.0);
        // o answers b2: it turns over b3, 3 to 4.
        assert_eq!(value(after, 2, &mut judge), 3.0 - 4.0);
    }

    #[test]
    fn a_pass_costs_nothing_and_the_end_of_the_game_ends_the_line() {
        let discs = Evaluation::new(Discs, EndValue::AsAnyOther);
        let mut dice = Dice::new(1);
        let mut judge = Judge::new(&discs, 0.0, &mut dice);
        // x to move has no move; o can play e1 and wins all.
        let after = board(&["-----xoo"]);
        assert_eq!(value(after, 1, &mut judge), 4.0);
        assert_eq!(value(after, 14, &mut judge), 4.0);
    }
}
