//! The formats, one file or folder each.
//!
//! A new format is a [`Codec`] here, a name in [`Format`] and a line in [`codec`].

pub mod wthor;

pub(crate) mod board;
pub(crate) mod client;
pub(crate) mod diagram;
pub(crate) mod ggf;
pub(crate) mod jsonl;
pub(crate) mod obf;
pub(crate) mod pgn;
pub(crate) mod quest;
pub(crate) mod sgf;
pub(crate) mod table;
pub(crate) mod transcript;
pub(crate) mod xot;
pub(crate) mod zebra;

use crate::{Codec, Format, RecordError};

/// Returns the code that reads and writes a format.
///
/// # Errors
///
/// If there is none.
pub fn codec(format: Format) -> Result<&'static dyn Codec, RecordError> {
    Ok(match format {
        Format::Wthor => &wthor::Wthor,
        Format::Transcript => &transcript::Transcript,
        Format::Board => &board::BoardFormat,
        Format::Obf => &obf::Obf,
        Format::Xot => &xot::Xot,
        Format::Ggf => &ggf::Ggf,
        Format::Sgf => &sgf::Sgf,
        Format::Pgn => &pgn::Pgn,
        Format::Zebra => &zebra::Zebra,
        Format::Quest => &quest::Quest,
        Format::Jsonl => &jsonl::JsonLines,
        Format::Client => &client::ClientFormat,
        Format::Csv => &table::TableFormat { format: Format::Csv },
        Format::Tsv => &table::TableFormat { format: Format::Tsv },
    })
}
