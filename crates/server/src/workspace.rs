//! Folders for files that nobody keeps: uploads before they are read, archives before they are sent.
//!
//! They lie in one folder of the process, which goes with the last of them. A process that is killed leaves
//! it; the next one that starts clears it. Whether its process lives is told by a lock that ends with the
//! process, not by a number that another process may have by then.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use tempfile::TempDir;
use tracing::{debug, warn};

/// How the names of these folders begin.
const PREFIX: &str = "outflank-work-";
/// The file that is locked as long as the process lives.
const LOCK: &str = "lock";
/// The lock before it is held.
const UNLOCKED: &str = "unlocked";
/// How old a folder without a lock is if nobody is making it.
const MADE: Duration = Duration::from_secs(60);

/// The folder of this process, which is there while it is needed.
#[derive(Debug, Default)]
pub(crate) struct Workspace(Mutex<Weak<ProcessFolder>>);

#[derive(Debug)]
struct ProcessFolder {
    folder: TempDir,
    /// Locked.
    _lock: File,
}

/// A folder that goes when it is dropped.
#[derive(Debug)]
pub(crate) struct WorkFolder {
    folder: TempDir,
    _process: Arc<ProcessFolder>,
}

impl WorkFolder {
    /// Returns where it is.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Workspace {
    fn present(&self) -> MutexGuard<'_, Weak<ProcessFolder>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a folder.
    pub(crate) fn folder(&self) -> io::Result<WorkFolder> {
        self.folder_in(&std::env::temp_dir())
    }

    fn folder_in(&self, place: &Path) -> io::Result<WorkFolder> {
        let mut present = self.present();
        let process = match present.upgrade().filter(|process| process.folder.path().is_dir()) {
            Some(process) => process,
            None => Arc::new(ProcessFolder::make(place)?),
        };
        *present = Arc::downgrade(&process);
        Ok(WorkFolder { folder: TempDir::new_in(process.folder.path())?, _process: process })
    }

    /// Removes the folder of this process with all that is in it.
    pub(crate) fn close(&self) {
        if let Some(process) = std::mem::take(&mut *self.present()).upgrade() {
            remove(process.folder.path());
        }
    }
}

/// Removes temporary folders that processes left which were killed.
pub fn clear_leftovers() {
    clear_in(&std::env::temp_dir());
}

impl ProcessFolder {
    fn make(place: &Path) -> io::Result<ProcessFolder> {
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(place)?;
        let (unlocked, locked) = (folder.path().join(UNLOCKED), folder.path().join(LOCK));
        let lock = File::create(&unlocked)?;
        lock.lock()?;
        // Under its name it is locked at all times.
        fs::rename(unlocked, locked)?;
        Ok(ProcessFolder { folder, _lock: lock })
    }
}

fn clear_in(place: &Path) {
    let Ok(entries) = fs::read_dir(place) else { return };
    for entry in entries.flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        if is_ours && is_left(&entry.path()) {
            remove(&entry.path());
            debug!(folder = %entry.path().display(), "cleared the folder of a process that was killed");
        }
    }
}

/// Tells whether the process of a folder is no more.
fn is_left(folder: &Path) -> bool {
    match File::open(folder.join(LOCK)) {
        Ok(lock) => lock.try_lock().is_ok(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let made = folder.metadata().and_then(|data| data.modified());
            made.is_ok_and(|made| made.elapsed().is_ok_and(|age| age > MADE))
        }
        // Somebody else's.
        Err(_) => false,
    }
}

fn remove(folder: &Path) {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            warn!(%error, folder = %folder.display(), "cannot remove a folder");
        }
        _gone => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_the_dead_are_cleared_and_those_of_the_living_are_not() {
        let place = tempfile::tempdir().unwrap();
        let living = Workspace::default();
        let import = living.folder_in(place.path()).unwrap();
        fs::write(import.path().join("a.ggf"), "f5").unwrap();
        let dead = ProcessFolder::make(place.path()).unwrap();
        let ProcessFolder { folder, _lock: lock } = dead;
        let left = folder.keep();
        fs::create_dir(left.join("import")).unwrap();
        fs::write(left.join("import/b.ggf"), "f5").unwrap();
        fs::create_dir(place.path().join("outflank-work-now")).unwrap();
        fs::create_dir(place.path().join("something-else")).unwrap();
        clear_in(place.path());
        assert!(left.is_dir(), "its process holds the lock");
        drop(lock);
        clear_in(place.path());
        assert!(!left.exists() && import.path().join("a.ggf").exists());
        assert!(place.path().join("outflank-work-now").exists(), "somebody may be making it");
        assert!(place.path().join("something-else").exists());
        let process = import.path().parent().unwrap().to_owned();
        drop(import);
        assert!(!process.exists(), "it goes with the last of its folders");
        let import = living.folder_in(place.path()).unwrap();
        living.close();
        assert!(!import.path().exists());
    }
}
