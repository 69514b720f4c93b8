//! Who is at the board of a game between people, for all servers that share the database.
//!
//! A row tells for each side which connection came last and since when nobody is there. A server says now and
//! then, in one statement, that all its connections are still there: those of a server that died are away
//! from the moment it was last heard of.

use std::time::Duration;

use outflank_rules::Color;
use sqlx::{AssertSqlSafe, Row};

use crate::game::{in_milliseconds, milliseconds};
use crate::{Store, StoreError};

/// How long a server may say nothing before those it had are away.
pub(crate) const SERVER_SILENCE: Duration = Duration::from_secs(45);

/// A connection of a player to a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatArrival {
    /// The number of the game.
    pub game: i64,
    /// The side of the player.
    pub side: Color,
    /// The name of the server that has the connection.
    pub server: String,
    /// The number of the connection, one for the whole life of the server.
    pub connection: i64,
}

/// Whether the player of a side is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatPresence {
    /// Since when nobody is there, in milliseconds since 1970 by the clock of the database; `None` while
    /// somebody is, or nobody ever was.
    pub away_since: Option<i64>,
    /// Whether somebody ever was there.
    pub was_here: bool,
    /// What the network takes, there and back.
    pub lag: Duration,
}

impl SeatPresence {
    /// Tells whether somebody is there.
    #[must_use]
    pub fn is_here(&self) -> bool {
        self.was_here && self.away_since.is_none()
    }
}

impl Store {
    /// Takes note that a player has come.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn arrive(&self, arrival: &SeatArrival) -> Result<(), StoreError> {
        let sql = format!(
            "INSERT INTO presence (game, side, server, connection, seen, away, lag) \
             SELECT $1, $2, $3, $4, {}, NULL, 0 WHERE EXISTS (SELECT 1 FROM games WHERE id = $1) \
             ON CONFLICT (game, side) DO UPDATE SET server = excluded.server, \
             connection = excluded.connection, seen = excluded.seen, away = NULL",
            self.kind().now()
        );
        let mut change = self.change().await?;
        sqlx::query(AssertSqlSafe(sql))
            .bind(arrival.game)
            .bind(arrival.side.name())
            .bind(&arrival.server)
            .bind(arrival.connection)
            .execute(&mut *change)
            .await?;
        change.commit().await
    }

    /// Takes note that a player has gone, unless another connection of theirs has come meanwhile. Tells
    /// whether they are away.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn depart(&self, arrival: &SeatArrival) -> Result<bool, StoreError> {
        let sql = format!(
            "UPDATE presence SET away = {} \
             WHERE game = $1 AND side = $2 AND server = $3 AND connection = $4 AND away IS NULL",
            self.kind().now()
        );
        let mut change = self.change().await?;
        let done = sqlx::query(AssertSqlSafe(sql))
            .bind(arrival.game)
            .bind(arrival.side.name())
            .bind(&arrival.server)
            .bind(arrival.connection)
            .execute(&mut *change)
            .await?;
        change.commit().await?;
        Ok(done.rows_affected() > 0)
    }

    /// Takes note of what the network takes between a server and a player, there and back.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn set_lag(&self, arrival: &SeatArrival, lag: Duration) -> Result<(), StoreError> {
        let sql = "UPDATE presence SET lag = $4 WHERE game = $1 AND side = $2 AND server = $3";
        let mut change = self.change().await?;
        sqlx::query(sql)
            .bind(arrival.game)
            .bind(arrival.side.name())
            .bind(&arrival.server)
            .bind(in_milliseconds(lag))
            .execute(&mut *change)
            .await?;
        change.commit().await
    }

    /// Says that all connections of a server, of players and of those who look on, are still there.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn stay(&self, server: &str) -> Result<(), StoreError> {
        let sql =
            format!("UPDATE presence SET seen = {} WHERE server = $1 AND away IS NULL", self.kind().now());
        let mut change = self.change().await?;
        sqlx::query(AssertSqlSafe(sql)).bind(server).execute(&mut *change).await?;
        let sql = format!("UPDATE spectators SET seen = {} WHERE server = $1", self.kind().now());
        sqlx::query(AssertSqlSafe(sql)).bind(server).execute(&mut *change).await?;
        change.commit().await
    }

    /// Tells who is at the board of a game, black first, and what the clock of the database shows.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn presence(&self, game: i64) -> Result<([SeatPresence; 2], i64), StoreError> {
        let sql = format!(
            "SELECT clock.moment AS moment, presence.side AS side, presence.seen AS seen, \
             presence.away AS away, presence.lag AS lag \
             FROM (SELECT {} AS moment) AS clock LEFT JOIN presence ON presence.game = $1",
            self.kind().now()
        );
        let mut connection = self.connection().await?;
        let rows = sqlx::query(AssertSqlSafe(sql)).bind(game).fetch_all(&mut *connection).await?;
        drop(connection);
        let (mut sides, mut now) = ([SeatPresence::default(); 2], self.now());
        for row in &rows {
            now = row.try_get("moment")?;
            let name: Option<String> = row.try_get("side")?;
            let Some(side) = Color::BOTH.into_iter().find(|side| Some(side.name()) == name.as_deref()) else {
                continue;
            };
            let (seen, away): (i64, Option<i64>) = (row.try_get("seen")?, row.try_get("away")?);
            let is_silent = seen.saturating_add(in_milliseconds(SERVER_SILENCE)) < now;
            sides[side as usize] = SeatPresence {
                away_since: away.or(is_silent.then_some(seen)),
                was_here: true,
                lag: milliseconds(row.try_get("lag")?),
            };
        }
        self.last_reading.note(now);
        Ok((sides, now))
    }
}
