//! Every file format that describes games or positions of Othello, behind one model.
//!
//! A file is a stream of [`Item`]s: each has the bytes it was read from and, unless they are blank space or a
//! comment, a [`Record`]. **The bytes of all items, one after the other, are the file**: writing a file in
//! its own format therefore changes nothing, and writing it in another keeps all that the other can hold.
//!
//! ```
//! use outflank_records::{Format, ReadOptions, read};
//!
//! let file = "f5d6c3\n\nf5f6e6f4\n";
//! let items: Vec<_> =
//!     read(file.as_bytes(), Format::Transcript, ReadOptions::default()).collect::<Result<_, _>>()?;
//! assert_eq!(items.iter().filter(|item| item.record.is_some()).count(), 2);
//! assert_eq!(items.iter().flat_map(|item| item.raw.clone()).collect::<Vec<u8>>(), file.as_bytes());
//! # Ok::<(), outflank_records::RecordError>(())
//! ```
//!
//! Memory stays bounded whatever the input: a piece longer than [`ITEM_LIMIT`] is an error. Every game is
//! replayed while it is read, so a [`Record`] holds legal plies only. [`open`] makes records of a path; all
//! else works on streams. This crate prints nothing.

mod carry;
mod codec;
mod convert;
mod date;
mod detect;
mod encoding;
mod error;
mod excerpt;
mod format;
mod formats;
mod lines;
mod losses;
mod nearest;
mod number;
mod open;
mod outcome;
mod properties;
mod record;
mod scanner;
mod sideline;
mod text;
mod zip;

use std::io::{BufRead, Write};

pub use codec::{Codec, Item, Items, ReadOptions, Sink};
pub use convert::{convert, parse_any, read_any, to_bytes};
pub use date::{ParseDateError, PartialDate};
pub use detect::{DETECT_LIMIT, detect};
pub use encoding::{NameEncoding, ParseEncodingError, decoded};
pub use error::{PieceFault, Problem, RecordError};
pub use excerpt::Excerpt;
pub use format::{Format, ParseFormatError};
pub use formats::client::board_number;
pub use formats::quest::QUEST_LIMIT;
pub use formats::{codec, wthor};
pub use lines::{LineExtent, continues_numbered, line_extent};
pub use losses::NoteLosses;
pub use nearest::{did_you_mean, nearest};
pub use number::Number;
pub use open::{FileItems, Opened, files_in, format_of_path, open};
pub use outcome::Outcome;
pub use outflank_game::Ending;
pub use record::{Extra, MoveScore, PlayerInfo, Ply, Record, TimeControls, WthorFields};
pub use scanner::{ITEM_LIMIT, Location, Piece, Scanner, line_ends};
pub use sideline::Sideline;
pub use zip::ZipWriter;

/// Reads a file piece by piece.
pub fn read<'a>(input: impl BufRead + 'a, format: Format, options: ReadOptions) -> Items<'a> {
    match codec(format) {
        Ok(codec) => codec.items(Scanner::new(input), options),
        Err(error) => Box::new(std::iter::once(Err(error))),
    }
}

/// Writes records in a format.
///
/// # Errors
///
/// If the format has no writer; the sink itself reports records it cannot hold.
pub fn write<'a>(output: impl Write + 'a, format: Format) -> Result<Box<dyn Sink + 'a>, RecordError> {
    Ok(codec(format)?.sink(Box::new(output)))
}
