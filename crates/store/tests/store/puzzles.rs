//! Puzzles: the first attempt counts, for both; later ones do not; people keep theirs apart.

use outflank_game::PersonId;
use outflank_store::{NewAccount, PuzzleAttempt, PuzzleMode, Store};

use crate::postgres;

fn attempt(puzzle: u32, solved: bool) -> PuzzleAttempt {
    let mode = PuzzleMode::Rated;
    PuzzleAttempt { puzzle, predicted: 1600.0, mode, solved, milliseconds: Some(4200) }
}

/// The first attempt moves the rating, a second one nothing.
async fn first_attempts_count(store: &Store) {
    assert_eq!(store.puzzle_standing(None).await.unwrap().rating.shown(), 1500);
    let counted = store.count_attempt(None, &attempt(7, true)).await.unwrap().unwrap();
    assert!(counted.standing.rating.rating > counted.before.rating);
    assert_eq!((counted.standing.streak, counted.puzzle.rating.round()), (1, 1600.0));
    assert_eq!(store.count_attempt(None, &attempt(7, false)).await.unwrap(), None);
    let again = store.count_attempt(None, &attempt(8, true)).await.unwrap().unwrap();
    assert_eq!(again.standing.streak, 2);
    let missed = store.count_attempt(None, &attempt(9, false)).await.unwrap().unwrap();
    assert!(missed.standing.rating.rating < missed.before.rating);
    let standing = store.puzzle_standing(None).await.unwrap();
    let figures = (standing.attempts, standing.solved, standing.streak, standing.best_streak);
    assert_eq!(figures, (3, 2, 0, 2));
    let tried = store.tried_puzzles(None).await.unwrap();
    let mut results: Vec<(u32, bool)> = tried.iter().map(|one| (one.puzzle, one.solved)).collect();
    results.sort();
    assert_eq!(results, [(7, true), (8, true), (9, false)]);
}

/// Somebody of whom nothing is known does not change a puzzle; somebody who is known does. A theme counts
/// less.
async fn known_people_move_puzzles(store: &Store) {
    let person = PersonId::guest("solver");
    let rating_of = async |puzzle: u32| {
        let all = store.puzzle_ratings().await.unwrap();
        all.iter().find(|(number, _)| *number == puzzle).map(|(_, rating)| rating.rating)
    };
    store.count_attempt(Some(&person), &attempt(100, true)).await.unwrap();
    assert_eq!(rating_of(100).await, Some(1600.0));
    for puzzle in 101..120 {
        store.count_attempt(Some(&person), &attempt(puzzle, puzzle % 2 == 0)).await.unwrap();
    }
    store.count_attempt(Some(&person), &attempt(120, true)).await.unwrap();
    assert!(rating_of(120).await.unwrap() < 1600.0, "{:?}", rating_of(120).await);
    let before = store.puzzle_standing(Some(&person)).await.unwrap().rating.rating;
    let hinted = PuzzleAttempt { mode: PuzzleMode::Theme, ..attempt(121, true) };
    let hinted = store.count_attempt(Some(&person), &hinted).await.unwrap().unwrap();
    let gain = hinted.standing.rating.rating - before;
    let free = store.count_attempt(Some(&person), &attempt(122, true)).await.unwrap().unwrap();
    assert!(gain > 0.0 && gain < (free.standing.rating.rating - free.before.rating) * 0.5);
}

async fn account(store: &Store, name: &str) -> PersonId {
    let person = PersonId::account(name);
    let (name, password) = (name.to_owned(), String::new());
    let new = NewAccount { person: person.clone(), name, password, email: None, is_admin: false };
    store.create_account(&new).await.unwrap();
    person
}

/// What a guest solved goes along to the account, and goes with it.
async fn puzzles_belong_to_people(store: &Store) {
    let (guest, ada) = (PersonId::guest("visitor"), account(store, "ada").await);
    store.count_attempt(Some(&guest), &attempt(300, true)).await.unwrap();
    for puzzle in [300, 301] {
        store.begin_endgame(Some(&guest), puzzle).await.unwrap();
    }
    let took = store.finish_endgame(Some(&guest), 300, "", 10, true).await.unwrap();
    store.hand_over(&guest, &ada).await.unwrap();
    assert!(store.tried_puzzles(Some(&guest)).await.unwrap().is_empty());
    assert_eq!(store.tried_puzzles(Some(&ada)).await.unwrap().len(), 1);
    assert_eq!(store.puzzle_standing(Some(&ada)).await.unwrap().attempts, 1);
    assert!(took.is_some());
    assert_eq!(store.endgame_records(Some(&ada)).await.unwrap()[0].best, took);
    assert_eq!(store.endgame_moves(Some(&ada), 301).await.unwrap().as_deref(), Some(""));
    store.delete_account(&ada).await.unwrap();
    assert!(store.tried_puzzles(Some(&ada)).await.unwrap().is_empty());
    assert_eq!(store.puzzle_standing(Some(&ada)).await.unwrap().attempts, 0);
    assert!(store.endgame_records(Some(&ada)).await.unwrap().is_empty());
    assert_eq!(store.endgame_moves(Some(&ada), 301).await.unwrap(), None);
}

/// Wins and losses are counted, and the shortest time of a win is kept.
async fn endgames_keep_the_best_time(store: &Store) {
    let mut best = i64::MAX;
    for (won, least) in [(true, 60), (true, 20), (false, 0), (true, 40)] {
        store.begin_endgame(None, 42).await.unwrap();
        tokio::time::sleep(std::time::Duration::from_millis(least)).await;
        let took = store.finish_endgame(None, 42, "", 12, won).await.unwrap().unwrap();
        // Clocks of databases count whole milliseconds.
        assert!(took + 1 >= i64::try_from(least).unwrap(), "{took}");
        best = if won { best.min(took) } else { best };
        assert_eq!(store.endgame_records(None).await.unwrap()[0].best, Some(best));
    }
    let records = store.endgame_records(None).await.unwrap();
    let figures = (records[0].tries, records[0].won, records[0].empties);
    assert_eq!((records.len(), figures), (1, (4, 3, 12)));
}

/// An endgame counts once, and only with the moves and replies that were kept.
async fn endgames_count_what_was_answered(store: &Store) {
    let moves = async || store.endgame_moves(None, 43).await.unwrap();
    assert_eq!(moves().await, None);
    assert!(!store.continue_endgame(None, 43, "", "a1 a2").await.unwrap());
    assert_eq!(store.finish_endgame(None, 43, "", 8, true).await.unwrap(), None);
    store.begin_endgame(None, 43).await.unwrap();
    assert!(store.continue_endgame(None, 43, "", "a1 a2").await.unwrap());
    assert!(!store.continue_endgame(None, 43, "", "a1 b2").await.unwrap());
    assert_eq!(moves().await.as_deref(), Some("a1 a2"));
    assert_eq!(store.finish_endgame(None, 43, "a1 b2", 8, true).await.unwrap(), None);
    // Begun again, it is at its beginning.
    store.begin_endgame(None, 43).await.unwrap();
    assert_eq!(moves().await.as_deref(), Some(""));
    let twice = || store.finish_endgame(None, 43, "", 8, true);
    let (one, other) = tokio::join!(twice(), twice());
    assert_eq!([one.unwrap(), other.unwrap()].iter().flatten().count(), 1);
    let records = store.endgame_records(None).await.unwrap();
    let record = records.iter().find(|record| record.puzzle == 43).unwrap();
    assert_eq!((record.tries, record.won), (1, 1));
}

async fn all(url: &str) {
    let store = Store::open(url).await.unwrap();
    first_attempts_count(&store).await;
    known_people_move_puzzles(&store).await;
    puzzles_belong_to_people(&store).await;
    endgames_keep_the_best_time(&store).await;
    endgames_count_what_was_answered(&store).await;
    // Two at once: one counts.
    let twice = attempt(500, true);
    let (one, other) = tokio::join!(store.count_attempt(None, &twice), store.count_attempt(None, &twice));
    assert_eq!([one.unwrap(), other.unwrap()].iter().flatten().count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_sqlite_keeps_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    all(&format!("sqlite:{}", folder.path().join("games.db").display())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_keeps_puzzles() {
    let server = postgres::Server::start();
    all(&server.url()).await;
}
