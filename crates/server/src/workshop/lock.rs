//! The lock of a folder of the laboratory: one server works there at a time.
//!
//! The lock ends with the process that has it, whatever ends that. The file itself stays and means nothing.

use std::fs::{self, File, OpenOptions};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::ApiError;

/// The file that is locked.
const LOCK: &str = ".outflank-lab.lock";

/// What a refusal is called because another server works in the folder.
pub(crate) const LAB_IN_USE: &str = "lab-in-use";

/// The lock of a folder, once it is held.
#[derive(Debug, Default)]
pub(super) struct LabLock(Mutex<Option<File>>);

impl LabLock {
    fn held(&self) -> MutexGuard<'_, Option<File>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the lock unless it is held here, and refuses if another server has it.
    pub(super) fn require(&self, folder: &Path) -> Result<(), ApiError> {
        let mut held = self.held();
        if held.is_some() {
            return Ok(());
        }
        let failed = |error: std::io::Error| ApiError::failed("the lab folder cannot be locked", &error);
        fs::create_dir_all(folder).map_err(failed)?;
        let path = folder.join(LOCK);
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {
                *held = Some(file);
                Ok(())
            }
            Err(fs::TryLockError::WouldBlock) => Err(ApiError::conflict(
                LAB_IN_USE,
                "another server is using this lab folder; give each server its own (--lab)",
            )),
            Err(fs::TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    /// Lets go of the lock.
    pub(super) fn release(&self) {
        *self.held() = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_server_works_in_a_folder_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let (first, second) = (LabLock::default(), LabLock::default());
        first.require(folder.path()).unwrap();
        first.require(folder.path()).unwrap();
        let refused = second.require(folder.path()).unwrap_err();
        assert!(refused.message().contains("--lab"), "{}", refused.message());
        first.release();
        second.require(folder.path()).unwrap();
        assert!(first.require(folder.path()).is_err());
        drop(second);
        first.require(folder.path()).unwrap();
    }
}
