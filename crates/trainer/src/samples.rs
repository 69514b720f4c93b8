//! Files of labelled positions.
//!
//! A file is a header of 32 bytes and records of 18 bytes, all numbers little-endian:
//!
//! | bytes | header | bytes | record |
//! |---|---|---|---|
//! | 0-7 | `OFSAMPLE` | 0-7 | discs of the mover, bit 0 = a1, bit 7 = h1 |
//! | 8-9 | version, 1 | 8-15 | discs of the opponent |
//! | 10 | empty squares from which on results are exact | 16 | result for the mover in discs |
//! | 11 | depth of the searches | 17 | value found by the search, -128: none |
//! | 12-15 | number of the chunk | | |
//! | 16-23 | seed | | |
//! | 24-31 | count of records | | |
//!
//! The result is that of the game as it was played on; with at most as many empty squares as the header says,
//! it is the score under perfect play.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use outflank_rules::Board;

const MAGIC: &[u8; 8] = b"OFSAMPLE";
const VERSION: u16 = 1;
const HEADER: usize = 32;
const RECORD: usize = 18;
const NO_SEARCH: i8 = i8::MIN;

/// A position and what is known of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TrainingSample {
    /// The discs as the mover sees them.
    pub board: Board,
    /// The result of the game for the mover, in discs.
    pub result: i8,
    /// The value for the mover found by a search, in discs.
    pub search: Option<i8>,
}

/// What all samples of a file have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleHeader {
    /// From how many empty squares on results are exact.
    pub exact_from: u8,
    /// How deep the searches went.
    pub depth: u8,
    /// The number of the chunk.
    pub chunk: u32,
    /// The seed of all choices.
    pub seed: u64,
}

/// Every how manieth chunk is never learned from.
pub const HELD_OUT_EVERY: u32 = 40;

impl SampleHeader {
    /// Tells whether the samples are for judging only: those of every [`HELD_OUT_EVERY`]th chunk.
    #[must_use]
    pub const fn is_held_out(&self) -> bool {
        self.chunk.is_multiple_of(HELD_OUT_EVERY)
    }

    /// Tells whether the results of boards with so many empty squares are exact.
    #[must_use]
    pub const fn is_exact(&self, empties: u32) -> bool {
        empties <= self.exact_from as u32
    }
}

/// Says why a file of samples cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SamplesError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// The file holds something else, or was cut off.
    #[error("{}: {reason}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
}

/// Writes a file, under another name until it is whole.
///
/// # Errors
///
/// Says what the system refused.
pub fn write_samples(
    path: &Path,
    header: SampleHeader,
    samples: &[TrainingSample],
) -> Result<(), SamplesError> {
    let failed = |error| SamplesError::Io { path: path.to_owned(), error };
    let unfinished = path.with_extension("part");
    let mut file = BufWriter::new(File::create(&unfinished).map_err(failed)?);
    let mut head = Vec::with_capacity(HEADER);
    head.extend(MAGIC);
    head.extend(VERSION.to_le_bytes());
    head.extend([header.exact_from, header.depth]);
    head.extend(header.chunk.to_le_bytes());
    head.extend(header.seed.to_le_bytes());
    head.extend((samples.len() as u64).to_le_bytes());
    file.write_all(&head).map_err(failed)?;
    for sample in samples {
        let mut record = [0; RECORD];
        record[..8].copy_from_slice(&sample.board.own().0.to_le_bytes());
        record[8..16].copy_from_slice(&sample.board.opp().0.to_le_bytes());
        record[16] = sample.result.to_le_bytes()[0];
        record[17] = sample.search.unwrap_or(NO_SEARCH).to_le_bytes()[0];
        file.write_all(&record).map_err(failed)?;
    }
    file.flush().map_err(failed)?;
    std::fs::rename(&unfinished, path).map_err(failed)
}

/// Reads a file.
///
/// # Errors
///
/// Says what the system refused, or what is wrong with the file.
pub fn read_samples(path: &Path) -> Result<(SampleHeader, Vec<TrainingSample>), SamplesError> {
    let bytes = std::fs::read(path).map_err(|error| SamplesError::Io { path: path.to_owned(), error })?;
    let wrong = |reason: String| SamplesError::Content { path: path.to_owned(), reason };
    let Some((head, records)) = bytes.split_at_checked(HEADER) else {
        return Err(wrong(format!("{} bytes are not a file of samples", bytes.len())));
    };
    if !head.starts_with(MAGIC) || number::<2>(head, 8) != u64::from(VERSION) {
        return Err(wrong(format!("starts with {:?}, not with a header of version {VERSION}", &head[..10])));
    }
    let count = number::<8>(head, 24);
    if count.checked_mul(RECORD as u64) != Some(records.len() as u64) {
        return Err(wrong(format!(
            "{} bytes of records, the header announces {count} records",
            records.len()
        )));
    }
    let header = SampleHeader {
        exact_from: head[10],
        depth: head[11],
        chunk: number::<4>(head, 12) as u32,
        seed: number::<8>(head, 16),
    };
    let mut samples = Vec::with_capacity(records.len() / RECORD);
    for record in records.chunks_exact(RECORD) {
        let (own, opp) = (number::<8>(record, 0), number::<8>(record, 8));
        if own & opp != 0 {
            return Err(wrong(format!("a square with two discs: {own:016x} {opp:016x}")));
        }
        let search = record[17] as i8;
        samples.push(TrainingSample {
            board: Board::from_words(own, opp),
            result: record[16] as i8,
            search: (search != NO_SEARCH).then_some(search),
        });
    }
    Ok((header, samples))
}

/// Returns the `.samples` files of folders, in the order of the folders and of names.
///
/// # Errors
///
/// If a folder cannot be read or holds no such file.
pub fn sample_files(folders: &[PathBuf]) -> Result<Vec<PathBuf>, SamplesError> {
    let mut files = Vec::new();
    for folder in folders {
        let entries =
            std::fs::read_dir(folder).map_err(|error| SamplesError::Io { path: folder.clone(), error })?;
        let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        found.retain(|path| path.extension().is_some_and(|extension| extension == "samples"));
        if found.is_empty() {
            let reason = "no .samples file in this folder".to_owned();
            return Err(SamplesError::Content { path: folder.clone(), reason });
        }
        found.sort();
        files.append(&mut found);
    }
    Ok(files)
}

/// Returns about how many samples files hold, judging by their lengths.
#[must_use]
pub fn count_samples(files: &[PathBuf]) -> usize {
    let length = |path: &PathBuf| std::fs::metadata(path).map_or(0, |data| data.len() as usize);
    files.iter().map(|path| length(path).saturating_sub(HEADER) / RECORD).sum()
}

fn number<const BYTES: usize>(bytes: &[u8], at: usize) -> u64 {
    bytes[at..at + BYTES].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::START;

    const HEAD: SampleHeader = SampleHeader { exact_from: 20, depth: 6, chunk: 7, seed: 1 << 60 | 3 };

    #[test]
    fn what_was_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.samples");
        let samples = [
            TrainingSample { board: START, result: -64, search: None },
            TrainingSample { board: START.swapped(), result: 64, search: Some(-3) },
        ];
        write_samples(&path, HEAD, &samples).unwrap();
        assert_eq!(read_samples(&path).unwrap(), (HEAD, samples.to_vec()));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_damaged_file_is_refused_with_a_reason() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.samples");
        write_samples(&path, HEAD, &[TrainingSample { board: START, result: 0, search: None }]).unwrap();
        let whole = std::fs::read(&path).unwrap();
        for (bytes, reason) in [
            (&whole[..10], "10 bytes are not a file of samples"),
            (&whole[..40], "8 bytes of records, the header announces 1 records"),
            (&[b'x'; 50][..], "not with a header"),
        ] {
            std::fs::write(&path, bytes).unwrap();
            let error = read_samples(&path).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
        let mut two_discs = whole;
        two_discs.copy_within(32..40, 40);
        std::fs::write(&path, two_discs).unwrap();
        assert!(read_samples(&path).unwrap_err().to_string().contains("two discs"));
    }
}
