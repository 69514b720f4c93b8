//! Ratings: a rated game counts once, whoever ends it, and what is stored is what the games say.

use std::time::Duration;

use outflank_game::{
    Ending, FairClock, GameInPlay, GameResult, GameRights, KeptGame, PersonId, RemotePlay, Seat, TimeControl,
};
use outflank_ratings::PlayerRating;
use outflank_rules::{Color, Game, Move, Position};
use outflank_store::{NewAccount, NewGame, ResultCount, Store};

use crate::games::execute;
use crate::postgres;

const MOVES: [&str; 4] = ["f5", "d6", "c3", "d3"];

async fn account(store: &Store, name: &str) -> PersonId {
    let person = PersonId::account(name);
    let new = NewAccount {
        person: person.clone(),
        name: name.to_owned(),
        password: String::new(),
        email: None,
        is_admin: false,
    };
    store.create_account(&new).await.unwrap();
    person
}

fn played(seats: [Seat; 2], moves: usize) -> GameInPlay {
    let moves = MOVES.iter().take(moves).map(|name| name.parse::<Move>().unwrap());
    let game = Game::replay(Position::start(), moves).unwrap();
    let control = TimeControl { initial: Duration::from_secs(60), increment: Duration::ZERO };
    let is_remote = seats.iter().all(|seat| seat.player.is_person());
    let game = GameInPlay::new(game, seats).with_time_control(Some(control));
    if is_remote { game.with_fair_clock(FairClock::new(0, Some(control))) } else { game }
}

fn seats(people: [&PersonId; 2]) -> [Seat; 2] {
    people.map(|person| Seat::person(person.as_str()))
}

/// A game that is on, with so many moves made.
async fn begun(store: &Store, seats: [Seat; 2], people: [Option<&PersonId>; 2], moves: usize) -> KeptGame {
    let new = NewGame {
        rights: GameRights {
            owner: people[0].cloned(),
            people: people.map(Option::<&_>::cloned),
            ..GameRights::default()
        },
        remote: RemotePlay { is_rated: true, ..RemotePlay::default() },
        ..NewGame::from(played(seats, moves))
    };
    store.create(&new).await.unwrap()
}

async fn between(store: &Store, people: [&PersonId; 2]) -> KeptGame {
    begun(store, seats(people), people.map(Some), 4).await
}

async fn lost_by(store: &Store, kept: &KeptGame, side: Color) -> KeptGame {
    let mut game = kept.game.clone();
    assert!(game.end(GameResult::lost_by(Ending::Resigned, side)));
    store.update(kept, game).await.unwrap()
}

async fn rating(store: &Store, person: &PersonId) -> PlayerRating {
    store.standing(person).await.unwrap().rating
}

async fn counts_games_once(url: &str) {
    let store = Store::open(url).await.unwrap().with_running_clocks();
    let (ada, bob) = (account(&store, "ada").await, account(&store, "bob").await);
    assert_eq!(rating(&store, &ada).await, PlayerRating::START);
    let kept = between(&store, [&ada, &bob]).await;
    let shown = kept
        .accounts
        .clone()
        .map(|seat| seat.map(|seat| (seat.name, seat.rating, seat.is_provisional, seat.change)));
    assert_eq!(shown, ["ada", "bob"].map(|name| Some((name.to_owned(), 1500, true, None))));
    let over = lost_by(&store, &kept, Color::White).await;
    assert_eq!(store.game(kept.id).await.unwrap(), over);
    let (winner, loser) = (rating(&store, &ada).await, rating(&store, &bob).await);
    assert!(
        winner.rating > 1600.0 && (winner.rating + loser.rating - 3000.0).abs() < 1e-6,
        "{winner:?} {loser:?}"
    );
    assert!(winner.deviation < 500.0 && winner.is_provisional());
    let change = |side: Color| over.accounts[side as usize].as_ref().unwrap().change.unwrap();
    assert_eq!((change(Color::Black), change(Color::White)), (winner.shown() - 1500, loser.shown() - 1500));

    // The flag: of many who look at once, one ends the game, and it counts once.
    let kept = between(&store, [&bob, &ada]).await;
    execute(url, "UPDATE games SET deadline = deadline - 100000 WHERE id = $1", &[kept.id]).await;
    let attempts: Vec<_> = (0..8)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.end_lost_on_time().await.unwrap() })
        })
        .collect();
    for attempt in attempts {
        attempt.await.unwrap();
    }
    let over = store.game(kept.id).await.unwrap();
    assert_eq!(over.game.result(), Some(GameResult::lost_by(Ending::TimeOut, Color::Black)));
    assert_eq!(store.standing(&ada).await.unwrap().games, 2);
    assert!(rating(&store, &bob).await.rating < loser.rating);

    // Against a level: half as much, and the level stays what it is.
    let kept = begun(&store, [Seat::person("ada"), Seat::program("level:8")], [Some(&ada), None], 4).await;
    let before = rating(&store, &ada).await;
    let over = lost_by(&store, &kept, Color::White).await;
    let gain = rating(&store, &ada).await.rating - before.rating;
    assert!(gain > 0.0 && over.accounts[1].is_none());
    let page = store.person_page(&ada).await.unwrap();
    assert_eq!(page.curve.len(), 3);
    assert!(page.curve.windows(2).all(|pair| pair[0].moment < pair[1].moment));
    assert_eq!(
        page.results,
        [ResultCount { won: 2, ..ResultCount::default() }, ResultCount { won: 1, ..ResultCount::default() }]
    );
    let met: Vec<_> = page
        .opponents
        .iter()
        .map(|one| (one.account.as_deref(), one.computer.as_deref(), one.results.won))
        .collect();
    assert_eq!(met, [(Some("bob"), None, 2), (None, Some("level:8"), 1)]);
    let changes: Vec<_> =
        page.games.iter().map(|one| (one.game.id, one.side, one.change.is_some())).collect();
    assert_eq!((changes.len(), changes[0]), (3, (kept.id, Color::Black, true)));
    assert!(store.check_ratings().await.unwrap().agrees());
    store.close().await;
}

async fn leaves_out_what_does_not_count(url: &str) {
    let store = Store::open(url).await.unwrap();
    let (ada, guest) = (account(&store, "ann").await, PersonId::guest("one"));
    let bob = account(&store, "ben").await;
    let before = store.check_ratings().await.unwrap();
    let program = |name: &str| [Seat::person("ann"), Seat::program(name)];
    let games = [
        begun(&store, seats([&ada, &bob]), [Some(&ada), Some(&bob)], 1).await,
        begun(&store, seats([&ada, &guest]), [Some(&ada), Some(&guest)], 4).await,
        begun(&store, seats([&ada, &ada]), [Some(&ada), Some(&ada)], 4).await,
        begun(&store, seats([&ada, &bob]), [Some(&ada), None], 4).await,
        begun(&store, program("engine:depth=3"), [Some(&ada), None], 4).await,
        begun(&store, program("level:8,openings=x"), [Some(&ada), None], 4).await,
    ];
    for kept in &games {
        lost_by(&store, kept, Color::Black).await;
    }
    let kept = between(&store, [&ada, &bob]).await;
    let mut aborted = kept.game.clone();
    assert!(aborted.end(GameResult { ending: Ending::Aborted, winner: None }));
    store.update(&kept, aborted).await.unwrap();
    // A casual game.
    let people = [Some(ada.clone()), Some(bob.clone())];
    let casual = NewGame {
        rights: GameRights { people, ..GameRights::default() },
        ..NewGame::from(played(seats([&ada, &bob]), 4))
    };
    let casual = store.create(&casual).await.unwrap();
    lost_by(&store, &casual, Color::Black).await;
    assert_eq!(store.standing(&ada).await.unwrap().games, 0);
    assert_eq!(store.check_ratings().await.unwrap(), before);
    // Private games are on no page.
    let page = store.person_page(&bob).await.unwrap();
    assert!(page.games.iter().all(|one| one.game.id != casual.id) && page.curve.is_empty());
    store.close().await;
}

/// Many games of few people end at once, on several servers: ratings are as if they had ended one by one.
async fn stands_many_at_once(url: &str) {
    let store = Store::open(url).await.unwrap().with_running_clocks();
    let mut people = Vec::new();
    for name in ["carl", "dora", "eve", "finn"] {
        people.push(account(&store, name).await);
    }
    let mut games = Vec::new();
    for round in 0..6_usize {
        for (one, other) in [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (3, 1)] {
            let kept = between(&store, [&people[one], &people[other]]).await;
            games.push((kept, (round + one) % 3));
        }
    }
    for (kept, how) in &games {
        if *how == 2 {
            let sql = "UPDATE games SET deadline = deadline - 100000 WHERE id = $1";
            execute(url, sql, &[kept.id]).await;
        }
    }
    let second = Store::open(url).await.unwrap().with_running_clocks();
    let mut running = Vec::new();
    for (index, (kept, how)) in games.clone().into_iter().enumerate() {
        let store = if index % 2 == 0 { store.clone() } else { second.clone() };
        running.push(tokio::spawn(async move {
            if how == 2 {
                store.end_lost_on_time().await.unwrap();
            } else {
                lost_by(&store, &kept, Color::BOTH[how]).await;
            }
        }));
    }
    for one in running {
        one.await.unwrap();
    }
    for person in &people {
        assert_eq!(store.standing(person).await.unwrap().games, 18, "{person}");
    }
    let checked = store.check_ratings().await.unwrap();
    assert!(checked.agrees(), "{checked:?}");
    assert!(checked.games >= 36);
    second.close().await;
    store.close().await;
}

async fn computes_all_again(url: &str) {
    let store = Store::open(url).await.unwrap();
    let (gus, hal, ida) =
        (account(&store, "gus").await, account(&store, "hal").await, account(&store, "ida").await);
    for (people, loser) in
        [([&gus, &hal], Color::Black), ([&hal, &ida], Color::White), ([&ida, &gus], Color::White)]
    {
        let kept = between(&store, people).await;
        lost_by(&store, &kept, loser).await;
    }
    let kept = begun(&store, [Seat::program("level:9"), Seat::person("hal")], [None, Some(&hal)], 4).await;
    lost_by(&store, &kept, Color::Black).await;
    let stored = [rating(&store, &gus).await, rating(&store, &hal).await, rating(&store, &ida).await];
    let first = store.recompute_ratings().await.unwrap();
    assert!(first.agrees(), "{first:?}");

    // Somebody has meddled with a rating, and with a change.
    execute(url, "UPDATE ratings SET rating = rating + 50 WHERE person = 'a-gus' AND games >= $1", &[1])
        .await;
    execute(url, "DELETE FROM rating_changes WHERE game = $1", &[kept.id]).await;
    let checked = store.check_ratings().await.unwrap();
    assert_eq!((checked.differences.len(), checked.changes), (1, 1), "{checked:?}");
    assert_eq!(checked.differences[0].name.as_deref(), Some("gus"));
    assert_eq!(store.recompute_ratings().await.unwrap(), checked);
    let again = [rating(&store, &gus).await, rating(&store, &hal).await, rating(&store, &ida).await];
    for (one, other) in stored.iter().zip(&again) {
        assert!((one.rating - other.rating).abs() < 1e-6 && (one.deviation - other.deviation).abs() < 0.01);
    }
    assert!(store.check_ratings().await.unwrap().agrees());

    // Who leaves takes the own rating along; opponents keep theirs, also when all is computed again.
    store.delete_account(&hal).await.unwrap();
    assert_eq!(store.standing(&hal).await.unwrap().games, 0);
    let checked = store.recompute_ratings().await.unwrap();
    assert!(checked.agrees(), "{checked:?}");
    assert_eq!(rating(&store, &gus).await.shown(), again[0].shown());
    let page = store.person_page(&ida).await.unwrap();
    assert!(page.opponents.iter().any(|one| one.account.is_none() && one.computer.is_none()));
    assert!(!format!("{page:?}").contains("hal"), "{page:?}");
    store.close().await;
}

async fn all(url: &str) {
    counts_games_once(url).await;
    leaves_out_what_does_not_count(url).await;
    stands_many_at_once(url).await;
    computes_all_again(url).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_sqlite_keeps_ratings() {
    let folder = tempfile::tempdir().unwrap();
    all(&format!("sqlite:{}", folder.path().join("games.db").display())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_keeps_ratings() {
    let server = postgres::Server::start();
    all(&server.url()).await;
}
