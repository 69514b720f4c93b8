//! A cache of tournaments, kept as long as their files have not changed.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use crate::error::ApiError;
use crate::wire::TournamentView;

/// Length and time of the last change; equal ones mean an unchanged file.
type Stamp = Vec<Option<(u64, SystemTime)>>;

/// Tournaments by their folder.
#[derive(Debug, Default)]
pub(crate) struct TournamentCache(Mutex<HashMap<PathBuf, (Stamp, TournamentView)>>);

impl TournamentCache {
    /// Returns what is known of a folder, or finds it out if one of its files has changed.
    pub(crate) fn or_look(
        &self,
        folder: &Path,
        files: &[&str],
        look: impl FnOnce() -> Result<TournamentView, ApiError>,
    ) -> Result<TournamentView, ApiError> {
        let stamp: Stamp = files.iter().map(|name| stamp(&folder.join(name))).collect();
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, view)) = known().get(folder).filter(|(old, _)| *old == stamp) {
            return Ok(view.clone());
        }
        let view = look()?;
        known().insert(folder.to_owned(), (stamp, view.clone()));
        Ok(view)
    }
}

fn stamp(path: &Path) -> Option<(u64, SystemTime)> {
    let data = fs::metadata(path).ok()?;
    Some((data.len(), data.modified().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_looked_at_again_only_when_it_has_changed() {
        let folder = tempfile::tempdir().unwrap();
        let known = TournamentCache::default();
        let looks = std::cell::Cell::new(0);
        let look = || {
            looks.set(looks.get() + 1);
            Ok(TournamentView {
                id: String::new(),
                name: String::new(),
                format: String::new(),
                games: looks.get(),
                planned: 0,
                complete: false,
                forfeits: 0,
                updated: 0,
                players: Vec::new(),
                cross: Vec::new(),
            })
        };
        let ask = || known.or_look(folder.path(), &["games.jsonl"], look).unwrap().games;
        assert_eq!([ask(), ask()], [1, 1]);
        fs::write(folder.path().join("games.jsonl"), "{}\n").unwrap();
        assert_eq!([ask(), ask()], [2, 2]);
    }
}
