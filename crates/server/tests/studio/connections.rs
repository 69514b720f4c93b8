//! Connections over a socket: slow ones, refused ones, and all of them when the server ends.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
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
