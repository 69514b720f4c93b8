//! Generic Game Format: `(;GM[Othello]PB[black]...BO[8 ... *]B[d3/eval/time]W[e3]...;)`.
//!
//! Accepted: one game, many games, and match files with a count before the first game of each match; keys in
//! any case; blanks and newlines between properties; `BO` with or without blanks, missing `BO` meaning the
//! standard start; only boards of size 8; moves and passes (`PA`, `pass`, ...) in any case; a left-out pass
//! is supplied; games that end in `)` without `;`. A move's colour must be that of the side to move. `RE` is
//! kept even if the board disagrees. `TY` must be plain Othello: anti-Othello (`8a`) and other sizes are
//! refused by name. Beyond the published properties, `EV` is the event, `RO` the round and
//! `C` a comment on the game or on the move before it; others are kept. Values are UTF-8, else Latin-1.
//!
//! The published grammar has no escapes; here `\]` is a bracket and `\\` a backslash inside a value, and any
//! other backslash is itself.

mod reader;
mod writer;

use std::io::Write;

use crate::codec::{Codec, Items, ReadOptions, Sink, framed, texts};
use crate::{Format, Scanner, properties};

/// The property that holds what GGF has no other place for.
const CARRY: &str = "XO";

/// The format `ggf`.
pub(crate) struct Ggf;

impl Codec for Ggf {
    fn format(&self) -> Format {
        Format::Ggf
    }

    fn items<'a>(&self, scanner: Scanner<'a>, options: ReadOptions) -> Items<'a> {
        let frame = |scanner: &mut Scanner<'_>| properties::frame(scanner, true, "a GGF game");
        framed(scanner, options, frame, |raw, _| reader::parse(raw))
    }

    fn sink<'a>(&self, output: Box<dyn Write + 'a>) -> Box<dyn Sink + 'a> {
        texts(output, |record| Ok(format!("{}\n", writer::spell(record))))
    }
}
