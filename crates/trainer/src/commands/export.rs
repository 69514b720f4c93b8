//! `outflank train export`: samples for other programs.

use std::path::PathBuf;

use anyhow::Context;

use crate::export::{ExportFormat, ExportPlan, export};
use crate::samples::sample_files;

/// What to write, and where.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folders of samples
    #[arg(long, required = true, num_args = 1.., value_name = "DIR")]
    samples: Vec<PathBuf>,
    /// The file to write: .obf, .csv or .npz
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The most samples
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    limit: usize,
    /// Only samples whose results are scores under perfect play
    #[arg(long)]
    exact: bool,
    /// The fewest empty squares
    #[arg(long, value_name = "N", default_value_t = 0)]
    from_empties: u32,
    /// The most empty squares
    #[arg(long, value_name = "N", default_value_t = 60)]
    to_empties: u32,
}

/// Writes the samples and says how many.
pub(crate) fn run(options: &Args) -> anyhow::Result<()> {
    let format = ExportFormat::of_path(&options.out)
        .with_context(|| format!("{}: the file must end with .obf, .csv or .npz", options.out.display()))?;
    let empties = (options.from_empties, options.to_empties);
    let plan = ExportPlan { limit: options.limit, exact_only: options.exact, empties };
    let count = export(&sample_files(&options.samples)?, &plan, &options.out, format)?;
    eprintln!("{count} sample{} written", if count == 1 { "" } else { "s" });
    Ok(())
}
