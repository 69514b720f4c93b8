//! The clocks of games that are played here: when turns began and when flags fall.
//!
//! The clock of the database counts, so that neither a restart nor a second server gives or takes time. A
//! game whose deadline has passed is lost, whoever notices it first; any number of servers may look for such
//! games at once.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use outflank_game::KeptGame;
use sqlx::{AssertSqlSafe, Row};

use crate::game::in_milliseconds;
use crate::ratings::rate_ended;
use crate::{Store, StoreError};

/// What the clock of the database showed last, and when that was.
#[derive(Debug)]
pub(crate) struct LastReading(Mutex<Option<(i64, Instant)>>);

impl LastReading {
    pub(crate) const fn none() -> LastReading {
        LastReading(Mutex::new(None))
    }

    /// Takes note of what the clock of the database shows.
    pub(crate) fn note(&self, now: i64) {
        *self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some((now, Instant::now()));
    }

    fn now(&self) -> Option<i64> {
        let (moment, since) = (*self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner))?;
        Some(moment.saturating_add(in_milliseconds(since.elapsed())))
    }
}

/// What is known of a game without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameState {
    /// The revision: who has parsed the game at that revision need not read it again.
    pub revision: i64,
    /// The present moment by the clock of the database, in milliseconds since 1970.
    pub now: i64,
}

impl Store {
    /// Returns a store that lets clocks run: with every change a turn begins, and its deadline is stored with
    /// it. Other stores leave clocks to their caller, and the game rests between changes.
    #[must_use]
    pub fn with_running_clocks(mut self) -> Store {
        self.runs_clocks = true;
        self
    }

    /// Returns the present moment by the clock of the database, as far as it is known from what the database
    /// said last, in milliseconds since 1970.
    #[must_use]
    pub fn now(&self) -> i64 {
        self.last_reading.now().unwrap_or_else(crate::store::now)
    }

    /// Returns the revision of a game, and what the clock of the database shows.
    ///
    /// # Errors
    ///
    /// If there is none with that number, or the database fails.
    pub async fn state(&self, id: i64) -> Result<GameState, StoreError> {
        let sql = format!("SELECT revision, {} AS moment FROM games WHERE id = $1", self.kind().now());
        let mut connection = self.connection().await?;
        let found = sqlx::query(AssertSqlSafe(sql)).bind(id).fetch_optional(&mut *connection).await?;
        let row = found.ok_or(StoreError::NoGame { id })?;
        let state = GameState { revision: row.try_get("revision")?, now: row.try_get("moment")? };
        self.last_reading.note(state.now);
        Ok(state)
    }

    /// Lets the clock of a game that rests run from now on.
    ///
    /// # Errors
    ///
    /// As [`Store::update`].
    pub async fn start_clock(&self, kept: &KeptGame) -> Result<KeptGame, StoreError> {
        let sql = format!(
            "UPDATE games SET revision = revision + 1, turn_began = clock.moment, deadline = clock.moment + $3 \
             FROM (SELECT {} AS moment) AS clock WHERE id = $1 AND revision = $2 RETURNING turn_began, deadline",
            self.kind().now()
        );
        let mut change = self.change().await?;
        let found = sqlx::query(AssertSqlSafe(sql))
            .bind(kept.id)
            .bind(kept.revision)
            .bind(kept.game.flag_falls_in(Duration::ZERO).map(in_milliseconds))
            .fetch_optional(&mut *change)
            .await?;
        let Some(row) = found else {
            change.abandon().await?;
            return Err(self.stale(kept).await);
        };
        let (turn_began, deadline) = (row.try_get("turn_began")?, row.try_get("deadline")?);
        change.commit().await?;
        Ok(KeptGame { revision: kept.revision + 1, turn_began, deadline, ..kept.clone() })
    }

    /// Returns when the next flag falls, and what the clock of the database shows, in milliseconds since
    /// 1970; `None` if no clock runs.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn next_deadline(&self) -> Result<(Option<i64>, i64), StoreError> {
        let sql = format!(
            "SELECT (SELECT MIN(deadline) FROM games WHERE deadline IS NOT NULL) AS deadline, {} AS moment",
            self.kind().now()
        );
        let mut connection = self.connection().await?;
        let row = sqlx::query(AssertSqlSafe(sql)).fetch_one(&mut *connection).await?;
        let now = row.try_get("moment")?;
        self.last_reading.note(now);
        Ok((row.try_get("deadline")?, now))
    }

    /// Ends all games whose flag has fallen, and returns their numbers; rated ones count at once. Of several
    /// servers that do this at once, one ends a game.
    ///
    /// # Errors
    ///
    /// If the database fails. Then no game has ended.
    pub async fn end_lost_on_time(&self) -> Result<Vec<i64>, StoreError> {
        // The side to move loses: the first side if an even number of plies is made. A game that has not
        // begun is aborted. Offers that stand are forgotten by who reads a game that is over.
        let sql = format!(
            "UPDATE games SET revision = revision + 1, updated = clock.moment, deadline = NULL, \
             ended = CASE WHEN aborts = 1 THEN 'aborted' ELSE 'time' END, winner = CASE WHEN aborts = 1 THEN NULL \
             WHEN (start LIKE '%X') = (made % 2 = 0) THEN 'white' ELSE 'black' END \
             FROM (SELECT {} AS moment) AS clock \
             WHERE deadline IS NOT NULL AND deadline < clock.moment AND ended IS NULL RETURNING id, rated",
            self.kind().now()
        );
        let mut change = self.change().await?;
        let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(&mut *change).await?;
        let ended = rows.iter().map(|row| Ok((row.try_get("id")?, row.try_get::<i64, _>("rated")? != 0)));
        let ended = ended.collect::<Result<Vec<(i64, bool)>, sqlx::Error>>()?;
        let rated: Vec<i64> = ended.iter().filter(|(_, rated)| *rated).map(|(id, _)| *id).collect();
        rate_ended(&mut change, &rated).await?;
        let games = ended.into_iter().map(|(id, _)| id).collect();
        change.commit().await?;
        Ok(games)
    }

    /// Lists the games whose clocks run.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn with_clock_running(&self) -> Result<Vec<i64>, StoreError> {
        let sql = "SELECT id FROM games WHERE deadline IS NOT NULL ORDER BY deadline";
        Ok(sqlx::query_scalar(sql).fetch_all(&mut *self.connection().await?).await?)
    }
}
