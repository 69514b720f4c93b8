//! The bytes of a book file.
//!
//! ```text
//! page 0       header: "OUTFBOOK", u32 version, u32 page size, u64 positions, u64 pages, u32 checksum of the
//!              directory, the writer's name (64 bytes); the checksum of the page in its last 4 bytes
//! pages 1..n   up to 127 records of 32 bytes in the order of their keys, the rest 0; u16 count at byte 4064,
//!              the checksum of the page's number and its bytes in the last 4
//! directory    the first key of each page, 16 bytes each
//! ```
//!
//! All numbers are little-endian, checksums are CRC-32. A look-up searches the directory, which is in memory,
//! and reads one page. A file is never changed: a new one takes its place.

use std::path::Path;

use crate::BookError;
use crate::record::RECORD_BYTES;

/// The first bytes of a book.
const MAGIC: &[u8; 8] = b"OUTFBOOK";
/// The version that is written, and the only one that is read.
const VERSION: u32 = 1;
/// The bytes of a page.
pub(crate) const PAGE_BYTES: usize = 4096;
/// The most records of a page.
pub(crate) const PAGE_RECORDS: usize = 127;
/// Where a page has its number of records.
const COUNT_AT: usize = PAGE_RECORDS * RECORD_BYTES;
/// Where a page has its checksum.
const SUM_AT: usize = PAGE_BYTES - 4;
/// Where the header has the name of the writer.
const WRITER: std::ops::Range<usize> = 64..128;

/// The bytes of one page.
pub(crate) type PageBytes = [u8; PAGE_BYTES];

/// What the first page says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileHeader {
    /// How many positions there are.
    pub(crate) count: u64,
    /// How many pages hold them.
    pub(crate) pages: u64,
    /// The checksum of the directory.
    pub(crate) directory_sum: u32,
    /// The program that wrote the file.
    pub(crate) writer: String,
}

impl FileHeader {
    /// Writes the header.
    pub(crate) fn encode(&self) -> PageBytes {
        let mut page = [0; PAGE_BYTES];
        page[..8].copy_from_slice(MAGIC);
        page[8..12].copy_from_slice(&VERSION.to_le_bytes());
        page[12..16].copy_from_slice(&(PAGE_BYTES as u32).to_le_bytes());
        page[16..24].copy_from_slice(&self.count.to_le_bytes());
        page[24..32].copy_from_slice(&self.pages.to_le_bytes());
        page[32..36].copy_from_slice(&self.directory_sum.to_le_bytes());
        let name = self.writer.as_bytes();
        let length = name.len().min(WRITER.len());
        page[WRITER][..length].copy_from_slice(&name[..length]);
        let sum = crc32fast::hash(&page[..SUM_AT]);
        page[SUM_AT..].copy_from_slice(&sum.to_le_bytes());
        page
    }

    /// Reads the header of a file of some length.
    pub(crate) fn decode(page: &PageBytes, length: u64, path: &Path) -> Result<FileHeader, BookError> {
        let not_a_book = |reason: String| BookError::NotABook { path: path.to_owned(), reason };
        if &page[..8] != MAGIC {
            return Err(not_a_book(format!("it begins with {:?}", String::from_utf8_lossy(&page[..8]))));
        }
        let version = number(page, 8);
        if version != u64::from(VERSION) {
            return Err(not_a_book(format!("version {version}; this program reads version {VERSION}")));
        }
        if crc32fast::hash(&page[..SUM_AT]) != sum_of(page) {
            return Err(BookError::damaged(path, 0, "the checksum of the header is wrong"));
        }
        let size = number(page, 12);
        if size != PAGE_BYTES as u64 {
            return Err(not_a_book(format!("pages of {size} bytes; this program reads {PAGE_BYTES}")));
        }
        let (count, pages) = (long(page, 16), long(page, 24));
        let expected = pages.checked_add(1).and_then(|pages| pages.checked_mul(PAGE_BYTES as u64));
        let expected = expected.and_then(|bytes| bytes.checked_add(pages.checked_mul(16)?));
        if expected != Some(length) {
            let reason = format!("{length} bytes; {pages} pages take {}", expected.unwrap_or(u64::MAX));
            return Err(BookError::damaged(path, length, reason));
        }
        let writer = String::from_utf8_lossy(&page[WRITER]).trim_end_matches('\0').to_owned();
        Ok(FileHeader { count, pages, directory_sum: number(page, 32) as u32, writer })
    }

    /// Returns where the directory begins.
    pub(crate) fn directory_at(&self) -> u64 {
        page_at(self.pages)
    }
}

/// Returns where a page of records begins, the first being page 0.
pub(crate) fn page_at(page: u64) -> u64 {
    (page + 1) * PAGE_BYTES as u64
}

/// Completes a page of records: its count and its checksum.
pub(crate) fn seal(page: &mut PageBytes, number: u64, count: usize) {
    page[COUNT_AT..COUNT_AT + 2].copy_from_slice(&(count as u16).to_le_bytes());
    let sum = page_sum(page, number);
    page[SUM_AT..].copy_from_slice(&sum.to_le_bytes());
}

/// Returns how many records a page has; says what is wrong with it.
pub(crate) fn sealed_count(page: &PageBytes, number: u64) -> Result<usize, String> {
    if page_sum(page, number) != sum_of(page) {
        return Err(format!("the checksum of page {number} is wrong"));
    }
    let count = usize::from(u16::from_le_bytes([page[COUNT_AT], page[COUNT_AT + 1]]));
    if count == 0 || count > PAGE_RECORDS {
        return Err(format!("page {number} has {count} records"));
    }
    Ok(count)
}

/// Returns the bytes of a record of a page.
pub(crate) fn record_bytes(page: &PageBytes, index: usize) -> &[u8; RECORD_BYTES] {
    let (records, _) = page.as_chunks::<RECORD_BYTES>();
    &records[index]
}

fn page_sum(page: &PageBytes, number: u64) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&number.to_le_bytes());
    hasher.update(&page[..SUM_AT]);
    hasher.finalize()
}

fn sum_of(page: &PageBytes) -> u32 {
    number(page, SUM_AT) as u32
}

fn number(page: &PageBytes, at: usize) -> u64 {
    u64::from(u32::from_le_bytes([page[at], page[at + 1], page[at + 2], page[at + 3]]))
}

fn long(page: &PageBytes, at: usize) -> u64 {
    number(page, at) | number(page, at + 4) << 32
}
