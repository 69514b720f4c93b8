//! `outflank man`: manual pages, made of what `--help` prints.

use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::CommandFactory as _;

use crate::Cli;
use crate::failure::{Failure, tell};

/// Write a manual page for every command to a folder.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The pages say what --help says: outflank.1, outflank-play.1, outflank-lab-run.1 and so on.

Examples:
  outflank man ~/.local/share/man/man1
  outflank man pages && man ./pages/outflank.1")]
pub(crate) struct Args {
    /// The folder; created if missing
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let context = || format!("cannot write manual pages to {}", args.folder.display());
    fs::create_dir_all(&args.folder).with_context(context).map_err(Failure::Other)?;
    let commands = Cli::command();
    clap_mangen::generate_to(commands, &args.folder).with_context(context).map_err(Failure::Other)?;
    tell(&format!("manual pages are in {}", args.folder.display()));
    Ok(())
}
