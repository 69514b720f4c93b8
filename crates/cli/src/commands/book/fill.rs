//! `outflank book fill`: positions between positions, and leaves that are missing.

use std::path::PathBuf;

use outflank_book::{gap_tasks, missing_leaf_tasks};

use super::refused;
use super::search::{BookGrower, BookSearchArgs};
use crate::failure::Failure;

/// Add the positions that join two book positions, and search what was never searched.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Useful after `learn`, `import` and `merge`: lines that meet again are joined, and positions without a searched move get one.

Examples:
  outflank book fill my.book
  outflank book fill my.book --gap 2 --depth 16")]
pub(super) struct Args {
    /// The book, a file
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    /// How many positions may be missing between two; 0 only searches what was never searched
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=3))]
    gap: u32,

    #[command(flatten)]
    search: BookSearchArgs,
}

/// Runs the command.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut grower = BookGrower::open(&args.book, &args.search)?;
    let gaps = gap_tasks(grower.session.book(), args.gap).map_err(refused)?;
    grower.work(&gaps)?;
    search_missing(&mut grower)?;
    grower.finish()
}

/// Searches all positions of which the best move out of the book is not known. A position that gets its value
/// may be the one that a leaf above stood for: then that one is next.
pub(super) fn search_missing(grower: &mut BookGrower) -> Result<(), Failure> {
    while !grower.is_over() {
        let tasks = missing_leaf_tasks(grower.session.book()).map_err(refused)?;
        if tasks.is_empty() || grower.work(&tasks)? == 0 {
            break;
        }
    }
    Ok(())
}
