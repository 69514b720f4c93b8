//! What the library promises, on a file of SQLite and on a real PostgreSQL.

use std::time::Duration;

use outflank_game::{Ending, GameInPlay, GameResult, Seat};
use outflank_rules::{Game, Move, Position};
use outflank_store::{
    Filter, LibraryGame, LibraryMoves, LibraryOrder, LibrarySource, NewGame, OutcomeFilter, Sort, Store,
    StoreError,
};

use crate::postgres;

pub(crate) fn game(number: i64, black: &str, white: &str, score: i32) -> LibraryGame {
    LibraryGame {
        fingerprint: format!("{number:032x}"),
        day: format!("{}-05-01", 1990 + number),
        black: black.to_owned(),
        white: white.to_owned(),
        score: Some(score),
        result: Some(GameResult::of_score(Ending::Discs, score)),
        moves: LibraryMoves::new(
            Position::start(),
            ["f5", "d6", "c3"].map(|name| name.parse::<Move>().unwrap()),
        ),
        times: [1, 2, 3].map(Duration::from_millis).to_vec(),
        opening: if number % 2 == 0 { "f5d6" } else { "f5f6" }.to_owned(),
        source: LibrarySource::File("wthor".to_owned()),
        ..LibraryGame::default()
    }
}

async fn keys(store: &Store, filter: &Filter) -> Vec<i64> {
    let page = store.library(filter, (Sort::Key, LibraryOrder::Rising), 0, 100).await.unwrap();
    assert_eq!(page.total, page.games.len() as i64);
    page.games.iter().map(|row| row.key).collect()
}

/// Everything that the library promises, whatever lies below it.
async fn keeps_its_promises(url: &str) {
    let store = Store::open(url).await.unwrap();
    let games = [
        game(1, "Ann", "Bob", 10),
        game(2, "Bob", "Ann", 4),
        game(3, "Élise", "50%", 0),
        game(4, "Cid", "Dan", -2),
    ];
    assert_eq!(store.add_to_library(&games).await.unwrap(), 4);
    let all = keys(&store, &Filter::default()).await;
    let [first, second, third, fourth] = all[..] else { panic!("{all:?}") };

    // What is there already is not added again, not even by a batch that has it twice.
    assert_eq!(store.add_to_library(&games).await.unwrap(), 0);
    let twice = [game(5, "Eve", "Fay", 2), game(5, "Eve", "Fay", 2)];
    assert_eq!(store.add_to_library(&twice).await.unwrap(), 1);
    let fifth = *keys(&store, &Filter::default()).await.last().unwrap();
    assert_eq!(store.library_game(first).await.unwrap().game, games[0]);

    // Filters.
    let text = |text: &str| Some(text.to_owned());
    let player = |name: &str| Filter { player: text(name), ..Filter::default() };
    assert_eq!(keys(&store, &player("ann")).await, [first, second]);
    assert_eq!(keys(&store, &Filter { player_is_black: Some(true), ..player("ann") }).await, [first]);
    assert_eq!(keys(&store, &Filter { outcome: Some(OutcomeFilter::Won), ..player("ann") }).await, [first]);
    assert_eq!(keys(&store, &Filter { outcome: Some(OutcomeFilter::Lost), ..player("ann") }).await, [second]);
    assert_eq!(
        keys(&store, &Filter { outcome: Some(OutcomeFilter::Draw), ..Filter::default() }).await,
        [third]
    );
    assert_eq!(
        keys(&store, &Filter { outcome: Some(OutcomeFilter::White), ..Filter::default() }).await,
        [fourth]
    );
    assert_eq!(keys(&store, &Filter { opponent: text("bob"), ..player("ann") }).await, [first, second]);
    assert_eq!(keys(&store, &player("élise")).await, [third]);
    assert_eq!(keys(&store, &player("0%")).await, [third]);
    assert!(keys(&store, &player("_nn")).await.is_empty());
    let years = Filter { from: text("1992"), to: text("1993"), ..Filter::default() };
    assert_eq!(keys(&store, &years).await, [second, third]);
    let openings = |lines: &[&str]| Filter {
        openings: Some(lines.iter().map(ToString::to_string).collect()),
        ..Filter::default()
    };
    assert_eq!(keys(&store, &openings(&["f5d6", "f5f4"])).await, [second, fourth]);
    assert!(keys(&store, &openings(&[])).await.is_empty());

    // LibraryOrder and pages.
    let page = store.library(&Filter::default(), (Sort::Score, LibraryOrder::Falling), 1, 2).await.unwrap();
    assert_eq!(page.total, 5);
    assert_eq!(page.games.iter().map(|row| row.key).collect::<Vec<_>>(), [second, fifth]);

    // Tags and notes.
    store.set_tag(&[first, third], "study", true).await.unwrap();
    store.set_tag(&[first], "study", true).await.unwrap();
    store.set_tag(&[first], "won", true).await.unwrap();
    let tagged = Filter { tag: text("study"), ..Filter::default() };
    assert_eq!(keys(&store, &tagged).await, [first, third]);
    assert_eq!(store.library_game(first).await.unwrap().tags, ["study", "won"]);
    assert_eq!(store.tags(None).await.unwrap(), [("study".to_owned(), 2), ("won".to_owned(), 1)]);
    store.set_tag(&[third], "study", false).await.unwrap();
    assert_eq!(keys(&store, &tagged).await, [first]);
    store.set_notes(second, "A fine Endgame").await.unwrap();
    assert_eq!(keys(&store, &Filter { text: text("endgame"), ..Filter::default() }).await, [second]);
    assert!(matches!(store.set_notes(9999, "").await, Err(StoreError::NoGame { id: 9999 })));
    assert!(matches!(store.set_tag(&[9999], "x", true).await, Err(StoreError::NoGame { id: 9999 })));

    // Deletion can be undone, and importing again undoes it too. The pulse tells of every change.
    let before = store.library_pulse().await.unwrap();
    assert_eq!((before.last_key, before.deleted), (fifth, [0, 0, 0]));
    assert_eq!(store.set_deleted(&[first, second, 9999], true).await.unwrap(), 2);
    let pulse = store.library_pulse().await.unwrap();
    assert_eq!((pulse.deleted[0], pulse.deleted[2]), (2, first + second));
    assert_eq!(keys(&store, &Filter::default()).await, [third, fourth, fifth]);
    assert_eq!(keys(&store, &Filter { deleted: true, ..Filter::default() }).await, [first, second]);
    assert_eq!(store.deleted_keys().await.unwrap(), [first, second]);
    assert_eq!(store.set_deleted(&[first], false).await.unwrap(), 1);
    assert_eq!(store.add_to_library(&games).await.unwrap(), 1);
    assert!(store.deleted_keys().await.unwrap().is_empty());
    assert_eq!(store.library_pulse().await.unwrap(), before);

    // A game played here is kept even if the same was played before; a new end replaces the old one.
    let here = LibraryGame { game: Some(77), ..game(1, "Ann", "Bob", 10) };
    let kept = store.keep_ended(&here).await.unwrap();
    assert!(kept > fifth);
    assert_eq!(store.keep_ended(&here).await.unwrap(), kept);
    let resigned = Some(GameResult::of_score(Ending::Resigned, 10));
    let other = LibraryGame { result: resigned, ..here.clone() };
    let again = store.keep_ended(&other).await.unwrap();
    assert!(again > kept);
    assert_eq!(keys(&store, &player("ann")).await, [first, second, again]);
    store.forget_ended(77).await.unwrap();
    assert_eq!(keys(&store, &player("ann")).await, [first, second]);

    // Games that ended while the library did not hear of it are found.
    let new = || GameInPlay::new(Game::new(Position::start()), [Seat::person(""), Seat::person("")]);
    let ended = store.create(&NewGame::from(new())).await.unwrap();
    let mut drawn = new();
    drawn.end(GameResult { ending: Ending::Agreed, winner: None });
    store.update(&ended, drawn).await.unwrap();
    // One that was aborted does not belong there.
    let mut aborted = new();
    aborted.end(GameResult { ending: Ending::Aborted, winner: None });
    store.create(&NewGame::from(aborted)).await.unwrap();
    assert_eq!(store.ended_outside_library().await.unwrap(), [ended.id]);
    store.keep_ended(&LibraryGame { game: Some(ended.id), ..game(6, "", "", 0) }).await.unwrap();
    assert!(store.ended_outside_library().await.unwrap().is_empty());
    store.close().await;
}

#[tokio::test]
async fn the_library_keeps_its_promises_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    keeps_its_promises(&format!("sqlite:{}", folder.path().join("games.db").display())).await;
}

#[tokio::test]
async fn the_library_keeps_its_promises_on_postgresql() {
    let server = postgres::Server::start();
    keeps_its_promises(&server.url()).await;
}
