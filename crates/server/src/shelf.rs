//! Games that end here go into the library.
//!
//! The library is made to agree with the game as it is stored, whatever happened before: whoever asks twice, late or in
//! the wrong order does no harm. What a sudden end left undone is done at the next start.

use std::sync::Arc;

use outflank_store::StoreError;

use crate::error::ApiError;
use crate::table::Studio;

impl Studio {
    /// Makes the library agree with a game, soon.
    pub(crate) fn shelve_soon(self: &Arc<Studio>, id: i64) {
        let studio = Arc::clone(self);
        tokio::spawn(async move {
            // What fails now is found again at the next start.
            let _done_at_the_next_start = studio.shelve(id).await;
        });
    }

    /// Adds all games to the library that ended without it.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn shelve_all(&self) -> Result<(), StoreError> {
        for id in self.store.ended_outside_library().await? {
            // A damaged game must not keep the others out.
            let _left_where_it_is = self.shelve(id).await;
        }
        Ok(())
    }

    async fn shelve(&self, id: i64) -> Result<(), ApiError> {
        let _one_at_a_time = self.shelf.lock().await;
        Ok(outflank_library::shelve(&self.store, id).await?)
    }
}
