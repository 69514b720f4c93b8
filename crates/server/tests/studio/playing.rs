//! What the interface gives, and what it refuses.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};

use crate::bench::{Bench, two_people};

#[tokio::test]
async fn a_move_is_made_if_and_only_if_it_is_legal_and_its_turn() {
    let bench = Bench::new().await;
    let created = bench.create(two_people()).await;
    let (id, game) = (&created["game"]["id"], &created["game"]);
    assert_eq!(game["position"]["legal"].as_array().unwrap().len(), 4);
    assert_eq!(game["yours"], json!(["black", "white"]));

    let (status, refusal) = bench.play(id, 0, "a1").await;
    assert_eq!((status, refusal["code"].as_str()), (StatusCode::UNPROCESSABLE_ENTITY, Some("illegal-move")));
    let (status, refusal) = bench.play(id, 0, "i9").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refusal["message"].as_str().unwrap().contains("i9"));
    assert_eq!(bench.play(id, 0, "pass").await.0, StatusCode::UNPROCESSABLE_ENTITY);

    let (status, game) = bench.play(id, 0, "f5").await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!((&game["position"]["black"], &game["position"]["white"]), (&json!(4), &json!(1)));
    assert_eq!(game["plies"][0]["move"], "f5");

    // The same request again is not played twice.
    let (status, refusal) = bench.play(id, 0, "f5").await;
    assert_eq!((status, refusal["code"].as_str()), (StatusCode::CONFLICT, Some("moved-on")));
    assert_eq!(bench.get(&format!("/api/games/{id}")).await.1["plies"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_person_cannot_move_for_the_computer() {
    let bench = Bench::new().await;
    let wish = json!({ "black": { "player": "random" }, "white": { "player": "human" }, "pace": 60000 });
    let created = bench.create(wish).await;
    let id = &created["game"]["id"];
    assert_eq!(created["game"]["thinking"], true);
    assert_eq!(created["game"]["yours"], json!(["white"]));
    let (status, refusal) = bench.play(id, 0, "f5").await;
    assert_eq!((status, refusal["code"].as_str()), (StatusCode::CONFLICT, Some("not-your-turn")));
    let (status, game) = bench.post(&format!("/api/games/{id}/resign"), json!({})).await;
    assert_eq!((status, &game["result"]["winner"]), (StatusCode::OK, &json!("black")));
    assert_eq!(bench.play(id, 0, "f5").await.1["code"], "game-over");
}

#[tokio::test]
async fn the_computer_answers_and_undo_goes_back_to_the_persons_turn() {
    let bench = Bench::new().await;
    let created = bench
        .create(json!({ "black": { "player": "human" }, "white": { "player": "engine:depth=2" } }))
        .await;
    let id = &created["game"]["id"];
    bench.play(id, 0, "f5").await;
    let game = bench.wait_for(id, 2).await;
    assert_eq!(game["position"]["side"], "black");
    let (_, game) = bench.post(&format!("/api/games/{id}/undo"), json!({})).await;
    assert_eq!((game["plies"].as_array().unwrap().len(), &game["undone"]), (0, &json!(2)));
    let (status, _) = bench.post(&format!("/api/games/{id}/undo"), json!({})).await;
    assert_eq!(status, StatusCode::CONFLICT);
    let (_, game) = bench.post(&format!("/api/games/{id}/redo"), json!({})).await;
    assert_eq!((game["plies"].as_array().unwrap().len(), &game["undone"]), (2, &json!(0)));
    let (status, hint) = bench.post(&format!("/api/games/{id}/hint"), json!({})).await;
    assert_eq!(status, StatusCode::OK);
    assert!(hint["best"].is_string());
    bench.post(&format!("/api/games/{id}/computer-move"), json!({})).await;
    assert_eq!(bench.wait_for(id, 4).await["plies"].as_array().unwrap().len(), 4);
}

#[tokio::test]
async fn a_game_between_computers_ends_by_itself_and_is_kept() {
    let bench = Bench::new().await;
    let created =
        bench.create(json!({ "black": { "player": "greedy" }, "white": { "player": "random" } })).await;
    let id = &created["game"]["id"];
    let game = bench.wait_for(id, 200).await;
    assert_eq!(game["result"]["reason"], "discs");
    let total = game["result"]["black"].as_u64().unwrap() + game["result"]["white"].as_u64().unwrap();
    assert_eq!(total, 64, "empty squares go to the winner");
    let (_, list) = bench.get("/api/games").await;
    assert_eq!(list[0]["id"], *id);
    assert_eq!(list[0]["result"], game["result"]);
    // Every format that is text can be had, and gives the game back.
    for format in ["transcript", "ggf", "sgf", "pgn"] {
        let (status, export) = bench.get(&format!("/api/games/{id}/export?format={format}")).await;
        assert_eq!(status, StatusCode::OK, "{format}: {export}");
        let (_, again) = bench.post("/api/positions", json!({ "text": export["text"] })).await;
        assert_eq!(again["position"]["board"], game["position"]["board"], "{format}");
    }
    assert_eq!(
        bench.get(&format!("/api/games/{id}/export?format=docx")).await.0,
        StatusCode::UNPROCESSABLE_ENTITY
    );
}

#[tokio::test]
async fn a_game_goes_on_where_it_was_after_the_server_is_gone() {
    let bench = Bench::new().await;
    let created = bench
        .create(json!({ "black": { "player": "human" }, "white": { "player": "greedy" }, "pace": 400 }))
        .await;
    let id = created["game"]["id"].clone();
    bench.play(&id, 0, "f5").await;
    // The server ends while the computer thinks.
    let Bench { studio, folder, .. } = bench;
    studio.close().await;
    let bench = Bench::on(folder).await;
    let game = bench.wait_for(&id, 2).await;
    assert_eq!(game["plies"][0]["move"], "f5");
    assert_eq!(game["position"]["side"], "black");
}

#[tokio::test]
async fn an_invitation_gives_each_person_one_side() {
    let bench = Bench::new().await;
    let mut wish = two_people();
    wish["invite"] = json!("white");
    let created = bench.create(wish).await;
    let (id, key) = (&created["game"]["id"], created["key"].as_str().unwrap());
    let wish = json!({ "invitation": created["invitation"] });
    let (status, joined) = bench.post(&format!("/api/games/{id}/join"), wish).await;
    assert_eq!(status, StatusCode::CREATED, "{joined}");
    let invitation = joined["key"].as_str().unwrap();
    assert_ne!(key, invitation);
    assert_eq!(created["game"]["yours"], json!(["black"]));
    let path = format!("/api/games/{id}/moves");
    let first = json!({ "ply": 0, "move": "f5" });
    for stranger in [None, Some(invitation), Some("nonsense")] {
        assert_eq!(bench.send("POST", &path, stranger, &first).await.0, StatusCode::CONFLICT);
    }
    assert_eq!(bench.send("POST", &path, Some(key), &first).await.0, StatusCode::OK);
    let second = json!({ "ply": 1, "move": "d6" });
    let (status, game) = bench.send("POST", &path, Some(invitation), &second).await;
    assert_eq!((status, &game["yours"]), (StatusCode::OK, &json!(["white"])));
    assert!(!game.to_string().contains(key), "keys are never shown");
    let delete = bench.send("DELETE", &format!("/api/games/{id}"), None, &Value::Null).await;
    assert_eq!(delete.0, StatusCode::FORBIDDEN);
    // A game that is over is played again if both want it.
    assert_eq!(bench.send("POST", &format!("/api/games/{id}/resign"), Some(key), &json!({})).await.0, 200);
    for player in [key, invitation] {
        let wish = json!({ "kind": "rematch", "deed": "offer" });
        assert_eq!(bench.send("POST", &format!("/api/games/{id}/offers"), Some(player), &wish).await.0, 200);
    }
    let (status, again) =
        bench.send("POST", &format!("/api/games/{id}/rematch"), Some(key), &json!({})).await;
    assert_eq!((status, &again["game"]["yours"]), (StatusCode::CREATED, &json!(["white"])));
}

#[tokio::test]
async fn passes_are_made_automatically_or_by_hand() {
    let bench = Bench::new().await;
    // White to move has nothing, black has a1.
    let start = format!("-OOOOOOX{}O", "-".repeat(56));
    let mut wish = two_people();
    wish["start"] = json!(start);
    let game = bench.create(wish.clone()).await["game"].clone();
    assert_eq!((&game["plies"][0]["move"], &game["position"]["side"]), (&json!("pass"), &json!("black")));
    let (_, game) = bench.play(&game["id"], 1, "a1").await;
    assert_eq!(game["result"], json!({ "reason": "discs", "winner": "black", "black": 64, "white": 0 }));
    wish["manual_pass"] = json!(true);
    let game = bench.create(wish).await["game"].clone();
    assert_eq!(game["plies"], json!([]));
    assert_eq!(bench.play(&game["id"], 0, "pass").await.1["position"]["side"], "black");
}

#[tokio::test]
async fn a_clock_that_runs_out_ends_the_game() {
    let bench = Bench::new().await;
    let mut wish = two_people();
    wish["clock"] = json!({ "initial": 1 });
    let game = bench.create(wish).await["game"].clone();
    assert_eq!(game["clock"]["running"], "black");
    let game = bench.wait_for(&game["id"], 1).await;
    assert_eq!((&game["result"]["reason"], &game["result"]["winner"]), (&json!("time"), &json!("white")));
}

#[tokio::test]
async fn whoever_looks_while_a_flag_falls_sees_the_game() {
    let bench = Bench::new().await;
    let mut wish = two_people();
    wish["clock"] = json!({ "initial": 1 });
    let mut running = Vec::new();
    for _ in 0..24 {
        running.push(bench.create(wish.clone()).await["game"]["id"].clone());
    }
    while !running.is_empty() {
        let mut left = Vec::new();
        for id in running {
            let (status, game) = bench.get(&format!("/api/games/{id}")).await;
            assert_eq!(status, StatusCode::OK, "{game}");
            if game["result"].is_null() {
                left.push(id);
            }
        }
        running = left;
    }
}

#[tokio::test]
async fn nonsense_is_refused_with_a_reason_and_breaks_nothing() {
    let bench = Bench::new().await;
    let human = json!({ "player": "human" });
    let bad = [
        json!({}),
        json!({ "black": human, "white": { "player": "deep-blue" } }),
        json!({ "black": human, "white": human, "start": "f5f5" }),
        json!({ "black": human, "white": human, "pace": 99_999_999 }),
        json!({ "black": human, "white": human, "clock": { "initial": 0 } }),
        json!({ "black": human, "white": human, "name": "x".repeat(999) }),
        json!({ "black": human, "white": human, "colour": "red" }),
        json!([1, 2]),
    ];
    for wish in bad {
        let (status, answer) = bench.post("/api/games", wish.clone()).await;
        assert!(status.is_client_error(), "{wish}: {status} {answer}");
    }
    for path in ["/api/games/999", "/api/games/-1", "/api/nothing", "/api"] {
        assert_eq!(bench.get(path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    for path in ["/api/games/x", "/api/games/99999999999999999999"] {
        assert_eq!(bench.get(path).await.0, StatusCode::BAD_REQUEST, "{path}");
    }
    for path in ["/../Cargo.toml", "/%2e%2e/%2e%2e/etc/passwd", "/assets/../../x.js", "//etc/passwd.txt"] {
        let (status, text) = bench.raw(Request::get(path).body(Body::empty()).unwrap()).await;
        assert!(!text.contains("root:") && !text.contains("[workspace]"), "{path}: {status}");
    }
    let large = Request::post("/api/positions")
        .header("content-type", "application/json")
        .body(Body::from(format!("{{\"text\":\"{}\"}}", "x".repeat(1 << 20))))
        .unwrap();
    assert_eq!(bench.raw(large).await.0, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn foreign_pages_and_foreign_names_are_turned_away() {
    let bench = Bench::new().await;
    let ask = |name: &str, value: &str| {
        Request::get("/api/games")
            .header("host", "127.0.0.1:4664")
            .header(name, value)
            .body(Body::empty())
            .unwrap()
    };
    assert_eq!(bench.raw(ask("origin", "http://127.0.0.1:4664")).await.0, StatusCode::OK);
    for origin in ["http://example.org", "null", "http://127.0.0.1:80"] {
        assert_eq!(bench.raw(ask("origin", origin)).await.0, StatusCode::FORBIDDEN, "{origin}");
    }
    let rebound = Request::get("/api/games").header("host", "example.org").body(Body::empty()).unwrap();
    assert_eq!(bench.raw(rebound).await.0, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn the_interface_describes_itself() {
    let bench = Bench::new().await;
    let (status, api) = bench.get("/api/openapi.json").await;
    assert_eq!(status, StatusCode::OK);
    for path in ["/api/games", "/api/games/{id}", "/api/games/{id}/moves", "/api/positions", "/api/players"] {
        assert!(api["paths"][path].is_object(), "{path}");
    }
    for path in ["/api/import", "/api/tournaments", "/api/tournaments/{id}", "/api/tournaments/{id}/report"] {
        assert!(api["paths"][path].is_object(), "{path}");
    }
}

/// The pages take their types from `web/openapi.json`; with `OUTFLANK_BLESS=1` it is written anew (then `npm
/// run types`).
#[tokio::test]
async fn the_pages_know_the_interface_as_it_is() {
    let bench = Bench::new().await;
    let (_, mut api) = bench.get("/api/openapi.json").await;
    // A release changes no type.
    api["info"] = json!({ "title": "Outflank", "version": "any" });
    let described = format!("{api:#}\n");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/openapi.json");
    if std::env::var_os("OUTFLANK_BLESS").is_some() {
        std::fs::write(file, &described).unwrap();
    }
    let known = std::fs::read_to_string(file).unwrap_or_default();
    assert!(
        known == described,
        "web/openapi.json is out of date: run this test with OUTFLANK_BLESS=1, then `npm run types`"
    );
}

/// What the server answers has every field of its description, so that pages can rely on it.
#[tokio::test]
async fn answers_have_every_field_that_is_described() {
    let bench = Bench::new().await;
    let (_, api) = bench.get("/api/openapi.json").await;
    let (_, created) = bench
        .post("/api/games", json!({ "black": { "player": "human" }, "white": { "player": "human" } }))
        .await;
    for (schema, answer) in [("Created", &created), ("GameView", &created["game"])] {
        for field in api["components"]["schemas"][schema]["required"].as_array().unwrap() {
            assert!(answer.get(field.as_str().unwrap()).is_some(), "{schema} has no {field}");
        }
    }
    // A request may leave out what has a default.
    let wish = &api["components"]["schemas"]["GameWish"]["required"];
    assert_eq!(wish, &json!(["black", "white"]));
}

#[tokio::test]
async fn positions_are_read_in_many_spellings() {
    let bench = Bench::new().await;
    let (_, start) = bench.post("/api/positions", json!({ "text": "start" })).await;
    assert_eq!(start["position"]["legal"].as_array().unwrap().len(), 4);
    assert_eq!(start["oddities"], json!([]));
    let board = start["position"]["board"].as_str().unwrap();
    for text in [board.to_owned(), board[..64].to_owned()] {
        assert_eq!(bench.post("/api/positions", json!({ "text": text })).await.1, start);
    }
    let (_, lone) = bench.post("/api/positions", json!({ "text": format!("X{}X", "-".repeat(63)) })).await;
    let kinds = lone["oddities"].as_array().unwrap().iter().map(|oddity| &oddity["kind"]).collect::<Vec<_>>();
    assert_eq!(kinds, ["few-discs", "empty-centre"]);
    assert_eq!(
        bench.post("/api/positions", json!({ "text": "hello" })).await.0,
        StatusCode::UNPROCESSABLE_ENTITY
    );
}
