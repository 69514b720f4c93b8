//! Levels the heads of a network so that searches are right on average.
//!
//! A position at the end of a search was chosen by the side that moved there, so its mover is valued too low
//! there even by an evaluation without any bias: searches of odd depth come out too high, those of even depth
//! too low. Each head is shifted by what searches that end in it are off by, measured where exact scores are
//! known. Heads for more empty squares than that take what searches of successive depths disagree by.

use std::sync::Arc;

use outflank_engine::TableTooLarge;
use outflank_engine::eval::{Weights, WeightsError};
use outflank_rules::Board;

use crate::judge::{CLOSE, searched_values};
use crate::network::{FloatNetwork, SCALE};

/// The fewest empty squares of a head that is shifted; boards with fewer are solved.
const FEWEST: usize = 6;
/// From so many empty squares on a shift counts fully.
const FULL: usize = 12;
/// How often shifts are measured, applied and measured again.
const ROUNDS: usize = 2;

/// Why a network could not be calibrated.
#[derive(Debug, thiserror::Error)]
pub enum CalibrateError {
    /// There is no memory for a table.
    #[error(transparent)]
    Table(#[from] TableTooLarge),
    /// The rounded network is none.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// Nothing to measure with.
    #[error("no exact score within {CLOSE} discs of a draw")]
    NothingKnown,
}

/// Shifts the heads of a network. All boards have the same number of empty squares; searches of depth 1 to
/// `depth` are compared with their exact scores; `above` is the shift, in discs, of the heads from there on.
/// Returns the shifts by empty squares.
///
/// # Errors
///
/// If no board is close, or there is no memory.
pub fn calibrate(
    network: &mut FloatNetwork,
    known: &[(Board, i32)],
    depth: u32,
    above: f64,
    threads: usize,
) -> Result<Vec<f64>, CalibrateError> {
    let close: Vec<(Board, i32)> =
        known.iter().copied().filter(|&(_, score)| f64::from(score.abs()) <= CLOSE).collect();
    let Some(&(first, _)) = close.first() else { return Err(CalibrateError::NothingKnown) };
    let root = first.empty().len() as usize;
    let deepest = (depth as usize).min(root.saturating_sub(FULL));
    let boards: Vec<Board> = close.iter().map(|&(board, _)| board).collect();
    let mut shifts = vec![0.0; network.heads.len()];
    for (empties, shift) in shifts.iter_mut().enumerate().skip(FEWEST) {
        *shift = above * share(empties);
    }
    for _ in 0..ROUNDS {
        let bytes = shifted(network, &shifts).quantised().to_bytes();
        let weights = Arc::new(Weights::from_bytes(&bytes)?);
        for depth in 1..=deepest {
            let values = searched_values(&weights, &boards, depth as u32, threads)?;
            let errors = values.iter().zip(&close).map(|(value, &(_, score))| value - f64::from(score));
            let bias = errors.sum::<f64>() / close.len() as f64;
            // After an odd number of moves the head speaks for the other side.
            shifts[root - depth] += if depth % 2 == 1 { bias } else { -bias };
        }
        below(&mut shifts, root - deepest);
    }
    *network = shifted(network, &shifts);
    Ok(shifts)
}

/// How much of a shift a head takes: near the end there is little left to choose.
fn share(empties: usize) -> f64 {
    ((empties + 1).saturating_sub(FEWEST) as f64 / (FULL + 1 - FEWEST) as f64).min(1.0)
}

/// Gives the heads below those that were measured the mean shift of their parity.
fn below(shifts: &mut [f64], measured: usize) {
    for empties in FEWEST..measured.min(shifts.len()) {
        let same: Vec<f64> = (measured..measured + 6)
            .filter(|n| n % 2 == empties % 2)
            .filter_map(|n| shifts.get(n).copied())
            .collect();
        shifts[empties] = share(empties) * same.iter().sum::<f64>() / same.len().max(1) as f64;
    }
}

fn shifted(network: &FloatNetwork, shifts: &[f64]) -> FloatNetwork {
    let mut network = network.clone();
    for (head, shift) in network.heads.iter_mut().zip(shifts) {
        head.sum_bias += *shift as f32 / SCALE;
    }
    network
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Move, Position};

    use super::*;

    #[test]
    fn shifts_make_searches_right_on_average() {
        let mut network = FloatNetwork::untrained(1);
        // Known positions of 20 empty squares that are said to be draws: whatever the network says is an
        // error.
        let mut known = Vec::new();
        for seed in 0..200_u64 {
            let mut rng = crate::rng::seeded(&[seed]);
            let mut position = Position::start();
            while !position.is_finished() && position.board().empty().len() > 20 {
                let squares: Vec<_> = position.legal_moves().into_iter().collect();
                let chosen = squares.get(rng.word() as usize % squares.len().max(1));
                position = position.play(chosen.map_or(Move::Pass, |&square| Move::Place(square))).unwrap();
            }
            if !position.is_finished() && position.board().empty().len() == 20 {
                known.push((position.board(), 0));
            }
        }
        let bias = |network: &FloatNetwork, depth| {
            let weights = Arc::new(Weights::from_bytes(&network.quantised().to_bytes()).unwrap());
            let boards: Vec<Board> = known.iter().map(|&(board, _)| board).collect();
            let values = searched_values(&weights, &boards, depth, 1).unwrap();
            values.iter().sum::<f64>() / values.len() as f64
        };
        let before = [bias(&network, 1), bias(&network, 2)];
        let shifts = calibrate(&mut network, &known, 2, 1.0, 1).unwrap();
        let after = [bias(&network, 1), bias(&network, 2)];
        assert!(after[0].abs() < 0.3 && after[1].abs() < 0.3, "{before:?} {after:?} {shifts:?}");
        assert!((shifts[30] - 1.0).abs() < 1e-9 && shifts[5] == 0.0, "{shifts:?}");
        assert!(matches!(calibrate(&mut network, &[], 2, 1.0, 1), Err(CalibrateError::NothingKnown)));
    }
}
