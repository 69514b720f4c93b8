//! Clocks that survive: a restart gives and takes no time, and flags fall though nobody looks.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::bench::{Bench, two_people};
use crate::postgres;

fn timed(seconds: u32) -> Value {
    let mut wish = two_people();
    wish["clock"] = json!({ "initial": seconds });
    wish
}

/// Ends a studio as a crash would, as far as the database is concerned, and starts another on the same file
/// after a time.
async fn restart(bench: Bench, down: Duration) -> Bench {
    bench.store.close().await;
    let Bench { folder, app, studio, .. } = bench;
    drop((app, studio));
    tokio::time::sleep(down).await;
    Bench::on(folder).await
}

/// Waits until a game is over in the database, without anybody visiting it.
async fn over_unseen(bench: &Bench, id: &Value) -> outflank_game::KeptGame {
    let begin = Instant::now();
    loop {
        let kept = bench.store.game(id.as_i64().unwrap()).await.unwrap();
        if kept.game.is_over() {
            return kept;
        }
        assert!(begin.elapsed() < Duration::from_secs(20), "the flag does not fall");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_clock_that_runs_out_while_the_server_is_down_loses_the_game() {
    let bench = Bench::new().await;
    let game = bench.create(timed(2)).await["game"].clone();
    let id = &game["id"];
    tokio::time::sleep(Duration::from_millis(600)).await;
    let (_, moved) = bench.play(id, 0, "f5").await;
    let black = moved["clock"]["black"].as_i64().unwrap();
    assert!((900..=1400).contains(&black), "{black}");
    let bench = restart(bench, Duration::from_millis(2500)).await;
    // White has lost though nobody has looked at the game.
    let kept = over_unseen(&bench, id).await;
    assert_eq!(kept.game.plies().len(), 1);
    let (_, game) = bench.get(&format!("/api/games/{id}")).await;
    assert_eq!((&game["result"]["reason"], &game["result"]["winner"]), (&json!("time"), &json!("black")));
    assert_eq!(game["clock"], json!({ "black": black, "white": 0, "running": null }));
    let (status, refusal) = bench.play(id, 1, "d6").await;
    assert_eq!((status, &refusal["code"]), (StatusCode::CONFLICT, &json!("time-over")));
    // It is in the library, and may be taken up again on one device, with the time there was.
    let (_, game) = bench.post(&format!("/api/games/{id}/undo"), Value::Null).await;
    assert_eq!((&game["result"], &game["clock"]["running"]), (&Value::Null, &json!("white")));
}

#[tokio::test]
async fn a_restart_gives_and_takes_no_time() {
    let bench = Bench::new().await;
    let game = bench.create(timed(60)).await["game"].clone();
    let id = &game["id"];
    let begin = Instant::now();
    tokio::time::sleep(Duration::from_millis(500)).await;
    let bench = restart(bench, Duration::from_millis(700)).await;
    let (_, game) = bench.get(&format!("/api/games/{id}")).await;
    let used = i64::try_from(begin.elapsed().as_millis()).unwrap();
    let off = 60_000 - game["clock"]["black"].as_i64().unwrap() - used;
    assert!(off.abs() < 250, "{off} ms");
    let (_, game) = bench.play(id, 0, "f5").await;
    let took = game["plies"][0]["milliseconds"].as_i64().unwrap();
    assert!((took - used).abs() < 500 && took >= 1200, "{took} {used}");
}

#[tokio::test]
async fn a_flag_falls_though_nobody_looks_and_whoever_listens_is_told() {
    let bench = Bench::new().await;
    let slow = bench.create(timed(3600)).await["game"].clone();
    let game = bench.create(timed(1)).await["game"].clone();
    let begin = Instant::now();
    over_unseen(&bench, &game["id"]).await;
    assert!(begin.elapsed() < Duration::from_secs(3), "{:?}", begin.elapsed());
    // In the library soon after.
    for _ in 0..200 {
        if bench.store.ended_outside_library().await.unwrap().is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let (_, library) = bench.get("/api/library").await;
    assert_eq!((&library["total"], &library["games"][0]["ending"]), (&json!(1), &json!("timed-out")));
    let (_, other) = bench.get(&format!("/api/games/{}", slow["id"])).await;
    assert_eq!(other["result"], Value::Null);
}

#[tokio::test]
async fn a_computer_whose_clock_runs_goes_on_after_a_restart() {
    let bench = Bench::new().await;
    let player = json!({ "player": "random" });
    let wish = json!({ "black": player, "white": player, "clock": { "initial": 60 }, "pace": 40 });
    let game = bench.create(wish).await["game"].clone();
    bench.wait_for(&game["id"], 2).await;
    let bench = restart(bench, Duration::ZERO).await;
    let kept = over_unseen(&bench, &game["id"]).await;
    assert!(kept.game.position().is_finished(), "{:?}", kept.game.result());
}

/// Two servers on one database agree on the clocks, whoever is asked.
async fn agree_on_the_clocks(url: &str) {
    let first = Bench::of(url, tempfile::tempdir().unwrap()).await;
    let second = Bench::of(url, tempfile::tempdir().unwrap()).await;
    let game = first.create(timed(3)).await["game"].clone();
    let id = &game["id"];
    let begin = Instant::now();
    // Each side uses two of its three seconds in turns of half a second, each turn on the other server.
    let moves = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3"];
    for (ply, played) in moves.into_iter().enumerate() {
        tokio::time::sleep(Duration::from_millis(400)).await;
        let bench = if ply % 2 == 0 { &first } else { &second };
        let (status, moved) = bench.play(id, ply, played).await;
        assert_eq!(status, StatusCode::OK, "{moved}");
    }
    let used = i64::try_from(begin.elapsed().as_millis()).unwrap();
    for bench in [&first, &second] {
        let (_, game) = bench.get(&format!("/api/games/{id}")).await;
        let clock = |side: &str| game["clock"][side].as_i64().unwrap();
        let off = 6000 - clock("black") - clock("white") - used;
        assert!(off.abs() < 400, "{off} ms, {game}");
    }
    first.store.close().await;
    second.store.close().await;
}

#[tokio::test]
async fn two_servers_on_one_database_agree_on_the_clocks() {
    let folder = tempfile::tempdir().unwrap();
    agree_on_the_clocks(&format!("sqlite:{}", folder.path().join("games.db").display())).await;
    let server = postgres::Server::start();
    agree_on_the_clocks(&server.url()).await;
}

/// Takes a move back and makes it again so many times in a game with a long clock, and returns how many tasks
/// there are then.
async fn tasks_after(bench: &Bench, id: &Value, rounds: usize) -> usize {
    for _ in 0..rounds {
        for deed in ["undo", "redo"] {
            let (status, answer) = bench.post(&format!("/api/games/{id}/{deed}"), Value::Null).await;
            assert_eq!(status, StatusCode::OK, "{answer}");
        }
    }
    tokio::time::sleep(Duration::from_millis(50)).await;
    tokio::runtime::Handle::current().metrics().num_alive_tasks()
}

#[tokio::test]
async fn undo_and_redo_leave_nothing_behind() {
    let bench = Bench::new().await;
    let game = bench.create(timed(86_400)).await["game"].clone();
    bench.play(&game["id"], 0, "f5").await;
    let few = tasks_after(&bench, &game["id"], 10).await;
    let many = tasks_after(&bench, &game["id"], 200).await;
    assert!(many <= few + 3, "{few} tasks after 10 rounds, {many} after 210");
}
