//! Why something could not be kept or found.

use sqlx::migrate::MigrateError;

use crate::migrations::LAST_KNOWN;
use crate::{ChatRefused, DamagedGame, DamagedStudy, ImportRefusal, SeekRefused};

/// Why the store could not do what was asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The address of the database is of no known kind.
    #[error("{url:?} is not a database address; write sqlite:PATH or postgres://USER@HOST/NAME")]
    Address {
        /// The address, without its password.
        url: String,
    },
    /// There is no game with that number.
    #[error("there is no game {id}")]
    NoGame {
        /// The number asked for.
        id: i64,
    },
    /// The game has changed since the change was decided on.
    #[error("game {id} has moved on since revision {revision}")]
    Stale {
        /// The game.
        id: i64,
        /// The revision the change was made for.
        revision: i64,
    },
    /// Somebody has that name.
    #[error("somebody is already called {name:?}")]
    NameTaken {
        /// The name.
        name: String,
    },
    /// A seek cannot be made or accepted.
    #[error(transparent)]
    Seek(#[from] SeekRefused),
    /// Something cannot be said.
    #[error(transparent)]
    Chat(#[from] ChatRefused),
    /// There is no report with that number.
    #[error("there is no report {id}")]
    NoReport {
        /// The number asked for.
        id: i64,
    },
    /// There is no study of that name.
    #[error("there is no study {slug:?}")]
    NoStudy {
        /// The name asked for.
        slug: String,
    },
    /// The study has changed since the change was decided on.
    #[error("study {slug:?} has changed since revision {revision}")]
    StaleStudy {
        /// The study.
        slug: String,
        /// The revision the change was made for.
        revision: i64,
    },
    /// There is no tournament between people of that name.
    #[error("there is no club tournament {slug:?}")]
    NoClub {
        /// The name asked for.
        slug: String,
    },
    /// The tournament between people has changed since the change was decided on.
    #[error("club tournament {slug:?} has changed since revision {revision}")]
    StaleClub {
        /// The tournament.
        slug: String,
        /// The revision the change was made for.
        revision: i64,
    },
    /// The rows of a tournament between people are none: somebody else wrote them.
    #[error("club tournament {slug:?} is damaged: {reason}")]
    DamagedClub {
        /// The tournament.
        slug: String,
        /// What is wrong with it.
        reason: String,
    },
    /// There is a study already of the game that a new one should belong to.
    #[error("there is already a study of this game")]
    StudyExists,
    /// A study is no study: somebody else wrote it.
    #[error(transparent)]
    DamagedStudy(#[from] DamagedStudy),
    /// A game is no game: somebody else wrote it.
    #[error(transparent)]
    Damaged(DamagedGame),
    /// There is no import with that number.
    #[error("there is no import {id}")]
    NoImport {
        /// The number asked for.
        id: i64,
    },
    /// An import does not take what was sent.
    #[error(transparent)]
    Import(#[from] ImportRefusal),
    /// What should be passed on is too long.
    #[error("{length} bytes are too many to be passed on to other servers")]
    NewsTooLong {
        /// How long it is.
        length: usize,
    },
    /// The folder of the database cannot be made.
    #[error("cannot create the folder {folder}: {reason}")]
    Folder {
        /// The folder.
        folder: String,
        /// What the system says.
        reason: std::io::Error,
    },
    /// The file of the database cannot be opened for writing.
    #[error("cannot open {file} for writing: {reason}")]
    File {
        /// The file.
        file: String,
        /// What the system says.
        reason: std::io::Error,
    },
    /// The file is something else than a database.
    #[error("{file} is not an SQLite database: it begins with {start:?}")]
    NoDatabase {
        /// The file.
        file: String,
        /// The first characters.
        start: String,
    },
    /// The database cannot be opened.
    #[error("cannot open {what}: {reason}")]
    Opening {
        /// The file or the address, without its password.
        what: String,
        /// What is in the way.
        reason: Box<StoreError>,
    },
    /// There is no room left where the database is; nothing has changed.
    #[error("the disk is full: {}", plain(.0))]
    Full(sqlx::Error),
    /// The database may not be written to; nothing has changed.
    #[error("the database is read-only: {}", plain(.0))]
    ReadOnly(sqlx::Error),
    /// The database does not answer, or the connection to it has broken.
    #[error("the database cannot be reached: {}", plain(.0))]
    Unreachable(sqlx::Error),
    /// Too many others use the database; later it may work.
    #[error("the database is busy: {}", plain(.0))]
    Busy(sqlx::Error),
    /// The database refuses.
    #[error("database: {}", plain(.0))]
    Database(sqlx::Error),
    /// A newer version has been at the database: this one does not know what is in it.
    #[error(
        "a newer version of Outflank has used this database (it has migration {number}, and this version knows \
         none after {known}): use that version, or a copy of the database from before"
    )]
    Newer {
        /// The migration that is not known.
        number: i64,
        /// The last one that is.
        known: i64,
    },
    /// The tables cannot be brought up to date.
    #[error("database: {0}")]
    Migration(MigrateError),
}

impl StoreError {
    /// Tells whether the same may succeed later, without anybody changing what was asked.
    #[must_use]
    pub const fn is_passing(&self) -> bool {
        matches!(
            self,
            StoreError::Full(_) | StoreError::ReadOnly(_) | StoreError::Unreachable(_) | StoreError::Busy(_)
        )
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        use sqlx::Error::{BeginFailed, Io, PoolClosed, PoolTimedOut, Protocol, Tls, WorkerCrashed};
        match &error {
            sqlx::Error::Database(reason) => {
                match class(&reason.code().unwrap_or_default(), reason.message()) {
                    FailureClass::Full => StoreError::Full(error),
                    FailureClass::ReadOnly => StoreError::ReadOnly(error),
                    FailureClass::Unreachable => StoreError::Unreachable(error),
                    FailureClass::Busy => StoreError::Busy(error),
                    FailureClass::Other => StoreError::Database(error),
                }
            }
            Io(_) | Tls(_) | Protocol(_) | PoolClosed | WorkerCrashed | BeginFailed => {
                StoreError::Unreachable(error)
            }
            PoolTimedOut => StoreError::Busy(error),
            _ => StoreError::Database(error),
        }
    }
}

impl From<MigrateError> for StoreError {
    fn from(error: MigrateError) -> StoreError {
        match error {
            MigrateError::Execute(reason) => reason.into(),
            MigrateError::VersionMissing(number) if number > LAST_KNOWN => {
                StoreError::Newer { number, known: LAST_KNOWN }
            }
            MigrateError::ExecuteMigration(reason, number) => match StoreError::from(reason) {
                StoreError::Database(reason) => {
                    StoreError::Migration(MigrateError::ExecuteMigration(reason, number))
                }
                known => known,
            },
            _ => StoreError::Migration(error),
        }
    }
}

/// What a failure means for whoever asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FailureClass {
    Full,
    ReadOnly,
    Unreachable,
    Busy,
    Other,
}

/// Sorts the codes of SQLite (numbers, extended ones too) and of PostgreSQL (five characters).
fn class(code: &str, message: &str) -> FailureClass {
    match code {
        // PostgreSQL that cannot even begin for want of room says so in words only.
        "XX000" | "58030" if message.starts_with("could not write") => FailureClass::Full,
        // FULL, and writes that failed otherwise: over quota or beyond the largest size of a file
        // (IOERR_WRITE), where space is given late (IOERR_FSYNC), or of the shared memory beside the file
        // (IOERR_SHMSIZE, IOERR_SHMOPEN).
        "13" | "778" | "1034" | "4618" | "4874" | "53100" => FailureClass::Full,
        // READONLY, and further ones; a transaction that may only read.
        "8" | "264" | "520" | "776" | "1032" | "1288" | "1544" | "25006" => FailureClass::ReadOnly,
        // BUSY and LOCKED; too many connections, deadlocks, changes that met.
        "5" | "6" | "261" | "262" | "517" | "773" | "53300" | "40001" | "40P01" | "55P03" => {
            FailureClass::Busy
        }
        // Connections that broke or were refused, and a server that stops or starts.
        postgres if postgres.len() == 5 && (postgres.starts_with("08") || postgres.starts_with("57P")) => {
            FailureClass::Unreachable
        }
        _ => FailureClass::Other,
    }
}

/// Says what the database says, without what sqlx puts before it.
fn plain(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Database(reason) => match reason.code() {
            Some(code) => format!("{} (code {code})", reason.message()),
            None => reason.message().to_owned(),
        },
        sqlx::Error::Io(reason) => reason.to_string(),
        sqlx::Error::Tls(reason) => format!("TLS: {reason}"),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_both_databases_are_sorted() {
        let sorted =
            ["13", "53100", "8", "5", "57P03", "08006", "1", "42P01", "XX000"].map(|code| class(code, ""));
        use FailureClass::{Busy, Full, Other, ReadOnly, Unreachable};
        assert_eq!(sorted, [Full, Full, ReadOnly, Busy, Unreachable, Unreachable, Other, Other, Other]);
        assert_eq!(class("XX000", "could not write init file"), Full);
        assert!(StoreError::from(sqlx::Error::WorkerCrashed).is_passing());
        assert!(!StoreError::NoGame { id: 1 }.is_passing());
    }
}
