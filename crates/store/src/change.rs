//! Reading and changing a database: who gets a connection, and what becomes of it afterwards.
//!
//! A write that fails can leave its connection in a state that nobody foresees. SQLite ends a transaction by
//! itself when the disk is full, and whoever counts transactions apart from it is wrong from then on: what
//! comes later would be acknowledged within a transaction that is never committed. So a connection is used
//! again only after a commit or a rollback that succeeded. After anything else, a change whose caller went
//! away included, it is closed, and the database itself forgets what was not committed.

use std::ops::{Deref, DerefMut};
use std::pin::pin;
use std::time::{Duration, Instant};

use sqlx::{Connection, Executor};

use crate::bounded::BoundedConnection;
use crate::connect::connect;
use crate::{Store, StoreError};

/// How long somebody waits for a connection before it is asked whether the database is there at all.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long it may take to answer that.
const ANSWER: Duration = Duration::from_secs(3);

/// A change under way. Nothing of it is there before [`Change::commit`] has succeeded, and all of it
/// afterwards.
pub(crate) struct Change {
    connection: Box<BoundedConnection>,
    /// Whether the transaction has ended as it should.
    is_settled: bool,
}

impl Change {
    async fn begin(connection: Box<BoundedConnection>, sql: &'static str) -> Result<Change, StoreError> {
        let mut change = Change { connection, is_settled: false };
        change.connection.execute(sql).await?;
        Ok(change)
    }

    /// Ends the change: now it is on disk.
    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        self.settle("COMMIT").await
    }

    /// Gives the change up.
    pub(crate) async fn abandon(self) -> Result<(), StoreError> {
        self.settle("ROLLBACK").await
    }

    async fn settle(mut self, sql: &'static str) -> Result<(), StoreError> {
        self.connection.execute(sql).await?;
        self.is_settled = true;
        self.connection.go_back().await;
        Ok(())
    }
}

impl Deref for Change {
    type Target = BoundedConnection;

    fn deref(&self) -> &BoundedConnection {
        &self.connection
    }
}

impl DerefMut for Change {
    fn deref_mut(&mut self) -> &mut BoundedConnection {
        &mut self.connection
    }
}

impl Drop for Change {
    fn drop(&mut self) {
        if !self.is_settled {
            self.connection.close_on_drop();
        }
    }
}

impl Store {
    /// Begins a change.
    pub(crate) async fn change(&self) -> Result<Change, StoreError> {
        Change::begin(self.connection().await?, self.kind().begin_change()).await
    }

    /// Begins to read: all that is read is true at one moment.
    pub(crate) async fn reading(&self) -> Result<Change, StoreError> {
        Change::begin(self.connection().await?, self.kind().begin_reading()).await
    }

    /// Returns a connection for one statement. Whoever waits long because the database cannot be reached is
    /// told why.
    pub(crate) async fn connection(&self) -> Result<Box<BoundedConnection>, StoreError> {
        let bounded = |connection| Box::new(BoundedConnection::new(connection, self.answer_limit));
        let mut acquired = pin!(self.pool.acquire());
        if let Ok(acquired) = tokio::time::timeout(PATIENCE, &mut acquired).await {
            return Ok(bounded(acquired?));
        }
        tokio::select! {
            acquired = &mut acquired => return Ok(bounded(acquired?)),
            there = self.is_there() => there?,
        }
        // All connections are in use.
        Ok(bounded(acquired.await?))
    }

    /// Asks whether the database is there at all. Of many who ask at once, one makes a connection.
    async fn is_there(&self) -> Result<(), StoreError> {
        let mut last_answer = self.last_answer.lock().await;
        if last_answer.is_some_and(|at| at.elapsed() < PATIENCE) {
            return Ok(());
        }
        let answer = connect(&self.options, ANSWER).await?;
        *last_answer = Some(Instant::now());
        let _closed_or_broken = answer.close().await;
        Ok(())
    }
}
