//! How far a game reaches that begins on a given line, for those who read line by line.

use serde::de::IgnoredAny;

use crate::formats::{board, diagram, pgn, transcript};
use crate::properties::is_closed;
use crate::{DETECT_LIMIT, Format, detect, text};

/// What a line says about the game or position that begins on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineExtent {
    /// All of it is on this line.
    Whole,
    /// It is complete, but numbered moves on the next line may continue it.
    Numbered,
    /// It goes on: the tags of a PGN game, an open bracket, the first row of a board. A reader of this format
    /// finds its end.
    Begins(Format),
}

/// Tells how far the game or position reaches that begins on a line.
///
/// ```
/// use outflank_records::{Format, LineExtent, line_extent};
///
/// assert_eq!(line_extent(b"f5d6c3"), LineExtent::Whole);
/// assert_eq!(line_extent(b"1. f5 d6"), LineExtent::Numbered);
/// assert_eq!(line_extent(b"[Event \"WOC\"]"), LineExtent::Begins(Format::Pgn));
/// ```
#[must_use]
pub fn line_extent(line: &[u8]) -> LineExtent {
    let (_, line) = text::trimmed(line);
    let head = &line[..line.len().min(DETECT_LIMIT)];
    match line.first() {
        Some(b'{' | b'[') => match detect(head) {
            Ok(Format::Pgn) if pgn::is_whole(line) => LineExtent::Whole,
            Ok(Format::Pgn) => LineExtent::Begins(Format::Pgn),
            Ok(format) if ends_inside(line) => LineExtent::Begins(format),
            _ => LineExtent::Whole,
        },
        Some(b'(' | b'0'..=b'9') if line.contains(&b'(') => match detect(head) {
            Ok(format @ (Format::Ggf | Format::Sgf)) if !is_closed(line) => LineExtent::Begins(format),
            _ if transcript::begins_numbered(line) => LineExtent::Numbered,
            _ => LineExtent::Whole,
        },
        _ if board::is_row(line) || diagram::begins(line) => LineExtent::Begins(Format::Board),
        _ if transcript::begins_numbered(line) => LineExtent::Numbered,
        _ => LineExtent::Whole,
    }
}

/// Tells whether a line begins with a move number above 1, so that it continues the one before.
#[must_use]
pub fn continues_numbered(line: &[u8]) -> bool {
    transcript::continues(text::trimmed(line).1)
}

/// Tells whether JSON goes on after some bytes.
fn ends_inside(json: &[u8]) -> bool {
    serde_json::from_slice::<IgnoredAny>(json).is_err_and(|error| error.is_eof())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_over_several_lines_are_known_by_their_first() {
        let begins = [
            ("[Event \"WOC\"]", Format::Pgn),
            ("[Event \"WOC\"] [Site \"here\"]", Format::Pgn),
            ("(;GM[Othello]PB[a (b)]", Format::Ggf),
            ("2 (;GM[Othello]", Format::Ggf),
            ("(;FF[4]GM[2]", Format::Sgf),
            ("{\"args\":[", Format::Quest),
            ("- - - - - - - -", Format::Board),
            ("  a b c d e f g h", Format::Board),
            ("1 - - - - - - - - 1", Format::Board),
        ];
        for (line, format) in begins {
            assert_eq!(line_extent(line.as_bytes()), LineExtent::Begins(format), "{line}");
        }
        let whole = [
            "f5d6",
            "start",
            "[Event \"x\"] 1. f5 d6 *",
            "(;GM[Othello]B[f5];)",
            "{\"args\":[]}",
            "---------------------------OX------XO---------------------------X",
            "2. c3",
            "",
            "[",
            "(",
        ];
        for line in whole {
            assert_eq!(line_extent(line.as_bytes()), LineExtent::Whole, "{line}");
        }
        for line in ["1. f5", "1: f5", "１．ｆ５", "1 f5 {a comment (so)}"] {
            assert_eq!(line_extent(line.as_bytes()), LineExtent::Numbered, "{line}");
        }
        assert!(continues_numbered(b" 2. c3") && !continues_numbered(b"1. f5") && !continues_numbered(b"f5"));
    }
}
