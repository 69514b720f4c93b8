//! `outflank-train`: fits the weights of the evaluation and judges them.

mod commands;

use clap::{Parser, Subcommand};
use commands::{
    bootstrap, calibrate, eval, generate, merge, network, probcut, quantise, replies, stats, theory,
};

/// Fits the evaluation of the engine.
#[derive(Parser)]
#[command(version)]
struct Args {
    #[command(subcommand)]
    command: TrainCommand,
}

#[derive(Subcommand)]
enum TrainCommand {
    /// Fits weights from the end of the game to its start.
    Bootstrap(bootstrap::Args),
    /// Plays games against itself and writes labelled positions.
    Generate(generate::Args),
    /// Makes one sample of all samples of a position and its mirror images.
    Merge(merge::Args),
    /// Counts samples and says what their results are like.
    Stats(stats::Args),
    /// Writes the positions whose theoretical scores game files know, as samples.
    Theory(theory::Args),
    /// Labels the positions one move after those of a file of exact scores.
    Replies(replies::Args),
    /// Trains the network on samples.
    Network(network::Args),
    /// Levels a network so that searches are right on average.
    Calibrate(calibrate::Args),
    /// Rounds a network of floats to the engine's integers.
    Quantise(quantise::Args),
    /// Fits the errors of probing cuts and prints the parameters for the engine.
    Probcut(probcut::Args),
    /// Compares an evaluation with the theoretical scores of games and with samples held out.
    Eval(eval::Args),
}

fn main() -> anyhow::Result<()> {
    match Args::parse().command {
        TrainCommand::Bootstrap(options) => bootstrap::run(&options),
        TrainCommand::Generate(options) => generate::run(&options),
        TrainCommand::Merge(options) => merge::run(&options),
        TrainCommand::Stats(options) => stats::run(&options),
        TrainCommand::Theory(options) => theory::run(&options),
        TrainCommand::Replies(options) => replies::run(&options),
        TrainCommand::Network(options) => network::run(&options),
        TrainCommand::Calibrate(options) => calibrate::run(&options),
        TrainCommand::Quantise(options) => quantise::run(&options),
        TrainCommand::Probcut(options) => probcut::run(&options),
        TrainCommand::Eval(options) => eval::run(&options),
    }
}
