//! How hard a puzzle is, before anybody has tried it.
//!
//! People and weak players find a move that looks right at a glance. So the prediction asks how likely
//! somebody is to choose each move of the solution who looks one, two, three or five plies ahead, and how
//! much there is to look at. The weights were fitted on what the levels 1 to 15 solve (`outflank puzzles
//! measure`).

use outflank_engine::{Engine, Wanted};
use outflank_rules::{Position, Square};

use crate::{MoveProof, Puzzle};

/// How many traits there are.
pub const TRAITS: usize = 12;

/// How many plies somebody looks ahead, and the loss in discs that makes a move a third as likely.
const GLANCES: [(u32, f64); 4] = [(1, 10.0), (2, 6.0), (3, 3.5), (5, 2.5)];

/// The loss in discs that makes a move a third as likely to somebody who sees to the end.
const TO_THE_END: f64 = 4.0;

/// What makes a puzzle hard, in numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DifficultyTraits(pub [f64; TRAITS]);

/// The rating of a puzzle whose traits are all zero, then points for each unit of a trait.
const WEIGHTS: [f64; TRAITS + 1] =
    [1039.0, 83.9, 93.2, 29.1, 42.4, 19.0, 16.1, 19.6, -121.1, -65.4, 120.3, 183.2, -69.4];

/// The bounds of predictions.
const RATINGS: (f64, f64) = (500.0, 2700.0);

impl DifficultyTraits {
    /// What the traits are called.
    pub const NAMES: [&'static str; TRAITS] = [
        "surprise at depth 1",
        "surprise at depth 2",
        "surprise at depth 3",
        "surprise at depth 5",
        "empty squares over 8",
        "moves to find",
        "gives a corner or plays beside one",
        "takes a corner",
        "legal moves",
        "share of discs not turned over",
        "surprise at the end",
        "empty squares over 14",
    ];

    /// Looks at a puzzle with searches of a few plies.
    #[must_use]
    pub fn of(engine: &Engine, puzzle: &Puzzle) -> DifficultyTraits {
        let questions = puzzle.questions();
        let mut traits = [0.0; TRAITS];
        for (position, square) in &questions {
            for (place, (depth, temperature)) in GLANCES.into_iter().enumerate() {
                traits[place] += surprise(engine, *position, *square, depth, temperature);
            }
        }
        let empties = f64::from(puzzle.empties());
        traits[4] = (empties - 8.0).max(0.0);
        traits[5] = questions.len() as f64 - 1.0;
        if let Some((position, square)) = questions.first() {
            let looks_bad = beside_corner(position, *square);
            traits[6] = f64::from(u8::from(looks_bad));
            traits[7] = f64::from(u8::from(square.is_corner()));
            traits[8] = f64::from(position.legal_moves().len()) / 10.0;
            let turned = |square: Square| f64::from(position.flips(square).len());
            let most = position.legal_moves().squares().map(turned).fold(1.0, f64::max);
            traits[9] = 1.0 - turned(*square) / most;
        }
        traits[10] = end_surprise(&puzzle.moves);
        traits[11] = (empties - 14.0).max(0.0);
        DifficultyTraits(traits)
    }

    /// Predicts a rating by weights that begin with the rating of no traits at all.
    #[must_use]
    pub fn predict(&self, weights: &[f64; TRAITS + 1]) -> f64 {
        let sum = self.0.iter().zip(&weights[1..]).map(|(trait_, weight)| trait_ * weight).sum::<f64>();
        (weights[0] + sum).clamp(RATINGS.0, RATINGS.1)
    }

    /// Predicts the rating.
    #[must_use]
    pub fn rating(&self) -> u16 {
        self.predict(&WEIGHTS).round() as u16
    }
}

/// Tells whether a square is beside an empty corner.
fn beside_corner(position: &Position, square: Square) -> bool {
    let corners = square.bitboard().neighbours() & outflank_rules::Bitboard::CORNERS;
    !(corners & position.empty()).is_empty()
}

/// Says how unlikely a move is for somebody who looks so far ahead: minus the logarithm of its share.
fn surprise(engine: &Engine, position: Position, square: Square, depth: u32, temperature: f64) -> f64 {
    let compared = engine.search(position).depth(depth).compare(Wanted::ALL);
    let values = compared.moves.iter().map(|one| (one.played.square(), f64::from(one.value.score)));
    share_of(values, square, temperature)
}

/// Says the same of somebody who sees to the end, as far as the proof does.
fn end_surprise(moves: &[MoveProof]) -> f64 {
    let Some(best) = moves.first() else { return 0.0 };
    let values = moves.iter().map(|proof| (Some(proof.square), f64::from(proof.value.score)));
    share_of(values, best.square, TO_THE_END)
}

fn share_of(values: impl Iterator<Item = (Option<Square>, f64)>, square: Square, temperature: f64) -> f64 {
    let values: Vec<_> = values.collect();
    let Some((_, own)) = values.iter().find(|(one, _)| *one == Some(square)) else { return 0.0 };
    let against = |value: f64| ((value - own) / temperature).min(30.0).exp();
    values.iter().map(|(_, value)| against(*value)).sum::<f64>().ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_equal_moves_is_as_surprising_as_their_number() {
        let square = |index| Square::new(index);
        let equal = [(square(0), 2.0), (square(1), 2.0), (square(2), 2.0)];
        assert!((share_of(equal.into_iter(), Square::A1, 4.0) - 3.0_f64.ln()).abs() < 1e-9);
        let better = [(square(0), 40.0), (square(1), 2.0)];
        assert!(share_of(better.into_iter(), Square::A1, 4.0) < 0.01);
        assert!(share_of(better.into_iter(), Square::B1, 4.0) > 9.0);
    }

    #[test]
    fn predictions_stay_within_their_bounds() {
        assert_eq!(DifficultyTraits([1e6; TRAITS]).rating(), 2700);
        assert_eq!(DifficultyTraits([-1e6; TRAITS]).rating(), 500);
    }
}
