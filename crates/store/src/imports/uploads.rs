//! Files of imports as they come in: counted before they are stored, and gone if they do not come whole.

use sqlx::AssertSqlSafe;

use super::ImportRefusal;
use crate::{Store, StoreError};

/// How much imports may bring.
#[derive(Clone, Copy, Debug)]
pub struct ImportBounds {
    /// Files of an import.
    pub files: i64,
    /// Bytes of the files of an import.
    pub bytes: i64,
    /// Bytes of the files of all imports.
    pub bytes_of_all: i64,
}

/// A file of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportFile {
    /// Its number.
    pub id: i64,
    /// The import it belongs to.
    pub import: i64,
    /// What it is called.
    pub name: String,
}

impl Store {
    /// Begins a file of an import. One of the same name that did not come whole is replaced: whoever took it
    /// may have died.
    ///
    /// # Errors
    ///
    /// [`ImportRefusal`] if the import takes no such file; or if the database fails.
    pub async fn begin_import_file(
        &self,
        import: i64,
        name: &str,
        bounds: ImportBounds,
    ) -> Result<ImportFile, StoreError> {
        let mut change = self.change().await?;
        let touched = format!(
            "UPDATE imports SET touched = {} WHERE id = $1 AND state = 'collecting'",
            self.kind().now()
        );
        let touched = sqlx::query(AssertSqlSafe(touched)).bind(import).execute(&mut *change).await?;
        if touched.rows_affected() == 0 {
            change.abandon().await?;
            return Err(ImportRefusal::Begun.into());
        }
        let part = "SELECT id FROM import_files WHERE import = $1 AND name = $2 AND whole = 0";
        let part: Option<i64> =
            sqlx::query_scalar(part).bind(import).bind(name).fetch_optional(&mut *change).await?;
        if let Some(part) = part {
            remove(&mut change, import, part).await?;
        }
        let sql = "INSERT INTO import_files (import, name) SELECT $1, $2 \
                   WHERE (SELECT COUNT(*) FROM import_files WHERE import = $1) < $3 \
                   ON CONFLICT DO NOTHING RETURNING id";
        let made: Option<i64> = sqlx::query_scalar(sql)
            .bind(import)
            .bind(name)
            .bind(bounds.files)
            .fetch_optional(&mut *change)
            .await?;
        let there = "SELECT COUNT(*) FROM import_files WHERE import = $1 AND name = $2";
        let there: i64 = sqlx::query_scalar(there).bind(import).bind(name).fetch_one(&mut *change).await?;
        match made {
            Some(id) => {
                change.commit().await?;
                Ok(ImportFile { id, import, name: name.to_owned() })
            }
            None => {
                change.abandon().await?;
                let twice = ImportRefusal::Twice { name: name.to_owned() };
                Err(if there > 0 { twice } else { ImportRefusal::TooMuch }.into())
            }
        }
    }

    /// Stores the next chunk of a file.
    ///
    /// # Errors
    ///
    /// [`ImportRefusal`] if there is no room for it, or the import has begun without it; or if the database
    /// fails.
    pub async fn add_import_chunk(
        &self,
        file: &ImportFile,
        number: i64,
        bytes: &[u8],
        bounds: ImportBounds,
    ) -> Result<(), StoreError> {
        let length = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        let mut change = self.change().await?;
        let sql = format!(
            "UPDATE imports SET bytes = bytes + $2, touched = {} WHERE id = $1 AND state = 'collecting' \
             RETURNING bytes, (SELECT CAST(COALESCE(SUM(other.bytes), 0) AS BIGINT) FROM imports AS other) AS sum",
            self.kind().now()
        );
        let counted: Option<(i64, i64)> = sqlx::query_as(AssertSqlSafe(sql))
            .bind(file.import)
            .bind(length)
            .fetch_optional(&mut *change)
            .await?;
        let refusal = match counted {
            None => Some(ImportRefusal::Begun),
            Some((bytes, _)) if bytes > bounds.bytes => Some(ImportRefusal::TooMuch),
            // The sum may be that of before, or of now.
            Some((_, sum)) if sum.saturating_add(length) > bounds.bytes_of_all => {
                Some(ImportRefusal::TooMuchOfAll)
            }
            Some(_) => None,
        };
        if let Some(refusal) = refusal {
            change.abandon().await?;
            return Err(refusal.into());
        }
        let known = "UPDATE import_files SET bytes = bytes + $2 WHERE id = $1 AND whole = 0";
        let known = sqlx::query(known).bind(file.id).bind(length).execute(&mut *change).await?;
        if known.rows_affected() == 0 {
            change.abandon().await?;
            return Err(ImportRefusal::Replaced.into());
        }
        sqlx::query("INSERT INTO import_chunks (file, number, content) VALUES ($1, $2, $3)")
            .bind(file.id)
            .bind(number)
            .bind(bytes)
            .execute(&mut *change)
            .await?;
        change.commit().await
    }

    /// Ends a file that has come whole.
    ///
    /// # Errors
    ///
    /// [`ImportRefusal`] if the import has begun without it; or if the database fails.
    pub async fn finish_import_file(&self, file: &ImportFile) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        let sql = format!(
            "UPDATE imports SET files = files + 1, touched = {} WHERE id = $1 AND state = 'collecting'",
            self.kind().now()
        );
        let counted = sqlx::query(AssertSqlSafe(sql)).bind(file.import).execute(&mut *change).await?;
        let whole = "UPDATE import_files SET whole = 1 WHERE id = $1 AND whole = 0";
        let whole = sqlx::query(whole).bind(file.id).execute(&mut *change).await?;
        let refusal = match (counted.rows_affected(), whole.rows_affected()) {
            (0, _) => Some(ImportRefusal::Begun),
            (_, 0) => Some(ImportRefusal::Replaced),
            _ => None,
        };
        match refusal {
            None => change.commit().await,
            Some(refusal) => {
                change.abandon().await?;
                Err(refusal.into())
            }
        }
    }

    /// Forgets a file that did not come whole.
    ///
    /// # Errors
    ///
    /// If the database fails. Then it goes with its import.
    pub async fn drop_import_file(&self, file: &ImportFile) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        remove(&mut change, file.import, file.id).await?;
        change.commit().await
    }
}

/// Removes a part of a file, and gives its bytes back.
async fn remove(change: &mut crate::change::Change, import: i64, file: i64) -> Result<(), StoreError> {
    let sql = "DELETE FROM import_files WHERE id = $1 AND whole = 0 RETURNING bytes";
    let bytes: Option<i64> = sqlx::query_scalar(sql).bind(file).fetch_optional(&mut **change).await?;
    if let Some(bytes) = bytes {
        sqlx::query("UPDATE imports SET bytes = bytes - $2 WHERE id = $1 AND state = 'collecting'")
            .bind(import)
            .bind(bytes)
            .execute(&mut **change)
            .await?;
    }
    Ok(())
}
