//! Different weights in the course of a game.

use super::{EvalInput, EvalStep, Sum};
use crate::family::Term;

/// Sums that follow each other, each with the last move number it is meant for; the last one holds to the
/// end.
pub(crate) struct Stages(pub(crate) Vec<(u32, Sum)>);

impl Stages {
    /// Returns the sum that is meant for a board.
    fn stage(&self, seen: &EvalInput) -> Option<&Sum> {
        let number = seen.move_number();
        let stage = self.0.iter().find(|(last, _)| number <= *last).or(self.0.last());
        stage.map(|(_, sum)| sum)
    }
}

impl EvalStep for Stages {
    fn name(&self) -> &'static str {
        "stages"
    }

    fn value(&self, seen: &EvalInput) -> f64 {
        self.stage(seen).map_or(0.0, |sum| sum.value(seen))
    }

    fn terms(&self, seen: &EvalInput) -> Vec<Term> {
        self.stage(seen).map_or_else(Vec::new, |sum| sum.terms(seen))
    }
}

#[cfg(test)]
mod tests {
    use super::super::by_hand::value;
    use super::super::{Corners, Discs};
    use super::*;

    #[test]
    fn a_stage_holds_up_to_its_last_move() {
        let stages = Stages(vec![
            (1, Sum::default().with(1.0, Discs)),
            (3, Sum::default().with(10.0, Discs)),
            (4, Sum::default().with(7.0, Corners)),
        ]);
        assert_eq!(value(&stages, &["xxxxx"]), 5.0);
        assert_eq!(value(&stages, &["xxxxxx"]), 60.0);
        assert_eq!(value(&stages, &["xxxxxxx"]), 70.0);
        assert_eq!(value(&stages, &["xxxxxxxx"]), 14.0);
        assert_eq!(value(&stages, &["xxxxxxxx", "xx"]), 14.0);
        assert_eq!(value(&Stages(Vec::new()), &["x"]), 0.0);
    }
}
