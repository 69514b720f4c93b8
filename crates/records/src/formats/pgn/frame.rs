//! Finds where a PGN game ends.
//!
//! A game ends with the line of its result, before a tag that follows moves, or with the input.

use super::is_result;
use crate::{RecordError, Scanner};

const WHAT: &str = "a PGN game";

/// Takes one game, or the blank space before it, into the scanner's piece.
pub(super) fn game(scanner: &mut Scanner<'_>) -> Result<(), RecordError> {
    scanner.take_blanks()?;
    if !scanner.piece().is_empty() {
        return Ok(());
    }
    let mut moves = false;
    let mut depth = 0usize;
    let mut over = false;
    let mut line_start = true;
    while let Some(byte) = scanner.peek()? {
        match byte {
            b'[' if (moves || over) && depth == 0 => return Ok(()),
            b'[' if depth == 0 => tag(scanner)?,
            b'{' => {
                scanner.take_through(|byte| byte == b'}', WHAT)?;
                moves = true;
            }
            b';' => scanner.take_line(WHAT)?,
            b'%' if line_start => scanner.take_line(WHAT)?,
            b'\n' => {
                scanner.next(WHAT)?;
                line_start = true;
                if over {
                    return Ok(());
                }
                continue;
            }
            b'(' => {
                depth += 1;
                scanner.next(WHAT)?;
            }
            b')' => {
                depth = depth.saturating_sub(1);
                scanner.next(WHAT)?;
            }
            byte if byte.is_ascii_whitespace() => {
                scanner.next(WHAT)?;
                continue;
            }
            _ => {
                moves = true;
                let ended = word(scanner)? && depth == 0;
                over |= ended;
            }
        }
        line_start = scanner.piece().ends_with(b"\n");
        if over && line_start {
            return Ok(());
        }
    }
    Ok(())
}

/// Takes a tag, minding brackets in its value.
fn tag(scanner: &mut Scanner<'_>) -> Result<(), RecordError> {
    let (mut quoted, mut escaped) = (false, false);
    let ends = |byte| {
        match byte {
            // A tag never spans lines: better to end it here than to swallow the file after a lost quote.
            b'\n' => return true,
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b']' if !quoted => return true,
            _ => {}
        }
        false
    };
    scanner.take_through(ends, WHAT).map(drop)
}

/// Takes a word and tells whether it is a result.
fn word(scanner: &mut Scanner<'_>) -> Result<bool, RecordError> {
    let from = scanner.piece().len();
    while scanner.peek()?.is_some_and(|byte| !byte.is_ascii_whitespace() && !b"{}();[]".contains(&byte)) {
        scanner.next(WHAT)?;
    }
    if scanner.piece().len() == from {
        scanner.next(WHAT)?;
    }
    Ok(is_result(&scanner.piece()[from..]))
}
