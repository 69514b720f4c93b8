//! Games that somebody leaves while the computer thinks: nobody thinks on for them.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use outflank_server::{Store, Studio, app};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_tungstenite::connect_async;

use super::bench::Bench;

/// A player that thinks for a minute or so about its second move.
const SLOW: &str = "nea:depth=9";

/// How soon a player has to be stopped; what the machine takes is added.
const PROMPT: Duration = Duration::from_millis(50);

/// A studio in which two players think at a time.
async fn studio() -> Bench {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("games.db").display());
    let store = Store::open(&url).await.unwrap();
    let studio = Studio::with_workers(store.clone(), None, Some(2));
    let app = app(Arc::clone(&studio), SocketAddr::from(([127, 0, 0, 1], 4664)));
    Bench { app, studio, folder, store }
}

/// Begins a game in which the slow player is to move.
async fn slow_game(bench: &Bench) -> Value {
    let start = "f5d6c3d3c4f4f6f3e6e7d7c5b6g5";
    let wish = json!({ "black": { "player": "human" }, "white": { "player": SLOW }, "start": start });
    let created = bench.create(wish).await;
    let id = created["game"]["id"].clone();
    let plies = created["game"]["plies"].as_array().unwrap().len();
    let (status, game) = bench.play(&id, plies, "e3").await;
    assert_eq!(status, StatusCode::OK, "{game}");
    id
}

/// Waits until so many workers are idle and returns how long that took, without what the machine takes to let
/// a task sleep for a moment.
async fn until_idle(bench: &Bench, workers: usize) -> Duration {
    let started = Instant::now();
    let mut slack = Duration::ZERO;
    while bench.studio.idle_workers() != workers {
        let nap = Instant::now();
        tokio::time::sleep(Duration::from_millis(1)).await;
        slack += nap.elapsed().saturating_sub(Duration::from_millis(1));
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "{} workers are idle",
            bench.studio.idle_workers()
        );
    }
    started.elapsed().saturating_sub(slack)
}

/// Tells whether a computer player answers at once.
async fn answers(bench: &Bench) {
    let wish = json!({ "black": { "player": "human" }, "white": { "player": "level:2" } });
    let id = bench.create(wish).await["game"]["id"].clone();
    assert_eq!(bench.play(&id, 0, "f5").await.0, StatusCode::OK);
    bench.wait_for(&id, 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_abandoned_games_leave_a_studio_with_two_workers_answering() {
    let bench = studio().await;
    let games = [slow_game(&bench).await, slow_game(&bench).await];
    until_idle(&bench, 0).await;
    let first = format!("/api/games/{}", games[0]);
    assert_eq!(bench.send("DELETE", &first, None, &Value::Null).await.0, StatusCode::NO_CONTENT);
    let deleted = until_idle(&bench, 1).await;
    assert_eq!(bench.post(&format!("/api/games/{}/undo", games[1]), json!({})).await.0, StatusCode::OK);
    let undone = until_idle(&bench, 2).await;
    assert!(deleted < 10 * PROMPT && undone < 10 * PROMPT, "{deleted:?} {undone:?}");
    answers(&bench).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clicking_undo_and_playing_on_holds_one_worker_at_most() {
    let bench = studio().await;
    let id = slow_game(&bench).await;
    for _ in 0..4 {
        let (_, game) = bench.post(&format!("/api/games/{id}/undo"), json!({})).await;
        let plies = game["plies"].as_array().unwrap().len();
        assert_eq!(bench.play(&id, plies, "e3").await.0, StatusCode::OK);
    }
    until_idle(&bench, 1).await;
    answers(&bench).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_closes_the_page_stops_the_computer_and_whoever_comes_back_lets_it_go_on() {
    let bench = studio().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let service = app(Arc::clone(&bench.studio), address).into_make_service();
    tokio::spawn(async move { axum::serve(listener, service).await });
    let mut games = Vec::new();
    for _ in 0..2 {
        let id = slow_game(&bench).await;
        let live = format!("ws://{address}/api/games/{id}/live");
        let both = [connect_async(&live).await.unwrap().0, connect_async(&live).await.unwrap().0];
        games.push((id, both));
    }
    until_idle(&bench, 0).await;
    // One of two pages is closed: somebody still looks on.
    for (_, [first, _]) in &mut games {
        first.close(None).await.unwrap();
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(bench.studio.idle_workers(), 0);
    for (_, [_, second]) in &mut games {
        second.close(None).await.unwrap();
    }
    until_idle(&bench, 2).await;
    answers(&bench).await;
    let (status, game) = bench.get(&format!("/api/games/{}", games[0].0)).await;
    assert_eq!((status, &game["result"]), (StatusCode::OK, &Value::Null));
    until_idle(&bench, 1).await;
}
