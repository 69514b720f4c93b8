//! Imports that any server may go on with, what one process does for all, and what all count together, on
//! both databases.

use std::time::Duration;

use outflank_game::PersonId;
use outflank_store::{
    ImportBounds, ImportClaim, ImportNote, ImportPhase, ImportRefusal, JobClass, LibraryGame, NewJob, Store,
    StoreError,
};

use crate::library::game as library_game;
use crate::postgres;

const BOUNDS: ImportBounds = ImportBounds { files: 3, bytes: 100, bytes_of_all: 150 };

fn claim(import: i64, worker: &str) -> ImportClaim {
    ImportClaim { import, worker: worker.to_owned() }
}

fn refusal<T: std::fmt::Debug>(answer: Result<T, StoreError>) -> ImportRefusal {
    match answer {
        Err(StoreError::Import(refusal)) => refusal,
        other => panic!("{other:?}"),
    }
}

async fn files_come_whole_or_not_at_all(store: &Store) {
    let owner = PersonId::account("ada");
    let first = store.begin_import(Some(&owner), Some("shift_jis"), 2).await.unwrap().unwrap();
    assert_eq!((first.owner.as_ref(), first.phase), (Some(&owner), ImportPhase::Collecting));
    let second = store.begin_import(None, None, 2).await.unwrap().unwrap();
    assert_eq!(store.begin_import(None, None, 2).await.unwrap(), None, "both are under way");
    let id = first.id;
    let one = store.begin_import_file(id, "one.ggf", BOUNDS).await.unwrap();
    store.add_import_chunk(&one, 0, &[1; 40], BOUNDS).await.unwrap();
    // Its sender died: whoever sends it again replaces it, and the first is not heard any more.
    let again = store.begin_import_file(id, "one.ggf", BOUNDS).await.unwrap();
    assert_eq!(refusal(store.add_import_chunk(&one, 1, &[1; 4], BOUNDS).await), ImportRefusal::Replaced);
    store.add_import_chunk(&again, 0, &[2; 40], BOUNDS).await.unwrap();
    store.add_import_chunk(&again, 1, &[3; 40], BOUNDS).await.unwrap();
    assert_eq!(refusal(store.add_import_chunk(&again, 2, &[3; 30], BOUNDS).await), ImportRefusal::TooMuch);
    store.finish_import_file(&again).await.unwrap();
    let twice = ImportRefusal::Twice { name: "one.ggf".to_owned() };
    assert_eq!(refusal(store.begin_import_file(id, "one.ggf", BOUNDS).await), twice);
    let other = store.begin_import_file(second.id, "big", BOUNDS).await.unwrap();
    assert_eq!(
        refusal(store.add_import_chunk(&other, 0, &[0; 90], BOUNDS).await),
        ImportRefusal::TooMuchOfAll
    );
    let part = store.begin_import_file(id, "part", BOUNDS).await.unwrap();
    store.add_import_chunk(&part, 0, &[0; 10], BOUNDS).await.unwrap();
    store.drop_import_file(&part).await.unwrap();
    let part = store.begin_import_file(id, "half", BOUNDS).await.unwrap();
    store.add_import_chunk(&part, 0, &[0; 20], BOUNDS).await.unwrap();
    assert!(store.start_import(id).await.unwrap() && !store.start_import(id).await.unwrap());
    assert_eq!(refusal(store.begin_import_file(id, "late", BOUNDS).await), ImportRefusal::Begun);
    let files = store.import_files(id).await.unwrap();
    assert_eq!(files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>(), ["one.ggf"]);
    assert_eq!(store.import_chunk(&files[0], 1).await.unwrap(), Some(vec![3; 40]));
    assert_eq!(store.import_chunk(&files[0], 2).await.unwrap(), None);
    // Nobody was asked to read it: whoever tidies asks.
    assert_eq!(store.tidy_imports("import", 60_000).await.unwrap(), [id]);
    store.stop_import(second.id).await.unwrap();
    assert_eq!(store.import(second.id).await.unwrap().phase, ImportPhase::Stopped);
    let third = store.begin_import(None, None, 2).await.unwrap().unwrap();
    assert!(
        matches!(store.import(second.id).await, Err(StoreError::NoImport { .. })),
        "the oldest is forgotten"
    );
    tokio::time::sleep(Duration::from_millis(20)).await;
    store.tidy_imports("import", 5).await.unwrap();
    assert!(store.import(third.id).await.is_err(), "its files did not come");
}

async fn games_are_counted_once(store: &Store) {
    let id = store.begin_import(None, None, 9).await.unwrap().unwrap().id;
    store.start_import(id).await.unwrap();
    let (ann, bob) = (claim(id, "ann"), claim(id, "bob"));
    assert_eq!(store.take_import(&ann).await.unwrap().unwrap().id, id);
    let games: Vec<LibraryGame> = [1, 2, 3].map(|number| library_game(number, "Ann", "Bob", 2)).into();
    let note = |source, items, bad| ImportNote {
        source,
        items,
        bad,
        faults: vec!["line 7:\nno move".to_owned()],
        ..ImportNote::default()
    };
    assert_eq!(store.add_import_batch(&ann, &games[..2], &note(0, 2, 1)).await.unwrap(), (2, false));
    // Ann is thought dead, and Bob goes on: nothing that Ann stores counts any more.
    let row = store.take_import(&bob).await.unwrap().unwrap();
    assert_eq!((row.source, row.stored, row.settled, row.games, row.added), (0, 2, 0, 2, 2));
    assert_eq!(refusal(store.add_import_batch(&ann, &games[2..], &note(0, 3, 0)).await), ImportRefusal::Lost);
    assert_eq!(store.add_import_batch(&bob, &games[1..], &note(0, 4, 0)).await.unwrap(), (1, false));
    store.stop_import(id).await.unwrap();
    assert_eq!(store.add_import_batch(&bob, &[], &note(1, 1, 0)).await.unwrap(), (0, true));
    let row = store.import(id).await.unwrap();
    assert_eq!((row.source, row.stored, row.settled), (1, 1, 0));
    assert_eq!((row.games, row.added, row.duplicates, row.bad), (4, 3, 1, 1));
    assert_eq!(row.faults, ["line 7: no move"]);
    store.move_import_on(&bob, ImportPhase::Indexing, None).await.unwrap();
    assert_eq!(refusal(store.move_import_on(&ann, ImportPhase::Done, None).await), ImportRefusal::Lost);
    store.move_import_on(&bob, ImportPhase::Stopped, None).await.unwrap();
    assert_eq!(store.take_import(&bob).await.unwrap(), None, "it is over");
    // One whose workers died again and again is given up.
    let id = store.begin_import(None, None, 9).await.unwrap().unwrap().id;
    store.start_import(id).await.unwrap();
    let job = NewJob {
        kind: "import",
        game: id,
        revision: 0,
        subject: String::new(),
        owner: "ada".to_owned(),
        class: JobClass::Deep,
        payload: String::new(),
        budget: Duration::from_secs(1),
    };
    store.enqueue(&job).await.unwrap().unwrap();
    assert!(!store.tidy_imports("import", 60_000).await.unwrap().contains(&id), "it has a job");
    let mut claimed =
        store.claim("ann", JobClass::Deep..=JobClass::Deep, Duration::ZERO).await.unwrap().unwrap();
    claimed.attempts = 1;
    for _ in 0..12 {
        store.fail(&claimed, "ann", "killed").await.unwrap();
        tokio::time::sleep(Duration::from_millis(260)).await;
        store.claim("ann", JobClass::Deep..=JobClass::Deep, Duration::ZERO).await.unwrap();
    }
    store.tidy_imports("import", 60_000).await.unwrap();
    assert_eq!(store.import(id).await.unwrap().phase, ImportPhase::Failed);
}

async fn an_index_is_there_when_it_is_whole(store: &Store) {
    assert_eq!(store.latest_index().await.unwrap(), None);
    let mut versions = Vec::new();
    for round in 0..3_u8 {
        let version = store.begin_index(10 + i64::from(round), 5).await.unwrap();
        store.add_index_chunk(version, 0, &[round; 9]).await.unwrap();
        let before = store.latest_index().await.unwrap().map(|index| index.version);
        assert_eq!(before, versions.last().copied(), "the new one is not whole");
        store.finish_index(version, 1, u32::MAX - u32::from(round)).await.unwrap();
        versions.push(version);
    }
    let latest = store.latest_index().await.unwrap().unwrap();
    assert_eq!((latest.version, latest.last_key, latest.chunks), (versions[2], 12, 1));
    assert_eq!(latest.checksum, u32::MAX - 2);
    assert_eq!(store.index_chunk(versions[0], 0).await.unwrap(), None, "two are kept");
    assert_eq!(store.index_chunk(versions[1], 0).await.unwrap(), Some(vec![1; 9]));
    store.delete_index(versions[2]).await.unwrap();
    assert_eq!(store.latest_index().await.unwrap().unwrap().version, versions[1]);
}

async fn a_chore_is_ones_at_a_time(store: &Store) {
    let lease = Duration::from_millis(200);
    assert!(store.take_on("index", "ann", lease).await.unwrap());
    assert!(!store.take_on("index", "bob", lease).await.unwrap());
    assert!(store.take_on("index", "ann", lease).await.unwrap(), "still at it");
    store.let_go("index", "bob").await.unwrap();
    assert!(!store.take_on("index", "bob", lease).await.unwrap(), "it was not bob's");
    tokio::time::sleep(2 * lease).await;
    assert!(store.take_on("index", "bob", lease).await.unwrap(), "ann is believed dead");
    store.let_go("index", "bob").await.unwrap();
    assert!(store.take_on("index", "ann", lease).await.unwrap());
}

async fn attempts_are_counted_by_all(store: &Store, other: &Store) {
    let every = Duration::from_millis(400);
    for round in 0..4 {
        let store = if round % 2 == 0 { store } else { other };
        assert_eq!(store.attempt("log-in ada", 4, every).await.unwrap(), None, "{round}");
    }
    let wait = other.attempt("log-in ada", 4, every).await.unwrap().unwrap();
    assert!(!wait.is_zero() && wait <= every, "{wait:?}");
    assert_eq!(store.attempt("log-in bob", 4, every).await.unwrap(), None);
    tokio::time::sleep(wait + Duration::from_millis(20)).await;
    assert_eq!(store.attempt("log-in ada", 4, every).await.unwrap(), None, "one more after a while");
    assert!(store.attempt("log-in ada", 4, every).await.unwrap().is_some());
    store.forget_attempts().await.unwrap();
    assert!(store.attempt("log-in ada", 4, every).await.unwrap().is_some(), "what counts is not forgotten");
}

async fn all_of_it(url: &str) {
    let (store, other) = (Store::open(url).await.unwrap(), Store::open(url).await.unwrap());
    files_come_whole_or_not_at_all(&store).await;
    games_are_counted_once(&store).await;
    an_index_is_there_when_it_is_whole(&store).await;
    a_chore_is_ones_at_a_time(&store).await;
    attempts_are_counted_by_all(&store, &other).await;
    store.close().await;
    other.close().await;
}

#[tokio::test]
async fn imports_indexes_chores_and_attempts_are_shared_on_both_databases() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("games.db").display());
    let server = postgres::Server::start();
    let server_url = server.url();
    tokio::join!(all_of_it(&url), all_of_it(&server_url));
}
