//! `outflank train`: from games to weights, and data for other programs.

use std::io;

use outflank_trainer::commands::{self, TrainCommand};
use outflank_trainer::samples::SamplesError;

use crate::failure::Failure;

/// Train the evaluation: make, describe and export labelled positions, fit and judge weights.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: TrainCommand,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    commands::run(&args.command).map_err(|error| {
        // A file of the wrong kind is the caller's fault, and so is one that is not there.
        let is_missing = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
        let is_input = error.chain().any(|cause| match cause.downcast_ref::<SamplesError>() {
            Some(SamplesError::Content { .. }) => true,
            Some(SamplesError::Io { error, .. }) => is_missing(error),
            _ => cause.downcast_ref::<io::Error>().is_some_and(is_missing),
        });
        let says_what_to_write = error.to_string().contains("the file must end with");
        if is_input || says_what_to_write { Failure::Input(error) } else { Failure::Other(error) }
    })
}
