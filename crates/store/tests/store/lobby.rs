//! Seeks, games on air, chat and reports, on a file of SQLite and on a real PostgreSQL.

use std::time::Duration;

use outflank_game::{FairClock, GameInPlay, GameRights, KeptGame, PersonId, RemotePlay, Seat, TimeControl};
use outflank_rules::{Color, Game, Position};
use outflank_store::{
    ChatRefused, NewAccount, NewGame, NewSeek, RatingRange, Seek, SeekOutcome, SeekRefused, SeekTerms,
    SeekerRating, Store, StoreError, StoreNews,
};

use crate::postgres;

fn terms(seconds: u64) -> SeekTerms {
    let control = TimeControl { initial: Duration::from_secs(seconds), increment: Duration::from_secs(2) };
    SeekTerms { control, is_rated: false, is_balanced: false }
}

fn wish(name: &str, seconds: u64) -> NewSeek {
    NewSeek {
        person: PersonId::account(name),
        name: name.to_owned(),
        terms: terms(seconds),
        side: None,
        ratings: RatingRange::default(),
    }
}

/// The game of whoever waited, who has black, and somebody.
fn game_of(seek: &Seek, taker: &str) -> NewGame {
    let control = Some(seek.wish.terms.control);
    let seats = [seek.wish.name.as_str(), taker].map(Seat::person);
    let game = GameInPlay::new(Game::new(Position::start()), seats).with_time_control(control);
    let people = [seek.wish.person.clone(), PersonId::account(taker)].map(Some);
    NewGame {
        keys: [Some(format!("{}-black", seek.id)), Some(format!("{}-white", seek.id))],
        rights: GameRights {
            owner: Some(seek.wish.person.clone()),
            people,
            watch_key: None,
            is_on_air: true,
        },
        remote: RemotePlay { is_rated: seek.wish.terms.is_rated, ..RemotePlay::default() },
        ..NewGame::from(game.with_fair_clock(FairClock::new(0, control)))
    }
}

async fn seek(store: &Store, new: &NewSeek) -> Result<SeekOutcome, StoreError> {
    store.seek(new, |seek| game_of(seek, &new.name)).await
}

async fn waiting(store: &Store, new: &NewSeek) -> Seek {
    match seek(store, new).await.unwrap() {
        SeekOutcome::Waiting(seek) => seek,
        SeekOutcome::Paired(kept) => panic!("{kept:?}"),
    }
}

async fn accept(store: &Store, id: i64, by: &str) -> Result<KeptGame, StoreError> {
    store.accept_seek(id, &PersonId::account(by), |seek| game_of(seek, by)).await
}

fn refusal<T: std::fmt::Debug>(result: Result<T, StoreError>) -> SeekRefused {
    match result {
        Err(StoreError::Seek(refused)) => refused,
        other => panic!("{other:?}"),
    }
}

async fn seeks_are_made_and_accepted(store: &Store) {
    let ada = waiting(store, &wish("ada", 180)).await;
    assert_eq!(waiting(store, &wish("ada", 180)).await.id, ada.id, "nobody seeks the same twice");
    assert_eq!(store.seeks().await.unwrap(), std::slice::from_ref(&ada));
    assert_eq!(refusal(accept(store, ada.id, "ada").await), SeekRefused::Own { id: ada.id });
    // Other terms and other wishes do not meet; each person has a few seeks.
    let black = |name: &str, seconds| NewSeek { side: Some(Color::Black), ..wish(name, seconds) };
    let bobs = waiting(store, &wish("bob", 300)).await;
    let second = waiting(store, &black("ada", 60)).await;
    let third = waiting(store, &wish("ada", 900)).await;
    assert_eq!(refusal(seek(store, &wish("ada", 600)).await), SeekRefused::TooMany);
    let other = waiting(store, &black("cy", 60)).await;
    assert_eq!(store.seeks().await.unwrap().len(), 5);
    assert!(store.withdraw_seek(third.id, &PersonId::account("bob")).await.is_err());
    store.withdraw_seek(third.id, &PersonId::account("ada")).await.unwrap();
    assert_eq!(refusal(accept(store, third.id, "bob").await), SeekRefused::Gone { id: third.id });

    // Who wants the same meets: one game, and neither seeks another.
    let white = NewSeek { side: Some(Color::White), ..wish("bob", 60) };
    let SeekOutcome::Paired(kept) = seek(store, &white).await.unwrap() else { panic!("nobody met") };
    assert_eq!(kept.rights.people, [PersonId::account("ada"), PersonId::account("bob")].map(Some));
    assert!(kept.rights.is_on_air && !kept.remote.is_rated && kept.is_by_invitation());
    assert_eq!(store.game(kept.id).await.unwrap(), *kept);
    let left: Vec<(i64, Option<i64>)> =
        store.seeks().await.unwrap().iter().map(|seek| (seek.id, seek.game)).collect();
    assert_eq!(left, [(second.id, Some(kept.id)), (other.id, None)], "{bobs:?}");
    assert_eq!(refusal(accept(store, second.id, "cy").await), SeekRefused::Gone { id: second.id });

    // Rated games are for accounts.
    let rated = NewSeek { terms: SeekTerms { is_rated: true, ..terms(600) }, ..wish("ada", 600) };
    let guest = NewSeek { person: PersonId::guest("g"), ..rated.clone() };
    assert_eq!(refusal(seek(store, &guest).await), SeekRefused::AccountsOnly);
    let rated = waiting(store, &rated).await;
    let tried = store.accept_seek(rated.id, &guest.person, |seek| game_of(seek, "g")).await;
    assert_eq!(refusal(tried), SeekRefused::AccountsOnly);
    assert!(accept(store, rated.id, "bob").await.unwrap().remote.is_rated);

    // What is on air is listed with those who look on.
    store.set_spectators(kept.id, "one", 2).await.unwrap();
    store.set_spectators(kept.id, "two", 3).await.unwrap();
    store.set_spectators(kept.id, "two", 1).await.unwrap();
    let on_air = store.games_on_air(10).await.unwrap();
    assert_eq!(on_air.len(), 2);
    assert_eq!((on_air[1].id, on_air[1].spectators, on_air[1].placed), (kept.id, 3, 0));
    assert_eq!((&on_air[1].names[0], on_air[0].is_rated), (&"ada".to_owned(), true));
    store.set_spectators(kept.id, "one", 0).await.unwrap();
    assert_eq!(store.spectators(kept.id).await.unwrap(), 1);
    let mut over = kept.game.clone();
    over.resign(Color::Black);
    store.update(&kept, over).await.unwrap();
    assert_eq!(store.games_on_air(10).await.unwrap().len(), 1);
}

/// Lets somebody win rated games against others, so that ratings differ.
async fn win(store: &Store, winner: &str, losers: &[&str]) {
    for loser in losers {
        let rated = NewSeek { terms: SeekTerms { is_rated: true, ..terms(60) }, ..wish(winner, 60) };
        let seek = waiting(store, &rated).await;
        let kept = accept(store, seek.id, loser).await.unwrap();
        let mut game = kept.game.clone();
        for _ in 0..4 {
            let played = game.position().legal_moves().into_iter().next().unwrap();
            game.play(played.into(), Duration::from_secs(1)).unwrap();
        }
        game.resign(Color::White);
        store.update(&kept, game).await.unwrap();
    }
}

async fn seeks_say_how_their_makers_are_rated_and_whom_they_want(store: &Store) {
    win(store, "strong", &["weak", "weaker", "weak"]).await;
    let rating = async |name: &str| store.standing(&PersonId::account(name)).await.unwrap().rating.shown();
    let (strong, weak) = (rating("strong").await, rating("weak").await);
    assert!(strong > 1550 && weak < 1450, "{strong} {weak}");
    let range = |from: Option<i32>, to: Option<i32>| RatingRange { from, to };
    let of = |name: &str, ratings| NewSeek { ratings, ..wish(name, 777) };
    let equals = waiting(store, &of("strong", range(Some(strong - 50), None))).await;
    assert_eq!(equals.rating, Some(SeekerRating { rating: strong, is_provisional: true }));
    let listed = store.seeks().await.unwrap();
    assert_eq!(listed.iter().find(|seek| seek.id == equals.id), Some(&equals));
    // Who is not wanted waits, and cannot accept it either; nor can guests, who have no rating.
    let other = waiting(store, &of("weak", RatingRange::default())).await;
    let refused = refusal(accept(store, equals.id, "weak").await);
    assert_eq!(refused, SeekRefused::OtherRating { id: equals.id, ratings: equals.wish.ratings });
    let guest = NewSeek { person: PersonId::guest("visitor"), ..of("visitor", RatingRange::default()) };
    let tried = store.accept_seek(equals.id, &guest.person, |seek| game_of(seek, "visitor")).await;
    assert!(matches!(refusal(tried), SeekRefused::OtherRating { .. }));
    // Whoever names a range does not get those who are outside of it.
    let strict = waiting(store, &of("newcomer", range(Some(1490), Some(1510)))).await;
    assert!(strict.id != other.id && strict.game.is_none());
    // Who fits both ways meets: a newcomer begins at 1500.
    let fitting = seek(store, &of("other newcomer", range(Some(1490), Some(1510)))).await.unwrap();
    let SeekOutcome::Paired(kept) = fitting else { panic!("nobody met") };
    assert_eq!(kept.rights.owner, Some(PersonId::account("newcomer")));
    // The same seek with another range is another one.
    let again = waiting(store, &of("strong", range(Some(strong - 50), None))).await;
    let wider = waiting(store, &of("strong", range(Some(1501), None))).await;
    assert_eq!((again.id == equals.id, wider.id == equals.id), (true, false));
    assert!(matches!(accept(store, other.id, "strong").await, Ok(kept) if kept.rights.is_on_air));
}

async fn seeks_of_those_who_left_are_forgotten(store: &Store) {
    let dan = waiting(store, &wish("dan", 5400)).await;
    store.keep_seeks(&[dan.id]).await.unwrap();
    store.leave_lobby(&dan.wish.person).await.unwrap();
    assert_eq!(accept_count(store, dan.id).await, 1, "whoever comes back soon still seeks");
    tokio::time::sleep(Duration::from_millis(5300)).await;
    assert_eq!(accept_count(store, dan.id).await, 0);
    assert_eq!(refusal(accept(store, dan.id, "eve").await), SeekRefused::Gone { id: dan.id });
}

async fn accept_count(store: &Store, id: i64) -> usize {
    store.seeks().await.unwrap().iter().filter(|seek| seek.id == id).count()
}

/// Lets people on several connections, as on several servers, try the same at once.
async fn one_of_many_gets_it(stores: &[Store]) {
    for round in 0..8 {
        let maker = format!("maker {round}");
        let seek = waiting(&stores[0], &wish(&maker, 3600)).await;
        let tries = (0..6).map(|number| {
            let (store, name) = (stores[number % stores.len()].clone(), format!("taker {round} {number}"));
            tokio::spawn(async move { accept(&store, seek.id, &name).await })
        });
        let mut got = Vec::new();
        for tried in tries.collect::<Vec<_>>() {
            match tried.await.unwrap() {
                Ok(kept) => got.push(kept.id),
                Err(StoreError::Seek(SeekRefused::Gone { .. })) => {}
                Err(error) => panic!("{error}"),
            }
        }
        assert_eq!(got.len(), 1, "{got:?}");
    }
    // Those who seek the same at the same moment meet in pairs, and two who accept each other play one game.
    let tries = (0..10).map(|number| {
        let (store, new) = (stores[number % stores.len()].clone(), wish(&format!("quick {number}"), 77));
        tokio::spawn(async move { seek_outcome(&store, &new).await })
    });
    let mut paired = 0;
    for tried in tries.collect::<Vec<_>>() {
        paired += usize::from(tried.await.unwrap());
    }
    assert_eq!(paired, 5);
    let crossed = [waiting(&stores[0], &wish("x", 111)).await, waiting(&stores[0], &wish("y", 222)).await];
    let (first, second) = tokio::join!(
        accept(&stores[0], crossed[0].id, "y"),
        accept(&stores[stores.len() - 1], crossed[1].id, "x")
    );
    assert_eq!(usize::from(first.is_ok()) + usize::from(second.is_ok()), 1, "{first:?} {second:?}");
}

async fn seek_outcome(store: &Store, new: &NewSeek) -> bool {
    matches!(seek(store, new).await.unwrap(), SeekOutcome::Paired(_))
}

async fn players_talk(store: &Store) {
    let (ada, bob) = (PersonId::account("ada"), PersonId::account("bob"));
    let account = NewAccount {
        person: bob.clone(),
        name: "Bob".to_owned(),
        password: String::new(),
        email: None,
        is_admin: false,
    };
    store.create_account(&account).await.unwrap();
    let found = waiting(store, &wish("ada", 1200)).await;
    let kept = accept(store, found.id, "bob").await.unwrap();
    let say = async |side: Color, text: &str| {
        let person = if side == Color::Black { &ada } else { &bob };
        store.say(kept.id, side, Some(person), text).await
    };
    say(Color::Black, "hello <b>").await.unwrap();
    for number in 0..5 {
        say(Color::White, &format!("{number}")).await.unwrap();
    }
    let refused = say(Color::White, "again").await;
    assert!(matches!(refused, Err(StoreError::Chat(ChatRefused::TooFast))), "{refused:?}");
    let chat = store.chat(kept.id).await.unwrap();
    assert_eq!((chat.messages.len(), chat.silent), (6, [false, false]));
    assert_eq!((chat.messages[0].side, chat.messages[0].text.as_str()), (Color::Black, "hello <b>"));
    store.set_silent(kept.id, Color::White, true).await.unwrap();
    let refused = say(Color::Black, "hello?").await;
    assert!(matches!(refused, Err(StoreError::Chat(ChatRefused::Silent { .. }))), "{refused:?}");
    assert_eq!(store.chat(kept.id).await.unwrap().silent, [false, true]);
    store.set_silent(kept.id, Color::White, false).await.unwrap();

    // A report is a copy; who complains again adds what was said since.
    store.report_chat(&kept, Color::Black, &ada).await.unwrap();
    say(Color::Black, "really").await.unwrap();
    store.report_chat(&kept, Color::Black, &ada).await.unwrap();
    let reports = store.reports().await.unwrap();
    assert_eq!((reports.len(), reports[0].messages.len(), reports[0].closed), (1, 7, None));
    assert_eq!((reports[0].reported.as_str(), reports[0].side), ("bob", Color::White));
    store.close_report(reports[0].id).await.unwrap();
    assert!(store.reports().await.unwrap()[0].closed.is_some());
    assert!(matches!(store.close_report(9999).await, Err(StoreError::NoReport { id: 9999 })));

    // What somebody said goes with their account, and all of it with the game.
    assert_eq!(store.said_by(&bob).await.unwrap().len(), 5);
    store.delete_account(&bob).await.unwrap();
    assert!(store.said_by(&bob).await.unwrap().is_empty());
    assert_eq!(store.chat(kept.id).await.unwrap().messages.len(), 2);
    assert!(store.reports().await.unwrap().is_empty());
    store.delete(kept.id).await.unwrap();
    assert!(matches!(store.chat(kept.id).await, Err(StoreError::NoGame { .. })));
    assert!(store.said_by(&ada).await.unwrap().is_empty());
}

#[tokio::test]
async fn the_lobby_keeps_its_promises_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&format!("sqlite:{}", folder.path().join("games.db").display())).await.unwrap();
    seeks_are_made_and_accepted(&store).await;
    seeks_say_how_their_makers_are_rated_and_whom_they_want(&store).await;
    one_of_many_gets_it(std::slice::from_ref(&store)).await;
    players_talk(&store).await;
    seeks_of_those_who_left_are_forgotten(&store).await;
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_keeps_its_promises_on_postgresql() {
    let server = postgres::Server::start();
    let store = Store::open(&server.url()).await.unwrap();
    let other = Store::open(&server.url()).await.unwrap();
    let mut news = other.news();
    seeks_are_made_and_accepted(&store).await;
    seeks_say_how_their_makers_are_rated_and_whom_they_want(&store).await;
    one_of_many_gets_it(&[store.clone(), other.clone()]).await;
    players_talk(&store).await;
    // Others hear of it when it is committed.
    let (mut of_lobby, mut of_chat) = (false, false);
    while !(of_lobby && of_chat) {
        match tokio::time::timeout(Duration::from_secs(10), news.recv()).await.unwrap().unwrap() {
            StoreNews::Lobby => of_lobby = true,
            StoreNews::Said { .. } => of_chat = true,
            _ => {}
        }
    }
    seeks_of_those_who_left_are_forgotten(&store).await;
    for store in [store, other] {
        store.close().await;
    }
}
