//! `outflank train generate`: plays games against itself and writes labelled positions.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::games::read_folder;
use crate::generate::{GeneratePlan, generate};
use crate::selfplay::SelfPlayPlan;

use super::load_weights;

/// How to play, how much, and where to write.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder to write to; chunks that are there already are kept.
    #[arg(long)]
    out: PathBuf,
    /// Folder of WTHOR files of the years up to 2011; players leave their games for variations.
    #[arg(long)]
    games: Option<PathBuf>,
    /// Weights of the players instead of the engine's own.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Chunks in all.
    #[arg(long, default_value_t = 100)]
    chunks: u32,
    /// Games in a chunk.
    #[arg(long, default_value_t = 256)]
    chunk_games: u32,
    /// Solved positions tried beside each game.
    #[arg(long, default_value_t = 40)]
    endings: u32,
    /// Positions of each game that are solved.
    #[arg(long, default_value_t = 1)]
    solved: u32,
    /// The fewest empty squares of those.
    #[arg(long, value_name = "EMPTIES", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..=30))]
    solved_from: u32,
    /// The most empty squares of those.
    #[arg(long, value_name = "EMPTIES", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=30))]
    solved_to: u32,
    /// Start no new chunk after this many seconds.
    #[arg(long)]
    seconds: Option<u64>,
    /// How deep the players look ahead.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    /// Empty squares from which on they play perfectly.
    #[arg(long, default_value_t = 18, value_parser = clap::value_parser!(u32).range(1..=30))]
    exact_from: u32,
    /// Threads.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Plays the chunks that are not there yet.
pub(crate) fn run(options: &Args) -> anyhow::Result<()> {
    let start = Instant::now();
    anyhow::ensure!(
        options.solved_from <= options.solved_to,
        "--solved-from {} is more than --solved-to {}",
        options.solved_from,
        options.solved_to
    );
    let weights = load_weights(options.weights.as_deref())?;
    let people = options.games.as_deref().map(read_folder).transpose()?.unwrap_or_default();
    std::fs::create_dir_all(&options.out).with_context(|| options.out.display().to_string())?;
    let play = SelfPlayPlan {
        depth: options.depth,
        exact_from: options.exact_from,
        games: options.chunk_games,
        endings: options.endings,
        solved: options.solved,
        solved_between: (options.solved_from, options.solved_to),
        seed: options.seed,
    };
    let plan = GeneratePlan {
        play,
        weights,
        people: &people,
        chunks: options.chunks,
        deadline: options.seconds.map(|seconds| start + Duration::from_secs(seconds)),
        threads: options.threads,
    };
    let mut said = Instant::now();
    let total = generate(&options.out, &plan, |chunks, samples| {
        if said.elapsed() >= Duration::from_secs(10) {
            said = Instant::now();
            eprintln!("{:7.1} {chunks} chunks, {samples} samples", start.elapsed().as_secs_f64());
        }
    })?;
    eprintln!("{:7.1} {total} samples written", start.elapsed().as_secs_f64());
    Ok(())
}
