//! Imports as they are read: games and progress in one change, by one reader at a time.

use sqlx::AssertSqlSafe;

use super::{ImportFile, ImportPhase, ImportRefusal, ImportRow};
use crate::change::Change;
use crate::games::align_numbers;
use crate::library::merge_all;
use crate::{LibraryGame, Store, StoreError};

/// Who reads an import. What is stored in the name of an earlier reader is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportClaim {
    /// The import.
    pub import: i64,
    /// The name of the reader.
    pub worker: String,
}

/// How far the reading of a source is, with what is stored of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportNote {
    /// The source, of all in their order.
    pub source: i64,
    /// How many of its items are read.
    pub items: i64,
    /// Positions without moves among those since the last note.
    pub positions: i64,
    /// Records that are no legal game, since the last note.
    pub bad: i64,
    /// What is wrong with all bad records, of very many the first.
    pub faults: Vec<String>,
}

impl Store {
    /// Takes an import over that is to be read, and returns how far it is; `None` if it is over or collects
    /// files.
    ///
    /// # Errors
    ///
    /// If there is none with that number, or the database fails.
    pub async fn take_import(&self, claim: &ImportClaim) -> Result<Option<ImportRow>, StoreError> {
        let mut change = self.change().await?;
        let sql =
            "UPDATE imports SET worker = $2 WHERE id = $1 AND state IN ('reading', 'indexing') RETURNING *";
        let row =
            sqlx::query(sql).bind(claim.import).bind(&claim.worker).fetch_optional(&mut *change).await?;
        change.commit().await?;
        match row {
            Some(row) => ImportRow::read(&row).map(Some),
            None => self.import(claim.import).await.map(|_over| None),
        }
    }

    /// Lists the files of an import by name.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn import_files(&self, import: i64) -> Result<Vec<ImportFile>, StoreError> {
        let sql = "SELECT id, name FROM import_files WHERE import = $1 AND whole = 1 ORDER BY name";
        let rows: Vec<(i64, String)> =
            sqlx::query_as(sql).bind(import).fetch_all(&mut *self.connection().await?).await?;
        Ok(rows.into_iter().map(|(id, name)| ImportFile { id, import, name }).collect())
    }

    /// Reads a chunk of a file; `None` after the last.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn import_chunk(&self, file: &ImportFile, number: i64) -> Result<Option<Vec<u8>>, StoreError> {
        let sql = "SELECT content FROM import_chunks WHERE file = $1 AND number = $2";
        let sql = sqlx::query_scalar(sql).bind(file.id).bind(number);
        Ok(sql.fetch_optional(&mut *self.connection().await?).await?)
    }

    /// Says how many games there will be.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn expect_import(&self, claim: &ImportClaim, games: Option<i64>) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        sqlx::query("UPDATE imports SET expected = $3 WHERE id = $1 AND worker = $2")
            .bind(claim.import)
            .bind(&claim.worker)
            .bind(games)
            .execute(&mut *change)
            .await?;
        change.commit().await
    }

    /// Adds games of an import to the library and notes how far it is, all or nothing. What was noted before
    /// is settled by that: its studies are there. Returns how many games were new, and whether somebody wants
    /// the import to stop.
    ///
    /// # Errors
    ///
    /// [`ImportRefusal::Lost`] if somebody else reads it by now; or if the database fails. Then nothing is
    /// stored.
    pub async fn add_import_batch(
        &self,
        claim: &ImportClaim,
        games: &[LibraryGame],
        note: &ImportNote,
    ) -> Result<(u64, bool), StoreError> {
        let mut change = self.change_alone().await?;
        align_numbers(&mut change, self.kind()).await?;
        let added = merge_all(&mut change, games).await?;
        let read = i64::try_from(games.len()).unwrap_or(i64::MAX);
        let new = i64::try_from(added).unwrap_or(i64::MAX).min(read);
        // A fault is one line.
        let faults: Vec<String> =
            note.faults.iter().map(|fault| fault.replace(['\n', '\r', '\0'], " ")).collect();
        let sql = format!(
            "UPDATE imports SET settled = CASE WHEN source = $3 THEN stored ELSE 0 END, source = $3, stored = $4, \
             games = games + $5, added = added + $6, duplicates = duplicates + $5 - $6, \
             positions = positions + $7, bad = bad + $8, faults = $9, touched = {} \
             WHERE id = $1 AND worker = $2 AND state = 'reading' RETURNING stops",
            self.kind().now()
        );
        let stops: Option<i64> = sqlx::query_scalar(AssertSqlSafe(sql))
            .bind(claim.import)
            .bind(&claim.worker)
            .bind(note.source)
            .bind(note.items)
            .bind(read)
            .bind(new)
            .bind(note.positions)
            .bind(note.bad)
            .bind(faults.join("\n"))
            .fetch_optional(&mut *change)
            .await?;
        let Some(stops) = stops else {
            change.abandon().await?;
            return Err(ImportRefusal::Lost.into());
        };
        change.commit().await?;
        Ok((added, stops != 0))
    }

    /// Lets an import be in another phase. Its files go once it is read.
    ///
    /// # Errors
    ///
    /// [`ImportRefusal::Lost`] if somebody else reads it by now; or if the database fails.
    pub async fn move_import_on(
        &self,
        claim: &ImportClaim,
        phase: ImportPhase,
        failure: Option<&str>,
    ) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        let moved = move_on(&mut change, claim, phase, failure).await?;
        if !moved {
            change.abandon().await?;
            return Err(ImportRefusal::Lost.into());
        }
        sqlx::query("DELETE FROM import_files WHERE import = $1")
            .bind(claim.import)
            .execute(&mut *change)
            .await?;
        change.commit().await
    }
}

async fn move_on(
    change: &mut Change,
    claim: &ImportClaim,
    phase: ImportPhase,
    failure: Option<&str>,
) -> Result<bool, StoreError> {
    let sql = "UPDATE imports SET state = $3, failure = $4, bytes = 0 \
               WHERE id = $1 AND worker = $2 AND state IN ('reading', 'indexing')";
    let moved = sqlx::query(sql)
        .bind(claim.import)
        .bind(&claim.worker)
        .bind(phase.word())
        .bind(failure)
        .execute(&mut **change)
        .await?;
    Ok(moved.rows_affected() > 0)
}
