//! Opening lists: exactly eight moves a line, from the standard start.
//!
//! Accepted: the spellings of transcripts, lines starting with `%` or `#` as comments. Written: eight moves
//! in lower case; a game of more or fewer moves is refused, because cutting it would change what it says.

use std::io::Write;

use crate::codec::{Codec, Items, ReadOptions, Sink, framed, texts};
use crate::formats::board::{is_remark, line};
use crate::formats::transcript;
use crate::{Format, PieceFault, Problem, Record, Scanner, text};

/// The format `xot`.
pub(crate) struct Xot;

/// How many moves an opening has.
pub(crate) const MOVES: usize = 8;

impl Codec for Xot {
    fn format(&self) -> Format {
        Format::Xot
    }

    fn items<'a>(&self, scanner: Scanner<'a>, options: ReadOptions) -> Items<'a> {
        framed(scanner, options, line, |raw, _| parse(raw))
    }

    fn sink<'a>(&self, output: Box<dyn Write + 'a>) -> Box<dyn Sink + 'a> {
        texts(output, spell)
    }
}

fn parse(raw: &[u8]) -> Result<Vec<Record>, PieceFault> {
    let (at, line) = text::trimmed(raw);
    if is_remark(line) {
        return Ok(Vec::new());
    }
    let record = transcript::game(line).map_err(|fault| PieceFault::new(at + fault.at, fault.problem))?;
    match placed(&record) {
        MOVES => Ok(vec![record]),
        count => Err(PieceFault::new(
            at,
            Problem::value(format!("an opening has 8 moves, this line has {count}"), line),
        )),
    }
}

fn placed(record: &Record) -> usize {
    record.moves().filter(|played| !played.is_pass()).count()
}

fn spell(record: &Record) -> Result<String, Problem> {
    let text = transcript::spell(Format::Xot, record)?;
    match placed(record) {
        MOVES => Ok(format!("{text}\n")),
        count => Err(Problem::CannotHold {
            format: Format::Xot,
            what: format!("a game of {count} moves, only openings of {MOVES}"),
        }),
    }
}
