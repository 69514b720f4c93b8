//! Learning on this device: a game is played badly, reviewed and learned from; lessons, openings, the book.

use serde_json::{Value, json};

use crate::page::Page;

/// FFO #5: 14 empty squares.
const LATE: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--X";
const DAY: i64 = 24 * 60 * 60 * 1000;

/// Plays a game against a program that plays anything, always with the worst move, and returns its number.
fn badly_played(page: &mut Page) -> u64 {
    let wish = json!({ "black": { "player": "human" }, "white": { "player": "random" }, "start": LATE });
    let (status, made) = page.post("/api/games", wish);
    assert_eq!(status, 201, "{made}");
    let id = made["game"]["id"].as_u64().unwrap();
    let address = format!("/api/games/{id}");
    for _ in 0..60 {
        let (_, game) = page.get(&address);
        if !game["result"].is_null() {
            return id;
        }
        if game["position"]["side"] != "black" {
            assert!(page.think() || page.wake(), "{game}");
            continue;
        }
        let board = game["position"]["board"].as_str().unwrap();
        let (_, valued) = page.post("/api/analyze", json!({ "text": board, "best": 64, "seconds": 5 }));
        let worst = valued["moves"].as_array().unwrap().last().unwrap()["move"].clone();
        let ply = game["plies"].as_array().unwrap().len();
        let (status, played) = page.post(&format!("{address}/moves"), json!({ "ply": ply, "move": worst }));
        assert_eq!(status, 200, "{played}");
    }
    panic!("the game has no end")
}

/// Reviews a game until its passes are done.
fn review(page: &mut Page, game: u64) {
    page.open(1, "/api/review");
    page.say(1, &json!({ "type": "open", "game": game }));
    while page.think_of_pass() {}
    page.hear(json!({ "event": "close", "socket": 1 }));
}

#[test]
fn mistakes_of_a_reviewed_game_come_back_until_they_are_known() {
    let mut page = Page::new();
    let game = badly_played(&mut page);
    review(&mut page, game);
    let (_, today) = page.get("/api/learn");
    let cards = today["cards"].as_u64().unwrap();
    assert!(cards > 0, "the worst moves are no mistakes: {today}");
    assert_eq!((&today["due"], &today["progress"]["games"]), (&json!(0), &json!(1)), "not before a night");
    // A second review of the same game adds nothing.
    review(&mut page, game);
    assert_eq!(page.get("/api/learn").1["cards"], json!(cards));
    page.now += DAY;
    let (_, due) = page.get("/api/learn/cards");
    assert_eq!(due.as_array().unwrap().len() as u64, cards);
    let card = &due[0];
    assert_eq!((&card["kind"], &card["opponent"]), (&json!("mistake"), &json!("random")));
    let address = format!("/api/learn/cards/{}", card["id"]);
    let (_, hint) = page.get(&format!("{address}/hint"));
    assert!(!hint["squares"].as_array().unwrap().is_empty());
    // What was played in the game is wrong, and the engine says why.
    let wrong = json!({ "move": card["played"], "milliseconds": 4000 });
    let (status, told) = page.post(&format!("{address}/answer"), wrong);
    assert_eq!((status, &told["right"], &told["grade"]), (200, &json!(false), &json!("again")), "{told}");
    assert!(told["mistake"]["loss"].as_i64().unwrap() > 0, "{told}");
    let right = json!({ "move": told["answers"][0], "milliseconds": 4000 });
    let (_, told) = page.post(&format!("{address}/answer"), right);
    assert_eq!((&told["right"], &told["mistake"]), (&json!(true), &Value::Null));
    assert_eq!(page.post(&format!("{address}/answer"), json!({ "move": "z9", "milliseconds": 1 })).0, 422);
    let (_, progress) = page.get("/api/learn/progress");
    assert_eq!((&progress["answers"], &progress["right"]), (&json!(2), &json!(1)));
    let all = page.get("/api/learn/export").1;
    let mut page = page.reload();
    assert_eq!(page.get("/api/learn/export").1, all, "all is kept");
    assert_eq!(page.ask("DELETE", &address, &Value::Null).0, 204);
    assert_eq!(page.get(&format!("{address}/hint")).0, 404);
}

#[test]
fn lessons_and_repertoires_are_kept_and_trained() {
    let mut page = Page::new();
    let (_, today) = page.get("/api/learn");
    let lesson = today["lessons"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(page.ask("PUT", &format!("/api/learn/lessons/{lesson}"), &json!({ "steps": 2 })).0, 204);
    assert_eq!(page.ask("PUT", &format!("/api/learn/lessons/{lesson}"), &json!({ "steps": 1 })).0, 204);
    assert_eq!(page.ask("PUT", "/api/learn/lessons/none", &json!({ "steps": 1 })).0, 404);
    let wish = json!({ "name": "Tiger", "side": "black", "lines": ["f5d6c3d3c4"], "grow": true });
    let (status, made) = page.post("/api/learn/repertoires", wish);
    assert_eq!((status, &made["name"]), (201, &json!("Tiger")));
    assert!(made["moves"].as_u64().unwrap() > 3, "replies that are played often are answered: {made}");
    let address = format!("/api/learn/repertoires/{}", made["id"]);
    let (_, begun) = page.post(&format!("{address}/step"), json!({ "moves": "" }));
    assert_eq!((&begun["moves"], &begun["finished"]), (&json!(""), &json!(false)));
    let (_, told) = page.post(&format!("{address}/step"), json!({ "moves": "", "move": "c4" }));
    assert_eq!((&told["right"], &told["days"].is_null()), (&json!(true), &false), "by symmetry: {told}");
    assert_eq!(told["values"].as_array().unwrap().len(), 4, "{told}");
    assert!(told["reply"].is_string(), "{told}");
    let (_, told) = page.post(&format!("{address}/step"), json!({ "moves": "f5d6", "move": "c4" }));
    assert_eq!((&told["right"], &told["expected"]), (&json!(false), &json!("c3")), "{told}");
    assert!(told["mistake"].is_object() || told["mistake"].is_null());
    let shown = page.get(&address).1;
    assert!(shown["coverage"][0]["share"].as_f64().unwrap() > 0.99, "{shown}");
    let mut page = page.reload();
    assert_eq!(page.get(&address).1, shown);
    assert_eq!(page.get("/api/learn").1["lessons"][0]["done"], 2);
    let held = json!({ "name": "", "side": "white", "lines": ["f5"], "book": 6 });
    assert_eq!(page.post("/api/learn/repertoires", held).0, 201);
    assert_eq!(page.ask("DELETE", &address, &Value::Null).0, 204);
    assert_eq!(page.get(&address).0, 404);
    let (_, book) = page.get("/api/book?moves=f5d6c3");
    assert!(book["positions"].as_u64().unwrap() > 50_000 && book["known"] == 3, "{book}");
}
