//! Learning over the wire: what is due stays due through restarts, time zones and clocks that are wrong;
//! openings from the book; what is known of somebody's puzzles.

use axum::http::StatusCode;
use outflank_learn::{CardPosition, DAY, Habit, RELEARN};
use outflank_puzzles::{PuzzleSet, PuzzleTheme};
use outflank_rules::{Move, Position};
use outflank_store::{AnswerRow, NewCard};
use serde_json::{Value, json};

use crate::bench::Bench;

const HOUR: i64 = 3_600_000;

/// A card after some moves, answered by the last of them.
fn card(moves: &str, due: i64) -> NewCard {
    let moves: Vec<Move> =
        moves.as_bytes().chunks(2).map(|name| std::str::from_utf8(name).unwrap().parse().unwrap()).collect();
    let (answer, way) = moves.split_last().unwrap();
    let position = way.iter().fold(Position::start(), |at, &played| at.play(played).unwrap());
    let other = position.children().map(|(played, _)| played).find(|played| played != answer).unwrap();
    NewCard {
        kind: "mistake".to_owned(),
        board: CardPosition::of(&position).key(),
        position: position.to_string(),
        answers: vec![answer.to_string()],
        due,
        played: other.to_string(),
        loss: 6,
        opponent: "level:3".to_owned(),
        habit: "parity-lost".to_owned(),
        ..NewCard::default()
    }
}

async fn due(bench: &Bench, query: &str) -> Vec<Value> {
    let (status, cards) = bench.get(&format!("/api/learn/cards{query}")).await;
    assert_eq!(status, StatusCode::OK);
    cards.as_array().unwrap().clone()
}

#[tokio::test]
async fn what_is_due_survives_restarts_time_zones_and_clocks_that_are_wrong() {
    let bench = Bench::new().await;
    let now = bench.store.now();
    let cards = [card("f5d6", now - 3), card("f5f6", now - 2), card("f5d6c3", now + HOUR)];
    // The first two are one position: the one met last is asked.
    bench.store.keep_cards(None, &cards, now, 100).await.unwrap();
    let asked = due(&bench, "").await;
    assert_eq!(asked.len(), 1, "{asked:?}");
    // In Tokyo it comes back at the beginning of a day of Tokyo.
    let answer = json!({ "move": "f6", "milliseconds": 9000 });
    let path = format!("/api/learn/cards/{}/answer?offset=540&hour=4", asked[0]["id"]);
    let (status, told) = bench.post(&path, answer.clone()).await;
    assert_eq!(
        (status, told["right"].as_bool(), told["grade"].as_str()),
        (StatusCode::OK, Some(true), Some("good"))
    );
    let kept = bench.store.cards(None, None).await.unwrap();
    let back = kept.iter().find(|card| Some(card.id) == asked[0]["id"].as_i64()).unwrap().card.due;
    assert_eq!((back + 9 * HOUR).rem_euclid(DAY), 4 * HOUR);
    let days = told["days"].as_i64().unwrap();
    assert!((1..=4).contains(&days) && back - now <= (days + 1) * DAY && back - now >= (days - 1) * DAY);

    // The server ends and begins again on the same file; somebody has flown to Hawaii meanwhile.
    let Bench { folder, store, .. } = bench;
    store.close().await;
    let bench = Bench::on(folder).await;
    let after = bench.store.cards(None, None).await.unwrap();
    assert_eq!(after, kept);
    for offset in [-600, 0, 540, 840] {
        assert!(due(&bench, &format!("?offset={offset}")).await.is_empty(), "{offset}");
    }
    // A clock that was a year ahead has answered the other one; it is due as soon as the clock is right.
    let mut wrong = kept.iter().find(|card| card.reviews == 0).unwrap().clone();
    let year = now + 365 * DAY;
    (wrong.reviewed, wrong.memory, wrong.reviews, wrong.card.due) =
        (Some(year), Some((30.0, 5.0)), 1, year + 30 * DAY);
    let row = AnswerRow { card: wrong.id, moment: year, grade: 3, milliseconds: 1, played: "c3".to_owned() };
    assert!(bench.store.answer_card(None, 0, &wrong, &row).await.unwrap());
    let asked = due(&bench, "?offset=-600").await;
    assert_eq!(asked.len(), 1);
    // A wrong answer comes back in ten minutes, in whatever zone.
    let missed = json!({ "move": asked[0]["played"], "milliseconds": 9000 });
    let path = format!("/api/learn/cards/{}/answer?offset=-600", asked[0]["id"]);
    let (_, told) = bench.post(&path, missed).await;
    assert_eq!(
        (told["right"].as_bool(), told["days"].as_i64(), told["lesson"].as_str()),
        (Some(false), Some(0), Some("parity"))
    );
    let again = bench.store.card(None, wrong.id).await.unwrap().unwrap();
    assert!((bench.store.now() + RELEARN - again.card.due).abs() < 60_000, "{again:?}");
}

#[tokio::test]
async fn an_opening_comes_from_the_book_and_what_is_forgotten_comes_back() {
    let bench = Bench::new().await;
    let wish = json!({ "name": "Book", "side": "white", "book": 24 });
    let (status, made) = bench.post("/api/learn/repertoires", wish).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    let moves = made["moves"].as_u64().unwrap();
    assert!((4..=24).contains(&moves) && made["due"] == moves, "{made}");
    // What was never met is learned with the trainer, and not asked of somebody's memory.
    let (_, today) = bench.get("/api/learn").await;
    assert_eq!(
        (today["due"].as_u64(), &today["next_due"], &today["first"]),
        (Some(0), &Value::Null, &Value::Null)
    );
    assert!(due(&bench, "").await.is_empty());
    let path = format!("/api/learn/repertoires/{}", made["id"]);
    let (_, tree) = bench.get(&path).await;
    // All first moves are one by symmetry, and the book answers it.
    assert_eq!(tree["coverage"][0]["share"], 1.0, "{tree}");
    let (_, begun) = bench.post(&format!("{path}/step"), json!({ "moves": "" })).await;
    let position: Position = begun["position"]["board"].as_str().unwrap().parse().unwrap();
    let told: Vec<Value> = tree["tree"].as_array().unwrap().clone();
    let first = told.iter().find(|one| one["way"].as_str().unwrap().len() == 2).unwrap();
    let asked = CardPosition::of(&position).key();
    let (status, missed) = {
        // Any move but the right one, up to symmetry.
        let right = first["move"].as_str().unwrap();
        let way: Move = first["way"].as_str().unwrap().parse().unwrap();
        let known = Position::start().play(way).unwrap();
        assert_eq!(CardPosition::of(&known).key(), asked);
        let expected = CardPosition::of(&known).kept(right.parse().unwrap());
        let expected = CardPosition::of(&position).seen(expected);
        let wrong = position.children().map(|(played, _)| played).find(|played| *played != expected).unwrap();
        let step = json!({ "moves": begun["moves"], "move": wrong.to_string(), "milliseconds": 9000 });
        bench.post(&format!("{path}/step"), step).await
    };
    assert_eq!(
        (status, missed["right"].as_bool(), missed["days"].as_i64()),
        (StatusCode::OK, Some(false), Some(0))
    );
    assert!(!missed["values"].as_array().unwrap().is_empty() && !missed["expected"].is_null(), "{missed}");
    let cards = bench.store.cards(None, Some("opening")).await.unwrap();
    let forgotten = cards.iter().find(|card| card.reviews > 0).unwrap();
    assert!(forgotten.card.due <= bench.store.now() + RELEARN && forgotten.card.due > bench.store.now());
    // Whoever plays what they were just told has not remembered it: it comes back all the same.
    let step = json!({ "moves": begun["moves"], "move": missed["expected"], "milliseconds": 900 });
    let (_, told) = bench.post(&format!("{path}/step"), step).await;
    assert_eq!((told["right"].as_bool(), told["days"].as_i64()), (Some(true), Some(0)), "{told}");
    let after = bench.store.card(None, forgotten.id).await.unwrap().unwrap();
    assert_eq!(&after, forgotten);
    let (_, today) = bench.get("/api/learn").await;
    assert_eq!((today["due"].as_u64(), today["next_due"].as_i64()), (Some(0), Some(forgotten.card.due)));
}

#[tokio::test]
async fn openings_are_found_by_name_or_moves_and_people_show_what_they_play() {
    let bench = Bench::new().await;
    let found = async |text: &str| {
        let (status, all) = bench.get(&format!("/api/learn/openings?find={text}")).await;
        assert_eq!(status, StatusCode::OK);
        all.as_array().unwrap().clone()
    };
    let line = |one: &Value| one["line"].as_str().unwrap().to_owned();
    let tigers = found("tiger").await;
    assert!(tigers.len() >= 3 && tigers.iter().all(|one| one["en"].as_str().unwrap().contains("Tiger")));
    assert!(tigers.iter().map(|one| line(one).len()).is_sorted(), "{tigers:?}");
    // 虎, the same in Japanese.
    let japanese = found("%E8%99%8E").await;
    assert!(japanese.len() >= 3 && japanese.iter().all(|one| one["ja"].as_str().unwrap().contains('虎')));
    let by_moves = found("f5d6c4").await;
    assert!(by_moves.len() >= 3 && by_moves.iter().all(|one| line(one).starts_with("f5d6c4")));
    assert!(found("nothing-is-called-that").await.is_empty());
    let all = found("").await;
    assert!(all.len() == 40, "{}", all.len());

    // Without a line: what is played most, as far as it is known, with answers to what others play often.
    let wish = json!({ "name": "People", "side": "white", "grow": true });
    let (status, made) = bench.post("/api/learn/repertoires", wish).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    assert!(made["moves"].as_u64().unwrap() >= 10, "{made}");
    let (_, tree) = bench.get(&format!("/api/learn/repertoires/{}", made["id"])).await;
    let shares: Vec<f64> =
        tree["coverage"].as_array().unwrap().iter().map(|one| one["share"].as_f64().unwrap()).collect();
    assert!(shares.len() >= 3 && shares[0] > 0.99 && shares[1] > 0.6, "{shares:?}");
}

#[tokio::test]
async fn puzzles_are_part_of_progress_and_of_what_is_taken_along() {
    let bench = Bench::new().await;
    let puzzle = &PuzzleSet::shipped().puzzles()[2000];
    let wrong = puzzle.moves[1].square.to_string();
    bench.post(&format!("/api/puzzles/{}/attempts", puzzle.id), json!({ "move": wrong })).await;
    let (_, progress) = bench.get("/api/learn/progress").await;
    assert_eq!(
        (progress["puzzles"]["attempts"].as_i64(), progress["puzzles"]["solved"].as_i64()),
        (Some(1), Some(0))
    );
    let point = &progress["puzzle_curve"][0];
    assert_eq!(
        (point["puzzle"].clone(), point["rating"].clone()),
        (json!(puzzle.id.to_string()), progress["puzzles"]["rating"].clone())
    );
    let (_, today) = bench.get("/api/learn").await;
    assert_eq!(today["puzzles"], progress["puzzles"]);
    assert_eq!(today["streak"], 1, "a day with a puzzle is a day of learning");
    let (_, export) = bench.get("/api/learn/export").await;
    assert_eq!(
        (export["puzzles"].clone(), export["endgames"].clone()),
        (progress["puzzle_curve"].clone(), json!([]))
    );
}

#[test]
fn every_habit_leads_to_puzzles_that_exist() {
    for habit in Habit::ALL {
        let theme = PuzzleTheme::of_name(habit.theme());
        let theme = theme.unwrap_or_else(|| panic!("{:?} is no theme", habit.theme()));
        assert!(PuzzleSet::shipped().count(theme) >= 10, "{}", habit.theme());
    }
}
