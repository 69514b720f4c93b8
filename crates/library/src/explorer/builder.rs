//! Making an index from games.

use std::io;
use std::path::Path;

use outflank_keep::{GameGatherer, LibraryRow};

use super::file::{self, entry_of};
use super::index::{BUCKETS, ENTRY, Entries, Index};
use super::runs::{Runs, pack, unpack};

/// Gathers the positions of games.
#[derive(Debug, Default)]
pub(super) struct Builder {
    gatherer: GameGatherer,
    runs: Runs,
}

impl Builder {
    /// Gathers in a file of a folder what memory should not hold.
    pub(super) fn in_folder(folder: &Path) -> io::Result<Builder> {
        Ok(Builder { runs: Runs::in_folder(folder)?, ..Builder::default() })
    }

    /// Adds games. One that cannot be played is left out.
    pub(super) fn with(mut self, rows: &[LibraryRow]) -> io::Result<Builder> {
        let mut run = Vec::new();
        for row in rows {
            self.gatherer.add(row, |hash, game, played| run.push(pack(hash, game, played)));
        }
        self.runs.add(run)?;
        Ok(self)
    }

    /// Sorts all positions in memory.
    pub(super) fn finish(self) -> io::Result<Index> {
        let mut begins = vec![0; BUCKETS + 1];
        let mut bytes = Vec::with_capacity(self.runs.len() as usize * ENTRY);
        self.runs.merge(|entry| {
            let (hash, game, played) = unpack(entry);
            begins[(hash >> 48) as usize + 1] += 1;
            bytes.extend_from_slice(&entry_of(hash, game, played));
            Ok(())
        })?;
        for bucket in 0..BUCKETS {
            begins[bucket + 1] += begins[bucket];
        }
        Ok(Index { games: self.gatherer.games, begins, entries: Entries::Memory(bytes) })
    }

    /// Sorts all positions into the file of a path, or into one that nobody sees if there is something else
    /// at that path, or none.
    pub(super) fn finish_in(self, folder: &Path, path: Option<&Path>) -> io::Result<Index> {
        file::write(self.gatherer.games, self.runs, folder, path)
    }
}
