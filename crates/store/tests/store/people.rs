//! People of a shared server and what is theirs, on a file of SQLite and on a real PostgreSQL.

use outflank_game::{
    GameInPlay, GameRights, KeptGame, PersonId, Seat, StudyContent, StudySubject, StudyTree,
};
use outflank_rules::{Color, Game, Move, Position};
use outflank_store::{
    Filter, LibraryGame, LibraryOrder, NewAccount, NewGame, NewStudy, Sort, Store, StoreError, Whose,
};

use crate::postgres;

const HOUR: i64 = 3600 * 1000;

fn new(person: &PersonId, name: &str, is_admin: bool) -> NewAccount {
    let (person, name, password) = (person.clone(), name.to_owned(), format!("hash of {name}"));
    NewAccount { person, name, password, email: None, is_admin }
}

async fn game(store: &Store, rights: GameRights) -> KeptGame {
    let seats = [Seat::person("Ada"), Seat::program("level:3")];
    let game = GameInPlay::new(Game::new(Position::start()), seats);
    store.create(&NewGame { rights, ..NewGame::from(game) }).await.unwrap()
}

fn owned_by(person: &PersonId) -> GameRights {
    GameRights { owner: Some(person.clone()), ..GameRights::default() }
}

fn study(slug: &str, owner: &PersonId, subject: Option<StudySubject>) -> NewStudy {
    let played = Game::replay(Position::start(), ["f5".parse::<Move>().unwrap()]).unwrap();
    let mut tree = StudyTree::new(Position::start());
    tree.add_line(played.plies().iter().copied()).unwrap();
    let content =
        StudyContent { title: slug.into(), black: String::new(), white: String::new(), played, tree };
    NewStudy { slug: slug.to_owned(), subject, owner: Some(owner.clone()), content }
}

async fn accounts_and_sessions(store: &Store) {
    let (ada, bob) = (PersonId::account("ada"), PersonId::account("bob"));
    assert!(!store.has_admin().await.unwrap());
    let account = store.create_account(&new(&ada, "Ada", false)).await.unwrap();
    assert_eq!((account.name.as_str(), account.is_admin, &account.email), ("Ada", false, &None));
    let taken = store.create_account(&new(&bob, " ADA ", false)).await.unwrap_err();
    assert!(matches!(&taken, StoreError::NameTaken { name } if name == " ADA "), "{taken}");
    store.create_account(&new(&bob, "Bob", true)).await.unwrap();
    assert!(store.has_admin().await.unwrap());
    let (found, password) = store.account_named("aDa").await.unwrap().unwrap();
    assert_eq!((&found, password.as_str()), (&account, "hash of Ada"));
    assert!(store.account_named("nobody").await.unwrap().is_none());

    store.create_session("one", &ada, HOUR).await.unwrap();
    store.create_session("two", &ada, HOUR).await.unwrap();
    store.create_session("over", &bob, -1).await.unwrap();
    assert_eq!(store.session("one").await.unwrap(), Some(account.clone()));
    assert_eq!(store.session("over").await.unwrap(), None);
    assert_eq!(store.session("no such").await.unwrap(), None);
    store.end_session("one").await.unwrap();
    assert_eq!(store.session("one").await.unwrap(), None);
    assert!(store.session("two").await.unwrap().is_some());
    // Another password ends all sessions.
    store.set_password(&ada, "another").await.unwrap();
    assert_eq!(store.session("two").await.unwrap(), None);
    store.set_email(&ada, Some("ada@example.org")).await.unwrap();
    store.make_admin(&ada).await.unwrap();
    let (found, password) = store.account_named("Ada").await.unwrap().unwrap();
    assert_eq!((found.email.as_deref(), password.as_str()), (Some("ada@example.org"), "another"));
    assert!(found.is_admin);

    // Whoever comes first says what the secret is.
    assert_eq!(store.secret("guests", "first").await.unwrap(), "first");
    assert_eq!(store.secret("guests", "second").await.unwrap(), "first");
    let allowed = async |kind| store.use_quota("ada", kind, 2).await.unwrap();
    let uses = [allowed("ask").await, allowed("ask").await, allowed("ask").await, allowed("other").await];
    assert_eq!(uses, [true, true, false, true]);
}

async fn things_have_owners(store: &Store) {
    let (ada, bob) = (PersonId::account("ada"), PersonId::account("bob"));
    let (guest, other) = (PersonId::guest("one"), PersonId::guest("two"));
    let alone = game(store, owned_by(&guest)).await;
    assert_eq!(store.running_with_computers(&guest).await.unwrap(), 1);
    let together = game(store, owned_by(&guest)).await;
    let rights = GameRights { people: [Some(guest.clone()), Some(bob.clone())], ..together.rights.clone() };
    let together = store.set_rights(&together, rights.clone()).await.unwrap();
    assert_eq!(store.game(together.id).await.unwrap(), together);
    let stale = KeptGame { revision: 1, ..together.clone() };
    assert!(matches!(store.set_rights(&stale, rights).await, Err(StoreError::Stale { .. })));
    let nobodys = game(store, GameRights::default()).await;

    let listed = async |whose| {
        let games = store.list_of(whose, 100).await.unwrap();
        let mut numbers: Vec<i64> = games.into_iter().map(|game| game.unwrap().id).collect();
        numbers.sort_unstable();
        numbers
    };
    assert_eq!(listed(Whose::Persons(&guest)).await, [alone.id, together.id]);
    assert_eq!(listed(Whose::Persons(&bob)).await, [together.id]);
    assert!(listed(Whose::Persons(&other)).await.is_empty());
    assert_eq!(listed(Whose::PersonsAndNobodys(&other)).await, [nobodys.id]);
    assert_eq!(listed(Whose::Everybody).await.len(), 3);

    // Everybody has a study of a game of their own, and lists their own.
    let subject = Some(StudySubject::Game(together.id));
    store.create_study(&study("guests", &guest, subject)).await.unwrap();
    store.create_study(&study("bobs", &bob, subject)).await.unwrap();
    let again = store.create_study(&study("again", &bob, subject)).await;
    assert!(matches!(again, Err(StoreError::StudyExists)), "{again:?}");
    let found = store.study_of(StudySubject::Game(together.id), Some(&bob)).await.unwrap();
    assert_eq!(found.map(|study| study.slug).as_deref(), Some("bobs"));
    assert_eq!(store.study_of(StudySubject::Game(together.id), None).await.unwrap(), None);
    assert_eq!(store.study_owner("bobs").await.unwrap().as_ref(), Some(&bob));
    assert_eq!(store.studies(Some(&guest), 0, 10).await.unwrap().len(), 1);

    // Who signs up takes along what they had as a guest.
    store.hand_over(&guest, &ada).await.unwrap();
    assert!(listed(Whose::Persons(&guest)).await.is_empty());
    let things = store.belongings(&ada).await.unwrap();
    assert_eq!((things.games, things.studies), (vec![alone.id, together.id], vec!["guests".to_owned()]));
    let rights = store.game(together.id).await.unwrap().rights;
    assert_eq!((rights.owner.as_ref(), rights.people[0].as_ref()), (Some(&ada), Some(&ada)));
}

async fn endings_have_owners(store: &Store) {
    let (ada, bob) = (PersonId::account("ada"), PersonId::account("bob"));
    let mut ended = Vec::new();
    for kept in store.latest(10).await.unwrap() {
        let kept = kept.unwrap();
        let mut game = kept.game.clone();
        assert!(game.resign(Color::Black));
        let kept = store.update(&kept, game).await.unwrap();
        ended.push(kept.id);
    }
    assert_eq!(ended.len(), 3);
    for id in ended {
        store.keep_ended(&entry(id)).await.unwrap();
    }
    let seen = async |person: Option<&PersonId>| {
        let filter = Filter { seen_by: person.cloned(), ..Filter::default() };
        let page = store.library(&filter, (Sort::Key, LibraryOrder::Rising), 0, 10).await.unwrap();
        assert_eq!(page.total, page.games.len() as i64);
        page.games.len()
    };
    // What is nobody's is everybody's; Bob sat in one of Ada's games.
    let counts = [seen(None).await, seen(Some(&ada)).await, seen(Some(&bob)).await];
    assert_eq!(counts, [3, 3, 2]);
    assert_eq!(seen(Some(&PersonId::guest("x"))).await, 1);
    let of_all = store.library_after(0, 10).await.unwrap();
    assert_eq!(of_all.len(), 1, "the explorer has what is everybody's alone");
    let rights = store.library_rights(of_all[0].key).await.unwrap();
    assert_eq!(rights, GameRights::default());

    // Whoever leaves takes everything along but what others have played, too.
    store.create_session("last", &ada, HOUR).await.unwrap();
    store.delete_account(&ada).await.unwrap();
    assert!(store.account_named("Ada").await.unwrap().is_none());
    assert_eq!(store.session("last").await.unwrap(), None);
    let left = store.belongings(&ada).await.unwrap();
    assert_eq!(left, Default::default());
    let games: Vec<KeptGame> = store.latest(10).await.unwrap().into_iter().map(Result::unwrap).collect();
    assert_eq!(games.len(), 2);
    let shared = games.iter().find(|kept| kept.rights.people[1].as_ref() == Some(&bob)).unwrap();
    assert_eq!((shared.seat(Color::Black).name.as_str(), &shared.rights.people[0]), ("", &None));
    assert_ne!(shared.rights.owner, None, "a game that somebody left is not everybody's");
    assert_eq!([seen(None).await, seen(Some(&bob)).await], [2, 2]);
}

fn entry(game: i64) -> LibraryGame {
    LibraryGame {
        fingerprint: "the same moves".to_owned(),
        game: Some(game),
        black: "Ada".to_owned(),
        white: "level:3".to_owned(),
        ..LibraryGame::default()
    }
}

/// Everything that is promised of people, whatever lies below.
async fn keeps_its_promises(url: &str) {
    let store = Store::open(url).await.unwrap();
    accounts_and_sessions(&store).await;
    things_have_owners(&store).await;
    endings_have_owners(&store).await;
    store.close().await;
}

#[tokio::test]
async fn people_and_what_is_theirs_are_kept_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    keeps_its_promises(&format!("sqlite:{}", folder.path().join("games.db").display())).await;
}

#[tokio::test]
async fn people_and_what_is_theirs_are_kept_on_postgresql() {
    let server = postgres::Server::start();
    keeps_its_promises(&server.url()).await;
}
