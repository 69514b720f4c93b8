//! Offending text as an error message may show it: short, on one line, without control characters.

use std::fmt;

/// The beginning of some input, shortened and escaped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt(String);

/// How many characters of the input are shown.
const SHOWN: usize = 60;

impl Excerpt {
    /// Takes the beginning of some bytes.
    #[must_use]
    pub fn of(bytes: impl AsRef<[u8]>) -> Excerpt {
        let bytes = bytes.as_ref();
        let head = &bytes[..bytes.len().min(4 * SHOWN)];
        let mut text = String::new();
        let mut count = 0;
        let mut cut = head.len() < bytes.len();
        'all: for chunk in head.utf8_chunks() {
            for character in chunk.valid().chars() {
                if count == SHOWN {
                    cut = true;
                    break 'all;
                }
                text.extend(character.escape_debug());
                count += 1;
            }
            for byte in chunk.invalid() {
                if count == SHOWN {
                    cut = true;
                    break 'all;
                }
                text.push_str(&format!("\\x{byte:02x}"));
                count += 1;
            }
        }
        Excerpt(if cut { format!("\"{text}…\"") } else { format!("\"{text}\"") })
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_and_long_input_is_escaped_and_cut() {
        assert_eq!(Excerpt::of("f5\n").to_string(), r#""f5\n""#);
        assert_eq!(Excerpt::of([0, 0xff, b'a']).to_string(), r#""\0\xffa""#);
        let long = Excerpt::of(vec![0; 1 << 20]).to_string();
        assert!(long.len() < 300 && long.ends_with("…\""), "{long}");
    }
}
