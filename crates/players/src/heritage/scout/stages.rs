//! The evaluation of `scout`: three stages of the game.
//!
//! The report says what is looked at and that the weights change with the move number, but prints no numbers:
//! those here are our choice.

use crate::heritage::evaluation::{EndValue, Evaluation};
use crate::heritage::steps::{Discs, EdgeRuns, Frontier, Mobility, Parity, Squares, Stages, Sum};
use crate::options::{Options, SpecError};

/// The weights of a stage.
struct StageWeights {
    /// The last move it is meant for.
    until: u32,
    /// Corner, C, A, B and X squares.
    squares: [i32; 5],
    mobility: f64,
    discs: f64,
    parity: f64,
    stability: f64,
    frontier: f64,
}

const STAGES: [StageWeights; 3] = [
    StageWeights {
        until: 20,
        squares: [100, -20, 8, 4, -40],
        mobility: 8.0,
        discs: 0.0,
        parity: 0.0,
        stability: 15.0,
        frontier: -4.0,
    },
    StageWeights {
        until: 44,
        squares: [100, -20, 8, 4, -40],
        mobility: 6.0,
        discs: 0.0,
        parity: 0.0,
        stability: 20.0,
        frontier: -3.0,
    },
    StageWeights {
        until: 60,
        squares: [50, -5, 2, 2, -10],
        mobility: 4.0,
        discs: 4.0,
        parity: 10.0,
        stability: 20.0,
        frontier: -1.0,
    },
];

/// A won game is one huge number, whatever the margin.
const ONE_NUMBER: EndValue = EndValue::Infinite { draw: 0.0 };

/// Makes the evaluation with the factors that are given.
pub(super) fn evaluation(options: &Options<'_>) -> Result<Evaluation, SpecError> {
    let mut stages = Vec::new();
    for weights in STAGES {
        let sum = Sum::default()
            .with(options.factor("squares")?, Squares::classes(weights.squares))
            .with(weights.mobility * options.factor("mobility")?, Mobility)
            .with(weights.discs * options.factor("discs")?, Discs)
            .with(weights.parity * options.factor("parity")?, Parity)
            .with(weights.stability * options.factor("stability")?, EdgeRuns)
            .with(weights.frontier * options.factor("frontier")?, Frontier);
        stages.push((weights.until, sum));
    }
    let ending = options.choice("ends", &[("won", ONE_NUMBER), ("margin", EndValue::ByScore)])?;
    Ok(Evaluation::new(Stages(stages), ending.unwrap_or(ONE_NUMBER)))
}

#[cfg(test)]
mod tests {
    use outflank_rules::Portable;

    use super::super::PARAMETERS;
    use super::*;
    use crate::heritage::steps::by_hand::board;

    fn value(options: &str, rows: &[&str]) -> f64 {
        let board = board(rows);
        let options = Options::parse("scout", options, PARAMETERS).unwrap();
        evaluation(&options).unwrap().value(board, board.legal_moves(Portable))
    }

    #[test]
    fn a_won_game_is_one_number_unless_margins_count() {
        let end = |text: &str, rows: &[&str]| {
            evaluation(&Options::parse("scout", text, PARAMETERS).unwrap()).unwrap().end(board(rows))
        };
        assert_eq!(end("", &["xxxxx"]), end("", &["xx", "o"]));
        assert_eq!((end("", &["xo"]), end("", &["oo"])), (0.0, f64::NEG_INFINITY));
        assert!(end("ends=margin", &["xxxxx"]) > end("ends=margin", &["xx", "o"]));
    }

    #[test]
    fn positions_valued_by_hand_in_the_first_and_last_stage() {
        // x: a1 b1, o: c1. Squares 100 - 20 - 8; x can play d1; runs 2; empty neighbours 3 to 4.
        let expected = 72.0 + 8.0 + 2.0 * 15.0 + 4.0;
        assert_eq!(value("", &["xxo"]), expected);
        assert_eq!(value("mobility=0,frontier=2", &["xxo"]), expected - 8.0 + 4.0);

        // 59 discs, 5 empty (a8 to e8): x has all of the upper half, o the lower; x can play nothing, o
        // nothing.
        let rows =
            ["xxxxxxxx", "xxxxxxxx", "xxxxxxxx", "xxxxxxxx", "oooooooo", "oooooooo", "oooooooo", "-----ooo"];
        // Edges: x two corners, two C, four A and B above; on each side A and B: a3 a4, h3 h4, C: a2 h2, X:
        // b2 g2.
        let own = 2 * 50 - 2 * 5 + 4 * 2 + 4 * 2 - 2 * 5 - 2 * 10;
        // o: a5 a6, h5 h6, C: a7 h7 g8, A: f8, X: b7 g7, corner h8.
        let opp = 50 + 4 * 2 - 3 * 5 + 2 - 2 * 10;
        // x can play a8 to e8 (c8 through c7 and so on); o has no move.
        let mobility = 4.0 * 5.0;
        let discs = 4.0 * (32.0 - 27.0);
        // Five empty squares: x has the last move.
        let parity = 10.0;
        // Runs: x the whole first row and a2 to a4, h2 to h4; o from h8 f8 to g8 and h5 to h7.
        let stability = 20.0 * ((8.0 + 6.0) - (1.0 + 2.0 + 3.0));
        // Only o touches empty squares: a8 to e8.
        let frontier = -(0.0 - 5.0);
        let expected = f64::from(own - opp) + mobility + discs + parity + stability + frontier;
        assert_eq!(value("", &rows), expected);
    }
}
