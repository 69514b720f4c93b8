//! The assistant through the interface: what it knows, what it does not, and how it is set up.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use outflank_server::app;
use serde_json::{Value, json};

use crate::bench::Bench;

async fn answer(bench: &Bench, wish: Value) -> Value {
    let (status, answer) = bench.post("/api/assistant", wish.clone()).await;
    assert_eq!(status, StatusCode::OK, "{wish} {answer}");
    answer
}

const BOARD: &str = "-----X-------X---XXOOOOXX-XXOOXX-XXOOOOX--XOXOOO-XOXXXOOXXXXXXXOX";

#[tokio::test]
async fn rules_and_words_are_answered_in_both_languages() {
    let bench = Bench::new().await;
    for (question, language, topic, expected) in [
        ("What are the rules?", "en", "rules", "Black moves first"),
        ("ルールを教えて", "ja", "rules", "黒が先手"),
        ("what does parity mean", "ja", "parity", "偶数理論"),
        ("How is the weather?", "en", "unknown", "I do not know"),
        ("今日の天気は？", "ja", "unknown", "わかりません"),
    ] {
        let found = answer(&bench, json!({ "question": question, "language": language })).await;
        assert_eq!((&found["topic"], &found["through"]), (&json!(topic), &json!("builtin")), "{question}");
        assert!(found["text"].as_str().unwrap().contains(expected), "{question}: {found}");
        assert_eq!((&found["trouble"], &found["explained"]), (&Value::Null, &Value::Null));
    }
}

#[tokio::test]
async fn the_position_is_answered_from_the_engine_and_the_coach() {
    let bench = Bench::new().await;
    let best = answer(&bench, json!({ "question": "What is the best move?", "text": BOARD })).await;
    assert!(best["text"].as_str().unwrap().starts_with("d2 is best for Black: "), "{best}");
    let bad = answer(&bench, json!({ "question": "Why not h2?", "text": BOARD })).await;
    assert!(bad["text"].as_str().unwrap().contains("16 discs less than d2"), "{bad}");
    assert_eq!((&bad["explained"]["board"], &bad["explained"]["loss"]), (&json!(BOARD), &json!(16)));
    assert!(!bad["explained"]["claims"].as_array().unwrap().is_empty());
    let last =
        answer(&bench, json!({ "question": "Was my last move good?", "text": BOARD, "moves": ["h2"] })).await;
    assert!(last["text"].as_str().unwrap().contains("lost 16 discs; d2 was better"), "{last}");
    for (question, expected) in [
        ("Can I play a1?", "cannot play a1"),
        ("And f1?", "f1 is not empty"),
        ("Which moves are possible moves?", "Black can play "),
        ("How many discs are there?", "squares are empty"),
        ("Who is winning?", "Black is to move and can expect"),
        ("What opening is this?", "no opening name"),
        ("Was the last move good?", "do not know which move led"),
    ] {
        let found = answer(&bench, json!({ "question": question, "text": BOARD })).await;
        assert!(found["text"].as_str().unwrap().contains(expected), "{question}: {found}");
    }
    let tiger = answer(&bench, json!({ "question": "What opening is this?", "text": "f5d6c3d3c4" })).await;
    assert!(tiger["text"].as_str().unwrap().contains("Tiger"), "{tiger}");
    let over =
        answer(&bench, json!({ "question": "best move", "text": format!("{}X", "X".repeat(64)) })).await;
    assert!(over["text"].as_str().unwrap().contains("The game is over: Black has 64"), "{over}");
}

#[tokio::test]
async fn what_is_no_question_is_refused() {
    let bench = Bench::new().await;
    for wish in [
        json!({ "question": "  " }),
        json!({ "question": "x".repeat(2001) }),
        json!({ "question": "best move", "text": "zz" }),
        json!({ "question": "best move", "moves": ["a1"] }),
        json!({ "question": "hello", "language": "fr" }),
        json!({ "question": "hello", "key": "x" }),
        json!({}),
    ] {
        let (status, refusal) = bench.post("/api/assistant", wish.clone()).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{wish} {refusal}");
    }
}

#[tokio::test]
async fn an_endpoint_is_off_until_it_is_set_up_and_its_key_never_comes_back() {
    let bench = Bench::new().await;
    let off = answer(&bench, json!({ "question": "What are the rules?", "through": "endpoint" })).await;
    assert_eq!((&off["trouble"]["code"], &off["through"]), (&json!("off"), &json!("builtin")));

    let endpoint = json!({ "url": "http://127.0.0.1:1/v1", "model": "small", "key": "sk-secret" });
    let (status, set) = bench.send("PUT", "/api/assistant/endpoint", None, &endpoint).await;
    assert_eq!(status, StatusCode::OK, "{set}");
    let expected = json!({
        "url": "http://127.0.0.1:1/v1/chat/completions", "model": "small", "has_key": true, "source": "settings" });
    assert_eq!((&set["endpoint"], &set["changeable"]), (&expected, &json!(true)));

    // Nobody listens there: the built-in answer comes, with the reason, and a note.
    let instead = answer(&bench, json!({ "question": "What are the rules?", "through": "endpoint" })).await;
    assert_eq!(instead["trouble"], json!({ "code": "unreachable", "status": null }));
    assert!(instead["text"].as_str().unwrap().contains("Black moves first"));
    let (_, shown) = bench.get("/api/assistant").await;
    assert_eq!(shown["notes"][0]["code"], "unreachable");
    assert!(!shown.to_string().contains("sk-secret"), "{shown}");

    // It is still there after a restart, and can be forgotten.
    let again = Bench::on(bench.folder).await;
    let (_, kept) = again.get("/api/assistant").await;
    assert_eq!(kept["endpoint"], expected);
    let (_, forgotten) = again.send("DELETE", "/api/assistant/endpoint", None, &Value::Null).await;
    assert_eq!(forgotten["endpoint"], Value::Null);
}

#[tokio::test]
async fn addresses_that_are_none_and_other_machines_are_refused() {
    let bench = Bench::new().await;
    for url in ["", "file:///etc/passwd", "ftp://a.example", "localhost", "http://user:word@a.example"] {
        let (status, refusal) =
            bench.send("PUT", "/api/assistant/endpoint", None, &json!({ "url": url })).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{url} {refusal}");
    }
    let open = app(Arc::clone(&bench.studio), SocketAddr::from(([0, 0, 0, 0], 4664)));
    let open = Bench {
        app: open,
        studio: Arc::clone(&bench.studio),
        folder: tempfile::tempdir().unwrap(),
        store: bench.store.clone(),
    };
    let endpoint = json!({ "url": "http://a.example" });
    for (method, path) in [("PUT", "/api/assistant/endpoint"), ("DELETE", "/api/assistant/endpoint")] {
        let (status, refusal) = open.send(method, path, None, &endpoint).await;
        assert_eq!((status, &refusal["code"]), (StatusCode::FORBIDDEN, &json!("forbidden")));
    }
    let (_, shown) = open.get("/api/assistant").await;
    assert_eq!(shown["changeable"], json!(false));
}

#[tokio::test]
async fn thinking_is_told_line_by_line_until_it_is_proven() {
    let bench = Bench::new().await;
    let request = |body: Value| {
        let request = Request::post("/api/think").header("content-type", "application/json");
        request.body(Body::from(body.to_string())).unwrap()
    };
    let (status, text) = bench.raw(request(json!({ "text": BOARD, "seconds": 30 }))).await;
    assert_eq!(status, StatusCode::OK, "{text}");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (seen, end) = (&lines[0], lines.last().unwrap());
    assert_eq!(
        (&seen["type"], &end["type"], &end["stopped"]),
        (&json!("seen"), &json!("end"), &json!(false))
    );
    assert_eq!(seen["patterns"].as_array().unwrap().len(), 50);
    let loudness: Vec<f64> =
        seen["patterns"].as_array().unwrap().iter().map(|one| one["discs"].as_f64().unwrap().abs()).collect();
    assert!(loudness.is_sorted_by(|one, other| one >= other));
    for ancestor in seen["heritage"].as_array().unwrap() {
        let terms = ancestor["terms"].as_array().unwrap();
        let sum: f64 = terms.iter().map(|term| term["value"].as_f64().unwrap()).sum();
        assert!((sum - ancestor["value"].as_f64().unwrap()).abs() < 1e-6, "{ancestor}");
    }
    let depths = &lines[1..lines.len() - 1];
    assert!(depths.len() > 3 && depths.iter().all(|line| line["type"] == "depth"), "{text}");
    assert!(depths.iter().all(|line| (line["kind"] == "exact") == line["error"].is_null()), "{text}");
    let last = depths.last().unwrap();
    assert_eq!(
        (&last["kind"], &last["best"], &last["percent"]),
        (&json!("exact"), &json!("d2"), &json!(100))
    );

    let (_, over) = bench.raw(request(json!({ "text": format!("{}X", "X".repeat(64)) }))).await;
    assert_eq!(over.lines().count(), 1);
    let (status, _) = bench.raw(request(json!({ "text": "zz" }))).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}
