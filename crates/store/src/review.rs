//! Results of reviews: what searches found about positions, so that nobody searches them again.

use sqlx::Row;
use sqlx::any::AnyRow;

use crate::{Store, StoreError};

/// What a search of a review found about a position.
///
/// Nothing here is needed: what is missing is searched again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewRow {
    /// The position up to symmetry: 64 squares, `X` for the side to move.
    pub board: String,
    /// How it was searched.
    pub pass: String,
    /// The signature of the engine that searched.
    pub engine: String,
    /// What was found, as reviews write it.
    pub result: String,
}

impl Store {
    /// Returns what an engine has found about a position.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn review_results(&self, board: &str, engine: &str) -> Result<Vec<ReviewRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT board, pass, engine, result FROM review_results WHERE board = $1 AND engine = $2",
        )
        .bind(board)
        .bind(engine)
        .fetch_all(&mut *self.connection().await?)
        .await?;
        Ok(rows.iter().map(read).collect::<Result<Vec<ReviewRow>, sqlx::Error>>()?)
    }

    /// Keeps results, in place of those of another engine for the same position and search.
    ///
    /// # Errors
    ///
    /// If the database fails; then none is kept.
    pub async fn keep_review_results(&self, results: &[ReviewRow]) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        for row in results {
            sqlx::query(
                "INSERT INTO review_results (board, pass, engine, result) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (board, pass) DO UPDATE SET engine = excluded.engine, result = excluded.result",
            )
            .bind(&row.board)
            .bind(&row.pass)
            .bind(&row.engine)
            .bind(&row.result)
            .execute(&mut *change)
            .await?;
        }
        change.commit().await
    }
}

fn read(row: &AnyRow) -> Result<ReviewRow, sqlx::Error> {
    Ok(ReviewRow {
        board: row.try_get("board")?,
        pass: row.try_get("pass")?,
        engine: row.try_get("engine")?,
        result: row.try_get("result")?,
    })
}
