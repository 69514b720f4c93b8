//! Tournaments between people who play here: entries, games, results that come by themselves, rights.

use std::time::Duration;

use axum::http::StatusCode;
use outflank_server::ClientQuotas;
use serde_json::{Value, json};

use super::{Browser, Site};
use crate::postgres;

/// The players in the order of entry.
const NAMES: [&str; 4] = ["Ada", "Ben", "Cid", "Dee"];

/// A tournament with an organiser and four players, of whom the first two use one server and the others
/// another.
struct Event {
    sites: [Site; 2],
    organiser: Browser,
    players: Vec<Browser>,
    path: String,
}

impl Event {
    async fn new(sites: [Site; 2]) -> Event {
        let site = &sites[0];
        let mut organiser = site.account("Olga", "198.51.100.1").await;
        let mut guest = site.guest("198.51.100.2").await;
        let clock = json!({ "initial": 300, "increment": 2 });
        let wish =
            json!({ "name": "Spring Cup", "system": "swiss", "rounds": 2, "online": true, "clock": clock });
        assert_eq!(site.post(&mut guest, "/api/club", wish.clone()).await.body["code"], "log-in");
        let made = site.post(&mut organiser, "/api/club", wish).await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.body);
        let path = format!("/api/club/{}", made.body["slug"].as_str().unwrap());
        assert_eq!(site.post(&mut guest, &format!("{path}/entry"), json!({})).await.body["code"], "log-in");
        let mut players = Vec::new();
        for (number, name) in NAMES.iter().enumerate() {
            let mut player = site.account(name, &format!("198.51.100.{}", 10 + number)).await;
            let entered = sites[number / 2].post(&mut player, &format!("{path}/entry"), json!({})).await;
            assert_eq!((entered.status, &entered.body["own"]), (StatusCode::OK, &json!(number + 1)));
            players.push(player);
        }
        let names = json!({ "names": ["Eve"] });
        let typed = site.post(&mut organiser, &format!("{path}/entrants"), names).await;
        assert_eq!(typed.body["code"], "needs-account", "who plays here has an account");
        Event { sites, organiser, players, path }
    }

    /// Asks as the organiser, where that must be possible.
    async fn organise(&mut self, method: &str, rest: &str, body: Value) -> Value {
        let path = format!("{}{rest}", self.path);
        let answer = self.sites[0].ask(&mut self.organiser, method, &path, &body).await;
        assert!(answer.status.is_success(), "{method} {path}: {} {}", answer.status, answer.body);
        answer.body
    }

    /// Asks as a player, by number from one, on their own server.
    async fn ask(&mut self, player: u64, method: &str, path: &str, body: Value) -> super::Answer {
        let index = player as usize - 1;
        self.sites[index / 2].ask(&mut self.players[index], method, path, &body).await
    }

    /// Makes the first two moves of a board, so that its game has begun.
    async fn begin(&mut self, board: &Value) {
        let path = format!("/api/games/{}/moves", board["game"]["id"]);
        for (ply, (side, played)) in [("black", "f5"), ("white", "d6")].into_iter().enumerate() {
            let mover = board[side].as_u64().unwrap();
            let moved = self.ask(mover, "POST", &path, json!({ "ply": ply, "move": played })).await;
            assert_eq!(moved.status, StatusCode::OK, "{}", moved.body);
        }
    }

    /// Waits until the tournament is as it should be, as somebody sees it who only asks for its revision.
    async fn until(&mut self, what: impl Fn(&Value) -> bool) -> Value {
        let mut stranger = Browser::from("192.0.2.7");
        let mut seen = -1;
        for _ in 0..200 {
            let site = &self.sites[1];
            let revision = site.get(&mut stranger, &format!("{}/revision", self.path)).await.body;
            if revision["revision"].as_i64().unwrap() != seen {
                let shown = site.get(&mut stranger, &self.path).await.body;
                seen = shown["revision"].as_i64().unwrap();
                if what(&shown) {
                    return shown;
                }
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the tournament did not become what it should");
    }
}

async fn a_tournament_is_played_here(sites: [Site; 2]) {
    let mut event = Event::new(sites).await;
    let mut stranger = Browser::from("192.0.2.1");
    let path = event.path.clone();
    let others = event.ask(1, "POST", &format!("{path}/rounds"), json!({ "round": 1 })).await;
    assert_eq!(others.body["code"], "forbidden", "only the organiser pairs");
    let shown = event.organise("POST", "/rounds", json!({ "round": 1 })).await;
    let again =
        event.sites[0].post(&mut event.organiser, &format!("{path}/rounds"), json!({ "round": 1 })).await;
    assert_eq!(again.body["code"], "moved-on", "who asks twice pairs once");
    let boards = shown["rounds"][0]["boards"].as_array().unwrap().clone();
    assert_eq!(boards.len(), 2);
    // Everybody finds the game on the page Play, and nobody else may move in it.
    for number in 1..=4 {
        let turns = event.ask(number, "GET", "/api/club/games", Value::Null).await.body;
        assert_eq!(turns.as_array().unwrap().len(), 1, "{turns}");
        let met = (number + 1) % 4 + 1;
        assert_eq!(turns[0]["opponent"], NAMES[met as usize - 1], "the upper half meets the lower");
        let listed = event.ask(number, "GET", "/api/games", Value::Null).await.body;
        assert_eq!(listed[0]["id"], turns[0]["game"]);
    }
    let first = &boards[0];
    let game = format!("/api/games/{}", first["game"]["id"]);
    assert_eq!(event.sites[0].get(&mut stranger, &game).await.body["code"], "forbidden");
    stranger.key = first["game"]["key"].as_str().map(str::to_owned);
    assert_eq!(
        event.sites[0].get(&mut stranger, &game).await.status,
        StatusCode::OK,
        "the link lets look on"
    );
    let mover = json!({ "ply": 0, "move": "f5" });
    assert_eq!(
        event.sites[0].post(&mut stranger, &format!("{game}/moves"), mover.clone()).await.body["code"],
        "forbidden"
    );
    let deleted = event.sites[0].ask(&mut event.organiser, "DELETE", &game, &Value::Null).await;
    assert_eq!(deleted.body["code"], "forbidden", "a game of a tournament is nobody's to delete");

    // A game that is over gives its result by itself, on whichever server it ended; once.
    event.begin(first).await;
    let resigned =
        event.ask(first["white"].as_u64().unwrap(), "POST", &format!("{game}/resign"), json!({})).await;
    assert_eq!(resigned.status, StatusCode::OK, "{}", resigned.body);
    let shown = event.until(|shown| shown["rounds"][0]["boards"][0]["result"]["black"] == 64).await;
    assert_eq!(shown["state"], "running");
    // One that never began is the organiser's to decide: another game, or a result.
    let second = &boards[1];
    let aborted = format!("/api/games/{}/resign", second["game"]["id"]);
    event.ask(second["black"].as_u64().unwrap(), "POST", &aborted, json!({})).await;
    event.until(|shown| shown["rounds"][0]["boards"][1]["game"]["state"] == "aborted").await;
    let shown = event.organise("POST", "/rounds/1/boards/2/game", Value::Null).await;
    let anew = shown["rounds"][0]["boards"][1].clone();
    assert_eq!(anew["game"]["state"], "running");
    assert_ne!(anew["game"]["id"], second["game"]["id"]);
    event.begin(&anew).await;
    let shown = event.organise("PUT", "/rounds/1/boards/2", json!({ "black": 30, "white": 30 })).await;
    assert_eq!(
        (&shown["state"], &shown["rounds"][0]["boards"][1]["result"]["black"]),
        (&json!("between"), &json!(32))
    );
    let decided = event
        .ask(
            anew["black"].as_u64().unwrap(),
            "GET",
            &format!("/api/games/{}", anew["game"]["id"]),
            Value::Null,
        )
        .await;
    assert_eq!(decided.body["result"]["reason"], "adjudicated", "{}", decided.body);
    let journal = event.organise("GET", "/journal", Value::Null).await;
    let results: Vec<&Value> =
        journal.as_array().unwrap().iter().filter(|line| line["deed"]["round"] == 1).collect();
    assert_eq!(results.iter().filter(|line| line["deed"]["kind"] == "taken-over").count(), 1);
    assert_eq!((&results[0]["by"], &results[0]["deed"]["kind"]), (&json!("Olga"), &json!("result")));

    // Somebody leaves, somebody comes late, and the second round is played.
    let left = event.ask(4, "DELETE", &format!("{path}/entry"), Value::Null).await;
    assert_eq!(left.body["entrants"][3]["withdrawn"], true);
    let mut late = event.sites[1].account("Eve", "198.51.100.30").await;
    let entered = event.sites[1].post(&mut late, &format!("{path}/entry"), json!({})).await;
    assert_eq!(entered.body["own"], 5);
    let shown = event.organise("POST", "/rounds", json!({ "round": 2 })).await;
    let boards = shown["rounds"][1]["boards"].as_array().unwrap().clone();
    assert_eq!(boards.len(), 2, "{shown}");
    for (number, board) in boards.iter().enumerate() {
        let rest = format!("/rounds/2/boards/{}", number + 1);
        let bad = event.sites[0]
            .ask(&mut event.organiser, "PUT", &format!("{path}{rest}"), &json!({ "black": 40, "white": 25 }))
            .await;
        assert_eq!(bad.status, StatusCode::UNPROCESSABLE_ENTITY, "{board}");
        event.organise("PUT", &rest, json!({ "forfeit": "white" })).await;
    }
    let shown = event.organise("POST", "/end", Value::Null).await;
    assert_eq!((&shown["state"], shown["standings"].as_array().unwrap().len()), (&json!("over"), 5));
    let pgn = event.organise("GET", "/export?format=pgn", Value::Null).await;
    let text = pgn.as_str().unwrap();
    assert_eq!(text.matches("[Event \"Spring Cup\"]").count(), 2, "{text}");
    let csv = event.organise("GET", "/export?format=csv", Value::Null).await;
    assert!(
        csv.as_str().unwrap().starts_with("rank,number,name,points,brightwell,discs,round 1,round 2\r\n1,"),
        "{csv}"
    );
    let zip = event.organise("GET", "/export?format=wthor", Value::Null).await;
    assert!(zip.as_str().unwrap().starts_with("PK"), "an archive of WTHOR files");
    let odd = event.sites[0].get(&mut event.organiser, &format!("{path}/export?format=doc")).await;
    assert_eq!(odd.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_is_played_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("games.db").display());
    let one = Site::of(&url, folder, ClientQuotas::default()).await;
    let other =
        Site { app: one.app.clone(), store: one.store.clone(), url, _folder: tempfile::tempdir().unwrap() };
    a_tournament_is_played_here([one, other]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_is_played_on_two_servers_with_postgresql() {
    let server = postgres::Server::start();
    let site = async || Site::of(&server.url(), tempfile::tempdir().unwrap(), ClientQuotas::default()).await;
    a_tournament_is_played_here([site().await, site().await]).await;
}
