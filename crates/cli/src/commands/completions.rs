//! `outflank completions`: what a shell needs to complete our commands and options.

use std::io::{self, Write as _};

use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::Cli;
use crate::failure::Failure;

/// Print shell completions.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Put the output where your shell looks for completions; a new shell then knows them.

Examples:
  outflank completions bash > ~/.local/share/bash-completion/completions/outflank
  outflank completions zsh > ~/.zfunc/_outflank
  outflank completions fish > ~/.config/fish/completions/outflank.fish")]
pub(crate) struct Args {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    // Into memory first: the generator panics on a pipe that is closed, we do not.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "outflank", &mut script);
    io::stdout().lock().write_all(&script).map_err(Failure::from)
}
