//! Bytes as text: strict where the text is moves and boards, lenient where it is somebody's name.

use std::borrow::Cow;

use crate::{Excerpt, PieceFault, Problem};

/// Returns the bytes as text.
///
/// # Errors
///
/// Shows the bytes that are no UTF-8.
pub(crate) fn strict(bytes: &[u8]) -> Result<&str, PieceFault> {
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let end = (at + error.error_len().unwrap_or(4)).min(bytes.len());
        PieceFault::new(at, Problem::Encoding { bytes: Excerpt::of(&bytes[at..end]), hint: "" })
    })
}

/// Returns the value of a property as text: UTF-8, else Latin-1, which older files use for names.
pub(crate) fn lenient(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// What pages and messengers leave around a copied text: byte order marks, spaces of no or another width.
const INVISIBLE: [&str; 8] =
    ["\u{feff}", "\u{200b}", "\u{a0}", "\u{3000}", "\u{202f}", "\u{2060}", "\u{200e}", "\u{200f}"];

/// Removes byte order marks and blanks of any kind at both ends, and tells how many bytes were cut at the
/// front.
pub(crate) fn trimmed(bytes: &[u8]) -> (usize, &[u8]) {
    let mut rest = bytes.trim_ascii_start();
    while let Some(shorter) = INVISIBLE.iter().find_map(|mark| rest.strip_prefix(mark.as_bytes())) {
        rest = shorter.trim_ascii_start();
    }
    let front = bytes.len() - rest.len();
    rest = rest.trim_ascii_end();
    while let Some(shorter) = INVISIBLE.iter().find_map(|mark| rest.strip_suffix(mark.as_bytes())) {
        rest = shorter.trim_ascii_end();
    }
    (front, rest)
}

/// Returns how many bytes the mark or odd space at the front of some bytes has, if there is one.
pub(crate) fn invisible_prefix(bytes: &[u8]) -> Option<usize> {
    INVISIBLE.iter().find(|mark| bytes.starts_with(mark.as_bytes())).map(|mark| mark.len())
}

/// Cuts bytes behind every line end: `\n`, `\r\n`, or `\r` alone.
pub(crate) fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let length = match end {
            Some(at) if rest[at..].starts_with(b"\r\n") => at + 2,
            Some(at) => at + 1,
            None => rest.len(),
        };
        let (line, tail) = rest.split_at(length);
        rest = tail;
        (!line.is_empty()).then_some(line)
    })
}

/// A text of moves or boards in plain characters, and where each of them stood in the text as written.
///
/// Full-width letters and digits become plain ones, spaces of any width a blank, dashes a hyphen, quotes
/// `"`, drawn discs `X` and `O`; what has no width is left out. All else stays as it is.
pub(crate) struct PlainText<'a> {
    bytes: Cow<'a, [u8]>,
    /// The place in the text of each byte; empty if nothing was changed.
    places: Vec<usize>,
    length: usize,
}

impl<'a> PlainText<'a> {
    /// Reads a text; bytes that are no UTF-8 stay as they are.
    pub(crate) fn of(bytes: &'a [u8]) -> PlainText<'a> {
        let length = bytes.len();
        let unchanged = PlainText { bytes: Cow::Borrowed(bytes), places: Vec::new(), length };
        if bytes.is_ascii() {
            return unchanged;
        }
        let Ok(text) = std::str::from_utf8(bytes) else { return unchanged };
        let (mut plain, mut places) = (Vec::with_capacity(length), Vec::with_capacity(length));
        for (at, character) in text.char_indices() {
            let mut buffer = [0; 4];
            let written: &[u8] = match plain_character(character) {
                Plain::Nothing => &[],
                Plain::Ascii(byte) => {
                    buffer[0] = byte;
                    &buffer[..1]
                }
                Plain::Same => character.encode_utf8(&mut buffer).as_bytes(),
            };
            plain.extend_from_slice(written);
            places.resize(plain.len(), at);
        }
        PlainText { bytes: Cow::Owned(plain), places, length }
    }

    /// Returns the plain characters.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the plain characters as text, if the text is UTF-8.
    pub(crate) fn as_str(&self) -> Option<&str> {
        std::str::from_utf8(&self.bytes).ok()
    }

    /// Returns where the byte at a place of the plain text stood in the text as written.
    pub(crate) fn place(&self, at: usize) -> usize {
        if self.places.is_empty() {
            at.min(self.length)
        } else {
            *self.places.get(at).unwrap_or(&self.length)
        }
    }
}

/// What a character becomes.
enum Plain {
    Nothing,
    Ascii(u8),
    Same,
}

fn plain_character(character: char) -> Plain {
    match character {
        // The full-width forms of ASCII stand in the order of ASCII.
        '\u{ff01}'..='\u{ff5e}' => match u8::try_from(u32::from(character) - 0xfee0) {
            Ok(byte) => Plain::Ascii(byte),
            Err(_) => Plain::Same,
        },
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' => Plain::Nothing,
        '\u{feff}' | '\u{ad}' => Plain::Nothing,
        '\u{a0}' | '\u{3000}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' => Plain::Ascii(b' '),
        '\u{85}' | '\u{2028}' | '\u{2029}' => Plain::Ascii(b' '),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => Plain::Ascii(b'-'),
        '\u{2018}'..='\u{201f}' | '«' | '»' | '「' | '」' => Plain::Ascii(b'"'),
        '、' => Plain::Ascii(b','),
        '。' => Plain::Ascii(b'.'),
        '●' | '⚫' => Plain::Ascii(b'X'),
        '○' | '⚪' | '◯' => Plain::Ascii(b'O'),
        '·' | '・' | '□' => Plain::Ascii(b'.'),
        _ => Plain::Same,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_of_any_kind_are_cut_at_both_ends() {
        assert_eq!(trimmed("\u{feff} \u{a0}f5\u{3000}\n\u{200b}".as_bytes()), (6, &b"f5"[..]));
        assert_eq!(trimmed(" \u{a0} ".as_bytes()), (4, &b""[..]));
    }

    #[test]
    fn lines_end_in_any_of_three_ways() {
        let all: Vec<&[u8]> = lines(b"a\r\nb\rc\n\nd").collect();
        assert_eq!(all, [&b"a\r\n"[..], b"b\r", b"c\n", b"\n", b"d"]);
    }

    #[test]
    fn plain_characters_know_where_they_stood() {
        let text = "\u{200b}ｆ５\u{a0}d6";
        let plain = PlainText::of(text.as_bytes());
        assert_eq!(plain.as_str(), Some("f5 d6"));
        assert_eq!([0, 1, 2, 3, 5].map(|at| plain.place(at)), [3, 6, 9, 11, text.len()]);
        assert_eq!(PlainText::of(b"f5").place(9), 2);
        assert_eq!(PlainText::of(b"\xff").bytes(), b"\xff");
    }
}
