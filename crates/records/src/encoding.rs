//! Files that are not UTF-8: UTF-16 as some editors write it, and names in the encodings of their countries.

use std::fmt;
use std::io::{BufRead, BufReader, Read};
use std::str::FromStr;

use encoding_rs::Encoding;
use encoding_rs_io::DecodeReaderBytesBuilder;

/// How names are encoded where a file does not say so: `shift-jis`, `euc-kr`, `windows-1251` and all others
/// that browsers know, under any of their names.
///
/// ```
/// use outflank_records::NameEncoding;
///
/// let names: NameEncoding = "shift-jis".parse()?;
/// assert_eq!(names.decode(b"\x91\xba\x8f\xe3\x8c\x92"), "村上健");
/// # Ok::<(), outflank_records::ParseEncodingError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameEncoding(&'static Encoding);

/// Says that a text names no encoding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not an encoding; shift-jis, euc-jp, euc-kr, gbk, big5, windows-1251 and others are")]
pub struct ParseEncodingError(pub String);

impl NameEncoding {
    /// Reads bytes as text; what means nothing becomes U+FFFD.
    #[must_use]
    pub fn decode(self, bytes: &[u8]) -> String {
        self.0.decode_without_bom_handling(bytes).0.into_owned()
    }
}

impl FromStr for NameEncoding {
    type Err = ParseEncodingError;

    fn from_str(text: &str) -> Result<NameEncoding, ParseEncodingError> {
        let known = Encoding::for_label(text.as_bytes()).map(NameEncoding);
        known.ok_or_else(|| ParseEncodingError(text.chars().take(40).collect()))
    }
}

impl fmt::Display for NameEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0.name())
    }
}

/// Reads a text file as UTF-8: UTF-16 with a byte order mark is decoded, other bytes are left as they are
/// unless their encoding is told.
pub fn decoded<'a>(input: impl Read + 'a, names: Option<NameEncoding>) -> Box<dyn BufRead + 'a> {
    let mut builder = DecodeReaderBytesBuilder::new();
    builder.encoding(names.map(|names| names.0)).bom_override(true).utf8_passthru(true);
    Box::new(BufReader::new(builder.build(input)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8], names: Option<NameEncoding>) -> Vec<u8> {
        let mut read = Vec::new();
        decoded(bytes, names).read_to_end(&mut read).unwrap();
        read
    }

    #[test]
    fn utf_16_becomes_utf_8_and_all_else_stays_as_it_is() {
        let units = || "\u{feff}f5 d6 村\n".encode_utf16();
        let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
        assert_eq!(text(&little, None), "f5 d6 村\n".as_bytes());
        assert_eq!(text(&big, None), "f5 d6 村\n".as_bytes());
        for same in [&b"\xef\xbb\xbff5"[..], b"", b"f", b"\xff", b"Ren\xe9 \x00\x01", b"\xe9\xff\xfe"] {
            assert_eq!(text(same, None), same);
        }
    }

    #[test]
    fn an_encoding_that_is_told_is_used() {
        let names = Some("Shift_JIS".parse().unwrap());
        assert_eq!(text(b"PB[\x91\xba\x8f\xe3]", names), "PB[村上]".as_bytes());
        let error = "klingon".parse::<NameEncoding>().unwrap_err().to_string();
        assert!(error.contains("\"klingon\"") && error.contains("shift-jis"), "{error}");
    }
}
