//! `outflank train bootstrap`: fits weights from the end of the game to its start.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::ensure;

use crate::block::Block;
use crate::bootstrap::{Bootstrap, BootstrapPlan, Observer};
use crate::fit::FitPlan;
use crate::games::read_folder;
use crate::judge::against_theory;
use crate::model::{Model, TiedWeights, write_weights};
use crate::pool::{Pool, PoolPlan};
use outflank_engine::eval::Weights;

use super::read;

/// What to fit, from what, and in which time.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder of WTHOR files of the years up to 2011.
    #[arg(long)]
    games: PathBuf,
    /// File to write; compressed if it ends in .zst.
    #[arg(long)]
    out: PathBuf,
    /// Weights to continue from.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// First block to fit.
    #[arg(long, default_value = "A")]
    from_block: Block,
    /// Last block to fit.
    #[arg(long, default_value = "E")]
    to_block: Block,
    /// Time for everything, start-up and writing included.
    #[arg(long)]
    seconds: Option<u64>,
    /// Most time for one block.
    #[arg(long)]
    seconds_per_block: Option<u64>,
    /// Labels for each number of empty squares, instead of what the time allows.
    #[arg(long)]
    samples: Option<usize>,
    /// Discs that the labelling search looks ahead.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(2..=12))]
    depth: u32,
    /// Variations made of each game.
    #[arg(long, default_value_t = 8)]
    variations: u32,
    /// Add a random game after this many games between people.
    #[arg(long, default_value_t = 4)]
    random_every: u32,
    /// Most positions kept for each number of empty squares.
    #[arg(long, default_value_t = 1_000_000)]
    most: usize,
    /// Pull of the weights to those of the next stage.
    #[arg(long, default_value_t = 20.0)]
    ridge: f32,
    /// Most steps of a fit.
    #[arg(long, default_value_t = 60)]
    steps: u32,
    /// Threads.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What is kept back of the time for compressing and judging the result.
const RESERVE: Duration = Duration::from_secs(35);

/// Fits, and writes the weights.
pub(crate) fn run(options: &Args) -> anyhow::Result<()> {
    let start = Instant::now();
    ensure!(options.from_block <= options.to_block, "the first block comes after the last one");
    ensure!(
        options.from_block == Block::A || options.weights.is_some(),
        "block {} needs --weights with the blocks before it",
        options.from_block
    );
    let ties = TiedWeights::new();
    let model = match &options.weights {
        Some(path) => Model::from_quantised(&read(path)?, &ties)?,
        None => Model::zero(&ties),
    };
    let games = read_folder(&options.games)?;
    let mut log = Log { start, out: options.out.clone(), ties: ties.clone() };
    log.line(&format!("{} games", games.len()));
    let pool_plan = PoolPlan {
        variations: options.variations,
        random_every: options.random_every,
        seed: options.seed,
        most: options.most,
    };
    let pool = Pool::new(&games, pool_plan, options.threads);
    let sizes: Vec<usize> = (1..=60).map(|empties| pool.at(empties).len()).collect();
    log.line(&format!("positions by empties from 1: {sizes:?}"));
    let plan = BootstrapPlan {
        from: options.from_block,
        to: options.to_block,
        samples: options.samples,
        block_time: options.seconds_per_block.map(Duration::from_secs),
        deadline: options.seconds.map(|seconds| start + Duration::from_secs(seconds).saturating_sub(RESERVE)),
        depth: options.depth,
        fit: FitPlan { ridge: options.ridge, steps: options.steps, patience: 12, threads: options.threads },
    };
    let model = Bootstrap::new(&pool, plan, &ties, model).run(&mut log);
    let (bytes, error) = model.quantised(&ties);
    log.line(&format!("quantisation: {error:?}"));
    let weights = Weights::from_bytes(&bytes)?;
    let errors = against_theory(&weights, &games, options.threads);
    log.line(&format!("against theory: {errors:?}"));
    let length = write_weights(&options.out, &bytes, 19)?;
    log.line(&format!("{}: {length} bytes", options.out.display()));
    Ok(())
}

/// Writes lines to stderr and checkpoints beside the result.
struct Log {
    start: Instant,
    out: PathBuf,
    ties: TiedWeights,
}

impl Observer for Log {
    fn line(&mut self, text: &str) {
        eprintln!("{:7.1} {text}", self.start.elapsed().as_secs_f64());
    }

    fn block_done(&mut self, block: Block, model: &Model) {
        let written = write_weights(&self.out, &model.quantised(&self.ties).0, 3);
        match written {
            Ok(length) => self.line(&format!("block {block} done, checkpoint of {length} bytes")),
            Err(error) => self.line(&format!("block {block} done, no checkpoint: {error}")),
        }
    }
}
