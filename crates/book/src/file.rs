//! A book file that is read page by page, without being loaded.
//!
//! Pages are read at their place (`pread`) and checked before they are used; the last ones stay in memory.
//! Compared with a mapping into memory that costs about a microsecond for a page that is new, needs no
//! `unsafe`, and a file that is cut short or damaged gives an error instead of a signal or a wrong answer.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::format::{FileHeader, PAGE_BYTES, PAGE_RECORDS, PageBytes, page_at, record_bytes, sealed_count};
use crate::record::words;
use crate::{BookError, BookKey, BookRecord};

/// How many pages stay in memory: 4 MiB.
const CACHED_PAGES: usize = 1024;

/// A page that was checked.
struct CheckedPage {
    number: u64,
    count: usize,
    bytes: Box<PageBytes>,
}

/// A place for one page in memory.
type PageSlot = Mutex<Option<Arc<CheckedPage>>>;

/// A book file, open for look-ups by any number of threads.
///
/// ```
/// use outflank_book::{BookFile, BookKey, BookRecord, Origin, write_book};
/// use outflank_rules::Position;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("small.book");
/// let (start, _) = BookKey::of(Position::start().board()).unwrap();
/// write_book(&path, "example", [Ok(BookRecord::new(start, Origin::Person))].into_iter())?;
/// let book = BookFile::open(&path)?;
/// assert_eq!(book.len(), 1);
/// assert_eq!(book.get(start)?.unwrap().origin, Origin::Person);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct BookFile {
    path: PathBuf,
    file: File,
    header: FileHeader,
    /// The first key of each page.
    directory: Vec<(u64, u64)>,
    cache: Vec<PageSlot>,
}

impl std::fmt::Debug for BookFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BookFile").field("path", &self.path).field("header", &self.header).finish()
    }
}

impl BookFile {
    /// Opens a file: reads its header and its directory, 16 bytes for 127 positions.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is no book, or is damaged.
    pub fn open(path: &Path) -> Result<BookFile, BookError> {
        let file = File::open(path).map_err(BookError::io(path))?;
        let length = file.metadata().map_err(BookError::io(path))?.len();
        if length < PAGE_BYTES as u64 {
            let reason = format!("it has {length} bytes");
            return Err(BookError::NotABook { path: path.to_owned(), reason });
        }
        let mut first = [0; PAGE_BYTES];
        read_exact_at(&file, &mut first, 0).map_err(BookError::io(path))?;
        let header = FileHeader::decode(&first, length, path)?;
        let at = header.directory_at();
        // The length of the file vouches for the size.
        let mut bytes = vec![0; header.pages as usize * 16];
        read_exact_at(&file, &mut bytes, at).map_err(BookError::io(path))?;
        if crc32fast::hash(&bytes) != header.directory_sum {
            return Err(BookError::damaged(path, at, "the checksum of the directory is wrong"));
        }
        let directory: Vec<_> = bytes.chunks_exact(16).map(words).collect();
        if let Some(place) = directory.windows(2).position(|two| two[0] >= two[1]) {
            let offset = at + 16 * (place as u64 + 1);
            return Err(BookError::damaged(path, offset, "the directory is not in order"));
        }
        let slots = CACHED_PAGES.min(directory.len());
        let cache = (0..slots).map(|_| PageSlot::default()).collect();
        Ok(BookFile { path: path.to_owned(), file, header, directory, cache })
    }

    /// Returns how many positions there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.header.count
    }

    /// Tells whether there is no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the name of the program that wrote the file.
    #[must_use]
    pub fn writer(&self) -> &str {
        &self.header.writer
    }

    /// Looks up a position.
    ///
    /// # Errors
    ///
    /// If its page cannot be read or is damaged.
    pub fn get(&self, key: BookKey) -> Result<Option<BookRecord>, BookError> {
        let wanted = key.words();
        let after = self.directory.partition_point(|&first| first <= wanted);
        let Some(number) = after.checked_sub(1) else { return Ok(None) };
        let page = self.page(number as u64)?;
        let (mut low, mut high) = (0, page.count);
        while low < high {
            let middle = usize::midpoint(low, high);
            let found = words(record_bytes(&page.bytes, middle));
            match found.cmp(&wanted) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return self.record(&page, middle).map(Some),
            }
        }
        Ok(None)
    }

    /// Returns all records in the order of their keys, reading page by page.
    pub fn records(&self) -> impl Iterator<Item = Result<BookRecord, BookError>> + '_ {
        (0..self.header.pages).flat_map(move |number| {
            let (page, failure) = match self.read_page(number) {
                Ok(page) => (Some(page), None),
                Err(error) => (None, Some(Err(error))),
            };
            let count = page.as_ref().map_or(0, |page| page.count);
            let records = (0..count).filter_map(move |index| Some(self.record(page.as_ref()?, index)));
            records.chain(failure)
        })
    }

    fn record(&self, page: &CheckedPage, index: usize) -> Result<BookRecord, BookError> {
        let offset = page_at(page.number) + (index * crate::record::RECORD_BYTES) as u64;
        BookRecord::decode(record_bytes(&page.bytes, index))
            .map_err(|reason| BookError::damaged(&self.path, offset, reason))
    }

    /// Returns a page, from memory if it is there.
    fn page(&self, number: u64) -> Result<Arc<CheckedPage>, BookError> {
        let slot = &self.cache[number as usize % self.cache.len()];
        let mut kept = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(page) = kept.as_ref().filter(|page| page.number == number) {
            return Ok(Arc::clone(page));
        }
        let page = Arc::new(self.read_page(number)?);
        *kept = Some(Arc::clone(&page));
        Ok(page)
    }

    /// Reads a page and checks it.
    fn read_page(&self, number: u64) -> Result<CheckedPage, BookError> {
        let mut bytes = Box::new([0; PAGE_BYTES]);
        read_exact_at(&self.file, &mut *bytes, page_at(number)).map_err(BookError::io(&self.path))?;
        let damaged = |reason: String| BookError::damaged(&self.path, page_at(number), reason);
        let count = sealed_count(&bytes, number).map_err(damaged)?;
        if self.directory.get(number as usize) != Some(&words(record_bytes(&bytes, 0))) {
            return Err(damaged(format!("page {number} begins with another key than the directory says")));
        }
        let is_full = count == PAGE_RECORDS || number + 1 == self.header.pages;
        if !is_full {
            return Err(damaged(format!("page {number} has only {count} records")));
        }
        Ok(CheckedPage { number, count, bytes })
    }
}

/// Fills a buffer from a place of a file.
#[cfg(unix)]
fn read_exact_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

/// There are no files where a page runs.
#[cfg(not(any(unix, windows)))]
fn read_exact_at(_file: &File, _buffer: &mut [u8], _offset: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Fills a buffer from a place of a file.
#[cfg(windows)]
fn read_exact_at(file: &File, mut buffer: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        let count = std::os::windows::fs::FileExt::seek_read(file, buffer, offset)?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        buffer = &mut buffer[count..];
        offset += count as u64;
    }
    Ok(())
}
