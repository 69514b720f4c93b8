//! `outflank lab`: tournaments, learning, tuning, making openings, measuring players, examining other
//! programs.

mod certainty;
mod check;
mod choice;
mod expectation;
mod learn;
mod levels;
mod logs;
mod losses;
mod many;
mod nodes;
mod openings;
mod pace;
mod referee;
mod report;
mod resume;
mod run;
mod sprt;
mod tournament;
mod tune;

use std::num::NonZeroUsize;
use std::thread;

use clap::Subcommand;
use outflank_engine::Level;

use crate::failure::Failure;

/// Run tournaments, tune players, measure levels and openings, check engines.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: LabCommand,
}

#[derive(Debug, Subcommand)]
enum LabCommand {
    Certainty(certainty::Args),
    Check(check::Args),
    Choice(choice::Args),
    Expectation(expectation::Args),
    Learn(learn::Args),
    Levels(levels::Args),
    Logs(logs::Args),
    Losses(losses::Args),
    Nodes(nodes::Args),
    Openings(openings::Args),
    Pace(pace::Args),
    Referee(referee::Args),
    Report(report::Args),
    Resume(resume::Args),
    Run(run::Args),
    Sprt(sprt::Args),
    Tune(tune::Args),
}

/// Returns as many threads as were asked for, or one for each core.
fn threads(wanted: Option<NonZeroUsize>) -> usize {
    let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    wanted.unwrap_or_else(cores).get()
}

/// Reads levels: `7`, or `1-8`.
fn levels(text: &str) -> Result<Range, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<u8>().ok().filter(|number| (1..=20).contains(number));
    match (number(first), number(last)) {
        (Some(first), Some(last)) if first <= last => Ok(Range { first, last }),
        _ => Err(format!("{text:?} is not a level or range of levels; write 7 or 1-8, within 1 to 20")),
    }
}

/// Levels that follow each other.
#[derive(Clone, Copy, Debug)]
struct Range {
    first: u8,
    last: u8,
}

impl Range {
    fn levels(self) -> impl Iterator<Item = &'static Level> {
        (self.first..=self.last).filter_map(Level::new)
    }
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        LabCommand::Certainty(args) => certainty::run(args),
        LabCommand::Check(args) => check::run(args),
        LabCommand::Choice(args) => choice::run(args),
        LabCommand::Expectation(args) => expectation::run(args),
        LabCommand::Learn(args) => learn::run(args),
        LabCommand::Levels(args) => levels::run(args),
        LabCommand::Logs(args) => logs::run(args),
        LabCommand::Losses(args) => losses::run(args),
        LabCommand::Nodes(args) => nodes::run(args),
        LabCommand::Openings(args) => openings::run(args),
        LabCommand::Pace(args) => pace::run(args),
        LabCommand::Referee(args) => referee::run(args),
        LabCommand::Report(args) => report::run(args),
        LabCommand::Resume(args) => resume::run(args),
        LabCommand::Run(args) => run::run(args),
        LabCommand::Sprt(args) => sprt::run(args),
        LabCommand::Tune(args) => tune::run(args),
    }
}
