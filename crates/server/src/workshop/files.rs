//! Files that visitors bring: opening libraries and learned tables, referred to by their names.
//!
//! A name never becomes a path before it was found in the list of what is there. What is stored has been read
//! as what it is for.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::UNIX_EPOCH;

use outflank_lab::{OpeningSource, Openings};
use outflank_players::{Entrant, Spec, forget_table};

use crate::error::ApiError;
use crate::wire::lab::{LabFileKind, LabFileView};

/// The folder of the files.
const FOLDER: &str = "studio-files";
/// The largest file, in bytes.
pub(crate) const FILE_BYTES: u64 = 4 << 20;
/// How many files are kept.
pub(crate) const FILES: usize = 60;
/// The longest name, in letters.
const NAME: usize = 60;

impl LabFileKind {
    const ALL: [LabFileKind; 3] = [LabFileKind::Openings, LabFileKind::Killers, LabFileKind::Table];

    /// Returns its word, which is also the option of players that take such a file.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            LabFileKind::Openings => "openings",
            LabFileKind::Killers => "killers",
            LabFileKind::Table => "table",
        }
    }

    /// Finds the kind that an option of a player names.
    pub(crate) fn of_option(name: &str) -> Option<LabFileKind> {
        LabFileKind::ALL.into_iter().find(|kind| kind.word() == name)
    }
}

/// The files of a studio.
#[derive(Debug, Default)]
pub(crate) struct LabFiles {
    /// Where they are; nowhere if the studio has no place for them.
    folder: Option<PathBuf>,
    /// Held while files are stored or removed.
    change: Mutex<()>,
}

impl LabFiles {
    /// Looks for files in a folder of the laboratory.
    pub(crate) fn new(lab: Option<&Path>) -> LabFiles {
        LabFiles { folder: lab.map(|lab| lab.join(FOLDER)), change: Mutex::default() }
    }

    /// Lists all files.
    pub(crate) fn list(&self) -> Vec<LabFileView> {
        let mut files = Vec::new();
        for kind in LabFileKind::ALL {
            let folder = self.folder.as_ref().and_then(|folder| fs::read_dir(folder.join(kind.word())).ok());
            for entry in folder.into_iter().flatten().flatten() {
                let (Ok(name), Ok(data)) = (entry.file_name().into_string(), entry.metadata()) else {
                    continue;
                };
                let updated = data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
                let updated = updated.and_then(|time| i64::try_from(time.as_millis()).ok()).unwrap_or(0);
                if data.is_file() {
                    files.push(LabFileView { kind, name, bytes: data.len(), updated });
                }
            }
        }
        files.sort_by(|one, other| (one.kind, &one.name).cmp(&(other.kind, &other.name)));
        files
    }

    /// Finds a file by its name.
    pub(crate) fn path(&self, kind: LabFileKind, name: &str) -> Option<PathBuf> {
        let folder = self.folder.as_ref()?.join(kind.word());
        self.list().iter().any(|file| file.kind == kind && file.name == name).then(|| folder.join(name))
    }

    /// Stores a file after it has been read as what it is for.
    pub(crate) fn store(&self, kind: LabFileKind, name: &str, content: &[u8]) -> Result<(), ApiError> {
        check_name(name)?;
        if content.len() as u64 > FILE_BYTES {
            return Err(too_large());
        }
        let folder = self.folder.as_ref().ok_or_else(no_place)?;
        let _alone = self.change.lock().unwrap_or_else(PoisonError::into_inner);
        let present = self.list();
        let replaces = present.iter().any(|file| file.kind == kind && file.name == name);
        if !replaces && present.len() >= FILES {
            return Err(ApiError::bad(format!("there are already {FILES} files; remove one first")));
        }
        let failed = |error: io::Error| ApiError::failed(format!("{name:?} cannot be stored"), &error);
        let target = folder.join(kind.word());
        fs::create_dir_all(&target).map_err(failed)?;
        let new = tempfile::Builder::new().prefix(".new-").tempdir_in(folder).map_err(failed)?;
        let path = new.path().join(name);
        fs::write(&path, content).map_err(failed)?;
        let shown = |message: String| {
            let prefix = format!("{}{}", new.path().display(), std::path::MAIN_SEPARATOR);
            ApiError::bad(message.replace(&prefix, ""))
        };
        check_content(kind, &path).map_err(shown)?;
        forget_table(&target.join(name));
        fs::rename(&path, target.join(name)).map_err(failed)
    }

    /// Removes a file. What was begun with it has a copy.
    pub(crate) fn remove(&self, kind: LabFileKind, name: &str) -> Result<(), ApiError> {
        let _alone = self.change.lock().unwrap_or_else(PoisonError::into_inner);
        let path = self.path(kind, name).ok_or_else(|| missing(kind, name))?;
        forget_table(&path);
        fs::remove_file(path).map_err(|error| ApiError::failed(format!("{name:?} cannot be removed"), &error))
    }

    /// Reads a file.
    pub(crate) fn read(&self, kind: LabFileKind, name: &str) -> Result<Vec<u8>, ApiError> {
        let path = self.path(kind, name).ok_or_else(|| missing(kind, name))?;
        fs::read(path).map_err(|error| ApiError::failed(format!("{name:?} cannot be read"), &error))
    }

    /// Makes a player whose files are those of the studio; the text names them by their names. They are only
    /// read.
    pub(crate) fn entrant(&self, spec: &Spec<'_>) -> Option<Entrant> {
        spec.entrant_with(&|option, name| self.found(option, name)).ok()
    }

    /// As [`LabFiles::entrant`], for games: a table grows in them.
    pub(crate) fn learning_entrant(&self, spec: &Spec<'_>) -> Option<Entrant> {
        spec.learning_entrant_with(&|option, name| self.found(option, name)).ok()
    }

    fn found(&self, option: &str, name: &str) -> Option<String> {
        Some(self.path(LabFileKind::of_option(option)?, name)?.display().to_string())
    }
}

/// Says that there is no such file.
pub(crate) fn missing(kind: LabFileKind, name: &str) -> ApiError {
    ApiError::missing(format!("there is no file {name:?} of the kind {}", kind.word()))
}

/// Says that the studio keeps no files.
pub(crate) fn no_place() -> ApiError {
    ApiError::busy("this studio has no folder for the lab; start it with --lab DIR")
}

/// Says that a file is too large.
pub(crate) fn too_large() -> ApiError {
    ApiError::bad(format!("a file has at most {} MiB", FILE_BYTES >> 20))
}

/// Refuses names that mean something else in a path or in the text of a player.
fn check_name(name: &str) -> Result<(), ApiError> {
    let plain = |letter: char| letter.is_alphanumeric() || "._- ".contains(letter);
    let fits = name.chars().count() <= NAME
        && name.chars().all(plain)
        && name.chars().next().is_some_and(char::is_alphanumeric)
        && name.trim() == name;
    let is_word = ["off", "none", "on"].contains(&name);
    if fits && !is_word {
        return Ok(());
    }
    Err(ApiError::bad(format!(
        "{name:?} is not a name for a file: up to {NAME} letters, digits, spaces, dots, dashes and underscores"
    )))
}

/// Reads a file as what it is for.
fn check_content(kind: LabFileKind, path: &Path) -> Result<(), String> {
    let player = match kind {
        LabFileKind::Openings => {
            // A finished game is no opening, but players can follow its moves.
            let load = |ply| Openings::load(&OpeningSource::File(path.to_owned(), ply), None, 1);
            return load(Some(1)).or_else(|_| load(None)).map(drop).map_err(|error| error.to_string());
        }
        LabFileKind::Killers => "scout",
        LabFileKind::Table => "client-hard",
    };
    if fs::metadata(path).is_ok_and(|data| data.len() == 0) {
        return Err(format!("{}: it is empty", path.display()));
    }
    let text = format!("{player}:{}={}", kind.word(), path.display());
    text.parse::<Entrant>().map(drop).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(result: Result<(), ApiError>) -> String {
        result.unwrap_err().message().to_owned()
    }

    #[test]
    fn files_are_read_before_they_are_kept_and_found_by_name_alone() {
        let lab = tempfile::tempdir().unwrap();
        let files = LabFiles::new(Some(lab.path()));
        assert!(files.list().is_empty());
        files.store(LabFileKind::Openings, "tiger.txt", b"f5d6c3d3c4\n").unwrap();
        files.store(LabFileKind::Killers, "mine.txt", b"f5 d6 3\n").unwrap();
        let listed: Vec<String> = files.list().into_iter().map(|file| file.name).collect();
        assert_eq!(listed, ["tiger.txt", "mine.txt"]);
        for (kind, content) in [
            (LabFileKind::Openings, "hello"),
            (LabFileKind::Openings, ""),
            (LabFileKind::Killers, "f5 d6 many"),
            (LabFileKind::Table, "1 z9 0 1"),
            (LabFileKind::Table, ""),
        ] {
            let refusal = message(files.store(kind, "bad.txt", content.as_bytes()));
            assert!(refusal.contains("bad.txt"), "{refusal}");
            assert!(!refusal.contains(&lab.path().display().to_string()), "{refusal}");
        }
        assert_eq!(files.list().len(), 2, "nothing of what was refused is left");
        let player = Spec::split("scout:killers=mine.txt,openings=tiger.txt").unwrap();
        assert_eq!(files.entrant(&player).unwrap().to_string(), "scout:killers=mine.txt,openings=tiger.txt");
        assert!(files.entrant(&Spec::split("scout:killers=tiger.txt").unwrap()).is_none());
        files.remove(LabFileKind::Killers, "mine.txt").unwrap();
        assert!(files.remove(LabFileKind::Killers, "mine.txt").is_err());
        assert_eq!(files.read(LabFileKind::Openings, "tiger.txt").unwrap(), b"f5d6c3d3c4\n");
    }

    #[test]
    fn names_that_lead_elsewhere_sizes_and_numbers_beyond_the_bounds_are_refused() {
        let lab = tempfile::tempdir().unwrap();
        let files = LabFiles::new(Some(lab.path()));
        for name in [
            "",
            ".",
            "..",
            "../x",
            "a/b",
            "a\\b",
            "/etc/passwd",
            ".x",
            "a,b",
            "a=b",
            "a:b",
            "a\n",
            "off",
            "a ",
        ] {
            let refusal = message(files.store(LabFileKind::Openings, name, b"f5d6\n"));
            assert!(refusal.contains(&format!("{name:?}")), "{refusal}");
            assert!(files.path(LabFileKind::Openings, name).is_none());
        }
        let large = vec![b'x'; FILE_BYTES as usize + 1];
        assert!(message(files.store(LabFileKind::Openings, "large.txt", &large)).contains("MiB"));
        for number in 0..FILES {
            files.store(LabFileKind::Openings, &format!("{number}.txt"), b"f5d6\n").unwrap();
        }
        assert!(message(files.store(LabFileKind::Openings, "more.txt", b"f5d6\n")).contains("60 files"));
        files.store(LabFileKind::Openings, "0.txt", b"f5f6\n").unwrap();
        assert!(LabFiles::new(None).store(LabFileKind::Openings, "a.txt", b"f5d6\n").is_err());
    }
}
