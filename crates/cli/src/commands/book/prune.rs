//! `outflank book prune`: a smaller book.

use std::ffi::OsString;
use std::path::PathBuf;

use outflank_book::{OtherWriters, PrunePlan, rewrite_book};

use super::refused;
use super::search::root;
use crate::failure::{Failure, counted};

/// Remove positions that are not reached as long as one side plays well.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A position stays if a line leads to it in which one of the sides, whichever, plays within that many discs of its \
best; the other may play anything. The values of removed positions live on in those above them, and what was proven \
stays proven. No other process may be growing the book meanwhile.

Examples:
  outflank book prune my.book
  outflank book prune my.book --within 4 --empties 40")]
pub(super) struct Args {
    /// The book, a file
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    /// Where lines begin: `start`, a board, or moves [default: start]
    #[arg(long, value_name = "POS")]
    from: Option<OsString>,

    /// How many discs a move of the side that plays well may be worse than its best
    #[arg(long, value_name = "DISCS", default_value_t = 0, value_parser = clap::value_parser!(i32).range(0..=128))]
    within: i32,

    /// Remove positions with fewer empty squares
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=60))]
    empties: u32,
}

/// Runs the command.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let root = root(args.from.as_ref())?;
    super::open_book(&args.book)?;
    let plan = PrunePlan { within: args.within, fewest_empties: args.empties };
    let (before, after) = rewrite_book(&args.book, OtherWriters::Refused, |book| {
        let before = book.len();
        *book = plan.pruned(book, root)?;
        Ok((before, book.len()))
    })
    .map_err(refused)?;
    println!("{}: {} ({before} before)", args.book.display(), counted(after, "position"));
    Ok(())
}
