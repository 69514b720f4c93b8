//! Whether the database takes anything.

use crate::{Store, StoreError};

/// A name that nobody has.
const PROBE: &str = "\u{1}ready";

impl Store {
    /// Writes something and commits it, and leaves nothing behind: a full disk, a file that may only be read
    /// or a database that has gone is noticed.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub async fn try_to_write(&self) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        for sql in [
            "INSERT INTO library_names (name) VALUES ($1) ON CONFLICT DO NOTHING",
            "DELETE FROM library_names WHERE name = $1",
        ] {
            sqlx::query(sql).bind(PROBE).execute(&mut *transaction).await?;
        }
        Ok(transaction.commit().await?)
    }
}
