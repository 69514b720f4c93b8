//! Training of the network: minibatches, gradients, Adam.
//!
//! A step takes a batch of examples, sorted by head. Parts of it are worked through by threads
//! ([`gradient`](predict)), which leaves the gradients of heads and a delta for every example; then threads
//! change ranges of rows (`rows.rs`). All sums have a fixed order: the result is the same, bit by bit,
//! whatever the number of threads and the instruction set. With a time limit it depends on the machine's
//! speed, as the rate falls with time.

mod adam;
mod examples;
mod gradient;
mod report;
mod rows;
mod state;

pub use examples::{ExamplesPlan, FEWEST_EMPTIES, TrainingExample, TrainingExamples, is_theory_held_out};
pub use gradient::predict;
pub use report::{NetworkReport, STAGES};
pub use state::StateError;

use std::f64::consts::PI;
use std::time::{Duration, Instant};

use outflank_engine::fitting::{HEADS, INSTANCES, WIDTH};
use outflank_rules::Tier;

use self::adam::Adam;
use self::gradient::{Backwards, Part, Places, PreparedNetwork, head_of};
use self::rows::{Holding, Territory, UpdateRows};
use crate::network::{FloatHead, FloatNetwork};
use crate::parallel;
use crate::rng::seeded;

/// The most examples of a part.
const PART: usize = 512;

/// Steps in which the rate rises, unless the training is short.
const WARM_UP: u64 = 200;

/// What the rate falls to, as a share of its peak.
const LEAST_RATE: f64 = 0.0005;

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LearnPlan {
    /// How often to go through all examples.
    pub epochs: u32,
    /// TrainingExamples in a step.
    pub batch: usize,
    /// The highest learning rate.
    pub rate: f32,
    /// The seed of the order of examples.
    pub seed: u64,
    /// The time when the training began and how long it may take.
    pub time: Option<(Instant, Duration)>,
    /// Threads.
    pub threads: usize,
}

/// Says how far a training is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingProgress {
    /// Steps made.
    pub step: u64,
    /// Steps in all, unless time runs out.
    pub steps: u64,
    /// Root of the mean squared error of the epoch's examples so far, in discs.
    pub rmse: f64,
}

/// Says that numbers grew without bounds.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("the training diverged at step {step}: a rate of {rate} is too high")]
pub struct Diverged {
    /// The step.
    pub step: u64,
    /// The highest learning rate.
    pub rate: f32,
}

/// A training under way.
pub struct Learner<'l> {
    examples: &'l [TrainingExample],
    plan: LearnPlan,
    tier: Tier,
    network: FloatNetwork,
    first: FloatNetwork,
    second: FloatNetwork,
    epoch: u32,
    step: u64,
    /// How much of the training was done when this run began.
    done_before: f64,
    places: Places,
    territories: Vec<Territory>,
    batch: Vec<TrainingExample>,
    classes: Vec<[u32; INSTANCES]>,
    deltas: Vec<[f32; WIDTH]>,
}

impl<'l> Learner<'l> {
    /// Begins a training.
    #[must_use]
    pub fn new(examples: &'l [TrainingExample], plan: LearnPlan, network: FloatNetwork) -> Learner<'l> {
        let places = Places::new();
        let territories = Territory::all(&places.class_of, network.rows.len() as u32);
        Learner {
            examples,
            plan,
            tier: Tier::best(),
            network,
            first: FloatNetwork::zero(),
            second: FloatNetwork::zero(),
            epoch: 0,
            step: 0,
            done_before: 0.0,
            places,
            territories,
            batch: Vec::new(),
            classes: Vec::new(),
            deltas: Vec::new(),
        }
    }

    /// Uses another instruction set than the best one.
    #[must_use]
    pub fn with_tier(mut self, tier: Tier) -> Learner<'l> {
        self.tier = tier;
        self
    }

    /// Returns how often all examples were gone through.
    #[must_use]
    pub fn epoch(&self) -> u32 {
        self.epoch
    }

    /// Returns the network as it is.
    #[must_use]
    pub fn network(&self) -> &FloatNetwork {
        &self.network
    }

    /// Tells whether all epochs are done, or time is up.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.examples.is_empty() || self.epoch >= self.plan.epochs || self.done() >= 1.0
    }

    /// Goes through all examples once, or until time is up; returns the root of the mean squared error in
    /// discs.
    ///
    /// `progress` is told of every step.
    ///
    /// # Errors
    ///
    /// If the numbers grow without bounds.
    pub fn learn(&mut self, mut progress: impl FnMut(TrainingProgress)) -> Result<f64, Diverged> {
        let order = shuffled(self.examples.len(), &[self.plan.seed, u64::from(self.epoch)]);
        let (mut squares, mut count) = (0.0, 0.0);
        for batch in order.chunks_exact(self.batch_len()) {
            if self.done() >= 1.0 {
                break;
            }
            squares += self.make_step(batch);
            count += batch.len() as f64;
            let rmse = (squares / count).sqrt();
            if !rmse.is_finite() {
                return Err(Diverged { step: self.step, rate: self.plan.rate });
            }
            progress(TrainingProgress { step: self.step, steps: self.steps(), rmse });
        }
        self.epoch += 1;
        self.fill_untaught_heads();
        if !self.network.is_finite() {
            return Err(Diverged { step: self.step, rate: self.plan.rate });
        }
        Ok((squares / f64::max(count, 1.0)).sqrt())
    }

    /// Returns how many examples a step has; examples that do not fill a batch wait for another epoch.
    fn batch_len(&self) -> usize {
        self.plan.batch.min(self.examples.len()).max(1)
    }

    fn steps(&self) -> u64 {
        u64::from(self.plan.epochs) * (self.examples.len() / self.batch_len()) as u64
    }

    /// Returns how much of the training is done, by steps or by time.
    fn done(&self) -> f64 {
        let by_steps = self.step as f64 / self.steps().max(1) as f64;
        let by_time = self.plan.time.map_or(0.0, |(start, time)| {
            let share = start.elapsed().as_secs_f64() / time.as_secs_f64().max(1e-3);
            self.done_before + (1.0 - self.done_before) * share
        });
        by_steps.max(by_time).min(1.0)
    }

    /// Returns the learning rate: a short rise, then half a wave down.
    fn rate(&self) -> f32 {
        let rise = ((self.step + 1) as f64 / WARM_UP.min(self.steps() / 10 + 1) as f64).min(1.0);
        let fall = 0.5 * (1.0 + (PI * self.done()).cos());
        (f64::from(self.plan.rate) * (rise * fall + LEAST_RATE)) as f32
    }

    /// Learns from a batch and returns the sum of its squared errors in discs.
    fn make_step(&mut self, chosen: &[u32]) -> f64 {
        let adam = Adam::new(self.rate(), self.step + 1);
        self.step += 1;
        let runs = self.gather(chosen);
        let (tier, threads) = (self.tier, self.plan.threads);

        let prepared = PreparedNetwork::new(&self.network, &self.places);
        let mut parts = parts(&runs, &self.batch, &mut self.classes, &mut self.deltas);
        let share = 1.0 / chosen.len() as f32;
        parallel::for_each_mut(&mut parts, threads, |_, part| {
            tier.run(Backwards { prepared: &prepared, part, share });
        });
        let mut squares = 0.0;
        let mut gradients: Vec<Option<FloatHead>> = vec![None; HEADS];
        for part in &parts {
            squares += part.squares;
            let sum = gradients[part.head].get_or_insert(FloatHead::ZERO);
            for (sum, numbers) in sum.slices_mut().into_iter().zip(part.gradient.slices()) {
                sum.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
            }
        }
        drop(parts);

        for (head, gradient) in gradients.iter().enumerate() {
            let Some(gradient) = gradient else { continue };
            let numbers = self.network.heads[head].slices_mut().into_iter();
            let first = self.first.heads[head].slices_mut();
            let second = self.second.heads[head].slices_mut();
            for (((numbers, first), second), gradient) in
                numbers.zip(first).zip(second).zip(gradient.slices())
            {
                adam.update(numbers, first, second, gradient);
            }
        }

        let mut holdings = Vec::with_capacity(self.territories.len());
        let mut rest = (&mut self.network.rows[..], &mut self.first.rows[..], &mut self.second.rows[..]);
        for territory in &mut self.territories {
            let len = territory.len();
            let (rows, other_rows) = rest.0.split_at_mut(len);
            let (first, other_first) = rest.1.split_at_mut(len);
            let (second, other_second) = rest.2.split_at_mut(len);
            rest = (other_rows, other_first, other_second);
            holdings.push(Holding { territory, rows, first, second });
        }
        let (classes, deltas) = (&self.classes, &self.deltas);
        parallel::for_each_mut(&mut holdings, threads, |_, holding| {
            tier.run(UpdateRows { holding, classes, deltas, adam });
        });
        squares
    }

    /// Copies the chosen examples, sorted by head, and returns the lengths of the runs of equal heads.
    fn gather(&mut self, chosen: &[u32]) -> Vec<(usize, usize)> {
        let mut by_head: Vec<Vec<TrainingExample>> = vec![Vec::new(); HEADS];
        for &n in chosen {
            let example = self.examples[n as usize];
            by_head[head_of(&example)].push(example);
        }
        self.batch.clear();
        self.batch.extend(by_head.iter().flatten());
        self.classes.resize(chosen.len(), [0; INSTANCES]);
        self.deltas.resize(chosen.len(), [0.0; WIDTH]);
        by_head.iter().map(Vec::len).enumerate().filter(|&(_, len)| len > 0).collect()
    }

    /// Copies heads that no example taught from the nearest one that was.
    fn fill_untaught_heads(&mut self) {
        let mut taught = [false; HEADS];
        self.examples.iter().for_each(|example| taught[head_of(example)] = true);
        for head in (0..HEADS).filter(|&head| !taught[head]) {
            let nearest = (0..HEADS).filter(|&other| taught[other]).min_by_key(|other| other.abs_diff(head));
            if let Some(nearest) = nearest {
                self.network.heads[head] = self.network.heads[nearest].clone();
            }
        }
    }
}

/// Cuts a batch into parts, each within a run.
fn parts<'b>(
    runs: &[(usize, usize)],
    mut examples: &'b [TrainingExample],
    mut classes: &'b mut [[u32; INSTANCES]],
    mut deltas: &'b mut [[f32; WIDTH]],
) -> Vec<Part<'b>> {
    let mut parts = Vec::new();
    for &(head, len) in runs {
        let mut left = len;
        while left > 0 {
            let len = left.min(PART);
            left -= len;
            let (these, other_lessons) = examples.split_at(len);
            let (rooms, other_classes) = classes.split_at_mut(len);
            let (slopes, other_deltas) = deltas.split_at_mut(len);
            (examples, classes, deltas) = (other_lessons, other_classes, other_deltas);
            parts.push(Part {
                head,
                examples: these,
                classes: rooms,
                deltas: slopes,
                gradient: FloatHead::ZERO,
                squares: 0.0,
            });
        }
    }
    parts
}

/// Returns the numbers below `count` in random order.
fn shuffled(count: usize, seed: &[u64]) -> Vec<u32> {
    let mut rng = seeded(seed);
    let mut order: Vec<u32> = (0..count as u32).collect();
    for n in (1..order.len()).rev() {
        order.swap(n, rng.below(n as u32 + 1) as usize);
    }
    order
}
