//! What one process does for all that share a database, one at a time.

use std::time::Duration;

use sqlx::AssertSqlSafe;

use crate::game::in_milliseconds;
use crate::{Store, StoreError};

impl Store {
    /// Takes on a chore for some time, or says that one is still at it. Returns false if somebody else is.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn take_on(&self, chore: &str, worker: &str, lease: Duration) -> Result<bool, StoreError> {
        let sql = format!(
            "INSERT INTO chores (name, worker, lease_until) VALUES ($1, $2, {now} + $3) ON CONFLICT (name) \
             DO UPDATE SET worker = excluded.worker, lease_until = excluded.lease_until \
             WHERE chores.worker = excluded.worker OR chores.lease_until < {now} RETURNING worker",
            now = self.kind().now()
        );
        let mut change = self.change().await?;
        let taken = sqlx::query(AssertSqlSafe(sql))
            .bind(chore)
            .bind(worker)
            .bind(in_milliseconds(lease))
            .fetch_optional(&mut *change)
            .await?;
        change.commit().await?;
        Ok(taken.is_some())
    }

    /// Lets go of a chore, done or not.
    ///
    /// # Errors
    ///
    /// If the database fails. Then it is free when its time is over.
    pub async fn let_go(&self, chore: &str, worker: &str) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        sqlx::query("DELETE FROM chores WHERE name = $1 AND worker = $2")
            .bind(chore)
            .bind(worker)
            .execute(&mut *change)
            .await?;
        change.commit().await
    }
}
