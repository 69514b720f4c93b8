//! How much room the laboratory takes.

use std::fs;
use std::path::Path;

use super::Workshop;
use super::limits::STORAGE;
use crate::error::ApiError;

impl Workshop {
    /// Refuses what would make the folders of the laboratory too large.
    pub(crate) fn require_room(&self, more: u64) -> Result<(), ApiError> {
        let taken = self.folder().map_or(0, |folder| size_of(folder, 0));
        if taken.saturating_add(more) > STORAGE {
            return Err(ApiError::bad(format!(
                "the lab takes {} of {} MiB; remove something first",
                taken >> 20,
                STORAGE >> 20
            )));
        }
        Ok(())
    }
}

/// How deep folders lie in each other at most.
const DEEPEST: usize = 6;

/// Adds up the sizes of all files; links are not followed.
fn size_of(folder: &Path, depth: usize) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let size = |entry: fs::DirEntry| match entry.metadata() {
        Ok(data) if data.is_dir() && depth < DEEPEST => size_of(&entry.path(), depth + 1),
        Ok(data) => data.len(),
        Err(_) => 0,
    };
    entries.flatten().map(size).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_full_takes_no_more() {
        let folder = tempfile::tempdir().unwrap();
        let workshop = Workshop::open(Some(folder.path().to_owned()), 4);
        fs::create_dir_all(folder.path().join("one/files")).unwrap();
        let file = fs::File::create(folder.path().join("one/files/large")).unwrap();
        file.set_len(STORAGE - 1).unwrap();
        assert!(workshop.require_room(1).is_ok());
        let refused = workshop.require_room(2).unwrap_err();
        assert!(refused.message().contains("of 512 MiB"), "{refused:?}");
    }
}
