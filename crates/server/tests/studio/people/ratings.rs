//! Rated games and the pages of people, on both databases.

use std::time::Duration;

use axum::http::StatusCode;
use outflank_server::ClientQuotas;
use serde_json::{Value, json};

use super::{Browser, Site, invitation};
use crate::postgres;

/// An invitation to a rated game.
fn rated() -> Value {
    json!({ "black": { "player": "human" }, "white": { "player": "human" }, "invite": "white",
        "clock": { "initial": 300 }, "rated": true })
}

fn against(player: &str) -> Value {
    json!({ "black": { "player": "human", "name": "somebody else" }, "white": { "player": player },
        "clock": { "initial": 300 }, "rated": true })
}

fn with(mut wish: Value, key: &str, value: Value) -> Value {
    wish[key] = value;
    wish
}

async fn play(site: &Site, who: &mut Browser, id: i64, ply: usize, played: &str) -> Value {
    let wish = json!({ "ply": ply, "move": played });
    let answer = site.post(who, &format!("/api/games/{id}/moves"), wish).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    answer.body
}

async fn code(site: &Site, who: &mut Browser, path: &str, wish: Value) -> Value {
    site.post(who, path, wish).await.body["code"].clone()
}

async fn refuses_in_words(site: &Site, ada: &mut Browser, guest: &mut Browser) {
    let human = json!({ "player": "human" });
    let no_clock = with(rated(), "clock", Value::Null);
    let board = json!("f5d6c3");
    let cases = [
        (rated(), "account"),
        (no_clock, "clock"),
        (with(rated(), "start", board), "start"),
        (with(rated(), "saved", json!(false)), "saved"),
        (with(against("level:3"), "white", human), "different players"),
        (against("random"), "\"random\""),
        (against("engine:depth=3"), "level"),
        (with(against("level:3"), "black", json!({ "player": "level:2" })), "different players"),
    ];
    for (number, (wish, word)) in cases.into_iter().enumerate() {
        let who = if number == 0 { &mut *guest } else { &mut *ada };
        let answer = site.post(who, "/api/games", wish).await;
        assert_eq!(
            (answer.status, &answer.body["code"]),
            (StatusCode::UNPROCESSABLE_ENTITY, &json!("not-rated"))
        );
        assert!(answer.body["message"].as_str().unwrap().contains(word), "{}", answer.body);
    }
}

/// Two accounts play a rated game; returns its number.
async fn people_play(site: &Site, ada: &mut Browser, bob: &mut Browser, guest: &mut Browser) -> i64 {
    let (id, created) = site.game(ada, with(rated(), "balanced", json!(false))).await;
    ada.key = created["key"].as_str().map(str::to_owned);
    assert_eq!(created["game"]["rated"], true);
    let at = |what: &str| format!("/api/games/{id}{what}");
    let join = json!({ "invitation": created["invitation"], "name": "Impostor" });
    // Guests cannot take the seat, nor can the one who invites.
    for who in [&mut *guest, &mut *ada] {
        assert_eq!(code(site, who, &at("/join"), join.clone()).await, "not-rated");
    }
    // Nobody looks on before both are there.
    assert!(site.get(guest, &at("")).await.is_refused());
    let joined = site.post(bob, &at("/join"), join).await;
    assert_eq!(joined.status, StatusCode::CREATED, "{}", joined.body);
    bob.key = joined.body["key"].as_str().map(str::to_owned);
    let (black, white) = (&joined.body["game"]["black"], &joined.body["game"]["white"]);
    assert_eq!(
        (&black["account"], &white["name"], &white["account"]),
        (&json!("Ada"), &json!("Bob"), &json!("Bob"))
    );
    assert_eq!(white["rating"], json!({ "rating": 1500, "provisional": true, "change": null }));
    play(site, ada, id, 0, "f5").await;
    play(site, bob, id, 1, "d6").await;
    play(site, ada, id, 2, "c3").await;
    // Moves stand, and no computer helps.
    assert_eq!(code(site, bob, &at("/undo"), json!({})).await, "rated");
    assert_eq!(code(site, ada, &at("/restart"), json!({})).await, "rated");
    assert_eq!(
        code(site, ada, &at("/offers"), json!({ "kind": "take-back", "deed": "offer" })).await,
        "not-now"
    );
    assert_eq!(code(site, bob, &at("/hint"), json!({})).await, "no-help");
    assert_eq!(code(site, bob, &at("/computer-move"), json!({})).await, "no-help");
    // Everybody may look on, and nothing else.
    let seen = site.get(guest, &at("")).await;
    assert_eq!((seen.status, &seen.body["yours"]), (StatusCode::OK, &json!([])));
    assert!(site.post(guest, &at("/resign"), json!({})).await.is_refused());
    let over = site.post(bob, &at("/resign"), json!({})).await.body;
    let change = |side: &str| over[side]["rating"]["change"].as_i64().unwrap();
    assert!(change("black") > 100 && change("black") == -change("white"), "{over}");
    assert_eq!(over["black"]["rating"]["rating"], 1500);
    // It stays: neither taken back nor deleted, only hidden.
    assert_eq!(code(site, ada, &at("/undo"), json!({})).await, "rated");
    let hidden = site.ask(ada, "DELETE", &at(""), &Value::Null).await;
    assert_eq!(hidden.status, StatusCode::NO_CONTENT);
    assert_eq!(site.get(guest, &at("")).await.status, StatusCode::OK);
    id
}

/// An account plays a level; returns the number of the game.
async fn level_plays(site: &Site, ada: &mut Browser, guest: &mut Browser) -> i64 {
    ada.key = None;
    let (id, created) = site.game(ada, against("level:3")).await;
    let game = &created["game"];
    assert_eq!((&game["black"]["name"], &game["rated"]), (&json!("Ada"), &json!(true)));
    assert_eq!(game["white"]["rating"], json!({ "rating": 861, "provisional": false, "change": null }));
    play(site, ada, id, 0, "f5").await;
    let at = |what: &str| format!("/api/games/{id}{what}");
    for attempt in 0.. {
        let plies = site.get(ada, &at("")).await.body["plies"].as_array().unwrap().len();
        if plies >= 2 {
            break;
        }
        assert!(attempt < 200, "the level does not answer");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for path in ["/undo", "/redo", "/restart"] {
        assert_eq!(code(site, ada, &at(path), json!({})).await, "rated", "{path}");
    }
    let board = site.get(ada, &at("")).await.body["position"]["board"].clone();
    assert_eq!(code(site, ada, &at("/hint"), json!({})).await, "no-help");
    assert_eq!(code(site, ada, &at("/edit"), json!({ "position": board })).await, "no-help");
    assert_eq!(code(site, ada, "/api/analyze", json!({ "text": board })).await, "no-help");
    // A common opening is everybody else's to study.
    let studied = site.post(guest, "/api/analyze", json!({ "text": board, "depth": 2 })).await;
    assert_eq!(studied.status, StatusCode::OK, "{}", studied.body);
    let unsaved = site.ask(ada, "PATCH", &at(""), &json!({ "saved": false })).await;
    let deleted = site.ask(ada, "DELETE", &at(""), &Value::Null).await;
    assert_eq!((&unsaved.body["code"], &deleted.body["code"]), (&json!("rated"), &json!("rated")));
    let over = site.post(ada, &at("/resign"), json!({})).await.body;
    assert!(over["black"]["rating"]["change"].as_i64().unwrap() < 0, "{over}");
    assert_eq!(over["white"]["rating"]["change"], Value::Null);
    let deleted = site.ask(ada, "DELETE", &at(""), &Value::Null).await;
    assert_eq!(deleted.body["code"], "rated");
    // Another one like it counts, too.
    let again = site.post(ada, &at("/rematch"), json!({})).await;
    assert_eq!((again.status, &again.body["game"]["rated"]), (StatusCode::CREATED, &json!(true)));
    id
}

async fn people_have_pages(site: Site) {
    let site = &site;
    let (mut ada, mut bob) =
        (site.account("Ada", "198.51.100.1").await, site.account("Bob", "198.51.100.2").await);
    let mut guest = site.guest("198.51.100.3").await;
    refuses_in_words(site, &mut ada, &mut guest).await;
    let id = people_play(site, &mut ada, &mut bob, &mut guest).await;
    let level = level_plays(site, &mut ada, &mut guest).await;
    // A private game, which stays so.
    ada.key = None;
    let (private, created) = site.game(&mut ada, invitation()).await;
    site.join(&mut bob, private, &created).await;
    let page = site.get(&mut guest, "/api/people/ada").await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.body);
    let page = page.body;
    assert_eq!(
        (&page["name"], &page["games"], &page["rating"]["provisional"]),
        (&json!("Ada"), &json!(2), &json!(true))
    );
    assert_eq!(page["black"], json!({ "won": 1, "drawn": 0, "lost": 1 }));
    let games: Vec<i64> =
        page["curve"].as_array().unwrap().iter().map(|one| one["game"].as_i64().unwrap()).collect();
    assert_eq!(games, [id, level]);
    let listed: Vec<i64> =
        page["latest"].as_array().unwrap().iter().map(|one| one["game"]["id"].as_i64().unwrap()).collect();
    assert!(listed.contains(&id) && listed.contains(&level) && !listed.contains(&private), "{listed:?}");
    let met: Vec<&Value> = page["opponents"].as_array().unwrap().iter().map(|one| &one["account"]).collect();
    assert_eq!(met, [&json!("Bob"), &Value::Null]);
    let opening = page["openings"].as_array().unwrap().iter().find(|one| one["opening"]["line"] == "f5d6c3");
    assert_eq!(
        opening.unwrap()["results"],
        json!({ "won": 1, "drawn": 0, "lost": 0 }),
        "{}",
        page["openings"]
    );
    assert!(site.get(&mut guest, &format!("/api/games/{private}")).await.is_refused());
    // Only accounts have pages.
    assert_eq!(site.get(&mut guest, "/api/people/nobody").await.status, StatusCode::NOT_FOUND);
    let export = site.get(&mut ada, "/api/account/export").await.body;
    assert_eq!(export["ratings"].as_array().unwrap().len(), 2);
    // Who leaves takes the page along; the other's rating stays.
    let before = site.get(&mut guest, "/api/people/Bob").await.body["rating"].clone();
    let left = site.post(&mut ada, "/api/account/delete", json!({ "password": "correct horse" })).await;
    assert_eq!(left.status, StatusCode::NO_CONTENT);
    assert_eq!(site.get(&mut guest, "/api/people/Ada").await.status, StatusCode::NOT_FOUND);
    let after = site.get(&mut guest, "/api/people/Bob").await.body;
    assert_eq!((&after["rating"], &after["opponents"][0]["account"]), (&before, &Value::Null));
    assert!(site.store.check_ratings().await.unwrap().agrees());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_have_ratings_and_pages_on_sqlite() {
    people_have_pages(Site::new().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_have_ratings_and_pages_on_postgresql() {
    let server = postgres::Server::start();
    let quotas = ClientQuotas::default();
    people_have_pages(Site::of(&server.url(), tempfile::tempdir().unwrap(), quotas).await).await;
}
