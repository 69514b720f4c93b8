//! Two people who do not sit together: one seat each, clocks that wait for both, consent, and no help.

use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::bench::{Bench, two_people};
use crate::postgres;

/// A game of two people elsewhere, and what each shows.
pub(crate) struct Duel<'a> {
    pub(crate) bench: &'a Bench,
    pub(crate) id: Value,
    /// Black, who invited.
    pub(crate) host: String,
    /// White, who was invited.
    pub(crate) guest: String,
}

fn invitation(clock: Option<u32>) -> Value {
    let mut wish = two_people();
    wish["black"]["name"] = json!("Ann");
    wish["invite"] = json!("white");
    if let Some(seconds) = clock {
        wish["clock"] = json!({ "initial": seconds });
    }
    wish
}

impl<'a> Duel<'a> {
    pub(crate) async fn new(bench: &'a Bench, clock: Option<u32>) -> Duel<'a> {
        let created = bench.create(invitation(clock)).await;
        let id = created["game"]["id"].clone();
        let wish = json!({ "invitation": created["invitation"], "name": "Ben" });
        let (status, joined) = bench.post(&format!("/api/games/{id}/join"), wish).await;
        assert_eq!(status, StatusCode::CREATED, "{joined}");
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        Duel { bench, id, host: text(&created["key"]), guest: text(&joined["key"]) }
    }

    /// Does something as somebody.
    pub(crate) async fn act(&self, key: &str, deed: &str, body: Value) -> (StatusCode, Value) {
        self.bench.send("POST", &format!("/api/games/{}/{deed}", self.id), Some(key), &body).await
    }

    async fn offer(&self, key: &str, kind: &str, deed: &str) -> (StatusCode, Value) {
        self.act(key, "offers", json!({ "kind": kind, "deed": deed })).await
    }

    /// Offers, accepts ... where that must be possible.
    async fn deal(&self, key: &str, kind: &str, deed: &str) -> Value {
        let (status, game) = self.offer(key, kind, deed).await;
        assert_eq!(status, StatusCode::OK, "{kind} {deed}: {game}");
        game
    }

    /// Makes moves in turn, from a ply on.
    pub(crate) async fn play(&self, from: usize, moves: &[&str]) -> Value {
        let mut last = Value::Null;
        for (ply, played) in (from..).zip(moves) {
            let key = if ply % 2 == 0 { &self.host } else { &self.guest };
            let (status, game) = self.act(key, "moves", json!({ "ply": ply, "move": played })).await;
            assert_eq!(status, StatusCode::OK, "{game}");
            last = game;
        }
        last
    }

    async fn see(&self) -> Value {
        self.bench.get(&format!("/api/games/{}", self.id)).await.1
    }
}

fn refused(answer: &(StatusCode, Value)) -> &str {
    assert!(answer.0.is_client_error(), "{answer:?}");
    answer.1["code"].as_str().unwrap_or("?")
}

#[tokio::test]
async fn an_invitation_is_used_up_by_the_one_who_takes_the_seat() {
    let bench = Bench::new().await;
    let created = bench.create(invitation(Some(60))).await;
    let (id, host) = (&created["game"]["id"], created["key"].as_str().unwrap());
    let token = created["invitation"].as_str().unwrap();
    assert_eq!(created["game"]["remote"]["open_seat"], "white");
    let path = |rest: &str| format!("/api/games/{id}/{rest}");
    // In the waiting room nobody moves, no clock runs, and the invitation itself is no key.
    let first = json!({ "ply": 0, "move": "f5" });
    assert_eq!(refused(&bench.send("POST", &path("moves"), Some(host), &first).await), "waiting");
    assert_eq!(bench.send("POST", &path("moves"), Some(token), &first).await.0, StatusCode::CONFLICT);
    tokio::time::sleep(Duration::from_millis(300)).await;
    let (_, waiting) = bench.get(&format!("/api/games/{id}")).await;
    assert_eq!(waiting["clock"], json!({ "black": 60_000, "white": 60_000, "running": null }));
    assert_eq!(waiting["yours"], json!([]));
    let join = |invitation: &str, name: &str| json!({ "invitation": invitation, "name": name });
    assert_eq!(refused(&bench.post(&path("join"), join("guess", "Eve")).await), "invitation-used");
    assert_eq!(refused(&bench.post(&path("join"), join(host, "Eve")).await), "invitation-used");
    // Of many who come at once, one sits.
    let sit = path("join");
    let attempts = (0..5).map(|n| bench.post(&sit, join(token, if n == 0 { "Ben" } else { "Eve" })));
    let answers = futures_util::future::join_all(attempts).await;
    let seated: Vec<&Value> =
        answers.iter().filter(|answer| answer.0.is_success()).map(|answer| &answer.1).collect();
    assert_eq!(seated.len(), 1);
    let guest = seated[0]["key"].as_str().unwrap();
    assert_eq!(seated[0]["game"]["yours"], json!(["white"]));
    assert_ne!(guest, token);
    assert!(!seated[0]["game"].to_string().contains(guest), "keys are never shown");
    let (_, begun) = bench.get(&format!("/api/games/{id}")).await;
    assert_eq!(begun["remote"]["open_seat"], Value::Null);
    assert!(["Ben", "Eve"].contains(&begun["white"]["name"].as_str().unwrap()));
    // The third person has a link that does nothing.
    assert_eq!(bench.send("POST", &path("moves"), Some(host), &first).await.0, StatusCode::OK);
    let second = json!({ "ply": 1, "move": "d6" });
    for stranger in [Some(token), None, Some("nonsense"), Some(host)] {
        assert_eq!(refused(&bench.send("POST", &path("moves"), stranger, &second).await), "not-your-turn");
    }
    assert_eq!(bench.send("POST", &path("moves"), Some(guest), &second).await.0, StatusCode::OK);
}

async fn clocks_begin_with_the_first_moves(url: &str) {
    let bench = Bench::of(url, tempfile::tempdir().unwrap()).await;
    let duel = Duel::new(&bench, Some(30)).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let game = duel.see().await;
    assert_eq!(game["clock"], json!({ "black": 30_000, "white": 30_000, "running": null }));
    let left = game["remote"]["first_move"].as_i64().unwrap();
    assert!((27_000..=29_800).contains(&left), "{left}");
    let game = duel.play(0, &["f5", "d6"]).await;
    assert_eq!(game["clock"]["running"], "black");
    assert_eq!((&game["clock"]["white"], &game["remote"]["begun"]), (&json!(30_000), &json!(true)));
    tokio::time::sleep(Duration::from_millis(400)).await;
    let game = duel.play(2, &["c3"]).await;
    let black = game["clock"]["black"].as_i64().unwrap();
    assert!((28_000..=29_650).contains(&black), "{black}");
    // Who does not come to the first move has the game aborted, though nobody looks; it is recorded nowhere.
    let late = Duel::new(&bench, Some(1)).await;
    late.play(0, &["f5"]).await;
    let lost = Duel::new(&bench, Some(1)).await;
    lost.play(0, &["f5", "d6"]).await;
    for (duel, ending) in [(&late, "aborted"), (&lost, "time")] {
        let id = duel.id.as_i64().unwrap();
        let over = async {
            while !bench.store.game(id).await.unwrap().game.is_over() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), over).await.unwrap();
        assert_eq!(duel.see().await["result"]["reason"], ending);
    }
    let (_, listed) = bench.get("/api/games").await;
    let ids: Vec<&Value> = listed.as_array().unwrap().iter().map(|game| &game["id"]).collect();
    assert!(!ids.contains(&&late.id) && ids.contains(&&lost.id));
    let given_up = Duel::new(&bench, None).await;
    let (_, game) = given_up.act(&given_up.guest, "resign", json!({})).await;
    assert_eq!(game["result"], json!({ "reason": "aborted", "winner": null, "black": 2, "white": 2 }));
    assert_eq!(bench.get("/api/library").await.1["total"], 1, "the game that was lost on time");
    bench.store.close().await;
}

#[tokio::test]
async fn clocks_begin_with_the_first_moves_on_both_databases() {
    let folder = tempfile::tempdir().unwrap();
    clocks_begin_with_the_first_moves(&format!("sqlite:{}", folder.path().join("games.db").display())).await;
    let server = postgres::Server::start();
    clocks_begin_with_the_first_moves(&server.url()).await;
}

async fn the_two_have_to_agree(url: &str) {
    let bench = Bench::of(url, tempfile::tempdir().unwrap()).await;
    let duel = Duel::new(&bench, Some(60)).await;
    let (host, guest) = (duel.host.as_str(), duel.guest.as_str());
    assert_eq!(refused(&duel.offer(host, "draw", "offer").await), "not-now");
    duel.play(0, &["f5", "d6", "c3"]).await;
    for deed in ["undo", "redo", "restart"] {
        assert_eq!(refused(&duel.act(host, deed, json!({})).await), "needs-consent");
    }
    assert_eq!(refused(&duel.offer("nonsense", "draw", "offer").await), "forbidden");
    // A take-back that is refused, and not asked for again at once.
    let game = duel.deal(host, "take-back", "offer").await;
    assert_eq!(game["remote"]["black_offers"], "take-back");
    assert_eq!(refused(&duel.offer(host, "take-back", "accept").await), "no-offer");
    assert_eq!(duel.deal(guest, "take-back", "decline").await["remote"]["black_offers"], Value::Null);
    assert_eq!(refused(&duel.offer(host, "take-back", "offer").await), "too-soon");
    // An offer lapses with the next move.
    duel.deal(host, "draw", "offer").await;
    let game = duel.play(3, &["d3"]).await;
    assert_eq!(game["remote"]["black_offers"], Value::Null);
    assert_eq!(refused(&duel.offer(guest, "draw", "accept").await), "no-offer");
    // One that is accepted, and gives nobody time back.
    tokio::time::sleep(Duration::from_millis(400)).await;
    duel.deal(guest, "take-back", "offer").await;
    duel.deal(guest, "take-back", "withdraw").await;
    tokio::time::sleep(Duration::from_millis(3100)).await;
    let before = duel.deal(guest, "take-back", "offer").await;
    let after = duel.deal(host, "take-back", "accept").await;
    assert_eq!(after["plies"].as_array().unwrap().len(), 3);
    for side in ["black", "white"] {
        let [before, after] = [&before, &after].map(|game| game["clock"][side].as_i64().unwrap());
        assert!(after <= before, "{side}: {before} {after}");
    }
    assert!(after["clock"]["black"].as_i64().unwrap() < 57_000, "{}", after["clock"]);
    duel.play(3, &["d3"]).await;
    // An adjourned game stops its clock, on any server, until both go on.
    duel.deal(host, "adjourn", "offer").await;
    let rested = duel.deal(guest, "adjourn", "accept").await;
    assert_eq!((&rested["remote"]["adjourned"], &rested["clock"]["running"]), (&json!(true), &Value::Null));
    let other = Bench::of(url, tempfile::tempdir().unwrap()).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let (_, seen) = other.get(&format!("/api/games/{}", duel.id)).await;
    assert_eq!(seen["clock"], rested["clock"]);
    let wish = json!({ "ply": 4, "move": "c4" });
    assert_eq!(refused(&duel.act(host, "moves", wish).await), "adjourned");
    duel.deal(host, "resume", "offer").await;
    assert_eq!(refused(&duel.offer(guest, "resume", "accept").await), "not-here");
    duel.deal(host, "resume", "withdraw").await;
    // The other server answers as well.
    let there = Duel { bench: &other, id: duel.id.clone(), host: host.to_owned(), guest: guest.to_owned() };
    let wish = json!({ "kind": "resume", "deed": "offer" });
    assert_eq!(refused(&there.act(host, "offers", wish).await), "too-soon");
    let ended = there.act(host, "resign", json!({})).await.1;
    assert_eq!(ended["result"]["reason"], "resigned");
    // Another game, colours exchanged, if both want it.
    assert_eq!(refused(&duel.act(host, "rematch", json!({})).await), "needs-consent");
    duel.deal(host, "rematch", "offer").await;
    let agreed = there.deal(guest, "rematch", "offer").await;
    let next = agreed["remote"]["rematch"].as_i64().unwrap();
    let (status, shown) = duel.act(host, "rematch", json!({})).await;
    assert_eq!((status, &shown["game"]["yours"]), (StatusCode::CREATED, &json!(["white"])));
    assert_eq!((shown["game"]["id"].as_i64(), &shown["game"]["black"]["name"]), (Some(next), &json!("Ben")));
    assert_eq!(there.act(guest, "rematch", json!({})).await.1["game"]["yours"], json!(["black"]));
    assert_eq!(duel.act("nonsense", "rematch", json!({})).await.0, StatusCode::FORBIDDEN);
    assert_eq!(refused(&duel.offer(host, "rematch", "offer").await), "not-now");
    bench.store.close().await;
    other.store.close().await;
}

#[tokio::test]
async fn the_two_have_to_agree_on_both_databases() {
    let folder = tempfile::tempdir().unwrap();
    the_two_have_to_agree(&format!("sqlite:{}", folder.path().join("games.db").display())).await;
    let server = postgres::Server::start();
    the_two_have_to_agree(&server.url()).await;
}

#[tokio::test]
async fn a_draw_that_both_want_ends_the_game() {
    let bench = Bench::new().await;
    let duel = Duel::new(&bench, None).await;
    duel.play(0, &["f5", "d6"]).await;
    duel.deal(&duel.guest, "draw", "offer").await;
    let game = duel.deal(&duel.host, "draw", "offer").await;
    assert_eq!((&game["result"]["reason"], &game["result"]["winner"]), (&json!("agreed"), &Value::Null));
}

/// Says of a side in the database that its player was there and has been gone for a time.
async fn leave(bench: &Bench, id: i64, side: outflank_rules::Color) {
    let arrival = outflank_store::SeatArrival { game: id, side, server: "gone".to_owned(), connection: 1 };
    bench.store.arrive(&arrival).await.unwrap();
    assert!(bench.store.depart(&arrival).await.unwrap());
}

async fn somebody_who_left_can_be_claimed_against(url: &str) {
    let bench = Bench::of(url, tempfile::tempdir().unwrap()).await;
    let claim = |result: &str| json!({ "result": result });
    for (result, reason, winner) in
        [("win", "forfeited", json!("white")), ("draw", "adjudicated", Value::Null)]
    {
        // A quarter of four seconds.
        let duel = Duel::new(&bench, Some(4)).await;
        let id = duel.id.as_i64().unwrap();
        duel.play(0, &["f5", "d6"]).await;
        assert_eq!(refused(&duel.act(&duel.host, "claim", claim(result)).await), "no-claim", "own turn");
        assert_eq!(refused(&duel.act(&duel.guest, "claim", claim(result)).await), "no-claim", "never there");
        leave(&bench, id, outflank_rules::Color::Black).await;
        assert_eq!(refused(&duel.act(&duel.guest, "claim", claim(result)).await), "no-claim", "too soon");
        tokio::time::sleep(Duration::from_millis(1100)).await;
        assert_eq!(duel.act("nonsense", "claim", claim(result)).await.0, StatusCode::FORBIDDEN);
        let (status, game) = duel.act(&duel.guest, "claim", claim(result)).await;
        assert_eq!(status, StatusCode::OK, "{game}");
        assert_eq!((&game["result"]["reason"], &game["result"]["winner"]), (&json!(reason), &winner));
    }
    // Who comes back in time loses nothing.
    let duel = Duel::new(&bench, Some(8)).await;
    let id = duel.id.as_i64().unwrap();
    duel.play(0, &["f5", "d6"]).await;
    leave(&bench, id, outflank_rules::Color::Black).await;
    let back = outflank_store::SeatArrival {
        game: id,
        side: outflank_rules::Color::Black,
        server: "another".to_owned(),
        connection: 7,
    };
    bench.store.arrive(&back).await.unwrap();
    tokio::time::sleep(Duration::from_millis(2100)).await;
    assert_eq!(refused(&duel.act(&duel.guest, "claim", claim("win")).await), "no-claim");
    bench.store.close().await;
}

#[tokio::test]
async fn somebody_who_left_can_be_claimed_against_on_both_databases() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("games.db").display());
    somebody_who_left_can_be_claimed_against(&url).await;
    let server = postgres::Server::start();
    somebody_who_left_can_be_claimed_against(&server.url()).await;
}

#[tokio::test]
async fn engines_do_not_look_at_what_people_elsewhere_play() {
    let bench = Bench::new().await;
    let duel = Duel::new(&bench, None).await;
    let moves = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7", "c6", "f7"];
    let ask = async |key: Option<&str>, count: usize| {
        let start = "---------------------------OX------XO---------------------------X".to_owned();
        let text = if count == 0 { start } else { moves[..count].concat() };
        let (_, seen) = bench.post("/api/positions", json!({ "text": text })).await;
        let explain = json!({ "text": text, "move": seen["position"]["legal"][0]["square"] });
        let analyze = json!({ "text": text, "seconds": 0.02 });
        let asked = json!({ "question": "What should I play?", "text": text, "moves": [], "said": [],
            "language": "en", "through": "builtin" });
        let think = json!({ "text": text, "moves": [], "seconds": 0.02 });
        let mut codes = Vec::new();
        for (path, body) in
            [("analyze", &analyze), ("explain", &explain), ("assistant", &asked), ("think", &think)]
        {
            let (_, answer) = bench.send("POST", &format!("/api/{path}"), key, body).await;
            codes.push(answer["code"].as_str().unwrap_or("").to_owned());
        }
        codes.iter().filter(|code| *code == "no-help").count()
    };
    // The start is everybody's but the players'.
    assert_eq!((ask(None, 0).await, ask(Some(&duel.guest), 0).await), (0, 4));
    duel.play(0, &moves).await;
    assert_eq!((ask(None, 12).await, ask(None, 11).await), (4, 0));
    for help in ["hint", "computer-move"] {
        assert_eq!(refused(&duel.act(&duel.host, help, json!({})).await), "no-help");
    }
    duel.act(&duel.host, "resign", json!({})).await;
    assert_eq!(ask(Some(&duel.host), 12).await, 0);
}

#[tokio::test]
async fn neither_deletes_the_game_of_both_and_each_may_hide_it() {
    let bench = Bench::new().await;
    let duel = Duel::new(&bench, None).await;
    let path = format!("/api/games/{}", duel.id);
    let delete = async |key: &str| bench.send("DELETE", &path, Some(key), &Value::Null).await;
    duel.play(0, &["f5", "d6"]).await;
    assert_eq!(refused(&delete(&duel.host).await), "in-play");
    let unsaved = bench.send("PATCH", &path, Some(&duel.host), &json!({ "saved": false })).await;
    assert_eq!(refused(&unsaved), "needs-consent");
    duel.act(&duel.host, "resign", json!({})).await;
    assert_eq!(delete("nonsense").await.0, StatusCode::FORBIDDEN);
    let listed = async || bench.get("/api/games").await.1.as_array().unwrap().len();
    assert_eq!(delete(&duel.host).await.0, StatusCode::NO_CONTENT);
    assert_eq!((listed().await, bench.get(&path).await.0), (1, StatusCode::OK));
    assert_eq!(delete(&duel.guest).await.0, StatusCode::NO_CONTENT);
    assert_eq!((listed().await, bench.get("/api/library").await.1["total"].as_i64()), (0, Some(1)));
    // An invitation that nobody took is withdrawn.
    let created = bench.create(invitation(None)).await;
    let path = format!("/api/games/{}", created["game"]["id"]);
    let gone = bench.send("DELETE", &path, created["key"].as_str(), &Value::Null).await;
    assert_eq!((gone.0, bench.get(&path).await.0), (StatusCode::NO_CONTENT, StatusCode::NOT_FOUND));
}
