//! Finding games of the library.

use sqlx::any::AnyArguments;
use sqlx::query::QueryAs;
use sqlx::{Any, AssertSqlSafe, Row};

use crate::library::filter::{Condition, Filter, Order, Sort, Value, order};
use crate::library::row::LibraryRow;
use crate::{Store, StoreError};

/// A part of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// How many games the whole list has.
    pub total: i64,
    /// The games of this part.
    pub games: Vec<LibraryRow>,
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
        (sort, way): (Sort, Order),
        offset: i64,
        limit: i64,
    ) -> Result<Page, StoreError> {
        let condition = filter.condition();
        let total = self.count(&condition).await?;
        let sql = format!("SELECT * FROM library WHERE {}", condition.sql);
        let mut condition = condition;
        let (limit, offset) = (condition.place(Value::Int(limit)), condition.place(Value::Int(offset)));
        let sql = format!("{sql} ORDER BY {} LIMIT {limit} OFFSET {offset}", order(sort, way));
        let mut games = self.rows(sql, condition.values).await?;
        self.add_tags(&mut games).await?;
        Ok(Page { total, games })
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
        let mut found = self.rows(sql, keys.iter().copied().map(Value::Int).collect()).await?;
        found.sort_by_key(|row| keys.iter().position(|&key| key == row.key));
        self.add_tags(&mut found).await?;
        Ok(found)
    }

    /// Reads games with keys above one, deleted ones included and without their tags, in the order of their keys.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn library_after(&self, key: i64, limit: i64) -> Result<Vec<LibraryRow>, StoreError> {
        let sql = "SELECT * FROM library WHERE key > $1 ORDER BY key LIMIT $2".to_owned();
        self.rows(sql, vec![Value::Int(key), Value::Int(limit)]).await
    }

    /// Lists the keys of the deleted games.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn deleted_keys(&self) -> Result<Vec<i64>, StoreError> {
        let sql = "SELECT key FROM library WHERE deleted IS NOT NULL ORDER BY key";
        Ok(sqlx::query_scalar(sql).fetch_all(&self.pool).await?)
    }

    /// Lists all tags with the number of games that have them.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn tags(&self) -> Result<Vec<(String, i64)>, StoreError> {
        let sql = "SELECT t.tag, COUNT(*) FROM library_tags t JOIN library l ON l.key = t.key \
                   WHERE l.deleted IS NULL GROUP BY t.tag ORDER BY t.tag";
        Ok(sqlx::query_as(sql).fetch_all(&self.pool).await?)
    }

    async fn count(&self, condition: &Condition) -> Result<i64, StoreError> {
        let sql = format!("SELECT COUNT(*) FROM library WHERE {}", condition.sql);
        let query = bind::<(i64,)>(sqlx::query_as(AssertSqlSafe(sql)), condition.values.clone());
        Ok(query.fetch_one(&self.pool).await?.0)
    }

    async fn rows(&self, sql: String, values: Vec<Value>) -> Result<Vec<LibraryRow>, StoreError> {
        Ok(bind(sqlx::query_as(AssertSqlSafe(sql)), values).fetch_all(&self.pool).await?)
    }

    async fn add_tags(&self, games: &mut [LibraryRow]) -> Result<(), StoreError> {
        if games.is_empty() {
            return Ok(());
        }
        let sql =
            format!("SELECT key, tag FROM library_tags WHERE key IN ({}) ORDER BY tag", places(games.len()));
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for game in games.iter() {
            query = query.bind(game.key);
        }
        for row in query.fetch_all(&self.pool).await? {
            let key: i64 = row.try_get("key")?;
            if let Some(game) = games.iter_mut().find(|game| game.key == key) {
                game.tags.push(row.try_get("tag")?);
            }
        }
        Ok(())
    }
}

/// Writes so many places: `$1, $2, $3`.
fn places(count: usize) -> String {
    (1..=count).map(|place| format!("${place}")).collect::<Vec<_>>().join(", ")
}

fn bind<'q, T>(
    query: QueryAs<'q, Any, T, AnyArguments>,
    values: Vec<Value>,
) -> QueryAs<'q, Any, T, AnyArguments>
where
    T: for<'r> sqlx::FromRow<'r, sqlx::any::AnyRow>,
{
    values.into_iter().fold(query, |query, value| match value {
        Value::Int(value) => query.bind(value),
        Value::Text(value) => query.bind(value),
    })
}
