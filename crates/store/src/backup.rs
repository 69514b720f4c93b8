//! A copy of a database that others use meanwhile.

use std::path::Path;

use crate::database::DatabaseKind;
use crate::{Store, StoreError};

impl Store {
    /// Writes all that is stored at one moment into a new file, while others read and write. The file is a
    /// database of its own, and nobody else may read it. PostgreSQL has a program for that.
    ///
    /// # Errors
    ///
    /// If the database is no file, the file is there already or cannot be written, or the database fails.
    pub async fn back_up(&self, target: &Path) -> Result<(), StoreError> {
        let refused = |reason| StoreError::File { file: target.display().to_string(), reason };
        if self.kind() != DatabaseKind::Sqlite {
            return Err(refused(std::io::Error::other("PostgreSQL is backed up with pg_dump")));
        }
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        // SQLite fills a file that is there and empty.
        let file = options.open(target).map_err(refused)?;
        let written = async {
            let path = target.to_str().ok_or_else(|| refused(std::io::ErrorKind::InvalidFilename.into()))?;
            sqlx::query("VACUUM INTO $1").bind(path).execute(&mut *self.connection().await?).await?;
            file.sync_all().map_err(refused)
        };
        let written = written.await;
        if written.is_err() {
            let _half_a_copy = std::fs::remove_file(target);
        }
        written
    }
}
