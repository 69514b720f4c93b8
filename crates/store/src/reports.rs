//! Chats that somebody complains about, for the admin of a shared server.

use std::time::Duration;

use outflank_game::{KeptGame, PersonId};
use outflank_rules::Color;
use sqlx::{AssertSqlSafe, Row};

use crate::chat::message_of;
use crate::game::{in_milliseconds, text};
use crate::{PlayerMessage, Store, StoreError};

/// How long a report is kept that an admin has closed.
const CLOSED_MEMORY: Duration = Duration::from_secs(90 * 24 * 3600);

/// How many reports a list has.
const LISTED: i64 = 100;

/// A chat that somebody complains about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatReport {
    /// Its number.
    pub id: i64,
    /// The game; it may have been deleted since.
    pub game: i64,
    /// What the one who complains is called.
    pub reporter: String,
    /// What the one is called who is complained about.
    pub reported: String,
    /// The side of the one who is complained about.
    pub side: Color,
    /// What was said, the first first.
    pub messages: Vec<PlayerMessage>,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// When an admin closed it; `None` while it is open.
    pub closed: Option<i64>,
}

impl Store {
    /// Keeps what was said in a game for the admin: the player of a side complains about the other one. Who
    /// complains again adds what was said since, and the report is open again.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn report_chat(
        &self,
        kept: &KeptGame,
        by: Color,
        reporter: &PersonId,
    ) -> Result<(), StoreError> {
        let sql = format!(
            "INSERT INTO reports (game, reporter, reporter_name, side, reported, reported_name, created) \
             VALUES ($1, $2, $3, $4, $5, $6, {}) \
             ON CONFLICT (game, reporter) DO UPDATE SET closed = NULL RETURNING id",
            self.kind().now()
        );
        let mut change = self.change().await?;
        let row = sqlx::query(AssertSqlSafe(sql))
            .bind(kept.id)
            .bind(reporter.as_str())
            .bind(&kept.seat(by).name)
            .bind((!by).name())
            .bind(kept.rights.people[!by as usize].as_ref().map(PersonId::as_str))
            .bind(&kept.seat(!by).name)
            .fetch_one(&mut *change)
            .await?;
        let report: i64 = row.try_get("id")?;
        let sql = "INSERT INTO reported_messages (report, id, side, body, said) \
                   SELECT $1, id, side, body, said FROM messages WHERE game = $2 \
                   AND id NOT IN (SELECT id FROM reported_messages WHERE report = $1)";
        sqlx::query(sql).bind(report).bind(kept.id).execute(&mut *change).await?;
        change.commit().await
    }

    /// Lists reports, the open ones first, of each the newest first.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn reports(&self) -> Result<Vec<ChatReport>, StoreError> {
        let first = format!(
            "SELECT * FROM reports ORDER BY CASE WHEN closed IS NULL THEN 0 ELSE 1 END, id DESC LIMIT {LISTED}"
        );
        let mut reading = self.reading().await?;
        let rows = sqlx::query(AssertSqlSafe(first)).fetch_all(&mut *reading).await?;
        let mut reports = Vec::with_capacity(rows.len());
        for row in &rows {
            let id: i64 = row.try_get("id")?;
            let sql = "SELECT id, side, body, said FROM reported_messages WHERE report = $1 ORDER BY id";
            let said = sqlx::query(sql).bind(id).fetch_all(&mut *reading).await?;
            let is_white = text(row, "side")? == Color::White.name();
            reports.push(ChatReport {
                id,
                game: row.try_get("game")?,
                reporter: text(row, "reporter_name")?,
                reported: text(row, "reported_name")?,
                side: if is_white { Color::White } else { Color::Black },
                messages: said.iter().map(message_of).collect::<Result<_, _>>()?,
                created: row.try_get("created")?,
                closed: row.try_get("closed")?,
            });
        }
        reading.commit().await?;
        Ok(reports)
    }

    /// Closes a report, and deletes those that were closed long ago.
    ///
    /// # Errors
    ///
    /// If there is none with that number, or the database fails.
    pub async fn close_report(&self, id: i64) -> Result<(), StoreError> {
        let now = self.kind().now();
        let mut change = self.change().await?;
        let sql = format!("UPDATE reports SET closed = COALESCE(closed, {now}) WHERE id = $1");
        let done = sqlx::query(AssertSqlSafe(sql)).bind(id).execute(&mut *change).await?;
        let sql = format!("DELETE FROM reports WHERE closed < {now} - {}", in_milliseconds(CLOSED_MEMORY));
        sqlx::query(AssertSqlSafe(sql)).execute(&mut *change).await?;
        change.commit().await?;
        if done.rows_affected() == 0 { Err(StoreError::NoReport { id }) } else { Ok(()) }
    }
}
