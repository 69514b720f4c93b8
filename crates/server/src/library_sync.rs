//! Games that end here go into the library.
//!
//! The library is made to agree with the game as it is stored, whatever happened before: asking twice, late
//! or in the wrong order does no harm. What a sudden end left undone is done at the next start.

use std::sync::Arc;
use std::time::Duration;

use outflank_game::KeptGame;
use outflank_store::StoreError;
use tracing::warn;

use crate::studio::Studio;

/// How long a game that nobody wanted to save is there, so that it can be reviewed or saved after all.
const UNSAVED_STAY: Duration = Duration::from_secs(24 * 3600);

impl Studio {
    /// Makes the library agree with a game, soon.
    pub(crate) fn sync_library_soon(self: &Arc<Studio>, id: i64) {
        let studio = Arc::clone(self);
        tokio::spawn(async move {
            // What fails now is found again at the next start.
            if let Err(error) = studio.sync_game(id).await {
                warn!(game = id, %error, "the game is not in the library yet");
            }
        });
    }

    /// Makes the library agree with a game that has just been stored, and returns the game with its key
    /// there.
    pub(crate) async fn with_key(&self, kept: KeptGame) -> KeptGame {
        if !kept.game.is_over() {
            return kept;
        }
        let _one_at_a_time = self.library_sync.lock().await;
        // What fails now is done at the next start; until then the game has no key.
        let key = outflank_library::sync_kept_game(&self.store, &kept).await.unwrap_or_else(|error| {
            warn!(game = kept.id, %error, "the game is not in the library yet");
            None
        });
        KeptGame { key, ..kept }
    }

    /// Adds all games to the library that ended without it, and deletes those that nobody wanted to save.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn sync_library(&self) -> Result<(), StoreError> {
        self.store.delete_unsaved(UNSAVED_STAY).await?;
        for id in self.store.ended_outside_library().await? {
            // A damaged game must not keep the others out.
            if let Err(error) = self.sync_game(id).await {
                warn!(game = id, %error, "the game stays outside the library");
            }
        }
        Ok(())
    }

    pub(crate) async fn sync_game(&self, id: i64) -> Result<Option<i64>, StoreError> {
        let _one_at_a_time = self.library_sync.lock().await;
        outflank_library::sync_game(&self.store, id).await
    }
}
