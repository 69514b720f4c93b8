//! Opening a database by its address.
//!
//! The first connection is made alone, outside the pool: what is wrong is said at once and in the words of
//! the system or the database. The pool would try again until its time is over, and then say only that.

use std::io::{ErrorKind, Read};
use std::path::Path;
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, AnyPool, ConnectOptions, Connection, Executor};

use crate::StoreError;
use crate::database::DatabaseKind;
use crate::migrations::{POSTGRES, SQLITE};

/// How many connections are kept at most. Of SQLite's only one writes at a time.
const CONNECTIONS: u32 = 8;

/// How long somebody waits for a connection while others use all of them.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a database may take to answer at first.
const FIRST_ANSWER: Duration = Duration::from_secs(10);

/// How long a connection may take to say that it is alive.
pub(crate) const ALIVE: Duration = Duration::from_secs(2);

/// Who was alive so short a time ago is not asked again.
const JUST_USED: Duration = Duration::from_secs(1);

/// What every connection to PostgreSQL is told: to notice within half a minute that nobody is at this end any
/// more, so that a game which somebody was changing is free for others. Where the system cannot do that, or
/// something between does not pass it on, it stays as it is.
const NOTICE: &str = "SET tcp_user_timeout = 10000; SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; \
                      SET tcp_keepalives_count = 3; SET idle_in_transaction_session_timeout = 15000";

/// What makes readers not wait for the writer; the file remembers it. A commit is on disk when it returns:
/// `synchronous = FULL` is SQLite's own default.
const READERS_DO_NOT_WAIT: &str = "PRAGMA journal_mode = WAL";

/// What every connection to SQLite is told: who must wait does so for a while instead of failing. Nothing
/// here reads the file, so that it cannot fail: the pool would hide the reason.
const PRAGMAS: &str = "PRAGMA busy_timeout = 10000; PRAGMA foreign_keys = ON;";

/// How much of the file a connection keeps, in KiB: the system keeps the file, too, and a cache that fills in
/// minutes instead of hours lets memory stay level. Asking for it reads the file, so that it may fail; then
/// the connection has the cache that SQLite gives by itself.
const SMALL_CACHE: &str = "PRAGMA cache_size = -512";

/// What the first bytes of a database are; a new one has none.
const HEADER: &[u8] = b"SQLite format 3\0";

/// An open database.
#[derive(Clone, Debug)]
pub(crate) struct OpenDatabase {
    pub(crate) kind: DatabaseKind,
    pub(crate) pool: AnyPool,
    /// How further connections are made.
    pub(crate) options: AnyConnectOptions,
}

/// Opens a database and brings its tables up to date.
pub(crate) async fn open(url: &str) -> Result<OpenDatabase, StoreError> {
    sqlx::any::install_default_drivers();
    let kind = kind_of(url).ok_or_else(|| StoreError::Address { url: without_password(url) })?;
    let (address, what) = match file_of(url) {
        Some(path) => {
            prepare_file(Path::new(path))?;
            (format!("sqlite:{}?mode=rwc", encoded(path)), path.to_owned())
        }
        None => (url.to_owned(), without_password(url)),
    };
    let opening = |reason: StoreError| StoreError::Opening { what: what.clone(), reason: Box::new(reason) };
    let options: AnyConnectOptions = address.parse().map_err(|error: sqlx::Error| opening(error.into()))?;
    first_connection(kind, &options).await.map_err(opening)?;
    Ok(OpenDatabase { kind, pool: pool(kind, &options), options })
}

/// Makes one connection and brings the tables up to date.
async fn first_connection(kind: DatabaseKind, options: &AnyConnectOptions) -> Result<(), StoreError> {
    let mut connection = connect(options, FIRST_ANSWER).await?;
    match kind {
        DatabaseKind::Sqlite => {
            connection.execute(PRAGMAS).await?;
            connection.execute(READERS_DO_NOT_WAIT).await?;
            SQLITE.run(&mut connection).await?;
        }
        DatabaseKind::Postgres => POSTGRES.run(&mut connection).await?,
    }
    Ok(connection.close().await?)
}

/// Makes a connection of its own within a time.
pub(crate) async fn connect(
    options: &AnyConnectOptions,
    limit: Duration,
) -> Result<AnyConnection, StoreError> {
    let late = |_| {
        let message = format!("no answer in {} s", limit.as_secs());
        StoreError::Unreachable(std::io::Error::new(ErrorKind::TimedOut, message).into())
    };
    Ok(tokio::time::timeout(limit, options.connect()).await.map_err(late)??)
}

/// Makes the connections that are shared.
fn pool(kind: DatabaseKind, options: &AnyConnectOptions) -> AnyPool {
    let shared = AnyPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(PATIENCE);
    let shared = match kind {
        DatabaseKind::Sqlite => shared.after_connect(|connection, _| {
            Box::pin(async move {
                connection.execute(PRAGMAS).await?;
                connection.execute(SMALL_CACHE).await.ok();
                Ok(())
            })
        }),
        DatabaseKind::Postgres => shared.after_connect(|connection, _| {
            Box::pin(async move {
                connection.execute(NOTICE).await.ok();
                Ok(())
            })
        }),
    };
    let is_remote = kind == DatabaseKind::Postgres;
    // What is done within a transaction that somebody left open would never be stored: such a connection is
    // closed. Nobody should leave one (`Change`), so this is the second lock on the same door.
    // Whether somebody is at the other end is asked here and not by the pool, which would wait for an answer
    // for as long as the system does: a network that is gone says nothing.
    let shared = shared.test_before_acquire(false).before_acquire(move |connection, last| {
        let usable = !connection.is_in_transaction();
        Box::pin(async move {
            if is_remote && last.idle_for > JUST_USED {
                let late = |_| std::io::Error::new(ErrorKind::TimedOut, "the connection says nothing");
                tokio::time::timeout(ALIVE, connection.ping()).await.map_err(late)??;
            }
            Ok(usable)
        })
    });
    shared.connect_lazy_with(options.clone())
}

/// Returns the kind of database that an address names.
fn kind_of(url: &str) -> Option<DatabaseKind> {
    if file_of(url).is_some() {
        return Some(DatabaseKind::Sqlite);
    }
    let is_postgres = url.starts_with("postgres://") || url.starts_with("postgresql://");
    is_postgres.then_some(DatabaseKind::Postgres)
}

/// Returns the file that an address of SQLite names.
pub(crate) fn file_of(url: &str) -> Option<&str> {
    url.strip_prefix("sqlite:").map(|path| path.strip_prefix("//").unwrap_or(path))
}

/// Writes a path as a part of an address: whatever its letters mean there, the file of that name is meant.
fn encoded(path: &str) -> String {
    let letter = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    path.bytes().map(letter).collect()
}

/// Makes the file if it is missing, with its folder, and sees whether it is a database that may be written
/// to. SQLite itself would open what it may only read, and fail later.
fn prepare_file(file: &Path) -> Result<(), StoreError> {
    make_folder(file)?;
    let refused = |reason| StoreError::File { file: file.display().to_string(), reason };
    let mut options = std::fs::OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, private::OWNER_ONLY);
    let mut start = Vec::new();
    let opened = options.open(file).map_err(refused)?;
    opened.take(HEADER.len() as u64).read_to_end(&mut start).map_err(refused)?;
    if !start.is_empty() && start != HEADER {
        let start = String::from_utf8_lossy(&start).into_owned();
        return Err(StoreError::NoDatabase { file: file.display().to_string(), start });
    }
    #[cfg(unix)]
    private::make_private(file);
    Ok(())
}

fn make_folder(file: &Path) -> Result<(), StoreError> {
    let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) else { return Ok(()) };
    std::fs::create_dir_all(folder)
        .map_err(|reason| StoreError::Folder { folder: folder.display().to_string(), reason })
}

/// The keys of seats are in the file: nobody but its owner may read it.
#[cfg(unix)]
mod private {
    use std::ffi::OsString;
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;
    use std::path::{Path, PathBuf};

    /// What a new file may be used for by whom; SQLite makes its other files likewise.
    pub(super) const OWNER_ONLY: u32 = 0o600;

    /// What others than the owner and the group may do.
    const OTHERS: u32 = 0o007;

    /// Makes a file that everybody may use, as version 0.1 left it, its owner's alone. Any other mode was
    /// chosen by somebody and stays.
    pub(super) fn make_private(file: &Path) {
        for file in ["", "-wal", "-shm"].map(|ending| beside(file, ending)) {
            let Ok(metadata) = file.metadata() else { continue };
            if metadata.permissions().mode() & OTHERS != 0 {
                // A file of somebody else stays as it is.
                let _as_it_was = std::fs::set_permissions(&file, Permissions::from_mode(OWNER_ONLY));
            }
        }
    }

    fn beside(file: &Path, ending: &str) -> PathBuf {
        let mut name = OsString::from(file);
        name.push(ending);
        PathBuf::from(name)
    }
}

/// Returns an address as it may be shown.
pub(crate) fn without_password(url: &str) -> String {
    let (url, query) = url.split_once('?').map_or((url, None), |(url, query)| (url, Some(query)));
    let shown = match url.split_once("://") {
        Some((scheme, rest)) => match rest.rsplit_once('@') {
            Some((who, place)) => {
                let user = who.split_once(':').map_or(who, |(user, _password)| user);
                format!("{scheme}://{user}@{place}")
            }
            None => url.to_owned(),
        },
        None => url.to_owned(),
    };
    let Some(query) = query else { return shown };
    let settings = query.split('&').filter(|setting| !setting.to_ascii_lowercase().contains("password"));
    match settings.collect::<Vec<_>>().join("&") {
        none if none.is_empty() => shown,
        settings => format!("{shown}?{settings}"),
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
        let given = "postgres://ann:p@ss@host/db?sslmode=require&password=secret&sslpassword=secret";
        assert_eq!(without_password(given), "postgres://ann@host/db?sslmode=require");
        assert_eq!(without_password("postgres://host/db?password=secret"), "postgres://host/db");
    }

    #[test]
    fn a_file_may_have_any_name() {
        assert_eq!(encoded("/a b/50%?#.db"), "/a%20b/50%25%3F%23.db");
    }
}
