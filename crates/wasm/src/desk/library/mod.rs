//! The library of this device: games that are over, in memory, with an index of their positions that grows
//! beside them.

mod export;
mod import;
mod routes;
mod value;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use outflank_game::{Ending, StudySubject};
use outflank_keep::{GameIdentity, GrowingIndex, LibraryGame, LibraryRow, game_of_kept};

use super::{Desk, DeskRefusal};
pub(super) use import::DeskImports;
use value::{SHARED, read_block, write_block};

/// The moment of deletion of a row that a fuller one replaced: nobody lists or restores it.
const REPLACED: i64 = 1;
/// How many games are put into the index before others get a word in.
const INDEXED_AT_ONCE: usize = 250;

/// All games of the library.
#[derive(Default)]
pub(super) struct LibraryTable {
    rows: BTreeMap<i64, LibraryRow>,
    /// Rows from files that are there, by fingerprint.
    by_fingerprint: HashMap<String, i64>,
    /// Rows that are there and do not come from this device, by their moves.
    by_moves: HashMap<String, Vec<i64>>,
    /// The positions of games up to a key.
    index: GrowingIndex,
    indexed: i64,
    /// The keys of rows that were deleted.
    deleted: HashSet<i64>,
    /// The values that have to be written again, when this event is over.
    changed: BTreeSet<i64>,
    /// Whether the index is being brought up to date.
    is_indexing: bool,
    /// Requests that wait for the index.
    waiting: Vec<super::request::DeskRequest>,
}

impl LibraryTable {
    fn row(&self, key: i64) -> Result<&LibraryRow, DeskRefusal> {
        self.rows.get(&key).ok_or_else(|| DeskRefusal::no_game(key))
    }

    /// Finds a game by its key, deleted or not, or else by the number under which it was played.
    pub(super) fn numbered(&self, number: i64) -> Result<&LibraryRow, DeskRefusal> {
        let played = |row: &&LibraryRow| row.game.game == Some(number) && row.deleted.is_none();
        let found = self.rows.get(&number).or_else(|| self.rows.values().rev().find(played));
        found.ok_or_else(|| DeskRefusal::no_game(number))
    }

    /// Takes note of a row that is new or is there again.
    fn find_again(&mut self, key: i64) {
        let Some(row) = self.rows.get(&key) else { return };
        if row.deleted.is_some() {
            self.deleted.insert(key);
            return;
        }
        self.deleted.remove(&key);
        if row.game.game.is_none() {
            self.by_fingerprint.insert(row.game.fingerprint.clone(), key);
            let alike = self.by_moves.entry(row.game.moves.squares().to_owned()).or_default();
            if !alike.contains(&key) {
                alike.push(key);
            }
        }
    }

    /// Marks a row as deleted or restores it.
    fn set_deleted(&mut self, key: i64, moment: Option<i64>) {
        let Some(row) = self.rows.get_mut(&key) else { return };
        row.deleted = moment;
        self.changed.insert(key.div_euclid(SHARED));
        if moment.is_some() {
            let (fingerprint, moves) = (row.game.fingerprint.clone(), row.game.moves.squares().to_owned());
            if self.by_fingerprint.get(&fingerprint) == Some(&key) && moment == Some(REPLACED) {
                self.by_fingerprint.remove(&fingerprint);
            }
            if let Some(alike) = self.by_moves.get_mut(&moves) {
                alike.retain(|&other| other != key);
            }
            self.deleted.insert(key);
        } else {
            self.find_again(key);
        }
    }

    /// Finds a game from a file that may be the same as another one.
    fn alike(&self, game: &LibraryGame) -> Option<(i64, GameIdentity)> {
        let identity = GameIdentity::of(game);
        let keys = self.by_moves.get(game.moves.squares())?;
        let rows = keys.iter().filter_map(|key| self.rows.get(key));
        let known = rows.map(|row| (row.key, GameIdentity::of(&row.game)));
        known.into_iter().find(|(_, other)| other.may_be(&identity))
    }

    /// Finds what a study of a game from a file belongs to, by the fingerprint of the game.
    pub(super) fn subject_like(&self, fingerprint: &str) -> Option<StudySubject> {
        let row = self.rows.get(self.by_fingerprint.get(fingerprint)?)?;
        Some(row.game.game.map_or(StudySubject::LibraryEntry(row.key), StudySubject::Game))
    }

    /// Returns the index of positions, and the keys in it that count no more.
    pub(super) fn index(&self) -> (&GrowingIndex, &HashSet<i64>) {
        (&self.index, &self.deleted)
    }

    /// Lets a request wait until all games are in the index.
    pub(super) fn wait(&mut self, request: super::request::DeskRequest) {
        self.waiting.push(request);
    }

    /// Tells whether games are not in the index yet.
    pub(super) fn is_behind(&self) -> bool {
        self.rows.last_key_value().is_some_and(|(&key, _)| key > self.indexed)
    }
}

impl Desk {
    /// Reads games of the library that were kept.
    pub(super) fn load_library(&mut self, value: &[u8]) -> Result<(), String> {
        for row in read_block(value)? {
            let key = row.key;
            self.last_number = self.last_number.max(key);
            self.library.rows.insert(key, row);
            self.library.find_again(key);
        }
        Ok(())
    }

    /// Keeps what has changed in the library.
    pub(super) fn keep_library(&mut self) {
        for block in std::mem::take(&mut self.library.changed) {
            let rows = self.library.rows.range(block * SHARED..(block + 1) * SHARED);
            let bytes = write_block(rows.map(|(_, row)| row));
            self.out.put(format!("library/{block}"), &bytes);
        }
        if self.library.is_behind() && !self.library.is_indexing {
            self.library.is_indexing = true;
            self.later(0, Desk::index_on);
        }
    }

    /// Puts some games into the index, and goes on later if there are more.
    fn index_on(&mut self) {
        let table = &mut self.library;
        let keys: Vec<i64> =
            table.rows.range(table.indexed + 1..).take(INDEXED_AT_ONCE).map(|(&key, _)| key).collect();
        table.index.add(keys.iter().filter_map(|key| table.rows.get(key)));
        table.indexed = keys.last().copied().unwrap_or(table.indexed);
        if table.is_behind() {
            self.later(0, Desk::index_on);
            return;
        }
        table.is_indexing = false;
        for request in std::mem::take(&mut table.waiting) {
            self.answer(&request);
        }
    }

    /// Adds a row and returns its key. `own` is the number it was played under.
    fn add_row(&mut self, game: LibraryGame, own: Option<i64>) -> i64 {
        let last = self.library.rows.last_key_value().map_or(0, |(&key, _)| key);
        // Its own number is its key, unless later keys are given already: keys only grow.
        let key = own.filter(|&number| number > last).unwrap_or_else(|| self.next_number());
        let row = LibraryRow { key, added: self.now, deleted: None, game, tags: Vec::new() };
        self.library.rows.insert(key, row);
        self.library.find_again(key);
        self.library.changed.insert(key.div_euclid(SHARED));
        key
    }

    /// Adds a game that was read from a file; tells whether it is new. One that is there already stays as it
    /// is, one that says less is replaced; one that was deleted is restored and counts as new.
    fn add_to_library(&mut self, game: LibraryGame) -> bool {
        if let Some(&key) = self.library.by_fingerprint.get(&game.fingerprint) {
            let was_deleted = self.library.deleted.contains(&key);
            if was_deleted {
                self.library.set_deleted(key, None);
            }
            return was_deleted;
        }
        match self.library.alike(&game) {
            None => {
                self.add_row(game, None);
                true
            }
            Some((old, identity)) => {
                if GameIdentity::of(&game).says_more_than(&identity) {
                    let new = self.add_row(game, None);
                    self.take_over(old, new);
                }
                false
            }
        }
    }

    /// Puts a row in the place of one that says less.
    fn take_over(&mut self, old: i64, new: i64) {
        let Some((tags, notes)) =
            self.library.rows.get(&old).map(|row| (row.tags.clone(), row.game.notes.clone()))
        else {
            return;
        };
        if let Some(row) = self.library.rows.get_mut(&new) {
            row.tags = tags;
            if row.game.notes.is_empty() {
                row.game.notes = notes;
            }
        }
        self.library.set_deleted(old, Some(REPLACED));
    }

    /// Makes the library agree with a game that is played here: it has the game if and only if it is over,
    /// counts and is to be saved.
    pub(super) fn sync_library(&mut self, id: i64) {
        let Ok(kept) = self.games.kept(id) else { return self.forget_ended(id) };
        let counts = kept.game.result().is_some_and(|result| result.ending != Ending::Aborted);
        if !counts || !kept.saved {
            self.forget_ended(id);
            return self.games.set_key(id, None);
        }
        let game = game_of_kept(kept);
        let same = |row: &&LibraryRow| {
            row.game.game == Some(id)
                && row.deleted.is_none()
                && row.game.fingerprint == game.fingerprint
                && row.game.result == game.result
        };
        let found = self.library.rows.values().rev().find(same).map(|row| row.key);
        let key = match found {
            Some(key) => key,
            None => {
                self.forget_ended(id);
                self.add_row(game, Some(id))
            }
        };
        self.games.set_key(id, Some(key));
    }

    /// Deletes the ends of a game that goes on or is deleted.
    pub(super) fn forget_ended(&mut self, id: i64) {
        let ends =
            self.library.rows.values().filter(|row| row.game.game == Some(id) && row.deleted.is_none());
        let keys: Vec<i64> = ends.map(|row| row.key).collect();
        for key in keys {
            self.library.set_deleted(key, Some(self.now));
        }
    }
}
