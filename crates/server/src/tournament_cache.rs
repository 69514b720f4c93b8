//! A cache of tournaments, kept as long as their files have not changed.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use crate::error::ApiError;
use crate::wire::tournament::TournamentView;

/// Length and time of the last change; equal ones mean an unchanged file.
type Stamp = Vec<Option<(u64, SystemTime)>>;

/// Tournaments by their folder.
#[derive(Debug, Default)]
pub(crate) struct TournamentCache(Mutex<HashMap<PathBuf, SeenTournament>>);

/// A tournament as it was seen last.
#[derive(Debug)]
struct SeenTournament {
    stamp: Stamp,
    view: TournamentView,
    /// When it was seen, and how long that took.
    seen: (Instant, Duration),
}

/// For how many times as long as a look takes nobody looks again at a tournament that changes all the time.
const REST: u32 = 10;

impl TournamentCache {
    /// Returns what is known of a folder, or finds it out if one of its files has changed. If games are being
    /// played in it, what is known may be a little old.
    pub(crate) fn or_look(
        &self,
        folder: &Path,
        files: &[&str],
        is_played: bool,
        look: impl FnOnce() -> Result<TournamentView, ApiError>,
    ) -> Result<TournamentView, ApiError> {
        let stamp: Stamp = files.iter().map(|name| stamp(&folder.join(name))).collect();
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_recent = |(at, took): (Instant, Duration)| is_played && at.elapsed() < REST * took;
        let is_good = |old: &&SeenTournament| old.stamp == stamp || is_recent(old.seen);
        if let Some(old) = known().get(folder).filter(is_good) {
            return Ok(old.view.clone());
        }
        let begin = Instant::now();
        let view = look()?;
        let seen = (Instant::now(), begin.elapsed());
        known().insert(folder.to_owned(), SeenTournament { stamp, view: view.clone(), seen });
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
        let ask = || known.or_look(folder.path(), &["games.jsonl"], false, look).unwrap().games;
        assert_eq!([ask(), ask()], [1, 1]);
        fs::write(folder.path().join("games.jsonl"), "{}\n").unwrap();
        assert_eq!([ask(), ask()], [2, 2]);
    }
}
