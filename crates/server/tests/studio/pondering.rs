//! The computer thinks on the opponent's time: for those who look on and want it, on cores nobody else wants.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use outflank_server::{Store, Studio, app};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::bench::Bench;

/// A player that is strong enough to ponder for minutes.
const PLAYER: &str = "engine:depth=24";

/// How soon pondering has to end; generous, for busy machines.
const PROMPT: Duration = Duration::from_secs(2);

type Page = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A studio with so many cores, on a socket.
struct Served {
    bench: Bench,
    address: SocketAddr,
}

impl Served {
    async fn start(workers: usize) -> Served {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("games.db").display());
        let store = Store::open(&url).await.unwrap();
        let studio = Studio::with_workers(store.clone(), None, Some(workers));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let app = app(Arc::clone(&studio), address);
        let service = app.clone().into_make_service();
        tokio::spawn(async move { axum::serve(listener, service).await });
        Served { bench: Bench { app, studio, folder, store }, address }
    }

    /// Begins a game with a person to move, in the middle of it.
    async fn game(&self) -> Value {
        let start = "f5d6c3d3c4f4f6f3e6e7d7c5b6g5";
        let wish = json!({ "black": { "player": "human" }, "white": { "player": PLAYER }, "start": start });
        self.bench.create(wish).await["game"]["id"].clone()
    }

    /// Opens the page of a game.
    async fn page(&self, id: &Value, ponder: bool) -> Page {
        let wish = if ponder { "?ponder=true" } else { "" };
        let address = format!("ws://{}/api/games/{id}/live{wish}", self.address);
        connect_async(&address).await.unwrap().0
    }

    /// Waits until so many players ponder.
    async fn until_pondering(&self, count: usize) {
        let started = Instant::now();
        while self.bench.studio.pondering() != count {
            let now = self.bench.studio.pondering();
            assert!(started.elapsed() < PROMPT, "{now} ponder, not {count}");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_computer_ponders_for_those_who_look_on_and_want_it() {
    let served = Served::start(4).await;
    let id = served.game().await;
    let mut plain = served.page(&id, false).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(served.bench.studio.pondering(), 0, "nobody wants it");
    let mut pages = [served.page(&id, true).await, served.page(&id, true).await];
    served.until_pondering(1).await;
    // It goes on as long as one of them is there, whoever else is.
    pages[0].close(None).await.unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    served.until_pondering(1).await;
    pages[1].close(None).await.unwrap();
    served.until_pondering(0).await;
    plain.close(None).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pondering_follows_the_game_and_ends_with_it() {
    let served = Served::start(2).await;
    let wish = json!({ "black": { "player": "human" }, "white": { "player": "engine:depth=4" },
        "start": "f5d6c3d3c4f4f6f3e6e7d7c5b6g5" });
    let id = served.bench.create(wish).await["game"]["id"].clone();
    let _page = served.page(&id, true).await;
    let (_, game) = served.bench.get(&format!("/api/games/{id}")).await;
    let plies = game["plies"].as_array().unwrap().len();
    assert_eq!(served.bench.play(&id, plies, "e3").await.0, StatusCode::OK);
    served.bench.wait_for(&id, plies + 2).await;
    // A player of few plies is soon through; giving up ends it in any case.
    let (status, game) = served.bench.post(&format!("/api/games/{id}/resign"), json!({})).await;
    assert_eq!(status, StatusCode::OK, "{game}");
    served.until_pondering(0).await;

    let deep = served.game().await;
    let _page = served.page(&deep, true).await;
    served.until_pondering(1).await;
    let gone = served.bench.send("DELETE", &format!("/api/games/{deep}"), None, &Value::Null).await;
    assert_eq!(gone.0, StatusCode::NO_CONTENT);
    served.until_pondering(0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_under_load_ponders_for_nobody() {
    let served = Served::start(2).await;
    let games = [served.game().await, served.game().await, served.game().await];
    let mut pages = Vec::new();
    for id in &games {
        pages.push(served.page(id, true).await);
    }
    // As many as there are cores, no more.
    served.until_pondering(2).await;
    // Two players who think for a minute: both cores are theirs, and the pondering makes room at once.
    let mut slow = Vec::new();
    for _ in 0..2 {
        let wish = json!({ "black": { "player": "human" }, "white": { "player": "nea:depth=9" },
            "start": "f5d6c3d3c4f4f6f3e6e7d7c5b6g5" });
        let id = served.bench.create(wish).await["game"]["id"].clone();
        let page = served.page(&id, false).await;
        assert_eq!(served.bench.play(&id, 14, "e3").await.0, StatusCode::OK);
        slow.push(page);
    }
    served.until_pondering(0).await;
    assert_eq!(served.bench.studio.idle_workers(), 0, "they think");
    // Nobody begins to ponder now.
    pages.push(served.page(&served.game().await, true).await);
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(served.bench.studio.pondering(), 0);
}
