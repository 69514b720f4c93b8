//! The two kinds of database, and what each says in its own words.

/// The two kinds of database. One set of queries serves both; what differs is here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DatabaseKind {
    /// A file of SQLite.
    Sqlite,
    /// A PostgreSQL server.
    Postgres,
}

impl DatabaseKind {
    /// Begins a change. SQLite's takes the lock of the only writer at once: a change that has begun never
    /// fails because another one was faster, and what it reads first is still true when it writes.
    pub(crate) const fn begin_change(self) -> &'static str {
        match self {
            DatabaseKind::Sqlite => "BEGIN IMMEDIATE",
            DatabaseKind::Postgres => "BEGIN",
        }
    }

    /// Begins reading: all statements see the database at one moment.
    pub(crate) const fn begin_reading(self) -> &'static str {
        match self {
            DatabaseKind::Sqlite => "BEGIN",
            DatabaseKind::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
        }
    }

    /// Asks for the last number that was given to a game; see [`align_numbers`].
    ///
    /// [`align_numbers`]: crate::games::align_numbers
    pub(crate) const fn last_number(self) -> &'static str {
        match self {
            DatabaseKind::Sqlite => "SELECT seq FROM sqlite_sequence WHERE name = 'games'",
            DatabaseKind::Postgres => "SELECT last_value FROM game_numbers",
        }
    }

    /// Returns an expression for the present moment by the clock of the database, in milliseconds since 1970:
    /// one clock for all servers that share it.
    pub(crate) const fn now(self) -> &'static str {
        match self {
            DatabaseKind::Sqlite => "CAST(ROUND((julianday('now') - 2440587.5) * 86400000) AS BIGINT)",
            DatabaseKind::Postgres => "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
        }
    }

    /// Keeps all others from changing ratings until the change is over, where more than one can write.
    pub(crate) const fn lock_ratings(self) -> Option<&'static str> {
        match self {
            DatabaseKind::Sqlite => None,
            DatabaseKind::Postgres => Some("LOCK TABLE ratings IN EXCLUSIVE MODE"),
        }
    }
}
