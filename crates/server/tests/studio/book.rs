//! The opening book through the interface.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::bench::Bench;
use crate::fair_play::Duel;

#[tokio::test]
async fn the_book_tells_values_with_their_depth_names_and_what_one_has_to_know() {
    let bench = Bench::new().await;
    let (status, start) = bench.get("/api/book").await;
    assert_eq!(status, StatusCode::OK);
    assert!(start["positions"].as_u64().unwrap() > 30_000, "{start}");
    assert_eq!(start["moves"].as_array().unwrap().len(), 4, "{start}");
    assert!(start["games"].as_u64().unwrap() > 100_000);
    let (_, after) = bench.get("/api/book?position=f5&moves=d6").await;
    assert_eq!(after["opening"]["ja"], "縦取り");
    let moves = after["moves"].as_array().unwrap();
    let score = |one: &Value| one["value"]["score"].as_i64().unwrap();
    assert!(moves.len() >= 3 && moves.is_sorted_by_key(|one| -score(one)), "{after}");
    assert_eq!(after["value"]["score"], moves[0]["value"]["score"]);
    for one in moves {
        let value = &one["value"];
        assert!(value["depth"].as_u64().unwrap() >= 10, "{one}");
        // What is proven is a range of its own.
        assert!(
            value["lower"].as_i64().unwrap() <= score(one) && score(one) <= value["upper"].as_i64().unwrap()
        );
    }
    let know = &after["to_know"];
    assert_eq!(know["plies"], 10);
    for side in ["black", "white"] {
        assert!((1..200).contains(&know[side].as_u64().unwrap()), "{know}");
    }
    // Nothing is known of a position that nobody would play.
    let (_, nowhere) = bench.get("/api/book?moves=f5f6e6f4f3c5f7e3c3c4d2g4").await;
    assert_eq!((&nowhere["value"], &nowhere["to_know"]), (&Value::Null, &Value::Null));
    for wrong in ["position=f5f5", "moves=f5f5", "moves=f", "until=3"] {
        let (status, _) = bench.get(&format!("/api/book?{wrong}")).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}");
    }
}

#[tokio::test]
async fn a_line_is_followed_to_where_it_leaves_the_book_with_what_that_costs() {
    let bench = Bench::new().await;
    let (_, inside) = bench.get("/api/book?moves=f5d6c3d3c4").await;
    assert_eq!((&inside["left"], &inside["known"]), (&Value::Null, &json!(5)), "{inside}");
    // A corner given away for nothing, which no game had.
    let (_, outside) = bench.get("/api/book?moves=f5d6c3d3c4b3").await;
    let (_, best) = bench.get("/api/book?moves=f5d6c3d3c4").await;
    let known = |played: &str| best["moves"].as_array().unwrap().iter().any(|one| one["move"] == played);
    assert!(known("b3") && known("f4"), "{best}");
    assert_eq!(outside["left"], Value::Null, "{outside}");
    let loss = outside["losses"].as_array().unwrap().last().unwrap();
    assert_eq!((&loss["ply"], &loss["move"]), (&json!(5), &json!("b3")), "{outside}");
    assert!(loss["cost"].as_i64().unwrap() > 0 && loss["best"] == best["moves"][0]["move"], "{loss}");
    let (_, left) = bench.get("/api/book?moves=f5f6e6f4f3c5f7e3c3c4d2g4").await;
    let mark = &left["left"];
    let at = mark["ply"].as_u64().unwrap() as usize;
    assert_eq!(
        (&left["known"], mark["move"].as_str().unwrap()),
        (&mark["ply"], &"f5f6e6f4f3c5f7e3c3c4d2g4"[2 * at..2 * at + 2])
    );
    // Either the book knows the move, or says what it costs at least.
    assert!(mark["cost"].is_i64() != mark["at_least"].is_i64() || mark["best"] == mark["move"], "{mark}");
    assert!(mark["value"]["depth"].as_u64().unwrap() >= 10);
}

#[tokio::test]
async fn the_book_does_not_help_the_players_of_a_running_game() {
    let bench = Bench::new().await;
    let duel = Duel::new(&bench, None).await;
    let moves = ["f5", "d6", "c3", "d3", "c4", "f4"];
    duel.play(0, &moves).await;
    let asked = format!("/api/book?moves={}", moves.concat());
    for key in [&duel.host, &duel.guest] {
        let (status, answer) = bench.send("GET", &asked, Some(key), &Value::Null).await;
        assert_eq!((status, &answer["code"]), (StatusCode::CONFLICT, &json!("no-help")), "{answer}");
    }
    // A line that only leads through it neither.
    let through = format!("{asked}f6");
    assert_eq!(bench.send("GET", &through, Some(&duel.host), &Value::Null).await.1["code"], "no-help");
    duel.act(&duel.host, "resign", json!({})).await;
    assert_eq!(bench.send("GET", &asked, Some(&duel.host), &Value::Null).await.0, StatusCode::OK);
}
