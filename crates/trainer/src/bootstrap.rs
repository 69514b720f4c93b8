//! The retrograde bootstrap: the end of the game is solved, everything before is taught by what follows.
//!
//! Block A is labelled by the solver. Every stage before it is labelled by a search whose leaves lie in
//! stages fitted already, then fitted, stage by stage towards the start of the game. When a stage has been
//! labelled, the one after it is fitted once more, now with neighbours on both sides.
//!
//! With a fixed number of samples the result depends on the seed alone. With a time to keep, the number of
//! samples depends on the machine; it is reported, and labels that would come too late are left out.

use std::time::{Duration, Instant};

use outflank_engine::eval::Weights;
use outflank_engine::fitting::STAGES;
use outflank_rules::{Board, Tier};

use crate::block::{Block, empties_of};
use crate::fit::{FitPlan, Weighted, fit};
use crate::judge::against_labels;
use crate::label::{Deep, Exact, LabelledBoard, Labeller, label_all, pilot, share};
use crate::model::{Model, TiedWeights};
use crate::pool::Pool;

/// How much samples count for a stage whose nearest number of empty squares is one or two away.
const NEIGHBOURS: [f32; 2] = [0.5, 0.25];

/// Below so many empty squares the search solves faster than it could evaluate: the weights matter little.
const FEW: u32 = 10;

/// The most labels for each such number of empty squares.
const MOST_OF_FEW: usize = 200_000;

/// How long and how thoroughly to train.
#[derive(Clone, Copy, Debug)]
pub struct BootstrapPlan {
    /// The first block to fit; later stages must be in the model.
    pub from: Block,
    /// The last block to fit.
    pub to: Block,
    /// Labels for each number of empty squares; `None`: as many as the time allows.
    pub samples: Option<usize>,
    /// The time of each block; `None`: its share of what is left.
    pub block_time: Option<Duration>,
    /// When everything has to be done.
    pub deadline: Option<Instant>,
    /// How many discs the labelling search looks ahead, 2 or more.
    pub depth: u32,
    /// How stages are fitted.
    pub fit: FitPlan,
}

/// What the training tells while it runs.
pub trait Observer {
    /// Receives a line for the log.
    fn line(&mut self, text: &str);

    /// Receives the model after each block.
    fn block_done(&mut self, block: Block, model: &Model);
}

/// A training under way.
pub struct Bootstrap<'a> {
    pool: &'a Pool,
    plan: BootstrapPlan,
    ties: &'a TiedWeights,
    model: Model,
    /// Labelled samples by empty squares.
    samples: Vec<Vec<LabelledBoard>>,
    /// What each stage was pulled to when it was fitted first.
    priors: Vec<Option<Vec<f32>>>,
    /// How long the fitting of the last stage took.
    fitting: Duration,
    tier: Tier,
}

impl<'a> Bootstrap<'a> {
    /// Begins with a model that knows all stages after the plan's first block.
    #[must_use]
    pub fn new(pool: &'a Pool, plan: BootstrapPlan, ties: &'a TiedWeights, model: Model) -> Bootstrap<'a> {
        Bootstrap {
            pool,
            plan,
            ties,
            model,
            samples: vec![Vec::new(); 61],
            priors: vec![None; STAGES],
            fitting: Duration::ZERO,
            tier: Tier::best(),
        }
    }

    /// Fits all blocks of the plan and returns the model.
    #[must_use]
    pub fn run(mut self, observer: &mut dyn Observer) -> Model {
        let blocks = Block::ALL.into_iter().filter(|block| (self.plan.from..=self.plan.to).contains(block));
        let blocks: Vec<Block> = blocks.collect();
        for (n, &block) in blocks.iter().enumerate() {
            let shares: f64 = blocks[n..].iter().map(|block| block.share()).sum();
            let now = Instant::now();
            let left = self.plan.deadline.map(|deadline| deadline.saturating_duration_since(now));
            let fair = left.map(|left| left.mul_f64(block.share() / shares));
            let time = match (self.plan.block_time, fair) {
                (Some(time), Some(fair)) => Some(time.min(fair)),
                (time, fair) => time.or(fair),
            };
            let until = time.map(|time| now + time);
            observer.line(&format!("block {block}: empties {:?}, {} to go", block.empties(), seconds(time)));
            if block == Block::A {
                self.solve_block(until, observer);
            } else {
                self.search_block(block, until, observer);
            }
            observer.block_done(block, &self.model);
        }
        self.model
    }

    /// Labels block A at once, then fits its stages.
    fn solve_block(&mut self, until: Option<Instant>, observer: &mut dyn Observer) {
        let labeller = Exact { tier: self.tier };
        let empties: Vec<u32> = Block::A.empties().collect();
        // Fits take a few seconds each; what they need more is taken from the blocks that follow.
        let now = Instant::now();
        let labels = until.map(|until| now + until.saturating_duration_since(now).mul_f64(0.8));
        self.label(&labeller, &empties, labels, observer);
        for stage in Block::A.stages() {
            self.fit_stage(stage, observer);
        }
    }

    /// Labels and fits a block stage by stage.
    fn search_block(&mut self, block: Block, until: Option<Instant>, observer: &mut dyn Observer) {
        let mut to_go = block.stages().len() as u32;
        for stage in block.stages() {
            if self.is_unknown(stage) {
                self.model.stages[stage] = self.model.stages[stage + 1].clone();
            }
            let now = Instant::now();
            let labels = until.map(|until| {
                let time = until.saturating_duration_since(now) / to_go;
                now + time.saturating_sub(self.fitting.mul_f64(1.2)).max(time / 4)
            });
            let weights: Weights = self.model.weights(self.ties);
            let labeller = Deep { tier: self.tier, weights: &weights, depth: self.plan.depth };
            self.label(&labeller, &empties_of(stage), labels, observer);
            let start = Instant::now();
            if self.priors[stage + 1].is_some() {
                self.fit_stage(stage + 1, observer);
            }
            self.fit_stage(stage, observer);
            self.fitting = start.elapsed();
            to_go -= 1;
        }
    }

    fn is_unknown(&self, stage: usize) -> bool {
        self.priors[stage].is_none() && self.model.stages[stage].iter().all(|&weight| weight == 0.0)
    }

    /// Labels positions of the given numbers of empty squares, as many as the plan or the time allows.
    fn label(
        &mut self,
        labeller: &dyn Labeller,
        empties: &[u32],
        until: Option<Instant>,
        observer: &mut dyn Observer,
    ) {
        let start = Instant::now();
        let threads = self.plan.fit.threads;
        let most = |empties: u32| if empties < FEW { MOST_OF_FEW } else { usize::MAX };
        let available: Vec<usize> =
            empties.iter().map(|&empties| self.pool.at(empties).len().min(most(empties))).collect();
        let counts = match (self.plan.samples, until) {
            (Some(most), _) => available.iter().map(|&available| available.min(most)).collect(),
            (None, None) => available,
            (None, Some(until)) => {
                let pools = empties.iter().map(|&empties| self.pool.at(empties));
                let costs: Vec<Duration> = pools.map(|boards| pilot(labeller, boards, threads)).collect();
                let time = until.saturating_duration_since(Instant::now());
                share(&costs, &available, time.mul_f64(0.95 * threads as f64))
            }
        };
        // In turns, so that running out of time hurts all of them alike.
        let mut boards: Vec<(f64, Board)> = Vec::new();
        for (&empties, &count) in empties.iter().zip(&counts) {
            let some = self.pool.at(empties)[..count].iter().enumerate();
            boards.extend(some.map(|(n, &board)| (n as f64 / count as f64, board)));
        }
        boards.sort_by(|a, b| a.0.total_cmp(&b.0));
        let boards: Vec<Board> = boards.into_iter().map(|(_, board)| board).collect();
        let samples = label_all(labeller, &boards, threads, until.or(self.plan.deadline));
        let elapsed = start.elapsed();
        observer.line(&format!(
            "labels by {}: {} of {} planned in {:.1} s, {:.3} ms each on a thread; empties:labels {}",
            labeller.name(),
            samples.len(),
            boards.len(),
            elapsed.as_secs_f64(),
            1e3 * elapsed.as_secs_f64() * threads as f64 / samples.len().max(1) as f64,
            empties.iter().zip(&counts).map(|(e, n)| format!("{e}:{n}")).collect::<Vec<_>>().join(" "),
        ));
        for sample in samples {
            self.samples[sample.board.empty().len() as usize].push(sample);
        }
    }

    /// Fits a stage on its samples and those of its neighbours.
    fn fit_stage(&mut self, stage: usize, observer: &mut dyn Observer) {
        let start = Instant::now();
        let own = empties_of(stage);
        let mut groups: Vec<Weighted<'_>> = own
            .iter()
            .map(|&e| Weighted { samples: &self.samples[e as usize], weight: 1.0, judged: true })
            .collect();
        for (distance, weight) in (1..).zip(NEIGHBOURS) {
            for e in [own[0].checked_sub(distance), Some(own[1] + distance)].into_iter().flatten() {
                let samples = self.samples.get(e as usize).map_or(&[][..], Vec::as_slice);
                groups.push(Weighted { samples, weight, judged: false });
            }
        }
        let prior = match &self.priors[stage] {
            Some(prior) => prior.clone(),
            None if self.is_unknown(stage) && stage + 1 < STAGES => self.model.stages[stage + 1].clone(),
            None => self.model.stages[stage].clone(),
        };
        let (weights, report) = fit(&groups, &prior, self.ties, self.plan.fit);
        self.model.stages[stage] = weights;
        self.priors[stage] = Some(prior);
        observer.line(&format!(
            "stage {stage} ({}-{}): {} samples, {} held out, {} steps, held-out RMSE {:.3} -> {:.3}, {:.1} s",
            own[0],
            own[1],
            report.taught,
            report.held_out,
            report.steps,
            report.before,
            report.after,
            start.elapsed().as_secs_f64(),
        ));
        let evaluation = self.model.weights(self.ties);
        for e in own {
            let [taught, held_out] = against_labels(&evaluation, &self.samples[e as usize]);
            observer.line(&format!(
                "  {e:2} empties: taught RMSE {:.3} MAE {:.3} ({}), held out RMSE {:.3} MAE {:.3} ({})",
                taught.rmse, taught.mae, taught.count, held_out.rmse, held_out.mae, held_out.count,
            ));
        }
    }
}

fn seconds(time: Option<Duration>) -> String {
    time.map_or("no limit".to_owned(), |time| format!("{:.0} s", time.as_secs_f64()))
}
