//! The studio of a device answers what a server answers: the same requests are sent to both.

use std::collections::BTreeMap;

use outflank_wasm::desk::Desk;
use serde_json::{Value, json};

use crate::bench::{Bench, two_people};

/// A server and a device that are asked the same.
struct Both {
    bench: Bench,
    desk: Desk,
    now: i64,
    timers: Vec<u64>,
    requests: u64,
    /// Names that differ, as the server and the device call them.
    names: BTreeMap<String, String>,
    /// The numbers of the device, by what is numbered and the numbers of the server, which leaves some out.
    numbers: BTreeMap<(Numbered, i64), i64>,
}

/// What has numbers of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Numbered {
    Game,
    Card,
    Repertoire,
}

impl Numbered {
    /// Tells what the number of an object is the number of.
    fn of(fields: &serde_json::Map<String, Value>) -> Numbered {
        match () {
            () if fields.contains_key("strength") && fields.contains_key("kind") => Numbered::Card,
            () if fields.contains_key("lines") && fields.contains_key("known") => Numbered::Repertoire,
            () => Numbered::Game,
        }
    }
}

/// What depends on the moment.
const MOMENTS: [&str; 6] = ["created", "updated", "added", "milliseconds", "nodes", "date"];

impl Both {
    async fn new() -> Both {
        let mut both = Both {
            bench: Bench::new().await,
            desk: Desk::new(),
            now: 1_700_000_000_000,
            timers: Vec::new(),
            requests: 0,
            names: BTreeMap::new(),
            numbers: BTreeMap::new(),
        };
        both.hear(&json!({ "event": "start", "now": both.now, "language": "en" }));
        both
    }

    /// Lets the device hear something and returns the answer to a request, if there is one.
    fn hear(&mut self, event: &Value) -> Option<(u16, Value)> {
        let effects: Vec<Value> = serde_json::from_str(&self.desk.hear(&event.to_string())).unwrap();
        let mut answer = None;
        for effect in effects {
            match effect["effect"].as_str().unwrap() {
                "answer" => {
                    let body = effect["body"].as_str().unwrap();
                    let body = serde_json::from_str(body).unwrap_or(Value::String(body.to_owned()));
                    answer = Some((effect["status"].as_u64().unwrap() as u16, body));
                }
                "timer" => self.timers.push(effect["timer"].as_u64().unwrap()),
                "job" => panic!("nothing here is searched: {effect}"),
                _ => {}
            }
        }
        answer
    }

    fn device(&mut self, method: &str, address: &str, body: &Value) -> (u16, Value) {
        let address =
            self.names.iter().fold(address.to_owned(), |text, (server, own)| text.replace(server, own));
        let (path, query) = address.split_once('?').unwrap_or((&address, ""));
        let path = &self.own_path(path);
        self.requests += 1;
        self.now += 7;
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let request = json!({ "event": "request", "id": self.requests, "now": self.now, "method": method,
            "path": path, "query": query, "body": body });
        let mut answer = self.hear(&request);
        while answer.is_none() {
            // The index of the explorer is made in slices.
            let timer = self.timers.remove(0);
            answer = self.hear(&json!({ "event": "timer", "timer": timer, "now": self.now }));
        }
        answer.unwrap()
    }

    /// Writes a path with the numbers of the device.
    fn own_path(&self, path: &str) -> String {
        let mut of = None;
        let part = |part: &str| {
            let number = of.zip(part.parse::<i64>().ok());
            of = match part {
                "cards" => Some(Numbered::Card),
                "repertoires" => Some(Numbered::Repertoire),
                "games" | "library" => Some(Numbered::Game),
                _ => None,
            };
            let own = number.and_then(|key| self.numbers.get(&key));
            own.map_or_else(|| part.to_owned(), ToString::to_string)
        };
        path.split('/').map(part).collect::<Vec<_>>().join("/")
    }

    /// Takes out the numbers of two answers, which must belong together always or never.
    fn pair(&mut self, server: &mut Value, device: &mut Value) {
        match (server, device) {
            (Value::Object(server), Value::Object(device)) => {
                let own = Numbered::of(server);
                for (name, value) in server.iter_mut() {
                    let Some(other) = device.get_mut(name) else { continue };
                    let of = match name.as_str() {
                        "id" => own,
                        "card" => Numbered::Card,
                        "key" | "game" | "entry" => Numbered::Game,
                        _ => {
                            self.pair(value, other);
                            continue;
                        }
                    };
                    let (Some(number), Some(there)) = (value.as_i64(), other.as_i64()) else {
                        self.pair(value, other);
                        continue;
                    };
                    let known = *self.numbers.entry((of, number)).or_insert(there);
                    assert_eq!(known, there, "{of:?} {number} is {known} on the device");
                    (*value, *other) = (Value::Null, Value::Null);
                }
            }
            (Value::Array(server), Value::Array(device)) => {
                server.iter_mut().zip(device).for_each(|(one, other)| self.pair(one, other));
            }
            _ => {}
        }
    }

    /// Asks both; they must agree but for moments and names that are drawn. Returns what the server says.
    async fn ask(&mut self, method: &str, address: &str, body: Value) -> Value {
        let (status, mut server) = self.bench.send(method, address, None, &body).await;
        let (own_status, mut device) = self.device(method, address, &body);
        let said = server.clone();
        if let (Some(one), Some(other)) = (server["slug"].as_str(), device["slug"].as_str()) {
            self.names.insert(one.to_owned(), other.to_owned());
        }
        self.pair(&mut server, &mut device);
        mask(&mut server);
        mask(&mut device);
        assert_eq!((status.as_u16(), server), (own_status, device), "{method} {address} {body}");
        said
    }
}

/// Takes out what depends on the moment, and the sentences of refusals, which are for people.
fn mask(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if fields.contains_key("code") {
                fields.remove("message");
            }
            for (name, field) in fields.iter_mut() {
                let is_drawn = name == "slug" || MOMENTS.contains(&name.as_str());
                if is_drawn { *field = Value::Null } else { mask(field) }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(mask),
        // A number so large is a moment.
        Value::Number(number) if number.as_i64().is_some_and(|number| number > 1_000_000_000_000) => {
            *value = Value::Null;
        }
        _ => {}
    }
}

#[tokio::test]
async fn games_of_a_device_are_those_of_a_server() {
    let mut both = Both::new().await;
    both.ask("GET", "/api/me", Value::Null).await;
    both.ask("POST", "/api/positions", json!({ "text": "f5d6c3" })).await;
    both.ask("POST", "/api/positions", json!({ "text": "f5f5" })).await;
    both.ask("POST", "/api/positions", json!({ "txet": "" })).await;
    both.ask("POST", "/api/line", json!({ "text": "f5", "moves": ["d6", "c3"] })).await;
    both.ask("POST", "/api/line", json!({ "text": "f5", "moves": ["a1"] })).await;
    let created = both.ask("POST", "/api/games", two_people()).await;
    assert_eq!(created["game"]["id"], 1);
    for (ply, played) in ["f5", "a1", "d6", "pass", "c3"].into_iter().enumerate() {
        let ply = ply - usize::from(ply > 1) - usize::from(ply > 3);
        both.ask("POST", "/api/games/1/moves", json!({ "ply": ply, "move": played })).await;
    }
    both.ask("POST", "/api/games/1/moves", json!({ "ply": 1, "move": "d3" })).await;
    for action in ["undo", "redo", "redo", "undo", "restart", "undo", "redo", "resign", "resign", "restart"] {
        both.ask("POST", &format!("/api/games/1/{action}"), Value::Null).await;
    }
    both.ask("GET", "/api/games/1", Value::Null).await;
    both.ask("PATCH", "/api/games/1", json!({ "name": " First ", "pace": 300 })).await;
    both.ask("PATCH", "/api/games/1", json!({ "pace": 99_999 })).await;
    both.ask("PATCH", "/api/games/1", json!({ "paused": true })).await;
    for format in ["transcript", "pgn", "sgf", "ggf", "report", "log", "wthor", "tea"] {
        let address = format!("/api/games/1/export?format={format}");
        both.ask("GET", &address, Value::Null).await;
    }
    both.ask("POST", "/api/games/1/rematch", Value::Null).await;
    both.ask("POST", "/api/games/1/edit", json!({ "position": "f5d6c3d3c4" })).await;
    both.ask("POST", "/api/games/1/computer-move", json!({ "player": "nobody" })).await;
    for wish in [
        json!({ "black": { "player": "human" }, "white": { "player": "exec:ls" } }),
        json!({ "black": { "player": "human", "name": "x".repeat(81) }, "white": { "player": "human" } }),
        json!({ "black": { "player": "human" }, "white": { "player": "human" }, "clock": { "initial": 0 } }),
        json!({ "black": { "player": "human" }, "white": { "player": "human" }, "start": "f5d6", "balanced": true }),
        json!({ "black": { "player": "human" }, "white": { "player": "human" }, "start": "f5d6", "saved": false }),
    ] {
        both.ask("POST", "/api/games", wish).await;
    }
    both.ask("POST", "/api/import", json!({ "text": "f5d6c3\nf5f6e6f4" })).await;
    both.ask("GET", "/api/games", Value::Null).await;
    both.ask("DELETE", "/api/games/2", Value::Null).await;
    both.ask("DELETE", "/api/games/2", Value::Null).await;
    both.ask("GET", "/api/games/2", Value::Null).await;
    both.ask("POST", "/api/minimax", json!({ "text": "f5", "depth": 9 })).await;
    both.ask("POST", "/api/analyze", json!({ "text": "f5", "seconds": 900 })).await;
    both.ask("POST", "/api/explain", json!({ "text": "f5", "move": "a1" })).await;
}

/// Games as files have them: with names, years and results, and one that says less.
const GAMES: &str = "(;GM[Othello]PC[Paris]DT[2001.05.06]PB[Ann]PW[Ben]RE[+4]TI[0]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6]B[c3];)\n\
    (;GM[Othello]PC[Rome]DT[2003]PB[Ben]PW[Cid]RE[-10]TI[0]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[f6]B[e6];)\n\
    (;GM[Othello]PC[Oslo]DT[1999]PB[Dan]PW[Ann]RE[0]TI[0]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[c4]W[c3]B[d3];)\n";

#[tokio::test]
async fn the_library_and_the_studies_of_a_device_are_those_of_a_server() {
    let mut both = Both::new().await;
    let report = both.ask("POST", "/api/library/import", json!({ "text": GAMES })).await;
    assert_eq!((&report["added"], &report["bad"]), (&json!(3), &json!(0)), "{report}");
    both.ask("POST", "/api/library/import", json!({ "text": GAMES })).await;
    both.ask("POST", "/api/library/import", json!({ "text": "f5d6c3" })).await;
    both.ask("POST", "/api/library/import", json!({ "text": "f5d6c3d3c4" })).await;
    let begun = both.ask("POST", "/api/games", two_people()).await;
    let game = format!("/api/games/{}", begun["game"]["id"]);
    both.ask("POST", &format!("{game}/moves"), json!({ "ply": 0, "move": "d3" })).await;
    both.ask("POST", &format!("{game}/resign"), Value::Null).await;
    both.ask("GET", &game, Value::Null).await;
    for query in [
        "",
        "sort=date&rising=true",
        "sort=black",
        "sort=white&limit=2&offset=1",
        "sort=score",
        "sort=length&rising=true",
        "sort=colour",
        "player=ann",
        "player=ann&colour=white",
        "player=ann&outcome=won",
        "player=ben&opponent=cid",
        "outcome=draw",
        "outcome=perhaps",
        "search=RO",
        "since=2001&until=2001-05",
        "until=2000",
        "since=may",
        "opening=f5d6",
        "opening=tiger",
        "kind=human",
        "human_human=true",
        "human_human=false",
        "deleted=true",
        "nothing=1",
    ] {
        both.ask("GET", &format!("/api/library?{query}"), Value::Null).await;
    }
    both.ask("GET", "/api/library/1", Value::Null).await;
    both.ask("GET", "/api/library/99", Value::Null).await;
    both.ask("PATCH", "/api/library/1", json!({ "notes": "Sharp.", "tags": ["b", "a"] })).await;
    both.ask("PATCH", "/api/library/1", json!({ "tags": [" "] })).await;
    both.ask("GET", "/api/library/tags", Value::Null).await;
    both.ask("GET", "/api/library?tag=a", Value::Null).await;
    both.ask("DELETE", "/api/library/2", Value::Null).await;
    for query in [
        "",
        "?moves=f5",
        "?moves=c4",
        "?moves=f5d6c3&shared=true",
        "?player=ann&colour=black",
        "?since=2002",
        "?moves=a1",
    ] {
        both.ask("GET", &format!("/api/explorer{query}"), Value::Null).await;
    }
    both.ask("POST", "/api/library/2/restore", Value::Null).await;
    for format in ["pgn", "ggf", "sgf", "transcript"] {
        both.ask("GET", &format!("/api/library/1/export?format={format}"), Value::Null).await;
        both.ask("GET", &format!("/api/library/export?format={format}&player=ann"), Value::Null).await;
    }
    let study = both.ask("POST", "/api/studies", json!({ "text": "f5d6c3", "title": " Lines " })).await;
    let slug = study["slug"].as_str().unwrap().to_owned();
    let address = format!("/api/studies/{slug}");
    let mut tree = study["tree"].clone();
    tree["nodes"][1]["comment"] = json!("The only first move.");
    let change = json!({ "revision": 1, "title": "Lines", "black": "", "white": "", "tree": tree });
    both.ask("PUT", &address, change.clone()).await;
    both.ask("PUT", &address, change).await;
    both.ask("GET", &address, Value::Null).await;
    both.ask("GET", &format!("{address}/export?format=pgn"), Value::Null).await;
    both.ask("GET", &format!("{address}/export?format=transcript"), Value::Null).await;
    both.ask("POST", "/api/studies", json!({ "entry": 1, "tree": study["tree"] })).await;
    both.ask("POST", "/api/studies", json!({ "entry": 1, "tree": study["tree"] })).await;
    both.ask("POST", "/api/studies", json!({})).await;
    both.ask("GET", "/api/library/1/export?format=sgf", Value::Null).await;
    both.ask("GET", "/api/studies", Value::Null).await;
    both.ask("DELETE", &address, Value::Null).await;
    both.ask("GET", &address, Value::Null).await;
}

#[tokio::test]
async fn lessons_openings_and_the_book_of_a_device_are_those_of_a_server() {
    let mut both = Both::new().await;
    // Days of the week are told.
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    both.now = i64::try_from(now.as_millis()).unwrap();
    both.ask("GET", "/api/learn?offset=60", Value::Null).await;
    both.ask("GET", "/api/learn?offset=60&hour=4&colour=red", Value::Null).await;
    for name in ["outflank", "corners", "mobility", "edges", "parity", "counting", "traps", "none"] {
        let address = format!("/api/learn/lessons/{name}");
        both.ask("GET", &address, Value::Null).await;
        both.ask("PUT", &address, json!({ "steps": 99 })).await;
    }
    both.ask("PUT", "/api/learn/lessons/corners", json!({ "steps": 1 })).await;
    for wish in [
        json!({ "name": " Tiger ", "side": "black", "lines": ["f5d6c3d3c4f4"] }),
        json!({ "name": "Grown", "side": "white", "lines": ["f5d6"], "grow": true }),
        json!({ "name": "By the book", "side": "black", "lines": ["f5f6"], "book": 8 }),
        json!({ "side": "black", "lines": ["f5a1"] }),
        json!({ "side": "black", "lines": [] }),
        json!({ "side": "black", "lines": [], "games": true }),
        json!({ "side": "black", "lines": ["f5"], "name": "x".repeat(61) }),
        json!({ "side": "red" }),
    ] {
        both.ask("POST", "/api/learn/repertoires", wish).await;
    }
    for id in 1..=4 {
        both.ask("GET", &format!("/api/learn/repertoires/{id}"), Value::Null).await;
    }
    both.ask("POST", "/api/learn/repertoires/1/step", json!({ "moves": "" })).await;
    both.ask("POST", "/api/learn/repertoires/1/step", json!({ "moves": "f5d6c3d3c4f4" })).await;
    both.ask("POST", "/api/learn/repertoires/1/step", json!({ "moves": "f5", "move": "f5" })).await;
    both.ask("POST", "/api/learn/repertoires/9/step", json!({ "moves": "" })).await;
    both.ask("GET", "/api/learn/cards", Value::Null).await;
    // What the trainer has not asked yet is not due, but there.
    let all = both.ask("GET", "/api/learn/export", Value::Null).await;
    let cards = all["cards"].as_array().unwrap();
    assert!(cards.len() >= 3, "{all}");
    for card in cards.iter().take(3) {
        let address = format!("/api/learn/cards/{}", card["id"]);
        let hint = both.ask("GET", &format!("{address}/hint"), Value::Null).await;
        assert!(!hint["squares"].as_array().unwrap().is_empty());
        both.ask("POST", &format!("{address}/answer"), json!({ "move": "a9", "milliseconds": 1 })).await;
        both.ask("POST", &format!("{address}/answer"), json!({ "move": "h8", "milliseconds": 1 })).await;
    }
    let first = json!({ "move": "f5", "milliseconds": 2500 });
    let start = cards.iter().find(|card| card["number"] == 1).unwrap();
    both.ask("POST", &format!("/api/learn/cards/{}/answer", start["id"]), first).await;
    both.ask("GET", "/api/learn/cards/999/hint", Value::Null).await;
    both.ask("DELETE", "/api/learn/repertoires/2", Value::Null).await;
    both.ask("DELETE", "/api/learn/cards/1", Value::Null).await;
    both.ask("GET", "/api/learn", Value::Null).await;
    both.ask("GET", "/api/learn/progress", Value::Null).await;
    for format in ["json", "csv", "xml"] {
        both.ask("GET", &format!("/api/learn/export?format={format}"), Value::Null).await;
    }
    for query in
        ["", "?moves=f5", "?moves=f5d6c3d3c4f4c5", "?moves=f5f4", "?position=start", "?moves=a1", "?x=1"]
    {
        both.ask("GET", &format!("/api/book{query}"), Value::Null).await;
    }
}
