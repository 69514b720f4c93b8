//! Reading files that somebody sent to any of the servers.
//!
//! Whoever has the job fetches the files and reads on where the last one stopped. Games are stored with how
//! far the import is, in the name of one reader: a reader that was thought dead and is not stores nothing.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use outflank_engine::Stopper;
use outflank_game::PersonId;
use outflank_library::{ImportError, ImportPart, import_claimed};
use outflank_records::{NameEncoding, Opened, ReadOptions, files_in, wthor};
use outflank_store::{
    ClaimedJob, ImportClaim, ImportNote, ImportPhase, ImportRow, JobClass, NewJob, StoreError,
};
use tokio::io::AsyncWriteExt;
use tokio::runtime::Handle;
use tracing::{info, warn};

use super::WorkPlace;
use crate::background;
use crate::metrics::Metrics;
use crate::studio::Studio;

/// The kind of a job that reads the files of an import.
pub(crate) const IMPORT: &str = "import";

/// How long an import takes, about.
const BUDGET: Duration = Duration::from_secs(5);

/// Why an import is not read to its end.
enum ReadingEnd {
    /// The files cannot be read: nobody else could.
    Failed(String),
    /// Somebody else may go on.
    Interrupted(String),
}

impl From<StoreError> for ReadingEnd {
    fn from(error: StoreError) -> ReadingEnd {
        ReadingEnd::Interrupted(error.to_string())
    }
}

impl From<std::io::Error> for ReadingEnd {
    fn from(error: std::io::Error) -> ReadingEnd {
        ReadingEnd::Interrupted(error.to_string())
    }
}

impl Studio {
    /// Asks whoever has time to read an import.
    pub(crate) async fn order_import(&self, id: i64, owner: Option<&PersonId>) -> Result<(), StoreError> {
        let job = NewJob {
            kind: IMPORT,
            game: id,
            revision: 0,
            subject: String::new(),
            owner: owner.map_or_else(|| IMPORT.to_owned(), ToString::to_string),
            class: JobClass::Deep,
            payload: String::new(),
            budget: BUDGET,
        };
        self.store.enqueue(&job).await?;
        self.work.wake.notify_waiters();
        Ok(())
    }

    /// Reads an import, from where it is.
    pub(super) async fn read_import(
        self: &Arc<Studio>,
        job: &ClaimedJob,
        stopper: &Stopper,
        _place: WorkPlace,
    ) -> Result<(), String> {
        let worker = format!("{} {} {}", self.store.name(), job.id, job.attempts);
        let claim = ImportClaim { import: job.game, worker };
        let row = match self.store.take_import(&claim).await {
            Ok(Some(row)) => row,
            Ok(None) | Err(StoreError::NoImport { .. }) => return Ok(()),
            Err(error) => return Err(error.to_string()),
        };
        let _counted = Metrics::count(&self.metrics.imports);
        let stopped = row.stops;
        let read = match row.phase {
            ImportPhase::Indexing => Ok(stopped),
            _ => self.read_files(&claim, row, stopper).await,
        };
        let (phase, failure) = match read {
            Ok(true) => (ImportPhase::Stopped, None),
            Ok(false) => (ImportPhase::Done, None),
            Err(ReadingEnd::Failed(why)) => (ImportPhase::Failed, Some(why)),
            Err(ReadingEnd::Interrupted(why)) => return Err(why),
        };
        if let Some(why) = &failure {
            warn!(import = claim.import, why, "an import failed");
        }
        if failure.is_none() {
            // What is kept is looked up from now on; for all, once.
            self.store
                .move_import_on(&claim, ImportPhase::Indexing, None)
                .await
                .map_err(|error| error.to_string())?;
            self.explorer.update().await.map_err(|error| error.to_string())?;
        }
        let ended = self.store.move_import_on(&claim, phase, failure.as_deref()).await;
        info!(import = claim.import, ?phase, "an import is over");
        ended.map_err(|error| error.to_string())
    }

    /// Reads the files on a thread of their own; tells whether somebody stopped it.
    async fn read_files(
        self: &Arc<Studio>,
        claim: &ImportClaim,
        row: ImportRow,
        stopper: &Stopper,
    ) -> Result<bool, ReadingEnd> {
        if row.stops {
            return Ok(true);
        }
        let folder = self.workspace.folder()?;
        self.fetch_files(claim.import, folder.path()).await?;
        let reading = ImportReading {
            studio: Arc::clone(self),
            claim: claim.clone(),
            row,
            folder: folder.path().to_owned(),
            stopper: stopper.clone(),
        };
        let runtime = Handle::current();
        let read = background::run("import", move || runtime.block_on(reading.read_all())).await;
        drop(folder);
        read.unwrap_or_else(|| Err(ReadingEnd::Interrupted("the reading ended unexpectedly".to_owned())))
    }

    /// Writes the files of an import into a folder.
    async fn fetch_files(&self, import: i64, folder: &Path) -> Result<(), ReadingEnd> {
        for file in self.store.import_files(import).await? {
            let mut target = tokio::fs::File::create(folder.join(&file.name)).await?;
            let mut number = 0;
            while let Some(bytes) = self.store.import_chunk(&file, number).await? {
                target.write_all(&bytes).await?;
                number += 1;
            }
            target.flush().await?;
        }
        Ok(())
    }
}

/// The reading of an import by this process.
struct ImportReading {
    studio: Arc<Studio>,
    claim: ImportClaim,
    row: ImportRow,
    folder: PathBuf,
    stopper: Stopper,
}

impl ImportReading {
    async fn read_all(self) -> Result<bool, ReadingEnd> {
        let ImportReading { studio, claim, row, folder, stopper } = self;
        let store = &studio.store;
        // People know the names of their files, not the folder these lie in for a moment.
        let prefix = format!("{}{}", folder.display(), std::path::MAIN_SEPARATOR);
        let shown = |text: String| text.replace(&prefix, "");
        let sources = files_in(&folder).map_err(|error| ReadingEnd::Failed(shown(error.to_string())))?;
        if sources.contains(&folder) {
            let games = wthor::count_games(&folder).ok().and_then(|games| i64::try_from(games).ok());
            store.expect_import(&claim, games).await?;
        }
        let encoding = row.encoding.as_deref().and_then(|name| name.parse::<NameEncoding>().ok());
        let mut faults = row.faults;
        for (number, path) in (0..).zip(&sources).skip_while(|(number, _)| *number < row.source) {
            if stopper.is_stopped() {
                return Err(ReadingEnd::Interrupted("this server ends".to_owned()));
            }
            let (stored, settled) = if number == row.source { (row.stored, row.settled) } else { (0, 0) };
            let options = ReadOptions { names: encoding, ..ReadOptions::default() };
            let opened = Opened::path(path, None);
            let opened = opened.and_then(|opened| Ok((opened.format, opened.items(options)?)));
            let (format, items) = match opened {
                Ok(opened) => opened,
                Err(_counted) if stored > 0 => continue,
                Err(error) => {
                    faults.push(shown(error.to_string()));
                    let (items, bad, faults) = (1, 1, faults.clone());
                    let note = ImportNote { source: number, items, positions: 0, bad, faults };
                    store.add_import_batch(&claim, &[], &note).await?;
                    continue;
                }
            };
            let part = ImportPart { source: number, format, stored, settled, faults };
            let items = items.take_while(|_| !stopper.is_stopped());
            let (flow, found) =
                import_claimed(store, &claim, part, items, shown).await.map_err(|error| match error {
                    ImportError::Read(error) => ReadingEnd::Failed(shown(error.to_string())),
                    ImportError::Store(error) => error.into(),
                })?;
            if flow == ControlFlow::Break(()) {
                return Ok(true);
            }
            faults = found;
        }
        match stopper.is_stopped() {
            true => Err(ReadingEnd::Interrupted("this server ends".to_owned())),
            false => Ok(false),
        }
    }
}
