//! `outflank train quantise`: rounds a network of floats to the engine's integers.

use std::path::PathBuf;

use anyhow::Context;

use crate::model::write_weights;
use crate::network::FloatNetwork;

use super::read_network;

/// What to read and to write.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files of floats; the mean of networks that were trained from the same one is taken.
    #[arg(long, num_args = 1.., required = true)]
    from: Vec<PathBuf>,
    /// File to write; compressed if it ends in .zst.
    #[arg(long)]
    out: PathBuf,
}

/// Writes the integers.
pub(crate) fn run(options: &Args) -> anyhow::Result<()> {
    let networks = options.from.iter().map(|path| read_network(path)).collect::<anyhow::Result<Vec<_>>>()?;
    let network = FloatNetwork::mean(&networks).context("no network")?;
    let length = write_weights(&options.out, &network.quantised().to_bytes(), 19)?;
    eprintln!("{}: {length} bytes", options.out.display());
    Ok(())
}
