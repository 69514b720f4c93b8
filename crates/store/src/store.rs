//! The games of one database.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use sqlx::{Any, AnyPool, Row, Transaction};

use crate::connect::{connect, file_of};
use crate::{Ending, GameRow, MoveRow, NewGame, StoreError};

/// The games of one database. Copies share their connections.
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) pool: AnyPool,
    file: Option<PathBuf>,
}

impl Store {
    /// Opens a database, `sqlite:PATH` or `postgres://...`, and brings its tables up to date. A missing SQLite file is
    /// made.
    ///
    /// # Errors
    ///
    /// If the address is of no known kind, or the database cannot be used.
    pub async fn open(url: &str) -> Result<Store, StoreError> {
        Ok(Store { pool: connect(url).await?, file: file_of(url).map(PathBuf::from) })
    }

    /// Returns the file that an address names, if it names one.
    #[must_use]
    pub fn file_of(url: &str) -> Option<&Path> {
        file_of(url).map(Path::new)
    }

    /// Tells whether games can be kept: counts those of the library, and changes a row in a transaction that is
    /// given up.
    ///
    /// # Errors
    ///
    /// If the database cannot be read, or not be written to.
    pub async fn check(&self) -> Result<u64, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let row = sqlx::query("SELECT COUNT(*) AS games FROM library WHERE deleted IS NULL")
            .fetch_one(&mut *transaction)
            .await?;
        let games: i64 = row.try_get("games")?;
        sqlx::query("DELETE FROM games WHERE id = -1").execute(&mut *transaction).await?;
        transaction.rollback().await?;
        Ok(games.try_into().unwrap_or(0))
    }

    /// Returns the file of the database, if it is one.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Ends all connections, after what is under way.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    /// Keeps a new game.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn create(&self, game: &NewGame) -> Result<GameRow, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let now = now();
        let row = sqlx::query(
            "INSERT INTO games (name, created, updated, revision, start, black, black_name, black_key, \
             white, white_name, white_key, made, pace, manual_pass, clock_initial, clock_increment, opening) \
             VALUES ($1, $2, $2, 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) RETURNING id",
        )
        .bind(&game.name)
        .bind(now)
        .bind(&game.start)
        .bind(&game.black.player)
        .bind(&game.black.name)
        .bind(&game.black.key)
        .bind(&game.white.player)
        .bind(&game.white.name)
        .bind(&game.white.key)
        .bind(count(game.moves.len()))
        .bind(game.pace)
        .bind(i64::from(game.manual_pass))
        .bind(game.clock.map(|clock| clock.initial))
        .bind(game.clock.map(|clock| clock.increment))
        .bind(count(game.opening))
        .fetch_one(&mut *transaction)
        .await?;
        let id = row.try_get("id")?;
        for (ply, played) in game.moves.iter().enumerate() {
            insert_move(
                &mut transaction,
                id,
                count(ply),
                &MoveRow { played: played.clone(), milliseconds: 0 },
            )
            .await?;
        }
        let row = read(&mut transaction, id).await?;
        transaction.commit().await?;
        Ok(row)
    }

    /// Finds a game with its moves.
    ///
    /// # Errors
    ///
    /// If there is none with that number, or the database fails.
    pub async fn game(&self, id: i64) -> Result<GameRow, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let row = read(&mut transaction, id).await?;
        transaction.commit().await?;
        Ok(row)
    }

    /// Lists games, the last changed first, with their moves.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn latest(&self, limit: i64) -> Result<Vec<GameRow>, StoreError> {
        let mut games: Vec<GameRow> =
            sqlx::query_as("SELECT * FROM games ORDER BY updated DESC, id DESC LIMIT $1")
                .bind(limit)
                .fetch_all(&self.pool)
                .await?;
        let moves = sqlx::query(
            "SELECT m.game, m.played, m.milliseconds FROM moves m \
             JOIN (SELECT id FROM games ORDER BY updated DESC, id DESC LIMIT $1) g ON m.game = g.id \
             ORDER BY m.game, m.ply",
        )
        .bind(limit)
        .fetch_all(&self.pool)
        .await?;
        for row in &moves {
            let id: i64 = row.try_get("game")?;
            if let Some(game) = games.iter_mut().find(|game| game.id == id) {
                game.moves.push(move_of(row)?);
            }
        }
        Ok(games)
    }

    /// Lists the numbers of the games that are not over.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn unfinished(&self) -> Result<Vec<i64>, StoreError> {
        let rows =
            sqlx::query("SELECT id FROM games WHERE ended IS NULL ORDER BY id").fetch_all(&self.pool).await?;
        Ok(rows.iter().map(|row| row.try_get("id")).collect::<Result<_, _>>()?)
    }

    /// Adds moves after those that are made; what was taken back is forgotten. `ended` ends the game with them.
    ///
    /// # Errors
    ///
    /// If the game has moved on since `revision`, is missing, or the database fails. Then nothing has changed.
    pub async fn add_moves(
        &self,
        id: i64,
        revision: i64,
        moves: &[MoveRow],
        ended: Option<&Ending>,
    ) -> Result<GameRow, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let added = count(moves.len());
        let changed = "UPDATE games SET revision = revision + 1, updated = $3, made = made + $4, ended = $5, \
                       winner = $6 WHERE id = $1 AND revision = $2 RETURNING *";
        let mut game = change(&mut transaction, changed, (id, revision), added, ended).await?;
        let first = game.made - added;
        sqlx::query("DELETE FROM moves WHERE game = $1 AND ply >= $2")
            .bind(id)
            .bind(first)
            .execute(&mut *transaction)
            .await?;
        for (offset, played) in moves.iter().enumerate() {
            insert_move(&mut transaction, id, first + count(offset), played).await?;
        }
        game.moves = moves_of(&mut transaction, id).await?;
        transaction.commit().await?;
        Ok(game)
    }

    /// Sets how many of the stored moves are made: fewer takes moves back, more does them again. A game that had
    /// ended goes on unless `ended` says otherwise.
    ///
    /// # Errors
    ///
    /// As [`Store::add_moves`].
    pub async fn set_made(
        &self,
        id: i64,
        revision: i64,
        made: i64,
        ended: Option<&Ending>,
    ) -> Result<GameRow, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let changed = "UPDATE games SET revision = revision + 1, updated = $3, made = $4, ended = $5, winner = $6 \
                       WHERE id = $1 AND revision = $2 RETURNING *";
        let mut game = change(&mut transaction, changed, (id, revision), made, ended).await?;
        game.moves = moves_of(&mut transaction, id).await?;
        transaction.commit().await?;
        Ok(game)
    }

    /// Ends a game without a move.
    ///
    /// # Errors
    ///
    /// As [`Store::add_moves`].
    pub async fn end(&self, id: i64, revision: i64, ended: &Ending) -> Result<GameRow, StoreError> {
        let made = self.game(id).await?.made;
        self.set_made(id, revision, made, Some(ended)).await
    }

    /// Sets name and pace of a game.
    ///
    /// # Errors
    ///
    /// If there is none with that number, or the database fails.
    pub async fn adjust(&self, id: i64, name: &str, pace: i64) -> Result<GameRow, StoreError> {
        sqlx::query("UPDATE games SET name = $2, pace = $3, revision = revision + 1 WHERE id = $1")
            .bind(id)
            .bind(name)
            .bind(pace)
            .execute(&self.pool)
            .await?;
        self.game(id).await
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

/// Changes a game that is at a revision: `sql` takes the next one and returns the game without its moves.
async fn change(
    transaction: &mut Transaction<'static, Any>,
    sql: &'static str,
    (id, revision): (i64, i64),
    made: i64,
    ended: Option<&Ending>,
) -> Result<GameRow, StoreError> {
    let changed: Option<GameRow> = sqlx::query_as(sql)
        .bind(id)
        .bind(revision)
        .bind(now())
        .bind(made)
        .bind(ended.map(|ending| ending.reason.clone()))
        .bind(ended.and_then(|ending| ending.winner.clone()))
        .fetch_optional(&mut **transaction)
        .await?;
    match changed {
        Some(game) => Ok(game),
        None => {
            // Says whether the game is missing or has moved on.
            read(transaction, id).await?;
            Err(StoreError::Stale { id, revision })
        }
    }
}

async fn read(transaction: &mut Transaction<'static, Any>, id: i64) -> Result<GameRow, StoreError> {
    let found: Option<GameRow> = sqlx::query_as("SELECT * FROM games WHERE id = $1")
        .bind(id)
        .fetch_optional(&mut **transaction)
        .await?;
    let mut game = found.ok_or(StoreError::NoGame { id })?;
    game.moves = moves_of(transaction, id).await?;
    Ok(game)
}

async fn moves_of(transaction: &mut Transaction<'static, Any>, id: i64) -> Result<Vec<MoveRow>, StoreError> {
    let moves = sqlx::query("SELECT played, milliseconds FROM moves WHERE game = $1 ORDER BY ply")
        .bind(id)
        .fetch_all(&mut **transaction)
        .await?;
    Ok(moves.iter().map(move_of).collect::<Result<_, _>>()?)
}

async fn insert_move(
    transaction: &mut Transaction<'static, Any>,
    id: i64,
    ply: i64,
    played: &MoveRow,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO moves (game, ply, played, milliseconds) VALUES ($1, $2, $3, $4)")
        .bind(id)
        .bind(ply)
        .bind(&played.played)
        .bind(played.milliseconds)
        .execute(&mut **transaction)
        .await?;
    Ok(())
}

fn move_of(row: &sqlx::any::AnyRow) -> Result<MoveRow, sqlx::Error> {
    Ok(MoveRow { played: row.try_get("played")?, milliseconds: row.try_get("milliseconds")? })
}

/// A count as the database keeps it; games have far fewer moves than either type can hold.
fn count(value: usize) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
