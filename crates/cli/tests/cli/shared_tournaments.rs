//! Tournaments whose games workers play, as processes that are killed.

use std::collections::BTreeMap;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::many_servers::{Working, serve_in_folder};
use super::postgres;
use super::served::{Served, ask};

/// Reads the games that a tournament has so far: moves and score by number.
fn games_of(lab: &Path, id: &str) -> BTreeMap<u64, (String, i64)> {
    let journal = std::fs::read_to_string(lab.join(id).join("games.jsonl")).unwrap_or_default();
    let read = |line: &str| {
        let game: Value = serde_json::from_str(line).ok()?;
        Some((game["game"].as_u64()?, (game["moves"].as_str()?.to_owned(), game["score"].as_i64()?)))
    };
    let games: Vec<_> = journal.lines().filter_map(read).collect();
    let found: BTreeMap<_, _> = games.iter().cloned().collect();
    assert_eq!(found.len(), games.len(), "no game is there twice");
    found
}

/// Begins a tournament and waits until it has so many games.
fn hold(
    served: &Served,
    lab: &Path,
    id: &str,
    games: usize,
    meanwhile: impl FnOnce(),
) -> BTreeMap<u64, (String, i64)> {
    let order = json!({ "kind": "tournament", "name": id, "players": ["level:8", "level:7", "level:6"],
        "games": games / 3, "openings": "random:6", "seed": 3 });
    served.good("POST", "/api/lab/runs", &order);
    let begin = Instant::now();
    let mut meanwhile = Some(meanwhile);
    loop {
        let found = games_of(lab, id);
        if found.len() >= games / 4
            && let Some(meanwhile) = meanwhile.take()
        {
            meanwhile();
        }
        if found.len() == games {
            return found;
        }
        assert!(begin.elapsed() < Duration::from_secs(120), "{} of {games} games", found.len());
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn workers_play_games_of_tournaments_and_one_that_is_killed_loses_none() {
    let database = postgres::Server::start();
    let (alone, own) = serve_in_folder("sqlite:alone.db", &[]);
    let expected = hold(&alone, &own.join("alone.lab"), "cup", 72, || {});
    let (server, lab) = serve_in_folder(&database.url(), &["--threads", "1"]);
    let url = database.url();
    let (mut first, second) = (Working::at_full_speed(&url), Working::at_full_speed(&url));
    let played = |worker: &Working| worker.count("outflank_jobs_done_total{kind=\"game\",end=\"done\"}");
    // Workers say once in half a second that they are there.
    thread::sleep(Duration::from_secs(1));
    let mut before = 0.0;
    let found = hold(&server, &lab, "cup", 72, || {
        before = played(&first);
        first.kill();
    });
    assert_eq!(found, expected, "the games that one process plays");
    println!("of 72 games two workers played {} and {before} until it was killed", played(&second));
    // How many depends on how busy the machine is; that it is some does not.
    assert!(played(&second) >= 1.0, "the worker that was left played none");
    let begin = Instant::now();
    loop {
        let text = ask(&server.address, "GET", "/metrics", &Value::Null).unwrap().1;
        let count = |name: &str| {
            let mut lines = text.as_str().unwrap().lines();
            lines.find_map(|line| line.strip_prefix(name)?.trim().parse::<u32>().ok())
        };
        if (count("outflank_jobs_waiting"), count("outflank_jobs_running")) == (Some(0), Some(0)) {
            break;
        }
        assert!(begin.elapsed() < Duration::from_secs(20), "jobs stay: {text}");
        thread::sleep(Duration::from_millis(100));
    }
}
