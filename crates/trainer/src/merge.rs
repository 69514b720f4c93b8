//! One sample for all samples of a position and its mirror images.
//!
//! The result of the one is the mean of their results; where some are exact, of those alone. A position that
//! occurs in a chunk held out is held out everywhere: nothing of it is learned. All samples are in memory at
//! once, 20 bytes each.

use std::path::{Path, PathBuf};

use outflank_rules::Board;

use crate::generate::chunk_path;
use crate::samples::{
    HELD_OUT_EVERY, SampleHeader, SamplesError, TrainingSample, count_samples, read_samples, sample_files,
    write_samples,
};

/// The samples of a chunk that is written.
const CHUNK: usize = 100_000;

/// The search found nothing.
const NO_SEARCH: i8 = i8::MIN;

/// A sample in canonical form.
#[derive(Clone, Copy)]
#[repr(C, packed)]
struct CanonicalSample {
    own: u64,
    opp: u64,
    result: i8,
    search: i8,
    exact: bool,
    held_out: bool,
}

impl CanonicalSample {
    fn key(&self) -> (u64, u64) {
        (self.own, self.opp)
    }
}

/// What a merge did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Samples read.
    pub read: u64,
    /// Samples written, those held out among them.
    pub written: u64,
    /// Samples written to be held out.
    pub held_out: u64,
    /// Positions whose exact results contradict each other: a sign of damaged data.
    pub contradictions: u64,
}

/// Merges the samples of files into chunks in a folder that has none yet; `progress` is told the samples
/// read.
///
/// # Errors
///
/// Names the file or folder that cannot be used.
pub fn merge(files: &[PathBuf], out: &Path, mut progress: impl FnMut(u64)) -> Result<Merged, SamplesError> {
    if sample_files(&[out.to_owned()]).is_ok() {
        let reason = "this folder holds samples already".to_owned();
        return Err(SamplesError::Content { path: out.to_owned(), reason });
    }
    let mut entries: Vec<CanonicalSample> = Vec::with_capacity(count_samples(files));
    let mut common: Option<SampleHeader> = None;
    for file in files {
        let (header, samples) = read_samples(file)?;
        let common = common.get_or_insert(SampleHeader { chunk: 0, seed: 0, ..header });
        common.exact_from = common.exact_from.min(header.exact_from);
        common.depth = common.depth.min(header.depth);
        entries.extend(samples.iter().map(|sample| entry(&header, sample)));
        progress(entries.len() as u64);
    }
    entries.sort_unstable_by_key(CanonicalSample::key);
    let mut merged = Merged { read: entries.len() as u64, ..Merged::default() };
    let Some(header) = common else { return Ok(merged) };
    let mut learned =
        Chunks { out, header, samples: Vec::new(), numbers: (0..).filter(|n| n % HELD_OUT_EVERY != 0) };
    let mut held_out =
        Chunks { out, header, samples: Vec::new(), numbers: (0..).filter(|n| n % HELD_OUT_EVERY == 0) };
    for equal in entries.chunk_by(|a, b| a.key() == b.key()) {
        let sample = one_of(equal, &mut merged.contradictions);
        merged.written += 1;
        if equal.iter().any(|entry| entry.held_out) {
            merged.held_out += 1;
            held_out.push(sample)?;
        } else {
            learned.push(sample)?;
        }
    }
    learned.flush()?;
    held_out.flush()?;
    Ok(merged)
}

fn entry(header: &SampleHeader, sample: &TrainingSample) -> CanonicalSample {
    let board = sample.board.canonical().0;
    CanonicalSample {
        own: board.own().0,
        opp: board.opp().0,
        result: sample.result,
        search: sample.search.unwrap_or(NO_SEARCH),
        exact: header.is_exact(board.empty().len()),
        held_out: header.is_held_out(),
    }
}

/// Makes one sample of entries of the same position; counts those whose exact results differ.
fn one_of(equal: &[CanonicalSample], contradictions: &mut u64) -> TrainingSample {
    let any_exact = equal.iter().any(|entry| entry.exact);
    let results = || equal.iter().filter(|entry| entry.exact == any_exact).map(|entry| entry.result);
    let first = results().next().unwrap_or(0);
    if any_exact && results().any(|result| result != first) {
        *contradictions += 1;
    }
    let searches = equal.iter().map(|entry| entry.search).filter(|&search| search != NO_SEARCH);
    TrainingSample {
        board: Board::from_words(equal[0].own, equal[0].opp),
        result: mean(results()).unwrap_or(0),
        search: mean(searches),
    }
}

/// Returns the rounded mean, halves away from zero.
fn mean(numbers: impl Iterator<Item = i8>) -> Option<i8> {
    let (mut sum, mut count) = (0_i64, 0_i64);
    for number in numbers {
        sum += i64::from(number);
        count += 1;
    }
    (count > 0).then(|| (sum as f64 / count as f64).round() as i8)
}

/// Samples on their way into files with the given numbers.
struct Chunks<'o, N> {
    out: &'o Path,
    header: SampleHeader,
    samples: Vec<TrainingSample>,
    numbers: N,
}

impl<N: Iterator<Item = u32>> Chunks<'_, N> {
    fn push(&mut self, sample: TrainingSample) -> Result<(), SamplesError> {
        self.samples.push(sample);
        if self.samples.len() >= CHUNK { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), SamplesError> {
        if let (false, Some(chunk)) = (self.samples.is_empty(), self.numbers.next()) {
            let header = SampleHeader { chunk, ..self.header };
            write_samples(&chunk_path(self.out, header.seed, chunk), header, &self.samples)?;
            self.samples.clear();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::START;
    use outflank_rules::{Portable, Square, Symmetry};

    /// Boards after one to three moves from the start.
    fn boards() -> [Board; 3] {
        let mut board = START;
        std::array::from_fn(|_| {
            let square: Square = board.legal_moves(Portable).squares().next().unwrap();
            board = board.after(square, board.flips(Portable, square));
            board
        })
    }

    fn write(folder: &Path, chunk: u32, exact_from: u8, samples: &[(Board, i8, Option<i8>)]) -> PathBuf {
        let path = folder.join(format!("{chunk}-{exact_from}.samples"));
        let header = SampleHeader { exact_from, depth: 5, chunk, seed: 7 };
        let samples: Vec<TrainingSample> =
            samples.iter().map(|&(board, result, search)| TrainingSample { board, result, search }).collect();
        write_samples(&path, header, &samples).unwrap();
        path
    }

    fn read(folder: &Path, held_out: bool) -> Vec<TrainingSample> {
        let files = sample_files(&[folder.to_owned()]).unwrap();
        let all = files.iter().map(|file| read_samples(file).unwrap());
        all.filter(|(header, _)| header.is_held_out() == held_out).flat_map(|(_, samples)| samples).collect()
    }

    #[test]
    fn mirror_images_become_one_sample_with_the_mean_result() {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let [a, b, c] = boards();
        let turned = Symmetry::ALL.map(|symmetry| symmetry.board(a));
        let files = [
            write(from.path(), 1, 20, &[(turned[0], 10, Some(4)), (turned[3], 13, None), (b, -7, None)]),
            write(from.path(), 2, 20, &[(turned[5], -2, Some(7)), (c, 2, None)]),
            write(from.path(), 3, 60, &[(c, 8, None)]),
            write(from.path(), 40, 20, &[(Symmetry::ALL[6].board(b), -8, Some(1))]),
        ];
        let merged = merge(&files, to.path(), |_| {}).unwrap();
        assert_eq!(merged, Merged { read: 7, written: 3, held_out: 1, contradictions: 0 });
        let mut expected = vec![
            TrainingSample { board: a.canonical().0, result: 7, search: Some(6) },
            TrainingSample { board: c.canonical().0, result: 8, search: None },
        ];
        expected.sort_unstable();
        assert_eq!(read(to.path(), false), expected);
        assert_eq!(
            read(to.path(), true),
            [TrainingSample { board: b.canonical().0, result: -8, search: Some(1) }]
        );
        let again = merge(&files, to.path(), |_| {}).unwrap_err().to_string();
        assert!(again.contains("holds samples already"), "{again}");
    }

    #[test]
    fn exact_results_that_differ_are_counted() {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let [a, ..] = boards();
        let files = [write(from.path(), 1, 60, &[(a, 4, None), (a, 6, None)])];
        assert_eq!(merge(&files, to.path(), |_| {}).unwrap().contradictions, 1);
    }
}
