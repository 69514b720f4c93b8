//! Zebra scripts: `<64 squares> <side>` lines, `%` comments, and exact results written `<black> - <white>`.
//!
//! Accepted: the characters of boards in any mixture, blanks anywhere, `%` starting a comment anywhere in a
//! line, lines starting with `#` as comments. A result belongs to the position on the line above it, or
//! before it on the same line; what follows the two counts (a line of play) is kept as a comment. Written: a
//! position, and on the next line its result if it has one that a full board can end with; a game is written
//! as its last position.

use std::io::Write;

use outflank_rules::Setup;

use crate::codec::{Codec, Items, ReadOptions, Sink, framed, texts};
use crate::formats::board::{self, is_remark};
use crate::formats::obf::one_line;
use crate::{Ending, Format, Number, Outcome, PieceFault, Problem, Record, RecordError, Scanner, text};

/// The format `zebra`.
pub(crate) struct Zebra;

impl Codec for Zebra {
    fn format(&self) -> Format {
        Format::Zebra
    }

    fn items<'a>(&self, scanner: Scanner<'a>, options: ReadOptions) -> Items<'a> {
        framed(scanner, options, frame, |raw, _| parse(raw))
    }

    fn sink<'a>(&self, output: Box<dyn Write + 'a>) -> Box<dyn Sink + 'a> {
        texts(output, |record| Ok(spell(record)))
    }
}

/// Takes a line, and the result line after it if there is one.
fn frame(scanner: &mut Scanner<'_>) -> Result<(), RecordError> {
    scanner.take_line("a line")?;
    let (_, line) = text::trimmed(scanner.piece());
    if is_remark(line) {
        return Ok(());
    }
    while scanner.peek()?.is_some_and(|byte| matches!(byte, b' ' | b'\t')) {
        scanner.next("a line")?;
    }
    if scanner.peek()?.is_some_and(|byte| byte.is_ascii_digit()) {
        scanner.take_line("a line")?;
    }
    Ok(())
}

fn parse(raw: &[u8]) -> Result<Vec<Record>, PieceFault> {
    let mut record: Option<Record> = None;
    let mut at = 0;
    for line in text::lines(raw) {
        let (front, line_text) = text::trimmed(line);
        if !is_remark(line_text) {
            let end = line_text.iter().position(|&byte| byte == b'%').unwrap_or(line_text.len());
            let shift = |fault: PieceFault| PieceFault::new(at + front + fault.at, fault.problem);
            let data = text::strict(&line_text[..end]).map_err(shift)?.trim();
            let fault = |problem| PieceFault::new(at + front, problem);
            match &mut record {
                Some(record) => result(record, data).map_err(fault)?,
                None => record = Some(position(data).map_err(fault)?),
            }
            if let (Some(record), Some(comment)) = (&mut record, line_text.get(end + 1..)) {
                record.remark(text::lenient(comment.trim_ascii()).trim());
            }
        }
        at += line.len();
    }
    Ok(record.into_iter().collect())
}

/// Parses a board, possibly with a result behind it.
fn position(data: &str) -> Result<Record, Problem> {
    // The squares and the side are 65 characters that are not blank; what follows is a result.
    let end =
        data.char_indices().filter(|(_, c)| !c.is_whitespace()).nth(65).map_or(data.len(), |(at, _)| at);
    let rest = data[end..].trim();
    let has_result = rest.starts_with(|character: char| character.is_ascii_digit());
    let mut record = Record::new(board::position(if has_result { &data[..end] } else { data })?);
    if has_result {
        result(&mut record, rest)?;
    }
    Ok(record)
}

/// Parses `<black> - <white>` and what follows.
fn result(record: &mut Record, data: &str) -> Result<(), Problem> {
    let refusal = || Problem::syntax("a result such as 40 - 24", data);
    let (black, rest) = data.split_once('-').ok_or_else(refusal)?;
    let rest = rest.trim_start();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let count = |text: &str| text.trim().parse::<i32>().ok().filter(|count| (0..=64).contains(count));
    let (black, white) = (count(black).ok_or_else(refusal)?, count(&rest[..digits]).ok_or_else(refusal)?);
    record.outcome = Some(Outcome::of_score(Number::from(black - white), Ending::Discs));
    record.remark(rest[digits..].trim());
    Ok(())
}

fn spell(record: &Record) -> String {
    let mut out = format!("{:#}", Setup::from(record.last_position()));
    if let Some(comment) = &record.comment {
        out.push_str(&format!(" % {}", one_line(comment)));
    }
    out.push('\n');
    if let Some((black, white)) = record.outcome.as_ref().and_then(Outcome::discs) {
        out.push_str(&format!("{black} - {white}\n"));
    }
    out
}
