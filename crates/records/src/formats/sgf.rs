//! Smart Game Format, Othello dialect: `(;FF[4]GM[2]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]RE[B+4];B[f5];W[d6])`.
//!
//! Accepted: `GM[2]` or no `GM`; size 8 or no size; a start given by `AB`, `AW` (also rectangles `a1:c2`),
//! `AE` and `PL` in the root, or none, meaning the standard start; coordinates `f5` or `fe`, either case; a
//! pass as `PA`, `pass`, `--`, `tt` or nothing; left-out passes; keys in capitals, in small letters, or in
//! the old long style (`GaMe`); comments in `C`, names in `N`, marks in `CR`, `MA`, `SQ`, `TR`, `LB`, `AR`;
//! `\` escapes. The main line is the first branch everywhere; the other branches are lines beside it, or
//! kept as text if their moves cannot be followed. Unknown properties are kept where they stand. Values are
//! UTF-8, else Latin-1, whatever `CA` says.
//!
//! Written: `FF[4]`, UTF-8, with the start always spelled out. `XE` and `XT` hold a move's evaluation and
//! time, `XO` what SGF has no other place for.

mod marks;
mod reader;
mod writer;

use std::io::Write;

use crate::codec::{Codec, Items, ReadOptions, Sink, framed, texts};
use crate::{Format, Scanner, properties};

/// The private property for what SGF has no other place for.
const CARRY: &str = "XO";
/// The private property for a move's evaluation.
const EVAL: &str = "XE";
/// The private property for the seconds a move took.
const TIME: &str = "XT";
/// The name under which branches beside the main line are kept.
const BRANCH: &str = "(";

/// The format `sgf`.
pub(crate) struct Sgf;

impl Codec for Sgf {
    fn format(&self) -> Format {
        Format::Sgf
    }

    fn items<'a>(&self, scanner: Scanner<'a>, options: ReadOptions) -> Items<'a> {
        let frame = |scanner: &mut Scanner<'_>| properties::frame(scanner, false, "an SGF game");
        framed(scanner, options, frame, |raw, _| reader::parse(raw))
    }

    fn sink<'a>(&self, output: Box<dyn Write + 'a>) -> Box<dyn Sink + 'a> {
        texts(output, |record| Ok(format!("{}\n", writer::spell(record))))
    }
}
