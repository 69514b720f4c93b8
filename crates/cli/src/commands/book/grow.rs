//! `outflank book grow`: a book grown where a search changes most.

use std::ffi::OsString;
use std::path::PathBuf;

use outflank_book::{BookTask, GrowthPlan};

use super::refused;
use super::search::{BookGrower, BookSearchArgs, root};
use crate::failure::{Failure, tell};

/// Grow a book, always searching next what can change the answer most.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A position is added after the best move that leads out of the book, and both are searched. Which one is next depends \
on how far the value may be off at its depth, how often play gets there (worse moves less often, moves of learned \
games more often), and how long the search takes. Every thread searches a position of its own.

The book is created if it does not exist. Interrupt the command with Ctrl-C, or kill it, and repeat it: it \
continues, and only the searches in progress are lost. Several processes may grow the same book at once.

Examples:
  outflank book grow my.book --time 60
  outflank book grow my.book --depth 16 --positions 100000
  outflank book grow tiger.book --from f5d6c3d3c4 --time 600 --threads 4")]
pub(super) struct Args {
    /// The book, a file
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    /// Where to begin: `start`, a board, or moves [default: start]
    #[arg(long, value_name = "POS")]
    from: Option<OsString>,

    /// Stop when the book has this many positions
    #[arg(long, value_name = "N")]
    positions: Option<u64>,

    /// Add no positions with fewer empty squares
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=59))]
    empties: u32,

    /// A move that loses this many discs is assumed to be played e times less often than the best
    #[arg(long, value_name = "DISCS", default_value_t = 2.0, value_parser = spread)]
    spread: f64,

    #[command(flatten)]
    search: BookSearchArgs,
}

fn spread(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(discs) if (0.1..=64.0).contains(&discs) => Ok(discs),
        _ => Err(format!("{text:?} is not a number of discs from 0.1 to 64")),
    }
}

/// The share of a book that is searched before what is next is weighed anew: one in so many positions.
const BATCH: u64 = 50;

/// Runs the command.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let root = root(args.from.as_ref())?;
    let plan = GrowthPlan { fewest_empties: args.empties, spread: args.spread };
    let mut grower = BookGrower::open(&args.book, &args.search)?;
    grower.plant(root)?;
    while !grower.is_over() {
        let book = grower.session.book();
        let left = args.positions.map_or(u64::MAX, |most| most.saturating_sub(book.len()));
        if left == 0 {
            break;
        }
        let ranked = plan.tasks(book, &[root], grower.engine()).map_err(refused)?;
        if ranked.is_empty() {
            tell("there is nothing left to search; to go further, change --empties, --spread or --from");
            break;
        }
        let batch = (book.len() / BATCH).max(2 * grower.threads() as u64).min(left);
        let batch = usize::try_from(batch).unwrap_or(usize::MAX);
        let tasks: Vec<BookTask> = ranked.into_iter().take(batch).map(|ranked| ranked.task).collect();
        if grower.work(&tasks)? == 0 {
            break;
        }
    }
    grower.finish()
}
