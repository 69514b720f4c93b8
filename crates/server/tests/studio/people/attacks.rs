//! Attacks that every public server meets, each turned away. The list with what else is tested is in
//! docs/security.md.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use outflank_server::{ClientQuotas, Hosting, Studio, serve_as};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;

use super::{Browser, HOST, Site, against_computer, invitation};
use crate::postgres;

async fn raw(site: &Site, method: &str, path: &str, headers: &[(&str, &str)]) -> (StatusCode, HeaderMap) {
    let mut request = Request::builder().method(method).uri(path).header("host", HOST);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let answer = site.app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    (answer.status(), answer.headers().clone())
}

#[tokio::test]
async fn what_somebody_is_cannot_be_said_in_a_request() {
    let site = Site::new().await;
    for more in ["admin", "is_admin", "person", "owner", "account"] {
        let mut wish = json!({ "name": format!("Eve {more}"), "password": "correct horse" });
        wish[more] = json!(true);
        let mut eve = Browser::from("192.0.2.1");
        let answer = site.post(&mut eve, "/api/accounts", wish).await;
        assert!(answer.status.is_client_error(), "{more}: {}", answer.body);
    }
    let mut eve = site.account("Eve", "192.0.2.2").await;
    let (mine, _) = site.game(&mut eve, against_computer()).await;
    for (method, path, body) in [
        ("PUT", "/api/me".to_owned(), json!({ "admin": true })),
        ("PATCH", format!("/api/games/{mine}"), json!({ "name": "x", "owner": "a-other" })),
        ("POST", "/api/games".to_owned(), {
            let mut wish = against_computer();
            wish["owner"] = json!("somebody");
            wish
        }),
    ] {
        let answer = site.ask(&mut eve, method, &path, &body).await;
        assert!(answer.status.is_client_error(), "{method} {path}: {}", answer.body);
    }
    assert_eq!(site.get(&mut eve, "/api/me").await.body["admin"], json!(false));
}

#[tokio::test]
async fn a_session_is_new_with_every_log_in_and_a_planted_cookie_gains_nothing() {
    let site = Site::new().await;
    site.account("Ada", "192.0.2.1").await;
    // Somebody plants the cookie of a guest in Ada's browser, and keeps a copy.
    let mut planted = site.guest("192.0.2.2").await;
    let mut thief = planted.clone();
    let (id, _) = site.game(&mut planted, against_computer()).await;
    let wish = json!({ "name": "Ada", "password": "correct horse" });
    let entered = site.post(&mut planted, "/api/session", wish.clone()).await;
    assert_eq!(entered.status, StatusCode::OK, "{}", entered.body);
    assert_eq!(site.get(&mut thief, "/api/me").await.body["account"], json!(false));
    assert_eq!(site.get(&mut thief, &format!("/api/games/{id}")).await.status, StatusCode::FORBIDDEN);
    // A session that somebody chose is no session.
    let name = "__Host-outflank-session";
    let mut chosen = Browser::from("192.0.2.3");
    chosen.cookies.push((name.to_owned(), "A".repeat(43)));
    let mut fixed = chosen.clone();
    site.post(&mut chosen, "/api/session", wish.clone()).await;
    let token = |browser: &Browser| {
        browser.cookies.iter().find(|(known, _)| known == name).map(|(_, token)| token.clone()).unwrap()
    };
    assert_ne!(token(&chosen), token(&fixed));
    assert_eq!(site.get(&mut fixed, "/api/me").await.body["account"], json!(false));
    // Logging in again ends the session of before.
    let mut before = chosen.clone();
    site.post(&mut chosen, "/api/session", wish).await;
    assert_ne!(token(&chosen), token(&before));
    assert_eq!(site.get(&mut before, "/api/me").await.body["account"], json!(false));
    assert_eq!(site.get(&mut chosen, "/api/me").await.body["account"], json!(true));
}

#[tokio::test]
async fn every_answer_tells_browsers_to_be_careful() {
    let site = Site::new().await;
    for (method, path) in [
        ("GET", "/"),
        ("GET", "/api/me"),
        ("GET", "/api/games/99"),
        ("GET", "/nowhere"),
        ("POST", "/api/session"),
    ] {
        let (status, headers) = raw(&site, method, path, &[]).await;
        let said = |name: header::HeaderName| {
            headers.get(&name).map_or("", |value| value.to_str().unwrap()).to_owned()
        };
        let policy = said(header::CONTENT_SECURITY_POLICY);
        assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"), "{path}");
        assert!(
            policy.contains("script-src 'self' 'wasm-unsafe-eval'; worker-src 'self';"),
            "{path}: {policy}"
        );
        assert_eq!(
            said(header::HeaderName::from_static("cross-origin-opener-policy")),
            "same-origin",
            "{path}"
        );
        let embedder = header::HeaderName::from_static("cross-origin-embedder-policy");
        assert_eq!(said(embedder), "require-corp", "{path}");
        assert_eq!(said(header::X_CONTENT_TYPE_OPTIONS), "nosniff", "{path}");
        assert_eq!(said(header::REFERRER_POLICY), "no-referrer", "{path}");
        assert!(said(header::STRICT_TRANSPORT_SECURITY).contains("max-age="), "{path}");
        assert!(!headers.contains_key("server") && !headers.contains_key("x-powered-by"), "{path}");
        assert!(!headers.contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN), "{path}");
        if path.starts_with("/api/") {
            assert_eq!(said(header::CACHE_CONTROL), "private, no-store", "{path} {status}");
        }
    }
}

#[tokio::test]
async fn nothing_leads_to_another_site() {
    let site = Site::new().await;
    for path in [
        "//evil.example",
        "//evil.example/..",
        "/%5cevil.example",
        "/game/1?next=https://evil.example",
        "/login?return=//evil.example",
        "/api/me?redirect=https://evil.example",
        "/https://evil.example",
    ] {
        let (status, headers) = raw(&site, "GET", path, &[]).await;
        let location = headers.get(header::LOCATION).map(|value| value.to_str().unwrap().to_owned());
        assert!(!status.is_redirection() && location.is_none(), "{path}: {status} {location:?}");
        assert!(!headers.contains_key("refresh"), "{path}");
    }
}

#[tokio::test]
async fn other_spellings_of_a_path_or_a_method_open_no_door() {
    let site = Site::new().await;
    let mut ada = site.account("Ada", "192.0.2.1").await;
    let (id, _) = site.game(&mut ada, against_computer()).await;
    for path in [
        format!("/api//games/{id}"),
        format!("/api/games/{id}/"),
        format!("/API/games/{id}"),
        format!("/api/games/%2e/{id}"),
        format!("/api/games/./{id}"),
        format!("/api/me/../games/{id}"),
        format!("/api/games/{id};x=y"),
        format!("/api/games%2f{id}"),
        format!("/api/games/0{id}"),
        format!("/api/games/+{id}"),
        format!("/api/games/{id}%20"),
    ] {
        for method in ["GET", "HEAD", "DELETE"] {
            let mut request = Request::builder().method(method).uri(&path).header("host", HOST);
            request = request.header("accept", "application/json");
            let answer = site.app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
            let is_page = answer
                .headers()
                .get(header::CONTENT_TYPE)
                .is_some_and(|kind| kind == "text/html; charset=utf-8");
            assert!(!answer.status().is_success() || is_page, "{method} {path}: {}", answer.status());
        }
    }
    let mut eve = site.account("Eve", "192.0.2.2").await;
    for name in ["x-http-method-override", "x-method-override", "x-original-url", "x-rewrite-url"] {
        let mut request = Request::builder().method("POST").uri("/api/me").header("host", HOST);
        for (cookie, value) in &eve.cookies {
            request = request.header("cookie", format!("{cookie}={value}"));
        }
        let value = if name.contains("method") { "DELETE".to_owned() } else { format!("/api/games/{id}") };
        let request = request.header(name, value).body(Body::empty()).unwrap();
        // Nobody may post there, whatever else the request says.
        let status = site.app.clone().oneshot(request).await.unwrap().status();
        assert_eq!(status, StatusCode::FORBIDDEN, "{name}");
    }
    assert_eq!(site.get(&mut eve, &format!("/api/games/{id}")).await.status, StatusCode::FORBIDDEN);
    assert_eq!(site.get(&mut ada, &format!("/api/games/{id}")).await.status, StatusCode::OK);
}

#[tokio::test]
async fn text_stays_text_in_queries_headers_and_pages() {
    let site = Site::new().await;
    let mut ada = site.account("Ada", "192.0.2.1").await;
    let sql = "x'; DELETE FROM games; --";
    let mut wish = invitation();
    wish["name"] = json!(sql);
    wish["black"]["name"] = json!("<script>alert(1)</script>");
    let (id, _) = site.game(&mut ada, wish).await;
    assert_eq!(site.get(&mut ada, &format!("/api/games/{id}")).await.body["name"], json!(sql));
    // What would be a part of a statement finds nothing, and deletes nothing.
    for filter in ["search", "player", "opponent", "tag", "kind", "opening"] {
        for text in ["%27%20OR%20%271%27=%271", "%27;DELETE%20FROM%20games;--", "%25", "_"] {
            let answer = site.get(&mut ada, &format!("/api/library?{filter}={text}")).await;
            assert!(!answer.status.is_server_error(), "{filter}={text}: {}", answer.body);
            assert_eq!(answer.body["total"].as_i64().unwrap_or(0), 0, "{filter}={text}: {}", answer.body);
        }
    }
    assert_eq!(site.get(&mut ada, &format!("/api/games/{id}")).await.status, StatusCode::OK);
    // No line break comes into a header.
    let mut named = against_computer();
    named["name"] = json!("a\r\nSet-Cookie: x=y\"; filename=evil.exe");
    let answer = site.post(&mut ada, "/api/games", named).await;
    if answer.status == StatusCode::CREATED {
        let path = format!("/api/games/{}/export?format=ggf", answer.body["game"]["id"]);
        let exported = site.get(&mut ada, &path).await;
        assert!(!exported.headers.contains_key(header::SET_COOKIE), "{:?}", exported.headers);
    }
    // A page that is made here has no script of a visitor's in it.
    let mut admin = site.admin("192.0.2.9").await;
    let order = json!({ "kind": "tournament", "name": "<script>alert(1)</script>", "players": ["random", "greedy"],
        "games": 2, "openings": "random:6", "seed": 3 });
    let run = site.post(&mut admin, "/api/lab/runs", order).await;
    assert_eq!(run.status, StatusCode::CREATED, "{}", run.body);
    let path = format!("/api/tournaments/{}/report", run.body["run"]["id"].as_str().unwrap());
    let report = site.get(&mut admin, &path).await;
    let page = report.body.as_str().unwrap_or_default();
    assert!(!page.contains("<script>alert"), "{page}");
}

#[tokio::test]
async fn numbers_of_others_are_of_no_use_wherever_they_are_named() {
    let site = Site::new().await;
    let mut ada = site.account("Ada", "192.0.2.1").await;
    let mut eve = site.account("Eve", "192.0.2.2").await;
    let human = json!({ "player": "human" });
    let (id, _) = site.game(&mut ada, json!({ "black": human, "white": human })).await;
    let ended = site.post(&mut ada, &format!("/api/games/{id}/resign"), json!({})).await;
    let key = ended.body["key"].as_i64().unwrap();
    let (running, created) = site.game(&mut ada, invitation()).await;
    for (method, path, body) in [
        ("POST", "/api/studies", json!({ "game": id })),
        ("POST", "/api/studies", json!({ "entry": key })),
        ("GET", &*format!("/api/library/{key}"), Value::Null),
        ("GET", &*format!("/api/library/{key}/export?format=ggf"), Value::Null),
        ("PATCH", &*format!("/api/library/{key}"), json!({ "notes": "mine" })),
        ("GET", &*format!("/api/games/{running}/live"), Value::Null),
        ("POST", &*format!("/api/games/{running}/join"), json!({ "invitation": "", "name": "Eve" })),
        (
            "POST",
            &*format!("/api/games/{running}/join"),
            json!({ "invitation": created["key"], "name": "Eve" }),
        ),
        ("POST", &*format!("/api/games/{running}/claim"), json!({})),
        ("POST", &*format!("/api/games/{running}/share"), json!({})),
    ] {
        let answer = site.ask(&mut eve, method, path, &body).await;
        assert!(answer.status.is_client_error(), "{method} {path}: {} {}", answer.status, answer.body);
    }
    // Lists and the explorer do not tell of them either.
    for path in ["/api/games", "/api/studies", "/api/library", "/api/library/imports"] {
        let text = site.get(&mut eve, path).await.body.to_string();
        assert!(!text.contains("Ada"), "{path}: {text}");
    }
    let export = site.get(&mut eve, "/api/library/export?format=ggf").await.body.to_string();
    assert!(!export.contains("Ada"), "{export}");
}

#[tokio::test]
async fn another_server_does_not_let_passwords_be_tried_again() {
    let server = postgres::Server::start();
    let site = async || Site::of(&server.url(), tempfile::tempdir().unwrap(), ClientQuotas::default()).await;
    let servers = [site().await, site().await];
    servers[0].account("Ada", "192.0.2.1").await;
    let mut heard = 0;
    for number in 0..24 {
        let mut thief = Browser::from(&format!("198.51.100.{number}"));
        let wish = json!({ "name": "Ada", "password": "wrong horse" });
        let answer = servers[number % 2].post(&mut thief, "/api/session", wish).await;
        heard += u32::from(answer.status == StatusCode::FORBIDDEN);
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            assert!(answer.headers.contains_key(header::RETRY_AFTER));
        }
    }
    assert_eq!(heard, 8, "as many as on one server");
}

/// Sends bytes to a public server on a socket, and returns all that comes back until it closes.
async fn answer_to(bytes: &str) -> String {
    let site = Site::new().await;
    let studio = Studio::new(site.store.clone());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let hosting = Hosting::decide(address, false, Some(&format!("https://{HOST}")), &[]).unwrap();
    tokio::spawn(serve_as(
        listener,
        Arc::clone(&studio),
        hosting,
        ClientQuotas::default(),
        std::future::pending(),
    ));
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(bytes.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let reading = stream.read_to_end(&mut answer);
    let _still_open = tokio::time::timeout(std::time::Duration::from_millis(700), reading).await;
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn a_request_hidden_in_another_is_not_heard() {
    let hidden = "GET /api/players HTTP/1.1\r\nhost: othello.example\r\n\r\n";
    let length = hidden.len();
    // Two lengths, a length beside chunks, a length that is none: what proxies and servers may read
    // differently.
    for head in [
        format!("content-length: 0\r\ncontent-length: {length}\r\n"),
        format!("content-length: {length}\r\ntransfer-encoding: chunked\r\n"),
        "content-length: +5\r\n".to_owned(),
        "transfer-encoding: xchunked\r\n".to_owned(),
        "transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n".to_owned(),
    ] {
        let request = format!(
            "POST /api/positions HTTP/1.1\r\nhost: {HOST}\r\ncontent-type: application/json\r\n{head}\r\n0\r\n\r\n{hidden}"
        );
        let answer = answer_to(&request).await;
        assert!(!answer.contains("\"level:1\""), "{head}: {answer}");
        assert!(answer.matches("HTTP/1.1 200").count() == 0, "{head}: {answer}");
    }
    let broken = format!("GET /api/players HTTP/1.1\r\nhost: {HOST}\r\n x: folded\r\n\r\n");
    assert!(!answer_to(&broken).await.contains("HTTP/1.1 200"));
}
