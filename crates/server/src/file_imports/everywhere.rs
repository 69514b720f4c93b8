//! Imports as they are asked for, whether this process reads them or whoever shares the database.

use std::sync::Arc;

use axum::body::Body;
use outflank_game::PersonId;
use outflank_records::NameEncoding;

use super::shared::progress;
use crate::error::ApiError;
use crate::studio::Studio;
use crate::wire::library::ImportProgress;

/// Who began an import, and how far it is.
type OwnedProgress = (Option<PersonId>, ImportProgress);

impl Studio {
    /// Begins an import that has no files yet; `encoding` is that of names that are not UTF-8.
    pub(crate) async fn begin_import(
        &self,
        encoding: Option<NameEncoding>,
        owner: Option<&PersonId>,
    ) -> Result<ImportProgress, ApiError> {
        if self.store.is_shared() {
            return self.begin_shared_import(encoding, owner).await;
        }
        Ok(self.file_imports.begin(&self.workspace, encoding, owner)?.show())
    }

    /// Lists the imports, the latest first.
    pub(crate) async fn imports(&self) -> Result<Vec<OwnedProgress>, ApiError> {
        if self.store.is_shared() {
            let rows = self.store.imports().await?;
            return Ok(rows.into_iter().map(|row| (row.owner.clone(), progress(row))).collect());
        }
        Ok(self.file_imports.list().iter().map(|job| (job.owner().cloned(), job.show())).collect())
    }

    /// Finds an import.
    pub(crate) async fn import(&self, id: u64) -> Result<OwnedProgress, ApiError> {
        if self.store.is_shared() {
            let row = self.store.import(number(id)?).await?;
            return Ok((row.owner.clone(), progress(row)));
        }
        let job = self.file_imports.find(id)?;
        Ok((job.owner().cloned(), job.show()))
    }

    /// Takes a file of an import.
    pub(crate) async fn take_import_file(
        &self,
        id: u64,
        name: &str,
        body: Body,
    ) -> Result<ImportProgress, ApiError> {
        if self.store.is_shared() {
            return self.take_shared_file(number(id)?, name, body).await;
        }
        let job = self.file_imports.find(id)?;
        job.take(name, body).await?;
        Ok(job.show())
    }

    /// Starts an import whose files are there.
    pub(crate) async fn start_import(self: &Arc<Studio>, id: u64) -> Result<ImportProgress, ApiError> {
        if self.store.is_shared() {
            return self.start_shared_import(number(id)?).await;
        }
        let job = self.file_imports.find(id)?;
        job.start(self)?;
        Ok(job.show())
    }

    /// Stops an import. The games kept until then stay.
    pub(crate) async fn stop_import(&self, id: u64) -> Result<ImportProgress, ApiError> {
        if self.store.is_shared() {
            return self.stop_shared_import(number(id)?).await;
        }
        let job = self.file_imports.find(id)?;
        job.stop();
        Ok(job.show())
    }
}

fn number(id: u64) -> Result<i64, ApiError> {
    i64::try_from(id).map_err(|_too_large| ApiError::missing(format!("there is no import {id}")))
}
