//! The positions of many games, in memory or in a file.
//!
//! An entry is a position, a game and the number of the move played there. Entries are sorted by the hash of
//! the position and lie in buckets by its first 16 bits, so that one reading from the file answers a
//! question. All numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `OUTFPOS1` |
//! | 8 | key of the last game |
//! | 8 | when that was added |
//! | 4, 4, 8 | numbers of games, names and entries |
//! | 24 per game | key (8), black's and white's name (4, 4), year (2), score (2, -32768 unknown), winner (1, 2 unknown), 3 unused |
//! | 2 + n per name | length and bytes |
//! | 4 per bucket, and 4 | where the buckets begin, in entries |
//! | 11 per entry | low 48 bits of the hash (6), game (4), move (1) |

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek as _, Write};
use std::path::Path;

use outflank_rules::{Color, Position};
use outflank_store::LibraryRow;

use super::canonical::{CanonicalPosition, END};

const MAGIC: &[u8; 8] = b"OUTFPOS1";
const BUCKETS: usize = 1 << 16;
/// The bytes of an entry.
pub(super) const ENTRY: usize = 11;
/// The score of a game that has none.
const NO_SCORE: i16 = i16::MIN;
/// The winner of a game that has no result.
const NO_WINNER: i8 = 2;

/// What is asked about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IndexedGame {
    pub(super) key: i64,
    pub(super) black: u32,
    pub(super) white: u32,
    pub(super) year: u16,
    pub(super) score: Option<i16>,
    pub(super) winner: Option<i8>,
}

/// The positions of many games.
#[derive(Debug)]
pub(super) struct Index {
    pub(super) known: Vec<IndexedGame>,
    /// The names of players, in lower case.
    pub(super) names: Vec<String>,
    last_added: i64,
    begins: Vec<u32>,
    entries: Entries,
}

#[derive(Debug)]
enum Entries {
    Memory(Vec<u8>),
    File { file: File, offset: u64 },
}

impl Index {
    pub(super) fn games(&self) -> usize {
        self.known.len()
    }

    pub(super) fn last_key(&self) -> i64 {
        self.known.last().map_or(0, |known| known.key)
    }

    pub(super) fn last_added(&self) -> i64 {
        self.last_added
    }

    /// Goes through the games that reached a position, with the numbers of their moves.
    pub(super) fn find(&self, hash: u64, mut each: impl FnMut(&IndexedGame, u8)) -> io::Result<()> {
        let bucket = (hash >> 48) as usize;
        let (from, to) = (self.begins[bucket] as usize, self.begins[bucket + 1] as usize);
        let low = hash & 0xffff_ffff_ffff;
        let mut read = Vec::new();
        let bytes = match &self.entries {
            Entries::Memory(bytes) => &bytes[from * ENTRY..to * ENTRY],
            Entries::File { file, offset } => {
                read.resize((to - from) * ENTRY, 0);
                read_exact_at(file, &mut read, offset + (from * ENTRY) as u64)?;
                &read
            }
        };
        let (entries, _rest) = bytes.as_chunks::<ENTRY>();
        let first = entries.partition_point(|entry| low_of(entry) < low);
        for entry in entries[first..].iter().take_while(|entry| low_of(entry) == low) {
            let game = u32::from_le_bytes([entry[6], entry[7], entry[8], entry[9]]);
            if let Some(known) = self.known.get(game as usize) {
                each(known, entry[10]);
            }
        }
        Ok(())
    }

    /// Writes the file beside its place and then puts it there.
    pub(super) fn write(&self, path: &Path) -> io::Result<()> {
        let Entries::Memory(entries) = &self.entries else { return Ok(()) };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut out = BufWriter::new(tempfile::NamedTempFile::new_in(folder)?);
        out.write_all(MAGIC)?;
        out.write_all(&self.last_key().to_le_bytes())?;
        out.write_all(&self.last_added.to_le_bytes())?;
        out.write_all(&(self.known.len() as u32).to_le_bytes())?;
        out.write_all(&(self.names.len() as u32).to_le_bytes())?;
        out.write_all(&((entries.len() / ENTRY) as u64).to_le_bytes())?;
        for known in &self.known {
            out.write_all(&known.key.to_le_bytes())?;
            out.write_all(&known.black.to_le_bytes())?;
            out.write_all(&known.white.to_le_bytes())?;
            out.write_all(&known.year.to_le_bytes())?;
            out.write_all(&known.score.unwrap_or(NO_SCORE).to_le_bytes())?;
            out.write_all(&known.winner.unwrap_or(NO_WINNER).to_le_bytes())?;
            out.write_all(&[0; 3])?;
        }
        for name in &self.names {
            let bytes = &name.as_bytes()[..name.len().min(usize::from(u16::MAX))];
            out.write_all(&(bytes.len() as u16).to_le_bytes())?;
            out.write_all(bytes)?;
        }
        for begin in &self.begins {
            out.write_all(&begin.to_le_bytes())?;
        }
        out.write_all(entries)?;
        let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    }

    /// Opens a file; nothing if there is none, or it is no such file or not whole.
    pub(super) fn open(path: &Path) -> io::Result<Option<Index>> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        match Index::read(file) {
            Ok(index) => Ok(index),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn read(file: File) -> io::Result<Option<Index>> {
        let length = file.metadata()?.len();
        let mut input = BufReader::new(file);
        if &take::<8>(&mut input)? != MAGIC {
            return Ok(None);
        }
        let _last_key = take::<8>(&mut input)?;
        let last_added = i64::from_le_bytes(take(&mut input)?);
        let games = u32::from_le_bytes(take(&mut input)?);
        let names = u32::from_le_bytes(take(&mut input)?);
        let entries = u64::from_le_bytes(take(&mut input)?);
        if u64::from(games) * 24 + u64::from(names) * 2 + entries.saturating_mul(ENTRY as u64) > length {
            return Ok(None);
        }
        let known = (0..games).map(|_| read_known(&mut input)).collect::<io::Result<Vec<_>>>()?;
        let names = (0..names).map(|_| read_name(&mut input)).collect::<io::Result<Vec<_>>>()?;
        let begins = (0..=BUCKETS)
            .map(|_| take(&mut input).map(u32::from_le_bytes))
            .collect::<io::Result<Vec<_>>>()?;
        let offset = input.stream_position()?;
        let sound = begins.is_sorted()
            && begins.last().is_some_and(|&last| u64::from(last) == entries)
            && offset + entries * ENTRY as u64 == length
            && known.iter().all(|known| known.black.max(known.white) < names.len() as u32);
        let entries = Entries::File { file: input.into_inner(), offset };
        Ok(sound.then_some(Index { known, names, last_added, begins, entries }))
    }
}

/// Fills a buffer from a place in a file, so that many threads can read at once without a lock.
#[cfg(unix)]
fn read_exact_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

/// Fills a buffer from a place in a file, so that many threads can read at once without a lock.
#[cfg(windows)]
fn read_exact_at(file: &File, mut buffer: &mut [u8], mut offset: u64) -> io::Result<()> {
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

impl Default for Index {
    fn default() -> Index {
        Builder::default().finish()
    }
}

/// Gathers the positions of games.
#[derive(Debug, Default)]
pub(super) struct Builder {
    known: Vec<IndexedGame>,
    names: Vec<String>,
    numbers: HashMap<String, u32>,
    last_added: i64,
    entries: Vec<(u64, u32, u8)>,
}

impl Builder {
    /// Adds games. One that cannot be played is left out.
    pub(super) fn with(mut self, rows: &[LibraryRow]) -> Builder {
        rows.iter().for_each(|row| self.add(row));
        self
    }

    fn add(&mut self, row: &LibraryRow) {
        let (Ok(history), Ok(number)) = (row.play(), u32::try_from(self.known.len())) else { return };
        let mut position: Position = history.start();
        for &played in history.plies() {
            let place = CanonicalPosition::of(&position);
            self.entries.push((place.hash, number, place.number(played)));
            let Ok(next) = position.play(played) else { break };
            position = next;
        }
        self.entries.push((CanonicalPosition::of(&position).hash, number, END));
        let game = &row.game;
        let (black, white) = (self.name(&game.black), self.name(&game.white));
        self.known.push(IndexedGame {
            key: row.key,
            black,
            white,
            year: game.day.get(..4).and_then(|year| year.parse().ok()).unwrap_or(0),
            score: game.score.and_then(|score| i16::try_from(score).ok()),
            winner: game.result.map(|result| match result.winner {
                Some(Color::Black) => 1,
                Some(Color::White) => -1,
                None => 0,
            }),
        });
        self.last_added = row.added;
    }

    fn name(&mut self, name: &str) -> u32 {
        let folded = name.to_lowercase();
        if let Some(&number) = self.numbers.get(&folded) {
            return number;
        }
        let number = self.names.len() as u32;
        self.names.push(folded.clone());
        self.numbers.insert(folded, number);
        number
    }

    /// Sorts all positions.
    pub(super) fn finish(mut self) -> Index {
        self.entries.sort_unstable();
        let mut begins = vec![0; BUCKETS + 1];
        let mut bytes = Vec::with_capacity(self.entries.len() * ENTRY);
        for (hash, game, played) in &self.entries {
            begins[(hash >> 48) as usize + 1] += 1;
            bytes.extend_from_slice(&hash.to_le_bytes()[..6]);
            bytes.extend_from_slice(&game.to_le_bytes());
            bytes.push(*played);
        }
        for bucket in 0..BUCKETS {
            begins[bucket + 1] += begins[bucket];
        }
        let Builder { known, names, last_added, .. } = self;
        Index { known, names, last_added, begins, entries: Entries::Memory(bytes) }
    }
}
