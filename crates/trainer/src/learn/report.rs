//! How good a network is: errors on samples held out, by stages of the game, and on theoretical scores.

use std::fmt;

use super::{TrainingExamples, predict};
use crate::judge::PredictionErrors;
use crate::network::FloatNetwork;

/// Stages of the game by empty squares, both ends included.
pub const STAGES: [(u32, u32); 7] = [(6, 11), (12, 16), (17, 20), (21, 24), (25, 30), (31, 40), (41, 60)];

/// The errors of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkReport {
    /// On samples held out, for each of the [`STAGES`].
    pub stages: [PredictionErrors; STAGES.len()],
    /// On theoretical scores held out, if there are any.
    pub theory: Option<PredictionErrors>,
}

impl NetworkReport {
    /// Judges a network by what was held out.
    #[must_use]
    pub fn of(network: &FloatNetwork, examples: &TrainingExamples, threads: usize) -> NetworkReport {
        let pairs = |examples: &[super::TrainingExample]| -> Vec<(u32, f64, f64)> {
            let values = predict(network, examples, threads);
            let pair = |(example, value): (&super::TrainingExample, f32)| {
                (example.board.empty().len(), f64::from(value), f64::from(example.target))
            };
            examples.iter().zip(values).map(pair).collect()
        };
        let held_out = pairs(&examples.held_out);
        let stages = STAGES.map(|(low, high)| {
            let of_stage = held_out.iter().filter(|(empties, ..)| (low..=high).contains(empties));
            PredictionErrors::of(of_stage.map(|&(_, value, truth)| (value, truth)))
        });
        let theory = pairs(&examples.theory);
        let theory = (!theory.is_empty())
            .then(|| PredictionErrors::of(theory.iter().map(|&(_, value, truth)| (value, truth))));
        NetworkReport { stages, theory }
    }
}

impl fmt::Display for NetworkReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "held out, RMSE/MAE:")?;
        for ((low, high), errors) in STAGES.iter().zip(&self.stages) {
            if errors.count > 0 {
                write!(f, "  {low}-{high} {:.2}/{:.2}", errors.rmse, errors.mae)?;
            }
        }
        match &self.theory {
            Some(errors) => write!(f, "; theory: {errors}"),
            None => Ok(()),
        }
    }
}
