//! Studies, on a file of SQLite and on a real PostgreSQL.

use outflank_game::{StudyContent, StudySubject, StudyTree};
use outflank_rules::{Game, Move, Position};
use outflank_store::{NewStudy, Store, StoreError};

use crate::postgres;

fn moves(text: &str) -> Vec<Move> {
    text.split(' ').map(|name| name.parse().unwrap()).collect()
}

fn content(title: &str) -> StudyContent {
    let played = Game::replay(Position::start(), moves("f5 d6 c3")).unwrap();
    let mut tree = StudyTree::new(Position::start());
    tree.add_line(moves("f5 d6 c3")).unwrap();
    let other = tree.add_line(moves("f5 f6 e6")).unwrap();
    let notes = tree.notes_mut(other).unwrap();
    notes.comment = "縦取り\twith {brackets} [and] (others) \\ ; \"quoted\"\nsecond line".to_owned();
    notes.name = "Diagonal".to_owned();
    notes.marks = ["circle f5", "arrow c3 e5", "label a1 A"].map(|mark| mark.parse().unwrap()).into();
    StudyContent { title: title.to_owned(), black: "Ada".into(), white: "香".into(), played, tree }
}

fn new(slug: &str, subject: Option<StudySubject>) -> NewStudy {
    NewStudy { slug: slug.to_owned(), subject, owner: None, content: content(slug) }
}

/// Everything that is promised of studies, whatever lies below.
async fn keeps_its_promises(url: &str) {
    let store = Store::open(url).await.unwrap();
    let game = Some(StudySubject::Game(7));
    let kept = store.create_study(&new("alone", None)).await.unwrap();
    assert_eq!((kept.revision, kept.subject), (1, None));
    assert_eq!(store.study("alone").await.unwrap(), kept);
    let of_game = store.create_study(&new("game", game)).await.unwrap();
    // Several may stand alone; of a game there is one.
    store.create_study(&new("entry", Some(StudySubject::LibraryEntry(7)))).await.unwrap();
    store.create_study(&new("other", None)).await.unwrap();
    for taken in [new("again", game), new("alone", None)] {
        let refused = store.create_study(&taken).await.unwrap_err();
        assert!(matches!(refused, StoreError::StudyExists), "{refused}");
    }
    assert_eq!(store.study_of(StudySubject::Game(7), None).await.unwrap(), Some(of_game.clone()));
    assert_eq!(store.study_of(StudySubject::LibraryEntry(7), None).await.unwrap().unwrap().slug, "entry");
    assert_eq!(store.study_of(StudySubject::Game(8), None).await.unwrap(), None);

    // Of two changes that were made at once the second is refused and changes nothing.
    let mut changed = content("renamed");
    changed.tree.add_line(moves("f5 d6 c4")).unwrap();
    let updated = store.update_study("game", of_game.revision, &changed).await.unwrap();
    assert_eq!((updated.revision, &updated.content), (2, &changed));
    let refused = store.update_study("game", of_game.revision, &content("late")).await.unwrap_err();
    assert!(matches!(refused, StoreError::StaleStudy { revision: 1, .. }), "{refused}");
    assert!(refused.to_string().contains("game"), "{refused}");
    assert_eq!(store.study("game").await.unwrap(), updated);

    // The last changed comes first.
    let listed = store.studies(None, 0, 10).await.unwrap();
    let heads: Vec<_> = listed.into_iter().map(Result::unwrap).collect();
    assert_eq!(heads.len(), 4);
    let head = heads.iter().find(|head| head.slug == "game").unwrap();
    assert_eq!((head.title.as_str(), head.variations, head.comments), ("renamed", 2, 1));
    assert_eq!((head.subject, head.position), (game, changed.played.position()));
    assert_eq!(store.studies(None, 1, 2).await.unwrap().len(), 2);

    // What was kept is there when the database is opened again.
    store.close().await;
    let store = Store::open(url).await.unwrap();
    assert_eq!(store.study("game").await.unwrap(), updated);
    store.delete_study("game").await.unwrap();
    for missing in [store.delete_study("game").await.unwrap_err(), store.study("game").await.unwrap_err()] {
        assert!(matches!(missing, StoreError::NoStudy { .. }), "{missing}");
    }
    let missing = store.update_study("game", 2, &changed).await.unwrap_err();
    assert!(matches!(missing, StoreError::NoStudy { .. }), "{missing}");
    store.close().await;
}

#[tokio::test]
async fn studies_are_kept_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    keeps_its_promises(&format!("sqlite:{}", folder.path().join("games.db").display())).await;
}

#[tokio::test]
async fn studies_are_kept_on_postgresql() {
    let server = postgres::Server::start();
    keeps_its_promises(&server.url()).await;
}
