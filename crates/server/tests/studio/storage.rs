//! What cannot be stored is refused and said, and play goes on by itself.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use futures_util::StreamExt;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::bench::{Bench, two_people};
use crate::postgres;

/// Serves a studio on a port, and returns the address.
async fn serve(bench: &Bench) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let studio = bench.studio.clone();
    tokio::spawn(outflank_server::serve(listener, studio, std::future::pending()));
    address
}

#[tokio::test]
async fn a_database_that_goes_away_is_said_to_all_and_play_goes_on_by_itself() {
    let mut server = postgres::Server::start();
    let bench = Bench::of(&server.url(), tempfile::tempdir().unwrap()).await;
    let wish = json!({ "black": { "player": "random" }, "white": { "player": "random" }, "pace": 100 });
    let watched = bench.create(wish).await["game"].clone();
    let game = bench.create(two_people()).await["game"].clone();
    let address = serve(&bench).await;
    let url = format!("ws://{address}/api/games/{}/live", watched["id"]);
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
    let mut hear = async |kind: &str| -> Value {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(20), socket.next()).await;
            let heard = next.expect("news").expect("an open connection").unwrap();
            let Message::Text(text) = heard else { continue };
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["type"] == kind {
                return message;
            }
        }
    };
    hear("game").await;
    server.stop();
    let begin = Instant::now();
    let (status, refusal) = bench.play(&game["id"], 0, "f5").await;
    assert_eq!((status, &refusal["code"]), (StatusCode::SERVICE_UNAVAILABLE, &json!("database-unreachable")));
    assert!(begin.elapsed() < Duration::from_secs(6), "{:?}", begin.elapsed());
    assert_eq!(hear("storage").await["trouble"], "unreachable");
    server.start_again();
    let back = Instant::now();
    assert_eq!(hear("storage").await["trouble"], Value::Null);
    assert!(back.elapsed() < Duration::from_secs(5), "{:?}", back.elapsed());
    // The computers play on though nobody asks, and the move is taken now.
    let before = hear("game").await["game"]["revision"].as_i64().unwrap();
    assert!(hear("game").await["game"]["revision"].as_i64().unwrap() > before);
    assert_eq!(bench.play(&game["id"], 0, "f5").await.0, StatusCode::OK);
}
