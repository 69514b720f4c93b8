//! What is somebody's stays theirs: lists, games, links, the library, and what others make the engines do.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use outflank_puzzles::PuzzleSet;
use serde_json::{Value, json};

use super::{Browser, Site, against_computer, invitation};

#[tokio::test]
async fn games_are_private_and_lists_have_ones_own() {
    let site = Site::new().await;
    let mut ada = site.account("Ada", "192.0.2.1").await;
    let mut eve = site.account("Eve", "192.0.2.2").await;
    let (id, _) = site.game(&mut ada, against_computer()).await;
    let game = format!("/api/games/{id}");
    assert_eq!(site.get(&mut eve, "/api/games").await.body, json!([]));
    // All that a stranger did on an open server: each refused, and nothing has changed.
    let tries: [(&str, String, Value); 9] = [
        ("GET", game.clone(), json!(null)),
        ("GET", format!("{game}/export?format=ggf"), json!(null)),
        ("POST", format!("{game}/moves"), json!({ "ply": 0, "move": "f5" })),
        ("PATCH", game.clone(), json!({ "name": "mine" })),
        ("POST", format!("{game}/undo"), json!({})),
        ("POST", format!("{game}/resign"), json!({})),
        ("POST", format!("{game}/hint"), json!({})),
        ("POST", format!("{game}/rematch"), json!({})),
        ("DELETE", game.clone(), json!(null)),
    ];
    for (method, path, body) in &tries {
        let answer = site.ask(&mut eve, method, path, body).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{method} {path}: {}", answer.body);
    }
    // Nor by another way that names it.
    let study = json!({ "text": null, "game": id, "tree": null });
    for (path, body) in [("/api/studies", json!({ "game": id, "text": "f5" })), ("/api/studies", study)] {
        let answer = site.post(&mut eve, path, body).await;
        assert_ne!(answer.status, StatusCode::CREATED, "{}", answer.body);
    }
    let played = site.post(&mut ada, &format!("{game}/moves"), json!({ "ply": 0, "move": "f5" })).await;
    assert_eq!(played.status, StatusCode::OK, "{}", played.body);
}

#[tokio::test]
async fn a_link_lets_others_look_and_nothing_else() {
    let site = Site::new().await;
    let mut ada = site.account("Ada", "192.0.2.1").await;
    let (id, created) = site.game(&mut ada, invitation()).await;
    let game = format!("/api/games/{id}");
    let key = site.post(&mut ada, &format!("{game}/share"), json!({})).await.body["key"].clone();
    let mut third = site.guest("192.0.2.3").await;
    assert_eq!(site.get(&mut third, &game).await.status, StatusCode::FORBIDDEN);
    third.key = key.as_str().map(str::to_owned);
    let seen = site.get(&mut third, &game).await;
    assert_eq!((seen.status, &seen.body["yours"]), (StatusCode::OK, &json!([])), "{}", seen.body);
    let played = site.post(&mut third, &format!("{game}/moves"), json!({ "ply": 0, "move": "f5" })).await;
    assert_eq!(played.status, StatusCode::FORBIDDEN, "{}", played.body);

    // The seat is whose who comes first: neither the invitation nor the key of the seat is of use to the
    // next.
    let mut bob = site.guest("192.0.2.4").await;
    bob.key = created["invitation"].as_str().map(str::to_owned);
    assert_eq!(site.get(&mut bob, &game).await.body["yours"], json!([]));
    site.join(&mut bob, id, &created).await;
    assert_eq!(site.get(&mut bob, &game).await.body["yours"], json!(["white"]));
    let mut late = site.guest("192.0.2.5").await;
    let again = json!({ "invitation": created["invitation"], "name": "Late" });
    assert_eq!(site.post(&mut late, &format!("{game}/join"), again).await.body["code"], "invitation-used");
    late.key.clone_from(&bob.key);
    assert_eq!(site.get(&mut late, &game).await.status, StatusCode::FORBIDDEN);
    // Who sits there needs no key any more, and finds the game among their own.
    bob.key = None;
    assert_eq!(site.get(&mut bob, "/api/games").await.body[0]["id"], json!(id));
    let moved = site.post(&mut ada, &format!("{game}/moves"), json!({ "ply": 0, "move": "f5" })).await;
    assert_eq!(moved.status, StatusCode::OK, "{}", moved.body);
    let moved = site.post(&mut bob, &format!("{game}/moves"), json!({ "ply": 1, "move": "d6" })).await;
    assert_eq!(moved.status, StatusCode::OK, "{}", moved.body);

    assert_eq!(site.ask(&mut ada, "DELETE", &format!("{game}/share"), &json!(null)).await.status, 204);
    assert_eq!(site.get(&mut third, &game).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn the_library_is_everybodys_and_what_was_played_is_its_owners() {
    let site = Site::new().await;
    let mut admin = site.admin("192.0.2.1").await;
    let text = json!({ "text": "f5d6c3d3c4f4f6g5" });
    let taken = site.post(&mut admin, "/api/library/import", text.clone()).await;
    assert_eq!(taken.status, StatusCode::OK, "{}", taken.body);
    let mut ada = site.account("Ada", "192.0.2.2").await;
    assert_eq!(site.post(&mut ada, "/api/library/import", text).await.status, StatusCode::FORBIDDEN);
    let human = json!({ "player": "human" });
    let (id, _) = site.game(&mut ada, json!({ "black": human, "white": human })).await;
    let ended = site.post(&mut ada, &format!("/api/games/{id}/resign"), json!({})).await;
    let key = ended.body["key"].as_i64().unwrap();
    let mut stranger = Browser::from("192.0.2.3");
    let total = async |who: &mut Browser| site.get(who, "/api/library").await.body["total"].clone();
    let totals = [total(&mut ada).await, total(&mut stranger).await, total(&mut admin).await];
    assert_eq!(totals, [json!(2), json!(1), json!(1)]);
    let entry = format!("/api/library/{key}");
    assert_eq!(site.get(&mut stranger, &entry).await.status, StatusCode::FORBIDDEN);
    assert_eq!(site.get(&mut ada, &entry).await.status, StatusCode::OK);
    for (who, allowed) in [(&mut stranger, false), (&mut ada, true)] {
        let changed = site.ask(who, "PATCH", &entry, &json!({ "notes": "mine" })).await;
        assert_eq!(changed.status == StatusCode::OK, allowed, "{}", changed.body);
    }
    // The explorer counts what is everybody's.
    let explored = site.get(&mut stranger, "/api/explorer?moves=f5").await.body;
    assert_eq!(explored["results"]["games"], json!(1), "{explored}");
}

#[tokio::test]
async fn the_clubs_key_is_not_free_for_all() {
    let site = Site::new().await;
    let mut admin = site.admin("192.0.2.1").await;
    let endpoint = json!({ "url": "http://127.0.0.1:9/v1", "model": "m", "key": "secret" });
    site.ask(&mut admin, "PUT", "/api/assistant/endpoint", &endpoint).await;
    let question = json!({ "question": "What is a corner?", "text": "", "moves": [], "language": "en", "through": "endpoint" });
    let mut codes = Vec::new();
    for number in 0..14 {
        // Other guests of the same address share what there is.
        let mut guest =
            if number % 2 == 0 { Browser::from("192.0.2.9") } else { site.guest("192.0.2.9").await };
        let answer = site.post(&mut guest, "/api/assistant", question.clone()).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        codes.push(answer.body["trouble"]["code"].clone());
    }
    assert_eq!(codes.iter().filter(|code| **code == "used-up").count(), 4, "{codes:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deep_games_of_one_do_not_starve_the_level_of_another() {
    let site = Site::new().await;
    let mut greedy = site.guest("192.0.2.1").await;
    let deep = json!({ "player": "engine:depth=24" });
    for _ in 0..4 {
        site.game(&mut greedy, json!({ "black": deep, "white": deep })).await;
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    let mut other = site.guest("192.0.2.2").await;
    let wish = json!({ "black": { "player": "human" }, "white": { "player": "level:1" } });
    let (id, _) = site.game(&mut other, wish).await;
    let begin = Instant::now();
    let path = format!("/api/games/{id}/moves");
    let played = site.post(&mut other, &path, json!({ "ply": 0, "move": "f5" })).await;
    assert_eq!(played.status, StatusCode::OK, "{}", played.body);
    loop {
        let game = site.get(&mut other, &format!("/api/games/{id}")).await.body;
        if game["plies"].as_array().unwrap().len() > 1 {
            break;
        }
        assert!(begin.elapsed() < Duration::from_secs(8), "level 1 has not answered");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test]
async fn what_is_learned_is_kept_for_each_account() {
    let site = Site::new().await;
    let mut ada = site.account("Ada", "192.0.2.1").await;
    let mut eve = site.account("Eve", "192.0.2.2").await;
    let wish = json!({ "side": "black", "lines": ["f5d6c3d3c4"] });
    let made = site.post(&mut ada, "/api/learn/repertoires", wish).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.body);
    let repertoire = format!("/api/learn/repertoires/{}", made.body["id"]);
    let step = json!({ "moves": "", "move": "f5", "milliseconds": 9000 });
    let told = site.post(&mut ada, &format!("{repertoire}/step"), step).await;
    assert_eq!(told.body["right"], json!(true), "{}", told.body);
    let done = site.ask(&mut ada, "PUT", "/api/learn/lessons/outflank", &json!({ "steps": 7 })).await;
    assert_eq!(done.status, StatusCode::NO_CONTENT);
    let puzzle = &PuzzleSet::shipped().puzzles()[2000];
    let attempt = json!({ "move": puzzle.moves[1].square.to_string() });
    let path = format!("/api/puzzles/{}/attempts", puzzle.id);
    assert_eq!(site.post(&mut ada, &path, attempt).await.status, StatusCode::OK);
    let brief = |today: &Value| {
        let learned = [&today["cards"], &today["lessons"][0]["done"], &today["puzzles"]["attempts"]];
        (learned.map(|number| number.as_i64().unwrap()), today["repertoires"].as_array().unwrap().len())
    };
    let own = site.get(&mut ada, "/api/learn").await.body;
    assert_eq!(brief(&own), ([3, 7, 1], 1), "{own}");
    let card = site.get(&mut ada, "/api/learn/export").await.body["cards"][0]["id"].clone();

    // Nobody else sees it, answers it or takes it away.
    assert_eq!(brief(&site.get(&mut eve, "/api/learn").await.body), ([0, 0, 0], 0));
    assert_eq!(site.get(&mut eve, &repertoire).await.status, StatusCode::NOT_FOUND);
    let answer = json!({ "move": "f5", "milliseconds": 9000 });
    let answered = site.post(&mut eve, &format!("/api/learn/cards/{card}/answer"), answer).await;
    assert_eq!(answered.status, StatusCode::NOT_FOUND, "{}", answered.body);
    for path in [format!("/api/learn/cards/{card}"), repertoire] {
        site.ask(&mut eve, "DELETE", &path, &Value::Null).await;
    }
    // Ada finds it from wherever she logs in.
    let mut elsewhere = Browser::from("192.0.2.3");
    let login = json!({ "name": "Ada", "password": "correct horse" });
    assert_eq!(site.post(&mut elsewhere, "/api/session", login).await.status, StatusCode::OK);
    assert_eq!(brief(&site.get(&mut elsewhere, "/api/learn").await.body), brief(&own));
}
