//! `outflank lab resume`: a tournament that was interrupted.

use crate::commands::lab::tournament::{self, FolderArgs};
use crate::failure::Failure;

/// Resume an interrupted tournament.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
No finished game is lost or played again. Players limited by depth or nodes play the games they would have played \
without the interruption. What to play is in tournament.toml in the folder.

Example:
  outflank lab resume levels")]
pub(crate) struct Args {
    #[command(flatten)]
    tournament: FolderArgs,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    tournament::hold(&args.tournament.venue()?, args.tournament.json)
}
