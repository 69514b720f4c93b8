//! Games on this device.

use serde_json::{Value, json};

use crate::page::Page;

fn against(level: &str) -> Value {
    json!({ "black": { "player": "human" }, "white": { "player": level } })
}

fn two_people() -> Value {
    json!({ "black": { "player": "human" }, "white": { "player": "human" } })
}

#[test]
fn a_game_against_a_level_is_played_to_its_end_kept_and_found_in_the_library() {
    let mut page = Page::new();
    let (status, created) = page.post("/api/games", against("level:1"));
    assert_eq!(status, 201);
    let id = created["game"]["id"].as_i64().unwrap();
    page.open(1, &format!("/api/games/{id}/live"));
    assert_eq!(page.heard(1)[0]["type"], "game");
    let mut game = created["game"].clone();
    while game["result"].is_null() {
        let ply = game["plies"].as_array().unwrap().len();
        let played = game["position"]["legal"][0]["square"].clone();
        let (status, after) =
            page.post(&format!("/api/games/{id}/moves"), json!({ "ply": ply, "move": played }));
        assert_eq!((status, &after["plies"][ply]["move"]), (200, &played));
        while page.think() {}
        game = page.get(&format!("/api/games/{id}")).1;
        assert!(!game["result"].is_null() || game["position"]["side"] == "black", "{game}");
    }
    let told = page.heard(1);
    assert_eq!(told.last().unwrap()["game"]["result"], game["result"]);
    let (_, listed) = page.get("/api/library");
    assert_eq!((&listed["total"], &listed["games"][0]["game"]), (&json!(1), &json!(id)));
    assert_eq!(listed["games"][0]["white_player"], "level:1");
    // Nothing is lost when the page is opened again.
    let before = [page.get("/api/games").1, page.get(&format!("/api/games/{id}")).1, listed];
    let mut again = page.reload();
    assert_eq!(again.faults, Vec::<String>::new());
    let after =
        [again.get("/api/games").1, again.get(&format!("/api/games/{id}")).1, again.get("/api/library").1];
    assert_eq!(before, after);
    let (_, new) = again.post("/api/games", two_people());
    assert!(new["game"]["id"].as_i64().unwrap() > id, "no number is given twice");
}

#[test]
fn an_answer_waits_for_its_pause_and_a_player_rests_when_nobody_looks_on() {
    let mut page = Page::new();
    let (_, created) = page.post("/api/games", against("level:2"));
    let id = created["game"]["id"].clone();
    page.open(7, &format!("/api/games/{id}/live"));
    let wish = json!({ "ply": 0, "move": "f5", "pause": 700 });
    let (_, game) = page.post(&format!("/api/games/{id}/moves"), wish);
    assert_eq!((&game["thinking"], page.jobs.len()), (&json!(true), 1));
    assert_eq!(page.jobs[0].1["player"], "level:2");
    let begun = page.now;
    assert!(page.think());
    let plies = |page: &mut Page| page.get(&format!("/api/games/{id}")).1["plies"].as_array().unwrap().len();
    assert_eq!(plies(&mut page), 1, "it waits");
    assert!(page.wake());
    assert_eq!((plies(&mut page), page.now - begun), (2, 700));
    // What the pause took is not the computer's time.
    let (_, game) = page.get(&format!("/api/games/{id}"));
    assert!(game["plies"][1]["milliseconds"].as_i64().unwrap() < 100, "{game}");
    page.post(
        &format!("/api/games/{id}/moves"),
        json!({ "ply": 2, "move": game["position"]["legal"][0]["square"] }),
    );
    page.hear(json!({ "event": "close", "socket": 7 }));
    assert!(page.jobs.is_empty(), "nobody looks on");
    page.get(&format!("/api/games/{id}"));
    assert_eq!(page.jobs.len(), 1, "a visit wakes it");
}

#[test]
fn a_flag_falls_also_while_the_page_is_closed() {
    let mut page = Page::new();
    let mut wish = two_people();
    wish["clock"] = json!({ "initial": 5, "increment": 1 });
    let (_, created) = page.post("/api/games", wish);
    let id = created["game"]["id"].clone();
    page.now += 2000;
    let (_, game) = page.post(&format!("/api/games/{id}/moves"), json!({ "ply": 0, "move": "f5" }));
    assert_eq!((&game["clock"]["black"], &game["clock"]["white"]), (&json!(4000), &json!(5000)));
    page.now += 5500;
    let mut page = page.reload();
    let (_, game) = page.get(&format!("/api/games/{id}"));
    assert_eq!((&game["result"]["reason"], &game["result"]["winner"]), (&json!("time"), &json!("black")));
    let (status, refused) = page.post(&format!("/api/games/{id}/moves"), json!({ "ply": 1, "move": "d6" }));
    assert_eq!((status, &refused["code"]), (409, &json!("time-over")));
}

#[test]
fn thoughts_are_told_and_hints_answered_by_jobs() {
    let mut page = Page::new();
    let (_, created) = page.post("/api/games", against("level:3"));
    let id = created["game"]["id"].clone();
    page.open(1, &format!("/api/games/{id}/live"));
    let (status, hint) = page.post(&format!("/api/games/{id}/hint"), Value::Null);
    assert_eq!((status, hint["equal"].as_array().unwrap().len()), (200, 4));
    page.post(&format!("/api/games/{id}/moves"), json!({ "ply": 0, "move": "f5" }));
    let job = page.jobs[0].0;
    let line = json!({ "depth": 3, "score": -1, "exact": false, "best": "d6", "nodes": 12 });
    page.hear(json!({ "event": "report", "job": job, "now": page.now + 20, "line": line }));
    let thought = page.heard(1).pop().unwrap();
    assert_eq!(thought["type"], "thought");
    assert_eq!((&thought["thought"]["best"], &thought["thought"]["side"]), (&json!("d6"), &json!("white")));
    // Taking the move back stops whoever thinks.
    page.post(&format!("/api/games/{id}/undo"), Value::Null);
    assert_eq!((page.cancelled.last(), page.jobs.is_empty()), (Some(&job), true));
    let (_, lines) = page.post("/api/think", json!({ "text": "f5d6", "seconds": 0.05 }));
    assert_eq!(lines, Value::Null);
    let last: Value = serde_json::from_str(page.chunks.last().unwrap()).unwrap();
    assert_eq!(last["type"], "end");
}

#[test]
fn what_cannot_be_read_is_told_and_left_where_it_is() {
    let mut page = Page::new();
    page.post("/api/games", two_people());
    let mut kept = page.kept.clone();
    kept.insert("games/77".to_owned(), b"{\"version\":1".to_vec());
    kept.insert("games/78".to_owned(), b"{\"version\":9}".to_vec());
    kept.insert("attic/1".to_owned(), Vec::new());
    let mut page = Page::with(kept, page.now);
    assert_eq!(page.faults.len(), 3, "{:?}", page.faults);
    assert_eq!(page.get("/api/games").1.as_array().unwrap().len(), 1);
    assert!(page.kept.contains_key("games/77"));
}

#[test]
fn what_only_a_server_does_says_so() {
    let mut page = Page::new();
    for (method, path) in
        [("GET", "/api/lobby"), ("POST", "/api/accounts"), ("GET", "/api/club"), ("GET", "/api/lab/runs")]
    {
        let (status, refused) = page.ask(method, path, &Value::Null);
        assert_eq!((status, &refused["code"]), (501, &json!("needs-server")), "{path}");
    }
    assert_eq!(page.get("/api/me").1["shared"], false);
    let mut wish = two_people();
    wish["invite"] = json!("white");
    assert_eq!(page.post("/api/games", wish).0, 501);
    page.open(3, "/api/lobby/live");
    assert_eq!(page.heard(3), [Value::Null], "it is shut");
}
