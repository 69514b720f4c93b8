//! A table of positions that grows in games and is kept in a file.
//!
//! Everybody in the program who names the same file has the same table, and a line is added by one write to
//! the end of the file: several games at once, also of several programs, spoil nothing.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, Weak};

use outflank_rules::{Position, Square};

use super::lookup::{Lookup, LookupError};

/// How many boards a table grows to: about 5 MB of text.
const MOST: usize = 100_000;

/// A table and its file.
pub(super) struct GrowingTable {
    path: PathBuf,
    /// Whether the file is written to.
    grows: AtomicBool,
    lines: Mutex<TableState>,
}

struct TableState {
    known: Lookup,
    /// The file, from the first line on that is added.
    file: Option<File>,
}

/// The tables in use that grow, by their files.
static TABLES: LazyLock<Mutex<HashMap<PathBuf, Weak<GrowingTable>>>> = LazyLock::new(Mutex::default);

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl GrowingTable {
    /// Reads a table. If it grows, the file need not exist yet, but its folder must.
    pub(super) fn open(path: &Path, grows: bool) -> Result<Arc<GrowingTable>, LookupError> {
        let make = |path: &Path, known| {
            let lines = Mutex::new(TableState { known, file: None });
            Arc::new(GrowingTable { path: path.to_owned(), grows: AtomicBool::new(grows), lines })
        };
        if !grows {
            return Ok(make(path, Lookup::open(path)?));
        }
        let path = path_of(path)?;
        let mut tables = locked(&TABLES);
        if let Some(table) = tables.get(&path).and_then(Weak::upgrade) {
            return Ok(table);
        }
        let known = match Lookup::open(&path) {
            Err(LookupError::Open(error)) if error.kind() == io::ErrorKind::NotFound => Lookup::default(),
            read => read?,
        };
        let table = make(&path, known);
        tables.retain(|_, table| table.strong_count() > 0);
        tables.insert(path, Arc::downgrade(&table));
        Ok(table)
    }

    /// Returns the best move of a position, if it is known.
    pub(super) fn get(&self, position: Position) -> Option<Square> {
        locked(&self.lines).known.get(position).map(|(square, _)| square)
    }

    /// Returns all that is known.
    pub(super) fn known(&self) -> Lookup {
        locked(&self.lines).known.clone()
    }

    /// Adds what was found out, also to the file. A table that is full or not to grow stays as it is; after a
    /// write that fails the file is left alone.
    pub(super) fn add(&self, position: Position, square: Square, for_white: f64) {
        let mut lines = locked(&self.lines);
        if !self.grows.load(Ordering::Relaxed) || lines.known.len() >= MOST {
            return;
        }
        let line = lines.known.insert(position, square, for_white);
        if lines.file.is_none() {
            lines.file = end_of(&self.path).ok();
        }
        if let Some(mut file) = lines.file.as_ref() {
            // The game goes on without a file that cannot be written to.
            let _unwritten = file.write_all(line.as_bytes());
        }
    }
}

/// Forgets a table that grows because its file is removed or replaced: who still plays with it goes on with
/// what is known, but writes no more, and the file is read anew by the next who names it.
pub fn forget_table(path: &Path) {
    let Ok(path) = path_of(path) else { return };
    if let Some(table) = locked(&TABLES).remove(&path).and_then(|table| table.upgrade()) {
        // A line that is being written is waited for.
        let _lines = locked(&table.lines);
        table.grows.store(false, Ordering::Relaxed);
    }
}

/// Opens a file for lines at its end; a last line without an end gets one.
fn end_of(path: &Path) -> io::Result<File> {
    let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
    if file.metadata()?.len() > 0 {
        let mut last = [0];
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
        if last != *b"\n" {
            file.write_all(b"\n")?;
        }
    }
    Ok(file)
}

/// Returns the one path that a file has, however it is written.
fn path_of(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Ok(folder.canonicalize()?.join(name))
}

#[cfg(test)]
mod tests {
    use std::thread;

    use outflank_rules::Move;

    use super::*;

    /// Plays the first legal move so many times.
    fn position(plies: usize) -> Position {
        (0..plies).fold(Position::start(), |position, _| {
            let first = position.legal_moves().first();
            position.play(first.map_or(Move::Pass, Move::Place)).unwrap()
        })
    }

    #[test]
    fn several_games_at_once_write_whole_lines_to_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.txt");
        // A last line without an end, as an editor may leave it.
        std::fs::write(&path, "5 19 1 2").unwrap();
        thread::scope(|scope| {
            for game in 0..8 {
                let path = folder.path().join(".").join("table.txt");
                scope.spawn(move || {
                    let table = GrowingTable::open(&path, true).unwrap();
                    for ply in 0..20 {
                        // Whether a square is legal is looked at when it is asked for.
                        let (at, best) = (position(ply), position(ply).legal_moves().first());
                        table.add(at, best.unwrap_or(Square::A1), f64::from(game));
                    }
                });
            }
        });
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().count(), 1 + 8 * 20);
        let read = GrowingTable::open(&path, false).unwrap();
        // One of the moves is a pass, which leaves the board as it is.
        assert_eq!(read.known().len(), 1 + 19);
        assert_eq!(read.get(position(3)), position(3).legal_moves().first());
        // What is only read stays as it is.
        read.add(position(30), Square::A1, 0.0);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }

    #[test]
    fn a_file_that_is_replaced_is_read_anew_and_left_alone_by_games_under_way() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.txt");
        let old = GrowingTable::open(&path, true).unwrap();
        old.add(position(0), Square::D3, 1.0);
        let other = folder.path().join("other.txt");
        std::fs::write(&other, "").unwrap();
        forget_table(&path);
        std::fs::rename(&other, &path).unwrap();
        let new = GrowingTable::open(&path, true).unwrap();
        assert_eq!((old.known().len(), new.known().len()), (1, 0));
        old.add(position(1), position(1).legal_moves().first().unwrap(), 0.0);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "");
        std::fs::remove_file(&path).unwrap();
        forget_table(&path);
        new.add(position(1), Square::A1, 0.0);
        assert!(!path.exists(), "what was removed does not come back");
    }

    #[test]
    fn a_new_file_needs_a_folder_and_one_that_is_only_read_has_to_be_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new.txt");
        assert!(GrowingTable::open(&path, false).is_err());
        let table = GrowingTable::open(&path, true).unwrap();
        assert!(!path.exists(), "nothing is known yet");
        table.add(position(0), Square::D3, 1.0);
        assert_eq!(Lookup::open(&path).unwrap(), table.known());
        assert!(GrowingTable::open(&folder.path().join("no/such/new.txt"), true).is_err());
        assert!(GrowingTable::open(Path::new("/"), true).is_err());
    }
}
