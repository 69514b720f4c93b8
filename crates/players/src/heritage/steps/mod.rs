//! The toolkit of evaluation steps: each looks at one thing, all heritage evaluations are weighted sums of
//! them.
//!
//! A step values a board for the side to move, as a rule what it has minus what the opponent has. Steps know
//! no search, no colours and no weights of each other; [`Sum`] weighs them, [`Stages`] changes the weights in
//! the course of a game. All but the stability that `client` printed, which depends on the order of the
//! corners, give a mirrored board the same value.

mod corners;
mod discs;
mod frontier;
mod lines;
mod mobility;
mod parity;
mod squares;
mod stability;
mod stages;

use outflank_rules::{Bitboard, Board, Portable};

use crate::family::Term;

pub(crate) use corners::Corners;
pub(crate) use discs::{DiscShare, Discs, DiscsByMove};
pub(crate) use frontier::Frontier;
pub(crate) use lines::{Lines, MissingEnd};
pub(crate) use mobility::{Mobility, MoveCount};
pub(crate) use parity::Parity;
pub(crate) use squares::Squares;
pub(crate) use stability::{EdgeRuns, GrownFromCorners, HeldByNeighbours};
pub(crate) use stages::Stages;

/// A board as a step sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EvalInput {
    /// The discs, those of the side to move first.
    pub(crate) board: Board,
    /// The legal moves of the side to move, which searches know already.
    pub(crate) moves: Bitboard,
}

impl EvalInput {
    /// Looks at a board.
    pub(crate) fn of(board: Board) -> EvalInput {
        EvalInput { board, moves: board.legal_moves(Portable) }
    }

    /// Returns the number of the move that led here: 0 at the start, 60 on a full board.
    pub(crate) fn move_number(&self) -> u32 {
        60_u32.saturating_sub(self.board.empty().len())
    }
}

/// One thing an evaluation looks at.
pub(crate) trait EvalStep: Send + Sync {
    /// Names what is looked at in a word.
    fn name(&self) -> &'static str;

    /// Values a board for the side to move.
    fn value(&self, seen: &EvalInput) -> f64;

    /// Lists what the value is made of.
    fn terms(&self, seen: &EvalInput) -> Vec<Term> {
        vec![Term { name: self.name(), amount: self.value(seen), weight: 1.0 }]
    }
}

/// Applies a count to both sides: own minus opponent.
fn difference(board: Board, count: impl Fn(Board) -> u32) -> f64 {
    f64::from(count(board)) - f64::from(count(board.swapped()))
}

/// Steps with their weights.
#[derive(Default)]
pub(crate) struct Sum(Vec<(f64, Box<dyn EvalStep>)>);

impl Sum {
    /// Adds a step; one that weighs nothing is left out and costs no time.
    pub(crate) fn with(mut self, weight: f64, step: impl EvalStep + 'static) -> Sum {
        if weight != 0.0 {
            self.0.push((weight, Box::new(step)));
        }
        self
    }
}

impl EvalStep for Sum {
    fn name(&self) -> &'static str {
        "sum"
    }

    fn value(&self, seen: &EvalInput) -> f64 {
        let mut sum = 0.0;
        for (weight, step) in &self.0 {
            sum += weight * step.value(seen);
        }
        sum
    }

    fn terms(&self, seen: &EvalInput) -> Vec<Term> {
        let weighed = |(weight, step): &(f64, Box<dyn EvalStep>)| {
            step.terms(seen).into_iter().map(|term| (*weight, term)).collect::<Vec<_>>()
        };
        let all = self.0.iter().flat_map(weighed);
        all.map(|(weight, term)| Term { weight: weight * term.weight, ..term }).collect()
    }
}

#[cfg(test)]
pub(crate) mod by_hand {
    //! Positions small enough to be valued by hand.

    use super::*;

    /// Makes a board of rows from row 1 on: `x` the side to move, `o` the opponent; rows left out are empty.
    pub(crate) fn board(rows: &[&str]) -> Board {
        let squares = |wanted: char| {
            let mut set = Bitboard::EMPTY;
            for (row, text) in rows.iter().enumerate() {
                let found = text.chars().enumerate().filter(|(_, letter)| *letter == wanted);
                set |=
                    found.fold(Bitboard::EMPTY, |set, (column, _)| set | Bitboard(1 << (8 * row + column)));
            }
            set
        };
        Board::new(squares('x'), squares('o')).unwrap()
    }

    /// Values rows by a step.
    pub(crate) fn value(step: &impl EvalStep, rows: &[&str]) -> f64 {
        step.value(&EvalInput::of(board(rows)))
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Position, Symmetry};

    use super::*;

    #[test]
    fn a_sum_weighs_its_steps_and_leaves_out_what_weighs_nothing() {
        let sum = Sum::default().with(10.0, Discs).with(-2.0, Corners).with(0.0, Parity);
        assert_eq!(sum.0.len(), 2);
        assert_eq!(by_hand::value(&sum, &["xxo"]), 10.0 - 2.0);
        assert_eq!(by_hand::value(&Sum::default(), &["xxo"]), 0.0);
    }

    #[test]
    fn the_move_number_counts_discs_placed() {
        assert_eq!(EvalInput::of(Position::start().board()).move_number(), 0);
        assert_eq!(EvalInput::of(Board::from_words(u64::MAX, 0)).move_number(), 60);
        assert_eq!(EvalInput::of(Board::from_words(1, 2)).move_number(), 0);
    }

    #[test]
    fn a_mirrored_board_has_the_same_value_in_every_step() {
        let steps: [&dyn EvalStep; 12] = [
            &MoveCount,
            &Corners,
            &DiscShare,
            &Discs,
            &DiscsByMove,
            &EdgeRuns,
            &Frontier,
            &GrownFromCorners,
            &Lines::OTHELLO_MASTER,
            &Mobility,
            &Parity,
            &Squares::mirrored([[9, 8, 7, 6], [8, 5, 4, 3], [7, 4, 2, 1], [6, 3, 1, 0]]),
        ];
        for seed in 1..50 {
            let mut dice = outflank_engine::Dice::new(seed);
            let (own, opp) = (dice.word() & dice.word(), dice.word());
            // Corner regions of one colour, so that stability has something to count.
            let board = Board::from_words(own | 0x0000_0000_0103_070f, opp);
            for symmetry in Symmetry::ALL {
                for (number, step) in steps.iter().enumerate() {
                    let mirrored = EvalInput::of(symmetry.board(board));
                    assert_eq!(step.value(&mirrored), step.value(&EvalInput::of(board)), "step {number}");
                }
            }
        }
    }

    #[test]
    fn differences_change_their_sign_with_the_side() {
        let steps: [&dyn EvalStep; 8] = [
            &Corners,
            &DiscShare,
            &Discs,
            &EdgeRuns,
            &Frontier,
            &GrownFromCorners,
            &Lines::OTHELLO_MASTER,
            &Mobility,
        ];
        for seed in 1..50 {
            let mut dice = outflank_engine::Dice::new(seed);
            let board = Board::from_words(dice.word(), dice.word());
            for step in steps {
                assert_eq!(step.value(&EvalInput::of(board)), -step.value(&EvalInput::of(board.swapped())));
            }
        }
    }
}
