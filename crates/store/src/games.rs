//! Games that are played: begun, read, changed and deleted.

use std::sync::atomic::Ordering;
use std::time::Duration;

use outflank_game::{GameInPlay, KeptGame, PersonId, RemotePlay};
use sqlx::{AssertSqlSafe, Row};

use crate::change::Change;
use crate::database::DatabaseKind;
use crate::game::{GAME_COLUMNS, GameRow, MoveRow, count, in_milliseconds};
use crate::ratings::{account_seats, rate_ended};
use crate::remote::ClockColumns;
use crate::{DamagedGame, NewGame, Store, StoreError};

impl Store {
    /// Keeps a new game.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn create(&self, new: &NewGame) -> Result<KeptGame, StoreError> {
        let mut change = self.change().await?;
        let kept = self.insert_game(&mut change, new).await?;
        change.commit().await?;
        Ok(kept)
    }

    /// Adds a game within a change.
    pub(crate) async fn insert_game(
        &self,
        change: &mut Change,
        new: &NewGame,
    ) -> Result<KeptGame, StoreError> {
        let NewGame { name, game, opening, pace, keys, saved, rights, remote } = new.clone();
        let (control, result, clock) = (game.time_control(), game.result(), ClockColumns::of(&game));
        let [black, white] = game.seats();
        let sql = format!(
            "INSERT INTO games (name, start, black, black_name, black_key, white, white_name, white_key, made, \
             pace, manual_pass, clock_initial, clock_increment, opening, ended, winner, board, placed, \
             saved, revision, created, updated, turn_began, deadline, open_seat, invitation, fair, aborts, \
             black_quota, white_quota, rated, owner, black_person, white_person, watch_key, on_air, first_move) \
             SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, \
             $19, 1, clock.moment, clock.moment, clock.moment, clock.moment + $20, $21, $22, $23, $24, \
             $25, $26, $27, $28, $29, $30, $31, $32, $33 \
             FROM (SELECT {} AS moment) AS clock RETURNING id, turn_began, deadline",
            self.kind().now()
        );
        align_numbers(change, self.kind()).await?;
        let row = sqlx::query(AssertSqlSafe(sql))
            .bind(&name)
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
            .bind(game.position().to_string())
            .bind(placed(&game))
            .bind(i64::from(saved))
            .bind(self.time_for_turn(&game, &remote))
            .bind(remote.open_seat.map(|side| side.name()))
            .bind(&remote.invitation)
            .bind(i64::from(game.fair_clock().is_some()))
            .bind(clock.aborts)
            .bind(clock.quota[0])
            .bind(clock.quota[1])
            .bind(i64::from(remote.is_rated))
            .bind(named(&rights.owner))
            .bind(named(&rights.people[0]))
            .bind(named(&rights.people[1]))
            .bind(&rights.watch_key)
            .bind(i64::from(rights.is_on_air))
            .bind(game.fair_clock().and_then(|fair| fair.first_move).map(in_milliseconds))
            .fetch_one(&mut **change)
            .await?;
        let (id, now, deadline) = (row.try_get("id")?, row.try_get("turn_began")?, row.try_get("deadline")?);
        insert_moves(change, id, &game, 0).await?;
        let accounts = account_seats(change, id, &rights.people, now).await?;
        let (created, updated, turn_began) = (now, now, now);
        Ok(KeptGame {
            id,
            name,
            created,
            updated,
            revision: 1,
            saved,
            key: None,
            opening,
            pace,
            keys,
            turn_began,
            deadline,
            rights,
            accounts,
            remote,
            game,
        })
    }

    /// Returns the time until the flag falls of the side whose turn begins now, if clocks run here and nobody
    /// is waited for.
    pub(crate) fn time_for_turn(&self, game: &GameInPlay, remote: &RemotePlay) -> Option<i64> {
        let runs = self.runs_clocks && remote.open_seat.is_none();
        game.flag_falls_in(Duration::ZERO).filter(|_| runs).map(in_milliseconds)
    }

    /// Finds a game.
    ///
    /// # Errors
    ///
    /// If there is none with that number, it is damaged, or the database fails.
    pub async fn game(&self, id: i64) -> Result<KeptGame, StoreError> {
        let mut reading = self.reading().await?;
        let sql = format!("SELECT {GAME_COLUMNS} FROM games WHERE id = $1");
        let found: Option<GameRow> =
            sqlx::query_as(AssertSqlSafe(sql)).bind(id).fetch_optional(&mut *reading).await?;
        let moves: Vec<MoveRow> =
            sqlx::query_as("SELECT played, milliseconds, helper FROM moves WHERE game = $1 ORDER BY ply")
                .bind(id)
                .fetch_all(&mut *reading)
                .await?;
        let accounts = match &found {
            Some(row) => account_seats(&mut reading, id, row.people(), self.now()).await?,
            None => [None, None],
        };
        reading.commit().await?;
        let row = found.ok_or(StoreError::NoGame { id })?;
        Ok(KeptGame { accounts, ..self.parse(row, &moves)? })
    }

    /// Returns the revision of a game: who has parsed it at that revision need not read it again.
    ///
    /// # Errors
    ///
    /// If there is none with that number, or the database fails.
    pub async fn revision(&self, id: i64) -> Result<i64, StoreError> {
        Ok(self.state(id).await?.revision)
    }

    /// Says why a change of a game found nothing to change: it is missing or has moved on.
    pub(crate) async fn stale(&self, kept: &KeptGame) -> StoreError {
        match self.revision(kept.id).await {
            Ok(_) => StoreError::Stale { id: kept.id, revision: kept.revision },
            Err(missing) => missing,
        }
    }

    /// Parses a game and counts that.
    pub(crate) fn parse(&self, row: GameRow, moves: &[MoveRow]) -> Result<KeptGame, DamagedGame> {
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
        Ok(sqlx::query_scalar(sql).fetch_all(&mut *self.connection().await?).await?)
    }

    /// Makes a kept game what it has become, in one transaction: seats, moves, those taken back, how it
    /// ended, and the turn that begins; the turn in which a game ends keeps its beginning, so that its clock
    /// stops at what it showed. Offers lapse. If a rated game ends, the ratings of its players change. Start,
    /// clocks and passing never change.
    ///
    /// # Errors
    ///
    /// If the game has moved on since it was read, is missing, or the database fails. Then nothing has
    /// changed.
    pub async fn update(&self, kept: &KeptGame, game: GameInPlay) -> Result<KeptGame, StoreError> {
        let (id, result, clock) = (kept.id, game.result(), ClockColumns::of(&game));
        let mut remote = kept.remote.clone();
        remote.offers.lapse();
        let [black, white] = game.seats();
        let sql = format!(
            "UPDATE games SET revision = revision + 1, made = $3, ended = $4, winner = $5, black = $6, \
             black_name = $7, white = $8, white_name = $9, board = $10, placed = $11, \
             updated = clock.moment, deadline = clock.moment + $12, aborts = $13, adjourned = $14, \
             black_charged = $15, black_quota = $16, black_lag = $17, white_charged = $18, white_quota = $19, \
             white_lag = $20, offers = $21, \
             turn_began = CASE WHEN CAST($4 AS TEXT) IS NULL THEN clock.moment ELSE turn_began END \
             FROM (SELECT {} AS moment) AS clock WHERE id = $1 AND revision = $2 \
             RETURNING updated, turn_began, deadline",
            self.kind().now()
        );
        let mut change = self.change().await?;
        let changed = sqlx::query(AssertSqlSafe(sql))
            .bind(id)
            .bind(kept.revision)
            .bind(count(game.plies().len()))
            .bind(result.map(|result| result.ending.name()))
            .bind(result.and_then(|result| result.winner).map(|side| side.name()))
            .bind(black.player.as_str())
            .bind(&black.name)
            .bind(white.player.as_str())
            .bind(&white.name)
            .bind(game.position().to_string())
            .bind(placed(&game))
            .bind(self.time_for_turn(&game, &remote))
            .bind(clock.aborts)
            .bind(clock.adjourned)
            .bind(clock.charged[0])
            .bind(clock.quota[0])
            .bind(clock.lag[0])
            .bind(clock.charged[1])
            .bind(clock.quota[1])
            .bind(clock.lag[1])
            .bind(remote.offers.to_string())
            .fetch_optional(&mut *change)
            .await?;
        let Some(row) = changed else {
            change.abandon().await?;
            return Err(self.stale(kept).await);
        };
        let now: i64 = row.try_get("updated")?;
        let (turn_began, deadline) = (row.try_get("turn_began")?, row.try_get("deadline")?);
        let same = common_plies(&kept.game, &game);
        if same < kept.game.history().all_plies().len() {
            sqlx::query("DELETE FROM moves WHERE game = $1 AND ply >= $2")
                .bind(id)
                .bind(count(same))
                .execute(&mut *change)
                .await?;
        }
        insert_moves(&mut change, id, &game, same).await?;
        let mut accounts = kept.accounts.clone();
        if remote.is_rated && game.is_over() && !kept.game.is_over() {
            rate_ended(&mut change, &[id]).await?;
            accounts = account_seats(&mut change, id, &kept.rights.people, now).await?;
        }
        change.commit().await?;
        self.last_reading.note(now);
        let revision = kept.revision + 1;
        // A game that goes on is in the library no longer.
        let key = kept.key.filter(|_| game.is_over());
        Ok(KeptGame {
            updated: now,
            turn_began,
            deadline,
            revision,
            key,
            accounts,
            remote,
            game,
            ..kept.clone()
        })
    }

    /// Sets name and pace of a game, and whether it is saved.
    ///
    /// # Errors
    ///
    /// As [`Store::update`].
    pub async fn adjust(
        &self,
        kept: &KeptGame,
        name: &str,
        pace: Duration,
        saved: bool,
    ) -> Result<KeptGame, StoreError> {
        let sql = "UPDATE games SET name = $3, pace = $4, saved = $5, revision = revision + 1 \
                   WHERE id = $1 AND revision = $2";
        let mut change = self.change().await?;
        let changed = sqlx::query(sql)
            .bind(kept.id)
            .bind(kept.revision)
            .bind(name)
            .bind(in_milliseconds(pace))
            .bind(i64::from(saved))
            .execute(&mut *change)
            .await?;
        change.commit().await?;
        if changed.rows_affected() == 0 {
            return Err(self.stale(kept).await);
        }
        Ok(KeptGame { name: name.to_owned(), pace, saved, revision: kept.revision + 1, ..kept.clone() })
    }

    /// Deletes the games that nobody wanted to save, and those between people that never began, if they have
    /// rested for so long.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn delete_unsaved(&self, rested: Duration) -> Result<u64, StoreError> {
        let unwanted = "(saved = 0 OR (fair = 1 AND COALESCE(ended, '') = 'aborted'))";
        let old = format!("{unwanted} AND updated < {} - $1", self.kind().now());
        let rested = in_milliseconds(rested);
        let moves = format!("DELETE FROM moves WHERE game IN (SELECT id FROM games WHERE {old})");
        let mut change = self.change().await?;
        sqlx::query(AssertSqlSafe(moves)).bind(rested).execute(&mut *change).await?;
        let games = format!("DELETE FROM games WHERE {old}");
        let done = sqlx::query(AssertSqlSafe(games)).bind(rested).execute(&mut *change).await?;
        change.commit().await?;
        Ok(done.rows_affected())
    }

    /// Deletes a game.
    ///
    /// # Errors
    ///
    /// If there is none with that number, or the database fails.
    pub async fn delete(&self, id: i64) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        sqlx::query("DELETE FROM moves WHERE game = $1").bind(id).execute(&mut *change).await?;
        let done = sqlx::query("DELETE FROM games WHERE id = $1").bind(id).execute(&mut *change).await?;
        change.commit().await?;
        if done.rows_affected() == 0 { Err(StoreError::NoGame { id }) } else { Ok(()) }
    }
}

/// Makes the next number of a game one that no other game has, whether played or in the library.
pub(crate) async fn align_numbers(change: &mut Change, kind: DatabaseKind) -> Result<(), StoreError> {
    match kind {
        DatabaseKind::Sqlite => {
            sqlx::query(
                "UPDATE sqlite_sequence SET seq = (SELECT MAX(seq) FROM sqlite_sequence \
                 WHERE name IN ('games', 'library')) WHERE name IN ('games', 'library')",
            )
            .execute(&mut **change)
            .await?;
        }
        // Both count by one sequence.
        DatabaseKind::Postgres => {}
    }
    Ok(())
}

/// Writes somebody's name as the database keeps it.
pub(crate) fn named(person: &Option<PersonId>) -> Option<&str> {
    person.as_ref().map(PersonId::as_str)
}

/// Counts the discs that were placed.
fn placed(game: &GameInPlay) -> i64 {
    count(game.plies().iter().filter(|played| !played.is_pass()).count())
}

/// Counts the plies, from the first on, that two games share with what they took.
fn common_plies(one: &GameInPlay, other: &GameInPlay) -> usize {
    let timed = |game: &GameInPlay| -> Vec<_> {
        let told = game.times().iter().copied().zip(game.helpers().iter().cloned());
        game.history().all_plies().iter().copied().zip(told).collect()
    };
    timed(one).iter().zip(&timed(other)).take_while(|(one, other)| one == other).count()
}

/// Adds the plies of a game from one on, those that were taken back included.
async fn insert_moves(
    change: &mut Change,
    id: i64,
    game: &GameInPlay,
    from: usize,
) -> Result<(), StoreError> {
    let told = game.times().iter().zip(game.helpers());
    let plies = game.history().all_plies().iter().zip(told).enumerate().skip(from);
    for (ply, (played, (&time, helper))) in plies {
        sqlx::query(
            "INSERT INTO moves (game, ply, played, milliseconds, helper) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(id)
        .bind(count(ply))
        .bind(played.to_string())
        .bind(in_milliseconds(time))
        .bind(helper.as_ref().map(|helper| helper.as_str().to_owned()))
        .execute(&mut **change)
        .await?;
    }
    Ok(())
}
