//! `outflank-train quantise`: rounds a network of floats to the engine's integers.

use std::path::PathBuf;

use clap::Args;
use outflank_trainer::model::write_weights;

use super::read_network;

/// What to read and to write.
#[derive(Args)]
pub(crate) struct Options {
    /// File of floats.
    #[arg(long)]
    from: PathBuf,
    /// File to write; compressed if it ends in .zst.
    #[arg(long)]
    out: PathBuf,
}

/// Writes the integers.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let network = read_network(&options.from)?;
    let length = write_weights(&options.out, &network.quantised().to_bytes(), 19)?;
    eprintln!("{}: {length} bytes", options.out.display());
    Ok(())
}
