//! The explorer's index as it was made once for all who share a database: bytes in chunks, by version.
//!
//! What the bytes mean is the library's affair. A version is there when its checksum is; those before the
//! last two are deleted, so that whoever is fetching one comes to its end.

use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use crate::{Store, StoreError};

/// How many bytes a chunk has at most.
pub const CHUNK: usize = 1 << 20;

/// An index that is stored whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredIndex {
    /// Its number; a later one is larger.
    pub version: i64,
    /// The last game of the library that is in it.
    pub last_key: i64,
    /// When that was added.
    pub last_added: i64,
    /// How many chunks there are.
    pub chunks: i64,
    /// The CRC-32 of all bytes.
    pub checksum: u32,
}

impl StoredIndex {
    fn read(row: &AnyRow) -> Result<StoredIndex, sqlx::Error> {
        Ok(StoredIndex {
            version: row.try_get("version")?,
            last_key: row.try_get("last_key")?,
            last_added: row.try_get("last_added")?,
            chunks: row.try_get("chunks")?,
            checksum: u32::try_from(row.try_get::<i64, _>("checksum")?).unwrap_or(0),
        })
    }
}

impl Store {
    /// Finds the latest index that is stored whole.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn latest_index(&self) -> Result<Option<StoredIndex>, StoreError> {
        let sql = "SELECT * FROM explorer_indexes WHERE checksum IS NOT NULL ORDER BY version DESC LIMIT 1";
        let row = sqlx::query(sql).fetch_optional(&mut *self.connection().await?).await?;
        Ok(row.as_ref().map(StoredIndex::read).transpose()?)
    }

    /// Begins to store an index, and returns its version. Nobody sees it before [`Store::finish_index`].
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn begin_index(&self, last_key: i64, last_added: i64) -> Result<i64, StoreError> {
        let sql = "INSERT INTO explorer_indexes (last_key, last_added) VALUES ($1, $2) RETURNING version";
        let mut change = self.change().await?;
        let version = sqlx::query_scalar(sql).bind(last_key).bind(last_added).fetch_one(&mut *change).await?;
        change.commit().await?;
        Ok(version)
    }

    /// Stores the next chunk of an index.
    ///
    /// # Errors
    ///
    /// If the database fails, or somebody has deleted the version.
    pub async fn add_index_chunk(&self, version: i64, number: i64, bytes: &[u8]) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        sqlx::query("INSERT INTO explorer_chunks (version, number, content) VALUES ($1, $2, $3)")
            .bind(version)
            .bind(number)
            .bind(bytes)
            .execute(&mut *change)
            .await?;
        change.commit().await
    }

    /// Ends an index that is stored whole, and deletes those before the one before it.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn finish_index(&self, version: i64, chunks: i64, checksum: u32) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        sqlx::query("UPDATE explorer_indexes SET chunks = $2, checksum = $3 WHERE version = $1")
            .bind(version)
            .bind(chunks)
            .bind(i64::from(checksum))
            .execute(&mut *change)
            .await?;
        let older = "DELETE FROM explorer_indexes WHERE version < (SELECT MAX(version) FROM explorer_indexes \
                     WHERE version < $1 AND checksum IS NOT NULL) OR (version < $1 AND checksum IS NULL)";
        sqlx::query(older).bind(version).execute(&mut *change).await?;
        change.commit().await
    }

    /// Reads a chunk of an index; `None` if the version is gone.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn index_chunk(&self, version: i64, number: i64) -> Result<Option<Vec<u8>>, StoreError> {
        let sql = "SELECT content FROM explorer_chunks WHERE version = $1 AND number = $2";
        let sql = sqlx::query_scalar(AssertSqlSafe(sql)).bind(version).bind(number);
        Ok(sql.fetch_optional(&mut *self.connection().await?).await?)
    }

    /// Deletes an index that turned out to be damaged.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn delete_index(&self, version: i64) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        sqlx::query("DELETE FROM explorer_indexes WHERE version = $1")
            .bind(version)
            .execute(&mut *change)
            .await?;
        change.commit().await
    }
}
