//! One index for all who share a database: one process makes it and stores it there, the others fetch it.
//!
//! Whoever needs an index that is not there takes the chore on, for as long as it says that it is at it; the
//! others wait for the version that comes of it. A version has a checksum; a damaged one is made again.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use outflank_store::{CHUNK, Store, StoreError, StoredIndex};
use tracing::{debug, warn};

use super::index::{Entries, Index, read_exact_at};
use super::{ExplorerError, ExplorerState, Snapshot, aside, file};

/// What making the index is called among chores.
const CHORE: &str = "explorer";
/// How long somebody is believed to make the index after saying so.
const LEASE: Duration = Duration::from_secs(10);
/// How often they say so.
const HEARTBEAT: Duration = Duration::from_secs(3);
/// How often the others look whether it is there.
const LOOK: Duration = Duration::from_millis(200);

/// How many explorers this process has made.
static MADE: AtomicU64 = AtomicU64::new(0);

/// What an explorer knows of the index that all share.
#[derive(Debug)]
pub(super) struct IndexShelf {
    /// What this explorer is called among those who share the database.
    worker: String,
    /// The version that is in use here; 0 if none is.
    held: AtomicI64,
}

impl IndexShelf {
    pub(super) fn new(store: &Store) -> IndexShelf {
        let worker = format!("{} {}", store.name(), MADE.fetch_add(1, Ordering::Relaxed));
        IndexShelf { worker, held: AtomicI64::new(0) }
    }
}

impl ExplorerState {
    /// Fetches the index that somebody has stored, if there is one; a damaged one is deleted.
    pub(super) async fn fetch_latest(&self) -> Result<Option<Index>, ExplorerError> {
        match self.store.latest_index().await? {
            Some(stored) => self.fetch(stored).await,
            None => Ok(None),
        }
    }

    async fn fetch(&self, stored: StoredIndex) -> Result<Option<Index>, ExplorerError> {
        let fault = |reason| self.fault(reason);
        let folder = self.folder();
        let mut target = aside(move || tempfile::tempfile_in(folder)).await.map_err(fault)?;
        let mut sum = crc32fast::Hasher::new();
        for number in 0..stored.chunks {
            let Some(bytes) = self.store.index_chunk(stored.version, number).await? else { break };
            sum.update(&bytes);
            let written = aside(move || target.write_all(&bytes).map(|()| target)).await;
            target = written.map_err(fault)?;
        }
        if sum.finalize() == stored.checksum {
            let opened = aside(move || {
                target.seek(SeekFrom::Start(0))?;
                file::read(target)
            });
            if let Ok(index) = opened.await {
                debug!(version = stored.version, "fetched the explorer's index");
                self.shelf.held.store(stored.version, Ordering::Release);
                return Ok(Some(index));
            }
        }
        warn!(version = stored.version, "the explorer's index in the database is damaged: it is made again");
        self.store.delete_index(stored.version).await?;
        Ok(None)
    }

    /// Fetches an index that is newer than the one in use here, or makes one for all if nobody does. With
    /// `again` the one in use is fetched again, as its copy here is damaged.
    pub(super) async fn rebuild_for_all(&self, again: bool) -> Result<Snapshot, ExplorerError> {
        let held = if again { 0 } else { self.shelf.held.load(Ordering::Acquire) };
        loop {
            if let Some(stored) = self.newer(held).await? {
                if let Some(index) = self.fetch(stored).await? {
                    return Ok(Snapshot::of_file(index, HashSet::new()));
                }
            } else if self.store.take_on(CHORE, &self.shelf.worker, LEASE).await? {
                // Somebody may have made it a moment ago.
                let made = match self.newer(held).await? {
                    Some(_) => None,
                    None => Some(self.make_for_all().await),
                };
                self.store.let_go(CHORE, &self.shelf.worker).await?;
                if let Some(made) = made {
                    return made;
                }
            } else {
                tokio::time::sleep(LOOK).await;
            }
        }
    }

    /// Finds the index that is stored, if it is newer than a version.
    async fn newer(&self, held: i64) -> Result<Option<StoredIndex>, StoreError> {
        Ok(self.store.latest_index().await?.filter(|stored| stored.version > held))
    }

    /// Makes the index and stores it, and says meanwhile that somebody is at it.
    async fn make_for_all(&self) -> Result<Snapshot, ExplorerError> {
        let making = async {
            let snapshot = self.build_somewhere().await?;
            if let Entries::File { file, .. } = &snapshot.file.entries {
                let copy = file.try_clone().map_err(|reason| self.fault(reason))?;
                let version = self.put_on_shelf(&snapshot.file, copy).await?;
                self.shelf.held.store(version, Ordering::Release);
            }
            Ok(snapshot)
        };
        let saying_so = async {
            loop {
                tokio::time::sleep(HEARTBEAT).await;
                let still = self.store.take_on(CHORE, &self.shelf.worker, LEASE).await;
                // Then somebody else may make it, too, which does no harm.
                debug!(?still, "making the explorer's index");
            }
        };
        tokio::select! {
            made = making => made,
            () = saying_so => std::future::pending().await,
        }
    }

    /// Stores an index that is in a file.
    async fn put_on_shelf(&self, index: &Index, copy: File) -> Result<i64, ExplorerError> {
        let fault = |reason| self.fault(reason);
        let length = copy.metadata().map_err(fault)?.len();
        let version = self.store.begin_index(index.last_key(), index.last_added()).await?;
        let (mut copy, mut sum, mut offset, mut chunks) = (copy, crc32fast::Hasher::new(), 0_u64, 0);
        while offset < length {
            let size = usize::try_from(length - offset).unwrap_or(CHUNK).min(CHUNK);
            let read = aside(move || -> io::Result<(File, Vec<u8>)> {
                let mut bytes = vec![0; size];
                read_exact_at(&copy, &mut bytes, offset)?;
                Ok((copy, bytes))
            });
            let bytes;
            (copy, bytes) = read.await.map_err(fault)?;
            sum.update(&bytes);
            self.store.add_index_chunk(version, chunks, &bytes).await?;
            (offset, chunks) = (offset + bytes.len() as u64, chunks + 1);
        }
        self.store.finish_index(version, chunks, sum.finalize()).await?;
        Ok(version)
    }
}
