//! What can be chosen: players, openings, pace, formats; and what people elsewhere may not.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::bench::{Bench, two_people};

#[tokio::test]
async fn every_heritage_player_moves_in_a_game() {
    let bench = Bench::new().await;
    let (_, players) = bench.get("/api/players").await;
    let heritage = players.as_array().unwrap().iter().filter(|player| player["group"] == "heritage");
    let mut count = 0;
    for player in heritage {
        let wish = json!({ "black": { "player": player["id"] }, "white": { "player": "human" } });
        let game = bench.create(wish).await["game"].clone();
        let game = bench.wait_for(&game["id"], 1).await;
        assert_eq!(game["plies"].as_array().unwrap().len(), 1, "{player}");
        count += 1;
    }
    assert_eq!(count, 13);
}

#[tokio::test]
async fn a_balanced_opening_has_been_played_before_the_game_begins() {
    let bench = Bench::new().await;
    let mut wish = two_people();
    wish["balanced"] = json!(true);
    let game = bench.create(wish.clone()).await["game"].clone();
    let moves = |game: &Value| {
        game["plies"].as_array().unwrap().iter().map(|ply| ply["move"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(moves(&game).len(), 8);
    bench.post(&format!("/api/games/{}/resign", game["id"]), json!({})).await;
    let (_, again) = bench.post(&format!("/api/games/{}/rematch", game["id"]), json!({})).await;
    assert_eq!(moves(&again["game"]), moves(&game), "a rematch begins with the same opening");
    wish["start"] = json!("f5");
    assert_eq!(bench.post("/api/games", wish).await.0, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn the_pace_can_be_changed_while_a_move_waits() {
    let bench = Bench::new().await;
    let wish = json!({ "black": { "player": "random" }, "white": { "player": "random" }, "pace": 60_000 });
    let game = bench.create(wish).await["game"].clone();
    let path = format!("/api/games/{}", game["id"]);
    let (status, game) = bench.send("PATCH", &path, None, &json!({ "pace": 0, "name": "quick" })).await;
    assert_eq!((status, &game["pace"], &game["name"]), (StatusCode::OK, &json!(0), &json!("quick")));
    bench.wait_for(&game["id"], 5).await;
    let (status, _) = bench.send("PATCH", &path, None, &json!({ "pace": 99_999_999 })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn games_are_imported_in_any_text_format_with_their_names() {
    let bench = Bench::new().await;
    let ggf = "(;GM[Othello]PC[here]PB[Ada]PW[Kaori]TI[5:00]TY[8]RE[?]\
               BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6];)";
    let (status, imported) = bench.post("/api/import", json!({ "text": ggf })).await;
    assert_eq!(status, StatusCode::CREATED, "{imported}");
    let (_, game) = bench.get(&format!("/api/games/{}", imported["games"][0])).await;
    assert_eq!((&game["black"]["name"], &game["white"]["name"]), (&json!("Ada"), &json!("Kaori")));
    assert_eq!(game["plies"].as_array().unwrap().len(), 2);
    let (_, several) = bench.post("/api/import", json!({ "text": "f5d6c3\nf5f6e6\n" })).await;
    assert_eq!(several["games"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn people_elsewhere_get_no_help_and_take_back_only_with_consent() {
    let bench = Bench::new().await;
    let mut wish = two_people();
    wish["invite"] = json!("white");
    let created = bench.create(wish).await;
    let path = |rest: &str| format!("/api/games/{}/{rest}", created["game"]["id"]);
    let (_, joined) = bench.post(&path("join"), json!({ "invitation": created["invitation"] })).await;
    let (host, guest) = (created["key"].as_str(), joined["key"].as_str());
    for help in ["hint", "computer-move"] {
        let (status, refusal) = bench.send("POST", &path(help), host, &json!({})).await;
        assert_eq!((status, &refusal["code"]), (StatusCode::CONFLICT, &json!("no-help")));
    }
    let play = |ply: usize, played: &str| json!({ "ply": ply, "move": played });
    assert_eq!(bench.send("POST", &path("moves"), host, &play(0, "f5")).await.0, StatusCode::OK);
    // Neither a move that was not answered nor one that was.
    for answer in ["d6", ""] {
        let (status, refusal) = bench.send("POST", &path("undo"), host, &json!({})).await;
        assert_eq!((status, &refusal["code"]), (StatusCode::CONFLICT, &json!("needs-consent")));
        if !answer.is_empty() {
            let answered = bench.send("POST", &path("moves"), guest, &play(1, answer)).await;
            assert_eq!(answered.0, StatusCode::OK);
        }
    }
}

#[tokio::test]
async fn a_game_is_written_in_every_format_that_is_text() {
    let bench = Bench::new().await;
    let mut wish = two_people();
    wish["start"] = json!("f5d6c3");
    let game = bench.create(wish).await["game"].clone();
    for format in ["transcript", "board", "obf", "zebra", "ggf", "sgf", "pgn", "quest"] {
        let (status, written) = bench.get(&format!("/api/games/{}/export?format={format}", game["id"])).await;
        assert_eq!(status, StatusCode::OK, "{format}: {written}");
        let (status, read) = bench.post("/api/import", json!({ "text": written["text"] })).await;
        assert_eq!(status, StatusCode::CREATED, "{format}: {read}");
    }
    let (status, _) = bench.get(&format!("/api/games/{}/export?format=wthor", game["id"])).await;
    assert!(status.is_client_error());
}

#[tokio::test]
async fn one_person_plays_no_rated_games_and_has_no_page() {
    let bench = Bench::new().await;
    let wish = json!({ "black": { "player": "human" }, "white": { "player": "level:3" },
        "clock": { "initial": 300 }, "rated": true });
    let (status, refusal) = bench.post("/api/games", wish).await;
    assert_eq!((status, &refusal["code"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("not-rated")));
    assert_eq!(bench.get("/api/people/ada").await.0, StatusCode::NOT_FOUND);
    let game = bench.create(two_people()).await["game"].clone();
    assert_eq!((&game["rated"], &game["black"]["rating"]), (&json!(false), &Value::Null));
}
