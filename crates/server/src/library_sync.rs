//! Games that end here go into the library.
//!
//! The library is made to agree with the game as it is stored, whatever happened before: asking twice, late
//! or in the wrong order does no harm. What a sudden end left undone is done at the next start.

use std::sync::Arc;

use outflank_store::StoreError;

use crate::studio::Studio;

impl Studio {
    /// Makes the library agree with a game, soon.
    pub(crate) fn sync_library_soon(self: &Arc<Studio>, id: i64) {
        let studio = Arc::clone(self);
        tokio::spawn(async move {
            // What fails now is found again at the next start.
            let _done_at_the_next_start = studio.sync_game(id).await;
        });
    }

    /// Adds all games to the library that ended without it.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn sync_library(&self) -> Result<(), StoreError> {
        for id in self.store.ended_outside_library().await? {
            // A damaged game must not keep the others out.
            let _left_where_it_is = self.sync_game(id).await;
        }
        Ok(())
    }

    async fn sync_game(&self, id: i64) -> Result<(), StoreError> {
        let _one_at_a_time = self.library_sync.lock().await;
        outflank_library::sync_game(&self.store, id).await
    }
}
