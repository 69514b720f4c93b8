//! `outflank lab losses`: what the moves of people and of levels lose.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use outflank_lab::{
    Contest, Distribution, OpeningSource, Openings, class_names, judge_all, sample, stacked_bars,
};
use outflank_rules::Game;

use super::Range;
use crate::failure::Failure;
use crate::interrupt;
use crate::replace::OutputFile;
use crate::ticker::Ticker;

/// Compare the discs lost per move by people and by levels.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Games between people are a sample of the finished ones in a folder of WTHOR files, up to 2011. A level plays against \
itself from balanced openings. Moves from ply 9 on where there was a choice are judged by searches of the same \
depth, the last ones exactly. The table is printed as Markdown.

Example:
  outflank lab losses --people wthor --levels 1-8 --svg docs/losses.svg")]
pub(crate) struct Args {
    /// The folder of WTHOR files
    #[arg(long, value_name = "DIR")]
    people: Option<PathBuf>,

    /// Which levels: 7, or 1-8
    #[arg(long, value_name = "LEVELS", default_value = "1-8", value_parser = super::levels)]
    levels: Range,

    /// How many games between people, and of each level
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,

    /// The depth of the searches that judge
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,

    /// The random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Draw the distributions
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// How many threads to use [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

/// The plies that are not judged: openings, known by heart or given.
const OPENING: usize = 8;

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let stop = interrupt::flag()?;
    let mut out = io::stdout().lock();
    heading(&mut out)?;
    let mut bars = Vec::new();
    if let Some(folder) = &args.people {
        let games = sample(folder, args.games as usize, args.seed).map_err(Failure::input)?;
        let found = judge(args, "people", &games, &stop)?;
        row(&mut out, "people", &found)?;
        bars.push(("people".to_owned(), found.shares().to_vec()));
    }
    for level in args.levels.levels() {
        let name = format!("level {}", level.number);
        let games = level_games(args, level.number, &stop)?;
        let found = judge(args, &name, &games, &stop)?;
        row(&mut out, &name, &found)?;
        bars.push((name, found.shares().to_vec()));
    }
    if let Some(path) = &args.svg {
        let classes = class_names().map(|name| format!("{name} discs"));
        let svg = stacked_bars("Discs lost by a move", &classes.each_ref().map(String::as_str), &bars);
        let write = || -> io::Result<()> {
            let mut target = OutputFile::create(path)?;
            target.write_all(svg.as_bytes())?;
            target.commit()
        };
        write().with_context(|| path.display().to_string()).map_err(Failure::other)?;
    }
    Ok(())
}

/// Lets a level play itself.
fn level_games(args: &Args, number: u8, stop: &AtomicBool) -> Result<Vec<Game>, Failure> {
    let text = format!("level:{number}");
    let entrant = || text.parse().map_err(Failure::input);
    let openings = Openings::load(&OpeningSource::Balanced, None, args.seed).map_err(Failure::input)?;
    let contest = Contest {
        time: Duration::from_secs(1),
        boards: super::threads(args.threads),
        seed: args.seed,
        ..Contest::between([entrant()?, entrant()?], openings, args.games)
    };
    let mut games = Vec::new();
    contest
        .hold(stop, &mut |_, played, _| games.push(played.game.history().clone()))
        .map_err(Failure::other)?;
    Ok(games)
}

/// Judges games, with a line of progress.
fn judge(args: &Args, name: &str, games: &[Game], stop: &AtomicBool) -> Result<Distribution, Failure> {
    let ticker = Ticker::start(format!("{name}  "));
    let done = AtomicUsize::new(0);
    let progress = || {
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        ticker.say(|| format!("{done} of {} games", games.len()));
    };
    let limits = (args.depth, super::threads(args.threads));
    let found = judge_all(games, OPENING, limits, stop, &progress).map_err(Failure::other)?;
    if stop.load(Ordering::Relaxed) { Err(Failure::Other(anyhow!("interrupted"))) } else { Ok(found) }
}

fn heading(out: &mut impl Write) -> io::Result<()> {
    let classes = class_names().map(|name| format!("{name} discs")).join(" | ");
    writeln!(
        out,
        "| who | moves | mean | 52-37 empty | 36-21 | 20-1 | 75 % | 90 % | 95 % | 99 % | {classes} |"
    )?;
    writeln!(out, "|{}", "---|".repeat(10 + class_names().len()))
}

fn row(out: &mut impl Write, name: &str, found: &Distribution) -> io::Result<()> {
    let mean = |empties| format!("{:.2}", found.mean(empties));
    let means = [mean(0..=60), mean(37..=60), mean(21..=36), mean(0..=20)].join(" | ");
    let quantiles = [0.75, 0.9, 0.95, 0.99].map(|share| found.quantile(share).to_string()).join(" | ");
    let shares = found.shares().map(|share| format!("{:.1} %", 100.0 * share)).join(" | ");
    writeln!(out, "| {name} | {} | {means} | {quantiles} | {shares} |", found.count())?;
    out.flush()
}
