//! Finding games of the library.

use outflank_game::PersonId;
use outflank_keep::{Filter, LibraryOrder, LibraryRow, Sort};
use sqlx::any::AnyArguments;
use sqlx::query::QueryAs;
use sqlx::{Any, AssertSqlSafe};

use crate::library::filter::{Condition, FilterCondition, SqlValue, order, seen_by};
use crate::library::row::StoredEntry;
use crate::{Store, StoreError};

/// A part of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// How many games the whole list has.
    pub total: i64,
    /// The games of this part.
    pub games: Vec<LibraryRow>,
}

/// What changes when something is added to the library, deleted or restored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pulse {
    /// The key of the last game that is everybody's, deleted or not.
    pub last_key: i64,
    /// Changes whenever the set of the deleted games does.
    pub deleted: [i64; 3],
}

impl Store {
    /// Lists games from a place on, at most so many.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn library(
        &self,
        filter: &Filter,
        (sort, way): (Sort, LibraryOrder),
        offset: i64,
        limit: i64,
    ) -> Result<Page, StoreError> {
        let counted = filter.condition();
        let mut condition = filter.condition();
        let sql = format!("SELECT * FROM library WHERE {}", condition.sql);
        let (limit, offset) = (condition.place(SqlValue::Int(limit)), condition.place(SqlValue::Int(offset)));
        let sql = format!("{sql} ORDER BY {} LIMIT {limit} OFFSET {offset}", order(sort, way));
        let (total, games) = tokio::join!(self.count(&counted), self.rows(sql, condition.values));
        let mut games = games?;
        let keys: Vec<i64> = games.iter().map(|game| game.key).collect();
        add_tags(&mut games, self.tags_of(&keys).await?);
        Ok(Page { total: total?, games })
    }

    /// Counts the games that pass a filter.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn library_size(&self, filter: &Filter) -> Result<i64, StoreError> {
        self.count(&filter.condition()).await
    }

    /// Finds a game by its key, deleted or not.
    ///
    /// # Errors
    ///
    /// If there is none with that key, or the database fails.
    pub async fn library_game(&self, key: i64) -> Result<LibraryRow, StoreError> {
        let found = self.library_games(&[key]).await?;
        found.into_iter().next().ok_or(StoreError::NoGame { id: key })
    }

    /// Finds a game by its key, deleted or not, or else by the number under which it was played.
    ///
    /// # Errors
    ///
    /// If there is none, or the database fails.
    pub async fn library_game_numbered(&self, number: i64) -> Result<LibraryRow, StoreError> {
        match self.library_game(number).await {
            Err(StoreError::NoGame { .. }) => {
                let sql = "SELECT MAX(key) FROM library WHERE game = $1 AND deleted IS NULL";
                let key: Option<i64> =
                    sqlx::query_scalar(sql).bind(number).fetch_one(&mut *self.connection().await?).await?;
                self.library_game(key.ok_or(StoreError::NoGame { id: number })?).await
            }
            found => found,
        }
    }

    /// Finds games by their keys, in the order of the keys. Missing ones are left out.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn library_games(&self, keys: &[i64]) -> Result<Vec<LibraryRow>, StoreError> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let sql = format!("SELECT * FROM library WHERE key IN ({})", places(keys.len()));
        let rows = self.rows(sql, keys.iter().copied().map(SqlValue::Int).collect());
        let (found, tags) = tokio::join!(rows, self.tags_of(keys));
        let mut found = found?;
        found.sort_by_key(|row| keys.iter().position(|&key| key == row.key));
        add_tags(&mut found, tags?);
        Ok(found)
    }

    /// Reads games of everybody with keys above one, deleted ones included and without their tags, in the
    /// order of their keys.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn library_after(&self, key: i64, limit: i64) -> Result<Vec<LibraryRow>, StoreError> {
        let sql = "SELECT * FROM library WHERE key > $1 AND owner IS NULL ORDER BY key LIMIT $2".to_owned();
        self.rows(sql, vec![SqlValue::Int(key), SqlValue::Int(limit)]).await
    }

    /// Returns what tells whether something was added, deleted or restored.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn library_pulse(&self) -> Result<Pulse, StoreError> {
        // The sum is a number with decimals in PostgreSQL unless it is told otherwise.
        let sql = "SELECT (SELECT COALESCE(MAX(key), 0) FROM library WHERE owner IS NULL), COUNT(*), COALESCE(MAX(deleted), 0), \
                   CAST(COALESCE(SUM(key), 0) AS BIGINT) FROM library WHERE deleted IS NOT NULL";
        let (last_key, deleted, last_deleted, deleted_sum) =
            sqlx::query_as::<_, (i64, i64, i64, i64)>(sql).fetch_one(&mut *self.connection().await?).await?;
        Ok(Pulse { last_key, deleted: [deleted, last_deleted, deleted_sum] })
    }

    /// Lists the keys of the deleted games.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn deleted_keys(&self) -> Result<Vec<i64>, StoreError> {
        let sql = "SELECT key FROM library WHERE deleted IS NOT NULL ORDER BY key";
        Ok(sqlx::query_scalar(sql).fetch_all(&mut *self.connection().await?).await?)
    }

    /// Lists all tags with the number of games that have them, of those that somebody sees.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn tags(&self, person: Option<&PersonId>) -> Result<Vec<(String, i64)>, StoreError> {
        let seen = person.map(|_| format!(" AND {}", seen_by("$1"))).unwrap_or_default();
        let sql = format!(
            "SELECT t.tag, COUNT(*) FROM library_tags t JOIN library ON library.key = t.key \
             WHERE library.deleted IS NULL{seen} GROUP BY t.tag ORDER BY t.tag"
        );
        let values = person.map(|person| SqlValue::Text(person.as_str().to_owned())).into_iter().collect();
        let query = bind(sqlx::query_as(AssertSqlSafe(sql)), values);
        Ok(query.fetch_all(&mut *self.connection().await?).await?)
    }

    async fn count(&self, condition: &Condition) -> Result<i64, StoreError> {
        let sql = format!("SELECT COUNT(*) FROM library WHERE {}", condition.sql);
        let query = bind::<(i64,)>(sqlx::query_as(AssertSqlSafe(sql)), condition.values.clone());
        Ok(query.fetch_one(&mut *self.connection().await?).await?.0)
    }

    pub(crate) async fn rows(
        &self,
        sql: String,
        values: Vec<SqlValue>,
    ) -> Result<Vec<LibraryRow>, StoreError> {
        let query = bind::<StoredEntry>(sqlx::query_as(AssertSqlSafe(sql)), values);
        let rows = query.fetch_all(&mut *self.connection().await?).await?;
        Ok(rows.into_iter().map(|StoredEntry(row)| row).collect())
    }

    /// Returns keys and their tags, in the order of the tags.
    async fn tags_of(&self, keys: &[i64]) -> Result<Vec<(i64, String)>, StoreError> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let sql =
            format!("SELECT key, tag FROM library_tags WHERE key IN ({}) ORDER BY tag", places(keys.len()));
        let values = keys.iter().copied().map(SqlValue::Int).collect();
        Ok(bind(sqlx::query_as(AssertSqlSafe(sql)), values).fetch_all(&mut *self.connection().await?).await?)
    }
}

fn add_tags(games: &mut [LibraryRow], tags: Vec<(i64, String)>) {
    for (key, tag) in tags {
        if let Some(game) = games.iter_mut().find(|game| game.key == key) {
            game.tags.push(tag);
        }
    }
}

/// Writes so many places: `$1, $2, $3`.
fn places(count: usize) -> String {
    (1..=count).map(|place| format!("${place}")).collect::<Vec<_>>().join(", ")
}

fn bind<'q, T>(
    query: QueryAs<'q, Any, T, AnyArguments>,
    values: Vec<SqlValue>,
) -> QueryAs<'q, Any, T, AnyArguments>
where
    T: for<'r> sqlx::FromRow<'r, sqlx::any::AnyRow>,
{
    // Every filter is another statement, and so is every number of keys: connections need not remember them
    // all.
    values.into_iter().fold(query.persistent(false), |query, value| match value {
        SqlValue::Int(value) => query.bind(value),
        SqlValue::Text(value) => query.bind(value),
    })
}
