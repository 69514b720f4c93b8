//! What can be done at the board: computer help by colour, beginning again, editing, saving or not, one key.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::bench::{Bench, two_people};

async fn after(bench: &Bench, id: &Value, moves: &[&str]) {
    for (ply, played) in moves.iter().enumerate() {
        assert_eq!(bench.play(id, ply, played).await.0, StatusCode::OK);
    }
}

#[tokio::test]
async fn a_computer_player_of_choice_moves_for_either_colour_and_its_time_is_told() {
    let bench = Bench::new().await;
    let id = &bench.create(two_people()).await["game"]["id"];
    let path = format!("/api/games/{id}/computer-move");
    let (status, refusal) = bench.post(&path, json!({ "side": "white", "player": "greedy" })).await;
    assert_eq!((status, refusal["code"].as_str()), (StatusCode::CONFLICT, Some("not-your-turn")));
    let (status, refusal) = bench.post(&path, json!({ "player": "exec:gtp:gnugo" })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refusal["message"].as_str().unwrap().contains("exec:gtp:gnugo"), "{refusal}");
    bench.post(&path, json!({ "side": "black", "player": "greedy" })).await;
    bench.wait_for(id, 1).await;
    bench.post(&path, json!({ "side": "white", "player": "nea:depth=4" })).await;
    let game = bench.wait_for(id, 2).await;
    let helpers: Vec<&Value> = game["plies"].as_array().unwrap().iter().map(|ply| &ply["helper"]).collect();
    assert_eq!(helpers, ["greedy", "nea:depth=4"]);
    let legal = &game["position"]["legal"][0]["square"];
    let (_, game) = bench.play(id, 2, legal.as_str().unwrap()).await;
    assert_eq!(game["plies"][2]["helper"], Value::Null, "a move of one's own");
}

#[tokio::test]
async fn a_game_is_begun_again_with_its_opening_and_players() {
    let bench = Bench::new().await;
    let mut wish = two_people();
    wish["start"] = json!("f5d6");
    let id = &bench.create(wish).await["game"]["id"];
    assert_eq!(bench.play(id, 2, "c3").await.0, StatusCode::OK);
    let (status, game) = bench.post(&format!("/api/games/{id}/restart"), json!({})).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!((game["plies"].as_array().unwrap().len(), &game["undone"]), (2, &json!(1)));
    let (_, game) = bench.post(&format!("/api/games/{id}/redo"), json!({})).await;
    assert_eq!(game["plies"][2]["move"], "c3", "it can be undone until another move is made");
    bench.post(&format!("/api/games/{id}/resign"), json!({})).await;
    assert_eq!(bench.post(&format!("/api/games/{id}/restart"), json!({})).await.0, StatusCode::CONFLICT);
    let mut wish = two_people();
    wish["invite"] = json!("white");
    let id = &bench.create(wish).await["game"]["id"];
    let (status, _) = bench.post(&format!("/api/games/{id}/restart"), json!({})).await;
    assert_eq!(status, StatusCode::CONFLICT, "nobody begins the game of others again");
}

#[tokio::test]
async fn a_running_game_is_edited_and_goes_on_with_the_same_players() {
    let bench = Bench::new().await;
    let wish = json!({
        "black": { "player": "human", "name": "Ann" }, "white": { "player": "greedy" },
        "clock": { "initial": 300, "increment": 2 },
    });
    let id = &bench.create(wish).await["game"]["id"];
    let board = format!("{}XOO-{}X", "-".repeat(27), "-".repeat(33));
    let (status, created) = bench.post(&format!("/api/games/{id}/edit"), json!({ "position": board })).await;
    assert_eq!(status, StatusCode::CREATED, "{created}");
    let game = &created["game"];
    assert_ne!(&game["id"], id);
    assert_eq!((&game["black"]["name"], &game["white"]["player"]), (&json!("Ann"), &json!("greedy")));
    assert_eq!((&game["start"], &game["position"]["side"]), (&json!(board), &json!("black")));
    assert!(game["clock"]["black"].is_i64() && game["yours"] == json!(["black"]), "{game}");
    let (status, refusal) = bench.post(&format!("/api/games/{id}/edit"), json!({ "position": "a1" })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refusal}");
}

#[tokio::test]
async fn saving_is_declined_before_or_after_the_game_and_taken_back() {
    let bench = Bench::new().await;
    let mut wish = two_people();
    wish["saved"] = json!(false);
    let id = &bench.create(wish).await["game"]["id"];
    let game_path = format!("/api/games/{id}");
    after(&bench, id, &["f5", "d6"]).await;
    let (_, game) = bench.post(&format!("{game_path}/resign"), json!({})).await;
    assert_eq!((&game["saved"], &game["key"]), (&json!(false), &Value::Null));
    let counts = async || {
        let (library, games) = (bench.get("/api/library").await.1, bench.get("/api/games").await.1);
        (library["total"].as_i64().unwrap(), games.as_array().unwrap().len())
    };
    assert_eq!(counts().await, (0, 0));
    bench.studio.sync_library().await.unwrap();
    assert_eq!(counts().await, (0, 0), "a restart does not save it either");
    let (_, game) = bench.send("PATCH", &game_path, None, &json!({ "saved": true })).await;
    assert!(game["key"].is_i64(), "{game}");
    assert_eq!(counts().await, (1, 1));
    let (_, game) = bench.send("PATCH", &game_path, None, &json!({ "saved": false })).await;
    assert_eq!(game["key"], Value::Null);
    assert_eq!(counts().await, (0, 0));
}

#[tokio::test]
async fn the_key_told_at_the_end_opens_the_game_everywhere() {
    let bench = Bench::new().await;
    let unfinished = &bench.create(two_people()).await["game"]["id"];
    let id = &bench.create(two_people()).await["game"]["id"];
    after(&bench, id, &["f5", "d6", "c3"]).await;
    let (_, game) = bench.post(&format!("/api/games/{id}/resign"), json!({})).await;
    assert_eq!(&game["key"], id, "told with the end itself");
    for path in [format!("/api/library/{id}"), format!("/api/library/{}", game["key"])] {
        let (status, entry) = bench.get(&path).await;
        assert_eq!((status, &entry["game"], &entry["plies"]), (StatusCode::OK, id, &json!(3)), "{path}");
    }
    // A game that ends later than one begun after it gets a key of its own, which opens it, too.
    let (_, late) = bench.post(&format!("/api/games/{unfinished}/resign"), json!({})).await;
    let key = &late["key"];
    assert!(key.as_i64() > id.as_i64(), "{late}");
    assert_eq!(bench.get(&format!("/api/library/{key}")).await.1["game"], *unfinished);
    assert_eq!(bench.get(&format!("/api/games/{key}")).await.1["id"], *unfinished);
    assert!(bench.create(two_people()).await["game"]["id"].as_i64() > key.as_i64());
}

#[tokio::test]
async fn a_game_tells_how_many_moves_each_side_has_at_every_ply() {
    let bench = Bench::new().await;
    let created = bench.create(two_people()).await;
    assert_eq!(created["game"]["mobility"], json!([[4, 4]]));
    let (_, game) = bench.play(&created["game"]["id"], 0, "f5").await;
    assert_eq!(game["mobility"], json!([[4, 4], [3, 3]]));
}

#[tokio::test]
async fn a_small_tree_is_searched_step_by_step() {
    let bench = Bench::new().await;
    let (status, tree) =
        bench.post("/api/minimax", json!({ "text": "f5d6c3", "depth": 2, "breadth": 3 })).await;
    assert_eq!(status, StatusCode::OK, "{tree}");
    assert_eq!(tree["nodes"].as_array().unwrap().len(), 1 + 3 + 9);
    assert_eq!(
        (&tree["nodes"][0]["maximizes"], &tree["nodes"][1]["maximizes"]),
        (&json!(true), &json!(false))
    );
    let last = |search: &str| tree[search].as_array().unwrap().last().unwrap().clone();
    let (minimax, pruned) = (last("minimax"), last("alpha_beta"));
    assert_eq!(
        minimax,
        json!({
            "kind": "leave", "node": 0, "child": null, "value": pruned["value"], "bound": "exact", "alpha": null,
            "beta": null, "skipped": [],
        })
    );
    let (status, refusal) = bench.post("/api/minimax", json!({ "text": "f5", "depth": 9 })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refusal["message"].as_str().unwrap().contains("depth 9"), "{refusal}");
}
