//! A number names one game, whether it is played or in the library; and games that nobody wants to save.

use std::time::Duration;

use outflank_game::{Ending, GameInPlay, GameResult, KeptGame, PlayerId, Seat};
use outflank_rules::{Game, Position};
use outflank_store::{LibraryGame, NewGame, Store, StoreError};

use crate::postgres;

fn game() -> GameInPlay {
    GameInPlay::new(Game::new(Position::start()), [Seat::person("Ann"), Seat::person("Bob")])
}

async fn begun(store: &Store) -> KeptGame {
    store.create(&NewGame::from(game())).await.unwrap()
}

/// Ends a game and puts it into the library; returns its key there.
async fn ended(store: &Store, kept: &KeptGame) -> i64 {
    let mut over = kept.game.clone();
    let result = GameResult { ending: Ending::Agreed, winner: None };
    over.end(result);
    store.update(kept, over).await.unwrap();
    let entry = LibraryGame {
        fingerprint: format!("played {}", kept.id),
        game: Some(kept.id),
        result: Some(result),
        ..LibraryGame::default()
    };
    store.keep_ended(&entry).await.unwrap()
}

async fn imported(store: &Store, name: &str) -> i64 {
    let entry = LibraryGame { fingerprint: name.to_owned(), ..LibraryGame::default() };
    assert_eq!(store.add_to_library(&[entry]).await.unwrap(), 1);
    store.library_pulse().await.unwrap().last_key
}

async fn numbers_name_one_game(url: &str) {
    let store = Store::open(url).await.unwrap();
    let [first, second] = [begun(&store).await, begun(&store).await];
    // A game that ends has its own number as its key, and that opens it.
    assert_eq!(ended(&store, &second).await, second.id);
    assert_eq!(store.game(second.id).await.unwrap().key, Some(second.id));
    // Imported games and games begun later have other numbers.
    let file = imported(&store, "file").await;
    let third = begun(&store).await;
    let numbers = [first.id, second.id, file, third.id];
    assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "{numbers:?}");
    // Keys only grow: a game that ends late gets a new one, and both numbers open it.
    let late = ended(&store, &first).await;
    assert!(late > third.id, "{late}");
    assert_eq!(store.library_game_numbered(late).await.unwrap().key, late);
    assert_eq!(store.library_game_numbered(first.id).await.unwrap().key, late);
    assert!(matches!(store.game(late).await, Err(StoreError::NoGame { .. })), "no game is played under it");
    assert!(begun(&store).await.id > late);
    let missing = store.library_game_numbered(third.id).await;
    assert!(matches!(missing, Err(StoreError::NoGame { id }) if id == third.id), "{missing:?}");
    store.close().await;
}

async fn games_can_be_left_unsaved(url: &str) {
    let store = Store::open(url).await.unwrap();
    let kept = store.create(&NewGame { saved: false, ..NewGame::from(game()) }).await.unwrap();
    let listed = |games: Vec<Result<_, _>>| games.len();
    let before = listed(store.list(100).await.unwrap());
    assert_eq!(store.game(kept.id).await.unwrap(), kept, "it can be played all the same");
    let mut over = kept.game.clone();
    over.end(GameResult { ending: Ending::Agreed, winner: None });
    let kept = store.update(&kept, over).await.unwrap();
    assert!(!store.ended_outside_library().await.unwrap().contains(&kept.id));
    // Saved after all, and declined again.
    let kept = store.adjust(&kept, "", Duration::ZERO, true).await.unwrap();
    assert_eq!(listed(store.list(100).await.unwrap()), before + 1);
    let kept = store.adjust(&kept, "", Duration::ZERO, false).await.unwrap();
    assert_eq!(listed(store.list(100).await.unwrap()), before);
    assert_eq!(store.delete_unsaved(Duration::from_secs(3600)).await.unwrap(), 0, "it stays a while");
    tokio::time::sleep(Duration::from_millis(20)).await;
    assert_eq!(store.delete_unsaved(Duration::from_millis(1)).await.unwrap(), 1);
    assert!(matches!(store.game(kept.id).await, Err(StoreError::NoGame { .. })));
    store.close().await;
}

async fn helpers_are_kept(url: &str) {
    let store = Store::open(url).await.unwrap();
    let kept = begun(&store).await;
    let mut helped = kept.game.clone();
    helped.play_for("f5".parse().unwrap(), Duration::from_millis(7), PlayerId::from("nea")).unwrap();
    helped.play("d6".parse().unwrap(), Duration::from_millis(8)).unwrap();
    let kept = store.update(&kept, helped).await.unwrap();
    assert_eq!(store.game(kept.id).await.unwrap(), kept);
    assert_eq!(kept.game.helpers(), [Some(PlayerId::from("nea")), None]);
    // The same move by the person's own hand is another ply.
    let mut own = kept.game.clone();
    own.take_back_to(0);
    own.play("f5".parse().unwrap(), Duration::from_millis(7)).unwrap();
    let kept = store.update(&kept, own).await.unwrap();
    assert_eq!(store.game(kept.id).await.unwrap().game.helpers()[0], None);
    store.close().await;
}

#[tokio::test]
async fn numbers_helpers_and_unsaved_games_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("games.db").display());
    numbers_name_one_game(&url).await;
    games_can_be_left_unsaved(&url).await;
    helpers_are_kept(&url).await;
}

#[tokio::test]
async fn numbers_helpers_and_unsaved_games_on_postgresql() {
    let server = postgres::Server::start();
    numbers_name_one_game(&server.url()).await;
    games_can_be_left_unsaved(&server.url()).await;
    helpers_are_kept(&server.url()).await;
}
