//! Results of reviews in the database of the games.

use outflank_review::{ResultStore, StoredResult};
use outflank_store::{ReviewRow, Store};
use tokio::runtime::Handle;

/// How many results are written at once.
const BATCH: usize = 16;

/// The results of reviews that a database has, for threads that may wait for it.
///
/// Nothing fails for want of it: what cannot be read is searched, and what cannot be written is searched
/// again.
pub struct StoredReviews {
    runtime: Handle,
    store: Store,
    unsaved: Vec<ReviewRow>,
    failure: Option<String>,
}

impl StoredReviews {
    /// Uses a database on a runtime with threads of its own, from outside that runtime or on a thread that
    /// may block.
    #[must_use]
    pub fn new(runtime: Handle, store: Store) -> StoredReviews {
        StoredReviews { runtime, store, unsaved: Vec::new(), failure: None }
    }

    /// Writes what has not been written yet.
    pub fn flush(&mut self) {
        let rows = std::mem::take(&mut self.unsaved);
        if !rows.is_empty() {
            let written = self.runtime.block_on(self.store.keep_review_results(&rows));
            self.failure = self.failure.take().or(written.err().map(|error| error.to_string()));
        }
    }

    /// Returns why results could not be read or written, if that was so.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}

impl ResultStore for StoredReviews {
    fn load(&mut self, board: &str, engine: &str) -> Vec<StoredResult> {
        let rows = match self.runtime.block_on(self.store.review_results(board, engine)) {
            Ok(rows) => rows,
            Err(error) => {
                self.failure.get_or_insert(error.to_string());
                Vec::new()
            }
        };
        let result = |row: ReviewRow| StoredResult {
            board: row.board,
            pass: row.pass,
            engine: row.engine,
            values: row.result,
        };
        rows.into_iter().map(result).collect()
    }

    fn save(&mut self, result: StoredResult) {
        let StoredResult { board, pass, engine, values } = result;
        self.unsaved.push(ReviewRow { board, pass, engine, result: values });
        if self.unsaved.len() >= BATCH {
            self.flush();
        }
    }
}

impl Drop for StoredReviews {
    fn drop(&mut self) {
        self.flush();
    }
}
