//! The results of reviews in the studio's database, as commands use them.

use outflank_review::{ResultStore, StoredResult};
use outflank_server::StoredReviews;
use tokio::runtime::Runtime;

use crate::commands::serve::{default_file, open_store};
use crate::failure::{Failure, tell};

/// The results of reviews in a database.
pub(crate) struct ReviewDatabase {
    // Before the runtime, which it needs until its end.
    reviews: StoredReviews,
    _runtime: Runtime,
}

impl ReviewDatabase {
    /// Opens a database, by default the studio's.
    pub(crate) fn open(url: Option<&str>) -> Result<ReviewDatabase, Failure> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let store = runtime.block_on(open_store(url))?;
        Ok(ReviewDatabase { reviews: StoredReviews::new(runtime.handle().clone(), store), _runtime: runtime })
    }

    /// Opens a database that was named, or the studio's if it is there. Without one a review only takes
    /// longer, so a failure is told and nothing else.
    pub(crate) fn open_if_there(url: Option<&str>) -> Option<ReviewDatabase> {
        if url.is_none() && !default_file().is_ok_and(|file| file.exists()) {
            return None;
        }
        match ReviewDatabase::open(url) {
            Ok(database) => Some(database),
            Err(Failure::Input(error) | Failure::Other(error)) => {
                tell(&format!("warning: results of reviews are not stored: {error:#}"));
                None
            }
            Err(_) => None,
        }
    }

    /// Writes what has not been written yet, and tells of a failure.
    pub(crate) fn finish(&mut self) {
        self.reviews.flush();
        if let Some(failure) = self.reviews.failure() {
            tell(&format!("warning: results of reviews are not stored: {failure}"));
        }
    }
}

impl ResultStore for ReviewDatabase {
    fn load(&mut self, board: &str, engine: &str) -> Vec<StoredResult> {
        self.reviews.load(board, engine)
    }

    fn save(&mut self, result: StoredResult) {
        self.reviews.save(result);
    }
}
