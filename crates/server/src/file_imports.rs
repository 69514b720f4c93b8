//! Imports of files: they are sent one by one, then read on a thread of their own, and progress can be
//! watched.
//!
//! Files lie in a temporary folder that goes when the import is over. Games are kept in batches, each as a
//! whole: an import that is stopped or killed leaves a sound library, and doing it again adds the rest.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use outflank_library::{ImportReport, import};
use outflank_records::{files_in, open, wthor};
use tempfile::TempDir;

use crate::error::ApiError;
use crate::studio::Studio;
use crate::wire::library::{ImportProgress, ImportState};

/// How many imports are remembered.
const REMEMBERED: usize = 16;
/// How many bytes the files of an import have at most, together.
pub(crate) const BYTES: usize = 256 * 1024 * 1024;
/// How many files an import has at most.
const FILES: usize = 2000;
/// The longest name of a file, in bytes.
const NAME: usize = 200;

/// All imports by their numbers.
#[derive(Debug, Default)]
pub(crate) struct FileImports(Mutex<BTreeMap<u64, Arc<FileImport>>>);

/// One import.
#[derive(Debug)]
pub(crate) struct FileImport {
    id: u64,
    stop: AtomicBool,
    present: Mutex<ImportStatus>,
}

#[derive(Debug)]
struct ImportStatus {
    state: ImportState,
    /// Where the files are, until they are read.
    folder: Option<TempDir>,
    files: usize,
    bytes: usize,
    expected: Option<u64>,
    report: ImportReport,
    failure: Option<String>,
}

impl FileImports {
    /// Begins an import that has no files yet. Of many the oldest that is over is forgotten.
    pub(crate) fn begin(&self) -> Result<Arc<FileImport>, ApiError> {
        let mut jobs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if jobs.len() >= REMEMBERED {
            let waits = |job: &FileImport| {
                !matches!(job.present().state, ImportState::Reading | ImportState::Indexing)
            };
            let oldest = jobs.iter().find(|(_, job)| waits(job)).map(|(&id, _)| id);
            let oldest =
                oldest.ok_or_else(|| ApiError::conflict("busy", "too many imports are under way"))?;
            jobs.remove(&oldest);
        }
        let folder = TempDir::new().map_err(|error| ApiError::internal(error.to_string()))?;
        let id = jobs.last_key_value().map_or(1, |(id, _)| id + 1);
        let present = ImportStatus {
            state: ImportState::Collecting,
            folder: Some(folder),
            files: 0,
            bytes: 0,
            expected: None,
            report: ImportReport::default(),
            failure: None,
        };
        let job = Arc::new(FileImport { id, stop: AtomicBool::new(false), present: Mutex::new(present) });
        jobs.insert(id, Arc::clone(&job));
        Ok(job)
    }

    /// Finds an import.
    pub(crate) fn find(&self, id: u64) -> Result<Arc<FileImport>, ApiError> {
        let jobs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.get(&id).cloned().ok_or_else(|| ApiError::missing(format!("there is no import {id}")))
    }
}

impl FileImport {
    fn present(&self) -> MutexGuard<'_, ImportStatus> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows how far it is.
    pub(crate) fn show(&self) -> ImportProgress {
        let present = self.present();
        ImportProgress {
            id: self.id,
            state: present.state,
            files: present.files,
            expected: present.expected,
            report: present.report.clone().into(),
            failure: present.failure.clone(),
        }
    }

    /// Takes a file.
    pub(crate) fn take(&self, name: &str, bytes: &[u8]) -> Result<(), ApiError> {
        let plain = !name.is_empty()
            && name.len() <= NAME
            && !name.starts_with('.')
            && !name.contains(['/', '\\', ':'])
            && !name.chars().any(char::is_control);
        if !plain {
            return Err(ApiError::bad(format!("{name:?} is no plain name of a file")));
        }
        let mut present = self.present();
        let Some(folder) = present.folder.as_ref().filter(|_| present.state == ImportState::Collecting)
        else {
            return Err(ApiError::conflict("under-way", "the import has begun: files come before that"));
        };
        if present.bytes + bytes.len() > BYTES || present.files >= FILES {
            let most = BYTES / (1024 * 1024);
            return Err(ApiError::bad(format!(
                "an import has at most {FILES} files of {most} MiB together; `outflank games import` has no limit"
            )));
        }
        let path = folder.path().join(name);
        if path.exists() {
            return Err(ApiError::conflict("twice", format!("there are two files {name:?}")));
        }
        fs::write(path, bytes).map_err(|error| ApiError::internal(format!("{name:?}: {error}")))?;
        present.files += 1;
        present.bytes += bytes.len();
        Ok(())
    }

    /// Asks it to stop.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        let mut present = self.present();
        if present.state == ImportState::Collecting {
            present.state = ImportState::Stopped;
            present.folder = None;
        }
    }

    /// Reads the files on a thread of their own.
    pub(crate) fn start(self: &Arc<FileImport>, studio: &Arc<Studio>) -> Result<(), ApiError> {
        let mut present = self.present();
        let folder = match (present.state, present.folder.take()) {
            (ImportState::Collecting, Some(folder)) => folder,
            _ => return Err(ApiError::conflict("under-way", "the import has begun already")),
        };
        present.state = ImportState::Reading;
        drop(present);
        let (job, studio, runtime) =
            (Arc::clone(self), Arc::clone(studio), tokio::runtime::Handle::current());
        tokio::task::spawn_blocking(move || runtime.block_on(job.run(&studio, &folder)));
        Ok(())
    }

    async fn run(&self, studio: &Studio, folder: &TempDir) {
        let failure = self.read_all(studio, folder.path()).await.err();
        self.present().state = ImportState::Indexing;
        let ready = studio.explorer.update().await.map_err(|error| error.to_string());
        let mut present = self.present();
        present.failure = failure.or(ready.err());
        present.state = match (&present.failure, present.report.stopped) {
            (Some(_), _) => ImportState::Failed,
            (None, true) => ImportState::Stopped,
            (None, false) => ImportState::Done,
        };
    }

    async fn read_all(&self, studio: &Studio, folder: &Path) -> Result<(), String> {
        // People know the names of their files, not the folder these lie in for a moment.
        let prefix = format!("{}{}", folder.display(), std::path::MAIN_SEPARATOR);
        let shown = |text: String| text.replace(&prefix, "");
        let sources = files_in(folder).map_err(|error| error.to_string())?;
        if sources.iter().any(|source| source == folder) {
            self.present().expected = wthor::count_games(folder).ok();
        }
        let mut sum = ImportReport::default();
        for source in sources {
            let (format, items) = match open(&source) {
                Ok(opened) => opened,
                Err(error) => {
                    sum.add_fault(shown(error.to_string()));
                    self.present().report = sum.clone();
                    continue;
                }
            };
            let look = |report: &ImportReport| {
                let mut both = sum.clone();
                both.add(report.clone());
                self.present().report = both;
                if self.stop.load(Ordering::Relaxed) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let report =
                import(&studio.store, format, items, look).await.map_err(|error| error.to_string())?;
            sum.add(report);
            sum.faults = sum.faults.into_iter().map(shown).collect();
            self.present().report = sum.clone();
            if sum.stopped {
                break;
            }
        }
        Ok(())
    }
}
