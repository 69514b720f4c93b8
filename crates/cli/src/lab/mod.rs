//! `outflank lab`: making openings, measuring levels.

mod openings;

use clap::Subcommand;

use crate::failure::Failure;

/// Measure: what openings are balanced, what levels are worth, what moves lose.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Openings(openings::Args),
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        Command::Openings(args) => openings::run(args),
    }
}
