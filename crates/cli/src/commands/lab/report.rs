//! `outflank lab report`: the reports of a tournament, as far as it has come.

use crate::commands::lab::tournament::{self, FolderArgs};
use crate::failure::Failure;

/// Rewrite the reports of a tournament, finished or not, and print the summary.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
No game is played and no move judged.

Example:
  outflank lab report levels --json")]
pub(crate) struct Args {
    #[command(flatten)]
    tournament: FolderArgs,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let venue = args.tournament.venue()?;
    let results = venue.results().map_err(tournament::failure)?;
    tournament::publish(&venue, results, args.tournament.json)
}
