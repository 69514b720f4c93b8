//! Bounds: what is too much or too strange is refused, and what runs a server is told how it is.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use futures_util::{StreamExt, stream};
use http_body_util::BodyExt;
use outflank_server::{Store, Studio, app};
use serde_json::{Value, json};
use sqlx::Connection as _;
use tower::ServiceExt;

use crate::bench::{Bench, two_people};
use crate::postgres;

const GAME: &str = "(;GM[Othello]PC[Oslo]DT[2001.02.03]PB[Ann]PW[Bob]RE[+10]TY[8]\
                    BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6];)\n";

impl Bench {
    /// Does to the database what only another program would do.
    async fn damage(&self, sql: &'static str) {
        sqlx::any::install_default_drivers();
        let file = self.folder.path().join("games.db");
        let mut connection =
            sqlx::AnyConnection::connect(&format!("sqlite:{}", file.display())).await.unwrap();
        sqlx::query(sql).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }

    async fn headers(&self, request: Request<Body>) -> (StatusCode, HeaderMap) {
        let response = self.app.clone().oneshot(request).await.unwrap();
        (response.status(), response.headers().clone())
    }
}

/// Asks for what no database takes.
async fn refuses_strange_texts(bench: &Bench) {
    let (status, report) = bench.post("/api/library/import", json!({ "text": GAME })).await;
    assert_eq!((status, &report["added"]), (StatusCode::OK, &json!(1)), "{report}");
    let long = "x".repeat(50_001);
    for name in ["search", "player", "opponent", "tag", "kind", "opening"] {
        for path in ["/api/library", "/api/library/export"] {
            for text in ["%00", "a%00b", long.as_str()] {
                let (status, refusal) = bench.get(&format!("{path}?{name}={text}")).await;
                assert_eq!(status, StatusCode::BAD_REQUEST, "{path} {name}: {refusal}");
                assert!(refusal["message"].as_str().unwrap().len() < 200, "{refusal}");
            }
        }
    }
    for text in ["%00", long.as_str()] {
        let (status, refusal) = bench.get(&format!("/api/explorer?player={text}")).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{refusal}");
    }
    for (method, path, body) in [
        ("PATCH", "/api/library/1", json!({ "notes": "a\0b" })),
        ("PATCH", "/api/library/1", json!({ "tags": ["a\0b"] })),
        (
            "POST",
            "/api/games",
            json!({ "black": { "player": "human", "name": "\0" }, "white": { "player": "human" } }),
        ),
        ("POST", "/api/library/import", json!({ "text": "f5\0d6" })),
    ] {
        let (status, refusal) = bench.send(method, path, None, &body).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{method} {path}: {refusal}");
    }
    let notes = json!({ "notes": "\\u0000 is no NUL" });
    let (status, game) = bench.send("PATCH", "/api/library/1", None, &notes).await;
    assert_eq!((status, &game["notes"]), (StatusCode::OK, &notes["notes"]));
}

#[tokio::test]
async fn a_nul_or_a_text_without_end_is_no_filter() {
    refuses_strange_texts(&Bench::new().await).await;
}

#[tokio::test]
async fn a_nul_or_a_text_without_end_is_no_filter_on_postgresql() {
    let server = postgres::Server::start();
    let bench = Bench::of(&server.url(), tempfile::tempdir().unwrap()).await;
    refuses_strange_texts(&bench).await;
    // A comment of a file may have one.
    let (_, job) = bench.post("/api/library/imports", json!({})).await;
    let path = format!("/api/library/imports/{}", job["id"]);
    let game = GAME.replace("RE[+10]", "RE[+12]CO[a\0b]").replace("Ann", "Zoe");
    let put = Request::put(format!("{path}/a.ggf")).body(Body::from(game)).unwrap();
    assert_eq!(bench.raw(put).await.0, StatusCode::OK);
    assert_eq!(bench.post(&path, json!({})).await.0, StatusCode::ACCEPTED);
    for _ in 0..500 {
        if bench.get(&path).await.1["state"] == "done" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let (_, job) = bench.get(&path).await;
    assert_eq!((&job["state"], &job["failure"]), (&json!("done"), &Value::Null), "{job}");
    assert_eq!(bench.get("/readyz").await.0, StatusCode::OK);
    bench.studio.close().await;
}

#[tokio::test]
async fn a_body_for_an_import_that_does_not_exist_is_never_read() {
    let bench = Bench::new().await;
    let endless = || {
        Body::from_stream(stream::repeat_with(|| Ok::<_, std::io::Error>(Bytes::from_static(&[0; 65536]))))
    };
    let put = |path: &str| Request::put(path).body(endless()).unwrap();
    assert_eq!(bench.raw(put("/api/library/imports/7/a.ggf")).await.0, StatusCode::NOT_FOUND);
    let (_, job) = bench.post("/api/library/imports", json!({})).await;
    let path = format!("/api/library/imports/{}", job["id"]);
    assert_eq!(bench.raw(put(&format!("{path}/.hidden"))).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    let (status, refusal) = bench.raw(put(&format!("{path}/a.ggf"))).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refusal}");
    assert!(refusal.contains("256 MiB"), "{refusal}");
    // What did not come whole has left no trace.
    let put = Request::put(format!("{path}/a.ggf")).body(Body::from(GAME)).unwrap();
    let (status, progress) = bench.raw(put).await;
    assert_eq!(status, StatusCode::OK, "{progress}");
    let (_, list) = bench.get("/api/library/imports").await;
    assert_eq!((&list[0]["id"], &list[0]["files"]), (&job["id"], &json!(1)), "{list}");
    bench.studio.close().await;
}

#[tokio::test]
async fn an_export_comes_in_parts_and_leaves_out_what_is_damaged() {
    let bench = Bench::new().await;
    for part in 0..5 {
        let named = |number| GAME.replace("Ann", &format!("Ann {part} {number}"));
        let text: String = (0..600).map(named).collect();
        let (status, report) = bench.post("/api/library/import", json!({ "text": text })).await;
        assert_eq!((status, &report["added"]), (StatusCode::OK, &json!(600)), "{report}");
    }
    bench.damage("UPDATE library SET moves = 'f5a1' WHERE key = 7").await;
    let (_, page) = bench.get("/api/library?limit=1").await;
    let request = Request::get("/api/library/export").body(Body::empty()).unwrap();
    let response = bench.app.clone().oneshot(request).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    let mut parts = response.into_body().into_data_stream();
    let (mut count, mut largest, mut text) = (0, 0, Vec::new());
    while let Some(part) = parts.next().await {
        let part = part.unwrap();
        (count, largest) = (count + 1, largest.max(part.len()));
        text.extend_from_slice(&part);
    }
    let games = String::from_utf8(text).unwrap().matches("(;GM[Othello]").count() as i64;
    assert!(count > 5 && largest < 128 * 1024, "{count} parts, the largest of {largest} bytes");
    assert_eq!((Some(games + 1), games), (page["total"].as_i64(), 2999), "all but the damaged one");
    let refused = bench.get("/api/library/export?format=nonsense").await.0;
    assert_eq!(refused, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn refusals_carry_the_same_headers_as_answers() {
    let bench = Bench::new().await;
    let foreign = Request::get("/api/games").header("origin", "https://example.org");
    let (status, headers) = bench.headers(foreign.body(Body::empty()).unwrap()).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    for name in [header::CONTENT_SECURITY_POLICY, header::X_CONTENT_TYPE_OPTIONS, header::REFERRER_POLICY] {
        assert!(headers.contains_key(&name), "{name}");
    }
}

#[tokio::test]
async fn pictures_and_links_of_other_sites_start_no_export() {
    let bench = Bench::new().await;
    let from = |site: &str, path: &str| {
        Request::get(path)
            .header("host", "localhost:4664")
            .header("sec-fetch-site", site)
            .body(Body::empty())
            .unwrap()
    };
    for site in ["cross-site", "same-site"] {
        for path in ["/api/library/export", "/api/games", "/metrics"] {
            assert_eq!(bench.raw(from(site, path)).await.0, StatusCode::FORBIDDEN, "{site} {path}");
        }
        assert_ne!(
            bench.raw(from(site, "/library")).await.0,
            StatusCode::FORBIDDEN,
            "a link to a page is fine"
        );
    }
    for site in ["same-origin", "none"] {
        assert_eq!(bench.raw(from(site, "/api/library/export")).await.0, StatusCode::OK, "{site}");
    }
}

#[tokio::test]
async fn a_probe_is_answered_by_what_it_asks_for_or_not_at_all() {
    let bench = Bench::new().await;
    assert_eq!(bench.get("/healthz").await, (StatusCode::OK, json!("ok\n")));
    assert_eq!(bench.get("/readyz").await, (StatusCode::OK, json!("ready\n")));
    for path in ["/health", "/ready", "/status", "/metrics/x", "/healthz/x"] {
        assert_eq!(bench.get(path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    bench.create(two_people()).await;
    assert_eq!(bench.get("/api/games/77").await.0, StatusCode::NOT_FOUND);
    let (status, text) = bench.get("/metrics").await;
    assert_eq!(status, StatusCode::OK);
    let text = text.as_str().unwrap();
    for line in [
        "outflank_requests_total{method=\"POST\",route=\"/api/games\",status=\"201\"} 1",
        "outflank_requests_total{method=\"GET\",route=\"/api/games/{id}\",status=\"404\"} 1",
        "outflank_sockets 0",
        "outflank_engine_queue 0",
        "outflank_live_games ",
        "outflank_library_games 0",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(!text.contains("/api/games/77"), "routes are counted, not addresses");
}

#[tokio::test]
async fn a_database_that_takes_nothing_is_not_ready_and_says_nothing_of_its_files() {
    let bench = Bench::new().await;
    let folder = bench.folder.path().display().to_string();
    bench.store.close().await;
    for path in ["/readyz", "/api/games", "/api/library", "/api/explorer"] {
        let (status, refusal) = bench.get(path).await;
        assert!(status.is_server_error(), "{path}: {refusal}");
        assert!(!refusal.to_string().contains(&folder), "{path}: {refusal}");
    }
    assert_eq!(bench.get("/readyz").await.0, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(bench.get("/healthz").await.0, StatusCode::OK, "the process is alive");
    let (_, text) = bench.get("/metrics").await;
    assert!(text.as_str().unwrap().contains("outflank_server_failures_total"), "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn too_many_questions_are_refused_until_some_are_answered() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("games.db").display());
    let studio = Studio::with_workers(Store::open(&url).await.unwrap(), None, Some(1));
    let app = app(Arc::clone(&studio), SocketAddr::from(([127, 0, 0, 1], 4664)));
    let ask = || {
        let body = json!({ "text": "f5", "seconds": 60 }).to_string();
        let request = Request::post("/api/analyze").header("content-type", "application/json");
        let (app, request) = (app.clone(), request.body(Body::from(body)).unwrap());
        tokio::spawn(async move { app.oneshot(request).await.unwrap() })
    };
    let waiting: Vec<_> = (0..80).map(|_| ask()).collect();
    let mut refused = 0;
    for _ in 0..200 {
        tokio::time::sleep(Duration::from_millis(10)).await;
        refused = waiting.iter().filter(|asked| asked.is_finished()).count();
        if refused >= 16 {
            break;
        }
    }
    assert_eq!(refused, 16, "64 wait or are answered");
    let response = ask().await.unwrap();
    assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert!(response.headers().contains_key(header::RETRY_AFTER));
    let body = response.into_body().collect().await.unwrap().to_bytes();
    assert!(String::from_utf8_lossy(&body).contains("\"busy\""));
    // Whoever leaves makes room.
    waiting.iter().for_each(|asked| asked.abort());
    for _ in 0..500 {
        let request = Request::post("/api/analyze").header("content-type", "application/json");
        let body = json!({ "text": "f5", "seconds": 0.01 }).to_string();
        let response = app.clone().oneshot(request.body(Body::from(body)).unwrap()).await.unwrap();
        if response.status() == StatusCode::OK {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("nobody is answered any more");
}
