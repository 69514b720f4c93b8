//! What all servers of a database count together, so that asking another one is of no use.

use std::time::Duration;

use sqlx::AssertSqlSafe;

use crate::game::{in_milliseconds, milliseconds};
use crate::{Store, StoreError};

impl Store {
    /// Counts an attempt at something of which so many are possible at once, and then one more in some time.
    /// Returns how long to wait if it is one too many; then it does not count.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn attempt(
        &self,
        subject: &str,
        most: u32,
        every: Duration,
    ) -> Result<Option<Duration>, StoreError> {
        let (every, now) = (in_milliseconds(every).max(1), self.kind().now());
        let ahead = every.saturating_mul(i64::from(most) - 1).max(0);
        // The next one is due a step after the last, or after now: as many steps ahead as are possible at
        // once.
        let sql = format!(
            "INSERT INTO attempts (subject, due) VALUES ($1, {now} + $2) ON CONFLICT (subject) DO UPDATE \
             SET due = CASE WHEN attempts.due > {now} THEN attempts.due ELSE {now} END + $2 \
             WHERE attempts.due <= {now} + $3 RETURNING due"
        );
        let mut change = self.change().await?;
        let counted: Option<i64> = sqlx::query_scalar(AssertSqlSafe(sql))
            .bind(subject)
            .bind(every)
            .bind(ahead)
            .fetch_optional(&mut *change)
            .await?;
        if counted.is_some() {
            change.commit().await?;
            return Ok(None);
        }
        let sql = format!("SELECT due - {now} FROM attempts WHERE subject = $1");
        let due: i64 = sqlx::query_scalar(AssertSqlSafe(sql)).bind(subject).fetch_one(&mut *change).await?;
        change.abandon().await?;
        Ok(Some(milliseconds((due - ahead).max(1))))
    }

    /// Forgets what was tried so long ago that it does not count any more. Any number of servers may do this.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn forget_attempts(&self) -> Result<(), StoreError> {
        let sql = format!("DELETE FROM attempts WHERE due < {}", self.kind().now());
        let mut change = self.change().await?;
        sqlx::query(AssertSqlSafe(sql)).execute(&mut *change).await?;
        change.commit().await
    }
}
