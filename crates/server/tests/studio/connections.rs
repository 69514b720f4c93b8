//! Connections over a socket: slow ones, refused ones, and all of them when the server ends.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use outflank_server::serve;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::bench::Bench;
use crate::fair_play::Duel;

/// A server that runs until it is told to end.
struct Running {
    bench: Bench,
    address: SocketAddr,
    end: oneshot::Sender<()>,
    served: JoinHandle<std::io::Result<()>>,
}

impl Running {
    async fn start() -> Running {
        let bench = Bench::new().await;
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (end, ended) = oneshot::channel();
        let studio = Arc::clone(&bench.studio);
        let served = tokio::spawn(serve(listener, studio, async move { drop(ended.await) }));
        Running { bench, address, end, served }
    }

    /// Sends a request and returns all that comes until the connection is closed.
    async fn ask(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }
}

fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_refused_while_sending_hears_why() {
    let running = Running::start().await;
    let mut stream = TcpStream::connect(running.address).await.unwrap();
    let size = 64 * 1024 * 1024;
    let head = format!(
        "PUT /api/library/imports/9/a.ggf HTTP/1.1\r\nhost: localhost\r\ncontent-length: {size}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let part = vec![b'x'; 1024 * 1024];
    for _ in 0..size / part.len() {
        stream.write_all(&part).await.unwrap();
    }
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.starts_with("HTTP/1.1 404") && answer.contains("there is no import 9"), "{answer}");
    assert!(running.ask(&get("/healthz")).await.contains("200 OK"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_end_lets_requests_under_way_be_answered_and_closes_the_rest() {
    let running = Running::start().await;
    let game =
        running.bench.create(json!({ "black": { "player": "human" }, "white": { "player": "human" } })).await;
    let live = format!("ws://{}/api/games/{}/live", running.address, game["game"]["id"]);
    let (mut socket, _) = connect_async(live).await.unwrap();
    assert!(matches!(socket.next().await, Some(Ok(Message::Text(_)))));
    let _idle = TcpStream::connect(running.address).await.unwrap();
    let body = json!({ "text": "f5", "seconds": 1.0 }).to_string();
    let request = format!(
        "POST /api/analyze HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut asking = TcpStream::connect(running.address).await.unwrap();
    asking.write_all(request.as_bytes()).await.unwrap();
    // The search has begun.
    tokio::time::sleep(Duration::from_millis(300)).await;
    let begun = Instant::now();
    running.end.send(()).unwrap();
    let mut answer = Vec::new();
    asking.read_to_end(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer).into_owned();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"best\""), "{answer}");
    let Some(Ok(Message::Close(Some(frame)))) = socket.next().await else { panic!("no word at the end") };
    assert_eq!(frame.code, CloseCode::Away);
    running.served.await.unwrap().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(7), "{:?}", begun.elapsed());
    assert!(TcpStream::connect(running.address).await.is_err(), "nobody new is accepted");
    assert!(
        running.bench.store.games_parsed() < 100 && running.bench.store.latest(1).await.is_err(),
        "closed"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_key_of_a_seat_goes_along_without_being_in_the_address() {
    let running = Running::start().await;
    let wish = json!({ "black": { "player": "human" }, "white": { "player": "human" }, "invite": "white" });
    let created = running.bench.create(wish).await;
    let key = created["key"].as_str().unwrap();
    let live = format!("ws://{}/api/games/{}/live", running.address, created["game"]["id"]);
    for (protocols, yours) in
        [("outflank".to_owned(), json!([])), (format!("outflank, outflank-key.{key}"), json!(["black"]))]
    {
        let mut request = live.as_str().into_client_request().unwrap();
        request.headers_mut().insert("sec-websocket-protocol", protocols.parse().unwrap());
        let (mut socket, response) = connect_async(request).await.unwrap();
        assert_eq!(response.headers()["sec-websocket-protocol"], "outflank", "the key is not sent back");
        let Some(Ok(Message::Text(text))) = socket.next().await else { panic!("no game") };
        let message: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(message["game"]["yours"], yours);
        socket.close(None).await.unwrap();
    }
}

/// Waits for the next message of a kind, and returns it.
async fn hear<S>(socket: &mut S, kind: &str) -> Value
where
    S: StreamExt<Item = Result<Message, tokio_tungstenite::tungstenite::Error>> + Unpin,
{
    let next = async {
        loop {
            let Some(Ok(message)) = socket.next().await else { panic!("the connection has ended") };
            let Message::Text(text) = message else { continue };
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["type"] == kind {
                return message;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(10), next).await.expect(kind)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_of_a_game_by_link_see_each_other_come_and_go() {
    let running = Running::start().await;
    let duel = Duel::new(&running.bench, Some(8)).await;
    let live = format!("ws://{}/api/games/{}/live", running.address, duel.id);
    let sit = async |key: &str| {
        let mut request = live.as_str().into_client_request().unwrap();
        let protocols = format!("outflank, outflank-key.{key}").parse().unwrap();
        request.headers_mut().insert("sec-websocket-protocol", protocols);
        connect_async(request).await.unwrap().0
    };
    let mut host = sit(&duel.host).await;
    let seen = hear(&mut host, "presence").await;
    assert_eq!((&seen["black"]["here"], &seen["white"]["here"]), (&json!(true), &json!(false)));
    let mut guest = sit(&duel.guest).await;
    let seen = hear(&mut host, "presence").await;
    assert_eq!(seen["white"], json!({ "here": true, "away": null, "claim_in": null }));
    // A second window of the same player may go.
    let mut twin = sit(&duel.guest).await;
    hear(&mut host, "presence").await;
    twin.close(None).await.unwrap();
    let seen = hear(&mut host, "presence").await;
    assert_eq!(seen["white"]["here"], true, "{seen}");
    guest.close(None).await.unwrap();
    let seen = hear(&mut host, "presence").await;
    let left = seen["white"]["claim_in"].as_i64().unwrap();
    assert!(seen["white"]["away"].is_i64() && (1000..=2000).contains(&left), "{seen}");
    let mut guest = sit(&duel.guest).await;
    assert_eq!(hear(&mut host, "presence").await["white"]["here"], true);
    // Those who look on see it as well, and are nobody.
    let (mut third, _) = connect_async(live.as_str()).await.unwrap();
    let seen = hear(&mut third, "presence").await;
    assert_eq!((&seen["black"]["here"], &seen["white"]["here"]), (&json!(true), &json!(true)));
    // The network is measured: pings are answered, and what they take is known to every server.
    let pinged = async {
        loop {
            let _message = guest.next().await;
            let (sides, _) = running.bench.store.presence(duel.id.as_i64().unwrap()).await.unwrap();
            if sides.iter().all(outflank_store::SeatPresence::is_here) {
                return sides[1].lag;
            }
        }
    };
    assert!(pinged.await < Duration::from_secs(1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_comes_while_the_computer_thinks_is_told_its_last_thought() {
    let running = Running::start().await;
    let start = "f5f6e6f4f3c5f7e3c3c4d2g4";
    let wish = json!({ "black": { "player": "level:20" }, "white": { "player": "human" }, "start": start });
    let id = running.bench.create(wish).await["game"]["id"].clone();
    let live = format!("ws://{}/api/games/{id}/live", running.address);
    let (mut first, _) = connect_async(live.as_str()).await.unwrap();
    // Late in a search depths take long: the next thought may never come.
    let depth = loop {
        let depth = hear(&mut first, "thought").await["thought"]["depth"].as_u64().unwrap();
        if depth >= 12 {
            break depth;
        }
    };
    let (mut second, _) = connect_async(live.as_str()).await.unwrap();
    let mut messages = Vec::new();
    while messages.len() < 2 {
        if let Some(Ok(Message::Text(text))) = second.next().await {
            messages.push(serde_json::from_str::<Value>(&text).unwrap());
        }
    }
    assert_eq!((&messages[0]["type"], &messages[1]["type"]), (&json!("game"), &json!("thought")));
    assert!(messages[1]["thought"]["depth"].as_u64().unwrap() >= depth, "{}", messages[1]);
    running.bench.send("DELETE", &format!("/api/games/{id}"), None, &Value::Null).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "waits for the timeouts of heads and bodies: half a minute"]
async fn half_sent_requests_are_closed_after_a_while() {
    let running = Running::start().await;
    let half = [
        "GET /api/games HTTP/1.1\r\nhost: local",
        "POST /api/games HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{",
    ];
    for (request, most) in half.into_iter().zip([15, 30]) {
        let begun = Instant::now();
        let mut stream = TcpStream::connect(running.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        let closed = tokio::time::timeout(Duration::from_secs(most), stream.read_to_end(&mut answer)).await;
        assert!(closed.is_ok(), "{request:?} is open after {:?}", begun.elapsed());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "waits until three pings are unanswered: two minutes"]
async fn a_live_connection_that_answers_no_ping_is_closed_and_others_are_not() {
    let running = Running::start().await;
    let game =
        running.bench.create(json!({ "black": { "player": "human" }, "white": { "player": "human" } })).await;
    let path = format!("/api/games/{}/live", game["game"]["id"]);
    // This one answers by itself whenever it is read.
    let (mut there, _) = connect_async(format!("ws://{}{path}", running.address)).await.unwrap();
    let mut gone = TcpStream::connect(running.address).await.unwrap();
    let request = format!(
        "GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    gone.write_all(request.as_bytes()).await.unwrap();
    let begun = Instant::now();
    let mut said = Vec::new();
    let closed = tokio::time::timeout(Duration::from_secs(130), async {
        tokio::select! {
            ended = gone.read_to_end(&mut said) => ended.is_ok(),
            () = async { while there.next().await.is_some() {} } => false,
        }
    });
    assert_eq!(closed.await, Ok(true), "open after {:?}", begun.elapsed());
    assert!(begun.elapsed() > Duration::from_secs(75), "patience for {:?} only", begun.elapsed());
    there.send(Message::Close(None)).await.expect("whoever answers stays");
}
