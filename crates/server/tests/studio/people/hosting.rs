//! How a server is reached, and who is turned away: proxies, foreign names, foreign pages.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, StatusCode, Version};
use outflank_server::{ClientQuotas, Hosting, app, app_as};
use serde_json::json;
use tower::ServiceExt;

use super::{Browser, HOST, Site};
use crate::bench::Bench;

async fn status(app: &axum::Router, method: &str, path: &str, headers: &[(&str, &str)]) -> StatusCode {
    let mut request = Request::builder().method(method).uri(path).header("content-type", "application/json");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let body = match path {
        "/api/assistant/endpoint" => json!({ "url": "http://10.0.0.1/" }),
        _ => json!({ "black": { "player": "human" }, "white": { "player": "human" } }),
    };
    app.clone().oneshot(request.body(Body::from(body.to_string())).unwrap()).await.unwrap().status()
}

#[tokio::test]
async fn a_server_for_one_person_answers_nobody_behind_a_proxy() {
    let bench = Bench::new().await;
    let here = ("host", "127.0.0.1:4664");
    assert_eq!(status(&bench.app, "POST", "/api/games", &[here]).await, StatusCode::CREATED);
    for header in
        ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"]
    {
        for (method, path) in [("PUT", "/api/assistant/endpoint"), ("GET", "/api/games"), ("GET", "/")] {
            let asked = status(&bench.app, method, path, &[here, (header, "192.0.2.1")]).await;
            assert_eq!(asked, StatusCode::FORBIDDEN, "{method} {path} with {header}");
        }
    }
    // What passes requests on without a word speaks an old version.
    let old = Request::builder().method("PUT").uri("/api/assistant/endpoint").version(Version::HTTP_10);
    let old = old.header("host", "127.0.0.1:4664").header("content-type", "application/json");
    let old = old.body(Body::from(json!({ "url": "http://10.0.0.1/" }).to_string())).unwrap();
    assert_eq!(bench.app.clone().oneshot(old).await.unwrap().status(), StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_home_network_has_no_foreign_names_and_no_settings() {
    let bench = Bench::new().await;
    let home = app(Arc::clone(&bench.studio), SocketAddr::from(([0, 0, 0, 0], 4664)));
    for host in ["192.168.1.7:4664", "den.local:4664", "raspberry:4664", "[fe80::1]:4664"] {
        let origin = format!("http://{host}");
        let asked = status(&home, "POST", "/api/games", &[("host", host), ("origin", &origin)]).await;
        assert_eq!(asked, StatusCode::CREATED, "{host}");
        let asked = status(&home, "PUT", "/api/assistant/endpoint", &[("host", host)]).await;
        assert_eq!(asked, StatusCode::FORBIDDEN, "{host}");
    }
    for host in ["evil.example", "192.168.1.7.evil.example:4664"] {
        let origin = format!("http://{host}");
        for path in ["/api/games", "/api/games/1/live", "/"] {
            let asked = status(&home, "GET", path, &[("host", host), ("origin", &origin)]).await;
            assert_eq!(asked, StatusCode::FORBIDDEN, "{host} {path}");
        }
    }
}

#[tokio::test]
async fn a_public_server_has_one_name_and_its_own_pages() {
    let site = Site::new().await;
    let (own, origin) = (("host", HOST), format!("https://{HOST}"));
    for headers in
        [vec![own], vec![own, ("origin", origin.as_str())], vec![own, ("sec-fetch-site", "same-origin")]]
    {
        assert_eq!(
            status(&site.app, "POST", "/api/games", &headers).await,
            StatusCode::CREATED,
            "{headers:?}"
        );
    }
    for headers in [
        vec![],
        vec![("host", "127.0.0.1:4664")],
        vec![("host", "evil.example")],
        vec![("host", "evil.example"), ("x-forwarded-host", HOST)],
        vec![own, ("origin", "https://evil.example")],
        vec![own, ("origin", "http://othello.example")],
        vec![own, ("origin", "null")],
        vec![own, ("sec-fetch-site", "cross-site")],
        vec![own, ("sec-fetch-site", "same-site")],
    ] {
        let asked = status(&site.app, "POST", "/api/games", &headers).await;
        assert_eq!(asked, StatusCode::FORBIDDEN, "{headers:?}");
    }
    // Those who look after it come from this machine.
    let probe = status(&site.app, "GET", "/healthz", &[("host", "127.0.0.1:4664")]).await;
    assert_eq!(probe, StatusCode::OK);
    let passed_on = [("host", "127.0.0.1:4664"), ("x-forwarded-for", "192.0.2.1")];
    assert_eq!(status(&site.app, "GET", "/metrics", &passed_on).await, StatusCode::FORBIDDEN);
    assert_eq!(status(&site.app, "GET", "/metrics", &[own]).await, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn no_stranger_makes_the_server_call_another_address() {
    let site = Site::new().await;
    let endpoint = json!({ "url": "http://169.254.169.254/latest", "model": "m", "key": "secret" });
    let mut cast =
        [Browser::from("192.0.2.1"), site.guest("192.0.2.2").await, site.account("Ada", "192.0.2.3").await];
    for who in &mut cast {
        for method in ["PUT", "DELETE"] {
            let asked = site.ask(who, method, "/api/assistant/endpoint", &endpoint).await;
            assert_eq!(asked.status, StatusCode::FORBIDDEN, "{}", asked.body);
        }
    }
    let mut admin = site.admin("192.0.2.4").await;
    let set = site.ask(&mut admin, "PUT", "/api/assistant/endpoint", &endpoint).await;
    assert_eq!(set.status, StatusCode::OK, "{}", set.body);
    let shown = site.get(&mut admin, "/api/assistant").await.body;
    assert!(shown["endpoint"]["url"].as_str().unwrap().contains("169.254"), "{shown}");
    // Others learn that there is one, and nothing else.
    for who in &mut cast {
        let shown = site.get(who, "/api/assistant").await.body;
        let text = shown.to_string();
        assert_eq!((&shown["changeable"], &shown["notes"]), (&json!(false), &json!([])), "{text}");
        assert!(!text.contains("169.254") && !text.contains("secret"), "{text}");
    }
}

#[tokio::test]
async fn who_asks_too_often_is_told_when_to_come_back() {
    let site = Site::new().await;
    let mut hasty = Browser::from("192.0.2.1");
    let mut refused = None;
    for asked in 0..1000 {
        let answer = site.get(&mut hasty, "/api/players").await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            refused = Some((asked, answer));
            break;
        }
    }
    let (allowed, refused) = refused.expect("nobody asks a thousand times at once");
    let seconds: u32 = refused.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..60).contains(&seconds) && refused.body["code"] == "too-many", "{}", refused.body);
    // Others are not slowed, and nobody gets around it by saying to be somebody else.
    assert_eq!(site.get(&mut Browser::from("192.0.2.2"), "/api/players").await.status, StatusCode::OK);
    // A new client could ask as often as the first one; this one gets no more than what comes back in time.
    let mut pretender = Browser::from("203.0.113.9, 192.0.2.1");
    let mut asked = 0;
    while site.get(&mut pretender, "/api/players").await.status != StatusCode::TOO_MANY_REQUESTS {
        asked += 1;
        assert!(asked < allowed / 4, "{asked} of {allowed}");
    }
    // A studio of one person has no such limit.
    let bench = Bench::new().await;
    for _ in 0..1000 {
        assert_eq!(bench.get("/api/players").await.0, StatusCode::OK);
    }
}

#[tokio::test]
async fn running_games_with_computers_are_limited_for_each() {
    let site = Site::new().await;
    let mut guest = site.guest("192.0.2.1").await;
    let mut refused = None;
    for _ in 0..40 {
        let answer = site.post(&mut guest, "/api/games", super::against_computer()).await;
        if answer.status != StatusCode::CREATED {
            refused = Some(answer.status);
            break;
        }
    }
    assert_eq!(refused, Some(StatusCode::TOO_MANY_REQUESTS));
    let mut other = site.guest("192.0.2.2").await;
    site.game(&mut other, super::against_computer()).await;
}

#[tokio::test]
async fn the_same_studio_can_be_reached_in_two_ways() {
    let bench = Bench::new().await;
    let created = bench.create(super::against_computer()).await;
    let bound = "127.0.0.1:4664".parse().unwrap();
    let hosting = Hosting::decide(bound, false, Some("https://othello.example"), &[]).unwrap();
    let public = app_as(Arc::clone(&bench.studio), hosting, ClientQuotas::default());
    // What is nobody's is the admin's there.
    let path = format!("/api/games/{}", created["game"]["id"]);
    assert_eq!(status(&public, "GET", &path, &[("host", HOST)]).await, StatusCode::FORBIDDEN);
    assert_eq!(bench.get(&path).await.0, StatusCode::OK);
}
