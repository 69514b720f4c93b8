//! `outflank lab openings`: makes a set of balanced openings.

use std::io::Write as _;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context as _, anyhow};
use outflank_lab::{Judging, balanced, distinct};

use crate::failure::{Failure, tell};
use crate::interrupt;
use crate::replace::OutputFile;
use crate::ticker::Ticker;

/// Make balanced openings: all positions a few plies from the start, up to symmetry, with a value near zero.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The file holds one transcript per line, after comments that say how it was made.

Example (the shipped set):
  outflank lab openings balanced.xot --plies 8 --bound 1 --depth 10")]
pub(crate) struct Args {
    /// The file to write, or - for standard output
    #[arg(value_name = "FILE")]
    out: PathBuf,

    /// How many plies the openings have
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=9))]
    plies: u32,

    /// The largest value, either way, that counts as balanced, in discs
    #[arg(long, value_name = "DISCS", default_value_t = 1, value_parser = clap::value_parser!(i32).range(0..=64))]
    bound: i32,

    /// The depth of the searches that value them
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,

    /// How many threads to use [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let stop = interrupt::flag()?;
    let threads = super::threads(args.threads);
    let games = distinct(args.plies);
    let ticker = Ticker::start(String::new());
    let judging = Judging { depth: args.depth, bound: args.bound, threads };
    let done = AtomicUsize::new(0);
    let progress = |_| {
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        ticker.say(|| format!("{done} of {} positions", games.len()));
    };
    let kept = balanced(&games, judging, &stop, &progress).map_err(Failure::other)?;
    drop(ticker);
    let Some(kept) = kept else { return Err(Failure::Other(anyhow!("interrupted"))) };
    let Args { plies, bound, depth, .. } = args;
    let mut text = format!(
        "% Openings of {plies} plies, distinct modulo symmetry, whose value is within {bound} discs of zero\n\
         % by a search of depth {depth}: outflank lab openings FILE --plies {plies} --bound {bound} --depth {depth}\n"
    );
    kept.iter().for_each(|game| text += &format!("{}\n", game.transcript()));
    let name = || args.out.display().to_string();
    let mut target = OutputFile::create(&args.out).with_context(name).map_err(Failure::other)?;
    target.write_all(text.as_bytes()).with_context(name).map_err(Failure::other)?;
    target.commit().with_context(name).map_err(Failure::other)?;
    tell(&format!("{} of {} positions are balanced", kept.len(), games.len()));
    Ok(())
}
