//! The same promises on a file of SQLite and on a real PostgreSQL.

use outflank_store::{ClockRule, Ending, GameRow, MoveRow, NewGame, SeatRow, Store, StoreError};

use crate::postgres;

const START: &str = "---------------------------OX------XO---------------------------X";

fn seat(player: &str) -> SeatRow {
    SeatRow { player: player.to_owned(), ..SeatRow::default() }
}

fn new_game() -> NewGame {
    NewGame { start: START.to_owned(), black: seat("human"), white: seat("level:5"), ..NewGame::default() }
}

fn played(square: &str) -> MoveRow {
    MoveRow { played: square.to_owned(), milliseconds: 7 }
}

fn squares(game: &GameRow) -> Vec<&str> {
    game.moves.iter().map(|each| each.played.as_str()).collect()
}

/// Everything that a store promises, whatever lies below it.
async fn keeps_its_promises(url: &str) {
    let store = Store::open(url).await.unwrap();

    // A new game is found again with all it had.
    let full = NewGame {
        name: "first".to_owned(),
        moves: vec!["f5".to_owned(), "d6".to_owned()],
        opening: 2,
        black: SeatRow { key: Some("k".to_owned()), ..seat("human") },
        clock: Some(ClockRule { initial: 300_000, increment: 1_000 }),
        pace: 250,
        ..new_game()
    };
    let made = store.create(&full).await.unwrap();
    assert_eq!(store.game(made.id).await.unwrap(), made);
    assert_eq!((made.name.as_str(), made.made, made.pace), ("first", 2, 250));
    assert_eq!((made.clock, made.opening), (full.clock, 2));
    assert_eq!((made.black.key.as_deref(), made.white.key.as_deref()), (Some("k"), None));
    assert_eq!(squares(&made), ["f5", "d6"]);

    // Moves are added, taken back, done again, and replaced by others.
    let game = store.create(&new_game()).await.unwrap();
    assert!(game.id > made.id);
    let game = store.add_moves(game.id, game.revision, &[played("f5"), played("f6")], None).await.unwrap();
    let game = store.set_made(game.id, game.revision, 1, None).await.unwrap();
    assert_eq!((game.made, squares(&game)), (1, vec!["f5", "f6"]));
    let game = store.set_made(game.id, game.revision, 2, None).await.unwrap();
    let game = store.set_made(game.id, game.revision, 1, None).await.unwrap();
    let game = store.add_moves(game.id, game.revision, &[played("d6")], None).await.unwrap();
    assert_eq!((game.made, squares(&game)), (2, vec!["f5", "d6"]));

    // A change decided on an old revision fails and changes nothing.
    let stale = store.add_moves(game.id, game.revision - 1, &[played("c3")], None).await;
    assert!(matches!(stale, Err(StoreError::Stale { .. })), "{stale:?}");
    assert_eq!(store.game(game.id).await.unwrap(), game);

    // A game that ends is no longer unfinished; taking back lets it go on.
    assert!(store.unfinished().await.unwrap().contains(&game.id));
    let ending = Ending { reason: "resigned".to_owned(), winner: Some("white".to_owned()) };
    let game = store.end(game.id, game.revision, &ending).await.unwrap();
    assert_eq!(game.ended, Some(ending));
    assert!(!store.unfinished().await.unwrap().contains(&game.id));
    let game = store.set_made(game.id, game.revision, 1, None).await.unwrap();
    assert_eq!(game.ended, None);

    // The list has the last changed first, with moves.
    let latest = store.latest(10).await.unwrap();
    assert_eq!(latest.iter().map(|each| each.id).collect::<Vec<_>>(), [game.id, made.id]);
    assert_eq!(latest[1], made);
    assert_eq!(store.latest(1).await.unwrap().len(), 1);

    // Names, and texts that try to be commands.
    let odd = "'; DROP TABLE games; -- 黒";
    assert_eq!(store.adjust(game.id, odd, 700).await.unwrap().name, odd);

    // What is kept is there after closing and opening; what is deleted is not, and its number is not given again.
    let game = store.game(game.id).await.unwrap();
    store.close().await;
    let store = Store::open(url).await.unwrap();
    assert_eq!(store.game(game.id).await.unwrap(), game);
    store.delete(game.id).await.unwrap();
    assert!(matches!(store.game(game.id).await, Err(StoreError::NoGame { .. })));
    assert!(matches!(store.delete(game.id).await, Err(StoreError::NoGame { .. })));
    assert!(store.create(&new_game()).await.unwrap().id > game.id);
    store.close().await;
}

/// Of many changes made at once on one revision, exactly one succeeds.
async fn lets_one_of_many_win(url: &str) {
    let store = Store::open(url).await.unwrap();
    let game = store.create(&new_game()).await.unwrap();
    let attempts = (0..16).map(|_| {
        let store = store.clone();
        tokio::spawn(async move { store.add_moves(game.id, 1, &[played("f5")], None).await.is_ok() })
    });
    let mut won = 0;
    for attempt in attempts.collect::<Vec<_>>() {
        won += u32::from(attempt.await.unwrap());
    }
    assert_eq!(won, 1);
    assert_eq!(store.game(game.id).await.unwrap().moves.len(), 1);
    store.close().await;
}

#[tokio::test]
async fn sqlite_keeps_its_promises() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("new/games.db").display());
    keeps_its_promises(&url).await;
    lets_one_of_many_win(&url).await;
}

#[tokio::test]
async fn postgresql_keeps_its_promises() {
    let server = postgres::Server::start();
    keeps_its_promises(&server.url()).await;
    lets_one_of_many_win(&server.url()).await;
}

#[tokio::test]
async fn an_unknown_address_is_shown_without_its_password() {
    let error = Store::open("mysql://ann:secret@host/db").await.unwrap_err().to_string();
    assert!(error.contains("mysql://ann@host/db") && !error.contains("secret"), "{error}");
}
