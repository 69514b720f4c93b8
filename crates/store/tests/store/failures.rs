//! Writes that fail, databases that go away, and files that cannot be opened.

use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use outflank_game::{GameInPlay, KeptGame, Seat};
use outflank_rules::{Game, Position};
use outflank_store::{Store, StoreError};
use sqlx::{Connection, Row};

use crate::games::execute;
use crate::postgres;

fn game(moves: &[&str]) -> GameInPlay {
    let seats = [Seat::person(""), Seat::person("")];
    let mut game = GameInPlay::new(Game::new(Position::start()), seats);
    for name in moves {
        game.play(name.parse().unwrap(), Duration::ZERO).unwrap();
    }
    game
}

/// Makes SQLite end the transaction by itself, as a full disk does, whenever f6 is played.
const ENDS_BY_ITSELF: &str = "CREATE TRIGGER breaks BEFORE INSERT ON moves WHEN NEW.played = 'f6' \
                              BEGIN SELECT RAISE(ROLLBACK, 'the transaction is gone'); END";

#[tokio::test]
async fn a_transaction_that_ended_by_itself_swallows_no_later_one() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("games.db").display());
    let store = Store::open(&url).await.unwrap();
    execute(&url, ENDS_BY_ITSELF, &[]).await;
    let mut acknowledged = Vec::new();
    for round in 0..20 {
        let kept = store.create(&game(&["f5"]).into()).await.unwrap();
        let broken = store.update(&kept, game(&["f5", "f6"])).await;
        assert!(broken.is_err(), "round {round}");
        // What is given up afterwards must not leave a transaction open either.
        let old = KeptGame { revision: 0, ..kept.clone() };
        assert!(matches!(store.update(&old, game(&["f5", "d6"])).await, Err(StoreError::Stale { .. })));
        acknowledged.push(store.update(&kept, game(&["f5", "d6"])).await.unwrap());
    }
    // Another connection sees all that was acknowledged: it is committed.
    let other = Store::open(&url).await.unwrap();
    for kept in acknowledged {
        assert_eq!(other.game(kept.id).await.unwrap(), kept);
    }
    other.check_write().await.unwrap();
    other.close().await;
    store.close().await;
}

#[tokio::test]
async fn a_change_whose_caller_goes_away_is_not_half_made() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("games.db").display());
    let store = Store::open(&url).await.unwrap();
    let kept = store.create(&game(&["f5"]).into()).await.unwrap();
    for microseconds in (0..2000).step_by(40) {
        let change = store.update(&kept, game(&["f5", "d6"]));
        let _left_or_done = tokio::time::timeout(Duration::from_micros(microseconds), change).await;
        let now = store.game(kept.id).await.unwrap();
        let plies = now.game.plies().len();
        assert_eq!(plies, if now.revision == kept.revision { 1 } else { 2 }, "{microseconds}");
        // Nobody holds the lock of the writer.
        store.check_write().await.unwrap();
        if now.revision > kept.revision {
            break;
        }
    }
    store.close().await;
}

#[tokio::test]
async fn a_database_that_goes_away_is_told_soon_and_used_again_when_it_is_back() {
    let mut server = postgres::Server::start();
    let store = Store::open(&server.url()).await.unwrap();
    let kept = store.create(&game(&["f5"]).into()).await.unwrap();
    server.stop();
    let begin = Instant::now();
    for _ in 0..3 {
        let refused = store.update(&kept, game(&["f5", "d6"])).await.unwrap_err();
        assert!(matches!(refused, StoreError::Unreachable(_)), "{refused}");
        assert!(!refused.to_string().contains("timed out"), "{refused}");
    }
    assert!(begin.elapsed() < Duration::from_secs(12), "{:?}", begin.elapsed());
    server.start_again();
    let begin = Instant::now();
    while let Err(error) = store.recover().await {
        assert!(begin.elapsed() < Duration::from_secs(5), "{error}");
    }
    let kept = store.update(&kept, game(&["f5", "d6"])).await.unwrap();
    assert_eq!(store.game(kept.id).await.unwrap(), kept);
    store.close().await;
}

#[tokio::test]
async fn postgresql_is_reached_over_tls() {
    let mut server = postgres::Server::start();
    // An address of its own, as the port is always the same.
    let [.., third, fourth] = std::process::id().to_be_bytes();
    let address = format!("127.77.{third}.{fourth}");
    sqlx::any::install_default_drivers();
    let mut connection = sqlx::AnyConnection::connect(&server.url()).await.unwrap();
    let row = sqlx::query("SHOW data_directory").fetch_one(&mut connection).await.unwrap();
    let data = PathBuf::from(row.get::<String, _>(0));
    for (name, content) in
        [("server.crt", include_str!("tls/certificate.pem")), ("server.key", include_str!("tls/key.pem"))]
    {
        let (file, owner) = (data.join(name), std::fs::metadata(&data).unwrap());
        std::fs::write(&file, content).unwrap();
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).unwrap();
        chown(&file, Some(owner.uid()), Some(owner.gid())).unwrap();
    }
    let settings = format!("listen_addresses = '{address}'\nssl = on\n");
    std::fs::write(data.join("postgresql.conf"), settings).unwrap();
    let allowed = "local all all trust\nhostssl all all 127.0.0.0/8 trust\n";
    std::fs::write(data.join("pg_hba.conf"), allowed).unwrap();
    connection.close().await.unwrap();
    server.stop();
    server.start_again();
    let url = format!("postgres://postgres@{address}/postgres");
    let store = Store::open(&format!("{url}?sslmode=require")).await.unwrap();
    store.check_write().await.unwrap();
    store.close().await;
    let trusted = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/store/tls/certificate.pem");
    let store = Store::open(&format!("{url}?sslmode=verify-ca&sslrootcert={trusted}")).await.unwrap();
    store.close().await;
    // A certificate that nobody vouches for is refused where it matters.
    let refused = Store::open(&format!("{url}?sslmode=verify-ca")).await.unwrap_err().to_string();
    assert!(refused.contains("certificate"), "{refused}");
}

#[tokio::test]
async fn what_cannot_be_opened_says_why_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let begin = Instant::now();
    let garbage = folder.path().join("garbage.db");
    std::fs::write(&garbage, "once upon a time there was no database").unwrap();
    let error = Store::open(&format!("sqlite:{}", garbage.display())).await.unwrap_err().to_string();
    assert!(error.contains("garbage.db") && error.contains("\"once upon a time\""), "{error}");
    // One that begins well and goes on badly is no database either.
    let spoilt = folder.path().join("spoilt.db");
    std::fs::write(&spoilt, [&b"SQLite format 3\0"[..], &[7; 5000]].concat()).unwrap();
    let error = Store::open(&format!("sqlite:{}", spoilt.display())).await.unwrap_err().to_string();
    assert!(error.contains("spoilt.db") && error.contains("not a database"), "{error}");
    let error = Store::open(&format!("sqlite:{}", folder.path().display())).await.unwrap_err().to_string();
    assert!(error.contains("directory"), "{error}");
    let error = Store::open("postgres://ann:secret@127.0.0.1:1/games").await.unwrap_err().to_string();
    assert!(error.contains("postgres://ann@127.0.0.1:1/games") && error.contains("refused"), "{error}");
    assert!(!error.contains("secret"), "{error}");
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
}

async fn refuses_what_a_newer_version_has_used(url: &str) {
    Store::open(url).await.unwrap().close().await;
    let applied = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                   SELECT $1, 'later', success, checksum, 0 FROM _sqlx_migrations WHERE version = 1";
    execute(url, applied, &[9000]).await;
    let refused = Store::open(url).await.unwrap_err().to_string();
    assert!(refused.contains("newer version") && refused.contains("9000"), "{refused}");
    // Nothing has changed: the newer version goes on with it.
    execute(url, "DELETE FROM _sqlx_migrations WHERE version = $1", &[9000]).await;
    Store::open(url).await.unwrap().close().await;
}

#[tokio::test]
async fn an_old_version_refuses_a_newer_database_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let server = postgres::Server::start();
    refuses_what_a_newer_version_has_used(&format!("sqlite:{}", folder.path().join("games.db").display()))
        .await;
    refuses_what_a_newer_version_has_used(&server.url()).await;
}

#[tokio::test]
async fn a_copy_is_whole_private_and_never_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("games.db").display());
    let copy = folder.path().join("copy of 50%.db");
    let store = Store::open(&url).await.unwrap();
    let kept = store.create(&game(&["f5", "d6"]).into()).await.unwrap();
    store.back_up(&copy).await.unwrap();
    assert_eq!(std::fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    let refused = store.back_up(&copy).await.unwrap_err().to_string();
    assert!(refused.contains("copy of 50%.db"), "{refused}");
    store.close().await;
    let restored = Store::open(&format!("sqlite:{}", copy.display())).await.unwrap();
    assert_eq!(restored.game(kept.id).await.unwrap(), kept);
    restored.close().await;
}

#[tokio::test]
async fn nobody_else_reads_the_keys_of_seats() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.db");
    let url = format!("sqlite:{}", file.display());
    let modes = || {
        ["", "-wal", "-shm"].map(|ending| {
            let beside = format!("{}{ending}", file.display());
            std::fs::metadata(beside).unwrap().permissions().mode() & 0o777
        })
    };
    let store = Store::open(&url).await.unwrap();
    store.create(&game(&["f5"]).into()).await.unwrap();
    assert_eq!(modes(), [0o600; 3]);
    store.close().await;
    // As version 0.1 left it; what somebody has set on purpose stays.
    for (before, after) in [(0o644, 0o600), (0o660, 0o660)] {
        std::fs::set_permissions(&file, PermissionsExt::from_mode(before)).unwrap();
        let store = Store::open(&url).await.unwrap();
        store.create(&game(&["f5"]).into()).await.unwrap();
        assert_eq!(modes(), [after; 3]);
        store.close().await;
    }
}

#[tokio::test]
async fn a_file_may_have_any_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("50% of #1?.db");
    let store = Store::open(&format!("sqlite:{}", file.display())).await.unwrap();
    store.check().await.unwrap();
    store.close().await;
    let names: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["50% of #1?.db"]);
}
