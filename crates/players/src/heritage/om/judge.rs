//! The evaluation of Othello Master, exact or with noise.

use outflank_engine::{Dice, Stopper};
use outflank_rules::{Board, Portable, Square};

use crate::heritage::evaluation::{EndValue, Evaluation};
use crate::heritage::lookahead::{Lookahead, SearchKind};
use crate::heritage::othello::Othello;
use crate::heritage::steps::{DiscsByMove, Lines, MissingEnd, Mobility, Squares, Sum};
use crate::options::{Options, SpecError};
use crate::search::{Meter, Ties};

/// The square weights, a1 to d4; the other quarters mirror them.
const SQUARES: [[i32; 4]; 4] =
    [[10000, -3000, 1000, 800], [-3000, -5000, -450, -500], [1000, -450, 30, 10], [800, -500, 10, 50]];
/// What a legal move is worth. The report prints no number but says that mobility is to be set high: this is
/// our choice. With 100 (`mobility=0.2`) the levels are weaker.
const MOBILITY: f64 = 500.0;
/// What a disc is worth at the first move; at move n it is n times as much. Our choice.
const SCORE: f64 = 1.0;
/// What a point of the lines is worth. Our choice.
const LINES: f64 = 10.0;

/// Makes the evaluation with the factors that are given; those a level does not have are 1.
pub(super) fn evaluation(options: &Options<'_>) -> Result<Evaluation, SpecError> {
    let ends = options.choice("ends", &[("empty", MissingEnd::Empty), ("any", MissingEnd::NotOwn)])?;
    let lines = Lines::OTHELLO_MASTER.with_end(ends.unwrap_or(MissingEnd::Empty));
    let sum = Sum::default()
        .with(options.factor("positions")?, Squares::mirrored(SQUARES))
        .with(MOBILITY * options.factor("mobility")?, Mobility)
        .with(SCORE * options.factor("score")?, DiscsByMove)
        .with(LINES * options.factor("lines")?, lines);
    Ok(Evaluation::new(sum, EndValue::AsAnyOther))
}

/// Values boards, each time anew.
pub(super) struct Judge<'a> {
    evaluation: &'a Evaluation,
    noise: f64,
    dice: &'a mut Dice,
    count: u64,
}

impl<'a> Judge<'a> {
    /// Values vary by up to the share `noise`.
    pub(super) fn new(evaluation: &'a Evaluation, noise: f64, dice: &'a mut Dice) -> Judge<'a> {
        Judge { evaluation, noise, dice, count: 0 }
    }

    /// Values a board for the side to move.
    pub(super) fn value(&mut self, board: Board) -> f64 {
        self.count += 1;
        let value = self.evaluation.value(board, board.legal_moves(Portable));
        if self.noise == 0.0 { value } else { value * (1.0 + self.noise * (2.0 * self.dice.unit() - 1.0)) }
    }

    /// Searches a board without noise and returns the best move, the first of equals.
    pub(super) fn search(
        &mut self,
        kind: SearchKind,
        board: Board,
        depth: u32,
        stopper: &Stopper,
    ) -> Option<Square> {
        let lookahead = Lookahead::fixed(kind);
        let tree = Othello::by_rows(self.evaluation);
        let meter = Meter::new(stopper, None);
        let seen = lookahead.look(&tree, board, depth, Ties::First, meter, &mut |_, _, _| {});
        self.count += seen.nodes;
        seen.best.map(|(square, _)| square)
    }

    /// Tells whether equal boards always get equal values.
    pub(super) fn is_deterministic(&self) -> bool {
        self.noise == 0.0
    }

    /// Returns a number below `limit`.
    pub(super) fn below(&mut self, limit: u32) -> u32 {
        self.dice.below(limit)
    }

    /// Returns how many boards were valued.
    pub(super) fn count(&self) -> u64 {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heritage::steps::by_hand::board;

    fn plain() -> Evaluation {
        evaluation(&Options::parse("om-novice", "", &[]).unwrap()).unwrap()
    }

    #[test]
    fn a_position_valued_by_hand() {
        // x: a1 to g1, o: c2. Squares: 10000 - 3000 + 1000 + 800 + 800 + 1000 - 3000, minus -450.
        // x can play b3, c3 and d3; o nothing. 7 to 1 discs after 4 moves. The first row lacks one end.
        let position = board(&["xxxxxxx-", "--o"]);
        let expected = 7600.0 + 450.0 + 500.0 * 3.0 + 6.0 * 4.0 + 10.0 * 20.0;
        let mut dice = Dice::new(1);
        assert_eq!(Judge::new(&plain(), 0.0, &mut dice).value(position), expected);
        assert_eq!(Judge::new(&plain(), 0.0, &mut dice).value(position.swapped()), -expected);
    }

    #[test]
    fn noise_stays_within_its_limits_and_reaches_out() {
        let position = board(&["x"]);
        let (sum, mut dice) = (plain(), Dice::new(1));
        let exact = Judge::new(&sum, 0.0, &mut dice).value(position);
        let mut judge = Judge::new(&sum, 0.05, &mut dice);
        let values: Vec<f64> = (0..500).map(|_| judge.value(position) / exact).collect();
        assert!(values.iter().all(|share| (0.95..=1.05).contains(share)));
        assert!(values.iter().any(|share| *share < 0.96) && values.iter().any(|share| *share > 1.04));
        assert_eq!(judge.count(), 500);
    }
}
