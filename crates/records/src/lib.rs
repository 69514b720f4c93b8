//! Every file format that describes games or positions of Othello, behind one model.
//!
//! A file is a stream of [`Item`]s: each has the bytes it was read from and, unless they are blank space or a
//! comment, a [`Record`]. **The bytes of all items, one after the other, are the file**: writing a file in its
//! own format therefore changes nothing, and writing it in another keeps all that the other can hold.
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
//! replayed while it is read, so a [`Record`] holds legal plies only. This crate prints
//! nothing and opens no files, except in [`wthor`], where a database is several files that belong together.

pub mod wthor;

mod carry;
mod codec;
mod convert;
mod detect;
mod error;
mod excerpt;
mod format;
mod nearest;
mod number;
mod outcome;
mod properties;
mod record;
mod scanner;
mod text;

mod board;
mod client;
mod ggf;
mod obf;
mod pgn;
mod quest;
mod sgf;
mod transcript;
mod xot;
mod zebra;

use std::io::{BufRead, Write};

pub use client::board_number;
pub use codec::{Codec, Item, Items, ReadOptions, Sink};
pub use convert::{convert, parse_any, read_any, to_bytes};
pub use detect::{DETECT_LIMIT, detect};
pub use error::{Fault, Problem, RecordError};
pub use excerpt::Excerpt;
pub use format::{Format, ParseFormatError};
pub use nearest::{did_you_mean, nearest};
pub use number::Number;
pub use outcome::Outcome;
pub use outflank_game::Ending;
pub use quest::QUEST_LIMIT;
pub use record::{Extra, MoveScore, Player, Ply, Record, TimeControls, WthorFields};
pub use scanner::{ITEM_LIMIT, Piece, Place, Scanner};

/// Returns the code that reads and writes a format.
///
/// # Errors
///
/// If there is none.
pub fn codec(format: Format) -> Result<&'static dyn Codec, RecordError> {
    Ok(match format {
        Format::Wthor => &wthor::Wthor,
        Format::Transcript => &transcript::Transcript,
        Format::Board => &board::Boards,
        Format::Obf => &obf::Obf,
        Format::Xot => &xot::Xot,
        Format::Ggf => &ggf::Ggf,
        Format::Sgf => &sgf::Sgf,
        Format::Pgn => &pgn::Pgn,
        Format::Zebra => &zebra::Zebra,
        Format::Quest => &quest::Quest,
        Format::Client => &client::Client,
    })
}

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
