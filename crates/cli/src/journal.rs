//! What a batch has found so far, in a file: `--resume FILE` goes on where an interrupted one ended.
//!
//! The file has a line of JSON for each position that was finished, with what was asked of it, so that the
//! same file may serve for several questions. A torn last line is cut off.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::anyhow;
use outflank_engine::Truth;
use outflank_rules::Move;
use serde::{Deserialize, Serialize};

use crate::failure::{Failure, tell};

/// The first line of the file.
const HEADING: &str = "{\"outflank\":\"results of finished positions\",\"version\":1}";

/// The results of earlier runs, and where those of this run are added.
pub(crate) struct ResultJournal {
    path: PathBuf,
    known: HashMap<String, KeptFinding>,
    file: Mutex<File>,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct JournalLine {
    asked: String,
    found: KeptFinding,
}

/// What was found about a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct KeptFinding {
    /// The score in discs for the side to move.
    pub(crate) score: f64,
    /// What the score is, by [`truth_in_words`].
    pub(crate) truth: String,
    /// The moves that were valued, best first.
    pub(crate) moves: Vec<KeptMove>,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
}

/// A move and what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct KeptMove {
    pub(crate) played: String,
    pub(crate) score: f64,
    pub(crate) truth: String,
    pub(crate) line: Vec<String>,
}

impl ResultJournal {
    /// Opens or makes the file.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or is a file of another kind.
    pub(crate) fn open(path: &Path) -> Result<ResultJournal, Failure> {
        let failed = |error: io::Error| {
            Failure::other(anyhow::Error::new(error).context(format!("cannot use {}", path.display())))
        };
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed)?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let mut lines = text[..whole].split(|&byte| byte == b'\n');
        let begins_well = lines.next() == Some(HEADING.as_bytes());
        if !begins_well && !HEADING.as_bytes().starts_with(&text) {
            return Err(Failure::input(anyhow!(
                "{} is not a file of finished positions; --resume creates one",
                path.display()
            )));
        }
        file.set_len(if begins_well { whole as u64 } else { 0 }).map_err(failed)?;
        if !begins_well {
            writeln!(file, "{HEADING}").map_err(failed)?;
        }
        let parsed = lines.filter_map(|line| serde_json::from_slice::<JournalLine>(line).ok());
        let known: HashMap<String, KeptFinding> = parsed.map(|line| (line.asked, line.found)).collect();
        if !known.is_empty() {
            let positions = crate::failure::counted(known.len() as u64, "finished position");
            tell(&format!("{positions} known from {}", path.display()));
        }
        Ok(ResultJournal { path: path.to_owned(), known, file: Mutex::new(file) })
    }

    /// Returns the file beside this one that holds what is known of unfinished positions.
    pub(crate) fn table_path(&self) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        name.push(".table");
        name.into()
    }

    /// Returns what an earlier run found.
    pub(crate) fn recall(&self, asked: &str) -> Option<&KeptFinding> {
        self.known.get(asked)
    }

    /// Adds what was found. A failure is told, and costs the result only when the batch is repeated.
    pub(crate) fn keep(&self, asked: String, found: KeptFinding) {
        let Ok(mut line) = serde_json::to_vec(&JournalLine { asked, found }) else { return };
        line.push(b'\n');
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = file.write_all(&line) {
            tell(&format!("warning: cannot write {}: {error}", self.path.display()));
        }
    }
}

/// Writes what a score is: `exact`, `lower`, `upper` or `estimate 12 73`.
pub(crate) fn truth_in_words(truth: Truth) -> String {
    match truth {
        Truth::Exact => "exact".to_owned(),
        Truth::AtLeast => "lower".to_owned(),
        Truth::AtMost => "upper".to_owned(),
        Truth::Estimate { depth, percent } => format!("estimate {depth} {percent}"),
    }
}

/// Reads what [`truth_in_words`] writes.
pub(crate) fn truth_of_words(words: &str) -> Option<Truth> {
    match words.split(' ').collect::<Vec<_>>()[..] {
        ["exact"] => Some(Truth::Exact),
        ["lower"] => Some(Truth::AtLeast),
        ["upper"] => Some(Truth::AtMost),
        ["estimate", depth, percent] => {
            Some(Truth::Estimate { depth: depth.parse().ok()?, percent: percent.parse().ok()? })
        }
        _ => None,
    }
}

/// Writes a line of moves.
pub(crate) fn line_in_words(line: &[Move]) -> Vec<String> {
    line.iter().map(ToString::to_string).collect()
}

/// Reads what [`line_in_words`] writes.
pub(crate) fn line_of_words(words: &[String]) -> Option<Vec<Move>> {
    words.iter().map(|word| word.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(score: f64) -> KeptFinding {
        KeptFinding { score, truth: "exact".to_owned(), moves: Vec::new(), nodes: 7, seconds: 0.5 }
    }

    #[test]
    fn results_are_found_again_and_a_torn_line_is_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results");
        let journal = ResultJournal::open(&path).unwrap();
        journal.keep("one".to_owned(), found(1.0));
        journal.keep("two".to_owned(), found(2.5));
        let whole = std::fs::read(&path).unwrap();
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let journal = ResultJournal::open(&path).unwrap();
            let lines = whole[..length].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(journal.recall("one").is_some(), lines > 1, "{length}");
            assert_eq!(journal.recall("two").is_some(), lines > 2, "{length}");
            journal.keep("three".to_owned(), found(3.0));
            assert_eq!(ResultJournal::open(&path).unwrap().recall("three"), Some(&found(3.0)));
        }
    }

    #[test]
    fn another_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.txt");
        std::fs::write(&path, "f5d6c3\n").unwrap();
        assert!(matches!(ResultJournal::open(&path), Err(Failure::Input(_))));
        assert_eq!(std::fs::read(&path).unwrap(), b"f5d6c3\n");
    }

    #[test]
    fn what_scores_are_is_read_back() {
        let estimate = Truth::Estimate { depth: 12, percent: 73 };
        for truth in [Truth::Exact, Truth::AtLeast, Truth::AtMost, estimate] {
            assert_eq!(truth_of_words(&truth_in_words(truth)), Some(truth));
        }
        assert_eq!(truth_of_words("estimate x 1"), None);
    }
}
