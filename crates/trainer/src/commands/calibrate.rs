//! `outflank train calibrate`: levels a network so that searches are right on average.

use std::path::PathBuf;

use anyhow::Context;

use crate::calibrate::calibrate;
use crate::judge::draw;
use crate::learn::is_theory_held_out;
use crate::network::FloatNetwork;
use crate::samples::read_samples;
use outflank_rules::Board;

use super::read_network;

/// What to level, and by what.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files of floats; the mean of networks that were trained from the same one is taken.
    #[arg(long, num_args = 1.., required = true)]
    from: Vec<PathBuf>,
    /// File of theoretical scores; every fifth position is left out, as when learning.
    #[arg(long)]
    theory: PathBuf,
    /// File of floats to write.
    #[arg(long)]
    out: PathBuf,
    /// Empty squares of the positions to measure with.
    #[arg(long, default_value_t = 24)]
    empties: u32,
    /// How many of them.
    #[arg(long, default_value_t = 3000)]
    positions: usize,
    /// The deepest search to measure.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=12))]
    depth: u32,
    /// Discs that heads for more empty squares are shifted by.
    #[arg(long, default_value_t = 1.0)]
    above: f64,
    /// Threads.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Writes the shifted network and prints the shifts.
pub(crate) fn run(options: &Args) -> anyhow::Result<()> {
    let networks = options.from.iter().map(|path| read_network(path)).collect::<anyhow::Result<Vec<_>>>()?;
    let mut network = FloatNetwork::mean(&networks).context("no network")?;
    let (_, samples) = read_samples(&options.theory)?;
    let learned = samples.iter().enumerate().filter(|&(place, _)| !is_theory_held_out(place));
    let known: Vec<(Board, i32)> = learned
        .filter(|(_, sample)| sample.board.empty().len() == options.empties)
        .map(|(_, sample)| (sample.board, i32::from(sample.result)))
        .collect();
    let known = draw(known, options.positions, options.seed);
    let shifts = calibrate(&mut network, &known, options.depth, options.above, options.threads)?;
    for (empties, shift) in shifts.iter().enumerate() {
        println!("{empties:>2} empty squares: {shift:+.2} discs");
    }
    std::fs::write(&options.out, network.to_bytes()).with_context(|| options.out.display().to_string())
}
