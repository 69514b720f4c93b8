//! `outflank-train`: the same as `outflank train`, without the rest of the program.

use clap::Parser;
use outflank_trainer::commands::{self, TrainCommand};

/// Fits the evaluation of the engine.
#[derive(Parser)]
#[command(version)]
struct Args {
    #[command(subcommand)]
    command: TrainCommand,
}

fn main() -> anyhow::Result<()> {
    commands::run(&Args::parse().command)
}
