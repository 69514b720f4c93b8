//! A book packed for a program to carry: small, read where it lies, and unpacked only where it is asked.
//!
//! ```text
//! header       "OUTFPACK", u32 version, u32 positions of a block, u64 positions, u64 blocks, u32 checksum of
//!              the directory, the writer's name (64 bytes), u32 checksum of the header
//! directory    of each block: its first key (16 bytes), u32 length, u32 checksum
//! blocks       records in the order of their keys, byte by byte (first the first bytes of all records),
//!              compressed (zstd)
//! ```
//!
//! All numbers are little-endian, checksums are CRC-32. Nothing is unpacked when a book is opened. A look-up
//! unpacks one block, which stays in memory.

use std::borrow::Cow;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::record::{RECORD_BYTES, words};
use crate::{BookError, BookKey, BookRecord};

/// The first bytes of a packed book.
pub(crate) const PACKED_MAGIC: &[u8; 8] = b"OUTFPACK";
/// The version that is written, and the only one that is read.
const VERSION: u32 = 1;
/// How many positions a block has.
const BLOCK_RECORDS: usize = 1024;
/// The bytes of the header.
const HEADER_BYTES: usize = 104;
/// Where the header has the name of the writer.
const WRITER: std::ops::Range<usize> = 36..100;
/// The bytes of a block's entry in the directory.
const ENTRY_BYTES: usize = 24;
/// How many blocks stay in memory: 8 MiB.
const CACHED_BLOCKS: usize = 256;

/// A block that is unpacked.
struct OpenBlock {
    number: usize,
    records: Vec<[u8; RECORD_BYTES]>,
}

/// Where a block lies, and what it begins with.
#[derive(Clone, Copy, Debug)]
struct BlockPlace {
    first: (u64, u64),
    offset: usize,
    length: usize,
    sum: u32,
}

/// A packed book, open for look-ups by any number of threads.
pub struct PackedBook {
    /// The file, for messages.
    path: PathBuf,
    bytes: Cow<'static, [u8]>,
    count: u64,
    writer: String,
    directory: Vec<BlockPlace>,
    cache: Vec<Mutex<Option<Arc<OpenBlock>>>>,
}

impl std::fmt::Debug for PackedBook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PackedBook").field("path", &self.path).field("count", &self.count).finish()
    }
}

impl PackedBook {
    /// Opens a packed book: reads its header and its directory, 24 bytes for 1,024 positions.
    ///
    /// # Errors
    ///
    /// If it is no packed book, or is damaged.
    pub fn open(path: &Path, bytes: Cow<'static, [u8]>) -> Result<PackedBook, BookError> {
        let not_a_book = |reason: String| BookError::NotABook { path: path.to_owned(), reason };
        let Some(header) = bytes.get(..HEADER_BYTES).filter(|header| header.starts_with(PACKED_MAGIC)) else {
            return Err(not_a_book("it is not packed".to_owned()));
        };
        let version = number(header, 8);
        if version != VERSION {
            return Err(not_a_book(format!("packed, version {version}; this program reads {VERSION}")));
        }
        if crc32fast::hash(&header[..HEADER_BYTES - 4]) != number(header, HEADER_BYTES - 4) {
            return Err(BookError::damaged(path, 0, "the checksum of the header is wrong"));
        }
        let (count, blocks) = (long(header, 16), long(header, 24));
        let length = usize::try_from(blocks).ok().and_then(|blocks| blocks.checked_mul(ENTRY_BYTES));
        let end = length.and_then(|length| length.checked_add(HEADER_BYTES));
        let Some(entries) = end.and_then(|end| bytes.get(HEADER_BYTES..end)) else {
            return Err(BookError::damaged(path, HEADER_BYTES as u64, "the directory is cut short"));
        };
        if crc32fast::hash(entries) != number(header, 32) {
            return Err(BookError::damaged(
                path,
                HEADER_BYTES as u64,
                "the checksum of the directory is wrong",
            ));
        }
        let mut offset = HEADER_BYTES + entries.len();
        let place = |entry: &[u8]| {
            let length = number(entry, 16) as usize;
            let place = BlockPlace { first: words(entry), offset, length, sum: number(entry, 20) };
            offset += length;
            place
        };
        let directory: Vec<BlockPlace> = entries.chunks_exact(ENTRY_BYTES).map(place).collect();
        if offset != bytes.len() {
            let reason = format!("{} bytes where the directory says {offset}", bytes.len());
            return Err(BookError::damaged(path, bytes.len() as u64, reason));
        }
        let writer = String::from_utf8_lossy(&header[WRITER]).trim_end_matches('\0').to_owned();
        let cache = (0..CACHED_BLOCKS.min(directory.len())).map(|_| Mutex::default()).collect();
        Ok(PackedBook { path: path.to_owned(), bytes, count, writer, directory, cache })
    }

    /// Returns the file.
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes.into_owned()
    }

    /// Returns how many positions there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.count
    }

    /// Tells whether there is no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the name of the program that wrote the book.
    #[must_use]
    pub fn writer(&self) -> &str {
        &self.writer
    }

    /// Looks up a position.
    ///
    /// # Errors
    ///
    /// If its block is damaged.
    pub fn get(&self, key: BookKey) -> Result<Option<BookRecord>, BookError> {
        let wanted = key.words();
        let after = self.directory.partition_point(|block| block.first <= wanted);
        let Some(number) = after.checked_sub(1) else { return Ok(None) };
        let block = self.block(number)?;
        match block.records.binary_search_by_key(&wanted, |record| words(record)) {
            Ok(index) => self.record(&block, index).map(Some),
            Err(_) => Ok(None),
        }
    }

    /// Returns all records in the order of their keys, unpacking block by block.
    pub fn records(&self) -> impl Iterator<Item = Result<BookRecord, BookError>> + '_ {
        (0..self.directory.len()).flat_map(move |number| {
            let (block, failure) = match self.unpack(number) {
                Ok(block) => (Some(block), None),
                Err(error) => (None, Some(Err(error))),
            };
            let count = block.as_ref().map_or(0, |block| block.records.len());
            let records = (0..count).filter_map(move |index| Some(self.record(block.as_ref()?, index)));
            records.chain(failure)
        })
    }

    fn record(&self, block: &OpenBlock, index: usize) -> Result<BookRecord, BookError> {
        let offset = self.directory.get(block.number).map_or(0, |place| place.offset as u64);
        BookRecord::decode(&block.records[index])
            .map_err(|reason| BookError::damaged(&self.path, offset, format!("record {index}: {reason}")))
    }

    /// Returns a block, from memory if it is there.
    fn block(&self, number: usize) -> Result<Arc<OpenBlock>, BookError> {
        let slot = &self.cache[number % self.cache.len()];
        let mut kept = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(block) = kept.as_ref().filter(|block| block.number == number) {
            return Ok(Arc::clone(block));
        }
        let block = Arc::new(self.unpack(number)?);
        *kept = Some(Arc::clone(&block));
        Ok(block)
    }

    /// Unpacks a block and checks it.
    fn unpack(&self, number: usize) -> Result<OpenBlock, BookError> {
        let BlockPlace { first, offset, length, sum } = self.directory[number];
        let damaged = |reason: String| BookError::damaged(&self.path, offset as u64, reason);
        let packed = &self.bytes[offset..offset + length];
        if crc32fast::hash(packed) != sum {
            return Err(damaged(format!("the checksum of block {number} is wrong")));
        }
        let most = BLOCK_RECORDS * RECORD_BYTES;
        let mut columns = Vec::with_capacity(most);
        ruzstd::decoding::StreamingDecoder::new(packed)
            .map_err(|error| damaged(error.to_string()))?
            .take(most as u64 + 1)
            .read_to_end(&mut columns)
            .map_err(|error| damaged(error.to_string()))?;
        let is_last = number + 1 == self.directory.len();
        let count = columns.len() / RECORD_BYTES;
        if columns.len() != count * RECORD_BYTES || count == 0 || (count != BLOCK_RECORDS && !is_last) {
            return Err(damaged(format!("block {number} has {} bytes", columns.len())));
        }
        let mut records = vec![[0; RECORD_BYTES]; count];
        for (place, column) in columns.chunks_exact(count).enumerate() {
            for (record, byte) in records.iter_mut().zip(column) {
                record[place] = *byte;
            }
        }
        if words(&records[0]) != first {
            return Err(damaged(format!("block {number} begins with another key than the directory says")));
        }
        Ok(OpenBlock { number, records })
    }
}

/// Packs records, which come in the order of their keys. `compress` makes a frame of zstd of some bytes; how
/// hard it tries is up to the caller.
///
/// # Errors
///
/// If a record cannot be had or `compress` fails.
pub fn pack_book(
    writer: &str,
    records: impl Iterator<Item = Result<BookRecord, BookError>>,
    compress: &dyn Fn(&[u8]) -> io::Result<Vec<u8>>,
) -> Result<Vec<u8>, BookError> {
    let (mut directory, mut blocks, mut count) = (Vec::new(), Vec::new(), 0_u64);
    let mut waiting: Vec<[u8; RECORD_BYTES]> = Vec::with_capacity(BLOCK_RECORDS);
    let mut finish = |waiting: &mut Vec<[u8; RECORD_BYTES]>| {
        let Some(first) = waiting.first() else { return Ok(()) };
        let columns: Vec<u8> =
            (0..RECORD_BYTES).flat_map(|place| waiting.iter().map(move |record| record[place])).collect();
        let packed = compress(&columns).map_err(BookError::io(Path::new("zstd")))?;
        directory.extend_from_slice(&first[..16]);
        directory.extend((packed.len() as u32).to_le_bytes());
        directory.extend(crc32fast::hash(&packed).to_le_bytes());
        blocks.extend(packed);
        waiting.clear();
        Ok(())
    };
    for record in records {
        waiting.push(record?.encode());
        count += 1;
        if waiting.len() == BLOCK_RECORDS {
            finish(&mut waiting)?;
        }
    }
    finish(&mut waiting)?;
    let mut bytes = vec![0; HEADER_BYTES];
    bytes[..8].copy_from_slice(PACKED_MAGIC);
    bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
    bytes[12..16].copy_from_slice(&(BLOCK_RECORDS as u32).to_le_bytes());
    bytes[16..24].copy_from_slice(&count.to_le_bytes());
    bytes[24..32].copy_from_slice(&((directory.len() / ENTRY_BYTES) as u64).to_le_bytes());
    bytes[32..36].copy_from_slice(&crc32fast::hash(&directory).to_le_bytes());
    let name = writer.as_bytes();
    let length = name.len().min(WRITER.len());
    bytes[WRITER][..length].copy_from_slice(&name[..length]);
    let sum = crc32fast::hash(&bytes[..HEADER_BYTES - 4]);
    bytes[HEADER_BYTES - 4..].copy_from_slice(&sum.to_le_bytes());
    bytes.extend(directory);
    bytes.extend(blocks);
    Ok(bytes)
}

fn number(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

fn long(bytes: &[u8], at: usize) -> u64 {
    u64::from(number(bytes, at)) | u64::from(number(bytes, at + 4)) << 32
}
