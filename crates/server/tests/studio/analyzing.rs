//! The simplest question: a position in, the best move and its score out.

use axum::http::StatusCode;
use serde_json::json;

use crate::bench::Bench;

#[tokio::test]
async fn a_position_gives_its_best_move_and_score() {
    let bench = Bench::new().await;
    let board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--X";
    let (status, found) =
        bench.post("/api/analyze", json!({ "text": board, "best": 60, "seconds": 30 })).await;
    assert_eq!(status, StatusCode::OK, "{found}");
    assert_eq!(
        (&found["best"], &found["score"], &found["kind"]),
        (&json!("g8"), &json!(18), &json!("exact"))
    );
    let loss = |name: &str| {
        let moves = found["moves"].as_array().unwrap();
        moves.iter().find(|one| one["move"] == name).unwrap()["loss"].clone()
    };
    assert_eq!((loss("g8"), loss("h1"), loss("a2")), (json!(0), json!(6), json!(12)));
}

#[tokio::test]
async fn what_is_over_has_a_score_and_what_is_no_position_a_refusal() {
    let bench = Bench::new().await;
    let full = format!("{}X", "X".repeat(64));
    let (_, over) = bench.post("/api/analyze", json!({ "text": full })).await;
    assert_eq!((&over["best"], &over["score"]), (&json!(null), &json!(64)));
    for wish in [
        json!({ "text": "zz" }),
        json!({ "text": "f5", "seconds": 1e9 }),
        json!({ "text": "f5", "seconds": -1 }),
        json!({}),
    ] {
        let (status, refusal) = bench.post("/api/analyze", wish.clone()).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{wish} {refusal}");
    }
    let (_, description) = bench.get("/api/openapi.json").await;
    assert!(description["paths"]["/api/analyze"]["post"].is_object());
    // Live connections are described with what is said and heard there.
    for path in ["/api/review", "/api/games/{id}/live"] {
        assert!(description["paths"][path]["get"].is_object(), "{path}");
    }
    for schema in ["ReviewWish", "ReviewMessage", "LiveMessage", "SummaryView", "PositionValue", "ThinkLine"]
    {
        assert!(description["components"]["schemas"][schema].is_object(), "{schema}");
    }
}

#[tokio::test]
async fn a_mistake_is_explained() {
    let bench = Bench::new().await;
    let board = "-----X-------X---XXOOOOXX-XXOOXX-XXOOOOX--XOXOOO-XOXXXOOXXXXXXXOX";
    let (status, found) = bench.post("/api/explain", json!({ "text": board, "move": "h2" })).await;
    assert_eq!(status, StatusCode::OK, "{found}");
    assert_eq!((&found["loss"], &found["exact"]), (&json!(16), &json!(true)));
    assert_eq!((&found["played"][0], &found["played"][1]), (&json!("h2"), &json!("h1")));
    assert!(!found["claims"].as_array().unwrap().is_empty(), "{found}");
    let (_, fine) = bench.post("/api/explain", json!({ "text": board, "move": "d2" })).await;
    assert_eq!((&fine["loss"], &fine["claims"]), (&json!(0), &json!([])));
    for wish in [
        json!({ "text": board, "move": "a1" }),
        json!({ "text": board, "move": "i9" }),
        json!({ "text": board }),
    ] {
        let (status, refusal) = bench.post("/api/explain", wish.clone()).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{wish} {refusal}");
    }
}
