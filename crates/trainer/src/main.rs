//! `outflank-train`: fits the weights of the evaluation and judges them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::{Args, Parser, Subcommand};
use outflank_engine::eval::Weights;
use outflank_trainer::block::Block;
use outflank_trainer::bootstrap::{Bootstrap, Observer, Plan};
use outflank_trainer::fit::FitPlan;
use outflank_trainer::games::read_folder;
use outflank_trainer::generate::{GeneratePlan, generate};
use outflank_trainer::judge::{against_theory, theory};
use outflank_trainer::model::{Model, Ties, read_weights, write_weights};
use outflank_trainer::network::FloatNetwork;
use outflank_trainer::pool::{Pool, PoolPlan};
use outflank_trainer::probcut::{Spread, fit, measure};
use outflank_trainer::rng::Rng;
use outflank_trainer::samples::{Sample, SampleHeader, read_samples, write_samples};
use outflank_trainer::selfplay::SelfPlayPlan;

/// Fits the pattern evaluation of the engine.
#[derive(Parser)]
#[command(version)]
struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Fits weights from the end of the game to its start.
    Bootstrap(BootstrapOptions),
    /// Plays games against itself and writes labelled positions.
    Generate(GenerateOptions),
    /// Writes the positions whose theoretical scores game files know, as samples.
    Theory(TheoryOptions),
    /// Rounds a network of floats to the engine's integers.
    Quantise(QuantiseOptions),
    /// Fits the errors of probing cuts and prints the parameters for the engine.
    Probcut(ProbcutOptions),
    /// Compares an evaluation with the theoretical scores of games.
    Eval(EvalOptions),
}

#[derive(Args)]
struct BootstrapOptions {
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
    /// Every how manieth game is followed by a random one.
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
    /// Seed of all choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Args)]
struct GenerateOptions {
    /// Folder to write to; chunks that are there already are kept.
    #[arg(long)]
    out: PathBuf,
    /// Folder of WTHOR files of the years up to 2011, to leave their games for variations.
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
    /// Begin no chunk after so many seconds.
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
    /// Seed of all choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Args)]
struct TheoryOptions {
    /// Folder of WTHOR files of the years up to 2011.
    #[arg(long)]
    games: PathBuf,
    /// File to write.
    #[arg(long)]
    out: PathBuf,
}

#[derive(Args)]
struct QuantiseOptions {
    /// File of floats.
    #[arg(long)]
    from: PathBuf,
    /// File to write; compressed if it ends in .zst.
    #[arg(long)]
    out: PathBuf,
}

#[derive(Args)]
struct ProbcutOptions {
    /// Folder of samples whose positions are searched.
    #[arg(long)]
    samples: PathBuf,
    /// Weights instead of the engine's own.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Positions for each number of empty squares.
    #[arg(long, default_value_t = 40)]
    positions: usize,
    /// The deepest search.
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u32).range(2..=16))]
    depth: u32,
    /// Threads.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Seed of the choice of positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Args)]
struct EvalOptions {
    /// File of weights, plain or compressed.
    #[arg(long)]
    weights: PathBuf,
    /// Folder of WTHOR files of the years up to 2011.
    #[arg(long)]
    games: PathBuf,
    /// Discs to look ahead; 0: static evaluation.
    #[arg(long, default_value_t = 0)]
    depth: u32,
    /// Threads.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

fn main() -> anyhow::Result<()> {
    match Options::parse().command {
        Command::Bootstrap(options) => bootstrap(&options),
        Command::Generate(options) => generate_samples(&options),
        Command::Theory(options) => theory_samples(&options),
        Command::Quantise(options) => quantise(&options),
        Command::Probcut(options) => probcut(&options),
        Command::Eval(options) => eval(&options),
    }
}

/// What is kept back of the time for compressing and judging the result.
const RESERVE: Duration = Duration::from_secs(35);

fn bootstrap(options: &BootstrapOptions) -> anyhow::Result<()> {
    let start = Instant::now();
    ensure!(options.from_block <= options.to_block, "the first block comes after the last one");
    ensure!(
        options.from_block == Block::A || options.weights.is_some(),
        "block {} needs --weights with the blocks before it",
        options.from_block
    );
    let ties = Ties::new();
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
    let plan = Plan {
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
    let errors = against_theory(&weights, &games, 0, options.threads);
    log.line(&format!("against theory: {errors:?}"));
    let length = write_weights(&options.out, &bytes, 19)?;
    log.line(&format!("{}: {length} bytes", options.out.display()));
    Ok(())
}

fn generate_samples(options: &GenerateOptions) -> anyhow::Result<()> {
    let start = Instant::now();
    let weights = load_weights(options.weights.as_deref())?;
    let people = options.games.as_deref().map(read_folder).transpose()?.unwrap_or_default();
    std::fs::create_dir_all(&options.out).with_context(|| options.out.display().to_string())?;
    let play = SelfPlayPlan {
        depth: options.depth,
        exact_from: options.exact_from,
        games: options.chunk_games,
        endings: options.endings,
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

fn theory_samples(options: &TheoryOptions) -> anyhow::Result<()> {
    let games = read_folder(&options.games)?;
    let mut samples: Vec<Sample> = games
        .iter()
        .filter_map(theory)
        .map(|(board, score)| Sample { board: board.canonical().0, result: score as i8, search: None })
        .collect();
    samples.sort_unstable();
    samples.dedup_by_key(|sample| sample.board);
    let header = SampleHeader { exact_from: 64, depth: 0, chunk: 0, seed: 0 };
    write_samples(&options.out, header, &samples)?;
    eprintln!("{}: {} samples", options.out.display(), samples.len());
    Ok(())
}

fn quantise(options: &QuantiseOptions) -> anyhow::Result<()> {
    let name = options.from.display().to_string();
    let bytes = std::fs::read(&options.from).with_context(|| name.clone())?;
    let network = FloatNetwork::from_bytes(&bytes)
        .with_context(|| format!("{name}: {} bytes are no network of this shape", bytes.len()))?;
    let length = write_weights(&options.out, &network.quantised().to_bytes(), 19)?;
    eprintln!("{}: {length} bytes", options.out.display());
    Ok(())
}

fn probcut(options: &ProbcutOptions) -> anyhow::Result<()> {
    let weights = load_weights(options.weights.as_deref())?;
    let mut by_empties = vec![Vec::new(); 61];
    for sample in read_sample_folder(&options.samples)? {
        by_empties[(sample.board.empty().len() as usize).min(60)].push(sample.board);
    }
    let mut boards = Vec::new();
    for all in &mut by_empties[11..=56] {
        all.sort_by_cached_key(|board| Rng::new(&[options.seed, board.hash()]).word());
        all.dedup();
        boards.extend(all.iter().take(options.positions));
    }
    eprintln!("{} positions", boards.len());
    let spreads = measure(&boards, &weights, options.depth, options.threads)?;
    for solved in [false, true] {
        let name = if solved { "ENDGAME" } else { "MIDGAME" };
        println!("const {name}: [f64; PROBE_TERMS] = {:.4?};", fit(&spreads, solved));
    }
    for (solved, depth, shallow) in [(false, 4, 2), (false, 6, 2), (false, 8, 4), (false, 9, 3), (true, 0, 4)]
    {
        let mut line = String::new();
        for low in (11..57).step_by(6) {
            let mut all = Spread::default();
            let chosen = spreads.iter().filter(|(case, _)| {
                case.solved == solved
                    && (low..low + 6).contains(&case.empties)
                    && (solved || case.depth == depth)
                    && case.shallow == shallow
            });
            for (_, spread) in chosen {
                all.count += spread.count;
                all.sum += spread.sum;
                all.squares += spread.squares;
            }
            if all.count > 0.0 {
                line += &format!("  {low}: {:.2} ({:+.2})", all.rms(), all.sum / all.count);
            }
        }
        let deep = if solved { "end".to_owned() } else { depth.to_string() };
        println!("depth {shallow} for {deep}, by empties, error (mean):{line}");
    }
    Ok(())
}

/// Reads all samples of a folder, file by file in the order of names.
fn read_sample_folder(folder: &Path) -> anyhow::Result<Vec<Sample>> {
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "samples"));
    files.sort();
    let mut samples = Vec::new();
    for file in &files {
        samples.extend(read_samples(file)?.1);
    }
    Ok(samples)
}

/// Reads weights from a file, or takes those of the engine.
fn load_weights(path: Option<&Path>) -> anyhow::Result<Arc<Weights>> {
    Ok(match path {
        Some(path) => Arc::new(Weights::from_bytes(&read(path)?)?),
        None => Weights::embedded(),
    })
}

fn eval(options: &EvalOptions) -> anyhow::Result<()> {
    let weights = Weights::from_bytes(&read(&options.weights)?)?;
    let games = read_folder(&options.games)?;
    let errors = against_theory(&weights, &games, options.depth, options.threads);
    println!(
        "{} positions: RMSE {:.3}, MAE {:.3}, after affine fit RMSE {:.3} (stretch {:.3})",
        errors.count, errors.rmse, errors.mae, errors.affine_rmse, errors.stretch
    );
    Ok(())
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    read_weights(path).with_context(|| path.display().to_string())
}

/// Writes lines to stderr and checkpoints beside the result.
struct Log {
    start: Instant,
    out: PathBuf,
    ties: Ties,
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
