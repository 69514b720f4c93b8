//! The journal of a writer: every record it finds, appended to a file of its own beside the book.
//!
//! 16 bytes of header, then 36 bytes an entry: a record and its checksum. An entry that was cut off by a
//! crash is left out, and so is one that is damaged; those around it count. Entries hold whole records, and
//! joining a record twice changes nothing, so a journal may be folded into the book any number of times.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use crate::record::RECORD_BYTES;
use crate::writer::beside;
use crate::{BookError, BookRecord};

/// The first bytes of a journal, with its version.
const MAGIC: &[u8; 16] = b"OUTFBOOKJOURNAL1";
/// The bytes of an entry.
const ENTRY_BYTES: usize = RECORD_BYTES + 4;
/// What the name of a journal has after that of the book.
const ENDING: &str = ".journal-";

/// A journal that is being written. Its file is locked as long as this lives.
#[derive(Debug)]
pub(crate) struct BookJournal {
    path: PathBuf,
    file: File,
}

impl BookJournal {
    /// Begins a journal of a book under the first name that is free. The caller holds the lock of the book,
    /// so that nobody takes the new file for one that was left behind.
    pub(crate) fn create(book: &Path) -> Result<BookJournal, BookError> {
        for number in 1_u32.. {
            let path = beside(book, &format!("{ENDING}{number}"));
            match OpenOptions::new().append(true).create_new(true).open(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(BookError::io(&path)(error)),
                Ok(mut file) => {
                    file.lock().map_err(BookError::io(&path))?;
                    file.write_all(MAGIC).map_err(BookError::io(&path))?;
                    return Ok(BookJournal { path, file });
                }
            }
        }
        Err(BookError::Busy { path: book.to_owned() })
    }

    /// Appends records. They are safe from a crash of this program at once, and from one of the machine after
    /// [`BookJournal::sync`].
    pub(crate) fn append(&mut self, records: &[BookRecord]) -> Result<(), BookError> {
        let bytes: Vec<u8> = records.iter().flat_map(entry).collect();
        self.file.write_all(&bytes).map_err(BookError::io(&self.path))
    }

    /// Waits until everything is on the disk.
    pub(crate) fn sync(&self) -> Result<(), BookError> {
        self.file.sync_data().map_err(BookError::io(&self.path))
    }
}

fn entry(record: &BookRecord) -> [u8; ENTRY_BYTES] {
    let mut bytes = [0; ENTRY_BYTES];
    let record = record.encode();
    bytes[..RECORD_BYTES].copy_from_slice(&record);
    bytes[RECORD_BYTES..].copy_from_slice(&crc32fast::hash(&record).to_le_bytes());
    bytes
}

/// What is in a journal.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct JournalContent {
    /// The records, in the order they were written.
    pub(crate) records: Vec<BookRecord>,
    /// How many whole entries are damaged.
    pub(crate) damaged: u64,
}

/// Returns the journals that lie beside a book.
pub(crate) fn journals_of(book: &Path) -> Result<Vec<PathBuf>, BookError> {
    let folder = book.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut prefix: OsString = book.file_name().unwrap_or_default().to_owned();
    prefix.push(ENDING);
    let prefix = prefix.to_string_lossy().into_owned();
    let mut found = Vec::new();
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(found),
        Err(error) => return Err(BookError::io(folder)(error)),
    };
    for entry in entries {
        let name = entry.map_err(BookError::io(folder))?.file_name();
        let number = name.to_string_lossy().strip_prefix(&prefix).map(str::to_owned);
        if number.is_some_and(|number| number.parse::<u32>().is_ok()) {
            found.push(book.with_file_name(name));
        }
    }
    found.sort();
    Ok(found)
}

/// Reads a journal, whoever is writing it.
pub(crate) fn read_journal(path: &Path) -> Result<JournalContent, BookError> {
    let mut bytes = Vec::new();
    match File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)) {
        // It was folded into the book and removed in the meantime.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(JournalContent::default()),
        other => drop(other.map_err(BookError::io(path))?),
    }
    let whole_header = bytes.len() >= MAGIC.len();
    if !MAGIC.starts_with(&bytes[..bytes.len().min(MAGIC.len())]) {
        let reason = "it is not a journal of a book".to_owned();
        return Err(BookError::NotABook { path: path.to_owned(), reason });
    }
    let mut content = JournalContent::default();
    if !whole_header {
        return Ok(content);
    }
    for entry in bytes[MAGIC.len()..].chunks_exact(ENTRY_BYTES) {
        let (record, sum) = entry.split_at(RECORD_BYTES);
        let is_whole = crc32fast::hash(record).to_le_bytes() == sum;
        let record = record.first_chunk().filter(|_| is_whole);
        match record.and_then(|record| BookRecord::decode(record).ok()) {
            Some(record) => content.records.push(record),
            None => content.damaged += 1,
        }
    }
    Ok(content)
}

/// A journal whose writer has gone. It is held as long as this lives, so that it is complete when it is read.
#[derive(Debug)]
pub(crate) struct LeftJournal {
    path: PathBuf,
    /// Locked.
    _file: File,
}

impl LeftJournal {
    /// Takes a journal; `None` if somebody writes it still.
    pub(crate) fn take(path: &Path) -> Option<LeftJournal> {
        let file = File::open(path).ok()?;
        file.try_lock().ok()?;
        Some(LeftJournal { path: path.to_owned(), _file: file })
    }

    /// Removes the journal, which is in the book now.
    pub(crate) fn remove(self) {
        // If it stays, folding it once more changes nothing.
        let _stays = fs::remove_file(&self.path);
    }
}
