//! Whose things are on a shared server: given, asked, passed on and deleted with their owner.

use outflank_game::{GameRights, KeptGame, PersonId};
use sqlx::AssertSqlSafe;

use crate::games::named;
use crate::ratings::account_seats;
use crate::{Store, StoreError};

/// Who owns the game of somebody who has left, as long as somebody else plays in it.
const NOBODY: &str = PersonId::NOBODY;

/// What somebody owns, by its names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Belongings {
    /// The numbers of games, the first first.
    pub games: Vec<i64>,
    /// What links call studies.
    pub studies: Vec<String>,
    /// The keys of games of the library.
    pub library: Vec<i64>,
    /// Tournaments between people that they made or take part in: what links call them, and their names.
    pub clubs: Vec<(String, String)>,
}

/// Returns what makes the puzzles of a guest an account's. An account that has tried puzzles keeps its own
/// rating, and its own first attempts.
fn puzzles() -> [String; 4] {
    let moved = |table: &str| {
        format!(
            "UPDATE {table} SET person = $2 WHERE person = $1 \
             AND puzzle NOT IN (SELECT puzzle FROM {table} WHERE person = $2)"
        )
    };
    let solver = "UPDATE puzzle_solvers SET person = $2 WHERE person = $1 \
                  AND NOT EXISTS (SELECT 1 FROM puzzle_solvers WHERE person = $2)";
    [moved("puzzle_attempts"), moved("puzzle_endgames"), moved("puzzle_runs"), solver.to_owned()]
}

impl Store {
    /// Sets whose a game is, who sits there and who may look on.
    ///
    /// # Errors
    ///
    /// As [`Store::update`].
    pub async fn set_rights(&self, kept: &KeptGame, rights: GameRights) -> Result<KeptGame, StoreError> {
        let sql = "UPDATE games SET owner = $3, black_person = $4, white_person = $5, watch_key = $6, \
                   on_air = $7, revision = revision + 1 WHERE id = $1 AND revision = $2";
        let mut change = self.change().await?;
        let changed = sqlx::query(sql)
            .bind(kept.id)
            .bind(kept.revision)
            .bind(named(&rights.owner))
            .bind(named(&rights.people[0]))
            .bind(named(&rights.people[1]))
            .bind(&rights.watch_key)
            .bind(i64::from(rights.is_on_air))
            .execute(&mut *change)
            .await?;
        let accounts = account_seats(&mut change, kept.id, &rights.people, self.now()).await?;
        change.commit().await?;
        if changed.rows_affected() == 0 {
            return Err(self.stale(kept).await);
        }
        Ok(KeptGame { rights, accounts, revision: kept.revision + 1, ..kept.clone() })
    }

    /// Returns whose a game of the library is, and who played it; everything is `None` if it is everybody's.
    ///
    /// # Errors
    ///
    /// If there is none with that key, or the database fails.
    pub async fn library_rights(&self, key: i64) -> Result<GameRights, StoreError> {
        let sql = "SELECT library.owner, games.black_person, games.white_person FROM library \
                   LEFT JOIN games ON games.id = library.game WHERE library.key = $1";
        let found: Option<(Option<String>, Option<String>, Option<String>)> =
            sqlx::query_as(sql).bind(key).fetch_optional(&mut *self.connection().await?).await?;
        let (owner, black, white) = found.ok_or(StoreError::NoGame { id: key })?;
        let people = [black, white].map(|person| person.map(PersonId::from));
        Ok(GameRights { owner: owner.map(PersonId::from), people, ..GameRights::default() })
    }

    /// Counts the games of somebody that are on and in which a computer plays.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn running_with_computers(&self, person: &PersonId) -> Result<i64, StoreError> {
        let sql = "SELECT COUNT(*) FROM games WHERE owner = $1 AND ended IS NULL \
                   AND (black <> 'human' OR white <> 'human')";
        let sql = sqlx::query_scalar(sql).bind(person.as_str());
        Ok(sql.fetch_one(&mut *self.connection().await?).await?)
    }

    /// Lists all that somebody owns.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn belongings(&self, person: &PersonId) -> Result<Belongings, StoreError> {
        let mut reading = self.reading().await?;
        let own = person.as_str();
        let sql =
            "SELECT id FROM games WHERE owner = $1 OR black_person = $1 OR white_person = $1 ORDER BY id";
        let games = sqlx::query_scalar(sql).bind(own).fetch_all(&mut *reading).await?;
        let sql = "SELECT slug FROM studies WHERE COALESCE(owner, '') = $1 ORDER BY id";
        let studies = sqlx::query_scalar(sql).bind(own).fetch_all(&mut *reading).await?;
        let sql = "SELECT key FROM library WHERE owner = $1 AND deleted IS NULL ORDER BY key";
        let library = sqlx::query_scalar(sql).bind(own).fetch_all(&mut *reading).await?;
        let sql = "SELECT slug, name FROM club_tournaments WHERE owner = $1 OR id IN \
                   (SELECT tournament FROM club_entrants WHERE person = $1) ORDER BY id";
        let clubs = sqlx::query_as(sql).bind(own).fetch_all(&mut *reading).await?;
        reading.commit().await?;
        Ok(Belongings { games, studies, library, clubs })
    }

    /// Makes all that a guest owns an account's: the guest has signed up or logged in. Of a game that both
    /// have a study of, the guest's stays the guest's.
    ///
    /// # Errors
    ///
    /// If the database fails. Then nothing has changed.
    pub async fn hand_over(&self, guest: &PersonId, account: &PersonId) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        let taken = |column: &str| {
            format!("{column} IN (SELECT {column} FROM studies WHERE owner = $2 AND {column} IS NOT NULL)")
        };
        let studies = format!(
            "UPDATE studies SET owner = $2 WHERE owner = $1 AND (game IS NULL OR NOT {}) \
             AND (entry IS NULL OR NOT {})",
            taken("game"),
            taken("entry")
        );
        let games = ["owner", "black_person", "white_person"].map(|column| {
            format!("UPDATE games SET {column} = $2, revision = revision + 1 WHERE {column} = $1")
        });
        let others = ["library SET owner = $2 WHERE owner", "club_tournaments SET owner = $2 WHERE owner"];
        let entered = "club_entrants SET person = $2 WHERE person";
        let rest = others.into_iter().chain([entered]).map(|change| format!("UPDATE {change} = $1"));
        // Nobody has two reports of a game.
        let said = [
            "UPDATE messages SET person = $2 WHERE person = $1",
            "UPDATE reports SET reported = $2 WHERE reported = $1",
            "UPDATE reports SET reporter = $2 WHERE reporter = $1 \
             AND game NOT IN (SELECT game FROM reports WHERE reporter = $2)",
        ]
        .map(str::to_owned);
        let learned = crate::learning::HAND_OVER.map(str::to_owned);
        for sql in games.into_iter().chain([studies]).chain(rest).chain(said).chain(puzzles()).chain(learned)
        {
            sqlx::query(AssertSqlSafe(sql))
                .bind(guest.as_str())
                .bind(account.as_str())
                .execute(&mut *change)
                .await?;
        }
        // What a guest seeks nobody seeks any more: the account has another name.
        let seeks = "DELETE FROM seeks WHERE person = $1 AND game IS NULL";
        sqlx::query(seeks).bind(guest.as_str()).execute(&mut *change).await?;
        change.commit().await
    }

    /// Deletes an account with all that is its own. A game that somebody else plays stays theirs, without the
    /// name of the one who leaves; it has no owner then.
    ///
    /// # Errors
    ///
    /// If the database fails. Then nothing has changed.
    pub async fn delete_account(&self, person: &PersonId) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        // Somebody else sits there, or is invited to.
        let shared = "((black_person IS NOT NULL AND black_person <> $1) OR \
                      (white_person IS NOT NULL AND white_person <> $1))";
        let own_rows = format!(
            "owner = $1 AND (game IS NULL OR game IN (SELECT id FROM games WHERE owner = $1 AND NOT {shared}))"
        );
        let sides = ["black", "white"];
        let library_names = sides.map(|side| {
            format!(
                "UPDATE library SET {side} = '', {side}_folded = '' WHERE game IN \
                 (SELECT id FROM games WHERE {side}_person = $1)"
            )
        });
        let seats = sides.map(|side| {
            format!(
                "UPDATE games SET {side}_name = '', {side}_person = NULL, revision = revision + 1 \
                 WHERE {side}_person = $1"
            )
        });
        let deleted_games = format!("SELECT id FROM games WHERE owner = $1 AND NOT {shared}");
        let statements = [
            "DELETE FROM learn_cards WHERE person = $1".to_owned(),
            "DELETE FROM learn_answers WHERE person = $1".to_owned(),
            "DELETE FROM learn_lessons WHERE person = $1".to_owned(),
            "DELETE FROM learn_games WHERE person = $1".to_owned(),
            "DELETE FROM learn_repertoires WHERE person = $1".to_owned(),
            "DELETE FROM studies WHERE owner = $1".to_owned(),
            "DELETE FROM quotas WHERE person = $1".to_owned(),
            "DELETE FROM puzzle_attempts WHERE person = $1".to_owned(),
            "DELETE FROM puzzle_endgames WHERE person = $1".to_owned(),
            "DELETE FROM puzzle_runs WHERE person = $1".to_owned(),
            "DELETE FROM puzzle_solvers WHERE person = $1".to_owned(),
            "DELETE FROM seeks WHERE person = $1".to_owned(),
            "DELETE FROM messages WHERE person = $1".to_owned(),
            "DELETE FROM reported_messages WHERE report IN (SELECT id FROM reports WHERE reported = $1)"
                .to_owned(),
            "DELETE FROM reports WHERE reported = $1 OR reporter = $1".to_owned(),
            format!("DELETE FROM library_tags WHERE key IN (SELECT key FROM library WHERE {own_rows})"),
            format!("DELETE FROM library WHERE {own_rows}"),
            format!("DELETE FROM moves WHERE game IN ({deleted_games})"),
            format!("DELETE FROM games WHERE id IN ({deleted_games})"),
        ];
        let rest = [
            format!(
                "UPDATE games SET owner = '{NOBODY}', name = '', revision = revision + 1 WHERE owner = $1"
            ),
            format!("UPDATE library SET owner = '{NOBODY}', notes = '' WHERE owner = $1"),
            // Opponents keep their ratings, and what they rest on.
            "UPDATE rating_changes SET opponent = NULL WHERE opponent = $1".to_owned(),
            "DELETE FROM rating_changes WHERE person = $1".to_owned(),
            "DELETE FROM ratings WHERE person = $1".to_owned(),
            format!("UPDATE club_tournaments SET owner = '{NOBODY}' WHERE owner = $1"),
            "UPDATE club_entrants SET name = '', person = NULL WHERE person = $1".to_owned(),
            "DELETE FROM sessions WHERE person = $1".to_owned(),
            "DELETE FROM accounts WHERE person = $1".to_owned(),
        ];
        let names: Vec<String> = sqlx::query_scalar(
            "SELECT black_folded FROM library WHERE owner = $1 OR game IN (SELECT id FROM games WHERE black_person = $1) \
             UNION SELECT white_folded FROM library WHERE owner = $1 \
             OR game IN (SELECT id FROM games WHERE white_person = $1)",
        )
        .bind(person.as_str())
        .fetch_all(&mut *change)
        .await?;
        for sql in statements.into_iter().chain(library_names).chain(seats).chain(rest) {
            sqlx::query(AssertSqlSafe(sql)).bind(person.as_str()).execute(&mut *change).await?;
        }
        // Names that no game has any more are not sought any more.
        let unused = "DELETE FROM library_names WHERE name = $1 AND NOT EXISTS (SELECT 1 FROM library \
                      WHERE black_folded = $1 OR white_folded = $1 OR event_folded = $1)";
        for name in names {
            sqlx::query(unused).bind(name).execute(&mut *change).await?;
        }
        change.commit().await
    }
}
