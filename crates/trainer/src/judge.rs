//! How well an evaluation predicts: errors against labels, and against the theoretical scores of games.

use std::fmt;
use std::sync::Arc;

use outflank_engine::eval::{UNITS_PER_DISC, Weights};
use outflank_engine::{Engine, TableTooLarge};
use outflank_rules::{Board, Color, Position, Tier};

use crate::games::{TrainingGame, moments};
use crate::label::LabelledBoard;
use crate::parallel;
use crate::rng::seeded;
use crate::search::evaluate_all;

/// Up to how many discs from a draw a position counts as close.
pub const CLOSE: f64 = 20.0;

/// The MiB of the table of a judging engine.
const TABLE_MIB: usize = 16;

/// Errors of predictions, in discs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PredictionErrors {
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
    /// Root of the mean squared error where the truth is at most [`CLOSE`] discs.
    pub close_rmse: f64,
}

impl PredictionErrors {
    /// Compares predictions with truths.
    #[must_use]
    pub fn of(pairs: impl Iterator<Item = (f64, f64)>) -> PredictionErrors {
        let (mut n, mut square, mut absolute) = (0_usize, 0.0, 0.0);
        let (mut close, mut close_square) = (0_usize, 0.0);
        let (mut x, mut y, mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for (predicted, truth) in pairs {
            n += 1;
            square += (predicted - truth).powi(2);
            absolute += (predicted - truth).abs();
            if truth.abs() <= CLOSE {
                close += 1;
                close_square += (predicted - truth).powi(2);
            }
            x += predicted;
            y += truth;
            xx += predicted * predicted;
            xy += predicted * truth;
            yy += truth * truth;
        }
        if n == 0 {
            return PredictionErrors::default();
        }
        let count = n as f64;
        let (vx, vy) = (xx / count - (x / count).powi(2), yy / count - (y / count).powi(2));
        let covariance = xy / count - x / count * (y / count);
        let stretch = if vx > 0.0 { covariance / vx } else { 0.0 };
        let affine = (vy - stretch * covariance).max(0.0).sqrt();
        PredictionErrors {
            count: n,
            rmse: (square / count).sqrt(),
            mae: absolute / count,
            affine_rmse: affine,
            stretch,
            close_rmse: (close_square / close.max(1) as f64).sqrt(),
        }
    }
}

impl fmt::Display for PredictionErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PredictionErrors { count, rmse, mae, affine_rmse, stretch, close_rmse } = self;
        write!(
            f,
            "{count} positions, RMSE {rmse:.3}, MAE {mae:.3}, fit {affine_rmse:.3} (stretch {stretch:.3}), \
             close {close_rmse:.3}"
        )
    }
}

/// Compares the evaluation of samples with their labels: those that taught, and those held out.
#[must_use]
pub fn against_labels(weights: &Weights, samples: &[LabelledBoard]) -> [PredictionErrors; 2] {
    let boards: Vec<Board> = samples.iter().map(|sample| sample.board).collect();
    let units = evaluate_all(Tier::best(), weights, &boards);
    [false, true].map(|validation| {
        let chosen = samples.iter().zip(&units).filter(|(sample, _)| sample.is_validation() == validation);
        PredictionErrors::of(chosen.map(|(sample, &units)| (discs(units), f64::from(sample.label))))
    })
}

/// Returns the board of a game whose theoretical score its file knows, and that score for the mover.
#[must_use]
pub fn theory(game: &TrainingGame) -> Option<(Board, i32)> {
    let found = moments(&game.record);
    let moment = found.iter().find(|moment| moment.board.empty().len() == u32::from(game.depth))?;
    let black = 2 * i32::from(game.record.theoretical) - 64;
    Some((moment.board, if moment.black { black } else { -black }))
}

/// Compares the static evaluation with the theoretical scores of games, each where its file computed them.
#[must_use]
pub fn against_theory(weights: &Weights, games: &[TrainingGame], threads: usize) -> PredictionErrors {
    let found = parallel::map_chunks(games, 256, threads, |_, games| {
        games.iter().filter_map(theory).collect::<Vec<_>>()
    });
    let (boards, scores): (Vec<Board>, Vec<i32>) = found.into_iter().flatten().unzip();
    let values = static_values(weights, &boards, threads);
    PredictionErrors::of(values.into_iter().zip(scores.into_iter().map(f64::from)))
}

/// Returns the static evaluation of boards for the mover, in discs.
#[must_use]
pub fn static_values(weights: &Weights, boards: &[Board], threads: usize) -> Vec<f64> {
    let tier = Tier::best();
    let parts = parallel::map_chunks(boards, 4096, threads, |_, boards| evaluate_all(tier, weights, boards));
    parts.concat().into_iter().map(discs).collect()
}

/// Returns the values for the mover that the engine finds at a depth, in discs; at depth 0 the static
/// evaluation.
///
/// Every board is searched with an empty table: its value does not depend on the others.
///
/// # Errors
///
/// If there is no memory for a table.
pub fn searched_values(
    weights: &Arc<Weights>,
    boards: &[Board],
    depth: u32,
    threads: usize,
) -> Result<Vec<f64>, TableTooLarge> {
    if depth == 0 {
        return Ok(static_values(weights, boards, threads));
    }
    let parts = parallel::map_chunks(boards, 64, threads, |_, boards| {
        let engine = Engine::new(TABLE_MIB, Arc::clone(weights))?;
        let search = |&board: &Board| {
            engine.forget();
            let position = Position::of_board(board, Color::Black);
            f64::from(engine.search(position).depth(depth).analyze().value.score)
        };
        Ok(boards.iter().map(search).collect::<Vec<f64>>())
    });
    Ok(parts.into_iter().collect::<Result<Vec<_>, TableTooLarge>>()?.concat())
}

/// Chooses positions by the seed and keeps their order.
#[must_use]
pub fn draw(known: Vec<(Board, i32)>, most: usize, seed: u64) -> Vec<(Board, i32)> {
    let mut order: Vec<usize> = (0..known.len()).collect();
    order.sort_by_cached_key(|&n| seeded(&[seed, n as u64]).word());
    order.truncate(most);
    order.sort_unstable();
    order.into_iter().map(|n| known[n]).collect()
}

fn discs(units: i32) -> f64 {
    f64::from(units) / f64::from(UNITS_PER_DISC)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_a_stretched_prediction_vanish_after_the_affine_fit() {
        let errors = PredictionErrors::of([(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)].into_iter());
        assert!(errors.affine_rmse < 1e-6 && (errors.stretch - 2.0).abs() < 1e-9, "{errors:?}");
        assert!((errors.mae - 2.0).abs() < 1e-9);
        assert!((errors.rmse - (14.0_f64 / 3.0).sqrt()).abs() < 1e-9);
        assert_eq!(PredictionErrors::of(std::iter::empty()), PredictionErrors::default());
    }

    #[test]
    fn close_positions_are_those_with_a_true_score_near_a_draw() {
        let errors =
            PredictionErrors::of([(1.0, -20.0), (30.0, 21.0), (0.0, 20.0), (40.0, -64.0)].into_iter());
        assert!((errors.close_rmse - ((441.0 + 400.0) / 2.0_f64).sqrt()).abs() < 1e-9, "{errors}");
    }

    #[test]
    fn a_search_of_no_depth_is_the_static_evaluation_and_threads_change_nothing() {
        let weights = Weights::embedded();
        let boards = [crate::games::START, crate::games::START.swapped()].repeat(40);
        let values = |depth, threads| searched_values(&weights, &boards, depth, threads).unwrap();
        assert_eq!(values(0, 1), static_values(&weights, &boards, 2));
        assert_eq!(values(2, 1), values(2, 2));
        assert_eq!(values(2, 1).len(), 80);
    }
}
