//! What samples are like: how many for each number of empty squares, how their results spread, how many
//! recur.

use std::path::PathBuf;

use crate::samples::{SamplesError, read_samples};

/// How many numbers of empty squares are told apart: 0 to 60, and more counts as 60.
pub const STAGES: usize = 61;

/// What the samples with one number of empty squares are like.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StageStats {
    /// How many there are.
    pub count: u64,
    /// How many positions there are, mirror images being one.
    pub distinct: u64,
    /// How many have the value of a search.
    pub searched: u64,
    sum: f64,
    squares: f64,
    search_squares: f64,
}

impl StageStats {
    /// Returns the mean result for the mover.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }

    /// Returns the standard deviation of the results.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        (self.squares / self.count.max(1) as f64 - self.mean().powi(2)).max(0.0).sqrt()
    }

    /// Returns the root of the mean squared difference between results and searches.
    #[must_use]
    pub fn search_error(&self) -> f64 {
        (self.search_squares / self.searched.max(1) as f64).sqrt()
    }

    /// Returns the share of samples whose position came before.
    #[must_use]
    pub fn duplicates(&self) -> f64 {
        1.0 - self.distinct as f64 / self.count.max(1) as f64
    }

    /// Adds the samples of another number of empty squares.
    pub fn add(&mut self, other: &StageStats) {
        self.count += other.count;
        self.distinct += other.distinct;
        self.searched += other.searched;
        self.sum += other.sum;
        self.squares += other.squares;
        self.search_squares += other.search_squares;
    }
}

/// Reads files and returns the figures for 0 to 60 empty squares; 8 bytes a sample stay in memory.
///
/// Positions are told apart by a hash of 64 bits.
///
/// # Errors
///
/// Names the file that cannot be used.
pub fn stats(files: &[PathBuf]) -> Result<Vec<StageStats>, SamplesError> {
    let mut stages = vec![StageStats::default(); STAGES];
    let mut hashes: Vec<Vec<u64>> = vec![Vec::new(); STAGES];
    for file in files {
        for sample in read_samples(file)?.1 {
            let at = (sample.board.empty().len() as usize).min(STAGES - 1);
            let (stage, result) = (&mut stages[at], f64::from(sample.result));
            stage.count += 1;
            stage.sum += result;
            stage.squares += result * result;
            if let Some(search) = sample.search {
                stage.searched += 1;
                stage.search_squares += (result - f64::from(search)).powi(2);
            }
            hashes[at].push(sample.board.canonical().0.hash());
        }
    }
    for (stage, hashes) in stages.iter_mut().zip(&mut hashes) {
        hashes.sort_unstable();
        hashes.dedup();
        stage.distinct = hashes.len() as u64;
    }
    Ok(stages)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::START;
    use crate::samples::{SampleHeader, TrainingSample, write_samples};

    #[test]
    fn means_deviations_and_duplicates_are_those_of_the_samples() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.samples");
        let sample = |result, search| TrainingSample { board: START, result, search };
        let header = SampleHeader { exact_from: 10, depth: 1, chunk: 1, seed: 1 };
        write_samples(&path, header, &[sample(2, None), sample(6, Some(3)), sample(-2, Some(2))]).unwrap();
        let all = stats(&[path]).unwrap();
        let found = &all[60];
        assert_eq!((found.count, found.distinct, found.searched), (3, 1, 2));
        assert!((found.mean() - 2.0).abs() < 1e-12);
        assert!((found.deviation() - (32.0_f64 / 3.0).sqrt()).abs() < 1e-12);
        assert!((found.search_error() - 12.5_f64.sqrt()).abs() < 1e-12);
        assert!((found.duplicates() - 2.0 / 3.0).abs() < 1e-12);
        let mut sum = StageStats::default();
        all.iter().for_each(|stage| sum.add(stage));
        assert_eq!(&sum, found);
    }
}
