//! `outflank train probcut`: fits the errors of probing cuts and prints the parameters for the engine.

use std::path::PathBuf;

use crate::probcut::{Spread, fit, measure};
use crate::rng::seeded;
use crate::samples::{read_samples, sample_files};

use super::load_weights;

/// Which positions to search, and how deep.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder of samples whose positions are searched.
    #[arg(long)]
    samples: PathBuf,
    /// Weights instead of the engine's own.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Positions for each number of empty squares.
    #[arg(long, default_value_t = 40)]
    positions: usize,
    /// The deepest search.
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u32).range(2..=16))]
    depth: u32,
    /// Threads.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Measures, fits, prints.
pub(crate) fn run(options: &Args) -> anyhow::Result<()> {
    let weights = load_weights(options.weights.as_deref())?;
    let mut by_empties = vec![Vec::new(); 61];
    for file in sample_files(std::slice::from_ref(&options.samples))? {
        for sample in read_samples(&file)?.1 {
            by_empties[(sample.board.empty().len() as usize).min(60)].push(sample.board);
        }
    }
    let mut boards = Vec::new();
    for all in &mut by_empties[11..=56] {
        all.sort_by_cached_key(|board| seeded(&[options.seed, board.hash()]).word());
        all.dedup();
        boards.extend(all.iter().take(options.positions));
    }
    eprintln!("{} positions", boards.len());
    let spreads = measure(&boards, &weights, options.depth, options.threads)?;
    for solved in [false, true] {
        let name = if solved { "ENDGAME" } else { "MIDGAME" };
        println!("const {name}: [f64; PROBE_TERMS] = {:.4?};", fit(&spreads, solved));
    }
    for (solved, depth, shallow) in [(false, 4, 2), (false, 6, 2), (false, 8, 4), (false, 9, 3), (true, 0, 4)]
    {
        let mut line = String::new();
        for low in (11..57).step_by(6) {
            let mut all = Spread::default();
            let chosen = spreads.iter().filter(|(case, _)| {
                case.solved == solved
                    && (low..low + 6).contains(&case.empties)
                    && (solved || case.depth == depth)
                    && case.shallow == shallow
            });
            for (_, spread) in chosen {
                all.count += spread.count;
                all.sum += spread.sum;
                all.squares += spread.squares;
            }
            if all.count > 0.0 {
                line += &format!("  {low}: {:.2} ({:+.2})", all.rms(), all.sum / all.count);
            }
        }
        let deep = if solved { "end".to_owned() } else { depth.to_string() };
        println!("depth {shallow} for {deep}, by empties, error (mean):{line}");
    }
    Ok(())
}
