//! Requests, read so that a refusal is one of ours.

use serde::de::DeserializeOwned;

use super::DeskRefusal;

/// The longest text that a filter looks for, in letters. Names and events are shorter.
const FILTER_LIMIT: usize = 200;

/// A request to the desk.
#[derive(Clone, Debug)]
pub(crate) struct DeskRequest {
    pub(crate) id: u64,
    pub(crate) method: String,
    /// The path as it came.
    pub(crate) path: String,
    pub(crate) query: String,
    pub(crate) body: String,
    /// The file that belongs to it.
    pub(crate) file: Option<Vec<u8>>,
}

impl DeskRequest {
    /// Returns the parts of the path after `/api/`, decoded.
    pub(crate) fn parts(&self) -> Vec<String> {
        parts_of(&self.path)
    }

    /// Reads the body.
    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T, DeskRefusal> {
        let text = match &self.file {
            Some(bytes) => {
                std::str::from_utf8(bytes).map_err(|error| DeskRefusal::malformed(error.to_string()))?
            }
            None => &self.body,
        };
        if has_escaped_nul(text.as_bytes()) {
            return Err(DeskRefusal::malformed("there is a NUL in the text"));
        }
        serde_json::from_str(text).map_err(|error| match error.classify() {
            serde_json::error::Category::Data => DeskRefusal::bad(error.to_string()),
            _ => DeskRefusal::malformed(error.to_string()),
        })
    }

    /// Reads the body, which may be missing.
    pub(crate) fn json_or_default<T: DeserializeOwned + Default>(&self) -> Result<T, DeskRefusal> {
        if self.body.is_empty() && self.file.is_none() { Ok(T::default()) } else { self.json() }
    }

    /// Reads what follows `?`.
    pub(crate) fn query<T: DeserializeOwned>(&self) -> Result<T, DeskRefusal> {
        read_query(&self.query)
    }
}

/// Reads what follows `?`.
pub(crate) fn read_query<T: DeserializeOwned>(query: &str) -> Result<T, DeskRefusal> {
    serde_urlencoded::from_str(query).map_err(|error| DeskRefusal::bad(error.to_string()))
}

/// Returns the parts of a path after `/api/`, decoded.
pub(crate) fn parts_of(path: &str) -> Vec<String> {
    let parts = path.split('/').filter(|part| !part.is_empty());
    parts.skip_while(|part| *part == "api").map(decoded).collect()
}

/// Reads a number of a path.
pub(crate) fn number(part: &str) -> Result<i64, DeskRefusal> {
    part.parse().map_err(|_| DeskRefusal::malformed(format!("{part:?} is not a number")))
}

/// Checks a text that something is filtered by.
pub(crate) fn filter_text(name: &str, text: Option<String>) -> Result<Option<String>, DeskRefusal> {
    let Some(text) = text else { return Ok(None) };
    let letters = text.chars().count();
    if letters > FILTER_LIMIT {
        let message = format!("{name} has {letters} characters; at most {FILTER_LIMIT} are possible");
        return Err(DeskRefusal::malformed(message));
    }
    Ok(Some(text))
}

/// Reads a part of an address in which `%41` stands for A. What is no such code stands for itself.
fn decoded(part: &str) -> String {
    let bytes = part.as_bytes();
    let mut read = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let code = bytes.get(at + 1..at + 3).filter(|_| byte == b'%');
        let code = code.and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(meant) => {
                read.push(meant);
                at += 3;
            }
            None => {
                read.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&read).into_owned()
}

/// Tells whether a string of a JSON text has the character NUL, which a server does not keep.
fn has_escaped_nul(json: &[u8]) -> bool {
    const NUL: &[u8] = b"\\u0000";
    let mut found = json.windows(NUL.len()).enumerate().filter(|(_, part)| *part == NUL);
    // A backslash that is escaped itself begins nothing.
    found.any(|(at, _)| json[..at].iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_cut_into_its_parts() {
        let parts = parts_of("/api/library/imports/3/%E5%90%8D%20a.wtb");
        assert_eq!(parts, ["library", "imports", "3", "名 a.wtb"]);
        assert_eq!(decoded("50%"), "50%");
    }
}
