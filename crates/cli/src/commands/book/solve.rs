//! `outflank book solve`: late positions proven.

use std::path::PathBuf;

use outflank_book::solve_tasks;

use super::refused;
use super::search::{BookGrower, BookSearchArgs};
use crate::failure::Failure;

/// Solve the late positions of a book, which proves their values and those above them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Positions with few empty squares come first. Ctrl-C or a kill loses only the searches in progress; repeat the \
command to continue.

Examples:
  outflank book solve my.book
  outflank book solve my.book --empties 26 --time 3600")]
pub(super) struct Args {
    /// The book, a file
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    /// Solve positions with at most this many empty squares
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=60))]
    empties: u32,

    #[command(flatten)]
    search: BookSearchArgs,
}

/// Runs the command.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut grower = BookGrower::open(&args.book, &args.search)?;
    let tasks = solve_tasks(grower.session.book(), args.empties).map_err(refused)?;
    grower.work(&tasks)?;
    grower.finish()
}
