//! Puzzles: what people made of them, and how hard they have turned out to be.
//!
//! A first attempt is a game of Glicko-2 between somebody and the puzzle; later ones change nothing. Where
//! there are no accounts, everybody is one person.

use std::time::Duration;

use outflank_game::PersonId;
use outflank_ratings::{AttemptKind, PREDICTED_DEVIATION, PREDICTED_VOLATILITY, PlayerRating, RatedAttempt};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use crate::change::Change;
use crate::{Store, StoreError};

/// How somebody came to a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleMode {
    /// It was chosen by rating.
    Rated,
    /// It was chosen by a theme, which is half of a hint.
    Theme,
    /// It is one of a day.
    Daily,
}

impl PuzzleMode {
    /// Tells how databases write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PuzzleMode::Rated => "rated",
            PuzzleMode::Theme => "theme",
            PuzzleMode::Daily => "daily",
        }
    }

    /// Returns what that says of the attempt.
    const fn kind(self) -> AttemptKind {
        match self {
            PuzzleMode::Rated | PuzzleMode::Daily => AttemptKind::Plain,
            PuzzleMode::Theme => AttemptKind::Hinted,
        }
    }
}

/// An attempt that is over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuzzleAttempt {
    /// The number of the puzzle's name.
    pub puzzle: u32,
    /// What the puzzle is predicted to be rated.
    pub predicted: f64,
    /// How somebody came to it.
    pub mode: PuzzleMode,
    /// Whether all moves were found.
    pub solved: bool,
    /// How long it took, as the page says.
    pub milliseconds: Option<i64>,
}

/// What an attempt changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CountedAttempt {
    /// The rating before.
    pub before: PlayerRating,
    /// Where things stand after it.
    pub standing: PuzzleStanding,
    /// What the puzzle was rated before.
    pub puzzle: PlayerRating,
}

/// Where somebody stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuzzleStanding {
    /// The rating at present.
    pub rating: PlayerRating,
    /// How many puzzles were tried.
    pub attempts: i64,
    /// How many of them were solved at the first attempt.
    pub solved: i64,
    /// How many in a row, up to now.
    pub streak: i64,
    /// How many in a row at best.
    pub best_streak: i64,
    /// When the last one was tried, in milliseconds since 1970.
    updated: i64,
}

impl PuzzleStanding {
    const NEW: PuzzleStanding = PuzzleStanding {
        rating: PlayerRating::START,
        attempts: 0,
        solved: 0,
        streak: 0,
        best_streak: 0,
        updated: 0,
    };

    fn read(row: &AnyRow) -> Result<PuzzleStanding, sqlx::Error> {
        Ok(PuzzleStanding {
            rating: rating_of(row)?,
            attempts: row.try_get("attempts")?,
            solved: row.try_get("solved")?,
            streak: row.try_get("streak")?,
            best_streak: row.try_get("best_streak")?,
            updated: row.try_get("updated")?,
        })
    }
}

/// A first attempt of somebody.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriedPuzzle {
    /// The number of the puzzle's name.
    pub puzzle: u32,
    /// Whether it was solved.
    pub solved: bool,
    /// When, in milliseconds since 1970.
    pub moment: i64,
    /// The rating after it.
    pub rating: f64,
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

/// Returns how long something was left alone.
fn rested(attempts: i64, updated: i64, now: i64) -> Duration {
    let rested = if attempts == 0 { 0 } else { now.saturating_sub(updated) };
    Duration::from_millis(u64::try_from(rested).unwrap_or(0))
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
        let (stored, attempts, updated) = hold_puzzle(&mut change, puzzle, attempt.predicted).await?;
        let now = format!("SELECT {}", self.kind().now());
        let now: i64 = sqlx::query_scalar(AssertSqlSafe(now)).fetch_one(&mut *change).await?;
        let rests = rested(before.attempts, before.updated, now);
        let puzzle_rests = rested(attempts, updated, now);
        let (player, opponent) = (before.rating.aged(rests), stored.aged(puzzle_rests));
        let (rating, puzzle_after) = RatedAttempt {
            solver: (before.rating, rests),
            puzzle: (stored, puzzle_rests),
            kind: attempt.mode.kind(),
            solved: attempt.solved,
        }
        .ratings();
        let streak = if attempt.solved { before.streak + 1 } else { 0 };
        let standing = PuzzleStanding {
            rating,
            attempts: before.attempts + 1,
            solved: before.solved + i64::from(attempt.solved),
            streak,
            best_streak: before.best_streak.max(streak),
            updated: now,
        };
        put_solver(&mut change, own, &standing).await?;
        put_puzzle(&mut change, puzzle, puzzle_after, attempt.solved, now).await?;
        let sql = "INSERT INTO puzzle_attempts (person, puzzle, mode, solved, milliseconds, moment, \
                   rating_before, rating) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
        sqlx::query(sql)
            .bind(own)
            .bind(puzzle)
            .bind(attempt.mode.name())
            .bind(i64::from(attempt.solved))
            .bind(attempt.milliseconds)
            .bind(now)
            .bind(player.rating)
            .bind(rating.rating)
            .execute(&mut *change)
            .await?;
        change.commit().await?;
        Ok(Some(CountedAttempt { before: player, standing, puzzle: opponent }))
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
        let stored = row.as_ref().map(PuzzleStanding::read).transpose()?.unwrap_or(PuzzleStanding::NEW);
        let rests = rested(stored.attempts, stored.updated, self.now());
        Ok(PuzzleStanding { rating: stored.rating.aged(rests), ..stored })
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
    Ok(PuzzleStanding::read(&query.fetch_one(&mut **change).await?)?)
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
async fn hold_puzzle(
    change: &mut Change,
    puzzle: i64,
    predicted: f64,
) -> Result<(PlayerRating, i64, i64), StoreError> {
    let sql = "INSERT INTO puzzle_ratings (puzzle, rating, deviation, volatility, attempts, solved, updated) \
               VALUES ($1, $2, $3, $4, 0, 0, 0) \
               ON CONFLICT (puzzle) DO UPDATE SET attempts = puzzle_ratings.attempts \
               RETURNING rating, deviation, volatility, attempts, updated";
    let query = sqlx::query(sql).bind(puzzle).bind(predicted).bind(PREDICTED_DEVIATION);
    let row = query.bind(PREDICTED_VOLATILITY).fetch_one(&mut **change).await?;
    Ok((rating_of(&row)?, row.try_get("attempts")?, row.try_get("updated")?))
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
