//! The explorer: how often a position was played, what was played there, and how that ended.
//!
//! The positions of all games are kept in a file beside the database ([`index`]), made in memory and put in its place
//! as a whole; those of a database elsewhere stay in memory. Games that were added since are looked at in memory, deleted ones are passed over; when there are many
//! new ones the file is made again. The file is never the truth: lost or foreign, it is made from the database.

mod index;
mod look;
mod place;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use outflank_rules::Position;
use outflank_store::{Store, StoreError};

use index::{Builder, Index};
pub use look::{Explored, ExploredMove, Results, Wanted};

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

/// Tells what was played in positions.
#[derive(Debug)]
pub struct Explorer {
    store: Store,
    path: Option<PathBuf>,
    /// Never held while waiting.
    present: Mutex<Option<Present>>,
}

/// What is known at a moment.
#[derive(Debug)]
struct Present {
    file: Arc<Index>,
    recent: Arc<Index>,
}

impl Explorer {
    /// Makes an explorer of a store. The file of positions is made when it is first needed.
    #[must_use]
    pub fn new(store: Store) -> Explorer {
        let path = store.file().map(|file| file.with_extension("positions"));
        Explorer { store, path, present: Mutex::default() }
    }

    /// Returns where the file of positions is, if there is one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Tells what was played in a position.
    ///
    /// # Errors
    ///
    /// If the database or the file fails.
    pub async fn look(&self, position: &Position, wanted: &Wanted) -> Result<Explored, ExplorerError> {
        let (file, recent) = self.refresh().await?;
        let deleted: HashSet<i64> = self.store.deleted_keys().await?.into_iter().collect();
        look::look(&[&*file, &*recent], position, wanted, &deleted).map_err(|reason| self.fault(reason))
    }

    /// Brings the positions up to date, making the file again if it is missing or much is new.
    ///
    /// # Errors
    ///
    /// If the database or the file fails.
    pub async fn update(&self) -> Result<(), ExplorerError> {
        self.refresh().await.map(|_ready| ())
    }

    async fn refresh(&self) -> Result<(Arc<Index>, Arc<Index>), ExplorerError> {
        let known = self.present().as_ref().map(|known| (Arc::clone(&known.file), Arc::clone(&known.recent)));
        let (file, recent) = match known {
            Some(known) => known,
            None => match self.open().await? {
                Some(file) => (Arc::new(file), Arc::new(Builder::default().finish())),
                None => (Arc::new(self.rebuild().await?), Arc::new(Builder::default().finish())),
            },
        };
        let last = file.last_key().max(recent.last_key());
        let newer = self.store.library_after(last, PAGE).await?;
        let (file, recent) = if newer.is_empty() {
            (file, recent)
        } else if newer.len() + recent.games() > MANY {
            (Arc::new(self.rebuild().await?), Arc::new(Builder::default().finish()))
        } else {
            let mut builder = Builder::default();
            for row in self.store.library_after(file.last_key(), PAGE).await? {
                builder.add(&row);
            }
            (file, Arc::new(builder.finish()))
        };
        *self.present() = Some(Present { file: Arc::clone(&file), recent: Arc::clone(&recent) });
        Ok((file, recent))
    }

    /// Opens the file, if there is one and it is of this database.
    async fn open(&self) -> Result<Option<Index>, ExplorerError> {
        let Some(path) = &self.path else { return Ok(None) };
        let Some(index) = Index::open(path).map_err(|reason| self.fault(reason))? else { return Ok(None) };
        if index.games() == 0 {
            return Ok(Some(index));
        }
        let last = self.store.library_games(&[index.last_key()]).await?;
        let same = last.first().is_some_and(|row| row.added == index.last_added());
        Ok(same.then_some(index))
    }

    /// Makes the file from the database and puts it in its place.
    async fn rebuild(&self) -> Result<Index, ExplorerError> {
        let mut builder = Builder::default();
        let mut last = 0;
        loop {
            let rows = self.store.library_after(last, PAGE).await?;
            let Some(row) = rows.last() else { break };
            last = row.key;
            rows.iter().for_each(|row| builder.add(row));
        }
        let index = builder.finish();
        let Some(path) = &self.path else { return Ok(index) };
        index.write(path).map_err(|reason| self.fault(reason))?;
        // What is in the file need not be in memory.
        let written = Index::open(path).map_err(|reason| self.fault(reason))?;
        Ok(written.unwrap_or(index))
    }

    fn present(&self) -> MutexGuard<'_, Option<Present>> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fault(&self, reason: std::io::Error) -> ExplorerError {
        ExplorerError::File { path: self.path.clone().unwrap_or_default(), reason }
    }
}
