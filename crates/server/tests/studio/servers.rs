//! Two servers on one PostgreSQL: what happens on one is heard on the other.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use futures_util::{SinkExt as _, StreamExt as _};
use outflank_store::QueueLength;
use serde_json::{Value, json};
use sqlx::Connection as _;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::bench::{Bench, two_people};
use crate::postgres;

pub(crate) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A studio that listens.
pub(crate) struct Listening {
    pub(crate) bench: Bench,
    address: SocketAddr,
}

impl Listening {
    pub(crate) async fn on(url: &str) -> Listening {
        let bench = Bench::of(url, tempfile::tempdir().unwrap()).await;
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(axum::serve(listener, bench.app.clone()).into_future());
        Listening { bench, address }
    }

    /// Looks at a game, and takes the first message, which is the game as it is.
    pub(crate) async fn look_at(&self, id: &Value) -> Socket {
        let (mut socket, _) =
            connect_async(format!("ws://{}/api/games/{id}/live", self.address)).await.unwrap();
        assert_eq!(next(&mut socket).await["type"], "game");
        socket
    }
}

/// Returns the next message.
pub(crate) async fn next(socket: &mut Socket) -> Value {
    loop {
        let said = tokio::time::timeout(Duration::from_secs(20), socket.next()).await.expect("a message");
        let said = said.unwrap().unwrap();
        if said.is_text() {
            return serde_json::from_str(said.to_text().unwrap()).unwrap();
        }
    }
}

/// Waits until a game is told that has so many plies, and returns it.
pub(crate) async fn told(socket: &mut Socket, plies: usize) -> Value {
    loop {
        let said = next(socket).await;
        if said["type"] == "game" && said["game"]["plies"].as_array().unwrap().len() >= plies {
            return said["game"].clone();
        }
    }
}

async fn administer(url: &str, sql: &'static str) {
    let mut connection = sqlx::PgConnection::connect(url).await.unwrap();
    sqlx::query(sql).execute(&mut connection).await.unwrap();
}

#[tokio::test]
async fn a_change_on_one_server_is_told_on_the_other() {
    let server = postgres::Server::start();
    let (first, second) = (Listening::on(&server.url()).await, Listening::on(&server.url()).await);
    let id = first.bench.create(two_people()).await["game"]["id"].clone();
    let mut there = second.look_at(&id).await;
    let begin = Instant::now();
    assert_eq!(first.bench.play(&id, 0, "f5").await.0, StatusCode::OK);
    let game = told(&mut there, 1).await;
    assert_eq!(game["plies"][0]["move"], "f5");
    assert!(begin.elapsed() < Duration::from_secs(1), "{:?}", begin.elapsed());
    // And back, and once only each.
    let mut here = first.look_at(&id).await;
    assert_eq!(second.bench.play(&id, 1, "d6").await.0, StatusCode::OK);
    assert_eq!(told(&mut here, 2).await["revision"], told(&mut there, 2).await["revision"]);
    // Nothing is lost with the connection that listens.
    let kill = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'";
    administer(&server.url(), kill).await;
    assert_eq!(second.bench.play(&id, 2, "c3").await.0, StatusCode::OK);
    told(&mut here, 3).await;
    told(&mut there, 3).await;
    // A name, the end of the game with its key, a rematch and a deletion are heard, too.
    let path = format!("/api/games/{id}");
    first.bench.send("PATCH", &path, None, &json!({ "name": "Final" })).await;
    assert_eq!(next(&mut there).await["game"]["name"], "Final");
    first.bench.post(&format!("{path}/resign"), json!({})).await;
    let over = next(&mut there).await;
    assert!(over["game"]["key"].is_i64() && !over["game"]["result"].is_null(), "{over}");
    let (_, again) = first.bench.post(&format!("{path}/rematch"), json!({})).await;
    let rematch = next(&mut there).await;
    assert_eq!((&rematch["type"], &rematch["id"]), (&json!("rematch"), &again["game"]["id"]));
    assert_eq!(first.bench.send("DELETE", &path, None, &Value::Null).await.0, StatusCode::NO_CONTENT);
    assert_eq!(next(&mut there).await["type"], "gone");
    for listening in [first, second] {
        listening.bench.store.close().await;
    }
}

/// Waits until nothing is left to do.
async fn until_done(listening: &Listening) {
    let begin = Instant::now();
    loop {
        let length = listening.bench.store.queue_length().await.unwrap();
        if length == QueueLength::default() {
            return;
        }
        assert!(begin.elapsed() < Duration::from_secs(20), "{length:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn one_of_two_servers_thinks_and_its_thoughts_are_told_on_both() {
    let server = postgres::Server::start();
    let (first, second) = (Listening::on(&server.url()).await, Listening::on(&server.url()).await);
    let start = "f5d6c3d3c4f4f6f3e6e7d7c5b6g5";
    let wish = json!({ "black": { "player": "human" }, "white": { "player": "engine:depth=12" },
                       "start": start, "pace": 300 });
    let created = first.bench.create(wish).await["game"].clone();
    let (id, made) = (&created["id"], created["plies"].as_array().unwrap().len());
    let mut sockets = [first.look_at(id).await, second.look_at(id).await];
    let own = created["position"]["legal"][0]["square"].as_str().unwrap();
    assert_eq!(first.bench.play(id, made, own).await.0, StatusCode::OK);
    for socket in &mut sockets {
        let (mut thoughts, mut plies) = (0, 0);
        while thoughts == 0 || plies < made + 2 {
            let said = next(socket).await;
            match said["type"].as_str() {
                Some("thought") => thoughts += 1,
                _ => plies = said["game"]["plies"].as_array().unwrap().len(),
            }
        }
    }
    until_done(&first).await;
    // Computers among themselves with a clock play on when all servers are gone, as soon as one is back.
    let player = json!({ "player": "random" });
    let wish = json!({ "black": player, "white": player, "clock": { "initial": 60 }, "pace": 10 });
    let timed = first.bench.create(wish).await["game"]["id"].clone();
    first.bench.wait_for(&timed, 2).await;
    for listening in [first, second] {
        listening.bench.store.close().await;
    }
    let third = Listening::on(&server.url()).await;
    let begin = Instant::now();
    let over = loop {
        let kept = third.bench.store.game(timed.as_i64().unwrap()).await.unwrap();
        if kept.game.is_over() {
            break kept;
        }
        assert!(begin.elapsed() < Duration::from_secs(40), "{} plies", kept.game.plies().len());
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert!(over.game.position().is_finished(), "{:?}", over.game.result());
    until_done(&third).await;
    third.bench.store.close().await;
}

#[tokio::test]
async fn searches_of_a_review_are_done_by_whoever_has_time() {
    let server = postgres::Server::start();
    let asked = Listening::on(&server.url()).await;
    let (mut socket, _) = connect_async(format!("ws://{}/api/review", asked.address)).await.unwrap();
    let wish = json!({ "type": "open", "text": "f5d6c3d3" });
    socket.send(Message::text(wish.to_string())).await.unwrap();
    loop {
        let said = next(&mut socket).await;
        if said["type"] == "summary" && said["done"] == said["total"] {
            break;
        }
    }
    until_done(&asked).await;
    asked.bench.store.close().await;
}
