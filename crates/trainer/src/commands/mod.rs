//! The commands of `outflank train`, one file each, and how they read what most of them need.

pub(crate) mod bootstrap;
pub(crate) mod calibrate;
pub(crate) mod eval;
pub(crate) mod export;
pub(crate) mod generate;
pub(crate) mod merge;
pub(crate) mod network;
pub(crate) mod positions;
pub(crate) mod probcut;
pub(crate) mod quantise;
pub(crate) mod replies;
pub(crate) mod stats;
pub(crate) mod theory;

use std::path::Path;
use std::sync::Arc;

use crate::model::read_weights;
use crate::network::FloatNetwork;
use anyhow::Context;
use clap::Subcommand;
use outflank_engine::eval::Weights;

/// What to do: every step from games to weights, and data for other programs.
#[derive(Debug, Subcommand)]
pub enum TrainCommand {
    /// Fit weights from the end of the game to its start
    #[command(
        after_help = "Examples:\n  outflank train bootstrap --games wthor/ --out weights.zst --seconds 560 --threads 16"
    )]
    Bootstrap(bootstrap::Args),
    /// Play games of the engine against itself and write labelled positions
    #[command(
        after_help = "Examples:\n  outflank train generate --out samples --games wthor/ --chunks 1000 --depth 8 --threads 16"
    )]
    Generate(generate::Args),
    /// Make one sample of all samples of a position and its mirror images
    #[command(after_help = "Examples:\n  outflank train merge --samples samples --out merged")]
    Merge(merge::Args),
    /// Count samples and say what their results are like
    #[command(after_help = "Examples:\n  outflank train stats --samples samples")]
    Stats(stats::Args),
    /// Write samples as OBF, CSV or NumPy arrays
    #[command(
        after_help = "Examples:\n  outflank train export --samples samples --out positions.npz\n  outflank train export --samples samples --out exact.obf --exact --limit 10000"
    )]
    Export(export::Args),
    /// Write the positions whose theoretical scores game files give, as samples
    #[command(after_help = "Examples:\n  outflank train theory --games wthor/ --out theory.samples")]
    Theory(theory::Args),
    /// Label the positions one move after those of a file of exact scores
    #[command(
        after_help = "Examples:\n  outflank train replies --theory theory.samples --out replies --depth 9"
    )]
    Replies(replies::Args),
    /// Train the network on samples
    #[command(
        after_help = "Examples:\n  outflank train network --samples merged --theory theory.samples --out net.f32"
    )]
    Network(network::Args),
    /// Level a network so that searches are right on average
    #[command(
        after_help = "Examples:\n  outflank train calibrate --from net.f32 --theory theory.samples --out level.f32"
    )]
    Calibrate(calibrate::Args),
    /// Round a network of floats to the engine's integers
    #[command(after_help = "Examples:\n  outflank train quantise --from net.f32 --out net.zst")]
    Quantise(quantise::Args),
    /// Fit the errors of probing cuts and print the parameters for the engine
    #[command(after_help = "Examples:\n  outflank train probcut --samples samples")]
    Probcut(probcut::Args),
    /// Print positions for measuring or tuning a search, each from a game of its own
    #[command(
        after_help = "Examples:\n  outflank train positions --games wthor/ --fewest 18 --most 22 --count 200 --part test"
    )]
    Positions(positions::Args),
    /// Compare an evaluation with the theoretical scores of games and with held-out samples
    #[command(after_help = "Examples:\n  outflank train eval --weights net.zst --games wthor/")]
    Eval(eval::Args),
}

/// Runs a command.
///
/// # Errors
///
/// Says what is wrong with the input, or what the system refused.
pub fn run(command: &TrainCommand) -> anyhow::Result<()> {
    match command {
        TrainCommand::Bootstrap(options) => bootstrap::run(options),
        TrainCommand::Generate(options) => generate::run(options),
        TrainCommand::Merge(options) => merge::run(options),
        TrainCommand::Stats(options) => stats::run(options),
        TrainCommand::Export(options) => export::run(options),
        TrainCommand::Theory(options) => theory::run(options),
        TrainCommand::Replies(options) => replies::run(options),
        TrainCommand::Network(options) => network::run(options),
        TrainCommand::Calibrate(options) => calibrate::run(options),
        TrainCommand::Quantise(options) => quantise::run(options),
        TrainCommand::Probcut(options) => probcut::run(options),
        TrainCommand::Positions(options) => positions::run(options),
        TrainCommand::Eval(options) => eval::run(options),
    }
}

/// Reads the bytes of a file of weights.
fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    read_weights(path).with_context(|| path.display().to_string())
}

/// Reads weights from a file, or takes those of the engine.
fn load_weights(path: Option<&Path>) -> anyhow::Result<Arc<Weights>> {
    Ok(match path {
        Some(path) => {
            Arc::new(Weights::from_bytes(&read(path)?).with_context(|| path.display().to_string())?)
        }
        None => Weights::embedded(),
    })
}

/// Reads a network of floats.
fn read_network(path: &Path) -> anyhow::Result<FloatNetwork> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).with_context(|| name.clone())?;
    FloatNetwork::from_bytes(&bytes)
        .with_context(|| format!("{name}: {} bytes are not a network of this shape", bytes.len()))
}
