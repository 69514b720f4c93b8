//! Clocks by the time of the database: what a turn has left is stored with the move, and flags fall alone.

use std::path::Path;
use std::time::Duration;

use outflank_game::{Ending, GameInPlay, GameResult, KeptGame, Seat, TimeControl};
use outflank_rules::{Color, Game, Position};
use outflank_store::{NewGame, Store, StoreError};
use sqlx::migrate::Migrator;

use crate::games::execute;
use crate::postgres;

const SECOND: Duration = Duration::from_secs(1);

/// A game with clocks in which some moves took a time each.
fn timed(start: Position, moves: &[(&str, u32)]) -> GameInPlay {
    let control = TimeControl { initial: 10 * SECOND, increment: SECOND };
    let seats = [Seat::person("Ann"), Seat::person("Bob")];
    let mut game = GameInPlay::new(Game::new(start), seats).with_time_control(Some(control));
    for (name, seconds) in moves {
        game.play(name.parse().unwrap(), *seconds * SECOND).unwrap();
    }
    game
}

fn from_start(moves: &[(&str, u32)]) -> GameInPlay {
    timed(Position::start(), moves)
}

/// Moves the clocks of a game on, as if so many milliseconds had gone by.
async fn let_time_pass(url: &str, id: i64, milliseconds: i64) {
    let sql = "UPDATE games SET turn_began = turn_began - $2, deadline = deadline - $2 WHERE id = $1";
    execute(url, sql, &[id, milliseconds]).await;
}

async fn stores_the_turn_with_the_move(url: &str) {
    let store = Store::open(url).await.unwrap().with_running_clocks();
    let kept = store.create(&from_start(&[]).into()).await.unwrap();
    assert_eq!(kept.deadline, Some(kept.turn_began + 10_000));
    assert_eq!(store.game(kept.id).await.unwrap(), kept);
    // After 3 seconds of 10, and one more for the move, black has 8 left; white begins with 10.
    let kept = store.update(&kept, from_start(&[("f5", 3)])).await.unwrap();
    assert_eq!(kept.deadline, Some(kept.turn_began + 10_000));
    let kept = store.update(&kept, from_start(&[("f5", 3), ("d6", 1)])).await.unwrap();
    assert_eq!(kept.deadline, Some(kept.turn_began + 8_000));
    assert_eq!(store.game(kept.id).await.unwrap(), kept);
    // Names do not begin a turn.
    let named = store.adjust(&kept, "named", Duration::ZERO, true).await.unwrap();
    assert_eq!((named.turn_began, named.deadline), (kept.turn_began, kept.deadline));
    assert_eq!(store.game(kept.id).await.unwrap(), named);
    let state = store.state(kept.id).await.unwrap();
    assert_eq!(state.revision, named.revision);
    assert!((0..60_000).contains(&(state.now - kept.turn_began)) && store.now() >= state.now);
    // A game that is over has no deadline, one without clocks neither.
    let mut resigned = named.game.clone();
    resigned.resign(Color::Black);
    assert_eq!(store.update(&named, resigned).await.unwrap().deadline, None);
    let untimed = GameInPlay::new(Game::new(Position::start()), [Seat::person(""), Seat::person("")]);
    assert_eq!(store.create(&untimed.into()).await.unwrap().deadline, None);
    assert_eq!(store.next_deadline().await.unwrap().0, None);
    store.close().await;
}

async fn ends_games_lost_on_time(url: &str) {
    let store = Store::open(url).await.unwrap().with_running_clocks();
    let white_first: Position = format!("{}O", &Position::start().to_string()[..64]).parse().unwrap();
    assert_eq!(white_first.side_to_move(), Color::White);
    let cases = [
        (from_start(&[]), Color::Black),
        (from_start(&[("f5", 1)]), Color::White),
        (from_start(&[("f5", 1), ("d6", 1)]), Color::Black),
        (timed(white_first, &[]), Color::White),
    ];
    for (game, loser) in cases {
        let kept = store.create(&NewGame::from(game)).await.unwrap();
        assert_eq!(store.next_deadline().await.unwrap().0, kept.deadline);
        assert_eq!(store.end_lost_on_time().await.unwrap(), [] as [i64; 0]);
        let_time_pass(url, kept.id, 20_000).await;
        // Of many who look at once, one ends the game.
        let attempts: Vec<_> = (0..8)
            .map(|_| {
                let store = store.clone();
                tokio::spawn(async move { store.end_lost_on_time().await.unwrap() })
            })
            .collect();
        let mut ended = Vec::new();
        for attempt in attempts {
            ended.extend(attempt.await.unwrap());
        }
        assert_eq!(ended, [kept.id]);
        let over = store.game(kept.id).await.unwrap();
        assert_eq!(over.game.result(), Some(GameResult::lost_by(Ending::TimeOut, loser)));
        assert_eq!((over.revision, over.deadline), (kept.revision + 1, None));
        assert_eq!(over.game.clock_reading(loser, Duration::ZERO), Some(Duration::ZERO));
        assert_eq!(over.game.clock_reading(!loser, Duration::ZERO), kept.game.left(!loser));
        // Whoever moved at the same moment comes too late.
        assert!(matches!(store.update(&kept, kept.game.clone()).await, Err(StoreError::Stale { .. })));
    }
    store.close().await;
}

async fn lets_games_of_others_rest(url: &str) {
    // Whoever times a game by itself, as the terminal does, stores no deadline.
    let store = Store::open(url).await.unwrap();
    let kept = store.create(&from_start(&[("f5", 3)]).into()).await.unwrap();
    let kept = store.update(&kept, from_start(&[("f5", 3), ("d6", 4)])).await.unwrap();
    assert!(kept.deadline.is_none() && kept.is_clock_resting());
    let running = store.start_clock(&kept).await.unwrap();
    assert_eq!(running.deadline, Some(running.turn_began + 8_000));
    assert_eq!((store.game(kept.id).await.unwrap(), running.revision), (running.clone(), kept.revision + 1));
    assert_eq!(store.with_clock_running().await.unwrap(), [kept.id]);
    assert!(matches!(store.start_clock(&kept).await, Err(StoreError::Stale { .. })));
    let missing = KeptGame { id: -1, ..kept };
    assert!(matches!(store.start_clock(&missing).await, Err(StoreError::NoGame { .. })));
    store.delete(running.id).await.unwrap();
    store.close().await;
}

/// A database of version 0.1, made by its migrations, with a game whose clock was running and one that is
/// over.
async fn database_of_version_0_1(url: &str, migrations: &str) {
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(url).await.unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(migrations);
    let all = Migrator::new(folder).await.unwrap();
    let old = Migrator::with_migrations(all.iter().filter(|step| step.version <= 5).cloned().collect());
    old.run(&pool).await.unwrap();
    let start = Position::start().to_string();
    for (ended, updated) in [(None, 2000_i64), (Some("resigned"), 1000)] {
        let sql = "INSERT INTO games (name, created, updated, revision, start, black, black_name, white, \
                   white_name, made, pace, manual_pass, clock_initial, clock_increment, ended, winner) \
                   VALUES ('old', 1, $1, 3, $2, 'human', 'Ann', 'human', 'Bob', 2, 0, 0, 3000, 0, $3, $4) \
                   RETURNING id";
        let id: i64 = sqlx::query_scalar(sql)
            .bind(updated)
            .bind(&start)
            .bind(ended)
            .bind(ended.map(|_| "white"))
            .fetch_one(&pool)
            .await
            .unwrap();
        for (ply, (played, time)) in [("f5", 3000_i64), ("d6", 500)].into_iter().enumerate() {
            sqlx::query("INSERT INTO moves (game, ply, played, milliseconds) VALUES ($1, $2, $3, $4)")
                .bind(id)
                .bind(i64::try_from(ply).unwrap())
                .bind(played)
                .bind(time)
                .execute(&pool)
                .await
                .unwrap();
        }
    }
    pool.close().await;
}

async fn brings_version_0_1_up_to_date(url: &str, migrations: &str) {
    database_of_version_0_1(url, migrations).await;
    let store = Store::open(url).await.unwrap().with_running_clocks();
    // Lists show the games as they are, though their positions were not stored.
    let latest: Vec<KeptGame> = store.latest(10).await.unwrap().into_iter().map(Result::unwrap).collect();
    let listed: Vec<_> = store.list(10).await.unwrap().into_iter().map(Result::unwrap).collect();
    assert_eq!(listed, latest.iter().map(outflank_store::ListedGame::from).collect::<Vec<_>>());
    assert_eq!(listed.iter().map(|game| game.placed).collect::<Vec<_>>(), [2, 2]);
    // The clock was forgotten by every restart, so it rests; black had used all it had.
    let on = &latest[0];
    assert!(on.is_clock_resting() && on.game.result().is_none() && on.turn_began == 2000);
    assert_eq!(store.end_lost_on_time().await.unwrap(), [] as [i64; 0]);
    let running = store.start_clock(on).await.unwrap();
    assert_eq!(running.deadline, Some(running.turn_began));
    tokio::time::sleep(Duration::from_millis(20)).await;
    assert_eq!(store.end_lost_on_time().await.unwrap(), [on.id]);
    let over = store.game(on.id).await.unwrap();
    assert_eq!(over.game.result(), Some(GameResult::lost_by(Ending::TimeOut, Color::Black)));
    store.close().await;
}

#[tokio::test]
async fn sqlite_keeps_the_time() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("games.db").display());
    stores_the_turn_with_the_move(&url).await;
    ends_games_lost_on_time(&url).await;
    lets_games_of_others_rest(&url).await;
    let old = folder.path().join("old.db");
    std::fs::File::create(&old).unwrap();
    brings_version_0_1_up_to_date(&format!("sqlite:{}", old.display()), "sqlite").await;
}

#[tokio::test]
async fn postgresql_keeps_the_time() {
    let old = postgres::Server::start();
    brings_version_0_1_up_to_date(&old.url(), "postgres").await;
    let server = postgres::Server::start();
    stores_the_turn_with_the_move(&server.url()).await;
    ends_games_lost_on_time(&server.url()).await;
    lets_games_of_others_rest(&server.url()).await;
}
