//! Writing chunks of self-play to a folder, on many threads, where an earlier run left off.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Instant;

use outflank_engine::TableTooLarge;
use outflank_engine::eval::Weights;

use crate::games::TrainingGame;
use crate::samples::{SampleHeader, SamplesError, write_samples};
use crate::selfplay::{SelfPlay, SelfPlayPlan};

/// What to generate.
pub struct GeneratePlan<'g> {
    /// How games are played.
    pub play: SelfPlayPlan,
    /// The evaluation the players use.
    pub weights: Arc<Weights>,
    /// Games between people to leave for variations.
    pub people: &'g [TrainingGame],
    /// How many chunks there shall be.
    pub chunks: u32,
    /// When to begin no more chunks.
    pub deadline: Option<Instant>,
    /// Threads.
    pub threads: usize,
}

/// Says why generating stopped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// A file could not be written.
    #[error(transparent)]
    Samples(#[from] SamplesError),
    /// No memory for a player.
    #[error(transparent)]
    Table(#[from] TableTooLarge),
}

/// Returns the file of a chunk.
#[must_use]
pub fn chunk_path(folder: &Path, seed: u64, chunk: u32) -> PathBuf {
    folder.join(format!("{seed}-{chunk:06}.samples"))
}

/// Plays all chunks that are not in the folder yet; `progress` is told the chunks and samples made so far.
///
/// Returns the count of samples written.
///
/// # Errors
///
/// The first error of any thread; chunks that are whole stay.
pub fn generate(
    folder: &Path,
    plan: &GeneratePlan<'_>,
    mut progress: impl FnMut(u32, u64),
) -> Result<u64, GenerateError> {
    let next = AtomicU32::new(0);
    let total = AtomicU64::new(0);
    let (sender, receiver) = mpsc::channel::<Result<u64, GenerateError>>();
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let player = match SelfPlay::new(plan.play, Arc::clone(&plan.weights), plan.people) {
                    Ok(player) => player,
                    Err(error) => return drop(sender.send(Err(error.into()))),
                };
                loop {
                    let chunk = next.fetch_add(1, Ordering::Relaxed);
                    let late = plan.deadline.is_some_and(|deadline| Instant::now() >= deadline);
                    if chunk >= plan.chunks || late {
                        return;
                    }
                    let path = chunk_path(folder, plan.play.seed, chunk);
                    if path.exists() {
                        continue;
                    }
                    let samples = player.chunk(chunk);
                    let header = SampleHeader {
                        exact_from: plan.play.exact_from as u8,
                        depth: plan.play.depth as u8,
                        chunk,
                        seed: plan.play.seed,
                    };
                    let written = write_samples(&path, header, &samples);
                    let failed = written.is_err();
                    // The receiver is gone only after another thread failed.
                    let gone =
                        sender.send(written.map(|()| samples.len() as u64).map_err(Into::into)).is_err();
                    if failed || gone {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut chunks = 0;
        for written in receiver {
            chunks += 1;
            total.fetch_add(written?, Ordering::Relaxed);
            progress(chunks, total.load(Ordering::Relaxed));
        }
        Ok(())
    })
    .map(|()| total.load(Ordering::Relaxed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::read_samples;

    #[test]
    fn an_interrupted_run_goes_on_and_ends_with_the_same_files() {
        let play = SelfPlayPlan {
            depth: 1,
            exact_from: 8,
            games: 2,
            endings: 2,
            solved: 0,
            solved_between: (15, 20),
            seed: 9,
        };
        let plan = |chunks, threads| GeneratePlan {
            play,
            weights: Weights::embedded(),
            people: &[],
            chunks,
            deadline: None,
            threads,
        };
        let (once, twice) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let total = generate(once.path(), &plan(4, 2), |_, _| {}).unwrap();
        let first = generate(twice.path(), &plan(2, 1), |_, _| {}).unwrap();
        assert_eq!(first + generate(twice.path(), &plan(4, 1), |_, _| {}).unwrap(), total);
        for chunk in 0..4 {
            let read = |folder: &Path| read_samples(&chunk_path(folder, 9, chunk)).unwrap();
            assert_eq!(read(once.path()), read(twice.path()));
        }
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error() {
        let play = SelfPlayPlan {
            depth: 1,
            exact_from: 8,
            games: 1,
            endings: 0,
            solved: 0,
            solved_between: (15, 20),
            seed: 9,
        };
        let weights = Weights::embedded();
        let plan = GeneratePlan { play, weights, people: &[], chunks: 3, deadline: None, threads: 2 };
        let error = generate(Path::new("/no/such/folder"), &plan, |_, _| {}).unwrap_err();
        assert!(error.to_string().contains("/no/such/folder/9-00000"), "{error}");
    }
}
