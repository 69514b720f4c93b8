//! Why something could not be kept or found.

use crate::DamagedGame;

/// Why the store could not do what was asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The address of the database is of no known kind.
    #[error("{url:?} is no database address; write sqlite:PATH or postgres://USER@HOST/NAME")]
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
    /// A game is no game: somebody else wrote it.
    #[error(transparent)]
    Damaged(DamagedGame),
    /// The folder of the database cannot be made.
    #[error("cannot make the folder {folder}: {reason}")]
    Folder {
        /// The folder.
        folder: String,
        /// What the system says.
        reason: std::io::Error,
    },
    /// The database refuses or cannot be reached.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    /// The tables cannot be brought up to date.
    #[error("database: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
}
