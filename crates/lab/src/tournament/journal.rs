//! The games of a tournament on disk: lines that are added and never changed.
//!
//! A game counts once its line is complete and on the disk. A program that is killed while it writes leaves
//! at most a torn last line, which is cut off when the journal is opened again.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead as _, BufReader, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Says why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The system refuses.
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    /// Another program is writing to it.
    #[error("{0}: another program is working on this tournament")]
    Busy(PathBuf),
    /// A line before the last is damaged.
    #[error("{path}, line {line}: {error}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong.
        error: serde_json::Error,
    },
}

/// A file of lines that only grows. Nobody else can write to it while it is open.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens or makes a journal, cuts off a torn line and returns the lines.
    pub(crate) fn open<T: DeserializeOwned>(path: &Path) -> Result<(Journal, Vec<T>), JournalError> {
        let failed = |error| JournalError::File(path.to_owned(), error);
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::Busy(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let (lines, length) = read_lines(path, &file)?;
        let mut journal = Journal { path: path.to_owned(), file };
        journal.file.set_len(length).map_err(failed)?;
        journal.file.seek(SeekFrom::Start(length)).map_err(failed)?;
        // The name of a new file has to reach the disk too.
        if let Some(folder) = path.parent() {
            let _not_possible_everywhere = File::open(folder).and_then(|folder| folder.sync_all());
        }
        Ok((journal, lines))
    }

    /// Adds lines and waits until they are on the disk.
    pub(crate) fn add<T: Serialize>(&mut self, lines: &[T]) -> Result<(), JournalError> {
        let failed = |error| JournalError::File(self.path.clone(), error);
        let mut text = Vec::new();
        for line in lines {
            serde_json::to_writer(&mut text, line).map_err(|error| failed(error.into()))?;
            text.push(b'\n');
        }
        self.file.write_all(&text).and_then(|()| self.file.sync_data()).map_err(failed)
    }
}

/// Reads the lines of a journal without changing it; a torn last line is left out.
pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, JournalError> {
    match File::open(path) {
        Ok(file) => Ok(read_lines(path, &file)?.0),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(JournalError::File(path.to_owned(), error)),
    }
}

/// Returns the complete lines and how many bytes they take.
fn read_lines<T: DeserializeOwned>(path: &Path, file: &File) -> Result<(Vec<T>, u64), JournalError> {
    let mut input = BufReader::new(file);
    let (mut lines, mut length) = (Vec::new(), 0);
    let mut text = Vec::new();
    loop {
        text.clear();
        let read = input.read_until(b'\n', &mut text);
        let bytes = read.map_err(|error| JournalError::File(path.to_owned(), error))?;
        if bytes == 0 || !text.ends_with(b"\n") {
            return Ok((lines, length));
        }
        match serde_json::from_slice(&text) {
            Ok(line) => lines.push(line),
            // A crash of the machine can leave the room of the last lines without their content.
            Err(_) if text.iter().all(|&byte| byte == 0 || byte == b'\n') => return Ok((lines, length)),
            Err(error) => {
                return Err(JournalError::Line { path: path.to_owned(), line: lines.len() + 1, error });
            }
        }
        length += bytes as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_line_is_cut_off_and_a_damaged_one_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines.jsonl");
        let (mut journal, none) = Journal::open::<u32>(&path).unwrap();
        assert!(none.is_empty());
        journal.add(&[1, 2]).unwrap();
        assert!(matches!(Journal::open::<u32>(&path), Err(JournalError::Busy(_))));
        drop(journal);
        for torn in ["3", "{\"x", "\u{0}\u{0}", "garbage"] {
            let mut file = OpenOptions::new().append(true).open(&path).unwrap();
            file.write_all(torn.as_bytes()).unwrap();
            assert_eq!(read::<u32>(&path).unwrap(), [1, 2]);
            let (_, lines) = Journal::open::<u32>(&path).unwrap();
            assert_eq!(lines, [1, 2]);
            assert_eq!(std::fs::read_to_string(&path).unwrap(), "1\n2\n");
        }
        let (mut journal, _) = Journal::open::<u32>(&path).unwrap();
        journal.add(&[3]).unwrap();
        drop(journal);
        assert_eq!(read::<u32>(&path).unwrap(), [1, 2, 3]);
        std::fs::write(&path, "1\nx\n3\n").unwrap();
        let error = read::<u32>(&path).unwrap_err().to_string();
        assert!(error.contains("lines.jsonl, line 2"), "{error}");
        assert_eq!(read::<u32>(&folder.path().join("none")).unwrap(), [0; 0]);
    }
}
