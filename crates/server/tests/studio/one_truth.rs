//! One parsed game serves changes, answers and messages, and it is the one that is stored.

use std::time::Duration;

use axum::http::StatusCode;
use outflank_server::Store;
use serde_json::json;

use crate::bench::{Bench, two_people};

#[tokio::test]
async fn a_move_and_its_answer_need_no_further_parse() {
    let bench = Bench::new().await;
    let wish = json!({ "black": { "player": "human" }, "white": { "player": "engine:depth=1" } });
    let created = bench.create(wish).await;
    let id = &created["game"]["id"];
    let mut moves = created["game"]["position"]["legal"].clone();
    for ply in 0..5 {
        let square = moves[0]["square"].as_str().unwrap().to_owned();
        assert_eq!(bench.play(id, 2 * ply, &square).await.0, StatusCode::OK);
        moves = bench.wait_for(id, 2 * ply + 2).await["position"]["legal"].clone();
    }
    for path in ["undo", "redo", "hint", "computer-move"] {
        bench.post(&format!("/api/games/{id}/{path}"), json!({})).await;
    }
    bench.wait_for(id, 12).await;
    assert_eq!(bench.store.games_parsed(), 0, "the game was begun here: nothing had to be read");
    bench.get("/api/games").await;
    assert_eq!(bench.store.games_parsed(), 0, "a list reads no moves");

    // After a restart it is read once.
    let Bench { studio, folder, .. } = bench;
    studio.close().await;
    let bench = Bench::on(folder).await;
    let game = bench.wait_for(id, 12).await;
    let square = game["position"]["legal"][0]["square"].as_str().unwrap().to_owned();
    assert_eq!(bench.play(id, 12, &square).await.0, StatusCode::OK);
    bench.wait_for(id, 14).await;
    assert_eq!(bench.store.games_parsed(), 1);
}

#[tokio::test]
async fn what_another_program_does_to_a_game_is_seen_and_not_overwritten() {
    let bench = Bench::new().await;
    let id = bench.create(two_people()).await["game"]["id"].clone();
    bench.play(&id, 0, "f5").await;
    let url = format!("sqlite:{}", bench.folder.path().join("games.db").display());
    let other = Store::open(&url).await.unwrap();
    let kept = other.game(id.as_i64().unwrap()).await.unwrap();
    let mut game = kept.game.clone();
    game.play("d6".parse().unwrap(), Duration::ZERO).unwrap();
    other.update(&kept, game).await.unwrap();
    let (status, refusal) = bench.play(&id, 1, "f6").await;
    assert_eq!((status, refusal["code"].as_str()), (StatusCode::CONFLICT, Some("moved-on")));
    let (_, game) = bench.get(&format!("/api/games/{id}")).await;
    assert_eq!((&game["plies"][1]["move"], &game["revision"]), (&json!("d6"), &json!(3)));
    assert_eq!(bench.play(&id, 2, "c3").await.0, StatusCode::OK);
}

#[tokio::test]
async fn who_resigns_alone_may_go_on_but_not_against_a_person_elsewhere() {
    let bench = Bench::new().await;
    let id = bench.create(two_people()).await["game"]["id"].clone();
    bench.play(&id, 0, "f5").await;
    let (_, game) = bench.post(&format!("/api/games/{id}/resign"), json!({})).await;
    assert_eq!((&game["result"]["reason"], &game["result"]["winner"]), (&json!("resigned"), &json!("black")));
    let (status, game) = bench.post(&format!("/api/games/{id}/undo"), json!({})).await;
    assert_eq!((status, game["plies"].as_array().unwrap().len()), (StatusCode::OK, 1));
    assert!(game["result"].is_null());

    let mut wish = two_people();
    wish["invite"] = json!("white");
    let created = bench.create(wish).await;
    let (id, key) = (&created["game"]["id"], created["key"].as_str());
    let wish = json!({ "invitation": created["invitation"] });
    let (_, joined) = bench.post(&format!("/api/games/{id}/join"), wish).await;
    let first = json!({ "ply": 0, "move": "f5" });
    bench.send("POST", &format!("/api/games/{id}/moves"), key, &first).await;
    let invited = joined["key"].as_str();
    let (_, over) = bench.send("POST", &format!("/api/games/{id}/resign"), invited, &json!({})).await;
    assert!(!over["result"].is_null(), "{over}");
    let (status, refusal) = bench.send("POST", &format!("/api/games/{id}/undo"), invited, &json!({})).await;
    assert_eq!((status, refusal["code"].as_str()), (StatusCode::CONFLICT, Some("needs-consent")));
}
