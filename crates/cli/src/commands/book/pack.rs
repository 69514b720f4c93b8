//! `outflank book pack`: a book as small as it gets, for a program to carry.

use std::io::Write as _;
use std::path::PathBuf;

use super::refused;
use crate::failure::{Failure, counted, tell};
use crate::replace::OutputFile;

/// How hard is tried to make it small; reading is as quick for any.
const LEVEL: i32 = 19;

/// Pack a book to a third of its size, to embed it in a program that reads it block by block.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The shipped book is packed in this form. Every command that reads a book reads a packed one as well; a command that \
changes it puts an ordinary book in its place.

Examples:
  outflank book pack my.book my.pack
  outflank book show my.pack f5d6")]
pub(super) struct Args {
    /// The book
    #[arg(value_name = "BOOK")]
    book: PathBuf,

    /// The file to write
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Runs the command.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let book = super::open_book(&args.book)?;
    let packed = book.pack(&|bytes| zstd::encode_all(bytes, LEVEL)).map_err(refused)?;
    let mut output = OutputFile::create(&args.file)?;
    output.write_all(&packed)?;
    output.commit()?;
    let (positions, bytes) = (counted(book.len(), "position"), packed.len());
    let each = bytes as f64 / book.len().max(1) as f64;
    tell(&format!("{}: {positions}, {bytes} bytes, {each:.1} each", args.file.display()));
    Ok(())
}
