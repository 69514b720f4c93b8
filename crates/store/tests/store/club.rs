//! Tournaments between people, on a file of SQLite and on a real PostgreSQL.

use std::time::Duration;

use outflank_club::{BoardResult, ClubRules, ClubSystem, EntrantNumber, LateEntry};
use outflank_game::{Ending, FairClock, GameInPlay, GameResult, GameRights, PersonId, Seat, TimeControl};
use outflank_rules::{Color, Game, Position};
use outflank_store::{ClubPace, KeptClub, NewClub, NewGame, Store, StoreError};

use crate::postgres;

fn new(slug: &str, owner: Option<&PersonId>, rules: ClubRules) -> NewClub {
    let clock = TimeControl { initial: Duration::from_secs(300), increment: Duration::from_secs(2) };
    let pace = ClubPace { is_online: true, clock: Some(clock) };
    NewClub { slug: slug.to_owned(), owner: owner.cloned(), name: format!("Cup {slug}"), rules, pace }
}

/// Changes a tournament, and checks that it is read again as it was written.
async fn change(store: &Store, kept: &KeptClub, become_of: KeptClub, deed: &str) -> KeptClub {
    let stored = store.update_club(kept, &become_of, (kept.owner.as_ref(), deed)).await.unwrap();
    assert_eq!((&stored.club, &stored.people), (&become_of.club, &become_of.people));
    assert_eq!(stored.revision, kept.revision + 1);
    stored
}

async fn begin(store: &Store, names: [&str; 2], people: [Option<PersonId>; 2]) -> i64 {
    let game = GameInPlay::new(Game::new(Position::start()), names.map(Seat::person));
    let game = game.with_fair_clock(FairClock::new(0, None));
    let rights = GameRights { people, ..GameRights::default() };
    store.create(&NewGame { rights, ..NewGame::from(game) }).await.unwrap().id
}

async fn tournaments_are_kept(store: &Store) {
    let ada = PersonId::account("ada");
    let rules = ClubRules { brightwell: Some(7), late: LateEntry::Half, ..ClubRules::swiss(3) };
    let made = store.create_club(&new("one", Some(&ada), rules)).await.unwrap();
    assert_eq!((made.club.rules, made.owner.as_ref(), made.revision), (rules, Some(&ada), 1));
    assert_eq!(made.pace.clock.unwrap().initial, Duration::from_secs(300));
    assert!(matches!(store.club("none").await, Err(StoreError::NoClub { .. })));

    let mut next = made.clone();
    for (name, person) in [("Ada", Some(ada.clone())), ("Bob", None), ("Cid", None)] {
        next.club.enter(name).unwrap();
        next.people.push(person);
    }
    let entered = change(store, &made, next.clone(), "entered").await;
    // Of two changes made at once, one fails and changes nothing.
    let stale = store.update_club(&made, &next, (None, "again")).await;
    assert!(matches!(stale, Err(StoreError::StaleClub { revision: 1, .. })), "{stale:?}");

    let mut next = entered.clone();
    next.club.pair().unwrap();
    let paired = change(store, &entered, next, "paired").await;
    assert!(paired.club.rounds[0].bye.is_some());
    let mut next = paired.clone();
    next.club.set_result(0, 0, Some(BoardResult::counted(13, 51).unwrap())).unwrap();
    next.club.withdraw(EntrantNumber(1), true).unwrap();
    next.club.rename(EntrantNumber(2), "Zoë").unwrap();
    let played = change(store, &paired, next, "played").await;
    let mut next = played.clone();
    next.club.enter("late").unwrap();
    next.people.push(None);
    next.club.pair().unwrap();
    let second = change(store, &played, next, "second").await;
    let mut next = second.clone();
    next.club.unpair().unwrap();
    let back = change(store, &second, next, "unpaired").await;
    let mut next = back.clone();
    for (result, deed) in [
        (BoardResult::Forfeit(Color::Black), "a"),
        (BoardResult::Forfeit(Color::White), "b"),
        (BoardResult::DoubleForfeit, "c"),
    ] {
        let before = next.clone();
        next.club.set_result(0, 0, Some(result)).unwrap();
        next = change(store, &before, next, deed).await;
    }
    let before = next.clone();
    next.club.end().unwrap();
    let ended = change(store, &before, next, "ended").await;
    let journal = store.club_journal("one", 3).await.unwrap();
    let deeds: Vec<&str> = journal.iter().map(|row| row.deed.as_str()).collect();
    assert_eq!(deeds, ["ended", "c", "b"]);

    let robin = ClubRules { system: ClubSystem::DoubleRoundRobin, ..ClubRules::round_robin() };
    store.create_club(&new("two", None, robin)).await.unwrap();
    let heads = store.clubs(0, 10).await.unwrap();
    let told: Vec<(&str, bool, i64, i64)> =
        heads.iter().map(|head| (head.slug.as_str(), head.is_over, head.entered, head.paired)).collect();
    assert_eq!(told, [("two", false, 0, 0), ("one", true, 4, 1)], "those that are not over come first");
    assert_eq!(
        [store.running_clubs(None).await.unwrap(), store.running_clubs(Some(&ada)).await.unwrap()],
        [1, 0]
    );
    assert_eq!(store.club_owner("one").await.unwrap(), ended.owner);
    store.delete_club("two").await.unwrap();
    assert!(matches!(store.delete_club("two").await, Err(StoreError::NoClub { .. })));
}

async fn games_belong_to_boards(store: &Store) {
    let (ada, bob) = (PersonId::account("ada"), PersonId::account("bob"));
    let made = store.create_club(&new("online", Some(&ada), ClubRules::swiss(2))).await.unwrap();
    let mut next = made.clone();
    for (name, person) in [("Ada", &ada), ("Bob", &bob)] {
        next.club.enter(name).unwrap();
        next.people.push(Some(person.clone()));
    }
    next.club.pair().unwrap();
    let paired = store.update_club(&made, &next, (None, "paired")).await.unwrap();
    let game = begin(store, ["Ada", "Bob"], [Some(ada.clone()), Some(bob.clone())]).await;
    assert!(store.attach_club_game(&paired, (0, 0), None, game).await.unwrap());
    assert!(!store.attach_club_game(&paired, (0, 0), None, game + 1).await.unwrap(), "the first one stays");
    let read = store.club("online").await.unwrap();
    let attached = read.games[0][0].clone().unwrap();
    assert_eq!((attached.id, attached.is_there, attached.ended), (game, true, None));
    assert_eq!(store.club_revision("online").await.unwrap(), (read.revision, vec![]));
    let turns = store.club_turns(&bob).await.unwrap();
    assert_eq!(turns.len(), 1);
    assert_eq!((turns[0].opponent.as_str(), turns[0].game, turns[0].place.round), ("Ada", game, 0));

    let kept = store.game(game).await.unwrap();
    let mut ended = kept.game.clone();
    ended.end(GameResult::lost_by(Ending::Resigned, Color::Black));
    store.update(&kept, ended).await.unwrap();
    assert_eq!(store.club_revision("online").await.unwrap().1, [game]);
    assert!(store.club_turns(&bob).await.unwrap().is_empty());
    let place = store.club_place(game).await.unwrap().unwrap();
    assert_eq!((place.slug.as_str(), place.round, place.board), ("online", 0, 0));
    store.touch_club("online").await.unwrap();
    let mut next = store.club("online").await.unwrap();
    let before = next.clone();
    next.club.set_result(0, 0, Some(BoardResult::of_score(-64).unwrap())).unwrap();
    store.update_club(&before, &next, (None, "taken over")).await.unwrap();
    assert_eq!(
        (store.club_place(game).await.unwrap(), store.club_revision("online").await.unwrap().1),
        (None, vec![])
    );

    // Who leaves takes the name along; the tournament stays as it was.
    assert_eq!(store.belongings(&bob).await.unwrap().clubs, [("online".to_owned(), "Cup online".to_owned())]);
    store.delete_account(&bob).await.unwrap();
    store.delete_account(&ada).await.unwrap();
    let left = store.club("online").await.unwrap();
    assert_eq!(left.club.entrants.iter().map(|entrant| entrant.name.as_str()).collect::<Vec<_>>(), ["", ""]);
    assert_eq!((left.people, left.owner), (vec![None, None], Some(PersonId::nobody())));
}

async fn keeps_its_promises(url: &str) {
    let store = Store::open(url).await.unwrap();
    tournaments_are_kept(&store).await;
    games_belong_to_boards(&store).await;
    store.close().await;
}

#[tokio::test]
async fn club_tournaments_are_kept_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    keeps_its_promises(&format!("sqlite:{}", folder.path().join("games.db").display())).await;
}

#[tokio::test]
async fn club_tournaments_are_kept_on_postgresql() {
    let server = postgres::Server::start();
    keeps_its_promises(&server.url()).await;
}
