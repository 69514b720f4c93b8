//! `outflank book deviate`: all lines within a few discs.

use std::ffi::OsString;
use std::path::PathBuf;

use outflank_book::DeviationPlan;

use super::refused;
use super::search::{BookGrower, BookSearchArgs, root};
use crate::failure::Failure;

/// Add every line in which one side plays within a few discs of its best, and the other its best.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
First the side to move at the beginning may err, then the other. Moves that lead out of the book within the limits \
are added until there is nothing left to add. Ctrl-C or a kill loses only the searches in progress; repeat the \
command to continue.

Examples:
  outflank book deviate my.book --within 2 --empties 48
  outflank book deviate my.book --from f5d6 --within 4 --range 8 --depth 16")]
pub(super) struct Args {
    /// The book, a file
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    /// Where to begin: `start`, a board, or moves [default: start]
    #[arg(long, value_name = "POS")]
    from: Option<OsString>,

    /// How many discs a move may be worse than the best
    #[arg(long, value_name = "DISCS", default_value_t = 2, value_parser = clap::value_parser!(i32).range(0..=128))]
    within: i32,

    /// How far a value may lie from that of the first position
    #[arg(long, value_name = "DISCS", default_value_t = 4, value_parser = clap::value_parser!(i32).range(0..=128))]
    range: i32,

    /// Add no positions with fewer empty squares
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=59))]
    empties: u32,

    #[command(flatten)]
    search: BookSearchArgs,
}

/// Runs the command.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let root = root(args.from.as_ref())?;
    let plan = DeviationPlan { within: args.within, range: args.range, fewest_empties: args.empties };
    let mut grower = BookGrower::open(&args.book, &args.search)?;
    grower.plant(root)?;
    while !grower.is_over() {
        let tasks = plan.tasks(grower.session.book(), root).map_err(refused)?;
        if tasks.is_empty() || grower.work(&tasks)? == 0 {
            break;
        }
    }
    grower.finish()
}
