//! Games that are played: begun, read, changed and deleted.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::time::Duration;

use outflank_game::{GameInPlay, KeptGame};
use sqlx::{Any, Row, Transaction};

use crate::game::{GameRow, MoveRow, count, in_milliseconds};
use crate::store::now;
use crate::{DamagedGame, NewGame, Store, StoreError};

impl Store {
    /// Keeps a new game.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn create(&self, new: &NewGame) -> Result<KeptGame, StoreError> {
        let NewGame { name, game, opening, pace, keys } = new.clone();
        let mut transaction = self.pool.begin().await?;
        let now = now();
        let (control, result) = (game.time_control(), game.result());
        let [black, white] = game.seats();
        let row = sqlx::query(
            "INSERT INTO games (name, created, updated, revision, start, black, black_name, black_key, \
             white, white_name, white_key, made, pace, manual_pass, clock_initial, clock_increment, opening, \
             ended, winner) \
             VALUES ($1, $2, $2, 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) \
             RETURNING id",
        )
        .bind(&name)
        .bind(now)
        .bind(game.history().start().to_string())
        .bind(black.player.as_str())
        .bind(&black.name)
        .bind(&keys[0])
        .bind(white.player.as_str())
        .bind(&white.name)
        .bind(&keys[1])
        .bind(count(game.plies().len()))
        .bind(in_milliseconds(pace))
        .bind(i64::from(game.has_manual_pass()))
        .bind(control.map(|control| in_milliseconds(control.initial)))
        .bind(control.map(|control| in_milliseconds(control.increment)))
        .bind(count(opening))
        .bind(result.map(|result| result.ending.name()))
        .bind(result.and_then(|result| result.winner).map(|side| side.name()))
        .fetch_one(&mut *transaction)
        .await?;
        let id = row.try_get("id")?;
        insert_moves(&mut transaction, id, &game, 0).await?;
        transaction.commit().await?;
        Ok(KeptGame { id, name, created: now, updated: now, revision: 1, opening, pace, keys, game })
    }

    /// Finds a game.
    ///
    /// # Errors
    ///
    /// If there is none with that number, it is damaged, or the database fails.
    pub async fn game(&self, id: i64) -> Result<KeptGame, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let found: Option<GameRow> = sqlx::query_as("SELECT * FROM games WHERE id = $1")
            .bind(id)
            .fetch_optional(&mut *transaction)
            .await?;
        let row = found.ok_or(StoreError::NoGame { id })?;
        let moves: Vec<MoveRow> =
            sqlx::query_as("SELECT played, milliseconds FROM moves WHERE game = $1 ORDER BY ply")
                .bind(id)
                .fetch_all(&mut *transaction)
                .await?;
        transaction.commit().await?;
        Ok(self.parse(row, &moves)?)
    }

    /// Returns the revision of a game: who has parsed it at that revision need not read it again.
    ///
    /// # Errors
    ///
    /// If there is none with that number, or the database fails.
    pub async fn revision(&self, id: i64) -> Result<i64, StoreError> {
        let found = sqlx::query_scalar("SELECT revision FROM games WHERE id = $1").bind(id);
        found.fetch_optional(&self.pool).await?.ok_or(StoreError::NoGame { id })
    }

    /// Lists games, the last changed first. A damaged one is told in its place and leaves the others alone.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn latest(&self, limit: i64) -> Result<Vec<Result<KeptGame, DamagedGame>>, StoreError> {
        let games: Vec<GameRow> =
            sqlx::query_as("SELECT * FROM games ORDER BY updated DESC, id DESC LIMIT $1")
                .bind(limit)
                .fetch_all(&self.pool)
                .await?;
        let rows = sqlx::query(
            "SELECT m.game, m.played, m.milliseconds FROM moves m \
             JOIN (SELECT id FROM games ORDER BY updated DESC, id DESC LIMIT $1) g ON m.game = g.id \
             ORDER BY m.game, m.ply",
        )
        .bind(limit)
        .fetch_all(&self.pool)
        .await?;
        let mut moves: HashMap<i64, Vec<MoveRow>> = HashMap::new();
        for row in &rows {
            let played =
                MoveRow { played: row.try_get("played")?, milliseconds: row.try_get("milliseconds")? };
            moves.entry(row.try_get("game")?).or_default().push(played);
        }
        let games = games.into_iter().map(|row| {
            let moves = moves.remove(&row.id).unwrap_or_default();
            self.parse(row, &moves)
        });
        Ok(games.collect())
    }

    fn parse(&self, row: GameRow, moves: &[MoveRow]) -> Result<KeptGame, DamagedGame> {
        self.parsed.fetch_add(1, Ordering::Relaxed);
        row.parse(moves)
    }

    /// Lists the numbers of the games that are not over.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn unfinished(&self) -> Result<Vec<i64>, StoreError> {
        let sql = "SELECT id FROM games WHERE ended IS NULL ORDER BY id";
        Ok(sqlx::query_scalar(sql).fetch_all(&self.pool).await?)
    }

    /// Makes a kept game what it has become, in one transaction: seats, moves, those taken back, and how it
    /// ended. Start, clocks and passing never change.
    ///
    /// # Errors
    ///
    /// If the game has moved on since it was read, is missing, or the database fails. Then nothing has
    /// changed.
    pub async fn update(&self, kept: &KeptGame, game: GameInPlay) -> Result<KeptGame, StoreError> {
        let (id, now, result) = (kept.id, now(), game.result());
        let [black, white] = game.seats();
        let mut transaction = self.pool.begin().await?;
        let changed = sqlx::query(
            "UPDATE games SET revision = revision + 1, updated = $3, made = $4, ended = $5, winner = $6, \
             black = $7, black_name = $8, white = $9, white_name = $10 WHERE id = $1 AND revision = $2",
        )
        .bind(id)
        .bind(kept.revision)
        .bind(now)
        .bind(count(game.plies().len()))
        .bind(result.map(|result| result.ending.name()))
        .bind(result.and_then(|result| result.winner).map(|side| side.name()))
        .bind(black.player.as_str())
        .bind(&black.name)
        .bind(white.player.as_str())
        .bind(&white.name)
        .execute(&mut *transaction)
        .await?;
        if changed.rows_affected() == 0 {
            drop(transaction);
            // Says whether the game is missing or has moved on.
            self.revision(id).await?;
            return Err(StoreError::Stale { id, revision: kept.revision });
        }
        let same = common_plies(&kept.game, &game);
        if same < kept.game.history().all_plies().len() {
            sqlx::query("DELETE FROM moves WHERE game = $1 AND ply >= $2")
                .bind(id)
                .bind(count(same))
                .execute(&mut *transaction)
                .await?;
        }
        insert_moves(&mut transaction, id, &game, same).await?;
        transaction.commit().await?;
        Ok(KeptGame { updated: now, revision: kept.revision + 1, game, ..kept.clone() })
    }

    /// Sets name and pace of a game.
    ///
    /// # Errors
    ///
    /// As [`Store::update`].
    pub async fn adjust(&self, kept: &KeptGame, name: &str, pace: Duration) -> Result<KeptGame, StoreError> {
        let sql =
            "UPDATE games SET name = $3, pace = $4, revision = revision + 1 WHERE id = $1 AND revision = $2";
        let changed = sqlx::query(sql)
            .bind(kept.id)
            .bind(kept.revision)
            .bind(name)
            .bind(in_milliseconds(pace))
            .execute(&self.pool)
            .await?;
        if changed.rows_affected() == 0 {
            self.revision(kept.id).await?;
            return Err(StoreError::Stale { id: kept.id, revision: kept.revision });
        }
        Ok(KeptGame { name: name.to_owned(), pace, revision: kept.revision + 1, ..kept.clone() })
    }

    /// Deletes a game.
    ///
    /// # Errors
    ///
    /// If there is none with that number, or the database fails.
    pub async fn delete(&self, id: i64) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        sqlx::query("DELETE FROM moves WHERE game = $1").bind(id).execute(&mut *transaction).await?;
        let done = sqlx::query("DELETE FROM games WHERE id = $1").bind(id).execute(&mut *transaction).await?;
        transaction.commit().await?;
        if done.rows_affected() == 0 { Err(StoreError::NoGame { id }) } else { Ok(()) }
    }
}

/// Counts the plies, from the first on, that two games share with what they took.
fn common_plies(one: &GameInPlay, other: &GameInPlay) -> usize {
    let timed = |game: &GameInPlay| -> Vec<_> {
        game.history().all_plies().iter().copied().zip(game.times().iter().copied()).collect()
    };
    timed(one).iter().zip(&timed(other)).take_while(|(one, other)| one == other).count()
}

/// Adds the plies of a game from one on, those that were taken back included.
async fn insert_moves(
    transaction: &mut Transaction<'static, Any>,
    id: i64,
    game: &GameInPlay,
    from: usize,
) -> Result<(), StoreError> {
    let plies = game.history().all_plies().iter().zip(game.times()).enumerate().skip(from);
    for (ply, (played, &time)) in plies {
        sqlx::query("INSERT INTO moves (game, ply, played, milliseconds) VALUES ($1, $2, $3, $4)")
            .bind(id)
            .bind(count(ply))
            .bind(played.to_string())
            .bind(in_milliseconds(time))
            .execute(&mut **transaction)
            .await?;
    }
    Ok(())
}
