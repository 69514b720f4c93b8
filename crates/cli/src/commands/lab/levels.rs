//! `outflank lab levels`: what each level scores against the one below.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use outflank_lab::{LevelStep, Measuring, OpeningSource, Openings, level_table};

use super::Range;
use crate::failure::Failure;
use crate::interrupt;
use crate::ticker::Ticker;

/// Measure each level against the one below, level 1 against greedy.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Results are kept in FILE, one line of JSON each. A level is not measured again if its result is there and its \
players and weights have not changed since, so the command can be interrupted and repeated; after a change of the \
search, delete the file. At the end the table of all results is printed as Markdown, with the weights that were \
measured.

Example:
  outflank lab levels docs/levels.jsonl --levels 1-10")]
pub(crate) struct Args {
    /// The file of results
    #[arg(value_name = "FILE")]
    kept: PathBuf,

    /// Which levels: 7, or 1-8
    #[arg(long, value_name = "LEVELS", default_value = "1-20", value_parser = super::levels)]
    levels: Range,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,

    /// How many games where one takes more than 5 seconds
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(2..))]
    slow_games: u32,

    /// How many games to play at a time [default: one per core]
    #[arg(long, value_name = "N")]
    concurrency: Option<NonZeroUsize>,

    /// The random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut steps = read(&args.kept)?;
    let stop = interrupt::flag()?;
    let measuring = Measuring {
        openings: Openings::load(&OpeningSource::Balanced, None, args.seed).map_err(Failure::input)?,
        games: args.games,
        slow_games: args.slow_games,
        boards: super::threads(args.concurrency),
        seed: args.seed,
    };
    for level in args.levels.levels() {
        if steps.iter().any(|step| step.level == level.number && step.is_current()) {
            continue;
        }
        let ticker = Ticker::start(format!("level {}  ", level.number));
        let step = measuring
            .step(level, &stop, &mut |games| ticker.say(|| format!("{games} games")))
            .map_err(Failure::other)?;
        drop(ticker);
        let Some(step) = step else { break };
        append(&args.kept, &step)?;
        steps.push(step);
    }
    let mut out = io::stdout().lock();
    write!(out, "{}", level_table(&steps))?;
    let stopped = stop.load(std::sync::atomic::Ordering::Relaxed);
    if stopped { Err(Failure::Other(anyhow!("interrupted"))) } else { Ok(()) }
}

/// Reads earlier results; none if there is no such file.
fn read(path: &Path) -> Result<Vec<LevelStep>, Failure> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Failure::Input(anyhow!("{}: {error}", path.display()))),
    };
    let mut steps = Vec::new();
    for (index, line) in BufReader::new(file).lines().enumerate() {
        let place = || format!("{}, line {}", path.display(), index + 1);
        let line = line.with_context(place).map_err(Failure::input)?;
        if !line.trim().is_empty() {
            steps.push(serde_json::from_str(&line).with_context(place).map_err(Failure::input)?);
        }
    }
    Ok(steps)
}

/// Adds a result.
fn append(path: &Path, step: &LevelStep) -> Result<(), Failure> {
    let write = || -> io::Result<()> {
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        writeln!(file, "{}", serde_json::to_string(step)?)
    };
    write().with_context(|| path.display().to_string()).map_err(Failure::other)
}
