//! Fitting the expectation: how games of people ended, given what the engine thought of them on the way.

use crate::expectation::{Expectation, STAGES};

/// A position of a game that was played to its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoredResult {
    /// How many squares were empty.
    pub empties: u32,
    /// What the engine thought, in discs, for some side.
    pub score: f64,
    /// What that side got in the end: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub points: f64,
}

/// How well a stage was fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StageFit {
    /// The steepness per disc.
    pub steepness: f64,
    /// How many positions it was fitted on.
    pub count: usize,
    /// The mean of minus the logarithm of the chance given to what happened, on positions kept out.
    pub surprise: f64,
    /// The same for somebody who always says a half; ln 2.
    pub surprise_of_a_half: f64,
}

/// A fit of all stages.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The stages, as in [`STAGES`].
    pub stages: [StageFit; STAGES.len()],
}

impl Fit {
    /// Returns the fitted expectation.
    #[must_use]
    pub fn expectation(&self) -> Expectation {
        Expectation { steepness: self.stages.map(|stage| stage.steepness) }
    }
}

/// Returns the stage whose middle is nearest.
fn stage_of(empties: u32) -> usize {
    (empties as usize / 10).min(STAGES.len() - 1)
}

/// Fits the steepness of every stage by maximum likelihood on `learned`, and judges it on `kept`.
#[must_use]
pub fn fit(learned: &[ScoredResult], kept: &[ScoredResult]) -> Fit {
    let of_stage = |samples: &[ScoredResult], stage: usize| -> Vec<ScoredResult> {
        samples.iter().copied().filter(|sample| stage_of(sample.empties) == stage).collect()
    };
    let mut stages =
        [StageFit { steepness: 0.0, count: 0, surprise: 0.0, surprise_of_a_half: 0.0 }; STAGES.len()];
    for (stage, fitted) in stages.iter_mut().enumerate() {
        let own = of_stage(learned, stage);
        let steepness = steepest(&own);
        let kept = of_stage(kept, stage);
        let surprise = mean_surprise(&kept, steepness);
        *fitted =
            StageFit { steepness, count: own.len(), surprise, surprise_of_a_half: mean_surprise(&kept, 0.0) };
    }
    Fit { stages }
}

fn chance(steepness: f64, score: f64) -> f64 {
    1.0 / (1.0 + (-steepness * score).exp())
}

/// Finds the steepness of greatest likelihood by Newton's steps: the likelihood has one summit.
fn steepest(samples: &[ScoredResult]) -> f64 {
    let mut steepness = 0.0;
    for _ in 0..60 {
        let (mut slope, mut curvature) = (0.0, 1e-9);
        for sample in samples {
            let given = chance(steepness, sample.score);
            slope += (sample.points - given) * sample.score;
            curvature += given * (1.0 - given) * sample.score * sample.score;
        }
        let step = (slope / curvature).clamp(-0.1, 0.1);
        steepness += step;
        if step.abs() < 1e-9 {
            break;
        }
    }
    steepness
}

fn mean_surprise(samples: &[ScoredResult], steepness: f64) -> f64 {
    let of_one = |sample: &ScoredResult| {
        let given = chance(steepness, sample.score).clamp(1e-9, 1.0 - 1e-9);
        -(sample.points * given.ln() + (1.0 - sample.points) * (1.0 - given).ln())
    };
    samples.iter().map(of_one).sum::<f64>() / samples.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steepness_that_made_the_samples_is_found() {
        // Of every thousand games with a score the share that a steepness of 0.2 says is won.
        let mut samples = Vec::new();
        for score in -20..=20 {
            let won = (1000.0 * chance(0.2, score.into())).round() as usize;
            for number in 0..1000 {
                let points = if number < won { 1.0 } else { 0.0 };
                samples.push(ScoredResult { empties: 24, score: score.into(), points });
            }
        }
        let found = fit(&samples, &samples);
        assert!((found.stages[2].steepness - 0.2).abs() < 0.001, "{:?}", found.stages[2]);
        assert!(found.stages[2].surprise < found.stages[2].surprise_of_a_half);
        assert_eq!(found.stages[0].count, 0);
    }
}
