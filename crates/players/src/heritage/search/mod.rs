//! The search procedures of the ancestors, one file each, for any evaluation.
//!
//! All values are for the side to move. A [`Procedure`] values the boards after the moves; [`best`] compares
//! them at the root, where each ancestor has its own rule for moves of equal value.

mod alpha_beta;
mod meter;
mod minimax;
mod nega_scout;
mod order;
mod remembered;

use outflank_rules::{Board, PassRule, Portable, Square};

pub(crate) use alpha_beta::AlphaBeta;
pub(crate) use meter::Meter;
pub(crate) use minimax::Minimax;
pub(crate) use nega_scout::{NegaScout, Tree, Visits};
pub(crate) use order::Order;
pub(crate) use remembered::Remembered;

use super::evaluation::Evaluation;
use crate::family::Parameter;

/// Which of several moves of the same value is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ties {
    /// The first in the order of the squares.
    First,
    /// The last in the order of the squares.
    Last,
}

/// A way to look ahead.
pub(crate) trait Procedure {
    /// Values a board for the side to move by looking so many plies ahead. The value is exact if it is below
    /// `ceiling`; else it may be any number not below `ceiling` and not above the exact value. Once the
    /// search is over it means nothing.
    fn value(&mut self, board: Board, depth: u32, ceiling: f64) -> f64;

    /// Returns what counts the boards.
    fn meter(&self) -> &Meter<'_>;

    /// Returns how many boards were visited so far.
    fn nodes(&self) -> u64 {
        self.meter().nodes()
    }
}

/// The procedures of players that look a fixed number of plies ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fixed {
    /// Alpha-beta.
    AlphaBeta,
    /// Plain minimax: the same moves, slower.
    Minimax,
}

impl Fixed {
    /// How they are written.
    pub(crate) const WORDS: [(&str, Fixed); 2] =
        [("alphabeta", Fixed::AlphaBeta), ("minimax", Fixed::Minimax)];

    /// The parameter that names one.
    pub(crate) const PARAMETER: Parameter = Parameter {
        name: "search",
        default: "alphabeta",
        meaning: "alphabeta, or minimax: the same moves, slower",
    };

    /// Makes ready to search; a pass costs no ply.
    pub(crate) fn procedure<'a>(
        self,
        evaluation: &'a Evaluation,
        meter: Meter<'a>,
    ) -> Box<dyn Procedure + 'a> {
        match self {
            Fixed::AlphaBeta => Box::new(AlphaBeta::new(evaluation, PassRule::Free, meter)),
            Fixed::Minimax => Box::new(Minimax::new(evaluation, PassRule::Free, meter)),
        }
    }
}

/// Finds the best move by looking `depth` plies ahead, and its value; `None` if there is no legal move.
/// `observe` hears of every move that is better than those before it, with the boards visited so far.
///
/// A search that is stopped returns the best of the moves it is through with; `None` if there is none yet.
pub(crate) fn best(
    procedure: &mut dyn Procedure,
    board: Board,
    depth: u32,
    ties: Ties,
    observe: &mut dyn FnMut(Square, u64),
) -> Option<(Square, f64)> {
    let mut best: Option<(Square, f64)> = None;
    for square in board.legal_moves(Portable).squares() {
        let after = board.after(square, board.flips(Portable, square));
        // What the board must be worth less than to the opponent for the move to be of interest. Where an
        // equal value is of interest too, the next larger number: else it could not be told from a bound.
        let ceiling = match (best, ties) {
            (None, _) => f64::INFINITY,
            (Some((_, most)), Ties::First) => -most,
            (Some((_, most)), Ties::Last) => (-most).next_up(),
        };
        let value = -procedure.value(after, depth.saturating_sub(1), ceiling);
        if procedure.meter().is_stopped() {
            break;
        }
        let better = match (best, ties) {
            (None, _) => true,
            (Some((_, most)), Ties::First) => value > most,
            (Some((_, most)), Ties::Last) => value >= most,
        };
        if better {
            best = Some((square, value));
            observe(square, procedure.nodes());
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use outflank_engine::Dice;
    use outflank_rules::{Move, Position};

    use super::super::evaluation::EndValue;
    use super::super::steps::{Corners, Discs, Mobility, Sum};
    use super::*;

    /// Plays random moves from the start.
    fn random_position(seed: u64, plies: u32) -> Position {
        let mut dice = Dice::new(seed);
        let mut position = Position::start();
        for _ in 0..plies {
            let moves = position.legal_moves();
            let square = moves.squares().nth(dice.below(moves.len()) as usize);
            match position.play(square.map_or(Move::Pass, Move::Place)) {
                Ok(next) => position = next,
                Err(_) => break,
            }
        }
        position
    }

    fn evaluations() -> [Evaluation; 2] {
        // Few different values, so that there are many ties.
        let coarse = Sum::default().with(1.0, Corners);
        let fine = Sum::default().with(1.5, Mobility).with(0.1, Discs).with(20.0, Corners);
        [
            Evaluation::new(coarse, EndValue::Infinite { draw: 0.0 }),
            Evaluation::new(fine, EndValue::Infinite { draw: 4.0 }),
        ]
    }

    #[test]
    fn alpha_beta_finds_the_value_and_the_move_of_minimax() {
        let mut nodes = [0, 0];
        for (seed, plies) in (0..40).zip((4..60).step_by(2).cycle()) {
            let board = random_position(seed, plies).board();
            for evaluation in &evaluations() {
                for pass in [PassRule::Free, PassRule::OnePly] {
                    for ties in [Ties::First, Ties::Last] {
                        for depth in 1..=4 {
                            let mut plain = Minimax::new(evaluation, pass, Meter::unlimited());
                            let mut pruned = AlphaBeta::new(evaluation, pass, Meter::unlimited());
                            let expected = best(&mut plain, board, depth, ties, &mut |_, _| {});
                            let found = best(&mut pruned, board, depth, ties, &mut |_, _| {});
                            assert_eq!(found, expected);
                            nodes[0] += plain.nodes();
                            nodes[1] += pruned.nodes();
                        }
                    }
                }
            }
        }
        assert!(nodes[1] < nodes[0] / 2, "{nodes:?}");
    }

    #[test]
    fn nega_scout_finds_the_value_of_minimax_with_and_without_memory() {
        for (seed, plies) in (100..140).zip((4..60).step_by(2).cycle()) {
            let board = random_position(seed, plies).board();
            for evaluation in &evaluations() {
                for depth in 1..=5 {
                    let mut plain = Minimax::new(evaluation, PassRule::Free, Meter::unlimited());
                    let expected = best(&mut plain, board, depth, Ties::First, &mut |_, _| {});
                    let expected = expected.map(|(_, value)| value);
                    let mut memory = Remembered::new(1000);
                    for memory in [None, Some(&mut memory)] {
                        let tree = Tree { evaluation, order: None };
                        let mut scout = NegaScout::new(tree, memory, Meter::unlimited());
                        let found = scout.best(board, None, depth, &mut |_, _| {});
                        assert_eq!(found.map(|(_, value)| value), expected, "{seed} {depth}");
                    }
                }
            }
        }
    }
}
