//! Opening a database by its address.

use std::path::Path;
use std::time::Duration;

use sqlx::any::AnyPoolOptions;
use sqlx::{AnyPool, Executor};

use crate::StoreError;
use crate::migrations::{POSTGRES, SQLITE};

/// How many connections are kept at most. Of SQLite's only one writes at a time.
const CONNECTIONS: u32 = 8;

/// What every connection to SQLite is told: readers do not wait for the writer, a commit is on disk when it
/// returns, and who must wait does so for a while instead of failing.
const PRAGMAS: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 10000; \
                       PRAGMA foreign_keys = ON;";

/// Opens a database and brings its tables up to date.
pub(crate) async fn connect(url: &str) -> Result<AnyPool, StoreError> {
    sqlx::any::install_default_drivers();
    let options = AnyPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(Duration::from_secs(10));
    if let Some(path) = file_of(url) {
        make_folder(Path::new(path))?;
        let options = options.after_connect(|connection, _| {
            Box::pin(async move { connection.execute(PRAGMAS).await.map(|_done| ()) })
        });
        let pool = options.connect(&format!("sqlite://{path}?mode=rwc")).await?;
        SQLITE.run(&pool).await?;
        Ok(pool)
    } else if url.starts_with("postgres://") || url.starts_with("postgresql://") {
        let pool = options.connect(url).await?;
        POSTGRES.run(&pool).await?;
        Ok(pool)
    } else {
        Err(StoreError::Address { url: without_password(url) })
    }
}

/// Returns the file that an address of SQLite names.
pub(crate) fn file_of(url: &str) -> Option<&str> {
    url.strip_prefix("sqlite:").map(|path| path.strip_prefix("//").unwrap_or(path))
}

fn make_folder(file: &Path) -> Result<(), StoreError> {
    let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) else { return Ok(()) };
    std::fs::create_dir_all(folder)
        .map_err(|reason| StoreError::Folder { folder: folder.display().to_string(), reason })
}

/// Returns an address as it may be shown.
pub(crate) fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    match rest.split_once('@') {
        Some((who, place)) => {
            let user = who.split_once(':').map_or(who, |(user, _password)| user);
            format!("{scheme}://{user}@{place}")
        }
        None => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_never_shown() {
        assert_eq!(without_password("mysql://ann:secret@host/db"), "mysql://ann@host/db");
        assert_eq!(without_password("mysql://host/db"), "mysql://host/db");
        assert_eq!(without_password("nonsense"), "nonsense");
    }
}
