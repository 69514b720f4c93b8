//! Adding to the library, and changing what may be changed there.

use std::collections::BTreeSet;

use outflank_game::PlayerId;
use outflank_keep::LibraryGame;
use sqlx::{Any, AssertSqlSafe, Executor};

use crate::change::Change;
use crate::database::DatabaseKind;
use crate::game::{count, in_milliseconds};
use crate::games::align_numbers;
use crate::library::merge::{REPLACED, merge};
use crate::library::row::number_of;
use crate::store::now;
use crate::{Store, StoreError};

/// The columns a game brings, in the order of [`bind`].
const COLUMNS: [&str; 25] = [
    "fingerprint",
    "copy",
    "game",
    "added",
    "day",
    "date",
    "black",
    "white",
    "black_folded",
    "white_folded",
    "black_player",
    "white_player",
    "event",
    "event_folded",
    "place",
    "opening",
    "score",
    "winner",
    "ending",
    "plies",
    "start",
    "moves",
    "times",
    "source",
    "notes",
];

/// How many games one statement adds.
const ROWS: usize = 100;

/// Adds games within a change that has the library alone, and returns how many were new.
pub(crate) async fn merge_all(change: &mut Change, games: &[LibraryGame]) -> Result<u64, StoreError> {
    let mut added = 0;
    for rows in games.chunks(ROWS) {
        added += merge(change, rows).await?;
    }
    Ok(added)
}

type Query<'q> = sqlx::query::Query<'q, Any, sqlx::any::AnyArguments>;

impl Store {
    /// Adds games read from files, all or none, and returns how many were new. A game that is there already
    /// is left as it is, also if the new one says less; one that says less is replaced by the fuller new one.
    /// A game that was deleted is restored and counts as new.
    ///
    /// # Errors
    ///
    /// If the database fails. Then none is added.
    pub async fn add_to_library(&self, games: &[LibraryGame]) -> Result<u64, StoreError> {
        let mut change = self.change_alone().await?;
        align_numbers(&mut change, self.kind()).await?;
        let added = merge_all(&mut change, games).await?;
        change.commit().await?;
        Ok(added)
    }

    /// Adds a game of the studio that has ended, and returns its key. If it is there, nothing changes;
    /// another end of the same game is deleted.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn keep_ended(&self, game: &LibraryGame) -> Result<i64, StoreError> {
        let mut change = self.change_alone().await?;
        let same = "SELECT key FROM library WHERE game = $1 AND fingerprint = $2 AND ending = $3 AND deleted IS NULL";
        let same: Option<i64> = sqlx::query_scalar(same)
            .bind(game.game)
            .bind(&game.fingerprint)
            .bind(ending(game))
            .fetch_optional(&mut *change)
            .await?;
        if let Some(key) = same {
            change.abandon().await?;
            return Ok(key);
        }
        forget(&mut change, game.game).await?;
        let owner: Option<String> = sqlx::query_scalar("SELECT owner FROM games WHERE id = $1")
            .bind(game.game)
            .fetch_optional(&mut *change)
            .await?
            .flatten();
        // The first copy is everybody's: a game of a file is never taken for one that is somebody's own.
        let copy: i64 =
            sqlx::query_scalar("SELECT COALESCE(MAX(copy) + 1, $2) FROM library WHERE fingerprint = $1")
                .bind(&game.fingerprint)
                .bind(i64::from(owner.is_some()))
                .fetch_one(&mut *change)
                .await?;
        add_names(&mut change, &[game]).await?;
        align_numbers(&mut change, self.kind()).await?;
        let last_key = "SELECT COALESCE(MAX(key), 0) FROM library";
        let last_key: i64 = sqlx::query_scalar(last_key).fetch_one(&mut *change).await?;
        let last_number: i64 = sqlx::query_scalar(self.kind().last_number()).fetch_one(&mut *change).await?;
        // Its own number is its key, unless later keys are given already: keys only grow.
        let own = game.game.filter(|&number| number > last_key && number <= last_number);
        let sql = format!("{} RETURNING key", insertion(1, own));
        let query = sqlx::query_scalar(AssertSqlSafe(sql));
        let key = bind_scalar(query, game, copy, now()).fetch_one(&mut *change).await?;
        if let Some(owner) = owner {
            sqlx::query("UPDATE library SET owner = $2 WHERE key = $1")
                .bind(key)
                .bind(owner)
                .execute(&mut *change)
                .await?;
        }
        change.commit().await?;
        Ok(key)
    }

    /// Begins a change that nobody else changes the library during. So keys are seen in their order, and who
    /// reads before writing need not begin again.
    pub(crate) async fn change_alone(&self) -> Result<Change, StoreError> {
        let mut change = self.change().await?;
        match self.kind() {
            // Of changes there is only one at a time.
            DatabaseKind::Sqlite => {}
            DatabaseKind::Postgres => {
                change.execute("LOCK TABLE library IN SHARE ROW EXCLUSIVE MODE").await?;
            }
        }
        Ok(change)
    }

    /// Deletes the ends of a game of the studio that goes on or is deleted.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn forget_ended(&self, game: i64) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        forget(&mut change, Some(game)).await?;
        change.commit().await
    }

    /// Lists the games of the studio that have ended and are not in the library.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn ended_outside_library(&self) -> Result<Vec<i64>, StoreError> {
        let sql = "SELECT id FROM games WHERE ended IS NOT NULL AND ended <> 'aborted' AND saved = 1 \
                   AND NOT EXISTS (SELECT 1 FROM library WHERE library.game = games.id) ORDER BY id";
        Ok(sqlx::query_scalar(sql).fetch_all(&mut *self.connection().await?).await?)
    }

    /// Deletes or restores games and returns how many that changed.
    ///
    /// # Errors
    ///
    /// If the database fails. Then nothing has changed.
    pub async fn set_deleted(&self, keys: &[i64], deleted: bool) -> Result<u64, StoreError> {
        let mut change = self.change().await?;
        let sql = if deleted {
            "UPDATE library SET deleted = $2 WHERE key = $1 AND deleted IS NULL"
        } else {
            "UPDATE library SET deleted = NULL WHERE key = $1 AND deleted > $3 AND $2 > 0"
        };
        let mut changed = 0;
        for key in keys {
            let query = sqlx::query(sql).bind(key).bind(now());
            let query = if deleted { query } else { query.bind(REPLACED) };
            let done = query.execute(&mut *change).await?;
            changed += done.rows_affected();
        }
        change.commit().await?;
        Ok(changed)
    }

    /// Sets the notes of a game.
    ///
    /// # Errors
    ///
    /// If there is none with that key, or the database fails.
    pub async fn set_notes(&self, key: i64, notes: &str) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        let done = sqlx::query("UPDATE library SET notes = $2 WHERE key = $1")
            .bind(key)
            .bind(notes)
            .execute(&mut *change)
            .await?;
        change.commit().await?;
        if done.rows_affected() == 0 { Err(StoreError::NoGame { id: key }) } else { Ok(()) }
    }

    /// Gives games a tag, or takes it away.
    ///
    /// # Errors
    ///
    /// If one of the keys is missing, or the database fails. Then nothing has changed.
    pub async fn set_tag(&self, keys: &[i64], tag: &str, tagged: bool) -> Result<(), StoreError> {
        let mut change = self.change_alone().await?;
        for &key in keys {
            let found: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM library WHERE key = $1")
                .bind(key)
                .fetch_one(&mut *change)
                .await?;
            if found == 0 {
                change.abandon().await?;
                return Err(StoreError::NoGame { id: key });
            }
            let sql = if tagged {
                "INSERT INTO library_tags (key, tag) VALUES ($1, $2) ON CONFLICT DO NOTHING"
            } else {
                "DELETE FROM library_tags WHERE key = $1 AND tag = $2"
            };
            sqlx::query(sql).bind(key).bind(tag).execute(&mut *change).await?;
        }
        change.commit().await
    }
}

/// Returns the word for how a game ended; where nothing is known, that of a game that was played out.
fn ending(game: &LibraryGame) -> &'static str {
    game.result.map(|result| result.ending).unwrap_or_default().name()
}

/// Returns event and place as they are sought.
fn event_folded(game: &LibraryGame) -> String {
    format!("{} {}", game.event, game.place).trim().to_lowercase()
}

/// Adds the names of games to those that are sought.
pub(super) async fn add_names(change: &mut Change, games: &[&LibraryGame]) -> Result<(), StoreError> {
    let folded =
        |game: &&LibraryGame| [game.black.to_lowercase(), game.white.to_lowercase(), event_folded(game)];
    // In their order, so that they lie where the index expects them.
    let names: BTreeSet<String> = games.iter().flat_map(folded).collect();
    let names: Vec<String> = names.into_iter().collect();
    for names in names.chunks(ROWS) {
        let places: Vec<String> = (1..=names.len()).map(|place| format!("(${place})")).collect();
        let sql =
            format!("INSERT INTO library_names (name) VALUES {} ON CONFLICT DO NOTHING", places.join(", "));
        let query = sqlx::query(AssertSqlSafe(sql)).persistent(names.len() == ROWS);
        names.iter().fold(query, |query, name| query.bind(name.clone())).execute(&mut **change).await?;
    }
    Ok(())
}

/// Deletes the ends of a game of the studio.
async fn forget(change: &mut Change, game: Option<i64>) -> Result<(), StoreError> {
    sqlx::query("UPDATE library SET deleted = $2 WHERE game = $1 AND deleted IS NULL")
        .bind(game)
        .bind(now())
        .execute(&mut **change)
        .await?;
    Ok(())
}

/// Adds some games and returns how many were new.
pub(super) async fn insert(change: &mut Change, games: &[&LibraryGame]) -> Result<u64, StoreError> {
    let sql = format!(
        "{} ON CONFLICT (fingerprint, copy) DO UPDATE SET deleted = NULL WHERE library.deleted > {REPLACED}",
        insertion(games.len(), None)
    );
    let now = now();
    // Whole batches come again and again, and their statement is remembered.
    let mut query = sqlx::query(AssertSqlSafe(sql)).persistent(games.len() == ROWS);
    for game in games {
        query = bind(query, game, 0, now);
    }
    Ok(query.execute(&mut **change).await?.rows_affected())
}

/// Writes the statement that inserts so many rows, or one with a key.
fn insertion(rows: usize, key: Option<i64>) -> String {
    let row = |row: usize| {
        let places: Vec<String> =
            (1..=COLUMNS.len()).map(|column| format!("${}", row * COLUMNS.len() + column)).collect();
        let key = key.map(|key| format!("{key}, ")).unwrap_or_default();
        format!("({key}{})", places.join(", "))
    };
    let rows: Vec<String> = (0..rows).map(row).collect();
    let key = if key.is_some() { "key, " } else { "" };
    format!("INSERT INTO library ({key}{}) VALUES {}", COLUMNS.join(", "), rows.join(", "))
}

/// Binds the columns of a game, in the order of [`COLUMNS`].
macro_rules! bind_columns {
    ($query:expr, $game:expr, $copy:expr, $now:expr) => {{
        let game: &LibraryGame = $game;
        let times: Vec<String> = game.times.iter().map(|&time| in_milliseconds(time).to_string()).collect();
        let player = |player: &Option<PlayerId>| player.as_ref().map_or("", PlayerId::as_str).to_owned();
        $query
            .bind(game.fingerprint.clone())
            .bind($copy)
            .bind(game.game)
            .bind($now)
            .bind(game.day.clone())
            .bind(game.date.clone())
            .bind(game.black.clone())
            .bind(game.white.clone())
            .bind(game.black.to_lowercase())
            .bind(game.white.to_lowercase())
            .bind(player(&game.black_player))
            .bind(player(&game.white_player))
            .bind(game.event.clone())
            .bind(event_folded(game))
            .bind(game.place.clone())
            .bind(game.opening.clone())
            .bind(game.score.map(i64::from))
            .bind(game.result.map(|result| number_of(result.winner)))
            .bind(ending(game))
            .bind(count(game.moves.plies()))
            .bind(game.moves.start().to_owned())
            .bind(game.moves.squares().to_owned())
            .bind(times.join(","))
            .bind(game.source.as_str().to_owned())
            .bind(game.notes.clone())
    }};
}

fn bind<'q>(query: Query<'q>, game: &LibraryGame, copy: i64, now: i64) -> Query<'q> {
    bind_columns!(query, game, copy, now)
}

fn bind_scalar<'q>(
    query: sqlx::query::QueryScalar<'q, Any, i64, sqlx::any::AnyArguments>,
    game: &LibraryGame,
    copy: i64,
    now: i64,
) -> sqlx::query::QueryScalar<'q, Any, i64, sqlx::any::AnyArguments> {
    bind_columns!(query, game, copy, now)
}
