//! An evaluation: a step for games under way, a rule for finished ones.

use outflank_rules::{Bitboard, Board};

use super::steps::{EvalInput, EvalStep};
use crate::family::Term;

/// What a finished game is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum EndValue {
    /// As much as the steps say.
    AsAnyOther,
    /// Infinitely much if won, infinitely little if lost, so that nothing else beats it; a draw is worth
    /// this.
    Infinite {
        /// What a draw is worth to the side that would be to move.
        draw: f64,
    },
    /// More than any game under way, and the more the larger the score is.
    ByScore,
}

/// More than the steps of a game under way ever sum up to.
const DOMINATES: f64 = 1e9;

/// Values boards for the side to move.
pub(crate) struct Evaluation {
    steps: Box<dyn EvalStep>,
    ending: EndValue,
}

impl Evaluation {
    /// Makes an evaluation.
    pub(crate) fn new(steps: impl EvalStep + 'static, ending: EndValue) -> Evaluation {
        Evaluation { steps: Box::new(steps), ending }
    }

    /// Values a game under way, given the legal moves of the side to move.
    pub(crate) fn value(&self, board: Board, moves: Bitboard) -> f64 {
        self.steps.value(&EvalInput { board, moves })
    }

    /// Lists what the value of a game under way is made of.
    pub(crate) fn terms(&self, board: Board) -> Vec<Term> {
        self.steps.terms(&EvalInput::of(board))
    }

    /// Values a finished game.
    pub(crate) fn end(&self, board: Board) -> f64 {
        let difference = f64::from(board.own().len()) - f64::from(board.opp().len());
        match self.ending {
            EndValue::AsAnyOther => self.value(board, Bitboard::EMPTY),
            EndValue::Infinite { draw } if difference == 0.0 => draw,
            EndValue::Infinite { .. } => difference.signum() * f64::INFINITY,
            EndValue::ByScore => f64::from(board.final_score()) * DOMINATES,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::steps::by_hand::board;
    use super::super::steps::{Discs, Sum};
    use super::*;

    #[test]
    fn finished_games_are_worth_what_the_ending_says() {
        let end =
            |ending, rows: &[&str]| Evaluation::new(Sum::default().with(3.0, Discs), ending).end(board(rows));
        let infinite = EndValue::Infinite { draw: 4.0 };
        assert_eq!(end(infinite, &["xx", "o"]), f64::INFINITY);
        assert_eq!(end(infinite, &["oo"]), f64::NEG_INFINITY);
        assert_eq!(end(infinite, &["xxoo"]), 4.0);
        assert_eq!(end(EndValue::AsAnyOther, &["xxo"]), 3.0);
        assert_eq!(end(EndValue::ByScore, &["xxo"]), 62.0 * DOMINATES);
        assert_eq!(end(EndValue::ByScore, &["xo"]), 0.0);
    }
}
