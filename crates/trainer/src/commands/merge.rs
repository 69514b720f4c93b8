//! `outflank train merge`: makes one sample of all samples of a position and its mirror images.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::merge::merge;
use crate::samples::sample_files;

/// What to read and to write.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folders of samples.
    #[arg(long, required = true, num_args = 1..)]
    samples: Vec<PathBuf>,
    /// Folder to write to; it may not hold samples yet.
    #[arg(long)]
    out: PathBuf,
}

/// Merges, and says how many samples are left.
pub(crate) fn run(options: &Args) -> anyhow::Result<()> {
    let start = Instant::now();
    let files = sample_files(&options.samples)?;
    std::fs::create_dir_all(&options.out).with_context(|| options.out.display().to_string())?;
    let mut said = Instant::now();
    let merged = merge(&files, &options.out, |read| {
        if said.elapsed() >= Duration::from_secs(5) {
            said = Instant::now();
            eprintln!("{:7.1} {read} samples read", start.elapsed().as_secs_f64());
        }
    })?;
    eprintln!(
        "{:7.1} {} samples read, {} written, {} of them held out",
        start.elapsed().as_secs_f64(),
        merged.read,
        merged.written,
        merged.held_out
    );
    if merged.contradictions > 0 {
        eprintln!("{} positions have exact results that differ", merged.contradictions);
    }
    Ok(())
}
