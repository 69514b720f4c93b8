//! The file of an index: a cache that can be made again from the database at any time, so everything in it is
//! checked and nothing in it is believed.
//!
//! All numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `OUTFPOS2` |
//! | 8 | key of the last game |
//! | 8 | when that was added |
//! | 4, 4, 8 | numbers of games, names and entries |
//! | 24 per game | key (8), black's and white's name (4, 4), year (2), score (2, -32768 unknown), winner (1, 2 unknown), 3 unused |
//! | 2 + n per name | length and bytes |
//! | 4 per bucket, and 4 | where the buckets begin, in entries |
//! | 4 per bucket | checksum (CRC-32) of the bucket's entries |
//! | 4 | checksum of all before it |
//! | 11 per entry | low 48 bits of the hash (6), game (4), move (1) |

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use outflank_keep::{IndexedGame, IndexedGames};
use tracing::warn;

use super::index::{BUCKETS, ENTRY, Entries, Index};
use super::runs::{Runs, unpack};

const MAGIC: &[u8; 8] = b"OUTFPOS2";
/// The score of a game that has none.
const NO_SCORE: i16 = i16::MIN;
/// The winner of a game that has no result.
const NO_WINNER: i8 = 2;
/// What follows the name of a file that is being written.
const UNFINISHED: &str = ".unfinished-";

/// Packs an entry.
pub(super) fn entry_of(hash: u64, game: u32, played: u8) -> [u8; ENTRY] {
    let mut entry = [0; ENTRY];
    entry[..6].copy_from_slice(&hash.to_le_bytes()[..6]);
    entry[6..10].copy_from_slice(&game.to_le_bytes());
    entry[10] = played;
    entry
}

/// Writes a file beside its place and then puts it there. Whatever is there already and is no file stays, and
/// the index is in a file that goes with the process.
pub(super) fn write(
    games: IndexedGames,
    runs: Runs,
    folder: &Path,
    path: Option<&Path>,
) -> io::Result<Index> {
    let Some(path) = path else { return write_to(tempfile::tempfile_in(folder)?, games, runs) };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let prefix = format!("{name}{UNFINISHED}");
    clear_unfinished(folder, &prefix);
    let beside = tempfile::Builder::new().prefix(&prefix).tempfile_in(folder)?;
    // Held until the file is in its place: others see that somebody is at it.
    beside.as_file().lock()?;
    let index = write_to(beside.as_file().try_clone()?, games, runs)?;
    beside.as_file().sync_all()?;
    if path.is_dir() {
        // Only an empty one goes.
        let _not_empty = fs::remove_dir(path);
    }
    if let Err(error) = beside.persist(path) {
        warn!(error = %error.error, path = %path.display(), "the explorer's index cannot be put in its place");
    }
    Ok(index)
}

/// Removes what processes left that were killed while they wrote.
fn clear_unfinished(folder: &Path, prefix: &str) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(prefix);
        if is_ours && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok()) {
            let _somebody_elses = fs::remove_file(entry.path());
        }
    }
}

fn write_to(file: File, games: IndexedGames, runs: Runs) -> io::Result<Index> {
    let count = runs.len();
    let too_many = |_| io::Error::new(io::ErrorKind::InvalidInput, format!("{count} positions are too many"));
    let _fits = u32::try_from(count).map_err(too_many)?;
    // All lengths are known before the entries are: the head is written when its checksums are.
    let head = head(&games, count, &vec![0; BUCKETS + 1], &vec![0; BUCKETS]);
    let offset = head.len() as u64 + 4;
    let mut out = BufWriter::new(file);
    out.seek(SeekFrom::Start(offset))?;
    let mut begins = vec![0_u32; BUCKETS + 1];
    let mut checksums = Checksums::default();
    runs.merge(|entry| {
        let (hash, game, played) = unpack(entry);
        let bucket = (hash >> 48) as usize;
        let entry = entry_of(hash, game, played);
        begins[bucket + 1] += 1;
        checksums.add(bucket, &entry);
        out.write_all(&entry)
    })?;
    let checksums = checksums.finish();
    for bucket in 0..BUCKETS {
        begins[bucket + 1] += begins[bucket];
    }
    let head = self::head(&games, count, &begins, &checksums);
    out.seek(SeekFrom::Start(0))?;
    out.write_all(&head)?;
    out.write_all(&crc32fast::hash(&head).to_le_bytes())?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    Ok(Index { games, begins, entries: Entries::File { file, offset, checksums } })
}

/// The checksums of buckets that come in their order.
struct Checksums {
    sums: Vec<u32>,
    present: (usize, crc32fast::Hasher),
}

impl Default for Checksums {
    fn default() -> Checksums {
        Checksums { sums: vec![crc32fast::hash(b""); BUCKETS], present: (0, crc32fast::Hasher::new()) }
    }
}

impl Checksums {
    fn add(&mut self, bucket: usize, bytes: &[u8]) {
        if bucket != self.present.0 {
            let (done, sum) = std::mem::replace(&mut self.present, (bucket, crc32fast::Hasher::new()));
            self.sums[done] = sum.finalize();
        }
        self.present.1.update(bytes);
    }

    fn finish(mut self) -> Vec<u32> {
        let (done, sum) = self.present;
        self.sums[done] = sum.finalize();
        self.sums
    }
}

/// Writes all before the entries but the last checksum.
fn head(games: &IndexedGames, entries: u64, begins: &[u32], checksums: &[u32]) -> Vec<u8> {
    let mut head = Vec::new();
    head.extend_from_slice(MAGIC);
    head.extend(games.last_key().to_le_bytes());
    head.extend(games.last_added.to_le_bytes());
    head.extend((games.known.len() as u32).to_le_bytes());
    head.extend((games.names.len() as u32).to_le_bytes());
    head.extend(entries.to_le_bytes());
    for known in &games.known {
        head.extend(known.key.to_le_bytes());
        head.extend(known.black.to_le_bytes());
        head.extend(known.white.to_le_bytes());
        head.extend(known.year.to_le_bytes());
        head.extend(known.score.unwrap_or(NO_SCORE).to_le_bytes());
        head.extend(known.winner.unwrap_or(NO_WINNER).to_le_bytes());
        head.extend([0; 3]);
    }
    for name in &games.names {
        let bytes = &name.as_bytes()[..name.len().min(usize::from(u16::MAX))];
        head.extend((bytes.len() as u16).to_le_bytes());
        head.extend_from_slice(bytes);
    }
    head.extend(begins.iter().flat_map(|begin| begin.to_le_bytes()));
    head.extend(checksums.iter().flat_map(|sum| sum.to_le_bytes()));
    head
}

/// Opens a file; nothing if there is none, or it is anything but a whole file of this format.
pub(super) fn open(path: &Path) -> Option<Index> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        opened => opened,
    };
    match file.and_then(read) {
        Ok(index) => Some(index),
        Err(error) => {
            warn!(%error, path = %path.display(), "the explorer's index is damaged: it is made again");
            None
        }
    }
}

/// Reads the head of a file, from where it stands; anything but a whole file of this format is an error.
pub(super) fn read(file: File) -> io::Result<Index> {
    let length = file.metadata()?.len();
    let mut input = Summed { input: BufReader::new(file), sum: crc32fast::Hasher::new() };
    let damaged = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
    if &take::<8>(&mut input)? != MAGIC {
        return Err(damaged("another format, or another version of it"));
    }
    let _last_key = take::<8>(&mut input)?;
    let last_added = i64::from_le_bytes(take(&mut input)?);
    let games = u32::from_le_bytes(take(&mut input)?);
    let names = u32::from_le_bytes(take(&mut input)?);
    let entries = u64::from_le_bytes(take(&mut input)?);
    if u64::from(games) * 24 + u64::from(names) * 2 + entries.saturating_mul(ENTRY as u64) > length {
        return Err(damaged("too short"));
    }
    let known = (0..games).map(|_| read_known(&mut input)).collect::<io::Result<Vec<_>>>()?;
    let names = (0..names).map(|_| read_name(&mut input)).collect::<io::Result<Vec<_>>>()?;
    let mut numbers = |count: usize| {
        (0..count).map(|_| take(&mut input).map(u32::from_le_bytes)).collect::<io::Result<Vec<_>>>()
    };
    let (begins, checksums) = (numbers(BUCKETS + 1)?, numbers(BUCKETS)?);
    let Summed { mut input, sum } = input;
    if sum.finalize() != u32::from_le_bytes(take(&mut input)?) {
        return Err(damaged("another checksum"));
    }
    let offset = input.stream_position()?;
    let sound = begins.is_sorted()
        && begins.last().is_some_and(|&last| u64::from(last) == entries)
        && offset + entries * ENTRY as u64 == length
        && known.iter().all(|known| known.black.max(known.white) < names.len() as u32);
    if !sound {
        return Err(damaged("another length"));
    }
    let entries = Entries::File { file: input.into_inner(), offset, checksums };
    Ok(Index { games: IndexedGames { known, names, last_added }, begins, entries })
}

/// Bytes whose checksum is taken while they are read.
struct Summed<R> {
    input: R,
    sum: crc32fast::Hasher,
}

impl<R: Read> Read for Summed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.sum.update(&buffer[..count]);
        Ok(count)
    }
}

fn take<const N: usize>(input: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes).map(|()| bytes)
}

fn read_known(input: &mut impl Read) -> io::Result<IndexedGame> {
    let key = i64::from_le_bytes(take(input)?);
    let black = u32::from_le_bytes(take(input)?);
    let white = u32::from_le_bytes(take(input)?);
    let year = u16::from_le_bytes(take(input)?);
    let score = Some(i16::from_le_bytes(take(input)?)).filter(|&score| score != NO_SCORE);
    let winner = Some(i8::from_le_bytes(take(input)?)).filter(|&winner| winner != NO_WINNER);
    let _unused: [u8; 3] = take(input)?;
    Ok(IndexedGame { key, black, white, year, score, winner })
}

fn read_name(input: &mut impl Read) -> io::Result<String> {
    let length = u16::from_le_bytes(take(input)?);
    let mut bytes = vec![0; usize::from(length)];
    input.read_exact(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
