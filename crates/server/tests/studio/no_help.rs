//! No engine helps the players of a running game between people elsewhere, whatever it is asked through.

use axum::http::StatusCode;
use futures_util::SinkExt as _;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::bench::Bench;
use crate::fair_play::Duel;
use crate::servers::next;

const MOVES: [&str; 14] =
    ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7", "c6", "f7", "g5", "d7"];

/// What values a position, by the path and a body that asks for it. `at` is the game up to the position.
async fn questions(bench: &Bench, at: &str) -> Vec<(&'static str, Value)> {
    let (_, seen) = bench.post("/api/positions", json!({ "text": at })).await;
    let legal = &seen["position"]["legal"][0]["square"];
    let asked = json!({ "question": "What should I play?", "text": at, "moves": [], "said": [],
        "language": "en", "through": "builtin" });
    let computer = json!({ "black": { "player": "human" }, "white": { "player": "level:1" }, "start": at });
    vec![
        ("/api/analyze", json!({ "text": at, "seconds": 0.02 })),
        ("/api/explain", json!({ "text": at, "move": legal })),
        ("/api/think", json!({ "text": at, "moves": [], "seconds": 0.02 })),
        ("/api/minimax", json!({ "text": at })),
        ("/api/assistant", asked),
        ("/api/games", computer),
    ]
}

/// Asks everything about a position with the key of a seat, and returns what was answered with help.
async fn helped(bench: &Bench, key: &str, at: &str) -> Vec<&'static str> {
    let mut helped = Vec::new();
    for (path, body) in questions(bench, at).await {
        let (status, answer) = bench.send("POST", path, Some(key), &body).await;
        assert!(status.is_success() || status == StatusCode::CONFLICT, "{path}: {status} {answer}");
        if answer["code"] != "no-help" {
            helped.push(path);
        }
    }
    helped
}

#[tokio::test]
async fn no_operation_that_values_positions_helps_the_players_of_a_running_game() {
    let bench = Bench::new().await;
    let duel = Duel::new(&bench, None).await;
    duel.play(0, &MOVES[..12]).await;
    // The position itself, what comes soon, and what was a moment ago: its values say what to play now.
    for plies in [12, 13, 14, 11, 10] {
        for key in [&duel.host, &duel.guest] {
            let helped = helped(&bench, key, &MOVES[..plies].concat()).await;
            assert_eq!(helped, Vec::<&str>::new(), "{plies} plies");
        }
    }
    // Other positions are anybody's.
    assert_eq!(helped(&bench, &duel.host, "f5f6e6f4e3").await.len(), 6);
    // A game with a computer leads there by hand: it neither moves nor hints there.
    let other = bench.create(json!({ "black": { "player": "human" }, "white": { "player": "human" } })).await;
    let id = &other["game"]["id"];
    for (ply, played) in MOVES[..12].iter().enumerate() {
        assert_eq!(bench.play(id, ply, played).await.0, StatusCode::OK);
    }
    for deed in ["hint", "computer-move"] {
        let path = format!("/api/games/{id}/{deed}");
        let (_, answer) = bench.send("POST", &path, Some(&duel.host), &json!({})).await;
        assert_eq!(answer["code"], "no-help", "{deed}");
        let own = format!("/api/games/{}/{deed}", duel.id);
        let (_, answer) = bench.send("POST", &own, Some(&duel.host), &json!({})).await;
        assert_eq!(answer["code"], "no-help", "{deed}");
    }
    let computer = json!({ "black": { "player": "human" }, "white": { "player": "level:1" } });
    let edited = bench.create(computer).await["game"]["id"].clone();
    let wish = json!({ "position": MOVES[..12].concat() });
    let path = format!("/api/games/{edited}/edit");
    assert_eq!(bench.send("POST", &path, Some(&duel.host), &wish).await.1["code"], "no-help");
    // When it is over everything may be looked at.
    duel.act(&duel.host, "resign", json!({})).await;
    assert_eq!(helped(&bench, &duel.host, &MOVES[..12].concat()).await.len(), 6);
}

#[tokio::test]
async fn a_review_looks_at_no_game_that_leads_through_a_running_one() {
    let bench = Bench::new().await;
    let duel = Duel::new(&bench, None).await;
    duel.play(0, &MOVES[..12]).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(axum::serve(listener, bench.app.clone()).into_future());
    let mut request = format!("ws://{address}/api/review").into_client_request().unwrap();
    request.headers_mut().insert("x-seat-key", duel.host.parse().unwrap());
    let (mut socket, _) = connect_async(request).await.unwrap();
    let asked = [
        json!({ "type": "open", "text": MOVES[..12].concat() }),
        // The end of this game is far from the other one; its middle is not.
        json!({ "type": "open", "text": format!("{}{}", MOVES.concat(), "c5b6") }),
        json!({ "type": "open", "game": duel.id }),
        json!({ "type": "look", "moves": MOVES[..12].to_vec() }),
        json!({ "type": "look", "moves": MOVES[..13].to_vec() }),
    ];
    for wish in asked {
        socket.send(Message::text(wish.to_string())).await.unwrap();
        let said = next(&mut socket).await;
        assert_eq!(said["type"], "refused", "{wish}: {said}");
    }
}
