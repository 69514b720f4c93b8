//! Sorting more than memory should hold: entries are sorted some at a time, put into a file one run after the
//! other, and merged from there.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::index::read_exact_at;

/// The bytes of an entry that is to be sorted: hash (8), game (4), move (1), big-endian, so that their order
/// is that of the entries.
pub(super) const SORTED: usize = 13;
/// How many bytes of each run are in memory while they are merged, at most.
const WINDOW: usize = 1024 * SORTED;

/// An entry that is to be sorted.
pub(super) type SortedEntry = [u8; SORTED];

/// Packs an entry.
pub(super) fn pack(hash: u64, game: u32, played: u8) -> SortedEntry {
    let mut entry = [0; SORTED];
    entry[..8].copy_from_slice(&hash.to_be_bytes());
    entry[8..12].copy_from_slice(&game.to_be_bytes());
    entry[12] = played;
    entry
}

/// Unpacks an entry: hash, game and move.
pub(super) fn unpack(entry: SortedEntry) -> (u64, u32, u8) {
    let [a, b, c, d, e, f, g, h, i, j, k, l, played] = entry;
    (u64::from_be_bytes([a, b, c, d, e, f, g, h]), u32::from_be_bytes([i, j, k, l]), played)
}

/// Entries that are sorted run by run.
#[derive(Debug)]
pub(super) enum Runs {
    /// All in memory.
    Memory(Vec<SortedEntry>),
    /// In a file that nobody sees, with the end of every run.
    File(BufWriter<File>, Vec<u64>),
}

impl Default for Runs {
    fn default() -> Runs {
        Runs::Memory(Vec::new())
    }
}

impl Runs {
    /// Begins runs in a file of a folder. The file goes with the process.
    pub(super) fn in_folder(folder: &Path) -> io::Result<Runs> {
        Ok(Runs::File(BufWriter::new(tempfile::tempfile_in(folder)?), Vec::new()))
    }

    /// Adds a run.
    pub(super) fn add(&mut self, mut run: Vec<SortedEntry>) -> io::Result<()> {
        match self {
            Runs::Memory(entries) => entries.append(&mut run),
            Runs::File(file, ends) => {
                run.sort_unstable();
                file.write_all(run.as_flattened())?;
                let end = ends.last().copied().unwrap_or(0) + (run.len() * SORTED) as u64;
                ends.push(end);
            }
        }
        Ok(())
    }

    /// Returns how many entries there are.
    pub(super) fn len(&self) -> u64 {
        match self {
            Runs::Memory(entries) => entries.len() as u64,
            Runs::File(_, ends) => ends.last().copied().unwrap_or(0) / SORTED as u64,
        }
    }

    /// Goes through all entries in their order.
    pub(super) fn merge(self, mut each: impl FnMut(SortedEntry) -> io::Result<()>) -> io::Result<()> {
        match self {
            Runs::Memory(mut entries) => {
                entries.sort_unstable();
                entries.into_iter().try_for_each(each)
            }
            Runs::File(file, ends) => {
                let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                let begins = std::iter::once(0).chain(ends.iter().copied());
                let mut runs: Vec<Run> = begins.zip(&ends).map(|(at, &end)| Run::new(at, end)).collect();
                let mut next = BinaryHeap::new();
                for (number, run) in runs.iter_mut().enumerate() {
                    next.extend(run.next(&file)?.map(|entry| Reverse((entry, number))));
                }
                while let Some(Reverse((entry, number))) = next.pop() {
                    each(entry)?;
                    next.extend(runs[number].next(&file)?.map(|entry| Reverse((entry, number))));
                }
                Ok(())
            }
        }
    }
}

/// A run that is read.
struct Run {
    at: u64,
    end: u64,
    window: Vec<u8>,
    place: usize,
}

impl Run {
    fn new(at: u64, end: u64) -> Run {
        Run { at, end, window: Vec::new(), place: 0 }
    }

    fn next(&mut self, file: &File) -> io::Result<Option<SortedEntry>> {
        if self.place == self.window.len() {
            let bytes = (self.end - self.at).min(WINDOW as u64);
            self.window.resize(bytes as usize, 0);
            read_exact_at(file, &mut self.window, self.at)?;
            (self.at, self.place) = (self.at + bytes, 0);
        }
        let entry = self.window[self.place..].first_chunk::<SORTED>().copied();
        self.place += entry.map_or(0, |_| SORTED);
        Ok(entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_in_a_file_are_merged_as_in_memory() {
        let folder = tempfile::tempdir().unwrap();
        let mut both = [Runs::default(), Runs::in_folder(folder.path()).unwrap()];
        // More than a window in the first run, none in the second.
        for count in [3000_u64, 0, 17, 1] {
            let run: Vec<SortedEntry> = (0..count)
                .map(|number| {
                    let hash = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ count;
                    pack(hash, number as u32, (number % 65) as u8)
                })
                .collect();
            both.iter_mut().for_each(|runs| runs.add(run.clone()).unwrap());
        }
        let merged = both.map(|runs| {
            let (length, mut entries) = (runs.len(), Vec::new());
            runs.merge(|entry| {
                entries.push(unpack(entry));
                Ok(())
            })
            .unwrap();
            assert_eq!((length, entries.is_sorted()), (entries.len() as u64, true));
            entries
        });
        assert_eq!(merged[0], merged[1]);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nobody sees the file");
    }
}
