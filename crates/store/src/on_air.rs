//! Games that anybody may look at, and how many look on at a game between people.

use outflank_game::TimeControl;
use outflank_rules::Position;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use crate::game::{count, in_milliseconds, milliseconds, text};
use crate::presence::SERVER_SILENCE;
use crate::{Store, StoreError};

/// A game that is on and that anybody may look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOnAir {
    /// Its number.
    pub id: i64,
    /// What its players are called, black first.
    pub names: [String; 2],
    /// The last position.
    pub position: Position,
    /// How many discs have been placed.
    pub placed: usize,
    /// Its clock.
    pub control: Option<TimeControl>,
    /// Whether it counts for ratings.
    pub is_rated: bool,
    /// How many look on.
    pub spectators: usize,
}

impl Store {
    /// Lists games that are on and that anybody may look at, the newest first. A damaged one is left out.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn games_on_air(&self, limit: i64) -> Result<Vec<GameOnAir>, StoreError> {
        let sql = format!(
            "SELECT id, black_name, white_name, board, placed, clock_initial, clock_increment, rated, \
             CAST((SELECT COALESCE(SUM(number), 0) FROM spectators WHERE spectators.game = games.id \
             AND spectators.seen > {} - {}) AS BIGINT) AS spectators \
             FROM games WHERE on_air = 1 AND ended IS NULL AND adjourned = 0 ORDER BY id DESC LIMIT $1",
            self.kind().now(),
            in_milliseconds(SERVER_SILENCE)
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(limit);
        let rows = query.fetch_all(&mut *self.connection().await?).await?;
        Ok(rows.iter().filter_map(|row| on_air(row).ok().flatten()).collect())
    }

    /// Takes note of how many look on at a game through a server.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn set_spectators(&self, game: i64, server: &str, number: usize) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        if number == 0 {
            let sql = "DELETE FROM spectators WHERE game = $1 AND server = $2";
            sqlx::query(sql).bind(game).bind(server).execute(&mut *change).await?;
            return change.commit().await;
        }
        let sql = format!(
            "INSERT INTO spectators (game, server, number, seen) \
             SELECT $1, $2, $3, {} WHERE EXISTS (SELECT 1 FROM games WHERE id = $1) \
             ON CONFLICT (game, server) DO UPDATE SET number = excluded.number, seen = excluded.seen",
            self.kind().now()
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(game).bind(server).bind(count(number));
        query.execute(&mut *change).await?;
        change.commit().await
    }

    /// Counts those who look on at a game, through all servers.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn spectators(&self, game: i64) -> Result<usize, StoreError> {
        let sql = format!(
            "SELECT CAST(COALESCE(SUM(number), 0) AS BIGINT) FROM spectators WHERE game = $1 AND seen > {} - {}",
            self.kind().now(),
            in_milliseconds(SERVER_SILENCE)
        );
        let query = sqlx::query_scalar::<_, i64>(AssertSqlSafe(sql)).bind(game);
        let number = query.fetch_one(&mut *self.connection().await?).await?;
        Ok(usize::try_from(number).unwrap_or(0))
    }
}

/// Reads a game that is on; `None` if its board is none.
fn on_air(row: &AnyRow) -> Result<Option<GameOnAir>, sqlx::Error> {
    let number = |column: &str| row.try_get(column).map(|value: i64| usize::try_from(value).unwrap_or(0));
    let Ok(position) = text(row, "board")?.parse() else { return Ok(None) };
    let initial: Option<i64> = row.try_get("clock_initial")?;
    let increment: Option<i64> = row.try_get("clock_increment")?;
    Ok(Some(GameOnAir {
        id: row.try_get("id")?,
        names: [text(row, "black_name")?, text(row, "white_name")?],
        position,
        placed: number("placed")?,
        control: initial.map(|initial| TimeControl {
            initial: milliseconds(initial),
            increment: milliseconds(increment.unwrap_or(0)),
        }),
        is_rated: row.try_get::<i64, _>("rated")? != 0,
        spectators: number("spectators")?,
    }))
}
