//! Bytes as text: strict where the text is moves and boards, lenient where it is somebody's name.

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

/// Removes a byte order mark and the blanks at both ends, and tells how many bytes were cut at the front.
pub(crate) fn trimmed(bytes: &[u8]) -> (usize, &[u8]) {
    let unmarked = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let front = unmarked.trim_ascii_start();
    (bytes.len() - front.len(), front.trim_ascii_end())
}
