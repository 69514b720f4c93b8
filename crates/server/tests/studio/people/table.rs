//! The table of what each may do, row by row, on both databases.

use std::collections::BTreeSet;
use std::num::NonZeroU32;

use axum::http::StatusCode;
use outflank_server::{ClientQuotas, Permission, Role, permissions};
use serde_json::{Value, json};

use super::{Browser, Site, invitation};
use crate::postgres;

/// Somebody who tries everything, and what they are to what they try it on.
struct Member {
    name: &'static str,
    browser: Browser,
    roles: &'static [Role],
}

/// What is tried upon: an invitation, a game of computers, an entry of the library, a study and a tournament
/// between people, all the owner's.
struct Things {
    game: i64,
    computers: i64,
    entry: i64,
    slug: String,
    club: String,
}

async fn things(site: &Site, owner: &mut Browser, player: &mut Browser, watcher: &mut Browser) -> Things {
    let (game, created) = site.game(owner, invitation()).await;
    site.join(player, game, &created).await;
    let path = format!("/api/games/{game}/share");
    let shared = site.post(owner, &path, json!({})).await;
    watcher.key = shared.body["key"].as_str().map(str::to_owned);
    let random = json!({ "player": "random" });
    let slow = json!({ "black": random, "white": random, "pace": 60_000_u32 });
    let (computers, _) = site.game(owner, slow).await;
    let human = json!({ "player": "human" });
    let (ended, _) = site.game(owner, json!({ "black": human, "white": human })).await;
    let resigned = site.post(owner, &format!("/api/games/{ended}/resign"), json!({})).await;
    let entry = resigned.body["key"].as_i64().unwrap();
    let study = site.post(owner, "/api/studies", json!({ "text": "f5d6c3" })).await;
    assert_eq!(study.status, StatusCode::CREATED, "{}", study.body);
    let club = site.post(owner, "/api/club", json!({ "name": "Cup", "system": "swiss" })).await;
    assert_eq!(club.status, StatusCode::CREATED, "{}", club.body);
    let [slug, club] = [study, club].map(|answer| answer.body["slug"].as_str().unwrap().to_owned());
    Things { game, computers, entry, slug, club }
}

/// Lets somebody who is an admin for a moment begin an import and work of the laboratory: both are theirs
/// from then on. Returns what the path of a row names, if it is one of these.
async fn begun(site: &Site, owner: &mut Browser, row: &Permission) -> Option<String> {
    let is_import = row.path.starts_with("/api/library/imports/{id}");
    // Everybody may look at work of the laboratory, there or not.
    let is_run = row.path.starts_with("/api/lab/runs/{id}") && row.method != "GET";
    if !is_import && !is_run {
        return None;
    }
    site.set_admin("Olga", true).await;
    let path = if is_import { "/api/library/imports" } else { "/api/lab/runs" };
    let wish = json!({ "kind": "tournament", "name": "Cup", "players": ["random", "greedy"], "games": 2, "openings": "random:6", "seed": 3 });
    let made = site.post(owner, path, wish).await;
    site.set_admin("Olga", false).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.body);
    let id = if is_import { &made.body["id"] } else { &made.body["run"]["id"] };
    let id = id.as_str().map_or_else(|| id.to_string(), str::to_owned);
    assert_ne!(id, "null", "{}", made.body);
    Some(id)
}

/// A body that gets past who one is; what it asks for may fail.
fn body(path: &str) -> Value {
    match path {
        "/api/account/password" => json!({ "old": "not the password", "new": "another horse" }),
        "/api/account/delete" => json!({ "password": "not the password" }),
        "/api/accounts" => json!({ "name": "", "password": "correct horse" }),
        "/api/session" => json!({ "name": "nobody", "password": "not the password" }),
        "/api/games/{id}/join" => json!({ "invitation": "none", "name": "" }),
        "/api/games/{id}/moves" => json!({ "ply": 0, "move": "f5" }),
        "/api/puzzles/{id}/attempts" => json!({ "move": "a1" }),
        "/api/puzzles/{id}/endgame" => json!({ "moves": ["a1"] }),
        _ => json!({}),
    }
}

/// Limits are another matter.
fn patient() -> ClientQuotas {
    ClientQuotas { requests: NonZeroU32::new(100_000).unwrap(), sockets: 1000 }
}

async fn every_row_holds(site: Site) {
    let site = &site;
    use Role::{Account, Admin, Guest, Owner, Player, Stranger, Watcher};
    let mut owner = site.account("Olga", "198.51.100.1").await;
    let mut player = site.guest("198.51.100.2").await;
    let mut watcher = site.guest("198.51.100.3").await;
    let (guest, account) = (site.guest("198.51.100.4").await, site.account("Ada", "198.51.100.5").await);
    let admin = site.admin("198.51.100.6").await;
    let mut wrong = Vec::new();
    // Logging out is last: nobody is who they were afterwards.
    let (last, rows): (Vec<&Permission>, Vec<&Permission>) =
        permissions().iter().partition(|row| (row.method, row.path) == ("DELETE", "/api/session"));
    for (number, row) in rows.into_iter().chain(last).enumerate() {
        // Every row comes from other addresses, which may all begin games.
        let address = |member: usize| format!("203.0.{number}.{member}");
        owner.address = address(1);
        let things = things(site, &mut owner, &mut player, &mut watcher).await;
        let cast = [
            Member { name: "stranger", browser: Browser::from("192.0.2.1"), roles: &[Stranger] },
            Member { name: "guest", browser: guest.clone(), roles: &[Guest] },
            Member { name: "account", browser: account.clone(), roles: &[Account] },
            Member { name: "watcher", browser: watcher.clone(), roles: &[Guest, Watcher] },
            Member { name: "player", browser: player.clone(), roles: &[Guest, Player] },
            Member { name: "admin", browser: admin.clone(), roles: &[Admin] },
            Member { name: "owner", browser: owner.clone(), roles: &[Account, Owner] },
        ];
        for (place, mut member) in cast.into_iter().enumerate() {
            // The owner does not play in the game of computers; to the study and the entry nobody has keys.
            let id = if member.name == "owner" { things.computers } else { things.game };
            let begun = begun(site, &mut owner, row).await;
            let path = row
                .path
                .replace("/api/games/{id}", &format!("/api/games/{id}"))
                .replace("{slug}", &things.slug)
                .replace("{club}", &things.club)
                .replace("{number}", "1")
                .replace("{round}", "1")
                .replace("{board}", "1")
                .replace("{key}", &things.entry.to_string())
                .replace("{id}", begun.as_deref().unwrap_or("7"))
                .replace("{name}", "x")
                .replace("{kind}", "openings");
            member.browser.address = address(place + 2);
            let is_link = row.path.contains("/api/games/{id}");
            let is_theirs = |role: &&Role| is_link || !matches!(role, Watcher | Player);
            let allowed = member.roles.iter().filter(is_theirs).any(|role| row.roles.contains(role));
            let answer = site.ask(&mut member.browser, row.method, &path, &body(row.path)).await;
            if answer.is_refused() == allowed || answer.status.is_server_error() {
                let line =
                    format!("{} {path}, {}: {} {}", row.method, member.name, answer.status, answer.body);
                wrong.push(line);
            }
            if let Some(id) = begun {
                for path in [format!("/api/library/imports/{id}"), format!("/api/lab/runs/{id}")] {
                    site.ask(&mut admin.clone(), "DELETE", &path, &Value::Null).await;
                }
            }
        }
        site.ask(&mut owner, "DELETE", &format!("/api/club/{}", things.club), &Value::Null).await;
        for id in [things.game, things.computers] {
            site.ask(&mut owner, "DELETE", &format!("/api/games/{id}"), &Value::Null).await;
        }
    }
    assert!(wrong.is_empty(), "{} rows are not as the table says:\n{}", wrong.len(), wrong.join("\n"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_may_what_the_table_says_on_sqlite() {
    every_row_holds(Site::in_folder(patient()).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_may_what_the_table_says_on_postgresql() {
    let server = postgres::Server::start();
    every_row_holds(Site::of(&server.url(), tempfile::tempdir().unwrap(), patient()).await).await;
}

#[tokio::test]
async fn every_operation_has_a_row_and_every_row_an_operation() {
    let site = Site::new().await;
    let description = site.get(&mut Browser::from("192.0.2.1"), "/api/openapi.json").await.body;
    let mut described = BTreeSet::new();
    for (path, operations) in description["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys() {
            described.insert(format!("{} {path}", method.to_uppercase()));
        }
    }
    // Those who look after the server are asked for nothing; the description does not describe itself.
    described.retain(|operation| operation.contains(" /api/"));
    described.insert("GET /api/openapi.json".to_owned());
    let rows: BTreeSet<String> =
        permissions().iter().map(|row| format!("{} {}", row.method, row.path)).collect();
    assert_eq!(rows.len(), permissions().len(), "no operation has two rows");
    assert_eq!(described.difference(&rows).collect::<Vec<_>>(), Vec::<&String>::new(), "without a row");
    assert_eq!(rows.difference(&described).collect::<Vec<_>>(), Vec::<&String>::new(), "without operation");
}
