//! `outflank lab resume`: a tournament that was interrupted.

use std::path::PathBuf;

use outflank_lab::Venue;

use crate::commands::lab::tournament;
use crate::failure::Failure;

/// Go on with a tournament that was interrupted, however that happened.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
No game that has ended is lost or played again. Players limited by depth or nodes play the games they would have played \
without the interruption. What is to be played is said in tournament.toml in the folder.

Example:
  outflank lab resume levels")]
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
    tournament::hold(&Venue::open(&args.folder).map_err(tournament::failure)?, args.json)
}
