//! `outflank book merge`: what several books know, in one.

use std::path::PathBuf;

use outflank_book::BookRecord;

use super::refused;
use crate::failure::Failure;

/// Add what other books know to a book.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
For every position the better-founded value is kept: proven before searched, deeper before shallower. Proven bounds \
are intersected; proofs that contradict each other are reported, and the exit code is 1. The order of the books does \
not matter.

Examples:
  outflank book merge my.book other.book
  outflank book merge all.book one.book two.book")]
pub(super) struct Args {
    /// The book to add to; created if it does not exist
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    /// The books to add
    #[arg(value_name = "OTHER", required = true)]
    others: Vec<PathBuf>,
}

/// Runs the command.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut records: Vec<BookRecord> = Vec::new();
    for path in &args.others {
        let other = super::open_book(path)?;
        for record in other.records() {
            records.push(record.map_err(refused)?);
        }
    }
    super::add_records(&args.book, |_| Ok(records))
}
