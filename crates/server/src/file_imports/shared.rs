//! Imports where several servers share a database: files and progress are there, so that any of them may be
//! asked, and whoever takes the job reads them (`work`).

use axum::body::{Body, HttpBody};
use futures_util::StreamExt;
use outflank_game::PersonId;
use outflank_records::NameEncoding;
use outflank_store::{CHUNK, ImportBounds, ImportFile, ImportPhase, ImportRefusal, ImportRow, StoreError};
use tracing::warn;

use super::upload::{begun, require_plain, too_much};
use super::{BYTES, BYTES_OF_ALL, FILES, PATIENCE, REMEMBERED};
use crate::error::ApiError;
use crate::studio::Studio;
use crate::wire::library::{ImportProgress, ImportState, LibraryImport};
use crate::work::IMPORT;

/// How much imports may bring.
const BOUNDS: ImportBounds =
    ImportBounds { files: FILES as i64, bytes: BYTES as i64, bytes_of_all: BYTES_OF_ALL as i64 };

impl Studio {
    /// Begins an import that every server knows.
    pub(super) async fn begin_shared_import(
        &self,
        encoding: Option<NameEncoding>,
        owner: Option<&PersonId>,
    ) -> Result<ImportProgress, ApiError> {
        let encoding = encoding.map(|encoding| encoding.to_string());
        let most = i64::try_from(REMEMBERED).unwrap_or(i64::MAX);
        let begun = self.store.begin_import(owner, encoding.as_deref(), most).await?;
        begun.map(progress).ok_or_else(|| ApiError::busy("too many imports are in progress"))
    }

    /// Takes a file of an import. What is refused is refused before anything of it is read.
    pub(super) async fn take_shared_file(
        &self,
        id: i64,
        name: &str,
        body: Body,
    ) -> Result<ImportProgress, ApiError> {
        require_plain(name)?;
        self.store.import(id).await?;
        if body.size_hint().lower() > BYTES {
            return Err(too_much());
        }
        let file = self.store.begin_import_file(id, name, BOUNDS).await.map_err(refusal)?;
        let stored = self.store_file(&file, body).await;
        if stored.is_err()
            && let Err(error) = self.store.drop_import_file(&file).await
        {
            warn!(import = id, %error, "a part of a file stays until its import is over");
        }
        stored?;
        Ok(progress(self.store.import(id).await?))
    }

    async fn store_file(&self, file: &ImportFile, body: Body) -> Result<(), ApiError> {
        let (mut parts, mut chunk, mut number) = (body.into_data_stream(), Vec::new(), 0);
        while let Some(part) = parts.next().await {
            let broken = |_| ApiError::malformed(format!("{:?} did not arrive complete", file.name));
            chunk.extend_from_slice(&part.map_err(broken)?);
            while chunk.len() >= CHUNK {
                let rest = chunk.split_off(CHUNK);
                self.store.add_import_chunk(file, number, &chunk, BOUNDS).await.map_err(refusal)?;
                (chunk, number) = (rest, number + 1);
            }
        }
        if !chunk.is_empty() {
            self.store.add_import_chunk(file, number, &chunk, BOUNDS).await.map_err(refusal)?;
        }
        self.store.finish_import_file(file).await.map_err(refusal)
    }

    /// Lets whoever has time read an import.
    pub(super) async fn start_shared_import(&self, id: i64) -> Result<ImportProgress, ApiError> {
        let row = self.store.import(id).await?;
        if !self.store.start_import(id).await? {
            return Err(ApiError::conflict("under-way", "the import has begun already"));
        }
        // If this fails, whoever tidies asks for it.
        self.order_import(id, row.owner.as_ref()).await?;
        Ok(progress(self.store.import(id).await?))
    }

    /// Asks an import to stop.
    pub(super) async fn stop_shared_import(&self, id: i64) -> Result<ImportProgress, ApiError> {
        self.store.import(id).await?;
        self.store.stop_import(id).await?;
        Ok(progress(self.store.import(id).await?))
    }

    /// Gives up imports whose files do not come any more, and asks again for the reading of others that
    /// nobody may have been asked for.
    pub(crate) async fn tidy_shared_imports(&self) -> Result<(), StoreError> {
        let patience = i64::try_from(PATIENCE.as_millis()).unwrap_or(i64::MAX);
        for id in self.store.tidy_imports(IMPORT, patience).await? {
            let row = self.store.import(id).await?;
            self.order_import(id, row.owner.as_ref()).await?;
        }
        Ok(())
    }
}

/// Shows how far an import is.
pub(super) fn progress(row: ImportRow) -> ImportProgress {
    let count = |number: i64| u64::try_from(number).unwrap_or(0);
    ImportProgress {
        id: count(row.id),
        state: match row.phase {
            ImportPhase::Collecting => ImportState::Collecting,
            ImportPhase::Reading => ImportState::Reading,
            ImportPhase::Indexing => ImportState::Indexing,
            ImportPhase::Done => ImportState::Done,
            ImportPhase::Stopped => ImportState::Stopped,
            ImportPhase::Failed => ImportState::Failed,
        },
        files: usize::try_from(row.files).unwrap_or(0),
        expected: row.expected.map(count),
        report: LibraryImport {
            read: count(row.games),
            added: count(row.added),
            duplicates: count(row.duplicates),
            positions: count(row.positions),
            bad: count(row.bad),
            faults: row.faults,
        },
        failure: row.failure,
    }
}

fn refusal(error: StoreError) -> ApiError {
    match error {
        StoreError::Import(ImportRefusal::Begun) => begun(),
        StoreError::Import(ImportRefusal::TooMuch) => too_much(),
        StoreError::Import(refusal @ ImportRefusal::TooMuchOfAll) => ApiError::busy(refusal.to_string()),
        StoreError::Import(refusal @ ImportRefusal::Twice { .. }) => {
            ApiError::conflict("twice", refusal.to_string())
        }
        error => error.into(),
    }
}
