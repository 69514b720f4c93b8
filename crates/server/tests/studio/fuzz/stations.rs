//! What a walk through all operations asks for, subject by subject.

use std::time::Duration;

use outflank_rules::Color;
use outflank_store::SeatArrival;
use serde_json::{Value, json};

use super::walk::Walk;
use crate::people::{Browser, against_computer, invitation};

/// A stranger, a guest, somebody with an account, and the admin, as the askers stand.
const STRANGER: usize = 0;
const GUEST: usize = 1;
const ACCOUNT: usize = 2;
const ADMIN: usize = 3;

/// A board with few empty squares, whose endgame takes no time.
const LATE: &str = "OOOOOOOOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX-OXXXXX-- O";

impl Walk<'_> {
    /// Goes everywhere.
    pub(super) async fn all_stations(&mut self) {
        self.positions().await;
        self.own_games().await;
        self.games_of_two().await;
        self.lobby().await;
        self.club().await;
        self.library().await;
        self.laboratory().await;
        self.learning().await;
        self.studies().await;
        self.people().await;
    }

    /// Asks for several things that need no body.
    async fn look(&mut self, who: usize, paths: &[&str]) {
        for path in paths {
            self.ask(who, "GET", path, &[], Value::Null).await;
        }
    }

    async fn positions(&mut self) {
        let plain =
            ["/api/me", "/api/players", "/api/lobby", "/api/tournaments", "/api/lab/runs", "/api/lab/files"];
        self.look(GUEST, &plain).await;
        self.look(STRANGER, &["/healthz", "/readyz", "/api/assistant", "/api/puzzles", "/api/library/tags"])
            .await;
        self.look(STRANGER, &["/api/book?moves=f5", "/api/explorer?moves=f5&colour=black"]).await;
        let text = json!({ "text": "f5d6c3" });
        for path in ["/api/positions", "/api/import"] {
            self.ask(GUEST, "POST", path, &[], text.clone()).await;
        }
        let line = json!({ "text": "f5", "moves": ["d6", "c3"] });
        self.ask(GUEST, "POST", "/api/line", &[], line).await;
        let analysis = json!({ "text": LATE, "seconds": 0.05, "best": 1 });
        self.ask(GUEST, "POST", "/api/analyze", &[], analysis).await;
        let board = "-----X-------X---XXOOOOXX-XXOOXX-XXOOOOX--XOXOOO-XOXXXOOXXXXXXXOX";
        self.ask(GUEST, "POST", "/api/explain", &[], json!({ "text": board, "move": "h2" })).await;
        self.ask(GUEST, "POST", "/api/think", &[], json!({ "text": "f5", "seconds": 0.02 })).await;
        self.ask(GUEST, "POST", "/api/minimax", &[], json!({ "text": "f5", "depth": 2, "breadth": 2 })).await;
        let question = json!({ "question": "What is the score?", "text": "f5d6c3", "language": "en" });
        self.ask(GUEST, "POST", "/api/assistant", &[], question).await;
        // With PostgreSQL there is no place beside the database for it.
        if !self.site.store.is_shared() {
            let endpoint = json!({ "url": "http://127.0.0.1:9/v1", "model": "none" });
            self.ask(ADMIN, "PUT", "/api/assistant/endpoint", &[], endpoint).await;
            self.ask(ADMIN, "DELETE", "/api/assistant/endpoint", &[], Value::Null).await;
        }
    }

    async fn game(&mut self, wish: Value) -> (String, Value) {
        let made = self.ask(ACCOUNT, "POST", "/api/games", &[], wish).await;
        (made["game"]["id"].to_string(), made)
    }

    async fn moves(&mut self, who: usize, id: &str, from: usize, moves: &[&str]) {
        for (ply, played) in moves.iter().enumerate() {
            let step = json!({ "ply": from + ply, "move": played });
            self.ask(who, "POST", "/api/games/{}/moves", &[id], step).await;
        }
    }

    async fn own_games(&mut self) {
        self.game(against_computer()).await;
        let human = json!({ "player": "human" });
        let (id, _) = self.game(json!({ "black": human, "white": human })).await;
        self.moves(ACCOUNT, &id, 0, &["f5", "d6", "c3"]).await;
        for deed in ["undo", "redo", "hint", "share"] {
            self.ask(ACCOUNT, "POST", &format!("/api/games/{{}}/{deed}"), &[&id], Value::Null).await;
        }
        self.ask(ACCOUNT, "DELETE", "/api/games/{}/share", &[&id], Value::Null).await;
        self.ask(ACCOUNT, "POST", "/api/games/{}/computer-move", &[&id], json!({ "player": "random" })).await;
        self.ask(ACCOUNT, "PATCH", "/api/games/{}", &[&id], json!({ "name": "Friday", "pace": 0 })).await;
        self.ask(ACCOUNT, "POST", "/api/games/{}/edit", &[&id], json!({ "position": LATE })).await;
        self.ask(ACCOUNT, "POST", "/api/games/{}/restart", &[&id], Value::Null).await;
        self.ask(ACCOUNT, "GET", "/api/games/{}/export?format=ggf", &[&id], Value::Null).await;
        let game = self.ask(ACCOUNT, "GET", "/api/games/{}", &[&id], Value::Null).await;
        let legal = game["position"]["legal"][0]["square"].as_str().unwrap_or_default().to_owned();
        self.moves(ACCOUNT, &id, 0, &[&legal]).await;
        self.ask(ACCOUNT, "POST", "/api/games/{}/resign", &[&id], Value::Null).await;
        self.ask(ACCOUNT, "POST", "/api/games/{}/rematch", &[&id], Value::Null).await;
        self.ask(ACCOUNT, "DELETE", "/api/games/{}", &[&id], Value::Null).await;
        self.look(ACCOUNT, &["/api/games", "/api/studies", "/api/club/games"]).await;
        self.ask(GUEST, "GET", "/api/people/{}", &["Ada"], Value::Null).await;
    }

    /// Two meet by a link: the guest comes to the game of the account.
    async fn shared_game(&mut self, clock: u32) -> String {
        let mut wish = invitation();
        wish["clock"] = json!({ "initial": clock });
        let (id, made) = self.game(wish).await;
        let join = json!({ "invitation": made["invitation"], "name": "Bob" });
        let joined = self.ask(GUEST, "POST", "/api/games/{}/join", &[&id], join).await;
        self.people[GUEST].key = joined["key"].as_str().map(str::to_owned);
        self.moves(ACCOUNT, &id, 0, &["f5"]).await;
        self.moves(GUEST, &id, 1, &["d6"]).await;
        id
    }

    async fn games_of_two(&mut self) {
        let id = self.shared_game(300).await;
        let offer = json!({ "deed": "offer", "kind": "adjourn" });
        self.ask(ACCOUNT, "POST", "/api/games/{}/offers", &[&id], offer).await;
        self.ask(GUEST, "POST", "/api/games/{}/chat", &[&id], json!({ "text": "Hello" })).await;
        self.ask(ACCOUNT, "GET", "/api/games/{}/chat", &[&id], Value::Null).await;
        self.ask(ACCOUNT, "POST", "/api/games/{}/report", &[&id], Value::Null).await;
        self.ask(ACCOUNT, "PUT", "/api/games/{}/chat", &[&id], json!({ "on": false })).await;
        let reports = self.ask(ADMIN, "GET", "/api/reports", &[], Value::Null).await;
        let report = reports[0]["id"].to_string();
        self.ask(ADMIN, "POST", "/api/reports/{}/close", &[&report], Value::Null).await;
        // Somebody was there, and has been gone for a quarter of four seconds.
        let id = self.shared_game(4).await;
        let game = id.parse().unwrap();
        let arrival = SeatArrival { game, side: Color::Black, server: "gone".to_owned(), connection: 1 };
        self.site.store.arrive(&arrival).await.unwrap();
        self.site.store.depart(&arrival).await.unwrap();
        tokio::time::sleep(Duration::from_millis(1100)).await;
        self.ask(GUEST, "POST", "/api/games/{}/claim", &[&id], json!({ "result": "draw" })).await;
        self.people[GUEST].key = None;
    }

    async fn lobby(&mut self) {
        let wish = json!({ "initial": 180, "increment": 2 });
        let seek = self.ask(ACCOUNT, "POST", "/api/lobby/seeks", &[], wish.clone()).await;
        let id = seek["seek"].to_string();
        self.ask(ACCOUNT, "DELETE", "/api/lobby/seeks/{}", &[&id], Value::Null).await;
        let seek = self.ask(ACCOUNT, "POST", "/api/lobby/seeks", &[], wish).await;
        let id = seek["seek"].to_string();
        self.ask(GUEST, "POST", "/api/lobby/seeks/{}/accept", &[&id], Value::Null).await;
    }

    async fn club(&mut self) {
        let cup = json!({ "name": "Cup", "system": "swiss", "rounds": 3 });
        let made = self.ask(ACCOUNT, "POST", "/api/club", &[], cup).await;
        let slug = made["slug"].as_str().unwrap_or_default().to_owned();
        let of = [slug.as_str()];
        let names = json!({ "names": ["Ann", "Ben", "Cid", "Dee"] });
        self.ask(ACCOUNT, "POST", "/api/club/{}/entrants", &of, names).await;
        self.ask(ACCOUNT, "PATCH", "/api/club/{}", &of, json!({ "rounds": 2 })).await;
        self.ask(ACCOUNT, "PATCH", "/api/club/{}/entrants/{}", &[&slug, "1"], json!({ "name": "Zoe" })).await;
        self.ask(ACCOUNT, "POST", "/api/club/{}/rounds", &of, json!({ "round": 1 })).await;
        self.ask(ACCOUNT, "DELETE", "/api/club/{}/rounds/{}", &[&slug, "1"], Value::Null).await;
        self.ask(ACCOUNT, "POST", "/api/club/{}/rounds", &of, json!({ "round": 1 })).await;
        for board in ["1", "2"] {
            let result = json!({ "black": 40, "white": 24 });
            self.ask(ACCOUNT, "PUT", "/api/club/{}/rounds/{}/boards/{}", &[&slug, "1", board], result).await;
        }
        self.ask(ACCOUNT, "POST", "/api/club/{}/end", &of, Value::Null).await;
        for path in [
            "/api/club/{}",
            "/api/club/{}/journal",
            "/api/club/{}/revision",
            "/api/club/{}/export?format=csv",
        ] {
            self.ask(ACCOUNT, "GET", path, &of, Value::Null).await;
        }
        self.look(GUEST, &["/api/club?offset=0"]).await;
        self.ask(ACCOUNT, "DELETE", "/api/club/{}", &of, Value::Null).await;
        // Played here, by the account and the admin.
        let cup = json!({ "name": "Open", "system": "swiss", "rounds": 1, "online": true, "clock": { "initial": 300 } });
        let made = self.ask(ADMIN, "POST", "/api/club", &[], cup).await;
        let slug = made["slug"].as_str().unwrap_or_default().to_owned();
        let of = [slug.as_str()];
        self.ask(ADMIN, "POST", "/api/club/{}/entry", &of, Value::Null).await;
        self.ask(ADMIN, "DELETE", "/api/club/{}/entry", &of, Value::Null).await;
        for who in [ACCOUNT, ADMIN] {
            self.ask(who, "POST", "/api/club/{}/entry", &of, Value::Null).await;
        }
        let paired = self.ask(ADMIN, "POST", "/api/club/{}/rounds", &of, json!({ "round": 1 })).await;
        let game = paired["rounds"][0]["boards"][0]["game"]["id"].to_string();
        self.ask(ACCOUNT, "POST", "/api/games/{}/resign", &[&game], Value::Null).await;
        for _ in 0..100 {
            let shown = self.site.get(&mut self.people[ADMIN], &format!("/api/club/{slug}")).await.body;
            if shown["rounds"][0]["boards"][0]["game"]["state"] == "aborted" {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let board = [slug.as_str(), "1", "1"];
        self.ask(ADMIN, "POST", "/api/club/{}/rounds/{}/boards/{}/game", &board, Value::Null).await;
    }

    async fn library(&mut self) {
        let text = json!({ "text": "f5d6c3d3c4\nf5f6e6f4\n" });
        self.ask(ADMIN, "POST", "/api/library/import", &[], text).await;
        let list = self.ask(ADMIN, "GET", "/api/library?limit=5", &[], Value::Null).await;
        let key = list["games"][0]["key"].to_string();
        self.ask(ADMIN, "PATCH", "/api/library/{}", &[&key], json!({ "notes": "good", "tags": ["club"] }))
            .await;
        self.ask(ADMIN, "GET", "/api/library/{}/export?format=pgn", &[&key], Value::Null).await;
        self.ask(ADMIN, "GET", "/api/library/{}", &[&key], Value::Null).await;
        self.ask(ADMIN, "DELETE", "/api/library/{}", &[&key], Value::Null).await;
        self.ask(ADMIN, "POST", "/api/library/{}/restore", &[&key], Value::Null).await;
        self.look(ADMIN, &["/api/library/export?format=ggf", "/api/library/imports"]).await;
        let import = self.ask(ADMIN, "POST", "/api/library/imports", &[], Value::Null).await;
        let id = import["id"].to_string();
        let file: &[u8] = b"f5d6c3d3c4\n";
        self.tell(ADMIN, "PUT", "/api/library/imports/{}/{}", &[&id, "games.txt"], Value::Null, Some(file))
            .await;
        self.ask(ADMIN, "POST", "/api/library/imports/{}", &[&id], Value::Null).await;
        self.ask(ADMIN, "GET", "/api/library/imports/{}", &[&id], Value::Null).await;
        self.ask(ADMIN, "DELETE", "/api/library/imports/{}", &[&id], Value::Null).await;
    }

    async fn laboratory(&mut self) {
        let lines: &[u8] = b"f5d6c3\nf5f6e6\n";
        let file = ["openings", "lines.txt"];
        self.tell(ADMIN, "PUT", "/api/lab/files/{}/{}", &file, Value::Null, Some(lines)).await;
        self.ask(ADMIN, "GET", "/api/lab/files/{}/{}", &file, Value::Null).await;
        self.ask(ADMIN, "DELETE", "/api/lab/files/{}/{}", &file, Value::Null).await;
        let human = json!({ "player": "human" });
        let (id, _) = self.game(json!({ "black": human, "white": human })).await;
        self.moves(ACCOUNT, &id, 0, &["f5"]).await;
        self.ask(ACCOUNT, "POST", "/api/games/{}/resign", &[&id], Value::Null).await;
        let log = self.ask(ACCOUNT, "GET", "/api/games/{}/export?format=log", &[&id], Value::Null).await;
        let log = log["text"].clone();
        let logs = json!({ "files": [{ "name": "one.log", "text": log }] });
        self.ask(ADMIN, "POST", "/api/lab/logs", &[], logs).await;
        let order = json!({ "kind": "tournament", "name": "Weak ones", "players": ["random", "greedy"], "games": 2,
            "openings": "random:6", "seed": 3 });
        let begun = self.ask(ADMIN, "POST", "/api/lab/runs", &[], order).await;
        let id = begun["run"]["id"].as_str().unwrap_or_default().to_owned();
        let path = format!("/api/lab/runs/{id}");
        for _ in 0..200 {
            if self.site.get(&mut self.people[ADMIN], &path).await.body["run"]["state"] == "finished" {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let of = [id.as_str()];
        self.ask(ADMIN, "GET", "/api/lab/runs/{}", &of, Value::Null).await;
        self.ask(ADMIN, "GET", "/api/lab/runs/{}/files/{}", &[&id, "games.txt"], Value::Null).await;
        self.ask(ADMIN, "GET", "/api/tournaments/{}", &of, Value::Null).await;
        self.ask(ADMIN, "GET", "/api/tournaments/{}/report", &of, Value::Null).await;
        self.ask(ADMIN, "POST", "/api/lab/runs/{}/resume", &of, Value::Null).await;
        self.ask(ADMIN, "POST", "/api/lab/runs/{}/pause", &of, Value::Null).await;
        self.ask(ADMIN, "DELETE", "/api/lab/runs/{}", &of, Value::Null).await;
    }

    async fn learning(&mut self) {
        let own = ["/api/learn", "/api/learn/export", "/api/learn/progress"];
        self.ask(ACCOUNT, "GET", "/api/learn/lessons/{}", &["parity"], Value::Null).await;
        self.look(ACCOUNT, &own).await;
        self.ask(ACCOUNT, "PUT", "/api/learn/lessons/{}", &["parity"], json!({ "steps": 1 })).await;
        let wish = json!({ "name": "Mine", "side": "black", "lines": ["f5d6c3d3c4f4c5b3c2"] });
        let made = self.ask(ACCOUNT, "POST", "/api/learn/repertoires", &[], wish).await;
        let id = made["id"].to_string();
        self.ask(ACCOUNT, "GET", "/api/learn/repertoires/{}", &[&id], Value::Null).await;
        self.ask(ACCOUNT, "POST", "/api/learn/repertoires/{}/step", &[&id], json!({ "moves": "" })).await;
        self.ask(ACCOUNT, "GET", "/api/learn/openings?find=tiger", &[], Value::Null).await;
        self.ask(ACCOUNT, "GET", "/api/learn/cards", &[], Value::Null).await;
        // What the trainer has not asked yet is not due.
        let all = self.ask(ACCOUNT, "GET", "/api/learn/export", &[], Value::Null).await;
        let card = all["cards"][0]["id"].to_string();
        let played = all["cards"][0]["position"]["legal"][0]["square"].clone();
        self.ask(ACCOUNT, "GET", "/api/learn/cards/{}/hint", &[&card], Value::Null).await;
        let answer = json!({ "move": played, "milliseconds": 900 });
        self.ask(ACCOUNT, "POST", "/api/learn/cards/{}/answer", &[&card], answer).await;
        self.ask(ACCOUNT, "DELETE", "/api/learn/cards/{}", &[&card], Value::Null).await;
        self.ask(ACCOUNT, "DELETE", "/api/learn/repertoires/{}", &[&id], Value::Null).await;
        let puzzle = self.ask(ACCOUNT, "GET", "/api/puzzles/next?mode=rated", &[], Value::Null).await;
        let id = puzzle["id"].as_str().unwrap_or_default().to_owned();
        self.ask(ACCOUNT, "GET", "/api/puzzles/{}", &[&id], Value::Null).await;
        let played = json!({ "move": puzzle["position"]["legal"][0]["square"] });
        self.ask(ACCOUNT, "POST", "/api/puzzles/{}/attempts", &[&id], played).await;
        let endgame =
            self.ask(ACCOUNT, "GET", "/api/puzzles/next?mode=endgame&empties=8", &[], Value::Null).await;
        let id = endgame["id"].as_str().unwrap_or_default().to_owned();
        self.ask(ACCOUNT, "POST", "/api/puzzles/{}/endgame", &[&id], json!({ "moves": [] })).await;
    }

    async fn studies(&mut self) {
        let made = self
            .ask(ACCOUNT, "POST", "/api/studies", &[], json!({ "text": "f5d6c3", "title": "Tiger" }))
            .await;
        let slug = made["slug"].as_str().unwrap_or_default().to_owned();
        let change = json!({ "revision": made["revision"], "title": "Tiger", "black": "Ada", "white": "", "tree": made["tree"] });
        self.ask(ACCOUNT, "PUT", "/api/studies/{}", &[&slug], change).await;
        self.ask(GUEST, "GET", "/api/studies/{}", &[&slug], Value::Null).await;
        self.ask(GUEST, "GET", "/api/studies/{}/export?format=pgn", &[&slug], Value::Null).await;
        let export = json!({ "black": "Ada", "white": "Bob", "title": "Tiger", "format": "sgf", "tree": made["tree"] });
        self.ask(GUEST, "POST", "/api/studies/export", &[], export).await;
        self.ask(ACCOUNT, "DELETE", "/api/studies/{}", &[&slug], Value::Null).await;
    }

    async fn people(&mut self) {
        self.ask(GUEST, "PUT", "/api/me", &[], json!({ "name": "Kaori" })).await;
        // Somebody of their own, who is gone afterwards.
        let somebody = self.people.len();
        self.people.push(Browser::from("192.0.2.77"));
        let account = json!({ "name": "Cora", "password": "correct horse" });
        self.ask(somebody, "POST", "/api/accounts", &[], account.clone()).await;
        self.ask(somebody, "GET", "/api/account/export", &[], Value::Null).await;
        self.ask(somebody, "DELETE", "/api/session", &[], Value::Null).await;
        self.ask(somebody, "POST", "/api/session", &[], account).await;
        let other = json!({ "old": "correct horse", "new": "another horse" });
        self.ask(somebody, "PUT", "/api/account/password", &[], other).await;
        self.ask(somebody, "POST", "/api/account/delete", &[], json!({ "password": "another horse" })).await;
    }
}
