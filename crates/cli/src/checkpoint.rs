//! What is known of a position that is not finished: the deepest results of the transposition table, written
//! to a file now and then, so that a long solve goes on nearly where it was interrupted.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::thread::{self, Scope};
use std::time::Duration;

use outflank_engine::{Engine, KeptResult};
use sha2::{Digest as _, Sha256};

use crate::failure::{counted, tell};
use crate::replace::OutputFile;

/// The first line of the file. Results are those of one version: another may search otherwise.
const HEADING: &str = concat!("outflank table ", env!("CARGO_PKG_VERSION"), "\n");
/// How often the file is written.
const PAUSE: Duration = Duration::from_secs(60);
/// How many results are kept at most, the deepest: 24 MB.
const MOST: usize = 1_000_000;
/// The bytes of a result.
const SIZE: usize = 24;

/// Keeps the table of an engine in a file until it is finished.
pub(crate) struct Checkpoint<'a> {
    engine: &'a Engine,
    path: PathBuf,
}

impl<'a> Checkpoint<'a> {
    /// Reads the file, if there is one, into the table of an engine.
    pub(crate) fn load(engine: &'a Engine, path: PathBuf) -> Checkpoint<'a> {
        match read(&path) {
            Ok(Some(results)) => {
                let count = results.len() as u64;
                engine.recall(results);
                tell(&format!("{} of unfinished positions known", counted(count, "result")));
            }
            Ok(None) => {}
            Err(error) => tell(&format!("warning: {} is not used: {error}", path.display())),
        }
        Checkpoint { engine, path }
    }

    /// Writes the file every minute, until the thread that is returned is unparked after `is_over` says so.
    pub(crate) fn watch<'s>(
        &'s self,
        scope: &'s Scope<'s, '_>,
        is_over: &'s (dyn Fn() -> bool + Sync),
    ) -> io::Result<thread::Thread> {
        let watch = move || {
            while !is_over() {
                thread::park_timeout(PAUSE);
                if !is_over() {
                    self.save();
                }
            }
        };
        Ok(thread::Builder::new().spawn_scoped(scope, watch)?.thread().clone())
    }

    /// Writes the file.
    pub(crate) fn save(&self) {
        if let Err(error) = write(&self.path, &self.engine.deepest_results(MOST)) {
            tell(&format!("warning: cannot write {}: {error}", self.path.display()));
        }
    }

    /// Removes the file: nothing is unfinished.
    pub(crate) fn remove(&self) {
        let _is_not_there = fs::remove_file(&self.path);
    }
}

fn write(path: &Path, results: &[KeptResult]) -> io::Result<()> {
    let mut bytes = HEADING.as_bytes().to_vec();
    bytes.extend(results.iter().flat_map(|result| result.words()).flat_map(u64::to_le_bytes));
    let digest = Sha256::digest(&bytes);
    let mut file = OutputFile::create(path)?;
    file.write_all(&bytes)?;
    file.write_all(&digest)?;
    file.commit()
}

fn read(path: &Path) -> io::Result<Option<Vec<KeptResult>>> {
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        bytes => bytes?,
    };
    let damaged = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
    let end = bytes.len().checked_sub(32).ok_or_else(|| damaged("it is too short"))?;
    let (content, digest) = bytes.split_at(end);
    if Sha256::digest(content).as_slice() != digest {
        return Err(damaged("it is damaged"));
    }
    let results =
        content.strip_prefix(HEADING.as_bytes()).ok_or_else(|| damaged("it is from another version"))?;
    let word = |bytes: &[u8]| bytes.try_into().map(u64::from_le_bytes).unwrap_or(0);
    let result =
        |bytes: &[u8]| KeptResult::of_words([word(&bytes[..8]), word(&bytes[8..16]), word(&bytes[16..])]);
    Ok(Some(results.chunks_exact(SIZE).map(result).collect()))
}

#[cfg(test)]
mod tests {
    use outflank_engine::Goal;
    use outflank_engine::eval::Weights;

    use super::*;

    #[test]
    fn a_solve_goes_on_with_what_was_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let position: outflank_rules::Position =
            "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--X".parse().unwrap();
        let first = Engine::new(4, Weights::embedded()).unwrap();
        let solved = first.search(position).solve(Goal::Exact);
        Checkpoint::load(&first, path.clone()).save();
        let second = Engine::new(1, Weights::embedded()).unwrap();
        let checkpoint = Checkpoint::load(&second, path.clone());
        let again = second.search(position).solve(Goal::Exact);
        assert_eq!((again.value, again.best), (solved.value, solved.best));
        assert!(again.nodes * 4 < solved.nodes, "{} of {}", again.nodes, solved.nodes);
        checkpoint.remove();
        assert!(read(&path).unwrap().is_none());
    }

    #[test]
    fn a_damaged_file_is_not_used() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        write(&path, &[KeptResult::of_words([1, 2, 3])]).unwrap();
        let whole = fs::read(&path).unwrap();
        assert_eq!(read(&path).unwrap().unwrap().len(), 1);
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            fs::write(&path, &bytes).unwrap();
            assert!(read(&path).is_err(), "{at}");
            fs::write(&path, &whole[..at]).unwrap();
            assert!(read(&path).is_err(), "{at}");
        }
    }
}
