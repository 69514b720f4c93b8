//! Imports of files: they are sent one by one, then read on a thread of their own, and progress can be
//! watched.
//!
//! Files go to a temporary folder as they come ([`upload`]), which goes when the import is over. Games are
//! kept in batches, each as a whole: an import that is stopped or killed leaves a sound library, and doing it
//! again adds the rest. One import is read at a time: they would only wait for each other.
//!
//! Where several servers share a database, files and progress are there instead ([`shared`]).

mod everywhere;
mod shared;
mod upload;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use outflank_game::PersonId;
use outflank_library::{ImportReport, import};
use outflank_records::{FileItems, Format, NameEncoding, Opened, ReadOptions, RecordError, files_in, wthor};
use tokio::sync::Semaphore;
use tracing::{info, warn};

use crate::background;
use crate::error::ApiError;
use crate::metrics::Metrics;
use crate::studio::Studio;
use crate::view;
use crate::wire::library::{ImportProgress, ImportState};
use crate::workspace::{WorkFolder, Workspace};

/// How many imports are remembered.
const REMEMBERED: usize = 16;
/// How many bytes the files of an import have at most, together.
const BYTES: u64 = 256 * 1024 * 1024;
/// How many bytes the files of all imports have at most.
const BYTES_OF_ALL: u64 = 2 * 1024 * 1024 * 1024;
/// How many files an import has at most.
const FILES: usize = 2000;
/// How long nothing may come before an import that was not started is given up.
const PATIENCE: Duration = Duration::from_secs(15 * 60);
/// How long imports under way may take once the server ends: a batch of games.
const ENDING: Duration = Duration::from_secs(5);
/// The folder of the files that are there, inside that of the import.
const COMPLETE: &str = "files";

/// All imports by their numbers.
#[derive(Debug)]
pub(crate) struct FileImports {
    jobs: Mutex<BTreeMap<u64, Arc<FileImport>>>,
    last: AtomicU64,
    /// Bytes of files that are there or come in, of all imports.
    bytes: Arc<AtomicU64>,
    /// Held by the import that is read.
    reading: Semaphore,
}

/// One import.
#[derive(Debug)]
pub(crate) struct FileImport {
    id: u64,
    /// How names are encoded that are not UTF-8.
    encoding: Option<NameEncoding>,
    /// Who began it, where people have names.
    owner: Option<PersonId>,
    stop: AtomicBool,
    present: Mutex<ImportStatus>,
    bytes_of_all: Arc<AtomicU64>,
}

#[derive(Debug)]
struct ImportStatus {
    state: ImportState,
    /// Where the files are, until they are read.
    folder: Option<WorkFolder>,
    /// When something last came.
    touched: Instant,
    /// The names of the files, those that come in included.
    names: BTreeSet<String>,
    /// How many files have begun to come.
    uploads: u64,
    files: usize,
    bytes: u64,
    expected: Option<u64>,
    report: ImportReport,
    failure: Option<String>,
}

impl ImportStatus {
    /// Tells whether games are being read and kept.
    fn is_under_way(&self) -> bool {
        matches!(self.state, ImportState::Reading | ImportState::Indexing)
    }

    /// Tells whether files are awaited that somebody will hardly send any more.
    fn is_expired(&self) -> bool {
        self.state == ImportState::Collecting && self.touched.elapsed() > PATIENCE
    }
}

impl Default for FileImports {
    fn default() -> FileImports {
        FileImports {
            jobs: Mutex::default(),
            last: AtomicU64::new(0),
            bytes: Arc::default(),
            reading: Semaphore::new(1),
        }
    }
}

impl FileImports {
    fn jobs(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<FileImport>>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins an import that has no files yet; `encoding` is that of names that are not UTF-8. Of many the
    /// oldest that is over is forgotten.
    pub(crate) fn begin(
        &self,
        workspace: &Workspace,
        encoding: Option<NameEncoding>,
        owner: Option<&PersonId>,
    ) -> Result<Arc<FileImport>, ApiError> {
        self.expire();
        let mut jobs = self.jobs();
        if jobs.len() >= REMEMBERED {
            let is_over = |job: &FileImport| {
                let present = job.present();
                !present.is_under_way() && present.state != ImportState::Collecting
            };
            let oldest = jobs.iter().find(|(_, job)| is_over(job)).map(|(&id, _)| id);
            let oldest = oldest.ok_or_else(|| ApiError::busy("too many imports are in progress"))?;
            jobs.remove(&oldest);
        }
        let folder = workspace.folder().and_then(|folder| {
            std::fs::create_dir(folder.path().join(COMPLETE))?;
            Ok(folder)
        });
        let folder = folder.map_err(|error| ApiError::failed("there is no room for the files", &error))?;
        let id = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        let present = ImportStatus {
            state: ImportState::Collecting,
            folder: Some(folder),
            touched: Instant::now(),
            names: BTreeSet::new(),
            uploads: 0,
            files: 0,
            bytes: 0,
            expected: None,
            report: ImportReport::default(),
            failure: None,
        };
        let job = Arc::new(FileImport {
            id,
            encoding,
            owner: owner.cloned(),
            stop: AtomicBool::new(false),
            present: Mutex::new(present),
            bytes_of_all: Arc::clone(&self.bytes),
        });
        jobs.insert(id, Arc::clone(&job));
        Ok(job)
    }

    /// Finds an import.
    pub(crate) fn find(&self, id: u64) -> Result<Arc<FileImport>, ApiError> {
        self.jobs().get(&id).cloned().ok_or_else(|| ApiError::missing(format!("there is no import {id}")))
    }

    /// Lists the imports, the latest first.
    pub(crate) fn list(&self) -> Vec<Arc<FileImport>> {
        self.jobs().values().rev().cloned().collect()
    }

    /// Gives up imports whose files do not come any more.
    pub(crate) fn expire(&self) {
        let expired: Vec<_> = self.list().into_iter().filter(|job| job.present().is_expired()).collect();
        for job in expired {
            job.stop();
            self.jobs().remove(&job.id);
            info!(import = job.id, "gave up an import whose files did not come");
        }
    }

    /// Stops all imports, and waits until those under way have kept what they have read.
    pub(crate) async fn stop_all(&self) {
        let jobs = self.list();
        jobs.iter().for_each(|job| job.stop());
        let begun = Instant::now();
        while jobs.iter().any(|job| job.present().is_under_way()) && begun.elapsed() < ENDING {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

impl FileImport {
    fn present(&self) -> MutexGuard<'_, ImportStatus> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns who began it, where people have names.
    pub(crate) fn owner(&self) -> Option<&PersonId> {
        self.owner.as_ref()
    }

    /// Shows how far it is.
    pub(crate) fn show(&self) -> ImportProgress {
        let present = self.present();
        ImportProgress {
            id: self.id,
            state: present.state,
            files: present.files,
            expected: present.expected,
            report: view::import(present.report.clone()),
            failure: present.failure.clone(),
        }
    }

    /// Asks it to stop.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        let mut present = self.present();
        if present.state == ImportState::Collecting {
            present.state = ImportState::Stopped;
            let folder = present.folder.take();
            self.release(&mut present);
            drop(present);
            drop(folder);
        }
    }

    /// Takes note that the files are gone.
    fn release(&self, present: &mut ImportStatus) {
        self.bytes_of_all.fetch_sub(std::mem::take(&mut present.bytes), Ordering::Relaxed);
    }

    /// Reads the files on a thread of their own.
    pub(crate) fn start(self: &Arc<FileImport>, studio: &Arc<Studio>) -> Result<(), ApiError> {
        let mut present = self.present();
        let folder = match (present.state, present.folder.take()) {
            (ImportState::Collecting, Some(folder)) => folder,
            (_, folder) => {
                present.folder = folder;
                return Err(ApiError::conflict("under-way", "the import has begun already"));
            }
        };
        present.state = ImportState::Reading;
        drop(present);
        let (job, studio, runtime) =
            (Arc::clone(self), Arc::clone(studio), tokio::runtime::Handle::current());
        let begun = background::spawn("import", move || runtime.block_on(job.run(&studio, folder)));
        begun.map_err(|error| {
            self.present().state = ImportState::Failed;
            ApiError::failed("there is no thread for the import", &error)
        })
    }

    async fn run(&self, studio: &Studio, folder: WorkFolder) {
        // Nobody closes it.
        let _turn = studio.file_imports.reading.acquire().await;
        let _counted = Metrics::count(&studio.metrics.imports);
        let failure = self.read_all(studio, &folder.path().join(COMPLETE)).await.err();
        drop(folder);
        self.begin_indexing();
        let ready = match *studio.closing.borrow() {
            true => Ok(()),
            false => studio.explorer.update().await.map_err(|error| error.to_string()),
        };
        let failure = failure.or(ready.err());
        if let Some(failure) = &failure {
            warn!(import = self.id, failure, "an import failed");
        }
        let mut present = self.present();
        present.failure = failure;
        present.state = match (&present.failure, present.report.stopped) {
            (Some(_), _) => ImportState::Failed,
            (None, true) => ImportState::Stopped,
            (None, false) => ImportState::Done,
        };
        let ImportReport { added, duplicates, bad, .. } = present.report;
        info!(import = self.id, added, duplicates, bad, "an import is over");
    }

    fn open(&self, source: &Path) -> Result<(Format, FileItems), RecordError> {
        let opened = Opened::path(source, None)?;
        let options = ReadOptions { names: self.encoding, ..ReadOptions::default() };
        Ok((opened.format, opened.items(options)?))
    }

    /// Takes note that all files are read.
    fn begin_indexing(&self) {
        let mut present = self.present();
        present.state = ImportState::Indexing;
        self.release(&mut present);
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
            if self.stop.load(Ordering::Relaxed) {
                sum.stopped = true;
                self.present().report = sum;
                break;
            }
            let (format, items) = match self.open(&source) {
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
                import(&studio.store, format, items, look).await.map_err(|error| shown(error.to_string()))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_import_whose_files_do_not_come_is_given_up_and_one_of_today_is_not() {
        let (imports, workspace) = (FileImports::default(), Workspace::default());
        let (old, new) =
            (imports.begin(&workspace, None, None).unwrap(), imports.begin(&workspace, None, None).unwrap());
        let folder = old.present().folder.as_ref().unwrap().path().to_owned();
        old.present().touched = Instant::now().checked_sub(PATIENCE + Duration::from_secs(1)).unwrap();
        imports.expire();
        assert!(imports.find(old.id).is_err() && imports.find(new.id).is_ok());
        assert!(!folder.exists(), "its files are gone");
        assert!(imports.begin(&workspace, None, None).unwrap().id > new.id, "no number is given twice");
        workspace.close();
    }

    #[test]
    fn beginning_many_imports_does_not_end_those_of_others() {
        let (imports, workspace) = (FileImports::default(), Workspace::default());
        let first = imports.begin(&workspace, None, None).unwrap();
        (1..REMEMBERED).for_each(|_| drop(imports.begin(&workspace, None, None).unwrap()));
        assert!(imports.begin(&workspace, None, None).is_err() && imports.find(first.id).is_ok());
        first.stop();
        assert!(imports.begin(&workspace, None, None).is_ok() && imports.find(first.id).is_err());
        workspace.close();
    }
}
