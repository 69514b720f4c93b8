//! Making an index from games.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use outflank_rules::{Color, Position};
use outflank_store::LibraryRow;

use super::canonical::{CanonicalPosition, END};
use super::file::{self, entry_of};
use super::index::{BUCKETS, ENTRY, Entries, Index, IndexedGame, IndexedGames};
use super::runs::{Runs, SortedEntry, pack, unpack};

/// Gathers the positions of games.
#[derive(Debug, Default)]
pub(super) struct Builder {
    games: IndexedGames,
    numbers: HashMap<String, u32>,
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
        rows.iter().for_each(|row| self.add(row, &mut run));
        self.runs.add(run)?;
        Ok(self)
    }

    fn add(&mut self, row: &LibraryRow, run: &mut Vec<SortedEntry>) {
        let (Ok(history), Ok(number)) = (row.play(), u32::try_from(self.games.known.len())) else { return };
        let mut position: Position = history.start();
        for &played in history.plies() {
            let place = CanonicalPosition::of(&position);
            run.push(pack(place.hash, number, place.number(played)));
            let Ok(next) = position.play(played) else { break };
            position = next;
        }
        run.push(pack(CanonicalPosition::of(&position).hash, number, END));
        let game = &row.game;
        let (black, white) = (self.name(&game.black), self.name(&game.white));
        self.games.known.push(IndexedGame {
            key: row.key,
            black,
            white,
            year: game.day.get(..4).and_then(|year| year.parse().ok()).unwrap_or(0),
            score: game.score.and_then(|score| i16::try_from(score).ok()),
            winner: game.result.map(|result| match result.winner {
                Some(Color::Black) => 1,
                Some(Color::White) => -1,
                None => 0,
            }),
        });
        self.games.last_added = row.added;
    }

    fn name(&mut self, name: &str) -> u32 {
        let folded = name.to_lowercase();
        if let Some(&number) = self.numbers.get(&folded) {
            return number;
        }
        let number = self.games.names.len() as u32;
        self.games.names.push(folded.clone());
        self.numbers.insert(folded, number);
        number
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
        Ok(Index { games: self.games, begins, entries: Entries::Memory(bytes) })
    }

    /// Sorts all positions into the file of a path, or into one that nobody sees if there is something else
    /// at that path, or none.
    pub(super) fn finish_in(self, folder: &Path, path: Option<&Path>) -> io::Result<Index> {
        file::write(self.games, self.runs, folder, path)
    }
}
