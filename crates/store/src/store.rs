//! One database.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use sqlx::{AnyPool, Row};

use crate::StoreError;
use crate::connect::{connect, file_of};

/// The games of one database. Copies share their connections.
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) pool: AnyPool,
    file: Option<PathBuf>,
    /// How many games were parsed.
    pub(crate) parsed: Arc<AtomicU64>,
}

impl Store {
    /// Opens a database, `sqlite:PATH` or `postgres://...`, and brings its tables up to date. A missing
    /// SQLite file is made.
    ///
    /// # Errors
    ///
    /// If the address is of no known kind, or the database cannot be used.
    ///
    /// ```
    /// use outflank_game::{GameInPlay, Seat};
    /// use outflank_rules::{Game, Position};
    /// use outflank_store::{NewGame, Store};
    ///
    /// # #[tokio::main] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let folder = tempfile::tempdir()?;
    /// let store = Store::open(&format!("sqlite:{}", folder.path().join("games.db").display())).await?;
    /// let seats = [Seat::person("Ann"), Seat::program("level:3")];
    /// let game = GameInPlay::new(Game::new(Position::start()), seats);
    /// let kept = store.create(&NewGame::from(game)).await?;
    /// assert_eq!(store.unfinished().await?, [kept.id]);
    /// # Ok(())
    /// # }
    /// ```
    pub async fn open(url: &str) -> Result<Store, StoreError> {
        let file = file_of(url).map(PathBuf::from);
        Ok(Store { pool: connect(url).await?, file, parsed: Arc::default() })
    }

    /// Returns the file that an address names, if it names one.
    #[must_use]
    pub fn file_of(url: &str) -> Option<&Path> {
        file_of(url).map(Path::new)
    }

    /// Tells whether games can be kept: counts those of the library, and changes a row in a transaction that
    /// is given up.
    ///
    /// # Errors
    ///
    /// If the database cannot be read, or not be written to.
    pub async fn check(&self) -> Result<u64, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let row = sqlx::query("SELECT COUNT(*) AS games FROM library WHERE deleted IS NULL")
            .fetch_one(&mut *transaction)
            .await?;
        let games: i64 = row.try_get("games")?;
        sqlx::query("DELETE FROM games WHERE id = -1").execute(&mut *transaction).await?;
        transaction.rollback().await?;
        Ok(games.try_into().unwrap_or(0))
    }

    /// Returns the file of the database, if it is one.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Returns how many games of the studio were parsed from their rows since the store was opened. A move
    /// and its answer need one at most.
    #[must_use]
    pub fn games_parsed(&self) -> u64 {
        self.parsed.load(Ordering::Relaxed)
    }

    /// Ends all connections, after what is under way.
    pub async fn close(&self) {
        self.pool.close().await;
    }
}

/// Returns the moment, in milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
