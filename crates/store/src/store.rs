//! One database.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use sqlx::any::AnyConnectOptions;
use sqlx::{AnyPool, AssertSqlSafe, Executor, Row};

use crate::StoreError;
use crate::bounded::ANSWER_LIMIT;
use crate::clock::LastReading;
use crate::connect::{OpenDatabase, file_of, open};
use crate::database::DatabaseKind;
use crate::news::NewsDesk;

/// The games of one database. Copies share their connections.
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) pool: AnyPool,
    kind: DatabaseKind,
    /// How further connections are made.
    pub(crate) options: AnyConnectOptions,
    file: Option<PathBuf>,
    /// Whether a turn begins with every change.
    pub(crate) runs_clocks: bool,
    pub(crate) last_reading: Arc<LastReading>,
    /// When the database last answered somebody who had waited for a connection.
    pub(crate) last_answer: Arc<tokio::sync::Mutex<Option<Instant>>>,
    /// How long the database may be silent, if it is reached over a network.
    pub(crate) answer_limit: Option<Duration>,
    /// Where news arrive.
    pub(crate) news: Arc<NewsDesk>,
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
        let OpenDatabase { kind, pool, options } = open(url).await?;
        let last_reading = Arc::new(LastReading::none());
        Ok(Store {
            pool,
            kind,
            options,
            file,
            runs_clocks: false,
            last_reading,
            last_answer: Arc::default(),
            answer_limit: (kind == DatabaseKind::Postgres).then_some(ANSWER_LIMIT),
            news: Arc::new(NewsDesk::new()),
            parsed: Arc::default(),
        })
    }

    /// Waits so long for an answer of PostgreSQL before its connection is taken for dead: half a minute
    /// unless told.
    #[must_use]
    pub fn with_answer_limit(self, limit: Duration) -> Store {
        Store { answer_limit: self.answer_limit.map(|_| limit), ..self }
    }

    /// Returns the file that an address names, if it names one.
    #[must_use]
    pub fn file_of(url: &str) -> Option<&Path> {
        file_of(url).map(Path::new)
    }

    /// Returns the kind of the database.
    pub(crate) fn kind(&self) -> DatabaseKind {
        self.kind
    }

    /// Tells whether games can be kept: writes a row, and counts the games of the library.
    ///
    /// # Errors
    ///
    /// If the database cannot be written to, or not be read.
    pub async fn check(&self) -> Result<u64, StoreError> {
        self.check_write().await?;
        let row = sqlx::query("SELECT COUNT(*) AS games FROM library WHERE deleted IS NULL")
            .fetch_one(&mut *self.connection().await?)
            .await?;
        let games: i64 = row.try_get("games")?;
        Ok(games.try_into().unwrap_or(0))
    }

    /// Writes a row, and so tells whether anything can be written.
    ///
    /// # Errors
    ///
    /// If nothing can.
    pub async fn check_write(&self) -> Result<(), StoreError> {
        let sql = format!("UPDATE heartbeat SET moment = {} WHERE id = 1", self.kind.now());
        let mut change = self.change().await?;
        change.execute(AssertSqlSafe(sql)).await?;
        change.commit().await
    }

    /// Tries to write again after it has failed. Before that SQLite's log is brought into its file and cut,
    /// which may be all the room that is needed.
    ///
    /// # Errors
    ///
    /// If nothing can be written yet.
    pub async fn recover(&self) -> Result<(), StoreError> {
        if self.kind == DatabaseKind::Sqlite {
            let mut connection = self.connection().await?;
            // It is told to be less patient than others, and nobody else uses it.
            connection.close_on_drop();
            // The file itself may have to grow for that, and somebody may be reading.
            let sql = "PRAGMA busy_timeout = 1000; PRAGMA wal_checkpoint(TRUNCATE)";
            let _tried_again_later = connection.execute(sql).await;
        }
        self.check_write().await
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

    /// Tells whether the store is closed.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.pool.is_closed()
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
