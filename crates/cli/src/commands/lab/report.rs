//! `outflank lab report`: the reports of a tournament, as far as it has come.

use std::path::PathBuf;

use outflank_lab::Venue;

use crate::commands::lab::tournament;
use crate::failure::Failure;

/// Write the reports of a tournament anew, also while it is going on, and print the summary.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
No game is played and no move judged.

Example:
  outflank lab report levels --json")]
pub(crate) struct Args {
    /// The folder of the tournament
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let venue = Venue::open(&args.folder).map_err(tournament::failure)?;
    let results = venue.results().map_err(tournament::failure)?;
    tournament::publish(&venue, results, args.json)
}
