//! Portable Game Notation, Othello dialect: tags, then `1. f5 d6 2. c3 ... {X wins 40-24} 1-0`.
//!
//! Accepted: the usual tags, others kept; a start in `FEN`, as 65 characters or as eight rows with digits for
//! empty runs (`8/8/8/3OX3/3XO3/8/8/8 X`), or none, meaning the standard start; moves in any case, also
//! `P@f5`; passes as `--`, `pass`, `PA`, `PS`, `@@@@` or left out; move numbers; comments in `{}` and after
//! `;`; lines starting with `%`; annotation glyphs (`$4`, `!?`), kept as text; variations in parentheses,
//! also within others, kept as text if their moves cannot be followed; marks in comments (`[%csl Gf5]`,
//! `[%cal Gc3e5]`: green is a circle, red a cross, blue a square, yellow a triangle); results
//! `1-0`, `0-1`, `1/2-1/2`, `*` and disc counts such as `40-24` (black first). Black moves first, so `1-0` is
//! a win for black. Chess letters in `FEN` are refused: programs disagree about their colours. Values and
//! comments are UTF-8, else Latin-1.
//!
//! Tags without moves, result or `FEN` are refused: they are a part of a game.
//!
//! Written: the seven usual tags first, unknown ones as `?`, the date as `2000.04.16` or `2000.??.??` (its
//! own spelling, if it says more, with what PGN has no place for); a move's evaluation and time in its
//! comment as `[%eval 3.5]` and `[%emt 12.4]`; what PGN has no other place for in the tag `Outflank`.

mod frame;
mod marks;
mod reader;
mod writer;

use std::io::Write;

use crate::codec::{Codec, Items, ReadOptions, Sink, framed, texts};
use crate::{Format, Record, Scanner};

/// The tag that holds what PGN has no other place for.
const CARRY: &str = "Outflank";
/// The name under which variations are kept.
const VARIATION: &str = "(";
/// The name under which annotation glyphs are kept.
const GLYPH: &str = "$";

/// The format `pgn`.
pub(crate) struct Pgn;

impl Codec for Pgn {
    fn format(&self) -> Format {
        Format::Pgn
    }

    fn items<'a>(&self, scanner: Scanner<'a>, options: ReadOptions) -> Items<'a> {
        framed(scanner, options, frame::game, |raw, _| reader::parse(raw))
    }

    fn sink<'a>(&self, output: Box<dyn Write + 'a>) -> Box<dyn Sink + 'a> {
        texts(output, |record| Ok(writer::spell(record)))
    }
}

/// Tells whether a line is a game with all that belongs to it: moves or a result.
pub(crate) fn is_whole(line: &[u8]) -> bool {
    let has_end = line.ends_with(b"*");
    let says_more = |game: &Record| has_end || !game.is_position() || game.outcome.is_some();
    reader::parse(line).is_ok_and(|games| games.iter().any(says_more))
}

/// Tells whether a word ends a game: `1-0`, `0-1`, `1/2-1/2`, `*` or two disc counts.
fn is_result(word: &[u8]) -> bool {
    let count = |digits: &[u8]| (1..=2).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
    let mut sides = word.splitn(2, |&byte| byte == b'-');
    matches!(word, b"*" | b"1/2-1/2") || sides.next().is_some_and(count) && sides.next().is_some_and(count)
}
