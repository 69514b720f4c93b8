//! What is kept, by key. Every value says its version; one that cannot be read is left where it is.

use serde::{Deserialize, Serialize};

use super::Desk;

/// The key of the last number that was given.
pub(super) const NUMBERS: &str = "settings/numbers";

/// The last number that was given to a game or an entry.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct NumbersValue {
    version: u8,
    last: i64,
}

impl NumbersValue {
    pub(super) fn new(last: i64) -> NumbersValue {
        NumbersValue { version: 1, last }
    }
}

/// Reads a value as JSON of a version that is known.
pub(super) fn read_json<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, String> {
    serde_json::from_slice(bytes).map_err(|error| error.to_string())
}

/// Refuses values of versions that were not known when this was written.
pub(super) fn known_version(version: u8) -> Result<(), String> {
    if version == 1 { Ok(()) } else { Err(format!("version {version} is not known here")) }
}

impl Desk {
    /// Reads a value that was kept.
    pub(super) fn read_value(&mut self, key: &str, value: &[u8]) -> Result<(), String> {
        let (group, _name) = key.split_once('/').unwrap_or((key, ""));
        match group {
            "settings" if key == NUMBERS => {
                let NumbersValue { version, last } = read_json(value)?;
                known_version(version)?;
                self.last_number = self.last_number.max(last);
                Ok(())
            }
            "games" => self.load_game(value),
            "library" => self.load_library(value),
            "studies" => self.load_study(value),
            "puzzles" => self.load_puzzles(value),
            "learning" => self.load_learned(value),
            "cards" => self.load_card(value),
            "answers" => self.load_answers(value),
            "results" => self.load_result(key, value),
            _ => Err("nobody here knows what it is".to_owned()),
        }
    }
}
