//! Imports of files, kept where every server finds them: the files in chunks, how far each import is.
//!
//! An import collects files, is then read by whoever takes its job, and is over in the end. What was read is
//! stored in one change with the games it brought (`reading`), so that whoever goes on after a sudden end
//! neither loses nor counts anything twice. Where a file of SQLite is all, a server reads files itself.

mod reading;
mod uploads;

pub use reading::{ImportClaim, ImportNote};
pub use uploads::{ImportBounds, ImportFile};

use outflank_game::PersonId;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use crate::game::text;
use crate::{Store, StoreError};

/// What an import is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportPhase {
    /// Files come in.
    Collecting,
    /// Games are read and stored.
    Reading,
    /// The explorer's index is made.
    Indexing,
    /// All is done.
    Done,
    /// Somebody stopped it.
    Stopped,
    /// It failed.
    Failed,
}

impl ImportPhase {
    const ALL: [ImportPhase; 6] = [
        ImportPhase::Collecting,
        ImportPhase::Reading,
        ImportPhase::Indexing,
        ImportPhase::Done,
        ImportPhase::Stopped,
        ImportPhase::Failed,
    ];

    const fn word(self) -> &'static str {
        match self {
            ImportPhase::Collecting => "collecting",
            ImportPhase::Reading => "reading",
            ImportPhase::Indexing => "indexing",
            ImportPhase::Done => "done",
            ImportPhase::Stopped => "stopped",
            ImportPhase::Failed => "failed",
        }
    }
}

/// Why an import does not take what was sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportRefusal {
    /// It is not collecting files any more.
    #[error("the import has begun: files come before that")]
    Begun,
    /// There is a file of that name.
    #[error("there are two files {name:?}")]
    Twice {
        /// The name.
        name: String,
    },
    /// Its files are too many or too large.
    #[error("the files of the import are too many or too large")]
    TooMuch,
    /// The files of all imports are too large together.
    #[error("the files of all imports are too large together")]
    TooMuchOfAll,
    /// Somebody else has sent the same file since, or the import is gone.
    #[error("the file was sent again, or its import is gone")]
    Replaced,
    /// Somebody else reads it.
    #[error("somebody else goes on with the import")]
    Lost,
}

/// An import, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportRow {
    /// Its number.
    pub id: i64,
    /// Who began it; `None` where people have no names.
    pub owner: Option<PersonId>,
    /// How names are encoded that are not UTF-8, if that was said.
    pub encoding: Option<String>,
    /// What it is at.
    pub phase: ImportPhase,
    /// Whether somebody wants it to stop.
    pub stops: bool,
    /// How many files were sent.
    pub files: i64,
    /// How many games there will be, if that can be told.
    pub expected: Option<i64>,
    /// The source that is read, of all in their order.
    pub source: i64,
    /// How many of its items are stored.
    pub stored: i64,
    /// How many of them are stored with their studies.
    pub settled: i64,
    /// Games read.
    pub games: i64,
    /// Games that were new.
    pub added: i64,
    /// Games that were there already.
    pub duplicates: i64,
    /// Positions without moves.
    pub positions: i64,
    /// Records that are no legal game.
    pub bad: i64,
    /// What is wrong with them.
    pub faults: Vec<String>,
    /// Why it failed.
    pub failure: Option<String>,
}

impl ImportRow {
    fn read(row: &AnyRow) -> Result<ImportRow, StoreError> {
        let (word, faults) = (text(row, "state")?, text(row, "faults")?);
        let phase = ImportPhase::ALL.into_iter().find(|phase| phase.word() == word);
        Ok(ImportRow {
            id: row.try_get("id")?,
            owner: row.try_get::<Option<String>, _>("owner")?.map(PersonId::from),
            encoding: row.try_get("encoding")?,
            // What another version calls otherwise is over for this one.
            phase: phase.unwrap_or(ImportPhase::Failed),
            stops: row.try_get::<i64, _>("stops")? != 0,
            files: row.try_get("files")?,
            expected: row.try_get("expected")?,
            source: row.try_get("source")?,
            stored: row.try_get("stored")?,
            settled: row.try_get("settled")?,
            games: row.try_get("games")?,
            added: row.try_get("added")?,
            duplicates: row.try_get("duplicates")?,
            positions: row.try_get("positions")?,
            bad: row.try_get("bad")?,
            faults: faults.lines().map(str::to_owned).collect(),
            failure: row.try_get("failure")?,
        })
    }
}

impl Store {
    /// Begins an import without files. Of many the oldest that is over is forgotten; `None` if none is.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn begin_import(
        &self,
        owner: Option<&PersonId>,
        encoding: Option<&str>,
        most: i64,
    ) -> Result<Option<ImportRow>, StoreError> {
        let mut change = self.change().await?;
        let over = "DELETE FROM imports WHERE id IN (SELECT id FROM imports WHERE state IN \
                    ('done', 'stopped', 'failed') AND (SELECT COUNT(*) FROM imports) >= $1 ORDER BY id LIMIT 1)";
        sqlx::query(over).bind(most).execute(&mut *change).await?;
        let sql = format!(
            "INSERT INTO imports (owner, encoding, state, touched) SELECT $1, $2, 'collecting', {} \
             WHERE (SELECT COUNT(*) FROM imports) < $3 RETURNING *",
            self.kind().now()
        );
        let made = sqlx::query(AssertSqlSafe(sql))
            .bind(owner.map(PersonId::as_str))
            .bind(encoding)
            .bind(most)
            .fetch_optional(&mut *change)
            .await?;
        change.commit().await?;
        made.as_ref().map(ImportRow::read).transpose()
    }

    /// Lists the imports, the latest first.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn imports(&self) -> Result<Vec<ImportRow>, StoreError> {
        let rows = sqlx::query("SELECT * FROM imports ORDER BY id DESC")
            .fetch_all(&mut *self.connection().await?)
            .await?;
        rows.iter().map(ImportRow::read).collect()
    }

    /// Finds an import.
    ///
    /// # Errors
    ///
    /// If there is none with that number, or the database fails.
    pub async fn import(&self, id: i64) -> Result<ImportRow, StoreError> {
        let row = sqlx::query("SELECT * FROM imports WHERE id = $1")
            .bind(id)
            .fetch_optional(&mut *self.connection().await?)
            .await?;
        ImportRow::read(&row.ok_or(StoreError::NoImport { id })?)
    }

    /// Lets an import be read from now on: no more files come. Files that are not whole are left out. Returns
    /// false if it was not collecting files.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn start_import(&self, id: i64) -> Result<bool, StoreError> {
        let mut change = self.change().await?;
        let begun = "UPDATE imports SET state = 'reading' WHERE id = $1 AND state = 'collecting'";
        let begun = sqlx::query(begun).bind(id).execute(&mut *change).await?.rows_affected() > 0;
        if begun {
            sqlx::query("DELETE FROM import_files WHERE import = $1 AND whole = 0")
                .bind(id)
                .execute(&mut *change)
                .await?;
        }
        change.commit().await?;
        Ok(begun)
    }

    /// Asks an import to stop. One that collects files has stopped at once, and its files are gone.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn stop_import(&self, id: i64) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        let collecting = "DELETE FROM import_files WHERE import IN \
                          (SELECT id FROM imports WHERE id = $1 AND state = 'collecting')";
        let stop = "UPDATE imports SET stops = 1, \
                    bytes = CASE WHEN state = 'collecting' THEN 0 ELSE bytes END, \
                    state = CASE WHEN state = 'collecting' THEN 'stopped' ELSE state END WHERE id = $1";
        for sql in [collecting, stop] {
            sqlx::query(sql).bind(id).execute(&mut *change).await?;
        }
        change.commit().await
    }

    /// Gives up imports whose files did not come for some time, in milliseconds, and those whose job was
    /// given up. Returns the others that are under way and have no job of a kind: whoever should have asked
    /// for it may have died. Any number of servers may do this.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn tidy_imports(&self, kind: &str, patience: i64) -> Result<Vec<i64>, StoreError> {
        let mut change = self.change().await?;
        let expired = format!(
            "DELETE FROM imports WHERE state = 'collecting' AND touched < {} - $1",
            self.kind().now()
        );
        sqlx::query(AssertSqlSafe(expired)).bind(patience).execute(&mut *change).await?;
        let job = "(SELECT 1 FROM jobs WHERE jobs.kind = $1 AND jobs.game = imports.id";
        let failed = format!(
            "UPDATE imports SET state = 'failed', bytes = 0, failure = 'its workers ended again and again' \
             WHERE state IN ('reading', 'indexing') AND EXISTS {job} AND died IS NOT NULL)"
        );
        sqlx::query(AssertSqlSafe(failed)).bind(kind).execute(&mut *change).await?;
        let over = "DELETE FROM import_files WHERE import IN \
                    (SELECT id FROM imports WHERE state IN ('done', 'stopped', 'failed'))";
        sqlx::query(over).execute(&mut *change).await?;
        let forgotten = format!(
            "SELECT id FROM imports WHERE state IN ('reading', 'indexing') AND NOT EXISTS {job}) ORDER BY id"
        );
        let forgotten =
            sqlx::query_scalar(AssertSqlSafe(forgotten)).bind(kind).fetch_all(&mut *change).await?;
        change.commit().await?;
        Ok(forgotten)
    }
}
