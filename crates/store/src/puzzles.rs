//! Puzzles: what people made of them, and how hard they have turned out to be.
//!
//! A first attempt is a game of Glicko-2 between somebody and the puzzle; later ones change nothing. Where
//! there are no accounts, everybody is one person.

use outflank_game::PersonId;
use outflank_keep::{CountedAttempt, PuzzleAttempt, PuzzleRating, PuzzleStanding, TriedPuzzle};
use outflank_ratings::PlayerRating;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use crate::change::Change;
use crate::{Store, StoreError};

fn standing_of(row: &AnyRow) -> Result<PuzzleStanding, sqlx::Error> {
    Ok(PuzzleStanding {
        rating: rating_of(row)?,
        attempts: row.try_get("attempts")?,
        solved: row.try_get("solved")?,
        streak: row.try_get("streak")?,
        best_streak: row.try_get("best_streak")?,
        updated: row.try_get("updated")?,
    })
}

fn rating_of(row: &AnyRow) -> Result<PlayerRating, sqlx::Error> {
    Ok(PlayerRating {
        rating: row.try_get("rating")?,
        deviation: row.try_get("deviation")?,
        volatility: row.try_get("volatility")?,
    })
}

pub(crate) fn number(row: &AnyRow) -> Result<u32, sqlx::Error> {
    Ok(u32::try_from(row.try_get::<i64, _>("puzzle")?).unwrap_or(u32::MAX))
}

/// Returns how databases write who somebody is.
pub(crate) fn name_of(person: Option<&PersonId>) -> &str {
    person.map_or("", PersonId::as_str)
}

impl Store {
    /// Counts the first attempt of somebody at a puzzle, for both; `None` if it was tried before.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn count_attempt(
        &self,
        person: Option<&PersonId>,
        attempt: &PuzzleAttempt,
    ) -> Result<Option<CountedAttempt>, StoreError> {
        let mut change = self.change().await?;
        let (own, puzzle) = (name_of(person), i64::from(attempt.puzzle));
        // Whoever solves two at once takes hold of themselves first: attempts count one after the other.
        let before = hold_solver(&mut change, own).await?;
        let tried = "SELECT 1 FROM puzzle_attempts WHERE person = $1 AND puzzle = $2";
        let tried = sqlx::query(tried).bind(own).bind(puzzle).fetch_optional(&mut *change).await?;
        if tried.is_some() {
            change.abandon().await?;
            return Ok(None);
        }
        let stored = hold_puzzle(&mut change, puzzle, attempt.predicted).await?;
        let now = format!("SELECT {}", self.kind().now());
        let now: i64 = sqlx::query_scalar(AssertSqlSafe(now)).fetch_one(&mut *change).await?;
        let (counted, after) = before.after(attempt, &stored, now);
        let standing = counted.standing;
        put_solver(&mut change, own, &standing).await?;
        put_puzzle(&mut change, puzzle, after.rating, attempt.solved, now).await?;
        let sql = "INSERT INTO puzzle_attempts (person, puzzle, mode, solved, milliseconds, moment, \
                   rating_before, rating) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
        sqlx::query(sql)
            .bind(own)
            .bind(puzzle)
            .bind(attempt.mode.name())
            .bind(i64::from(attempt.solved))
            .bind(attempt.milliseconds)
            .bind(now)
            .bind(counted.before.rating)
            .bind(standing.rating.rating)
            .execute(&mut *change)
            .await?;
        change.commit().await?;
        Ok(Some(counted))
    }

    /// Returns where somebody stands; everybody begins with the same.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn puzzle_standing(&self, person: Option<&PersonId>) -> Result<PuzzleStanding, StoreError> {
        let sql = "SELECT rating, deviation, volatility, attempts, solved, streak, best_streak, updated \
                   FROM puzzle_solvers WHERE person = $1";
        let query = sqlx::query(sql).bind(name_of(person));
        let row = query.fetch_optional(&mut *self.connection().await?).await?;
        let stored = row.as_ref().map(standing_of).transpose()?.unwrap_or(PuzzleStanding::NEW);
        Ok(stored.at(self.now()))
    }

    /// Lists what somebody has tried, the first attempt at each, the earliest first.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn tried_puzzles(&self, person: Option<&PersonId>) -> Result<Vec<TriedPuzzle>, StoreError> {
        let sql = "SELECT puzzle, solved, moment, rating FROM puzzle_attempts WHERE person = $1 \
                   ORDER BY moment, puzzle";
        let query = sqlx::query(sql).bind(name_of(person));
        let rows = query.fetch_all(&mut *self.connection().await?).await?;
        let read = |row: &AnyRow| -> Result<TriedPuzzle, sqlx::Error> {
            Ok(TriedPuzzle {
                puzzle: number(row)?,
                solved: row.try_get::<i64, _>("solved")? != 0,
                moment: row.try_get("moment")?,
                rating: row.try_get("rating")?,
            })
        };
        Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
    }

    /// Lists what puzzles are rated that people have tried.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn puzzle_ratings(&self) -> Result<Vec<(u32, PlayerRating)>, StoreError> {
        let sql = "SELECT puzzle, rating, deviation, volatility FROM puzzle_ratings";
        let rows = sqlx::query(sql).fetch_all(&mut *self.connection().await?).await?;
        let read = |row: &AnyRow| -> Result<_, sqlx::Error> { Ok((number(row)?, rating_of(row)?)) };
        Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
    }
}

/// Reads where somebody stands and keeps others from changing it before this change is over.
async fn hold_solver(change: &mut Change, person: &str) -> Result<PuzzleStanding, StoreError> {
    let sql = "INSERT INTO puzzle_solvers (person, rating, deviation, volatility, attempts, solved, streak, \
               best_streak, updated) VALUES ($1, $2, $3, $4, 0, 0, 0, 0, 0) \
               ON CONFLICT (person) DO UPDATE SET attempts = puzzle_solvers.attempts \
               RETURNING rating, deviation, volatility, attempts, solved, streak, best_streak, updated";
    let PlayerRating { rating, deviation, volatility } = PlayerRating::START;
    let query = sqlx::query(sql).bind(person).bind(rating).bind(deviation).bind(volatility);
    Ok(standing_of(&query.fetch_one(&mut **change).await?)?)
}

async fn put_solver(change: &mut Change, person: &str, standing: &PuzzleStanding) -> Result<(), StoreError> {
    let sql = "UPDATE puzzle_solvers SET rating = $2, deviation = $3, volatility = $4, attempts = $5, \
               solved = $6, streak = $7, best_streak = $8, updated = $9 WHERE person = $1";
    sqlx::query(sql)
        .bind(person)
        .bind(standing.rating.rating)
        .bind(standing.rating.deviation)
        .bind(standing.rating.volatility)
        .bind(standing.attempts)
        .bind(standing.solved)
        .bind(standing.streak)
        .bind(standing.best_streak)
        .bind(standing.updated)
        .execute(&mut **change)
        .await?;
    Ok(())
}

/// Reads what a puzzle is rated, how often it was tried and when last; holds it as [`hold_solver`] does.
async fn hold_puzzle(change: &mut Change, puzzle: i64, predicted: f64) -> Result<PuzzleRating, StoreError> {
    let sql = "INSERT INTO puzzle_ratings (puzzle, rating, deviation, volatility, attempts, solved, updated) \
               VALUES ($1, $2, $3, $4, 0, 0, 0) \
               ON CONFLICT (puzzle) DO UPDATE SET attempts = puzzle_ratings.attempts \
               RETURNING rating, deviation, volatility, attempts, updated";
    let PlayerRating { rating, deviation, volatility } = PuzzleRating::predicted(predicted).rating;
    let query = sqlx::query(sql).bind(puzzle).bind(rating).bind(deviation).bind(volatility);
    let row = query.fetch_one(&mut **change).await?;
    Ok(PuzzleRating {
        rating: rating_of(&row)?,
        attempts: row.try_get("attempts")?,
        updated: row.try_get("updated")?,
    })
}

async fn put_puzzle(
    change: &mut Change,
    puzzle: i64,
    rating: PlayerRating,
    solved: bool,
    now: i64,
) -> Result<(), StoreError> {
    let sql = "UPDATE puzzle_ratings SET rating = $2, deviation = $3, volatility = $4, \
               attempts = attempts + 1, solved = solved + $5, updated = $6 WHERE puzzle = $1";
    sqlx::query(sql)
        .bind(puzzle)
        .bind(rating.rating)
        .bind(rating.deviation)
        .bind(rating.volatility)
        .bind(i64::from(solved))
        .bind(now)
        .execute(&mut **change)
        .await?;
    Ok(())
}
