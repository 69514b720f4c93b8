//! How well an evaluation predicts: errors against labels, and against the theoretical scores of games.

use outflank_engine::eval::{UNITS_PER_DISC, Weights};
use outflank_rules::{Board, Tier};

use crate::games::{Game, moments};
use crate::label::Sample;
use crate::parallel;
use crate::search::{evaluate_all, search};

/// Errors of predictions, in discs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Errors {
    /// How many predictions.
    pub count: usize,
    /// Root of the mean squared error.
    pub rmse: f64,
    /// Mean absolute error.
    pub mae: f64,
    /// Root of the mean squared error after the best shift and stretch of the predictions.
    pub affine_rmse: f64,
    /// That stretch.
    pub stretch: f64,
}

impl Errors {
    /// Compares predictions with truths.
    #[must_use]
    pub fn of(pairs: impl Iterator<Item = (f64, f64)>) -> Errors {
        let (mut n, mut square, mut absolute) = (0_usize, 0.0, 0.0);
        let (mut x, mut y, mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for (predicted, truth) in pairs {
            n += 1;
            square += (predicted - truth).powi(2);
            absolute += (predicted - truth).abs();
            x += predicted;
            y += truth;
            xx += predicted * predicted;
            xy += predicted * truth;
            yy += truth * truth;
        }
        if n == 0 {
            return Errors::default();
        }
        let count = n as f64;
        let (vx, vy) = (xx / count - (x / count).powi(2), yy / count - (y / count).powi(2));
        let covariance = xy / count - x / count * (y / count);
        let stretch = if vx > 0.0 { covariance / vx } else { 0.0 };
        let affine = (vy - stretch * covariance).max(0.0).sqrt();
        Errors {
            count: n,
            rmse: (square / count).sqrt(),
            mae: absolute / count,
            affine_rmse: affine,
            stretch,
        }
    }
}

/// Compares the evaluation of samples with their labels: those that taught, and those held out.
#[must_use]
pub fn against_labels(weights: &Weights, samples: &[Sample]) -> [Errors; 2] {
    let boards: Vec<Board> = samples.iter().map(|sample| sample.board).collect();
    let units = evaluate_all(Tier::best(), weights, &boards);
    [false, true].map(|validation| {
        let chosen = samples.iter().zip(&units).filter(|(sample, _)| sample.is_validation() == validation);
        Errors::of(chosen.map(|(sample, &units)| (discs(units), f64::from(sample.label))))
    })
}

/// Returns the board of a game whose theoretical score its file knows, and that score for the mover.
#[must_use]
pub fn theory(game: &Game) -> Option<(Board, i32)> {
    let found = moments(&game.record);
    let moment = found.iter().find(|moment| moment.board.empty().len() == u32::from(game.depth))?;
    let black = 2 * i32::from(game.record.theoretical) - 64;
    Some((moment.board, if moment.black { black } else { -black }))
}

/// Compares evaluations with the theoretical scores of games, each where its file computed them.
///
/// `depth` 0 judges the static evaluation, more a search.
#[must_use]
pub fn against_theory(weights: &Weights, games: &[Game], depth: u32, threads: usize) -> Errors {
    let tier = Tier::best();
    let pairs = parallel::map_chunks(games, 256, threads, |_, games| {
        let judge = |game: &Game| {
            let (board, truth) = theory(game)?;
            Some((discs(search(tier, weights, board, depth)), f64::from(truth)))
        };
        games.iter().filter_map(judge).collect::<Vec<_>>()
    });
    Errors::of(pairs.into_iter().flatten())
}

fn discs(units: i32) -> f64 {
    f64::from(units) / f64::from(UNITS_PER_DISC)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_a_stretched_prediction_vanish_after_the_affine_fit() {
        let errors = Errors::of([(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)].into_iter());
        assert!(errors.affine_rmse < 1e-6 && (errors.stretch - 2.0).abs() < 1e-9, "{errors:?}");
        assert!((errors.mae - 2.0).abs() < 1e-9);
        assert!((errors.rmse - (14.0_f64 / 3.0).sqrt()).abs() < 1e-9);
        assert_eq!(Errors::of(std::iter::empty()), Errors::default());
    }
}
