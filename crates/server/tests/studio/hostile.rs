//! Requests of people who mean no good, or whose programs are wrong: a clear refusal, no panic, nothing
//! changed.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt;
use outflank_server::{Store, Studio, app};
use rand::Rng;
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt;

struct Bench {
    app: Router,
    folder: TempDir,
}

impl Bench {
    async fn new() -> Bench {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("games.db").display());
        let studio =
            Studio::with_lab(Store::open(&url).await.unwrap(), Some(folder.path().join("tournaments")));
        let app = app(Arc::clone(&studio), SocketAddr::from(([127, 0, 0, 1], 4664)));
        Bench { app, folder }
    }

    async fn ask(&self, request: Request<Body>) -> (StatusCode, String) {
        let response = self.app.clone().oneshot(request).await.unwrap();
        let status = response.status();
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        (status, String::from_utf8_lossy(&bytes).into_owned())
    }

    async fn send(&self, method: &str, path: &str, body: impl Into<Body>) -> (StatusCode, String) {
        let request = Request::builder().method(method).uri(path).header("content-type", "application/json");
        self.ask(request.body(body.into()).unwrap()).await
    }

    async fn post(&self, path: &str, body: &Value) -> (StatusCode, Value) {
        let (status, text) = self.send("POST", path, body.to_string()).await;
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    async fn two_people(&self) -> i64 {
        let wish = json!({ "black": { "player": "human" }, "white": { "player": "human" } });
        let (_, created) = self.post("/api/games", &wish).await;
        created["game"]["id"].as_i64().unwrap()
    }

    async fn game(&self, id: i64) -> Value {
        let (_, text) = self.send("GET", &format!("/api/games/{id}"), Body::empty()).await;
        serde_json::from_str(&text).unwrap()
    }
}

#[tokio::test]
async fn a_replayed_move_is_refused_and_made_once() {
    let bench = Bench::new().await;
    let id = bench.two_people().await;
    let path = format!("/api/games/{id}/moves");
    let wish = json!({ "ply": 0, "move": "f5" });
    assert_eq!(bench.post(&path, &wish).await.0, StatusCode::OK);
    for _ in 0..3 {
        let (status, refusal) = bench.post(&path, &wish).await;
        assert_eq!((status, &refusal["code"]), (StatusCode::CONFLICT, &json!("moved-on")));
    }
    // Of two that come at once one is made.
    let wish = json!({ "ply": 1, "move": "d6" });
    let (one, other) = tokio::join!(bench.post(&path, &wish), bench.post(&path, &wish));
    let mut statuses = [one.0, other.0];
    statuses.sort();
    assert_eq!(statuses, [StatusCode::OK, StatusCode::CONFLICT]);
    assert_eq!(bench.game(id).await["plies"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn what_is_out_of_turn_or_over_is_refused() {
    let bench = Bench::new().await;
    let wish = json!({ "black": { "player": "random" }, "white": { "player": "human" }, "pace": 60_000_u32 });
    let (_, created) = bench.post("/api/games", &wish).await;
    let id = created["game"]["id"].as_i64().unwrap();
    for action in ["moves", "computer-move", "hint"] {
        let body = if action == "moves" { json!({ "ply": 0, "move": "f5" }) } else { json!({}) };
        let (status, refusal) = bench.post(&format!("/api/games/{id}/{action}"), &body).await;
        assert_eq!((status, &refusal["code"]), (StatusCode::CONFLICT, &json!("not-your-turn")), "{action}");
    }
    let id = bench.two_people().await;
    assert_eq!(bench.post(&format!("/api/games/{id}/resign"), &json!({})).await.0, StatusCode::OK);
    for (action, code) in [("moves", "game-over"), ("hint", "game-over"), ("resign", "game-over")] {
        let body = if action == "moves" { json!({ "ply": 0, "move": "f5" }) } else { json!({}) };
        let (status, refusal) = bench.post(&format!("/api/games/{id}/{action}"), &body).await;
        assert_eq!((status, &refusal["code"]), (StatusCode::CONFLICT, &json!(code)), "{action}");
    }
}

#[tokio::test]
async fn malformed_bodies_are_refused_everywhere() {
    let bench = Bench::new().await;
    let id = bench.two_people().await;
    let deep = format!("{}{}", "[".repeat(20_000), "]".repeat(20_000));
    let bodies = [
        "",
        "{",
        "null",
        "[]",
        "\"f5\"",
        "{\"ply\":-1,\"move\":\"f5\"}",
        "{\"ply\":0,\"move\":\"z9\"}",
        "{\"ply\":0,\"move\":null}",
        "{\"ply\":99999999999999999999,\"move\":\"f5\"}",
        "{\"text\":17}",
        "{\"name\":\"a\\u0000b\"}",
        deep.as_str(),
    ];
    for body in bodies {
        for (method, path) in [
            ("POST", "/api/games".to_owned()),
            ("POST", format!("/api/games/{id}/moves")),
            ("PATCH", format!("/api/games/{id}")),
            ("POST", "/api/positions".to_owned()),
            ("POST", "/api/import".to_owned()),
        ] {
            let (status, text) = bench.send(method, &path, body.to_owned()).await;
            let start: String = body.chars().take(40).collect();
            assert!(status.is_client_error(), "{method} {path} {start}: {status} {text}");
            let refusal: Value = serde_json::from_str(&text).unwrap();
            assert!(refusal["code"].is_string() && refusal["message"].is_string(), "{text}");
        }
    }
    let plain = Request::post(format!("/api/games/{id}/moves")).header("content-type", "text/plain");
    let body = Body::from("{\"ply\":0,\"move\":\"f5\"}");
    assert_eq!(bench.ask(plain.body(body).unwrap()).await.0, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert_eq!(bench.game(id).await["revision"], 1, "nothing has changed");
}

#[tokio::test]
async fn oversized_requests_are_refused_before_they_are_understood() {
    let bench = Bench::new().await;
    for path in ["/api/games", "/api/positions", "/api/import"] {
        let body = format!("{{\"text\":\"{}\"}}", "f5".repeat(200_000));
        assert_eq!(bench.send("POST", path, body).await.0, StatusCode::PAYLOAD_TOO_LARGE, "{path}");
    }
    let many = "f5d6c3\n".repeat(201);
    let (status, refusal) = bench.post("/api/import", &json!({ "text": many })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refusal}");
}

#[tokio::test]
async fn foreign_pages_can_neither_ask_nor_follow_nor_change() {
    let bench = Bench::new().await;
    let id = bench.two_people().await;
    let foreign = |method: &str, path: &str| {
        Request::builder()
            .method(method)
            .uri(path)
            .header("host", "127.0.0.1:4664")
            .header("origin", "https://example.org")
            .header("content-type", "application/json")
    };
    for (method, path) in [
        ("GET", format!("/api/games/{id}")),
        ("DELETE", format!("/api/games/{id}")),
        ("POST", format!("/api/games/{id}/resign")),
        ("OPTIONS", "/api/games".to_owned()),
        ("GET", "/".to_owned()),
    ] {
        let request = foreign(method, &path).body(Body::from("{}")).unwrap();
        assert_eq!(bench.ask(request).await.0, StatusCode::FORBIDDEN, "{method} {path}");
    }
    let upgrade = foreign("GET", &format!("/api/games/{id}/live"))
        .header("connection", "upgrade")
        .header("upgrade", "websocket")
        .header("sec-websocket-version", "13")
        .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==");
    assert_eq!(bench.ask(upgrade.body(Body::empty()).unwrap()).await.0, StatusCode::FORBIDDEN);
    assert!(bench.game(id).await["result"].is_null());
}

#[tokio::test]
async fn paths_lead_nowhere_but_to_what_is_served() {
    let bench = Bench::new().await;
    let lab = bench.folder.path().join("tournaments");
    std::fs::create_dir_all(lab.join("inside")).unwrap();
    std::fs::create_dir_all(bench.folder.path().join("outside")).unwrap();
    for folder in [lab.join("inside"), bench.folder.path().join("outside")] {
        std::fs::write(folder.join("tournament.toml"), "players = [\"random\", \"greedy\"]\n").unwrap();
    }
    assert_eq!(bench.send("GET", "/api/tournaments/inside", Body::empty()).await.0, StatusCode::OK);
    let (status, page) = bench.send("GET", "/api/tournaments/inside/report", Body::empty()).await;
    assert!(status.is_success() && page.starts_with("<!doctype html>"), "a report before the first game");
    for id in
        ["..%2Foutside", "..%2foutside", "%2e%2e%2foutside", ".", "..", "inside%2F..%2Finside", "%00", "*"]
    {
        for rest in ["", "/report"] {
            let (status, text) =
                bench.send("GET", &format!("/api/tournaments/{id}{rest}"), Body::empty()).await;
            assert!(status.is_client_error(), "{id}{rest}: {status} {text}");
        }
    }
    for path in
        ["/../Cargo.toml", "/assets/..%2f..%2fCargo.toml", "/.git/config", "/%2e%2e/x.toml", "/games.db"]
    {
        let (status, text) = bench.send("GET", path, Body::empty()).await;
        assert!(!text.contains('['), "{path}: {status} {text}");
    }
}

#[tokio::test]
async fn random_bytes_never_break_the_server() {
    let bench = Bench::new().await;
    let id = bench.two_people().await;
    let mut dice = StdRng::seed_from_u64(6);
    let words = [
        "f5",
        "d6",
        "(;",
        "GM[Othello]",
        "[",
        "]",
        "BO[8 ",
        "X",
        "O",
        "-",
        "1.",
        "\n",
        ";)",
        "\u{1}",
        "é",
        "{\"args\":",
    ];
    for _ in 0..400 {
        let count = dice.random_range(0..40);
        let text: String = (0..count).map(|_| words[dice.random_range(0..words.len())]).collect();
        for path in ["/api/positions", "/api/import"] {
            let (status, answer) = bench.post(path, &json!({ "text": text })).await;
            assert!(!status.is_server_error(), "{path} {text:?}: {answer}");
        }
        let bytes: Vec<u8> = (0..count).map(|_| dice.random()).collect();
        let (status, answer) = bench.send("POST", &format!("/api/games/{id}/moves"), bytes).await;
        assert!(status.is_client_error(), "{answer}");
    }
    assert!(bench.game(id).await["plies"].as_array().unwrap().is_empty());
}
