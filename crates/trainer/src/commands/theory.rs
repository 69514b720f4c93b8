//! `outflank train theory`: writes the positions whose theoretical scores game files know, as samples.

use std::path::PathBuf;

use crate::games::read_folder;
use crate::judge::theory;
use crate::samples::{SampleHeader, TrainingSample, write_samples};

/// What to read and to write.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder of WTHOR files of the years up to 2011.
    #[arg(long)]
    games: PathBuf,
    /// File to write.
    #[arg(long)]
    out: PathBuf,
}

/// Writes each position once, in canonical form.
pub(crate) fn run(options: &Args) -> anyhow::Result<()> {
    let games = read_folder(&options.games)?;
    let mut samples: Vec<TrainingSample> = games
        .iter()
        .filter_map(theory)
        .map(|(board, score)| TrainingSample {
            board: board.canonical().0,
            result: score as i8,
            search: None,
        })
        .collect();
    samples.sort_unstable();
    samples.dedup_by_key(|sample| sample.board);
    let header = SampleHeader { exact_from: 64, depth: 0, chunk: 0, seed: 0 };
    write_samples(&options.out, header, &samples)?;
    eprintln!("{}: {} samples", options.out.display(), samples.len());
    Ok(())
}
