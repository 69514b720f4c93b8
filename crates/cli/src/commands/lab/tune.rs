//! `outflank lab tune`: the weights of an evaluation improved by games.

use std::io::{self, Write as _};
use std::sync::atomic::Ordering;

use anyhow::anyhow;
use outflank_lab::Tuning;

use crate::commands::lab::tournament::{self, DescribedArgs, JobProgress};
use crate::failure::{Failure, tell};
use crate::interrupt;
use crate::report;

/// Tune the weights of a player by games.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The file is TOML; everything except player and parameters may be left out:

  player = \"om-novice\"                    what is tuned
  parameters = [\"mobility\", \"lines\"]      its numbers; they are multiplied, so they keep
                                          their sign and cannot be 0
  opponents = [\"om-novice\", \"nea:depth=1\"] whom candidates play [default: the player itself]
  generations = 30
  candidates = 12                         in a generation
  games = 40                              of a candidate against each opponent
  spread = 0.5                            how far the first candidates lie from the start:
                                          0.5 is a factor of 1.6
  openings = \"balanced\"                   one half is for the candidates, the other for the check
  time = 0.1                              seconds per move for players without their own limit
  concurrency = 2                         games at a time [default: one per core]
  seed = 1
  check = 1000                            games of the result against the start, from
                                          openings that no candidate played

An evolution strategy: candidates come in opposite pairs around a centre, all of a generation play the same openings, and the \
mean of the better half, the best counting most, is the next centre. The result is the mean of the last quarter of the centres.

The folder then holds trials.jsonl (every candidate as soon as it has played), tuning.txt, tuning.json, weights.svg and \
points.svg. After Ctrl-C, a crash or kill -9 the same command goes on; players limited by depth or nodes come to the same result.

Example:
  outflank lab tune experiments/tune-scout.toml --out results/tune-scout")]
pub(crate) struct Args {
    #[command(flatten)]
    described: DescribedArgs,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let args = &args.described;
    let (text, folder) = args.read()?;
    let tuning = Tuning::open(&folder, &text, &args.file).map_err(tournament::failure)?;
    let stop = interrupt::flag()?;
    let mut progress = JobProgress::start("trials");
    let found = tuning.run(&stop, &mut |done, all| progress.show(done, all)).map_err(tournament::failure)?;
    drop(progress);
    let mut out = io::stdout().lock();
    if args.json {
        report::json_line(&mut out, &found)?;
    } else {
        write!(out, "{found}")?;
    }
    tell(&format!("drawings: {}", tuning.folder().join("weights.svg").display()));
    if stop.load(Ordering::Relaxed) {
        return Err(Failure::Other(anyhow!("interrupted; repeat the command to continue")));
    }
    Ok(())
}
