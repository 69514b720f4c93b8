//! Endgames of puzzles, played to the end against perfect play: where they are, how often they were won, how
//! fast. The moves are kept while they are played, so that nobody can claim replies that were not given.

use outflank_game::PersonId;
use outflank_keep::EndgameRecord;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use crate::game::text;
use crate::puzzles::{name_of, number};
use crate::{Store, StoreError};

impl Store {
    /// Begins an endgame of somebody, or begins it again. Time runs from now on.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn begin_endgame(&self, person: Option<&PersonId>, puzzle: u32) -> Result<(), StoreError> {
        let sql = format!(
            "INSERT INTO puzzle_runs (person, puzzle, began, moves) VALUES ($1, $2, {now}, '') \
             ON CONFLICT (person, puzzle) DO UPDATE SET began = excluded.began, moves = excluded.moves",
            now = self.kind().now()
        );
        let mut change = self.change().await?;
        let query = sqlx::query(AssertSqlSafe(sql)).bind(name_of(person)).bind(i64::from(puzzle));
        query.execute(&mut *change).await?;
        change.commit().await
    }

    /// Returns all moves of an endgame that somebody is playing, the replies among them, separated by blanks;
    /// `None` if it was not begun, or is over.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn endgame_moves(
        &self,
        person: Option<&PersonId>,
        puzzle: u32,
    ) -> Result<Option<String>, StoreError> {
        let sql = "SELECT moves FROM puzzle_runs WHERE person = $1 AND puzzle = $2";
        let query = sqlx::query(sql).bind(name_of(person)).bind(i64::from(puzzle));
        let row = query.fetch_optional(&mut *self.connection().await?).await?;
        Ok(row.map(|row| text(&row, "moves")).transpose()?)
    }

    /// Takes note of a move and its reply. Tells whether the endgame was still where it is said to have been.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn continue_endgame(
        &self,
        person: Option<&PersonId>,
        puzzle: u32,
        before: &str,
        after: &str,
    ) -> Result<bool, StoreError> {
        let mut change = self.change().await?;
        let sql = "UPDATE puzzle_runs SET moves = $4 WHERE person = $1 AND puzzle = $2 AND moves = $3";
        let query = sqlx::query(sql).bind(name_of(person)).bind(i64::from(puzzle)).bind(before).bind(after);
        let changed = query.execute(&mut *change).await?.rows_affected();
        change.commit().await?;
        Ok(changed > 0)
    }

    /// Ends an endgame that somebody has played to its end from where it is said to have been, and counts it.
    /// Returns how long it took, in milliseconds; `None` if it was not there any more, and nothing counts.
    ///
    /// # Errors
    ///
    /// If the database fails; then it is neither ended nor counted.
    pub async fn finish_endgame(
        &self,
        person: Option<&PersonId>,
        puzzle: u32,
        before: &str,
        empties: u32,
        won: bool,
    ) -> Result<Option<i64>, StoreError> {
        let now = self.kind().now();
        let mut change = self.change().await?;
        let ended = format!(
            "DELETE FROM puzzle_runs WHERE person = $1 AND puzzle = $2 AND moves = $3 \
             RETURNING {now} - began AS took"
        );
        let query = sqlx::query(AssertSqlSafe(ended)).bind(name_of(person)).bind(i64::from(puzzle));
        let Some(ended) = query.bind(before).fetch_optional(&mut *change).await? else {
            change.abandon().await?;
            return Ok(None);
        };
        // A clock that was set back took no time at all.
        let took = ended.try_get::<i64, _>("took")?.max(0);
        let sql = format!(
            "INSERT INTO puzzle_endgames (person, puzzle, empties, tries, won, best, moment) \
             VALUES ($1, $2, $3, 1, $4, $5, {now}) ON CONFLICT (person, puzzle) DO UPDATE SET \
             tries = puzzle_endgames.tries + 1, won = puzzle_endgames.won + excluded.won, \
             best = CASE WHEN puzzle_endgames.best IS NULL OR excluded.best < puzzle_endgames.best \
             THEN excluded.best ELSE puzzle_endgames.best END, moment = excluded.moment"
        );
        sqlx::query(AssertSqlSafe(sql))
            .bind(name_of(person))
            .bind(i64::from(puzzle))
            .bind(i64::from(empties))
            .bind(i64::from(won))
            .bind(Some(took).filter(|_| won))
            .execute(&mut *change)
            .await?;
        change.commit().await?;
        Ok(Some(took))
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
