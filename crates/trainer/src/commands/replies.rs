//! `outflank train replies`: labels the positions one move after those of a file of exact scores.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::Context;

use crate::generate::{GenerateError, chunk_path};
use crate::learn::is_theory_held_out;
use crate::parallel::map_chunks;
use crate::replies::replies;
use crate::samples::{SampleHeader, TrainingSample, read_samples, write_samples};
use outflank_engine::Engine;

use super::load_weights;

/// Known positions in a chunk.
const CHUNK: usize = 256;

/// The MiB of the table of one thread.
const TABLE_MIB: usize = 8;

/// What to read, how deep to look and where to write.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// File of theoretical scores; every fifth position is left out, as when learning.
    #[arg(long)]
    theory: PathBuf,
    /// Folder to write to; chunks that are there already are kept.
    #[arg(long)]
    out: PathBuf,
    /// Weights of the search instead of the engine's own.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// How deep to look after the reply.
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    /// Threads.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Labels the chunks that are not there yet.
pub(crate) fn run(options: &Args) -> anyhow::Result<()> {
    let start = Instant::now();
    let weights = load_weights(options.weights.as_deref())?;
    let (_, known) = read_samples(&options.theory)?;
    let learned = known.iter().enumerate().filter(|&(place, _)| !is_theory_held_out(place));
    let known: Vec<TrainingSample> = learned.map(|(_, &sample)| sample).collect();
    std::fs::create_dir_all(&options.out).with_context(|| options.out.display().to_string())?;
    let done = AtomicUsize::new(0);
    let chunks = map_chunks(&known, CHUNK, options.threads, |first, known| -> Result<usize, GenerateError> {
        let chunk = (first / CHUNK) as u32;
        let path = chunk_path(&options.out, 0, chunk);
        if path.exists() {
            return Ok(0);
        }
        let engine = Engine::new(TABLE_MIB, Arc::clone(&weights))?;
        let samples: Vec<TrainingSample> =
            known.iter().flat_map(|sample| replies(&engine, sample, options.depth)).collect();
        let header = SampleHeader { exact_from: 64, depth: options.depth as u8, chunk, seed: 0 };
        write_samples(&path, header, &samples)?;
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if done.is_multiple_of(16) {
            eprintln!("{:7.1} {done} chunks", start.elapsed().as_secs_f64());
        }
        Ok(samples.len())
    });
    let written: usize = chunks.into_iter().sum::<Result<usize, _>>()?;
    eprintln!("{:7.1} {written} samples written", start.elapsed().as_secs_f64());
    Ok(())
}
