//! Endgames of puzzles, played to the end against perfect play: how often, how often won, how fast.

use outflank_game::PersonId;
use outflank_keep::EndgameRecord;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use crate::puzzles::{name_of, number};
use crate::{Store, StoreError};

impl Store {
    /// Counts an endgame against perfect play that somebody has played to the end.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn count_endgame(
        &self,
        person: Option<&PersonId>,
        puzzle: u32,
        empties: u32,
        won: bool,
        milliseconds: Option<i64>,
    ) -> Result<(), StoreError> {
        let sql = format!(
            "INSERT INTO puzzle_endgames (person, puzzle, empties, tries, won, best, moment) \
             VALUES ($1, $2, $3, 1, $4, $5, {now}) ON CONFLICT (person, puzzle) DO UPDATE SET \
             tries = puzzle_endgames.tries + 1, won = puzzle_endgames.won + excluded.won, \
             best = CASE WHEN puzzle_endgames.best IS NULL OR excluded.best < puzzle_endgames.best \
             THEN excluded.best ELSE puzzle_endgames.best END, moment = excluded.moment",
            now = self.kind().now()
        );
        let mut change = self.change().await?;
        sqlx::query(AssertSqlSafe(sql))
            .bind(name_of(person))
            .bind(i64::from(puzzle))
            .bind(i64::from(empties))
            .bind(i64::from(won))
            .bind(milliseconds.filter(|_| won))
            .execute(&mut *change)
            .await?;
        change.commit().await
    }

    /// Lists what somebody made of endgames against perfect play.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn endgame_records(&self, person: Option<&PersonId>) -> Result<Vec<EndgameRecord>, StoreError> {
        let sql = "SELECT puzzle, empties, tries, won, best FROM puzzle_endgames WHERE person = $1 \
                   ORDER BY puzzle";
        let query = sqlx::query(sql).bind(name_of(person));
        let rows = query.fetch_all(&mut *self.connection().await?).await?;
        let read = |row: &AnyRow| -> Result<EndgameRecord, sqlx::Error> {
            Ok(EndgameRecord {
                puzzle: number(row)?,
                empties: row.try_get("empties")?,
                tries: row.try_get("tries")?,
                won: row.try_get("won")?,
                best: row.try_get("best")?,
            })
        };
        Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
    }
}
