//! The positions of many games, to be looked up by their hash.
//!
//! An entry is a position, a game and the number of the move played there. Entries are sorted by the hash of
//! the position and lie in buckets by its first 16 bits, so that one reading answers a question: in memory,
//! or in a file ([`super::file`]) whose buckets have checksums.

use std::fs::File;
use std::io;

use outflank_keep::{IndexedGame, IndexedGames, PositionIndex};

pub(super) const BUCKETS: usize = 1 << 16;
/// The bytes of an entry: low 48 bits of the hash (6), game (4), move (1), little-endian.
pub(super) const ENTRY: usize = 11;

/// The positions of many games.
#[derive(Debug)]
pub(super) struct Index {
    pub(super) games: IndexedGames,
    /// Where the buckets begin, in entries, and where the last one ends.
    pub(super) begins: Vec<u32>,
    pub(super) entries: Entries,
}

#[derive(Debug)]
pub(super) enum Entries {
    Memory(Vec<u8>),
    File {
        file: File,
        offset: u64,
        /// The checksums of the buckets.
        checksums: Vec<u32>,
    },
}

impl Default for Index {
    fn default() -> Index {
        let (games, begins) = (IndexedGames::default(), vec![0; BUCKETS + 1]);
        Index { games, begins, entries: Entries::Memory(Vec::new()) }
    }
}

impl Index {
    pub(super) fn is_empty(&self) -> bool {
        self.games.known.is_empty()
    }

    pub(super) fn last_key(&self) -> i64 {
        self.games.last_key()
    }

    pub(super) fn last_added(&self) -> i64 {
        self.games.last_added
    }
}

impl PositionIndex for Index {
    fn names(&self) -> &[String] {
        &self.games.names
    }

    /// A bucket that is not what was written is an error (`InvalidData`, `UnexpectedEof`).
    fn find(&self, hash: u64, each: &mut dyn FnMut(&IndexedGame, u8)) -> io::Result<()> {
        let bucket = (hash >> 48) as usize;
        let (from, to) = (self.begins[bucket] as usize, self.begins[bucket + 1] as usize);
        let low = hash & 0xffff_ffff_ffff;
        let mut read = Vec::new();
        let bytes = match &self.entries {
            Entries::Memory(bytes) => &bytes[from * ENTRY..to * ENTRY],
            Entries::File { file, offset, checksums } => {
                read.resize((to - from) * ENTRY, 0);
                read_exact_at(file, &mut read, offset + (from * ENTRY) as u64)?;
                if crc32fast::hash(&read) != checksums[bucket] {
                    let message = format!("bucket {bucket} has another checksum");
                    return Err(io::Error::new(io::ErrorKind::InvalidData, message));
                }
                &read
            }
        };
        let (entries, _rest) = bytes.as_chunks::<ENTRY>();
        let first = entries.partition_point(|entry| low_of(entry) < low);
        for entry in entries[first..].iter().take_while(|entry| low_of(entry) == low) {
            let game = u32::from_le_bytes([entry[6], entry[7], entry[8], entry[9]]);
            if let Some(known) = self.games.known.get(game as usize) {
                each(known, entry[10]);
            }
        }
        Ok(())
    }
}

/// Fills a buffer from a place in a file, so that many threads can read at once without a lock.
#[cfg(unix)]
pub(super) fn read_exact_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

/// Fills a buffer from a place in a file, so that many threads can read at once without a lock.
#[cfg(windows)]
pub(super) fn read_exact_at(file: &File, mut buffer: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, buffer, offset)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            count => (buffer, offset) = (&mut buffer[count..], offset + count as u64),
        }
    }
    Ok(())
}

fn low_of(entry: &[u8; ENTRY]) -> u64 {
    u64::from_le_bytes([entry[0], entry[1], entry[2], entry[3], entry[4], entry[5], 0, 0])
}
