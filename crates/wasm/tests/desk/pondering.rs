//! Computer players that use the time of the person who is to move.

use serde_json::{Value, json};

use crate::page::Page;

/// Begins a game of a person with Black against a player.
fn against(page: &mut Page, player: &str) -> i64 {
    let wish = json!({ "black": { "player": "human" }, "white": { "player": player } });
    page.post("/api/games", wish).1["game"]["id"].as_i64().unwrap()
}

/// The tasks that wait to be done.
fn tasks(page: &Page) -> Vec<&str> {
    page.jobs.iter().map(|(_, task)| task["task"].as_str().unwrap()).collect()
}

#[test]
fn the_computer_ponders_for_those_who_look_on_and_want_it() {
    let mut page = Page::new();
    let id = against(&mut page, "engine:depth=4");
    let live = format!("/api/games/{id}/live");
    page.open(1, &live);
    assert!(page.jobs.is_empty(), "nobody wants it");
    page.open(2, &format!("{live}?ponder=true"));
    page.open(3, &format!("{live}?ponder=true"));
    assert_eq!(tasks(&page), ["ponder"], "once for all who want it");
    let (job, task) = page.jobs[0].clone();
    assert_eq!((&task["player"], &task["moves"]), (&json!("engine:depth=4"), &json!([])));
    assert_eq!((task["milliseconds"].as_u64(), page.games[&job]), (Some(60_000), id));
    let (_, game) = page.get(&format!("/api/games/{id}"));
    assert_eq!(game["thinking"], false, "it is the person's turn");
    page.hear(json!({ "event": "close", "socket": 2 }));
    assert_eq!(tasks(&page), ["ponder"], "somebody who wants it is there");
    page.hear(json!({ "event": "close", "socket": 3 }));
    assert_eq!((page.jobs.len(), page.cancelled.last()), (0, Some(&job)));
    page.hear(json!({ "event": "close", "socket": 1 }));
}

#[test]
fn pondering_follows_the_game_and_ends_with_it() {
    let mut page = Page::new();
    let id = against(&mut page, "level:2");
    page.open(1, &format!("/api/games/{id}/live?ponder=true"));
    let first = page.jobs[0].0;
    page.post(&format!("/api/games/{id}/moves"), json!({ "ply": 0, "move": "f5" }));
    assert_eq!((tasks(&page), page.cancelled.clone()), (vec!["move"], vec![first]));
    assert_eq!(page.games[&page.jobs[0].0], id, "the thinker that pondered moves");
    assert!(page.think());
    assert_eq!(tasks(&page), ["ponder"]);
    assert_eq!(page.jobs[0].1["moves"].as_array().unwrap().len(), 2);
    // It comes to its end while the person still thinks, and does not begin again.
    assert!(page.think());
    page.get(&format!("/api/games/{id}"));
    assert!(page.jobs.is_empty());
    // Going back is a change like any other.
    page.post(&format!("/api/games/{id}/undo"), Value::Null);
    assert_eq!(tasks(&page), ["ponder"]);
    page.post(&format!("/api/games/{id}/resign"), Value::Null);
    assert!(page.jobs.is_empty(), "the game is over");

    let other = against(&mut page, "level:2");
    page.open(2, &format!("/api/games/{other}/live?ponder=true"));
    assert_eq!(tasks(&page), ["ponder"]);
    page.ask("DELETE", &format!("/api/games/{other}"), &Value::Null);
    assert!(page.jobs.is_empty(), "the game is gone");
}

#[test]
fn nobody_ponders_who_has_no_use_for_it() {
    let mut page = Page::new();
    for player in ["greedy", "nea:depth=3", "human"] {
        let id = against(&mut page, player);
        page.open(id as u64, &format!("/api/games/{id}/live?ponder=true"));
        assert!(page.jobs.is_empty(), "{player}");
    }
    // A hint and the move that the computer makes for the person are not their time.
    let id = against(&mut page, "level:2");
    page.open(99, &format!("/api/games/{id}/live?ponder=true"));
    let wish = json!({ "player": "greedy" });
    page.begin("POST", &format!("/api/games/{id}/computer-move"), &wish);
    assert_eq!(tasks(&page), ["move"]);
}
