//! What people want to play in the opening, and the games they were reviewed in.

use outflank_game::PersonId;
use outflank_keep::{LearnedGameRow, RepertoireRow};
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::game::text;
use crate::learning::whose;
use crate::{Store, StoreError};

impl Store {
    /// Keeps a repertoire of somebody and returns its number; `None` if there are `most` already.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn keep_repertoire(
        &self,
        person: Option<&PersonId>,
        new: &RepertoireRow,
        now: i64,
        most: i64,
    ) -> Result<Option<i64>, StoreError> {
        let mut change = self.change().await?;
        let count = "SELECT COUNT(*) FROM learn_repertoires WHERE person = $1";
        let kept: i64 = sqlx::query_scalar(count).bind(whose(person)).fetch_one(&mut *change).await?;
        if kept >= most {
            change.abandon().await?;
            return Ok(None);
        }
        let sql = "INSERT INTO learn_repertoires (person, name, side, lines, created, updated) \
                   VALUES ($1, $2, $3, $4, $5, $5) RETURNING id";
        let id = sqlx::query_scalar(sql)
            .bind(whose(person))
            .bind(&new.name)
            .bind(&new.side)
            .bind(new.lines.join(" "))
            .bind(now)
            .fetch_one(&mut *change)
            .await?;
        change.commit().await?;
        Ok(Some(id))
    }

    /// Returns the repertoires of somebody, the first first.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn repertoires(&self, person: Option<&PersonId>) -> Result<Vec<RepertoireRow>, StoreError> {
        let sql = "SELECT id, name, side, lines FROM learn_repertoires WHERE person = $1 ORDER BY id";
        let rows = sqlx::query(sql).bind(whose(person)).fetch_all(&mut *self.connection().await?).await?;
        let read = |row: &AnyRow| -> Result<RepertoireRow, StoreError> {
            Ok(RepertoireRow {
                id: row.try_get("id")?,
                name: text(row, "name")?,
                side: text(row, "side")?,
                lines: text(row, "lines")?.split_whitespace().map(str::to_owned).collect(),
            })
        };
        rows.iter().map(read).collect()
    }

    /// Deletes a repertoire of somebody; tells whether there was one. Its cards stay.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn delete_repertoire(&self, person: Option<&PersonId>, id: i64) -> Result<bool, StoreError> {
        let mut change = self.change().await?;
        let sql = "DELETE FROM learn_repertoires WHERE person = $1 AND id = $2";
        let gone = sqlx::query(sql).bind(whose(person)).bind(id).execute(&mut *change).await?;
        change.commit().await?;
        Ok(gone.rows_affected() > 0)
    }

    /// Keeps what the review of a game says of its player; a second review of the same game replaces the
    /// first.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn keep_learned_game(
        &self,
        person: Option<&PersonId>,
        row: &LearnedGameRow,
    ) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        let sql = "INSERT INTO learn_games (person, game, moment, side, opponent, score, accuracy, lost_opening, \
                   lost_midgame, lost_endgame, moves_opening, moves_midgame, moves_endgame) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) \
                   ON CONFLICT (person, game) DO UPDATE SET accuracy = excluded.accuracy, \
                   lost_opening = excluded.lost_opening, lost_midgame = excluded.lost_midgame, \
                   lost_endgame = excluded.lost_endgame, moves_opening = excluded.moves_opening, \
                   moves_midgame = excluded.moves_midgame, moves_endgame = excluded.moves_endgame, \
                   score = excluded.score";
        let mut query = sqlx::query(sql)
            .bind(whose(person))
            .bind(row.game)
            .bind(row.moment)
            .bind(&row.side)
            .bind(&row.opponent)
            .bind(row.score)
            .bind(row.accuracy);
        for number in row.losses.into_iter().chain(row.moves) {
            query = query.bind(number);
        }
        query.execute(&mut *change).await?;
        change.commit().await
    }

    /// Returns the reviewed games of somebody, the first first.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn learned_games(&self, person: Option<&PersonId>) -> Result<Vec<LearnedGameRow>, StoreError> {
        let sql = "SELECT game, moment, side, opponent, score, accuracy, lost_opening, lost_midgame, lost_endgame, \
                   moves_opening, moves_midgame, moves_endgame FROM learn_games WHERE person = $1 \
                   ORDER BY moment, game";
        let rows = sqlx::query(sql).bind(whose(person)).fetch_all(&mut *self.connection().await?).await?;
        let read = |row: &AnyRow| -> Result<LearnedGameRow, StoreError> {
            Ok(LearnedGameRow {
                game: row.try_get("game")?,
                moment: row.try_get("moment")?,
                side: text(row, "side")?,
                opponent: text(row, "opponent")?,
                score: row.try_get("score")?,
                accuracy: row.try_get("accuracy")?,
                losses: [
                    row.try_get("lost_opening")?,
                    row.try_get("lost_midgame")?,
                    row.try_get("lost_endgame")?,
                ],
                moves: [
                    row.try_get("moves_opening")?,
                    row.try_get("moves_midgame")?,
                    row.try_get("moves_endgame")?,
                ],
            })
        };
        rows.iter().map(read).collect()
    }
}
