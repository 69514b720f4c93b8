//! The explorer: how often a position was played, what was played there, and how that ended.
//!
//! The positions of all games are kept in a file beside the database ([`file`]), sorted on disk and put in
//! its place as a whole; those of a database that several share are made by one of them for all ([`shelf`]),
//! and each has a copy in a file that goes with the process. Games that
//! were added since are looked at in memory, deleted ones are passed over; when there are many new ones the
//! file is made again, and queries are answered from the old one meanwhile. The file is only a cache: lost,
//! foreign or damaged, also under a running program, it is made from the database.

mod builder;
mod file;
mod index;
mod runs;
mod shelf;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use outflank_keep::{Explored, ExplorerFilter};
use outflank_records::Record;
use outflank_store::{Pulse, Store, StoreError};
use tracing::warn;

use builder::Builder;
use index::Index;
use shelf::IndexShelf;

/// How many games may be newer than the file before it is made again.
const MANY: usize = 2000;
/// How many games are read at once.
const PAGE: i64 = 5000;

/// Why positions could not be looked up.
#[derive(Debug, thiserror::Error)]
pub enum ExplorerError {
    /// The games cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file of positions cannot be read or written.
    #[error("positions in {path}: {reason}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: std::io::Error,
    },
}

/// Tells what was played in positions. Copies share what they know.
#[derive(Clone, Debug)]
pub struct Explorer {
    shared: Arc<ExplorerState>,
}

#[derive(Debug)]
struct ExplorerState {
    store: Store,
    path: Option<PathBuf>,
    /// What is known of the index that all share.
    shelf: IndexShelf,
    /// Never held while waiting.
    present: Mutex<Option<Snapshot>>,
    /// Held while the positions are brought up to date.
    making: tokio::sync::Mutex<()>,
}

/// What is known at a moment.
#[derive(Clone, Debug)]
struct Snapshot {
    file: Arc<Index>,
    recent: Arc<Index>,
    deleted: Arc<HashSet<i64>>,
    /// The state of the library that this belongs to.
    pulse: Pulse,
}

impl Snapshot {
    /// What a file knows, before the library is asked what is new.
    fn of_file(file: Index, deleted: HashSet<i64>) -> Snapshot {
        Snapshot {
            file: Arc::new(file),
            recent: Arc::default(),
            deleted: Arc::new(deleted),
            pulse: Pulse::default(),
        }
    }
}

impl Snapshot {
    /// Looks a position up.
    async fn look(self, question: Arc<(Record, ExplorerFilter)>) -> std::io::Result<Explored> {
        aside(move || {
            let (game, wanted) = question.as_ref();
            outflank_keep::look(&[&*self.file, &*self.recent], game, wanted, &self.deleted)
        })
        .await
    }
}

impl Explorer {
    /// Makes an explorer of a store. The file of positions is made when it is first needed.
    #[must_use]
    pub fn new(store: Store) -> Explorer {
        let path = store.file().map(|file| file.with_extension("positions"));
        let (present, making) = (Mutex::default(), tokio::sync::Mutex::default());
        let shelf = IndexShelf::new(&store);
        Explorer { shared: Arc::new(ExplorerState { store, path, shelf, present, making }) }
    }

    /// Returns where the file of positions is, if there is one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.shared.path.as_deref()
    }

    /// Tells what was played in the position a game has come to. Only the first caller waits until the file
    /// of positions is made.
    ///
    /// # Errors
    ///
    /// If the database or the file fails.
    pub async fn look(&self, game: &Record, wanted: &ExplorerFilter) -> Result<Explored, ExplorerError> {
        let shared = &self.shared;
        let present = match shared.known() {
            None => shared.refresh(true).await?,
            Some(known) => match shared.making.try_lock() {
                Ok(_turn) => match shared.with_recent(known.clone()).await? {
                    Some(present) => present,
                    None => {
                        let explorer = self.clone();
                        // A failure is retried at the next query.
                        tokio::spawn(async move { explorer.update().await });
                        known
                    }
                },
                Err(_somebody_makes_it) => known,
            },
        };
        let question = Arc::new((game.clone(), wanted.clone()));
        match present.clone().look(Arc::clone(&question)).await {
            Ok(explored) => Ok(explored),
            Err(error) => {
                warn!(%error, "the explorer's index was damaged: it is made again");
                let repaired = shared.repair(&present.file).await?;
                repaired.look(question).await.map_err(|reason| shared.fault(reason))
            }
        }
    }

    /// Brings the positions up to date, making the file again if it is missing or much is new.
    ///
    /// # Errors
    ///
    /// If the database or the file fails.
    pub async fn update(&self) -> Result<(), ExplorerError> {
        self.shared.refresh(false).await.map(|_ready| ())
    }
}

impl ExplorerState {
    /// Waits for its turn and makes what is known up to date, or just known if that is enough.
    async fn refresh(&self, just_known: bool) -> Result<Snapshot, ExplorerError> {
        let _turn = self.making.lock().await;
        let known = match self.known() {
            Some(known) if just_known => return Ok(known),
            Some(known) => known,
            None => match self.open().await? {
                Some(file) => Snapshot::of_file(file, HashSet::new()),
                None => self.rebuild(false).await?,
            },
        };
        if let Some(present) = self.with_recent(known).await? {
            return Ok(self.set(present));
        }
        // What was added while the file was made is not waited for again.
        let rebuilt = self.rebuild(false).await?;
        let present = self.with_recent(rebuilt.clone()).await?.unwrap_or(rebuilt);
        Ok(self.set(present))
    }

    /// Takes note of what was added, deleted or restored; nothing if so much was added that the file has to
    /// be made again.
    async fn with_recent(&self, known: Snapshot) -> Result<Option<Snapshot>, ExplorerError> {
        let pulse = self.store.library_pulse().await?;
        if pulse == known.pulse {
            return Ok(Some(known));
        }
        let Snapshot { file, mut recent, mut deleted, pulse: before } = known;
        if pulse.last_key != before.last_key {
            let rows = self.store.library_after(file.last_key(), PAGE).await?;
            if rows.len() > MANY {
                return Ok(None);
            }
            let made = aside(move || Builder::default().with(&rows)?.finish()).await;
            recent = Arc::new(made.map_err(|reason| self.fault(reason))?);
        }
        if pulse.deleted != before.deleted {
            deleted = Arc::new(self.store.deleted_keys().await?.into_iter().collect());
        }
        Ok(Some(self.set(Snapshot { file, recent, deleted, pulse })))
    }

    /// Replaces a file that turned out to be damaged, unless somebody has done so.
    async fn repair(&self, damaged: &Arc<Index>) -> Result<Snapshot, ExplorerError> {
        let _turn = self.making.lock().await;
        match self.known() {
            Some(known) if !Arc::ptr_eq(&known.file, damaged) => Ok(known),
            _ => {
                let rebuilt = self.rebuild(true).await?;
                let present = self.with_recent(rebuilt.clone()).await?.unwrap_or(rebuilt);
                Ok(self.set(present))
            }
        }
    }

    /// Opens the file, if there is one and it is of this database.
    async fn open(&self) -> Result<Option<Index>, ExplorerError> {
        let found = match self.path.clone() {
            Some(path) => aside(move || file::open(&path)).await,
            None => self.fetch_latest().await?,
        };
        let Some(index) = found else { return Ok(None) };
        if index.is_empty() {
            return Ok(Some(index));
        }
        let last = self.store.library_games(&[index.last_key()]).await?;
        let same = last.first().is_some_and(|row| row.added == index.last_added());
        Ok(same.then_some(index))
    }

    /// Makes the index anew, or fetches one that somebody else has made; with `again` the copy that is here
    /// is damaged.
    async fn rebuild(&self, again: bool) -> Result<Snapshot, ExplorerError> {
        match self.store.is_shared() {
            true => self.rebuild_for_all(again).await,
            false => self.build_somewhere().await,
        }
    }

    /// Makes the file from the database and puts it in its place. Where no file can be written, all is in
    /// memory.
    async fn build_somewhere(&self) -> Result<Snapshot, ExplorerError> {
        match self.build(true).await {
            Err(ExplorerError::File { path, reason }) => {
                warn!(error = %reason, path = %path.display(), "the explorer's index stays in memory");
                self.build(false).await
            }
            built => built,
        }
    }

    async fn build(&self, on_disk: bool) -> Result<Snapshot, ExplorerError> {
        let fault = |reason| self.fault(reason);
        let (path, folder) = (self.path.clone(), self.folder());
        let mut builder = match on_disk {
            true => Builder::in_folder(&folder).map_err(fault)?,
            false => Builder::default(),
        };
        let mut deleted = HashSet::new();
        let mut last = 0;
        loop {
            let rows = self.store.library_after(last, PAGE).await?;
            let Some(row) = rows.last() else { break };
            last = row.key;
            deleted.extend(rows.iter().filter(|row| row.deleted.is_some()).map(|row| row.key));
            builder = aside(move || builder.with(&rows)).await.map_err(fault)?;
        }
        let index = aside(move || match on_disk {
            true => builder.finish_in(&folder, path.as_deref()),
            false => builder.finish(),
        });
        Ok(Snapshot::of_file(index.await.map_err(fault)?, deleted))
    }

    /// Returns where files are written: beside the database, or wherever temporary ones are.
    fn folder(&self) -> PathBuf {
        let beside = self.path.as_deref().map(|path| path.parent().unwrap_or(Path::new("")));
        match beside {
            Some(folder) if folder.as_os_str().is_empty() => PathBuf::from("."),
            Some(folder) => folder.to_owned(),
            None => std::env::temp_dir(),
        }
    }

    fn known(&self) -> Option<Snapshot> {
        self.present().clone()
    }

    fn set(&self, present: Snapshot) -> Snapshot {
        *self.present() = Some(present.clone());
        present
    }

    fn present(&self) -> MutexGuard<'_, Option<Snapshot>> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fault(&self, reason: std::io::Error) -> ExplorerError {
        ExplorerError::File { path: self.path.clone().unwrap_or_default(), reason }
    }
}

/// Runs slow work, and all that reads files, on a thread for blocking work.
///
/// # Panics
///
/// If the work does.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            // The runtime is shutting down.
            Err(_cancelled) => std::future::pending().await,
        },
    }
}
