//! A book as programs use it: a file that is not loaded, and what has changed since it was written.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::base::BookBase;
use crate::journal::{BookJournal, LeftJournal, journals_of, read_journal};
use crate::writer::beside;
use crate::{BookError, BookKey, BookRecord, write_book};

/// The name that files are signed with.
pub(crate) const WRITER: &str = concat!("outflank-book ", env!("CARGO_PKG_VERSION"));

/// Positions and what is known of them.
///
/// ```
/// use outflank_book::{Book, BookKey, BookRecord, Origin};
/// use outflank_rules::Position;
///
/// let mut book = Book::new();
/// let (start, _) = BookKey::of(Position::start().board()).unwrap();
/// book.join(&[BookRecord::new(start, Origin::Person)])?;
/// assert_eq!(book.len(), 1);
/// assert!(book.links(start)?.iter().all(|link| !link.is_linked()));
/// # Ok::<(), outflank_book::BookError>(())
/// ```
#[derive(Debug, Default)]
pub struct Book {
    base: Option<BookBase>,
    /// Records that differ from the file's.
    changes: HashMap<BookKey, BookRecord>,
    /// How many of them the file does not have.
    added: u64,
    /// The keys by the squares that have discs, once somebody had to know what leads to a position. A
    /// position has up to thousands of possible predecessors, but few sets of squares one disc smaller.
    by_discs: Option<HashMap<u64, Vec<BookKey>>>,
    /// What was found wrong on the way: see [`Book::troubles`].
    troubles: Vec<String>,
}

impl Book {
    /// Makes an empty book.
    #[must_use]
    pub fn new() -> Book {
        Book::default()
    }

    /// Makes a book of what does not change.
    pub(crate) fn of_base(base: BookBase) -> Book {
        Book { base: Some(base), ..Book::default() }
    }

    /// Opens the book of a file, with what journals beside it have in addition.
    ///
    /// # Errors
    ///
    /// If there is no such file and no journal, or it cannot be read, is no book or is damaged.
    pub fn open(path: &Path) -> Result<Book, BookError> {
        let book = Book::open_or_new(path)?;
        if book.base.is_none() && book.changes.is_empty() {
            return Err(BookError::io(path)(io::ErrorKind::NotFound.into()));
        }
        Ok(book)
    }

    /// Opens the book of a file, which is empty if there is none.
    ///
    /// # Errors
    ///
    /// If the file is there but cannot be read, is no book or is damaged.
    pub fn open_or_new(path: &Path) -> Result<Book, BookError> {
        // Journals first: one that is folded meanwhile is in the file that is opened then.
        let mut records = Vec::new();
        let mut book = Book::new();
        for journal in journals_of(path)? {
            let content = read_journal(&journal)?;
            records.extend(content.records);
            if content.damaged > 0 {
                let count = content.damaged;
                book.troubles.push(format!("{}: {count} damaged entries left out", journal.display()));
            }
        }
        book.base = match BookBase::open(path) {
            Ok(base) => Some(base),
            Err(BookError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if !records.is_empty() {
            let contradictions = book.join(&records)?;
            book.troubles.extend(contradictions.iter().map(ToString::to_string));
        }
        Ok(book)
    }

    /// Returns what was found wrong and left out when the book was opened.
    #[must_use]
    pub fn troubles(&self) -> &[String] {
        &self.troubles
    }

    /// Returns how many positions there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.base.as_ref().map_or(0, BookBase::len) + self.added
    }

    /// Tells whether there is no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Looks up a position.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is damaged there.
    pub fn get(&self, key: BookKey) -> Result<Option<BookRecord>, BookError> {
        if let Some(record) = self.changes.get(&key) {
            return Ok(Some(*record));
        }
        self.base.as_ref().map_or(Ok(None), |base| base.get(key))
    }

    /// Tells whether a position is there.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is damaged there.
    pub fn contains(&self, key: BookKey) -> Result<bool, BookError> {
        Ok(self.get(key)?.is_some())
    }

    /// Sets a record in the place of what is there. Nothing is derived.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is damaged there.
    pub fn put(&mut self, record: BookRecord) -> Result<(), BookError> {
        if !self.contains(record.key)? {
            self.added += 1;
            if let Some(index) = &mut self.by_discs {
                index.entry(record.key.occupied()).or_default().push(record.key);
            }
        }
        self.changes.insert(record.key, record);
        Ok(())
    }

    /// Makes sure that [`Book::parents`] knows all positions.
    pub(crate) fn index_discs(&mut self) -> Result<(), BookError> {
        if self.by_discs.is_none() {
            let mut index: HashMap<u64, Vec<BookKey>> = HashMap::new();
            for record in self.records() {
                let key = record?.key;
                index.entry(key.occupied()).or_default().push(key);
            }
            self.by_discs = Some(index);
        }
        Ok(())
    }

    /// Returns the book positions that have a move to a position.
    pub(crate) fn parents(&self, key: BookKey) -> impl Iterator<Item = BookKey> + '_ {
        let keys = move |discs| self.by_discs.as_ref().and_then(|index| index.get(&discs));
        let candidates = key.occupied_before().into_iter().filter_map(keys).flatten().copied();
        candidates.filter(move |above| above.leads_to(key))
    }

    /// Returns all records in the order of their keys.
    pub fn records(&self) -> impl Iterator<Item = Result<BookRecord, BookError>> + '_ {
        let mut changes: Vec<&BookRecord> = self.changes.values().collect();
        changes.sort_unstable_by_key(|record| record.key);
        let mut changes = changes.into_iter().peekable();
        let mut base = self.base.as_ref().map(BookBase::records).into_iter().flatten().peekable();
        std::iter::from_fn(move || {
            let next = match base.peek() {
                Some(Ok(record)) => record.key,
                // What cannot be read comes now, and the changes after it.
                Some(Err(_)) => return base.next(),
                None => return changes.next().map(|record| Ok(*record)),
            };
            match changes.peek() {
                Some(change) if change.key <= next => {
                    if change.key == next {
                        let _replaced = base.next();
                    }
                    changes.next().map(|record| Ok(*record))
                }
                _ => base.next(),
            }
        })
    }

    /// Writes the book to a file, which appears whole or not at all. Returns how many positions it has.
    ///
    /// # Errors
    ///
    /// If the book cannot be read or the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<u64, BookError> {
        write_book(path, WRITER, self.records())
    }
}

/// Whoever holds this folds journals into a book or writes it anew; others wait.
struct BookLock(File);

impl BookLock {
    fn take(book: &Path) -> Result<BookLock, BookError> {
        let path = beside(book, ".lock");
        let file = File::options().create(true).append(true).open(&path).map_err(BookError::io(&path))?;
        file.lock().map_err(BookError::io(&path))?;
        Ok(BookLock(file))
    }
}

impl Drop for BookLock {
    fn drop(&mut self) {
        // Closing the file unlocks it too.
        let _closed_anyway = self.0.unlock();
    }
}

/// Returns the file that a name means, behind links, so that those stay when the file is replaced.
fn resolved(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Whether others may be writing a book that is changed as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherWriters {
    /// They may: what is written only adds to what they know.
    Welcome,
    /// They may not: their next records would bring back what is taken away.
    Refused,
}

/// Changes a book as a whole: opens it with all journals, lets `change` work on it, writes it and removes the
/// journals that nobody writes any more. A book that is not there begins empty.
///
/// # Errors
///
/// If the book cannot be read or written, `change` fails, or others write it who are refused. The book is
/// then as it was.
pub fn rewrite_book<R>(
    path: &Path,
    others: OtherWriters,
    change: impl FnOnce(&mut Book) -> Result<R, BookError>,
) -> Result<R, BookError> {
    let path = &resolved(path);
    let _lock = BookLock::take(path)?;
    let journals = journals_of(path)?;
    // Those that nobody writes are held before they are read: nothing can be added to them after that.
    let left: Vec<LeftJournal> = journals.iter().filter_map(|journal| LeftJournal::take(journal)).collect();
    if others == OtherWriters::Refused && left.len() < journals.len() {
        return Err(BookError::Busy { path: path.clone() });
    }
    let mut book = Book::open_or_new(path)?;
    let result = change(&mut book)?;
    book.save(path)?;
    left.into_iter().for_each(LeftJournal::remove);
    Ok(result)
}

/// A book that is being grown: whatever is added is in a journal before the next search begins.
///
/// Any number of processes may grow a book at a time. Each has a journal of its own; [`BookSession::finish`]
/// folds all journals into the file. A process that is killed leaves its journal, which is read by whoever
/// opens the book next.
#[derive(Debug)]
pub struct BookSession {
    path: PathBuf,
    book: Book,
    journal: BookJournal,
}

impl BookSession {
    /// Opens a book to grow it; it begins empty if there is no such file.
    ///
    /// # Errors
    ///
    /// If the book cannot be read, or no journal can be written beside it.
    pub fn open(path: &Path) -> Result<BookSession, BookError> {
        let path = resolved(path);
        let journal = {
            let _lock = BookLock::take(&path)?;
            BookJournal::create(&path)?
        };
        let book = Book::open_or_new(&path)?;
        Ok(BookSession { path, book, journal })
    }

    /// Returns the book.
    #[must_use]
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// Adds records to the journal and the book. Returns the contradictions that were found.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written or the book not read.
    pub fn add(&mut self, records: &[BookRecord]) -> Result<Vec<BookError>, BookError> {
        self.journal.append(records)?;
        self.book.join(records)
    }

    /// Waits until everything that was added is on the disk.
    ///
    /// # Errors
    ///
    /// If the disk refuses.
    pub fn sync(&self) -> Result<(), BookError> {
        self.journal.sync()
    }

    /// Folds all journals into the file. Returns how many positions it has.
    ///
    /// # Errors
    ///
    /// If the book cannot be read or written; the journals are then still there.
    pub fn finish(self) -> Result<u64, BookError> {
        let BookSession { path, book, journal } = self;
        drop((book, journal));
        rewrite_book(&path, OtherWriters::Welcome, |book| Ok(book.len()))
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::Position;

    use super::*;
    use crate::{BookMove, Destination, Origin};

    /// Returns positions of a game that is played by a rule of thumb, and all positions after their moves.
    fn some_keys(step: usize) -> Vec<BookKey> {
        let mut key = BookKey::of(Position::start().board()).unwrap().0;
        let mut keys = vec![key];
        loop {
            let moves = key.moves();
            let next = |found: &BookMove| match found.to {
                Destination::Position { key, .. } => Some(key),
                Destination::End(_) => None,
            };
            keys.extend(moves.iter().filter_map(next));
            match next(&moves[step % moves.len()]) {
                Some(after) => key = after,
                None => break,
            }
        }
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    #[test]
    fn parents_are_all_that_have_a_move_to_a_position() {
        let mut found = 0;
        for step in 0..12 {
            let keys = some_keys(step);
            let mut book = Book::new();
            let (first, later) = keys.split_at(keys.len() / 2);
            first.iter().for_each(|key| book.put(BookRecord::new(*key, Origin::Person)).unwrap());
            book.index_discs().unwrap();
            later.iter().for_each(|key| book.put(BookRecord::new(*key, Origin::Person)).unwrap());
            for key in &keys {
                let mut parents: Vec<BookKey> = book.parents(*key).collect();
                parents.sort_unstable();
                let naive: Vec<BookKey> = keys.iter().copied().filter(|above| above.leads_to(*key)).collect();
                assert_eq!(parents, naive, "{}", key.position());
                found += parents.len();
            }
        }
        assert!(found > 1000, "only {found} parents");
    }
}
