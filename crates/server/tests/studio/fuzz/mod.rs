//! All operations of a public server under random requests, valid and hostile, of everybody, on both
//! databases: whatever is asked, nothing fails inside.

mod noise;
mod requests;
mod stations;
mod walk;

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt;
use outflank_server::ClientQuotas;
use serde_json::{Value, json};
use tower::ServiceExt;

use self::noise::Dice;
use self::requests::{Interface, RandomRequest};
use self::walk::{OUT_OF_REACH, walk};
use crate::people::{Browser, HOST, Site, against_computer, invitation};
use crate::postgres;

/// How long an answer is waited for; then the client leaves, as people do.
const PATIENCE: Duration = Duration::from_secs(5);

/// How many requests are sent in a short run: about one of everybody to each operation.
const SHORT: usize = 540;

/// Counts panics of any thread from now on.
fn count_panics() -> Arc<AtomicUsize> {
    let (count, before) = (Arc::<AtomicUsize>::default(), std::panic::take_hook());
    let counted = Arc::clone(&count);
    std::panic::set_hook(Box::new(move |panic| {
        // Only what the server does: the test says itself what it finds.
        let place = panic.location().map(|location| location.file().to_owned()).unwrap_or_default();
        if !place.contains("tests/studio") {
            counted.fetch_add(1, Ordering::SeqCst);
        }
        before(panic);
    }));
    count
}

/// Somebody who asks.
struct Asker {
    name: &'static str,
    browser: Browser,
}

async fn cast(site: &Site) -> Vec<Asker> {
    vec![
        Asker { name: "stranger", browser: Browser::from("192.0.2.1") },
        Asker { name: "guest", browser: site.guest("192.0.2.2").await },
        Asker { name: "account", browser: site.account("Ada", "192.0.2.3").await },
        Asker { name: "admin", browser: site.admin("192.0.2.4").await },
    ]
}

/// Makes some things of everybody's that requests can name.
async fn furnish(site: &Site, cast: &mut [Asker]) -> Vec<String> {
    let mut names = Vec::new();
    for asker in cast.iter_mut().skip(1) {
        for wish in [against_computer(), invitation()] {
            let (id, created) = site.game(&mut asker.browser, wish).await;
            names.push(id.to_string());
            names.extend(created["invitation"].as_str().map(str::to_owned));
        }
        let study = site.post(&mut asker.browser, "/api/studies", json!({ "text": "f5d6c3" })).await;
        names.extend(study.body["slug"].as_str().map(str::to_owned));
    }
    let admin = &mut cast[3].browser;
    let text = json!({ "text": "f5d6c3d3c4\nf5f6e6f4\n" });
    site.post(admin, "/api/library/import", text).await;
    site.post(admin, "/api/library/imports", json!({})).await;
    let order = json!({ "kind": "tournament", "name": "Cup", "players": ["random", "greedy"], "games": 2,
        "openings": "random:6", "seed": 3 });
    let run = site.post(admin, "/api/lab/runs", order).await;
    names.extend(run.body["run"]["id"].as_str().map(str::to_owned));
    names
}

/// Sends a request as somebody; nothing if no answer came in time.
async fn send(site: &Site, who: &Browser, asked: &RandomRequest) -> Option<(StatusCode, String)> {
    let mut request = Request::builder()
        .method(asked.method.as_str())
        .uri(asked.uri.as_str())
        .header("host", HOST)
        .header("x-forwarded-for", &who.address)
        .header("content-type", asked.content_type);
    for (name, value) in &who.cookies {
        request = request.header("cookie", format!("{name}={value}"));
    }
    if let Some(key) = &asked.key {
        request = request.header("x-seat-key", key);
    }
    // What is no request at all never comes to the server.
    let request = request.body(Body::from(asked.body.clone())).ok()?;
    let answer = async {
        let response = site.app.clone().oneshot(request).await.unwrap();
        let status = response.status();
        let bytes = response.into_body().collect().await.map(|body| body.to_bytes()).unwrap_or_default();
        (status, String::from_utf8_lossy(&bytes).into_owned())
    };
    tokio::time::timeout(PATIENCE, answer).await.ok()
}

/// Sends a good request to every operation, then random ones, to each operation about as often, and looks for
/// failures. Half of the random ones are made of good ones. At least `least` operations must have succeeded
/// among these, so that it is known that they get past the first checks.
async fn nothing_fails_inside(site: Site, seed: u64, most: usize, least: usize) {
    let panics = count_panics();
    let mut cast = cast(&site).await;
    let names = furnish(&site, &mut cast).await;
    let description = site.get(&mut cast[0].browser, "/api/openapi.json").await.body;
    let mut interface = Interface::new(description, names);
    let (mut dice, begin) = (Dice::new(seed), Instant::now());
    let good = walk(&site, &cast, &mut interface).await;
    println!("{} good requests in {:?}", good.len(), begin.elapsed());
    let (mut sent, mut left, mut statuses) = (0, 0, BTreeMap::<u16, usize>::new());
    let mut reached = BTreeMap::<String, usize>::new();
    let mut wrong = Vec::new();
    while sent < most {
        // Every operation of everybody comes in turn; what it carries is random.
        let operation = interface.operations[sent / cast.len() % interface.operations.len()].clone();
        let mut turn = sent % cast.len();
        sent += 1;
        let of_operation = good.iter().filter(|good| good.is_of(&operation.method, &operation.path));
        let asked = match dice.pick_some(of_operation).filter(|_| dice.is_one_in(2)) {
            Some(good) => {
                // Half of them by whoever was answered well.
                let who = Some(good.who).filter(|&who| who < cast.len() && dice.is_one_in(2));
                turn = who.unwrap_or(turn);
                interface.spoiled(good, &mut dice)
            }
            None => interface.request(&operation, &mut dice),
        };
        let name = cast[turn].name;
        let is_end_of_session =
            (operation.method.as_str(), operation.path.as_str()) == ("DELETE", "/api/session");
        if is_end_of_session && ["account", "admin"].contains(&name) {
            continue;
        }
        match send(&site, &cast[turn].browser, &asked).await {
            None => left += 1,
            Some((status, body)) => {
                *statuses.entry(status.as_u16()).or_default() += 1;
                if status.is_success() {
                    if operation.path.starts_with("/api/account/") && operation.method != "GET" {
                        // Another password, or the account is gone: somebody else comes. Nobody guesses the
                        // admin's.
                        let address = format!("198.51.100.{}", sent % 250);
                        cast[turn].browser = site.account(&format!("Ada {sent}"), &address).await;
                    }
                    interface.learn(&operation.path, &body);
                    *reached.entry(format!("{} {}", operation.method, operation.path)).or_default() += 1;
                }
                let is_deliberate = [503, 507].contains(&status.as_u16());
                if status.is_server_error() && !is_deliberate {
                    let shown: String = String::from_utf8_lossy(&asked.body).chars().take(600).collect();
                    wrong.push(format!("{name}: {} {}\n{shown}\n{status} {body}", asked.method, asked.uri));
                }
            }
        }
    }
    println!("{sent} requests in {:?}, {left} left alone, {statuses:?}", begin.elapsed());
    let all = interface.operations.len() - OUT_OF_REACH.len();
    println!("random requests to {} of {all} operations succeeded", reached.len());
    let names = interface.operations.iter().map(|one| format!("{} {}", one.method, one.path));
    let never: Vec<String> = names.filter(|name| !reached.contains_key(name)).collect();
    println!("never: {never:?}");
    assert!(wrong.is_empty(), "{} failures (seed {seed}):\n{}", wrong.len(), wrong.join("\n\n"));
    assert_eq!(panics.load(Ordering::SeqCst), 0, "panics of the server (seed {seed})");
    assert!(reached.len() >= least, "hardly anything gets past the first checks: {reached:?}");
    // It still does its work.
    let mut guest = site.guest("192.0.2.99").await;
    site.game(&mut guest, against_computer()).await;
}

fn patient() -> ClientQuotas {
    ClientQuotas { requests: NonZeroU32::new(100_000).unwrap(), sockets: 1000 }
}

async fn on_postgresql(seed: u64, most: usize, least: usize) {
    let server = postgres::Server::start();
    let site = Site::of(&server.url(), tempfile::tempdir().unwrap(), patient()).await;
    nothing_fails_inside(site, seed, most, least).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_requests_to_all_operations_never_fail_inside_on_sqlite() {
    nothing_fails_inside(Site::in_folder(patient()).await, 1, SHORT, 30).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_requests_to_all_operations_never_fail_inside_on_postgresql() {
    on_postgresql(2, SHORT, 30).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes: tens of thousands of requests; OUTFLANK_SEED chooses others"]
async fn tens_of_thousands_of_random_requests_never_fail_inside() {
    let seed = std::env::var("OUTFLANK_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(11);
    let most = std::env::var("OUTFLANK_REQUESTS").ok().and_then(|most| most.parse().ok()).unwrap_or(30_000);
    nothing_fails_inside(Site::in_folder(patient()).await, seed, most, 40).await;
    on_postgresql(seed + 1, most, 40).await;
}

#[tokio::test]
async fn json_without_end_or_without_bottom_is_refused() {
    let site = Site::new().await;
    let mut guest = site.guest("192.0.2.1").await;
    let deep = "[".repeat(100_000);
    let nested = format!("{{\"text\":{}{}}}", "[".repeat(5000), "]".repeat(5000));
    let wide = format!("{{\"text\":\"f5\",{}\"x\":1}}", "\"a\":1,".repeat(20_000));
    let large = json!({ "text": "f5".repeat(1_000_000) }).to_string();
    for body in [deep, nested, wide, large] {
        let asked = RandomRequest {
            method: "POST".to_owned(),
            uri: "/api/positions".to_owned(),
            content_type: "application/json",
            key: None,
            body: body.clone().into_bytes(),
        };
        let (status, answer) = send(&site, &guest, &asked).await.unwrap();
        assert!(status.is_client_error(), "{} bytes: {status} {answer}", body.len());
        assert!(answer.len() < 2000, "{} bytes are answered with {}", body.len(), answer.len());
    }
    assert_eq!(site.get(&mut guest, "/api/players").await.status, StatusCode::OK);
    assert_ne!(site.get(&mut guest, "/api/me").await.body, Value::Null);
}
