//! Boards of 65 characters, one a line: 64 squares a1 to h8 and the side to move.
//!
//! Accepted: black `X x * b B`, white `O o w W`, empty `- . _`, blanks anywhere, lines starting with `%` or `#`
//! as comments. Digits for discs are refused, because programs disagree about their colours. Written: `X O -`,
//! without blanks. A game is written as its last position.

use std::io::Write;

use outflank_rules::{BoardTextError, ParsePositionError, Position};

use crate::codec::{Codec, Items, ReadOptions, Sink, framed, texts};
use crate::{Excerpt, Fault, Format, Problem, Record, RecordError, Scanner, text};

/// The format `board`.
pub(crate) struct Boards;

impl Codec for Boards {
    fn format(&self) -> Format {
        Format::Board
    }

    fn items<'a>(&self, scanner: Scanner<'a>, options: ReadOptions) -> Items<'a> {
        framed(scanner, options, line, |raw, _| parse(raw))
    }

    fn sink<'a>(&self, output: Box<dyn Write + 'a>) -> Box<dyn Sink + 'a> {
        texts(output, |record| Ok(format!("{}\n", record.last_position())))
    }
}

/// Takes one line.
pub(crate) fn line(scanner: &mut Scanner<'_>) -> Result<(), RecordError> {
    scanner.take_line("a line")
}

/// Tells whether a trimmed line is blank or a comment.
pub(crate) fn is_remark(line: &[u8]) -> bool {
    matches!(line.first(), None | Some(b'%' | b'#'))
}

fn parse(raw: &[u8]) -> Result<Vec<Record>, Fault> {
    let (at, line) = text::trimmed(raw);
    if is_remark(line) {
        return Ok(Vec::new());
    }
    let text = text::strict(line).map_err(|fault| Fault::new(at + fault.at, fault.problem))?;
    Ok(vec![Record::new(position(text).map_err(|problem| Fault::new(at, problem))?)])
}

/// Parses a board, calling digits what they are.
pub(crate) fn position(text: &str) -> Result<Position, Problem> {
    text.parse().map_err(|error| match error {
        ParsePositionError::Text(digit @ BoardTextError::Digit { .. }) => {
            Problem::Ambiguous { explanation: digit.to_string(), begins: Excerpt::of(text) }
        }
        error => Problem::Board(error),
    })
}
