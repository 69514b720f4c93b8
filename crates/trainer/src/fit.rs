//! Fitting one stage: ridge regression towards a prior, by conjugate gradients.
//!
//! The evaluation is linear in its weights, so the squared error has one minimum and conjugate gradients with
//! the diagonal as preconditioner walk there in a few dozen steps, each a single pass over the samples. The
//! penalty pulls weights to the prior (the next later stage's), which decides where samples say little. Steps
//! stop when the error on held-out samples stops falling; the best step counts.
//!
//! Passes are cut into a fixed number of shards whose sums are added in order: the result does not depend on
//! the number of threads.

use outflank_engine::fitting::{INSTANCES, Indexer};
use outflank_rules::{Isa, Routine, Tier};

use crate::label::LabelledBoard;
use crate::model::TiedWeights;
use crate::parallel;

/// Into how many parts the samples of a stage are cut.
const SHARDS: usize = 16;

/// The most steps of a fit without held-out samples.
const UNJUDGED_STEPS: u32 = 8;

/// How a stage is fitted.
#[derive(Clone, Copy, Debug)]
pub struct FitPlan {
    /// How strongly weights are pulled to the prior, in samples' worth.
    pub ridge: f32,
    /// The most steps.
    pub steps: u32,
    /// How many steps without gain on the held-out samples end the fitting.
    pub patience: u32,
    /// Threads to use.
    pub threads: usize,
}

/// Samples that count with the same weight.
#[derive(Clone, Copy, Debug)]
pub struct Weighted<'a> {
    /// The samples.
    pub samples: &'a [LabelledBoard],
    /// How much each counts.
    pub weight: f32,
    /// Whether its held-out samples judge the steps; else they are left out. They never teach: what one stage
    /// has learned is the prior of the next, which would then be judged by samples it has seen.
    pub judged: bool,
}

/// What a fitting did.
#[derive(Clone, Copy, Debug, Default)]
pub struct FitReport {
    /// Samples that taught.
    pub taught: usize,
    /// Held-out samples.
    pub held_out: usize,
    /// Steps up to the best one.
    pub steps: u32,
    /// Root of the mean squared error on the held-out samples before and after.
    pub before: f64,
    /// See `before`.
    pub after: f64,
}

/// A part of the samples with all that a pass changes.
struct Shard {
    rows: Vec<[u32; INSTANCES]>,
    /// How much a row teaches; 0 for held-out rows.
    weights: Vec<f32>,
    held_out: Vec<bool>,
    /// Label less prediction.
    residuals: Vec<f32>,
    /// Prediction of the direction.
    slopes: Vec<f32>,
    /// Sums over rows for each weight.
    sums: Vec<f32>,
}

/// Fits weights in discs, starting from and pulled to `prior`.
#[must_use]
pub fn fit(
    groups: &[Weighted<'_>],
    prior: &[f32],
    ties: &TiedWeights,
    plan: FitPlan,
) -> (Vec<f32>, FitReport) {
    let mut shards = build(groups, ties, plan.threads);
    let threads = plan.threads;
    let diagonal: Vec<f32> = {
        parallel::for_each_mut(&mut shards, threads, |_, shard| shard.square_counts());
        gather(&shards, threads).iter().map(|sum| sum + plan.ridge).collect()
    };
    parallel::for_each_mut(&mut shards, threads, |_, shard| shard.begin(prior));
    let mut rest = gather(&shards, threads);
    let (mut change, mut best) = (vec![0.0_f32; prior.len()], vec![0.0_f32; prior.len()]);
    let mut report = FitReport { before: held_out_error(&shards), ..FitReport::default() };
    report.held_out = shards.iter().flat_map(|shard| &shard.held_out).filter(|&&held| held).count();
    report.taught = shards.iter().map(|shard| shard.rows.len()).sum::<usize>() - report.held_out;
    report.after = report.before;
    let mut direction: Vec<f32> = rest.iter().zip(&diagonal).map(|(rest, scale)| rest / scale).collect();
    let mut size = dot(&rest, &direction);
    // Without samples to judge by, a few steps are safer than many.
    let steps = if report.held_out == 0 { plan.steps.min(UNJUDGED_STEPS) } else { plan.steps };
    for step in 1..=steps {
        if size <= 1e-9 {
            break;
        }
        parallel::for_each_mut(&mut shards, threads, |_, shard| shard.slope(&direction));
        let mut image = gather(&shards, threads);
        for (image, direction) in image.iter_mut().zip(&direction) {
            *image += plan.ridge * direction;
        }
        let length = (size / dot(&direction, &image)) as f32;
        parallel::for_each_mut(&mut shards, threads, |_, shard| shard.advance(length));
        for n in 0..change.len() {
            change[n] += length * direction[n];
            rest[n] -= length * image[n];
        }
        let error = held_out_error(&shards);
        if report.held_out == 0 || error < report.after {
            (report.after, report.steps) = (error, step);
            best.copy_from_slice(&change);
        } else if step >= report.steps + plan.patience {
            break;
        }
        let scaled = |n: usize| rest[n] / diagonal[n];
        let next: f64 = (0..rest.len()).map(|n| f64::from(rest[n]) * f64::from(scaled(n))).sum();
        let keep = (next / size) as f32;
        for (n, direction) in direction.iter_mut().enumerate() {
            *direction = rest[n] / diagonal[n] + keep * *direction;
        }
        size = next;
    }
    (prior.iter().zip(&best).map(|(prior, change)| prior + change).collect(), report)
}

impl Shard {
    /// Sums the squares of the counts of each weight: the diagonal of the normal equations.
    fn square_counts(&mut self) {
        self.sums.fill(0.0);
        for (row, &weight) in self.rows.iter().zip(&self.weights) {
            // An index that occurs k times in a row adds k squared: each occurrence adds k.
            for &index in row {
                let times = row.iter().filter(|&&other| other == index).count();
                self.sums[index as usize] += weight * times as f32;
            }
        }
    }

    /// Subtracts the prior's prediction from the labels and sums the residuals.
    fn begin(&mut self, prior: &[f32]) {
        self.sums.fill(0.0);
        for (n, row) in self.rows.iter().enumerate() {
            let predicted: f32 = row.iter().map(|&index| prior[index as usize]).sum();
            self.residuals[n] -= predicted;
            spread(&mut self.sums, row, self.weights[n] * self.residuals[n]);
        }
    }

    /// Predicts the direction for all rows and sums that.
    fn slope(&mut self, direction: &[f32]) {
        self.sums.fill(0.0);
        for (n, row) in self.rows.iter().enumerate() {
            let slope: f32 = row.iter().map(|&index| direction[index as usize]).sum();
            self.slopes[n] = slope;
            spread(&mut self.sums, row, self.weights[n] * slope);
        }
    }

    fn advance(&mut self, length: f32) {
        for (residual, slope) in self.residuals.iter_mut().zip(&self.slopes) {
            *residual -= length * slope;
        }
    }
}

fn spread(sums: &mut [f32], row: &[u32; INSTANCES], amount: f32) {
    if amount != 0.0 {
        for &index in row {
            sums[index as usize] += amount;
        }
    }
}

/// Adds up the sums of all shards, in their order.
fn gather(shards: &[Shard], threads: usize) -> Vec<f32> {
    let len = shards.first().map_or(0, |shard| shard.sums.len());
    let places: Vec<usize> = (0..len).collect();
    let add = |first: usize, places: &[usize]| {
        let mut total = vec![0.0_f32; places.len()];
        for shard in shards {
            for (total, sum) in total.iter_mut().zip(&shard.sums[first..]) {
                *total += sum;
            }
        }
        total
    };
    parallel::map_chunks(&places, 32_768, threads, add).concat()
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
}

fn held_out_error(shards: &[Shard]) -> f64 {
    let (mut sum, mut count) = (0.0, 0_u32);
    for shard in shards {
        for (&residual, _) in shard.residuals.iter().zip(&shard.held_out).filter(|(_, held)| **held) {
            sum += f64::from(residual).powi(2);
            count += 1;
        }
    }
    (sum / f64::from(count.max(1))).sqrt()
}

/// Cuts the samples into shards and computes their indices.
fn build(groups: &[Weighted<'_>], ties: &TiedWeights, threads: usize) -> Vec<Shard> {
    let indexer = Indexer::new();
    let rows: Vec<(&LabelledBoard, f32, bool)> = groups
        .iter()
        .flat_map(|group| {
            let used = group.samples.iter().filter(|sample| group.judged || !sample.is_validation());
            used.map(|sample| {
                let held_out = sample.is_validation();
                (sample, if held_out { 0.0 } else { group.weight }, held_out)
            })
        })
        .collect();
    let share = rows.len().div_ceil(SHARDS).max(1);
    parallel::map_chunks(&rows, share, threads, |_, rows| Shard {
        rows: Tier::best().run(Rows { rows, ties, indexer: &indexer }),
        weights: rows.iter().map(|&(_, weight, _)| weight).collect(),
        held_out: rows.iter().map(|&(.., held_out)| held_out).collect(),
        residuals: rows.iter().map(|(sample, ..)| sample.label).collect(),
        slopes: vec![0.0; rows.len()],
        sums: vec![0.0; ties.len()],
    })
}

struct Rows<'a> {
    rows: &'a [(&'a LabelledBoard, f32, bool)],
    ties: &'a TiedWeights,
    indexer: &'a Indexer,
}

impl Routine for Rows<'_> {
    type Output = Vec<[u32; INSTANCES]>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Vec<[u32; INSTANCES]> {
        let mut rows = Vec::with_capacity(self.rows.len());
        for (sample, ..) in self.rows {
            let mut row = self.indexer.indices(isa, sample.board.own().0, sample.board.opp().0);
            for index in &mut row {
                *index = self.ties.of(*index);
            }
            rows.push(row);
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::seeded;
    use outflank_rules::Board;

    /// Random boards of few discs, so that contents repeat, labelled by something patterns can express.
    fn samples(count: usize) -> Vec<LabelledBoard> {
        let mut rng = seeded(&[11]);
        let corners = 0x8100_0000_0000_0081_u64;
        (0..count)
            .map(|_| {
                let (own, filled) = (rng.word(), rng.word() & rng.word() & rng.word());
                let board = Board::from_words(own & filled, filled & !own);
                let (own, opp) = (board.own().0, board.opp().0);
                let count = |set: u64| set.count_ones() as f32;
                let label =
                    4.0 * (count(own & corners) - count(opp & corners)) + 0.5 * (count(own) - count(opp));
                LabelledBoard { board, label }
            })
            .collect()
    }

    #[test]
    fn what_patterns_can_express_is_learned_and_threads_change_nothing() {
        let samples = samples(3000);
        let ties = TiedWeights::new();
        let groups = [Weighted { samples: &samples, weight: 1.0, judged: true }];
        let prior = vec![0.0; ties.len()];
        let plan = FitPlan { ridge: 0.1, steps: 40, patience: 5, threads: 1 };
        let (weights, report) = fit(&groups, &prior, &ties, plan);
        assert!(report.after < 0.25 * report.before, "{report:?}");
        assert_eq!(report.taught + report.held_out, 3000);
        let (again, _) = fit(&groups, &prior, &ties, FitPlan { threads: 3, ..plan });
        assert!(weights == again);
    }

    #[test]
    fn held_out_samples_teach_no_stage_at_all() {
        let samples = samples(400);
        let held_out: Vec<LabelledBoard> =
            samples.iter().copied().filter(LabelledBoard::is_validation).collect();
        assert!(held_out.len() > 5);
        let ties = TiedWeights::new();
        let prior = vec![0.0; ties.len()];
        let plan = FitPlan { ridge: 1.0, steps: 5, patience: 5, threads: 1 };
        for judged in [false, true] {
            let groups = [Weighted { samples: &held_out, weight: 1.0, judged }];
            let (weights, report) = fit(&groups, &prior, &ties, plan);
            assert_eq!((report.taught, report.held_out), (0, if judged { held_out.len() } else { 0 }));
            assert!(weights == prior);
        }
    }
}
