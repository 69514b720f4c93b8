//! `outflank perft`: counts the leaves of the game tree.

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::time::Instant;

use anyhow::Context as _;
use outflank_rules::{PassRule, Position, Tier, frontier, perft_with};
use rayon::prelude::*;

use crate::failure::{Failure, tell};
use crate::source;

/// Count the leaves of the game tree, DEPTH plies deep.
///
/// The count is alone on the last line of standard output; time and speed go to standard error. A game that
/// ends earlier counts as one leaf.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank perft 10 --threads 1
  outflank perft 12 --pass-free
  outflank perft 8 --position f5d6c3")]
pub(crate) struct Args {
    /// How many plies to look ahead
    #[arg(value_parser = clap::value_parser!(u32).range(0..=60))]
    depth: u32,

    /// Where to start: `start` (the default), a 65-character board, a transcript or a file (its final
    /// position), or - for standard input
    #[arg(long, value_name = "POS", allow_hyphen_values = true)]
    position: Option<OsString>,

    /// How many threads to use [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Do not count a pass as a ply
    #[arg(long)]
    pass_free: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let position = args.position.as_deref().map_or_else(|| Ok(Position::start()), source::position)?;
    let rule = if args.pass_free { PassRule::Free } else { PassRule::OnePly };
    let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = args.threads.map_or_else(cores, usize::from);
    let tier = Tier::best();

    let started = Instant::now();
    let leaves = if threads == 1 {
        perft_with(tier, position, args.depth, rule)
    } else {
        shared(tier, position, args.depth, rule, threads)?
    };
    let seconds = started.elapsed().as_secs_f64();

    tell(&format!(
        "{leaves} leaves in {seconds:.3} s, {:.1} million a second ({}, {threads} {})",
        leaves as f64 / seconds.max(1e-9) / 1e6,
        tier.name(),
        if threads == 1 { "thread" } else { "threads" },
    ));
    let mut out = io::stdout().lock();
    writeln!(out, "{leaves}")?;
    out.flush()?;
    Ok(())
}

/// How many plies are made before the work is shared out: some thousand pieces from the start.
const SHARED_PLIES: u32 = 6;

/// Counts with several threads.
fn shared(
    tier: Tier,
    position: Position,
    depth: u32,
    rule: PassRule,
    threads: usize,
) -> Result<u64, Failure> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .context("cannot start threads")
        .map_err(Failure::other)?;
    let work = frontier(position, depth, SHARED_PLIES.min(depth.saturating_sub(3)), rule);
    let below: u64 = pool.install(|| {
        work.nodes.par_iter().map(|&(position, depth)| perft_with(tier, position, depth, rule)).sum()
    });
    Ok(below + work.ended)
}
