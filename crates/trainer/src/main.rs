//! `outflank-train`: fits the weights of the evaluation and judges them.

mod commands;

use clap::{Parser, Subcommand};
use commands::{
    bootstrap, calibrate, eval, generate, merge, network, probcut, quantise, replies, stats, theory,
};

/// Fits the evaluation of the engine.
#[derive(Parser)]
#[command(version)]
struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Fits weights from the end of the game to its start.
    Bootstrap(bootstrap::Options),
    /// Plays games against itself and writes labelled positions.
    Generate(generate::Options),
    /// Makes one sample of all samples of a position and its mirror images.
    Merge(merge::Options),
    /// Counts samples and says what their results are like.
    Stats(stats::Options),
    /// Writes the positions whose theoretical scores game files know, as samples.
    Theory(theory::Options),
    /// Labels the positions one move after those of a file of exact scores.
    Replies(replies::Options),
    /// Trains the network on samples.
    Network(network::Options),
    /// Levels a network so that searches are right on average.
    Calibrate(calibrate::Options),
    /// Rounds a network of floats to the engine's integers.
    Quantise(quantise::Options),
    /// Fits the errors of probing cuts and prints the parameters for the engine.
    Probcut(probcut::Options),
    /// Compares an evaluation with the theoretical scores of games and with samples held out.
    Eval(eval::Options),
}

fn main() -> anyhow::Result<()> {
    match Options::parse().command {
        Command::Bootstrap(options) => bootstrap::run(&options),
        Command::Generate(options) => generate::run(&options),
        Command::Merge(options) => merge::run(&options),
        Command::Stats(options) => stats::run(&options),
        Command::Theory(options) => theory::run(&options),
        Command::Replies(options) => replies::run(&options),
        Command::Network(options) => network::run(&options),
        Command::Calibrate(options) => calibrate::run(&options),
        Command::Quantise(options) => quantise::run(&options),
        Command::Probcut(options) => probcut::run(&options),
        Command::Eval(options) => eval::run(&options),
    }
}
