//! Boards of 65 characters: 64 squares a1 to h8 and the side to move, one a line.
//!
//! Accepted: also eight lines of eight squares, the side after the last or on a ninth line; black `X x * b
//! B`, white `O o w W`, empty `- . _`, drawn discs (`●`, `○`), blanks anywhere, quotes around, lines starting
//! with `%` or `#` as comments; drawings with coordinates, as `outflank show` makes them (`diagram.rs`).
//! Digits for discs are refused, because programs disagree about their colours. Written: `X O -`, without
//! blanks. A game is written as its last position.

use std::io::Write;

use outflank_rules::{BoardTextError, ParsePositionError, Position, Setup};

use crate::codec::{Codec, Items, ReadOptions, Sink, framed, texts};
use crate::formats::diagram;
use crate::text::{self, PlainText};
use crate::{Excerpt, Format, PieceFault, Problem, Record, RecordError, Scanner};

/// The format `board`.
pub(crate) struct BoardFormat;

impl Codec for BoardFormat {
    fn format(&self) -> Format {
        Format::Board
    }

    fn items<'a>(&self, scanner: Scanner<'a>, options: ReadOptions) -> Items<'a> {
        framed(scanner, options, frame, |raw, _| parse(raw))
    }

    fn sink<'a>(&self, output: Box<dyn Write + 'a>) -> Box<dyn Sink + 'a> {
        texts(output, |record| Ok(format!("{}\n", record.last_position())))
    }
}

/// Takes a board: one line, or the lines of one that is spread over several.
fn frame(scanner: &mut Scanner<'_>) -> Result<(), RecordError> {
    line(scanner)?;
    if diagram::begins(scanner.piece()) {
        return drawing(scanner);
    }
    if !is_row(scanner.piece()) {
        return Ok(());
    }
    let mut characters_taken = 8;
    while characters_taken < 65 && scanner.peek()?.is_some() {
        let before = scanner.piece().len();
        line(scanner)?;
        match characters(&scanner.piece()[before..]) {
            Some(count @ (1 | 8 | 9)) => characters_taken += count,
            _ => return Ok(()),
        }
    }
    Ok(())
}

/// Takes the rest of a drawing, which ends with a blank line, or with the line of its board.
fn drawing(scanner: &mut Scanner<'_>) -> Result<(), RecordError> {
    while scanner.peek()?.is_some() {
        let before = scanner.piece().len();
        line(scanner)?;
        let (_, last) = text::trimmed(&scanner.piece()[before..]);
        if last.is_empty() || last.to_ascii_lowercase().starts_with(b"board:") {
            break;
        }
    }
    Ok(())
}

/// Tells whether a line holds the eight squares of a row.
pub(crate) fn is_row(line: &[u8]) -> bool {
    characters(line) == Some(8)
}

/// Counts the characters of a line that is made of squares and blanks only.
fn characters(line: &[u8]) -> Option<usize> {
    let plain = PlainText::of(text::trimmed(line).1);
    let mut dense = plain.bytes().iter().filter(|byte| !byte.is_ascii_whitespace());
    dense.try_fold(0, |count, &byte| Setup::disc_of_char(char::from(byte)).map(|_| count + 1))
}

/// Takes one line.
pub(crate) fn line(scanner: &mut Scanner<'_>) -> Result<(), RecordError> {
    scanner.take_line("a line")
}

/// Tells whether a trimmed line is blank or a comment.
pub(crate) fn is_remark(line: &[u8]) -> bool {
    matches!(line.first(), None | Some(b'%' | b'#'))
}

fn parse(raw: &[u8]) -> Result<Vec<Record>, PieceFault> {
    let (at, line) = text::trimmed(raw);
    if is_remark(line) {
        return Ok(Vec::new());
    }
    if text::lines(line).next().is_some_and(diagram::begins) {
        return Ok(vec![diagram::parse(raw)?]);
    }
    let text = text::strict(line).map_err(|fault| PieceFault::new(at + fault.at, fault.problem))?;
    Ok(vec![Record::new(position(text).map_err(|problem| PieceFault::new(at, problem))?)])
}

/// Parses a board, calling digits what they are.
pub(crate) fn position(text: &str) -> Result<Position, Problem> {
    let plain = PlainText::of(text.as_bytes());
    let squares = plain.as_str().unwrap_or(text).trim_matches(['"', '\'', '`']);
    squares.parse().map_err(|error| match error {
        ParsePositionError::Text(digit @ BoardTextError::Digit { .. }) => {
            Problem::Ambiguous { explanation: digit.to_string(), begins: Excerpt::of(text) }
        }
        error => Problem::Board(error),
    })
}
