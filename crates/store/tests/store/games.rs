//! The same promises on a file of SQLite and on a real PostgreSQL.

use std::time::Duration;

use outflank_game::{
    Ending, GameInPlay, GameResult, GameRights, KeptGame, PersonId, RemotePlay, Seat, TimeControl,
};
use outflank_rules::{Color, Game, Position};
use outflank_store::{NewGame, Store, StoreError};

use crate::postgres;

const TIME: Duration = Duration::from_millis(7);

fn game(moves: &[&str]) -> GameInPlay {
    let seats = [Seat::person(""), Seat::program("level:5")];
    let mut game = GameInPlay::new(Game::new(Position::start()), seats);
    for name in moves {
        game.play(name.parse().unwrap(), TIME).unwrap();
    }
    game
}

fn new_game() -> NewGame {
    game(&[]).into()
}

fn squares(kept: &KeptGame) -> Vec<String> {
    kept.game.history().all_plies().iter().map(ToString::to_string).collect()
}

/// Everything that a store promises, whatever lies below it.
async fn keeps_its_promises(url: &str) {
    let store = Store::open(url).await.unwrap();

    // A new game is found again with all it had.
    let control = TimeControl { initial: Duration::from_secs(300), increment: Duration::from_secs(1) };
    let full = NewGame {
        name: "first".to_owned(),
        game: game(&["f5", "d6"]).with_time_control(Some(control)).with_manual_pass(true),
        opening: 2,
        pace: Duration::from_millis(250),
        keys: [Some("k".to_owned()), None],
        saved: true,
        rights: GameRights {
            owner: Some(PersonId::account("ada")),
            people: [Some(PersonId::account("ada")), Some(PersonId::guest("bob"))],
            watch_key: Some("w".to_owned()),
            is_on_air: true,
        },
        remote: RemotePlay {
            open_seat: Some(Color::White),
            invitation: Some("i".to_owned()),
            is_rated: true,
            ..RemotePlay::default()
        },
    };
    let made = store.create(&full).await.unwrap();
    assert_eq!(store.game(made.id).await.unwrap(), made);
    assert_eq!((made.name.as_str(), made.opening, made.pace), ("first", 2, full.pace));
    assert_eq!((&made.game, &made.keys, &made.remote), (&full.game, &full.keys, &full.remote));
    assert_eq!(made.rights, full.rights);
    assert_eq!(squares(&made), ["f5", "d6"]);

    // Moves are added, taken back, done again, and replaced by others.
    let kept = store.create(&new_game()).await.unwrap();
    assert!(kept.id > made.id);
    let kept = store.update(&kept, game(&["f5", "f6"])).await.unwrap();
    let mut taken_back = kept.game.clone();
    taken_back.take_back_to(1);
    let kept = store.update(&kept, taken_back.clone()).await.unwrap();
    assert_eq!((kept.game.plies().len(), squares(&kept)), (1, vec!["f5".to_owned(), "f6".to_owned()]));
    assert_eq!(store.game(kept.id).await.unwrap(), kept);
    let kept = store.update(&kept, game(&["f5", "f6"])).await.unwrap();
    let kept = store.update(&kept, taken_back).await.unwrap();
    let kept = store.update(&kept, game(&["f5", "d6"])).await.unwrap();
    assert_eq!((kept.game.plies().len(), squares(&kept)), (2, vec!["f5".to_owned(), "d6".to_owned()]));
    assert_eq!(store.game(kept.id).await.unwrap(), kept);

    // A change decided on an old revision fails and changes nothing.
    let old = KeptGame { revision: kept.revision - 1, ..kept.clone() };
    let stale = store.update(&old, game(&["f5", "d6", "c3"])).await;
    assert!(matches!(stale, Err(StoreError::Stale { .. })), "{stale:?}");
    let stale = store.adjust(&old, "", Duration::ZERO, true).await;
    assert!(matches!(stale, Err(StoreError::Stale { .. })), "{stale:?}");
    assert_eq!(store.game(kept.id).await.unwrap(), kept);
    assert_eq!(store.revision(kept.id).await.unwrap(), kept.revision);

    // A game that ends is no longer unfinished; taking back lets it go on.
    assert!(store.unfinished().await.unwrap().contains(&kept.id));
    let mut kept = kept;
    for ending in [Ending::Resigned, Ending::TimeOut, Ending::Agreed, Ending::Forfeited, Ending::Aborted] {
        let result = GameResult { ending, winner: Some(Color::White).filter(|_| ending != Ending::Aborted) };
        let on = kept.game.clone();
        let mut over = on.clone();
        assert!(over.end(result));
        let ended = store.update(&kept, over).await.unwrap();
        assert_eq!(store.game(kept.id).await.unwrap().game.result(), Some(result));
        assert!(!store.unfinished().await.unwrap().contains(&kept.id));
        kept = store.update(&ended, on).await.unwrap();
        assert_eq!(store.game(kept.id).await.unwrap().game.result(), None);
    }
    let mut taken_back = kept.game.clone();
    taken_back.take_back_to(1);
    let kept = store.update(&kept, taken_back).await.unwrap();

    // Others may take a seat.
    let mut seated = kept.game.clone();
    seated.set_seats([Seat::program("nea"), Seat::person("Ann")]);
    let kept = store.update(&kept, seated).await.unwrap();
    assert_eq!(store.game(kept.id).await.unwrap(), kept);

    // The list has the last changed first, with moves.
    let latest: Vec<KeptGame> = store.latest(10).await.unwrap().into_iter().map(Result::unwrap).collect();
    assert_eq!(latest.iter().map(|each| each.id).collect::<Vec<_>>(), [kept.id, made.id]);
    assert_eq!(latest[1], made);
    assert_eq!(store.latest(1).await.unwrap().len(), 1);

    // Names, and texts that try to be commands.
    let odd = "'; DROP TABLE games; -- 黒";
    let kept = store.adjust(&kept, odd, Duration::from_millis(700), true).await.unwrap();
    assert_eq!(kept.name, odd);

    // What is kept is there after closing and opening; what is deleted is not, and its number is not given
    // again.
    assert_eq!(store.game(kept.id).await.unwrap(), kept);
    store.close().await;
    let store = Store::open(url).await.unwrap();
    assert_eq!(store.game(kept.id).await.unwrap(), kept);
    store.delete(kept.id).await.unwrap();
    assert!(matches!(store.game(kept.id).await, Err(StoreError::NoGame { .. })));
    assert!(matches!(store.revision(kept.id).await, Err(StoreError::NoGame { .. })));
    assert!(matches!(store.update(&kept, game(&[])).await, Err(StoreError::NoGame { .. })));
    assert!(matches!(store.delete(kept.id).await, Err(StoreError::NoGame { .. })));
    assert!(store.create(&new_game()).await.unwrap().id > kept.id);
    store.close().await;
}

/// Changes a database behind the back of the store.
pub(crate) async fn execute(url: &str, sql: &'static str, values: &[i64]) {
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(url).await.unwrap();
    let query = values.iter().fold(sqlx::query(sql), |query, value| query.bind(*value));
    query.execute(&pool).await.unwrap();
    pool.close().await;
}

/// A row that is no game is told by its number and its text, and leaves the others alone.
async fn tells_damaged_games(url: &str) {
    let store = Store::open(url).await.unwrap();
    let sound = store.create(&game(&["f5"]).into()).await.unwrap();
    let damages = [
        ("UPDATE moves SET played = 'z9' WHERE game = $1", "\"z9\""),
        ("UPDATE moves SET played = 'a1' WHERE game = $1", "\"a1\""),
        ("UPDATE games SET start = 'XO' WHERE id = $1", "\"XO\""),
        ("UPDATE games SET ended = 'eaten' WHERE id = $1", "\"eaten\""),
        ("UPDATE games SET ended = 'time', winner = 'red' WHERE id = $1", "\"red\""),
    ];
    for (sql, text) in damages {
        let damaged = store.create(&game(&["f5", "d6"]).into()).await.unwrap();
        execute(url, sql, &[damaged.id]).await;
        let error = store.game(damaged.id).await.unwrap_err().to_string();
        assert!(
            error.contains(&format!("game {} is damaged", damaged.id)) && error.contains(text),
            "{error}"
        );
        let listed = store.latest(100).await.unwrap();
        assert!(listed.contains(&Ok(sound.clone())) && listed[0].is_err());
    }
    store.close().await;
}

/// Bytes where a text should be, which SQLite lets anybody write: the list has all other games, and this one
/// in its place.
#[tokio::test]
async fn bytes_in_place_of_a_text_leave_the_other_games_alone() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("games.db").display());
    let store = Store::open(&url).await.unwrap();
    let sound = store.create(&game(&["f5"]).into()).await.unwrap();
    let damages = [
        "UPDATE games SET start = x'00ff' WHERE id = $1",
        "UPDATE games SET ended = x'00ff' WHERE id = $1",
        "UPDATE games SET revision = 'many' WHERE id = $1",
        "UPDATE moves SET played = x'00ff' WHERE game = $1",
    ];
    for sql in damages {
        let damaged = store.create(&game(&["f5", "d6"]).into()).await.unwrap();
        execute(&url, sql, &[damaged.id]).await;
        let read = store.latest(100).await.unwrap();
        assert!(read.contains(&Ok(sound.clone())), "{sql}: {read:?}");
        assert_eq!(read[0].as_ref().map_err(|error| error.id).unwrap_err(), damaged.id, "{sql}");
        let listed = store.list(100).await.unwrap();
        assert!(listed.iter().flatten().any(|one| one.id == sound.id), "{sql}: {listed:?}");
    }
    // A name is no reason to lose a game.
    let named = store.create(&game(&["f5", "d6"]).into()).await.unwrap();
    execute(&url, "UPDATE games SET name = x'416e6e', black_name = x'426f62' WHERE id = $1", &[named.id])
        .await;
    let read = store.latest(1).await.unwrap().remove(0).unwrap();
    assert_eq!((read.name.as_str(), read.game.seats()[0].name.as_str()), ("Ann", "Bob"));

    let entry = outflank_store::LibraryGame { fingerprint: "1".to_owned(), ..Default::default() };
    assert_eq!(store.add_to_library(&[entry]).await.unwrap(), 1);
    execute(&url, "UPDATE library SET black = x'00ff', moves = x'00ff'", &[]).await;
    let page = store.library(&Default::default(), Default::default(), 0, 10).await.unwrap();
    assert_eq!(page.games.len(), 1);
    assert!(page.games[0].play().is_err());
    store.close().await;
}

/// Words of earlier versions are rewritten when a database is opened, and understood even where they are not.
async fn reads_the_words_of_version_0_1(url: &str) {
    let store = Store::open(url).await.unwrap();
    let mut over = game(&["f5", "d6"]);
    over.resign(Color::Black);
    let kept = store.create(&over.into()).await.unwrap();
    let library = outflank_store::LibraryGame {
        fingerprint: "0.1".to_owned(),
        game: Some(kept.id),
        result: Some(GameResult::lost_by(Ending::Resigned, Color::Black)),
        ..outflank_store::LibraryGame::default()
    };
    let key = store.keep_ended(&library).await.unwrap();
    for (word, ending) in [("played", Ending::Discs), ("timed-out", Ending::TimeOut)] {
        let sql = match word {
            "played" => "UPDATE library SET ending = 'played' WHERE key = $1",
            _ => "UPDATE library SET ending = 'timed-out' WHERE key = $1",
        };
        execute(url, sql, &[key]).await;
        let result = Some(GameResult::lost_by(ending, Color::Black));
        assert_eq!(store.library_game(key).await.unwrap().game.result, result);
        execute(url, "DELETE FROM _sqlx_migrations WHERE version = $1", &[4]).await;
        let again = Store::open(url).await.unwrap();
        let renamed = outflank_store::LibraryGame { result, ..library.clone() };
        assert_eq!(again.library_game(key).await.unwrap().game, renamed);
        // The same end under its new word is not a new game.
        assert_eq!(again.keep_ended(&renamed).await.unwrap(), key);
        again.close().await;
    }
    let result = store.game(kept.id).await.unwrap().game.result();
    assert_eq!(result, Some(GameResult::lost_by(Ending::Resigned, Color::Black)));
    store.close().await;
}

/// Of many changes made at once on one revision, exactly one succeeds.
async fn lets_one_of_many_win(url: &str) {
    let store = Store::open(url).await.unwrap();
    let kept = store.create(&new_game()).await.unwrap();
    let attempts = (0..16).map(|_| {
        let (store, kept) = (store.clone(), kept.clone());
        tokio::spawn(async move { store.update(&kept, game(&["f5"])).await.is_ok() })
    });
    let mut won = 0;
    for attempt in attempts.collect::<Vec<_>>() {
        won += u32::from(attempt.await.unwrap());
    }
    assert_eq!(won, 1);
    assert_eq!(store.game(kept.id).await.unwrap().game.plies().len(), 1);
    store.close().await;
}

#[tokio::test]
async fn sqlite_keeps_its_promises() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("new/games.db").display());
    keeps_its_promises(&url).await;
    lets_one_of_many_win(&url).await;
    tells_damaged_games(&url).await;
    reads_the_words_of_version_0_1(&url).await;
}

#[tokio::test]
async fn postgresql_keeps_its_promises() {
    let server = postgres::Server::start();
    keeps_its_promises(&server.url()).await;
    lets_one_of_many_win(&server.url()).await;
    tells_damaged_games(&server.url()).await;
    reads_the_words_of_version_0_1(&server.url()).await;
}

#[tokio::test]
async fn an_unknown_address_is_shown_without_its_password() {
    let error = Store::open("mysql://ann:secret@host/db").await.unwrap_err().to_string();
    assert!(error.contains("mysql://ann@host/db") && !error.contains("secret"), "{error}");
}
