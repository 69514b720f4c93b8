//! What the network learns from: samples with one target each, those held out, and theoretical scores.

use std::path::{Path, PathBuf};

use outflank_rules::Board;

use crate::samples::{SampleHeader, SamplesError, TrainingSample, count_samples, read_samples};

/// A board and the value it should get.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingExample {
    /// The discs as the mover sees them.
    pub board: Board,
    /// The value for the mover, in discs.
    pub target: f32,
}

/// How samples become examples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExamplesPlan {
    /// The share of the game's result in a target; the rest is what a search found. Exact results count
    /// alone.
    pub mix: f32,
}

/// All that a training reads.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrainingExamples {
    /// To learn from.
    pub learned: Vec<TrainingExample>,
    /// Of chunks held out, with results as targets.
    pub held_out: Vec<TrainingExample>,
    /// Theoretical scores held out.
    pub theory: Vec<TrainingExample>,
}

/// Boards with fewer empty squares are left out: the engine solves them.
pub const FEWEST_EMPTIES: u32 = 6;

/// Every how manieth theoretical score is held out.
const THEORY_HELD_OUT_EVERY: usize = 5;

/// Tells whether the theoretical score at a place of its file is never learned.
#[must_use]
pub const fn is_theory_held_out(place: usize) -> bool {
    place.is_multiple_of(THEORY_HELD_OUT_EVERY)
}

impl ExamplesPlan {
    fn example(&self, header: &SampleHeader, sample: &TrainingSample) -> TrainingExample {
        let result = f32::from(sample.result);
        let exact = header.is_exact(sample.board.empty().len());
        let target = match sample.search {
            Some(search) if !exact && !header.is_held_out() => {
                self.mix * result + (1.0 - self.mix) * f32::from(search)
            }
            _ => result,
        };
        TrainingExample { board: sample.board, target }
    }
}

impl TrainingExamples {
    /// Reads files of samples, and a file of theoretical scores: most of those are learned, the rest held
    /// out.
    ///
    /// # Errors
    ///
    /// Names the file that cannot be used.
    pub fn read(
        files: &[PathBuf],
        theory: Option<&Path>,
        plan: &ExamplesPlan,
    ) -> Result<TrainingExamples, SamplesError> {
        let mut examples = TrainingExamples::default();
        examples.learned.reserve(count_samples(files));
        for file in files {
            let (header, samples) = read_samples(file)?;
            let kept = samples.iter().filter(|sample| sample.board.empty().len() >= FEWEST_EMPTIES);
            let of_file = kept.map(|sample| plan.example(&header, sample));
            let to = if header.is_held_out() { &mut examples.held_out } else { &mut examples.learned };
            to.extend(of_file);
        }
        if let Some(file) = theory {
            for (n, sample) in read_samples(file)?.1.iter().enumerate() {
                let to = if is_theory_held_out(n) { &mut examples.theory } else { &mut examples.learned };
                to.push(TrainingExample { board: sample.board, target: f32::from(sample.result) });
            }
        }
        Ok(examples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::START;
    use crate::samples::write_samples;

    #[test]
    fn held_out_chunks_are_never_learned_and_targets_are_mixed() {
        let folder = tempfile::tempdir().unwrap();
        let sample = TrainingSample { board: START, result: 10, search: Some(-10) };
        let mut files = Vec::new();
        for (chunk, exact_from) in [(0, 20), (39, 20), (40, 20), (41, 60)] {
            let path = folder.path().join(format!("{chunk}.samples"));
            write_samples(&path, SampleHeader { exact_from, depth: 4, chunk, seed: 1 }, &[sample]).unwrap();
            files.push(path);
        }
        let plan = ExamplesPlan { mix: 0.75 };
        let examples = TrainingExamples::read(&files, None, &plan).unwrap();
        let targets =
            |some: &[TrainingExample]| some.iter().map(|example| example.target).collect::<Vec<_>>();
        assert_eq!(targets(&examples.learned), [5.0, 10.0]);
        assert_eq!(targets(&examples.held_out), [10.0, 10.0]);
        let theory = vec![sample; 10];
        let path = folder.path().join("theory.samples");
        write_samples(&path, SampleHeader { exact_from: 64, depth: 0, chunk: 0, seed: 0 }, &theory).unwrap();
        let examples = TrainingExamples::read(&[], Some(&path), &plan).unwrap();
        assert_eq!((examples.learned.len(), examples.theory.len()), (8, 2));
        assert_eq!(examples.learned[0].target, 10.0);
    }
}
