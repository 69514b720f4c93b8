//! Writing a book file: beside its place first, then moved there, so that it is whole at any moment.

use std::fs::{self, File};
use std::io::{BufWriter, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use crate::format::{FileHeader, PAGE_BYTES, PAGE_RECORDS, PageBytes, page_at, seal};
use crate::record::RECORD_BYTES;
use crate::{BookError, BookRecord};

/// Writes records, which come in the order of their keys, to a file that takes the place of `path`. Returns
/// how many there are.
///
/// # Errors
///
/// If the records are not in order, one of them cannot be had, or the file cannot be written; the old file is
/// then still there.
pub fn write_book(
    path: &Path,
    writer: &str,
    records: impl Iterator<Item = Result<BookRecord, BookError>>,
) -> Result<u64, BookError> {
    let part = beside(path, ".part");
    let written = write_part(&part, writer, records);
    if written.is_err() {
        let _not_there = fs::remove_file(&part);
    }
    let count = written?;
    if let Ok(old) = fs::metadata(path) {
        fs::set_permissions(&part, old.permissions()).map_err(BookError::io(&part))?;
    }
    fs::rename(&part, path).map_err(BookError::io(path))?;
    sync_folder(path);
    Ok(count)
}

/// Returns the name of a file beside another.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    path.with_file_name(name)
}

/// Makes a new name of a file last, where the system can.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(folder) = File::open(folder) {
        // Some systems cannot; the file itself is safe either way.
        let _not_possible = folder.sync_all();
    }
}

fn write_part(
    part: &Path,
    writer: &str,
    records: impl Iterator<Item = Result<BookRecord, BookError>>,
) -> Result<u64, BookError> {
    let failed = || BookError::io(part);
    let mut out = BufWriter::with_capacity(1 << 18, File::create(part).map_err(failed())?);
    let mut pages = PageWriter { directory: Vec::new(), page: Box::new([0; PAGE_BYTES]), used: 0, count: 0 };
    let mut last = None;
    // The header is written last: until then the file is no book.
    out.seek(SeekFrom::Start(page_at(0))).map_err(failed())?;
    for record in records {
        let record = record?;
        if last.is_some_and(|last| last >= record.key) {
            let reason = format!("{} is out of order", record.key.position());
            return Err(BookError::damaged(part, page_at(0), reason));
        }
        last = Some(record.key);
        if let Some(page) = pages.add(&record) {
            out.write_all(&page[..]).map_err(failed())?;
        }
    }
    if let Some(page) = pages.finish_page() {
        out.write_all(&page[..]).map_err(failed())?;
    }
    out.write_all(&pages.directory).map_err(failed())?;
    let header = FileHeader {
        count: pages.count,
        pages: (pages.directory.len() / 16) as u64,
        directory_sum: crc32fast::hash(&pages.directory),
        writer: writer.to_owned(),
    };
    out.seek(SeekFrom::Start(0)).map_err(failed())?;
    out.write_all(&header.encode()).map_err(failed())?;
    let file = out.into_inner().map_err(|error| BookError::io(part)(error.into_error()))?;
    file.sync_all().map_err(failed())?;
    Ok(pages.count)
}

/// Pages under construction.
struct PageWriter {
    directory: Vec<u8>,
    page: Box<PageBytes>,
    /// How many records the page has.
    used: usize,
    /// How many records there are in all.
    count: u64,
}

impl PageWriter {
    /// Adds a record and returns the page that it fills.
    fn add(&mut self, record: &BookRecord) -> Option<Box<PageBytes>> {
        let bytes = record.encode();
        if self.used == 0 {
            self.directory.extend_from_slice(&bytes[..16]);
        }
        let at = self.used * RECORD_BYTES;
        self.page[at..at + RECORD_BYTES].copy_from_slice(&bytes);
        self.used += 1;
        self.count += 1;
        if self.used == PAGE_RECORDS { self.finish_page() } else { None }
    }

    /// Returns the page if there is anything in it, and begins the next.
    fn finish_page(&mut self) -> Option<Box<PageBytes>> {
        if self.used == 0 {
            return None;
        }
        let number = (self.directory.len() / 16 - 1) as u64;
        let mut page = std::mem::replace(&mut self.page, Box::new([0; PAGE_BYTES]));
        seal(&mut page, number, self.used);
        self.used = 0;
        Some(page)
    }
}
