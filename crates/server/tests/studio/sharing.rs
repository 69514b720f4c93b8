//! What a visitor's own device finds in a review, if they share it: the player learns from it, a home keeps
//! it, and nobody else has to believe it.

use futures_util::SinkExt as _;
use outflank_engine::eval::Weights;
use outflank_engine::{Engine, OneThread};
use outflank_review::{Canonical, EngineSignature, ReviewRunner, ReviewSchedule};
use outflank_server::Store;
use outflank_wire::review::FindingView;
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use crate::bench::Bench;
use crate::lobby::PublicServer;
use crate::people::Site;
use crate::servers::{Socket, next};

/// A finished game with fourteen squares to play, some of them badly.
const GAME: &str = concat!(
    "(;GM[Othello]TY[8]BO[8 -----*----**-*-*O****O***-O*O***-O*O*OO*OOOOOOOO-*****OO*******O *]",
    "B[g2]W[b2]B[a2]W[a1]B[c1]W[e1]B[a5]W[e2]B[b4]W[a7]B[d1]W[g1]B[h1]W[b1];)"
);

fn against_level() -> Value {
    json!({ "black": { "player": "human" }, "white": { "player": "level:1" }, "start": GAME })
}

/// What a device finds in the game: every pass of its review.
fn findings() -> (Vec<FindingView>, ReviewSchedule) {
    let record = outflank_wire::text::parse(GAME).unwrap();
    let engine = Engine::new(1, Weights::embedded()).unwrap();
    let mut runner = ReviewRunner { engine: &engine, threads: &OneThread, clock: None, memory: None };
    let mut schedule = ReviewSchedule::new(1).explaining();
    schedule.set_game(record.start(), record.moves());
    let mut found = Vec::new();
    while !schedule.is_complete() {
        let job = schedule.next_job().unwrap();
        let report = runner.run(&job, &mut |_, _| {});
        found.extend(FindingView::of(&job, &report));
        schedule.learn(report);
    }
    (found, schedule)
}

async fn say(socket: &mut Socket, message: Value) {
    socket.send(Message::text(message.to_string())).await.unwrap();
}

/// Opens a game that the server is not to search, and shares what was found in it.
async fn share(socket: &mut Socket, id: &Value) {
    say(socket, json!({ "type": "pause", "paused": true })).await;
    say(socket, json!({ "type": "open", "game": id })).await;
    assert_eq!(next(socket).await["type"], "game");
    for finding in findings().0 {
        let mut message = serde_json::to_value(&finding).unwrap();
        message["type"] = json!("share");
        say(socket, message).await;
    }
    // What makes no sense is refused; everything before it has been taken by then.
    say(socket, json!({ "type": "share", "position": "?", "pass": "quick", "known": "", "results": [] }))
        .await;
    while next(socket).await["type"] != "refused" {}
}

/// How many results of the engine the store has for the positions of the game.
async fn stored(store: &Store) -> usize {
    let record = outflank_wire::text::parse(GAME).unwrap();
    let signature = EngineSignature::shipped().unwrap();
    let mut count = 0;
    for position in record.game().positions().collect::<Vec<_>>() {
        // The side to move has X, whoever it is.
        let board = Canonical::of(&position).position.to_string();
        let swapped = |letter| match letter {
            'X' => 'O',
            'O' => 'X',
            other => other,
        };
        let own: String = match board.ends_with('X') {
            true => board[..64].to_owned(),
            false => board[..64].chars().map(swapped).collect(),
        };
        count += store.review_results(&own, signature.as_str()).await.unwrap().len();
    }
    count
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn at_home_what_a_device_found_is_learned_from_and_saved() {
    let bench = Bench::new().await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(axum::serve(listener, bench.app.clone()).into_future());
    let id = bench.create(against_level()).await["game"]["id"].clone();
    let (mut socket, _) = connect_async(format!("ws://{address}/api/review")).await.unwrap();
    assert_eq!(stored(&bench.store).await, 0);
    share(&mut socket, &id).await;
    assert!(stored(&bench.store).await >= 10, "values of nearly every position");
    learned_by(|| async { bench.get("/api/learn/export").await.1 }).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_a_public_server_only_who_played_learns_and_nothing_is_saved_for_others() {
    let server = PublicServer::of(Site::new().await).await;
    let mut ann = server.site.account("Ann", "1.2.3.4").await;
    let mut bob = server.site.account("Bob", "1.2.3.5").await;
    let id = json!(server.site.game(&mut ann, against_level()).await.0);
    let mut socket = server.connect(&ann, "/api/review").await;
    share(&mut socket, &id).await;
    learned_by(|| async { server.site.get(&mut ann.clone(), "/api/learn/export").await.body }).await;
    assert_eq!(stored(&server.site.store).await, 0, "a stranger's figures");
    // Somebody else who opens the moves learns nothing from them.
    let mut other = server.connect(&bob, "/api/review").await;
    say(&mut other, json!({ "type": "pause", "paused": true })).await;
    say(&mut other, json!({ "type": "open", "text": GAME })).await;
    assert_eq!(next(&mut other).await["type"], "game");
    for finding in findings().0 {
        let mut message = serde_json::to_value(&finding).unwrap();
        message["type"] = json!("share");
        say(&mut other, message).await;
    }
    say(&mut other, json!({ "type": "look", "moves": ["a8"] })).await;
    while next(&mut other).await["type"] != "refused" {}
    assert_eq!(server.site.get(&mut bob, "/api/learn/export").await.body["games"], json!([]));
}

/// Waits until the game has been learned from, with all of its mistakes.
async fn learned_by<F: Future<Output = Value>>(export: impl Fn() -> F) {
    let (_, schedule) = findings();
    let mistakes = outflank_learn::BankedGame::of(&schedule, outflank_rules::Color::Black).mistakes.len();
    assert!(mistakes > 0);
    for _ in 0..500 {
        let kept = export().await;
        let count = |name: &str| kept[name].as_array().map_or(0, Vec::len);
        if count("games") == 1 && count("cards") == mistakes {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("nothing was learned: {}", export().await);
}
