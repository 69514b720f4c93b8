//! What went wrong with the assistant: the latest notes, also written to standard error. No note holds a key.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// How many notes are kept.
const KEPT: usize = 20;
/// The longest note, in characters.
const LONGEST: usize = 400;

/// Something that went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Note {
    /// When, in seconds since 1970.
    pub(crate) at: u64,
    /// A word for programs.
    pub(crate) code: &'static str,
    /// What happened.
    pub(crate) text: String,
}

/// The notes, the latest last.
#[derive(Debug, Default)]
pub(crate) struct TroubleJournal(Mutex<VecDeque<Note>>);

impl TroubleJournal {
    /// Notes something: on one line, and no longer than it should be.
    pub(super) fn note(&self, code: &'static str, text: &str) {
        let text: String =
            text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(LONGEST).collect();
        // That nobody reads it is no failure.
        let _nobody_reads = writeln!(io::stderr(), "assistant, {code}: {text}");
        let at = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if notes.len() == KEPT {
            notes.pop_front();
        }
        notes.push_back(Note { at, code, text });
    }

    /// Returns the notes, the latest first.
    pub(crate) fn notes(&self) -> Vec<Note> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().rev().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_notes_are_kept_on_one_line_each() {
        let journal = TroubleJournal::default();
        for number in 0..30 {
            journal.note("slow", &format!("note\n{number} {}", "x".repeat(1000)));
        }
        let notes = journal.notes();
        assert_eq!(notes.len(), KEPT);
        assert!(notes[0].text.starts_with("note 29 x") && notes[0].text.chars().count() == LONGEST);
    }
}
