//! Reading all games that pass a filter, part by part.

use outflank_keep::{Filter, LibraryRow};

use crate::library::filter::{FilterCondition, SqlValue};
use crate::{Store, StoreError};

impl Store {
    /// Reads the next games that pass a filter, those with keys above one, in the order of their keys and
    /// without their tags. However long the list is, every part costs the same.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn library_passing(
        &self,
        filter: &Filter,
        key: i64,
        limit: i64,
    ) -> Result<Vec<LibraryRow>, StoreError> {
        let mut condition = filter.condition();
        let (key, limit) = (condition.place(SqlValue::Int(key)), condition.place(SqlValue::Int(limit)));
        let passing = &condition.sql;
        let sql = format!("SELECT * FROM library WHERE {passing} AND key > {key} ORDER BY key LIMIT {limit}");
        self.rows(sql, condition.values).await
    }
}
