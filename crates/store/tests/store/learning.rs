//! What people learn, on a file of SQLite and on a real PostgreSQL.

use outflank_game::PersonId;
use outflank_store::{AnswerRow, LearnedGameRow, LessonRow, NewCard, RepertoireRow, Store};

use crate::postgres;

fn card(board: &str, due: i64) -> NewCard {
    NewCard {
        kind: "mistake".to_owned(),
        board: board.repeat(64),
        position: format!("{}X", board.repeat(64)),
        answers: vec!["f5".to_owned(), "d3".to_owned()],
        due,
        game: Some(7),
        ply: 20,
        played: "c4".to_owned(),
        loss: 6,
        opponent: "level:3".to_owned(),
        cause: "corner-given".to_owned(),
        habit: "corners-given".to_owned(),
    }
}

fn game(number: i64, accuracy: Option<f64>) -> LearnedGameRow {
    LearnedGameRow {
        game: number,
        moment: 100 * number,
        side: "black".to_owned(),
        opponent: "level:3".to_owned(),
        score: -6,
        accuracy,
        losses: [1, 2, 3],
        moves: [10, 11, 9],
    }
}

/// Everything that is promised, whatever lies below.
async fn keeps_its_promises(url: &str) {
    let store = Store::open(url).await.unwrap();
    let ann = PersonId::guest("ann");
    let ann = Some(&ann);
    store.keep_cards(ann, &[card("-", 500), card("X", 400)], 300, 100).await.unwrap();
    let found = store.cards(ann, None).await.unwrap();
    assert_eq!(found.iter().map(|row| row.card.due).collect::<Vec<_>>(), [400, 500]);
    assert_eq!((found[1].card.clone(), found[1].memory), (card("-", 500), None));
    // Nobody else has them, and nobody in particular is somebody, too.
    assert!(store.cards(None, None).await.unwrap().is_empty());
    assert_eq!(store.card(None, found[0].id).await.unwrap(), None);
    assert!(store.cards(ann, Some("opening")).await.unwrap().is_empty());

    let mut after = found[0].clone();
    (after.memory, after.reviewed, after.reviews, after.card.due) = (Some((2.3065, 5.1)), Some(450), 1, 9000);
    let answer =
        AnswerRow { card: after.id, moment: 450, grade: 3, milliseconds: 8000, played: "f5".to_owned() };
    assert!(store.answer_card(ann, 0, &after, &answer).await.unwrap());
    // The same card was answered meanwhile: the second answer does not count.
    assert!(!store.answer_card(ann, 0, &after, &answer).await.unwrap());
    assert_eq!(store.answers(ann, 0).await.unwrap(), [answer]);
    assert!(store.answers(ann, 451).await.unwrap().is_empty());
    assert_eq!(store.card(ann, after.id).await.unwrap(), Some(after.clone()));
    // The same mistake again: the memory stays, and it comes back sooner.
    store.keep_cards(ann, &[NewCard { loss: 9, ..card("X", 600) }], 500, 100).await.unwrap();
    let again = store.card(ann, after.id).await.unwrap().unwrap();
    assert_eq!((again.card.loss, again.card.due, again.memory, again.reviews), (9, 600, after.memory, 1));
    // There is a bound.
    store.keep_cards(ann, &[card("O", 1)], 500, 2).await.unwrap();
    assert_eq!(store.cards(ann, None).await.unwrap().len(), 2);
    assert!(
        store.delete_card(ann, after.id).await.unwrap() && !store.delete_card(ann, after.id).await.unwrap()
    );

    let lesson = |steps, done| LessonRow { lesson: "corners".to_owned(), steps, done };
    for (steps, done) in [(2, None), (5, Some(700)), (3, None)] {
        store.keep_lesson(ann, &lesson(steps, done), 700).await.unwrap();
    }
    assert_eq!(store.lessons(ann).await.unwrap(), [lesson(5, Some(700))]);

    for row in [game(2, Some(81.5)), game(1, None), game(2, Some(82.5))] {
        store.keep_learned_game(ann, &row).await.unwrap();
    }
    assert_eq!(store.learned_games(ann).await.unwrap(), [game(1, None), game(2, Some(82.5))]);

    let lines = vec!["f5d6c3".to_owned(), "f5f6".to_owned()];
    let tiger = RepertoireRow { id: 0, name: "Tiger".to_owned(), side: "black".to_owned(), lines };
    let id = store.keep_repertoire(ann, &tiger, 800, 1).await.unwrap().unwrap();
    assert_eq!(store.keep_repertoire(ann, &tiger, 800, 1).await.unwrap(), None);
    assert_eq!(store.repertoires(ann).await.unwrap(), [RepertoireRow { id, ..tiger }]);
    assert!(!store.delete_repertoire(None, id).await.unwrap());

    // A guest who signs up keeps what was learned; whoever leaves takes it along.
    let account = PersonId::guest("account");
    store.keep_cards(Some(&account), &[card("-", 5)], 900, 100).await.unwrap();
    store.hand_over(&PersonId::guest("ann"), &account).await.unwrap();
    let account = Some(&account);
    assert_eq!(store.cards(account, None).await.unwrap()[0].card.due, 5);
    assert_eq!(
        (store.lessons(account).await.unwrap().len(), store.learned_games(account).await.unwrap().len()),
        (1, 2)
    );
    assert_eq!(
        (store.repertoires(account).await.unwrap().len(), store.answers(account, 0).await.unwrap().len()),
        (1, 1)
    );
    store.delete_account(&PersonId::guest("account")).await.unwrap();
    assert!(
        store.cards(account, None).await.unwrap().is_empty()
            && store.lessons(account).await.unwrap().is_empty()
    );
    assert!(
        store.learned_games(account).await.unwrap().is_empty()
            && store.answers(account, 0).await.unwrap().is_empty()
    );
    assert!(store.repertoires(account).await.unwrap().is_empty());
    store.close().await;
}

#[tokio::test]
async fn what_is_learned_is_kept_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    keeps_its_promises(&format!("sqlite:{}", folder.path().join("games.db").display())).await;
}

#[tokio::test]
async fn what_is_learned_is_kept_on_postgresql() {
    let server = postgres::Server::start();
    keeps_its_promises(&server.url()).await;
}
