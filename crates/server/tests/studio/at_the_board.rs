//! What a person at the board is told and spared: hints in two steps, answers that wait for the discs,
//! watched games that pause, and clocks that stop at what they showed.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::bench::{Bench, two_people};

async fn hint(bench: &Bench, start: &str) -> Value {
    let mut wish = two_people();
    if !start.is_empty() {
        wish["start"] = json!(start);
    }
    let game = bench.create(wish).await["game"].clone();
    let (status, hint) = bench.post(&format!("/api/games/{}/hint", game["id"]), json!({})).await;
    assert_eq!(status, StatusCode::OK, "{hint}");
    hint
}

#[tokio::test]
async fn a_hint_has_an_idea_a_move_and_a_reason() {
    let bench = Bench::new().await;
    // The corner a1 can be taken.
    let corner = hint(&bench, "-OXXXX----OXOX--XOXOXOOOXOXXOXO-XXXXOOOOX-XXXXX---O-XX-----OXX--X").await;
    assert_eq!((&corner["best"], &corner["idea"]), (&json!("a1"), &json!("take-corner")), "{corner}");
    // h8 is the only square left.
    let last = hint(&bench, &format!("{}XO-X", "X".repeat(61))).await;
    assert_eq!((&last["idea"], &last["why"]), (&json!("only-move"), &Value::Null), "{last}");
    // A reason names the move that strikes the eye, and the better one.
    let middle = hint(&bench, "f5d6c3d3c4f4f6f3e6e7c6f7").await;
    assert!(middle["idea"].is_string() && middle["best"].is_string(), "{middle}");
    if let Some(why) = middle["why"].as_object() {
        assert_eq!(why["better"][0], middle["best"]);
        assert!(why["loss"].as_i64().unwrap() >= 4 && !why["claims"].as_array().unwrap().is_empty());
    }
}

#[tokio::test]
async fn moves_that_mirror_each_other_are_named_together() {
    let bench = Bench::new().await;
    let start = hint(&bench, "").await;
    let mut equal: Vec<&str> = start["equal"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    equal.sort_unstable();
    assert_eq!(equal, ["c4", "d3", "e6", "f5"], "{start}");
    assert_eq!(hint(&bench, "").await["score"], start["score"]);
    let lone = hint(&bench, "f5d6c3").await;
    assert_eq!(lone["equal"], json!([lone["best"]]), "{lone}");
}

#[tokio::test]
async fn an_answer_waits_until_the_discs_have_turned_and_no_clock_counts_it() {
    let bench = Bench::new().await;
    let wish = json!({
        "black": { "player": "human" }, "white": { "player": "random" }, "clock": { "initial": 60 },
    });
    let game = bench.create(wish).await["game"].clone();
    let path = format!("/api/games/{}/moves", game["id"]);
    let refused = bench.post(&path, json!({ "ply": 0, "move": "f5", "pause": 70_000 })).await;
    assert_eq!(refused.0, StatusCode::UNPROCESSABLE_ENTITY);
    let asked = Instant::now();
    let (status, moved) = bench.post(&path, json!({ "ply": 0, "move": "f5", "pause": 700 })).await;
    assert_eq!(status, StatusCode::OK, "{moved}");
    let answered = bench.wait_for(&game["id"], 2).await;
    assert!(asked.elapsed() >= Duration::from_millis(690), "{:?}", asked.elapsed());
    // The computer is not charged for the pause, nor is the person.
    assert!(answered["clock"]["white"].as_i64().unwrap() > 59_700, "{}", answered["clock"]);
    assert!(answered["clock"]["black"].as_i64().unwrap() > 59_000, "{}", answered["clock"]);
    // The next answer has the pace of the game again.
    let square = answered["position"]["legal"][0]["square"].as_str().unwrap();
    let asked = Instant::now();
    bench.play(&game["id"], 2, square).await;
    bench.wait_for(&game["id"], 4).await;
    assert!(asked.elapsed() < Duration::from_millis(690), "{:?}", asked.elapsed());
}

#[tokio::test]
async fn a_game_that_is_watched_pauses_and_goes_on() {
    let bench = Bench::new().await;
    let player = json!({ "player": "random" });
    let game = bench.create(json!({ "black": player, "white": player, "pace": 60 })).await["game"].clone();
    let path = format!("/api/games/{}", game["id"]);
    bench.wait_for(&game["id"], 2).await;
    let (status, paused) = bench.send("PATCH", &path, None, &json!({ "paused": true })).await;
    assert_eq!((status, &paused["paused"]), (StatusCode::OK, &json!(true)));
    let made = paused["plies"].as_array().unwrap().len();
    tokio::time::sleep(Duration::from_millis(400)).await;
    // Looking at it does not let it go on.
    let (_, still) = bench.get(&path).await;
    assert_eq!((still["plies"].as_array().unwrap().len(), &still["thinking"]), (made, &json!(false)));
    let (_, resumed) = bench.send("PATCH", &path, None, &json!({ "paused": false, "pace": 0 })).await;
    assert_eq!(resumed["paused"], json!(false));
    assert!(!bench.wait_for(&game["id"], 61).await["result"].is_null());
    // People are not made to wait.
    let person = bench.create(json!({ "black": { "player": "human" }, "white": player })).await;
    let path = format!("/api/games/{}", person["game"]["id"]);
    let (status, refusal) = bench.send("PATCH", &path, None, &json!({ "paused": true })).await;
    assert_eq!((status, &refusal["code"]), (StatusCode::CONFLICT, &json!("no-pause")));
}

#[tokio::test]
async fn a_clock_stops_at_what_it_showed_when_somebody_resigns() {
    let bench = Bench::new().await;
    let mut wish = two_people();
    wish["clock"] = json!({ "initial": 60 });
    let game = bench.create(wish).await["game"].clone();
    bench.play(&game["id"], 0, "f5").await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let (status, over) = bench.post(&format!("/api/games/{}/resign", game["id"]), json!({})).await;
    assert_eq!((status, &over["result"]["reason"]), (StatusCode::OK, &json!("resigned")));
    let left = over["clock"]["white"].as_i64().unwrap();
    assert!((58_000..=59_700).contains(&left), "{left}");
    // It stands, also after a restart.
    let Bench { studio, folder, .. } = bench;
    drop(studio);
    tokio::time::sleep(Duration::from_millis(200)).await;
    let again = Bench::on(folder).await;
    let (_, later) = again.get(&format!("/api/games/{}", game["id"])).await;
    assert_eq!(later["clock"], over["clock"]);
}
