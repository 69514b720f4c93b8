//! `outflank book sample`: how far are the values of a book off?

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::PathBuf;

use outflank_book::{BookKey, BookLeaf, Confidence};
use outflank_engine::Dice;
use serde_json::json;

use super::refused;
use super::search::search_deeper;
use crate::failure::Failure;
use crate::searcher::EngineArgs;

/// Search random leaves of a book again, deeper, and print how their values change.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Leaves are the best moves that lead out of the book; those that are proven are left out. The change is seen from the \
side that moves.

JSON, one object: leaves, deeper, mean (change), mean_absolute, deviation, same (share without a change), changes (how many leaves changed by \
how many discs).

Examples:
  outflank book sample my.book
  outflank book sample shipped --leaves 200 --deeper 4 --seed 1 --json")]
pub(super) struct Args {
    /// The book: a file, or `shipped`
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    /// How many leaves
    #[arg(long, value_name = "N", default_value_t = 50)]
    leaves: usize,

    /// How many plies deeper
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=20))]
    deeper: u32,

    /// The random seed: the same seed picks the same leaves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    engine: EngineArgs,
}

/// Runs the command.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let book = super::open_book(&args.book)?;
    let mut leaves: Vec<(BookKey, BookLeaf)> = Vec::new();
    for record in book.records() {
        let record = record.map_err(refused)?;
        let leaf = record.leaf.filter(|leaf| leaf.square.is_some());
        leaves.extend(
            leaf.filter(|leaf| leaf.estimate.confidence != Confidence::Proven).map(|leaf| (record.key, leaf)),
        );
    }
    Dice::new(args.seed).shuffle(&mut leaves);
    leaves.truncate(args.leaves);
    let found = search_deeper(&leaves, args.deeper, &args.engine)?;
    let mut changes: BTreeMap<i32, usize> = BTreeMap::new();
    for (_, before, after) in &found {
        *changes.entry(i32::from(after.value) - i32::from(before.value)).or_default() += 1;
    }
    let count = found.len().max(1) as f64;
    let mean_of = |measure: &dyn Fn(i32) -> f64| {
        changes.iter().map(|(change, times)| measure(*change) * *times as f64).sum::<f64>() / count
    };
    let mean = mean_of(&f64::from);
    let absolute = mean_of(&|change| f64::from(change.abs()));
    let deviation = (mean_of(&|change| f64::from(change * change)) - mean * mean).max(0.0).sqrt();
    let same = changes.get(&0).copied().unwrap_or(0) as f64 / count;
    let mut out = io::stdout().lock();
    if args.json {
        let object = json!({
            "leaves": found.len(), "deeper": args.deeper, "mean": mean, "mean_absolute": absolute,
            "deviation": deviation, "same": same, "changes": changes,
        });
        writeln!(out, "{object}")?;
        return Ok(());
    }
    writeln!(out, "change  leaves")?;
    for (change, times) in &changes {
        writeln!(out, "{change:>+6}  {times:>6}")?;
    }
    let (leaves, deeper) = (found.len(), args.deeper);
    writeln!(
        out,
        "{leaves} leaves {deeper} plies deeper: {mean:+.2} on average, {absolute:.2} without the sign, deviation {deviation:.2}, {:.0} % \
         as they were",
        100.0 * same
    )?;
    Ok(())
}
