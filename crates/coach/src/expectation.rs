//! The expected result: what a score is worth when people play on.
//!
//! A lead of two discs decides nothing 40 plies before the end and nearly everything at the end.
//! [`Expectation`] gives the chance to win a game as a logistic function of the score, with a steepness that
//! depends on how many squares are empty. The result that is lost or kept is half the chance to win, half the
//! share of the discs: tournaments break ties by discs, and a move that throws away twenty of them in a won
//! game is no good move.

/// The stages of a game by empty squares at their middle, from the end to the start.
pub const STAGES: [u32; 6] = [5, 15, 25, 35, 45, 55];

/// How steeply the chance to win rises with the score, by stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expectation {
    /// For each of [`STAGES`] the steepness, per disc.
    pub steepness: [f64; STAGES.len()],
}

/// The steepness by stage that is used, fitted by
///
/// ```text
/// outflank lab expectation --people DIR --games 400 --depth 8 --seed 1
/// ```
///
/// on a WTHOR database (games up to 2011 only): 320 games to learn from, 80 held out, on which the mean
/// surprise by stage is 0.11, 0.33, 0.50, 0.58, 0.63 and 0.65, where always saying a half gives 0.69.
pub const SHIPPED: Expectation = Expectation { steepness: [0.6715, 0.1501, 0.1034, 0.0777, 0.0915, 0.1034] };

impl Expectation {
    /// Returns the chance to win, draws counted half, of a side whose score is `score` with so many squares
    /// empty.
    #[must_use]
    pub fn chance(&self, score: f64, empties: u32) -> f64 {
        1.0 / (1.0 + (-self.steepness_at(empties) * score).exp())
    }

    /// Returns the steepness between the middles of two stages.
    fn steepness_at(&self, empties: u32) -> f64 {
        let above = STAGES.iter().position(|&middle| empties <= middle);
        match above {
            Some(0) => self.steepness[0],
            None => self.steepness[STAGES.len() - 1],
            Some(stage) => {
                let (low, high) = (f64::from(STAGES[stage - 1]), f64::from(STAGES[stage]));
                let share = (f64::from(empties) - low) / (high - low);
                self.steepness[stage - 1] * (1.0 - share) + self.steepness[stage] * share
            }
        }
    }
}

/// Returns the expected result, 0 to 1, for a side with this score in discs and so many squares empty.
///
/// ```
/// use outflank_coach::expected_result;
///
/// // Four discs are worth more near the end, where they can hardly be lost any more.
/// assert_eq!(expected_result(0.0, 30), 0.5);
/// assert!(expected_result(4.0, 6) > expected_result(4.0, 40));
/// ```
#[must_use]
pub fn expected_result(score: f64, empties: u32) -> f64 {
    let share = (1.0 + score.clamp(-64.0, 64.0) / 64.0) / 2.0;
    (SHIPPED.chance(score, empties) + share) / 2.0
}

/// Returns what a move costs: the expected result after the best move less that after the move itself, at
/// least 0.
///
/// Both scores are the mover's, `empties` counts the squares before the move.
#[must_use]
pub fn cost(best: f64, played: f64, empties: u32) -> f64 {
    (expected_result(best, empties) - expected_result(played, empties)).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_is_a_half_and_the_sides_add_up_to_one() {
        for empties in 0..=60 {
            assert!((expected_result(0.0, empties) - 0.5).abs() < 1e-12);
            for score in [1.0, 7.5, 30.0, 64.0] {
                let sum = expected_result(score, empties) + expected_result(-score, empties);
                assert!((sum - 1.0).abs() < 1e-12, "{score} at {empties}");
            }
        }
    }

    #[test]
    fn a_higher_score_is_worth_more_and_a_lead_grows_towards_the_end() {
        for empties in 0..=60 {
            for score in -64..64 {
                let [less, more] = [score, score + 1].map(|score| expected_result(score.into(), empties));
                assert!(less < more, "{score} at {empties}");
            }
        }
        // Before that the fit is flat: the scores of searches are smaller there, and mean as much.
        for empties in 0..35 {
            assert!(SHIPPED.chance(4.0, empties) >= SHIPPED.chance(4.0, empties + 1), "{empties}");
        }
    }

    #[test]
    fn no_move_costs_less_than_nothing() {
        assert!(cost(-3.0, 5.0, 20) <= 0.0);
        assert!(cost(4.0, -6.0, 22) > cost(34.0, 24.0, 22));
    }
}
