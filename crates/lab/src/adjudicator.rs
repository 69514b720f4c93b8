//! Ending games early by what they are worth.

use outflank_engine::eval::Weights;
use outflank_engine::{Engine, Goal, TableTooLarge};
use outflank_rules::Position;

/// Decides games by their exact value as soon as few squares are empty.
pub struct Adjudicator {
    engine: Engine,
    empties: u32,
}

impl Adjudicator {
    /// The most empty squares with which a game can be decided: solving takes up to some seconds then.
    pub const MOST: u32 = 20;

    /// Makes one that decides from so many empty squares on.
    ///
    /// # Errors
    ///
    /// If there is no memory for its table.
    pub fn new(empties: u32) -> Result<Adjudicator, TableTooLarge> {
        Ok(Adjudicator { engine: Engine::new(8, Weights::embedded())?, empties: empties.min(Self::MOST) })
    }

    /// Returns black's discs minus white's under perfect play; `None` while there are too many empty squares.
    #[must_use]
    pub fn score(&self, position: Position) -> Option<i32> {
        if position.empty().len() > self.empties {
            return None;
        }
        let value = self.engine.search(position).solve(Goal::Exact).value;
        Some(value.for_black(position.side_to_move()).score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_is_blacks_and_comes_late() {
        // #40 of the FFO suite has 20 empty squares and is worth 38 for black, who is to move.
        let text = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------X";
        let position: Position = text.parse().unwrap();
        assert_eq!(Adjudicator::new(12).unwrap().score(position), None);
        assert_eq!(Adjudicator::new(20).unwrap().score(position), Some(38));
    }
}
