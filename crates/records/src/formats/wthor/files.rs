//! Which files belong together, and how they are replaced.
//!
//! A table of names stands beside the games, named as they are or, shared by all, `WTHOR.JOU` and
//! `WTHOR.TRN`; case does not matter. Files are replaced as a whole: a [`Draft`] is written beside its target
//! and renamed, so that a failure leaves the old file as it was.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::layout::FileKind;
use crate::RecordError;

/// The stem of the tables that serve all games of a folder.
const SHARED: &str = "WTHOR";

/// Names the file in an error of the operating system.
pub(super) fn at<T>(path: &Path, result: io::Result<T>) -> Result<T, RecordError> {
    result.map_err(|error| RecordError::from(error).in_file(path.display().to_string()))
}

/// Returns the folder a file is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Lists the files of one kind in a folder, in the order of their names.
fn files_of_kind(folder: &Path, kind: FileKind) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if FileKind::of_extension(&path) == Some(kind) && !path.is_dir() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Lists the games of a folder, in the order of their names.
pub(super) fn games_in(folder: &Path) -> Result<Vec<PathBuf>, RecordError> {
    at(folder, files_of_kind(folder, FileKind::Games))
}

/// Finds the table of names that belongs to a file of games, whether that file exists or not.
pub(super) fn table_beside(games: &Path, kind: FileKind) -> Result<Option<PathBuf>, RecordError> {
    let folder = folder_of(games);
    let tables = at(folder, files_of_kind(folder, kind))?;
    let named = |stem: &OsStr| {
        let same = |path: &&PathBuf| path.file_stem().is_some_and(|other| other.eq_ignore_ascii_case(stem));
        tables.iter().find(same).cloned()
    };
    Ok(games.file_stem().and_then(named).or_else(|| named(OsStr::new(SHARED))))
}

/// Returns the path of a new table for a file of games.
pub(super) fn shared_table(games: &Path, kind: FileKind) -> PathBuf {
    let name = format!("{SHARED}.{}", kind.extension().to_ascii_uppercase());
    games.parent().unwrap_or(Path::new("")).join(name)
}

/// A file that is being written and takes its name when it is complete; or one that stays in memory.
#[derive(Debug)]
pub(super) struct Draft {
    target: PathBuf,
    /// Where it is until then; nowhere for one in memory.
    path: Option<PathBuf>,
    pending: Vec<u8>,
}

/// How much is gathered before it is written. Drafts keep no file open, so that there can be many.
const GATHERED: usize = 1 << 16;

impl Draft {
    /// Starts a file beside its target.
    pub(super) fn create(target: &Path) -> Result<Draft, RecordError> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = target.file_name().unwrap_or(OsStr::new("games")).to_string_lossy().into_owned();
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = target.with_file_name(format!(".{name}.{}-{count}.tmp", std::process::id()));
            match File::create_new(&path) {
                // Left behind by a process of the same number that was killed.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                result => {
                    at(target, result)?;
                    let target = target.to_owned();
                    return Ok(Draft { target, path: Some(path), pending: Vec::new() });
                }
            }
        }
    }

    /// Starts a file that stays in memory.
    pub(super) fn in_memory(target: &Path) -> Draft {
        Draft { target: target.to_owned(), path: None, pending: Vec::new() }
    }

    /// Returns the name the file will take.
    pub(super) fn target(&self) -> &Path {
        &self.target
    }

    /// Adds bytes at the end.
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), RecordError> {
        self.pending.extend_from_slice(bytes);
        if self.pending.len() < GATHERED { Ok(()) } else { self.flush() }
    }

    /// Writes over the beginning.
    pub(super) fn write_over_start(&mut self, bytes: &[u8]) -> Result<(), RecordError> {
        self.flush()?;
        let Some(path) = &self.path else {
            self.pending.splice(..bytes.len().min(self.pending.len()), bytes.iter().copied());
            return Ok(());
        };
        at(
            &self.target,
            OpenOptions::new().write(true).open(path).and_then(|mut file| {
                file.rewind()?;
                file.write_all(bytes)
            }),
        )
    }

    fn flush(&mut self) -> Result<(), RecordError> {
        let Some(path) = &self.path else { return Ok(()) };
        let file = OpenOptions::new().append(true).open(path);
        at(&self.target, file.and_then(|mut file| file.write_all(&self.pending)))?;
        self.pending.clear();
        Ok(())
    }

    /// Gives the file its name, in place of the one that had it. One in memory comes back with its content.
    pub(super) fn place(mut self) -> Result<(PathBuf, Option<Vec<u8>>), RecordError> {
        self.flush()?;
        let Some(path) = &self.path else {
            return Ok((self.target.clone(), Some(std::mem::take(&mut self.pending))));
        };
        // On the disk before it replaces anything: a power cut leaves the old file or the new one.
        at(&self.target, OpenOptions::new().append(true).open(path).and_then(|file| file.sync_all()))?;
        at(&self.target, fs::rename(path, &self.target))?;
        self.path = None;
        Ok((self.target.clone(), None))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            // Nothing can be done about a draft that cannot be removed; its target is untouched.
            let _unremovable = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_found_by_stem_then_by_the_shared_name_in_any_case() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        for name in ["wthor.Jou", "WTH_2000.JOU", "other.trn", "B.wtb", "a.WTB", "c.txt"] {
            fs::write(file(name), b"").unwrap();
        }
        let find = |name: &str, kind| table_beside(&file(name), kind).unwrap();
        assert_eq!(find("wth_2000.wtb", FileKind::Players), Some(file("WTH_2000.JOU")));
        assert_eq!(find("WTH_2001.wtb", FileKind::Players), Some(file("wthor.Jou")));
        assert_eq!(find("WTH_2001.wtb", FileKind::Tournaments), None);
        assert_eq!(games_in(folder.path()).unwrap(), [file("B.wtb"), file("a.WTB")]);
    }

    #[test]
    fn an_abandoned_draft_leaves_the_old_file_and_no_trace() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("x.wtb");
        fs::write(&target, b"old").unwrap();
        let mut draft = Draft::create(&target).unwrap();
        draft.write(b"new").unwrap();
        drop(draft);
        assert_eq!(fs::read(&target).unwrap(), b"old");
        let mut draft = Draft::create(&target).unwrap();
        draft.write(b"new").unwrap();
        draft.write_over_start(b"N").unwrap();
        draft.write(b"er").unwrap();
        draft.place().unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"Newer");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
