//! Recognises a format by the beginning of the input.
//!
//! Only the first [`DETECT_LIMIT`] bytes are looked at. Base-3 numbers (`client`) are never recognised: a
//! number says nothing about its meaning. Digits in the place of discs are refused with an explanation rather
//! than guessed.

use crate::formats::board::is_remark;
use crate::formats::{board, diagram, jsonl, table, transcript, xot};
use crate::text::{self, PlainText};
use crate::{Excerpt, Format, Problem};

/// How much of the input is looked at.
pub const DETECT_LIMIT: usize = 1 << 16;

/// Names the format of a file by its first bytes.
///
/// # Errors
///
/// If the bytes are in no known format, or could mean several things; the error shows them.
///
/// ```
/// use outflank_records::{Format, detect};
///
/// assert_eq!(detect(b"(;GM[Othello]PB[Ann]PW[Ben]TY[8]BO[8 ")?, Format::Ggf);
/// assert!(detect(b"neither a game nor a board").is_err());
/// # Ok::<(), outflank_records::Problem>(())
/// ```
pub fn detect(prefix: &[u8]) -> Result<Format, Problem> {
    let prefix = &prefix[..prefix.len().min(DETECT_LIMIT)];
    if prefix.starts_with(b"\xff\xfe") || prefix.starts_with(b"\xfe\xff") {
        let bytes = Excerpt::of(&prefix[..2]);
        return Err(Problem::Encoding { bytes, hint: " (this looks like UTF-16)" });
    }
    if looks_like_wthor(prefix) {
        return Ok(Format::Wthor);
    }
    let (_, text) = text::trimmed(prefix);
    if text.is_empty() {
        return Err(if prefix.len() < DETECT_LIMIT { Problem::Empty } else { unknown(prefix) });
    }
    if text.iter().any(|&byte| byte < b' ' && !byte.is_ascii_whitespace()) {
        return Err(unknown(text));
    }
    bracketed(text).map_or_else(|| lines(text), Ok)
}

fn unknown(bytes: &[u8]) -> Problem {
    Problem::UnknownFormat { begins: Excerpt::of(bytes) }
}

/// Tells whether the bytes are the header of a WTHOR game file: a plausible date, few games, the rest small.
fn looks_like_wthor(bytes: &[u8]) -> bool {
    let Some(&[century, year, month, day, n0, n1, n2, n3, m0, m1, y0, y1, size, kind, _, _]) =
        bytes.first_chunk::<16>()
    else {
        return false;
    };
    let games = u32::from_le_bytes([n0, n1, n2, n3]);
    let date = (19..=29).contains(&century) && year < 100 && (1..=12).contains(&month);
    let small = matches!(size, 0 | 8 | 10) && kind < 2 && [m0, m1] == [0, 0];
    date && (1..=31).contains(&day) && games < 1 << 24 && small && u16::from_le_bytes([y0, y1]) < 3000
}

/// Recognises the formats that begin with a bracket.
fn bracketed(text: &[u8]) -> Option<Format> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let after_count = text[digits..].trim_ascii_start();
    if let [b'(', rest @ ..] = after_count
        && rest.trim_ascii_start().starts_with(b";")
    {
        return Some(if digits > 0 { Format::Ggf } else { ggf_or_sgf(text) });
    }
    match text {
        [b'{', ..] if jsonl::is_line(text) => Some(Format::Jsonl),
        [b'{', rest @ ..] if matches!(rest.trim_ascii_start(), [b'"' | b'}', ..]) => Some(Format::Quest),
        [b'[', rest @ ..] => match rest.trim_ascii_start() {
            [b'{' | b'"' | b'[', ..] => Some(Format::Quest),
            [byte, ..] if byte.is_ascii_alphabetic() => Some(Format::Pgn),
            _ => None,
        },
        _ => None,
    }
}

/// Tells the two formats apart by `GM`, else by the properties only one of them has.
fn ggf_or_sgf(text: &[u8]) -> Format {
    let upper = text.to_ascii_uppercase();
    let find = |pattern: &[u8]| upper.windows(pattern.len()).position(|window| window == pattern);
    match find(b"GM[").map(|at| upper[at + 3..].trim_ascii_start()) {
        Some([byte, ..]) if byte.is_ascii_digit() => Format::Sgf,
        Some([byte, ..]) if byte.is_ascii_alphabetic() => Format::Ggf,
        _ if find(b"BO[").is_some() || find(b";)").is_some() => Format::Ggf,
        _ => Format::Sgf,
    }
}

/// Recognises the formats made of lines.
fn lines(text: &[u8]) -> Result<Format, Problem> {
    let all: Vec<&[u8]> = text::lines(text).map(|line| text::trimmed(line).1).collect();
    let said: Vec<&[u8]> = all.iter().copied().filter(|line| !is_remark(line)).collect();
    let Some(&first) = said.first() else { return Err(unknown(text)) };
    if board::is_row(first) || is_drawing(&said) {
        return Ok(Format::Board);
    }
    let part = first.split(|&byte| matches!(byte, b';' | b'%')).next().unwrap_or(first);
    match std::str::from_utf8(part).map(|part| board::position(part.trim())) {
        Ok(Ok(_)) => return Ok(kind_of_boards(&all)),
        Ok(Err(problem @ Problem::Ambiguous { .. })) => return Err(problem),
        // What is wrong with a board is reported by the reader, with its line.
        Ok(Err(_)) if board_like(part) => return Ok(kind_of_boards(&all)),
        _ => {}
    }
    if transcript::game(first).is_ok() {
        // The last line may have been cut by the limit.
        let whole = if said.len() > 1 { &said[..said.len() - 1] } else { &said };
        let eight = |line: &&[u8]| {
            transcript::game(line)
                .is_ok_and(|game| game.moves().filter(|played| !played.is_pass()).count() == xot::MOVES)
        };
        let openings = said.len() > 1 && whole.iter().all(eight);
        let last = said.last().is_some_and(|line| eight(line) || text.len() + 1024 > DETECT_LIMIT);
        return Ok(if openings && last { Format::Xot } else { Format::Transcript });
    }
    if let Some(format) = table::recognise(&all) {
        return Ok(format);
    }
    if first.starts_with(b"1") && text.iter().any(|byte| b"{}()$-*".contains(byte)) {
        return Ok(Format::Pgn);
    }
    // Moves that turn out illegal are reported by the reader, with their number.
    match transcript::next_move(PlainText::of(first).bytes(), false) {
        Ok(Some(_)) => Ok(Format::Transcript),
        _ => Err(unknown(text)),
    }
}

/// Tells whether lines are a drawing: after facts such as names, if there are any, comes its frame or a row.
fn is_drawing(lines: &[&[u8]]) -> bool {
    let first = lines.iter().take(8).find(|line| !line.contains(&b':'));
    lines.first().is_some_and(|line| diagram::begins(line)) && first.is_some_and(|line| diagram::begins(line))
}

/// Tells whether a line is meant as a board, so that a mistake in it is worth reporting.
fn board_like(line: &[u8]) -> bool {
    let dense = line.iter().filter(|byte| !byte.is_ascii_whitespace());
    let (discs, all) = dense.fold((0, 0), |(discs, all), &byte| {
        (discs + usize::from(outflank_rules::Setup::disc_of_char(char::from(byte)).is_some()), all + 1)
    });
    (40..=100).contains(&all) && discs * 10 >= all * 9
}

/// Tells the formats with boards apart.
fn kind_of_boards(lines: &[&[u8]]) -> Format {
    let is_result = |line: &&&[u8]| line.first().is_some_and(u8::is_ascii_digit);
    let data =
        |line: &&[u8]| line.split(|&byte| byte == b'%').next().is_some_and(|data| data.contains(&b';'));
    if lines.iter().any(data) {
        Format::Obf
    } else if lines.iter().any(|line| line.contains(&b'%')) || lines.iter().find(is_result).is_some() {
        Format::Zebra
    } else {
        Format::Board
    }
}
