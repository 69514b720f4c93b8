//! The tables of a database, migration by migration.
//!
//! The files are embedded by hand rather than by `sqlx::migrate!`: sqlx's macros would compile SQLite and
//! both drivers a second time, for the compiler itself. A database remembers the checksum of every migration
//! it has seen, so a file never changes once it is released; new tables come in a new file with the next
//! number.

use std::sync::LazyLock;

use sqlx::SqlStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// One migration: its number and name, and its text for each database. The file is `NUMBER_NAME.sql`.
struct MigrationStep {
    number: i64,
    name: &'static str,
    sqlite: &'static str,
    postgres: &'static str,
}

const STEPS: &[MigrationStep] = &[
    MigrationStep {
        number: 1,
        name: "games",
        sqlite: include_str!("../migrations/sqlite/0001_games.sql"),
        postgres: include_str!("../migrations/postgres/0001_games.sql"),
    },
    MigrationStep {
        number: 2,
        name: "opening",
        sqlite: include_str!("../migrations/sqlite/0002_opening.sql"),
        postgres: include_str!("../migrations/postgres/0002_opening.sql"),
    },
    MigrationStep {
        number: 3,
        name: "library",
        sqlite: include_str!("../migrations/sqlite/0003_library.sql"),
        postgres: include_str!("../migrations/postgres/0003_library.sql"),
    },
    MigrationStep {
        number: 4,
        name: "endings",
        sqlite: include_str!("../migrations/sqlite/0004_endings.sql"),
        postgres: include_str!("../migrations/postgres/0004_endings.sql"),
    },
    MigrationStep {
        number: 5,
        name: "review",
        sqlite: include_str!("../migrations/sqlite/0005_review.sql"),
        postgres: include_str!("../migrations/postgres/0005_review.sql"),
    },
    MigrationStep {
        number: 6,
        name: "clocks",
        sqlite: include_str!("../migrations/sqlite/0006_clocks.sql"),
        postgres: include_str!("../migrations/postgres/0006_clocks.sql"),
    },
    MigrationStep {
        number: 7,
        name: "library moves",
        sqlite: include_str!("../migrations/sqlite/0007_library_moves.sql"),
        postgres: include_str!("../migrations/postgres/0007_library_moves.sql"),
    },
    MigrationStep {
        number: 8,
        name: "numbers",
        sqlite: include_str!("../migrations/sqlite/0008_numbers.sql"),
        postgres: include_str!("../migrations/postgres/0008_numbers.sql"),
    },
    MigrationStep {
        number: 9,
        name: "studies",
        sqlite: include_str!("../migrations/sqlite/0009_studies.sql"),
        postgres: include_str!("../migrations/postgres/0009_studies.sql"),
    },
    MigrationStep {
        number: 10,
        name: "people",
        sqlite: include_str!("../migrations/sqlite/0010_people.sql"),
        postgres: include_str!("../migrations/postgres/0010_people.sql"),
    },
    MigrationStep {
        number: 11,
        name: "remote play",
        sqlite: include_str!("../migrations/sqlite/0011_remote_play.sql"),
        postgres: include_str!("../migrations/postgres/0011_remote_play.sql"),
    },
    MigrationStep {
        number: 12,
        name: "jobs",
        sqlite: include_str!("../migrations/sqlite/0012_jobs.sql"),
        postgres: include_str!("../migrations/postgres/0012_jobs.sql"),
    },
    MigrationStep {
        number: 13,
        name: "ratings",
        sqlite: include_str!("../migrations/sqlite/0013_ratings.sql"),
        postgres: include_str!("../migrations/postgres/0013_ratings.sql"),
    },
    MigrationStep {
        number: 14,
        name: "lobby",
        sqlite: include_str!("../migrations/sqlite/0014_lobby.sql"),
        postgres: include_str!("../migrations/postgres/0014_lobby.sql"),
    },
    MigrationStep {
        number: 15,
        name: "club tournaments",
        sqlite: include_str!("../migrations/sqlite/0015_club_tournaments.sql"),
        postgres: include_str!("../migrations/postgres/0015_club_tournaments.sql"),
    },
    MigrationStep {
        number: 16,
        name: "imports",
        sqlite: include_str!("../migrations/sqlite/0016_imports.sql"),
        postgres: include_str!("../migrations/postgres/0016_imports.sql"),
    },
    MigrationStep {
        number: 17,
        name: "seek ratings",
        sqlite: include_str!("../migrations/sqlite/0017_seek_ratings.sql"),
        postgres: include_str!("../migrations/postgres/0017_seek_ratings.sql"),
    },
    MigrationStep {
        number: 18,
        name: "puzzles",
        sqlite: include_str!("../migrations/sqlite/0018_puzzles.sql"),
        postgres: include_str!("../migrations/postgres/0018_puzzles.sql"),
    },
    MigrationStep {
        number: 19,
        name: "learning",
        sqlite: include_str!("../migrations/sqlite/0019_learning.sql"),
        postgres: include_str!("../migrations/postgres/0019_learning.sql"),
    },
    MigrationStep {
        number: 20,
        name: "repertoires",
        sqlite: include_str!("../migrations/sqlite/0020_repertoires.sql"),
        postgres: include_str!("../migrations/postgres/0020_repertoires.sql"),
    },
    MigrationStep {
        number: 21,
        name: "puzzle runs",
        sqlite: include_str!("../migrations/sqlite/0021_puzzle_runs.sql"),
        postgres: include_str!("../migrations/postgres/0021_puzzle_runs.sql"),
    },
];

/// The number of the last migration that this version knows.
pub(crate) const LAST_KNOWN: i64 = STEPS[STEPS.len() - 1].number;

/// The migrations of SQLite.
pub(crate) static SQLITE: LazyLock<Migrator> = LazyLock::new(|| migrator(|step| step.sqlite));

/// The migrations of PostgreSQL.
pub(crate) static POSTGRES: LazyLock<Migrator> = LazyLock::new(|| migrator(|step| step.postgres));

fn migrator(text: fn(&MigrationStep) -> &'static str) -> Migrator {
    let migration = |step: &MigrationStep| {
        let sql = SqlStr::from_static(text(step));
        Migration::new(step.number, step.name.into(), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations(STEPS.iter().map(migration).collect())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// The checksums that databases out there remember, shortened: number, SQLite, PostgreSQL.
    const RELEASED: [(i64, &str, &str); 3] = [
        (1, "d81b02576470c13d", "974fb54c4b8e4e6f"),
        (2, "4aa6241f8143f5f7", "4aa6241f8143f5f7"),
        (3, "d7f865c8382da926", "922bdbfc058be7c3"),
    ];

    fn checksum(migrator: &Migrator, number: i64) -> String {
        let migration = migrator.iter().find(|migration| migration.version == number).unwrap();
        migration.checksum.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn released_migrations_never_change() {
        for (number, sqlite, postgres) in RELEASED {
            assert_eq!(checksum(&SQLITE, number), sqlite, "SQLite, migration {number}");
            assert_eq!(checksum(&POSTGRES, number), postgres, "PostgreSQL, migration {number}");
        }
    }

    #[tokio::test]
    async fn every_file_is_embedded_as_sqlx_would_read_it() {
        for (folder, embedded) in [("sqlite", &SQLITE), ("postgres", &POSTGRES)] {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(folder);
            let read = Migrator::new(path).await.unwrap();
            assert_eq!(read.iter().count(), embedded.iter().count(), "{folder}");
            for (read, embedded) in read.iter().zip(embedded.iter()) {
                assert_eq!(
                    (read.version, &read.description, read.migration_type, &read.checksum),
                    (embedded.version, &embedded.description, embedded.migration_type, &embedded.checksum),
                    "{folder}"
                );
            }
        }
    }
}
