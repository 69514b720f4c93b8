//! `outflank train stats`: counts samples and says what their results are like.

use std::path::PathBuf;

use crate::samples::sample_files;
use crate::stats::{StageStats, stats};

/// What to read.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folders of samples.
    #[arg(long, required = true, num_args = 1..)]
    samples: Vec<PathBuf>,
}

/// Prints a table by empty squares, and a line for all.
pub(crate) fn run(options: &Args) -> anyhow::Result<()> {
    let stages = stats(&sample_files(&options.samples)?)?;
    println!("empties    samples  duplicates   mean  deviation  searched  search error");
    let mut all = StageStats::default();
    for (empties, stage) in stages.iter().enumerate().filter(|(_, stage)| stage.count > 0) {
        print_line(&empties.to_string(), stage);
        all.add(stage);
    }
    print_line("all", &all);
    Ok(())
}

fn print_line(name: &str, stage: &StageStats) {
    println!(
        "{name:>7} {:>10} {:>10.1}% {:>6.2} {:>10.2} {:>8.1}% {:>13.2}",
        stage.count,
        100.0 * stage.duplicates(),
        stage.mean(),
        stage.deviation(),
        100.0 * stage.searched as f64 / stage.count.max(1) as f64,
        stage.search_error()
    );
}
