//! Whether games can be stored: what is said while they cannot, and how it goes on by itself.
//!
//! A change that cannot be stored is refused. From the first such refusal on, one task tries to write until
//! that succeeds; everybody who looks on is told at the beginning and at the end.

use std::sync::{Arc, Weak};
use std::time::Duration;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use outflank_store::StoreError;
use tokio::sync::watch;
use tracing::warn;

use crate::studio::Studio;
use crate::wire::live::StorageTrouble;

/// How often it is tried to write while that fails.
const TRY_AGAIN: Duration = Duration::from_secs(1);

/// Why games cannot be stored at the moment; nothing if they can.
#[derive(Debug)]
pub(crate) struct StorageWatch(watch::Sender<Option<StorageTrouble>>);

impl Default for StorageWatch {
    fn default() -> StorageWatch {
        StorageWatch(watch::Sender::new(None))
    }
}

impl StorageWatch {
    /// Listens to whether games can be stored.
    pub(crate) fn listen(&self) -> watch::Receiver<Option<StorageTrouble>> {
        self.0.subscribe()
    }

    /// Takes note of how it is, tells those who listen if that is new, and returns how it was.
    fn set(&self, trouble: Option<StorageTrouble>) -> Option<StorageTrouble> {
        let mut before = None;
        self.0.send_if_modified(|now| {
            before = std::mem::replace(now, trouble);
            before != trouble
        });
        before
    }
}

/// Returns what a failure of the store means for all who want to store something.
pub(crate) fn trouble_of(error: &StoreError) -> Option<StorageTrouble> {
    match error {
        StoreError::Full(_) => Some(StorageTrouble::DiskFull),
        StoreError::ReadOnly(_) => Some(StorageTrouble::ReadOnly),
        StoreError::Unreachable(_) => Some(StorageTrouble::Unreachable),
        _ => None,
    }
}

/// Takes note of answers which say that something could not be stored.
pub(crate) async fn watch_answers(
    State(studio): State<Arc<Studio>>,
    request: Request,
    next: Next,
) -> Response {
    let response = next.run(request).await;
    if let Some(&trouble) = response.extensions().get::<StorageTrouble>() {
        studio.storage_failed(trouble);
    }
    response
}

impl Studio {
    /// Takes note that something could not be stored, and tries from now on until it can.
    pub(crate) fn storage_failed(self: &Arc<Studio>, trouble: StorageTrouble) {
        if self.storage.set(Some(trouble)).is_none() {
            tokio::spawn(try_until_stored(Arc::downgrade(self)));
        }
    }

    /// Lets everything go on that could not be stored: computer players, and games that ended.
    async fn resume_after_trouble(self: &Arc<Studio>) {
        for live in self.live_games.all() {
            if live.is_watched() {
                // Whoever looks at a damaged game is told so.
                let _told = self.visit(live.id()).await;
            }
        }
        self.resume_timed_games().await;
        // What fails now is found again at the next start.
        if let Err(error) = self.sync_library().await {
            warn!(%error, "the library does not have all games yet");
        }
    }
}

async fn try_until_stored(studio: Weak<Studio>) {
    loop {
        tokio::time::sleep(TRY_AGAIN).await;
        let Some(studio) = studio.upgrade().filter(|studio| !studio.store.is_closed()) else { return };
        match studio.store.recover().await {
            Ok(()) => {
                studio.storage.set(None);
                return studio.resume_after_trouble().await;
            }
            Err(error) => {
                if let Some(trouble) = trouble_of(&error) {
                    studio.storage.set(Some(trouble));
                }
            }
        }
    }
}
