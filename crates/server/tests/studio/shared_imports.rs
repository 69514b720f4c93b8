//! Imports and the explorer's index where several servers share a PostgreSQL: any of them may be asked, and
//! what one makes is everybody's.

use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use outflank_library::{Explorer, ExplorerFilter};
use outflank_records::Record;
use outflank_rules::Position;
use outflank_server::Store;
use serde_json::{Value, json};
use sqlx::{Connection as _, Row as _};

use crate::bench::Bench;
use crate::many_games::many_games;
use crate::postgres;

async fn send(bench: &Bench, import: &Value, name: &str, content: String) -> (StatusCode, Value) {
    let path = format!("/api/library/imports/{import}/{name}");
    let (status, text) = bench.raw(Request::put(path).body(Body::from(content)).unwrap()).await;
    (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

async fn until(bench: &Bench, import: &Value, is: impl Fn(&Value) -> bool) -> Value {
    let begin = Instant::now();
    loop {
        let (status, progress) = bench.get(&format!("/api/library/imports/{import}")).await;
        assert_eq!(status, StatusCode::OK, "{progress}");
        if is(&progress) {
            return progress;
        }
        assert!(begin.elapsed() < Duration::from_secs(60), "{progress}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn is_over(progress: &Value) -> bool {
    ["done", "stopped", "failed"].contains(&progress["state"].as_str().unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_import_is_everybodys_and_goes_on_when_its_reader_is_gone() {
    let server = postgres::Server::start();
    let here = Bench::of(&server.url(), tempfile::tempdir().unwrap()).await;
    let there = Bench::of(&server.url(), tempfile::tempdir().unwrap()).await;
    let import = here.post("/api/library/imports", json!({})).await.1["id"].clone();
    // Files may come to any server; each is refused before it is read if there is no place for it.
    assert_eq!(send(&here, &import, "one.ggf", many_games(0..5000)).await.0, StatusCode::OK);
    let (status, sent) = send(&there, &import, "two.ggf", many_games(5000..9000) + "f5a1\n").await;
    assert_eq!((status, &sent["files"]), (StatusCode::OK, &json!(2)), "{sent}");
    assert_eq!(send(&there, &import, "one.ggf", many_games(0..1)).await.1["code"], "twice");
    assert_eq!(send(&there, &json!(4000), "one.ggf", many_games(0..1)).await.0, StatusCode::NOT_FOUND);
    assert_eq!(send(&there, &import, "..%2fone", many_games(0..1)).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    let path = format!("/api/library/imports/{import}");
    assert_eq!(here.post(&path, json!({})).await.0, StatusCode::ACCEPTED);
    assert_eq!(there.post(&path, json!({})).await.0, StatusCode::CONFLICT, "it has begun");
    until(&there, &import, |progress| progress["read"].as_i64() > Some(0)).await;
    // One of the two reads it. Without its store it is as good as dead; whichever it was, the other goes on.
    here.store.close().await;
    let done = until(&there, &import, is_over).await;
    assert_eq!((&done["state"], &done["failure"]), (&json!("done"), &Value::Null), "{done}");
    let counted = ["read", "added", "duplicates", "bad"].map(|name| done[name].as_i64().unwrap());
    assert_eq!(counted, [9000, 9000, 0, 1], "{}", done["faults"]);
    let (_, listed) = there.get("/api/library?limit=1").await;
    assert_eq!(listed["total"], 9000);
    // The files are gone with it.
    let mut connection = sqlx::PgConnection::connect(&server.url()).await.unwrap();
    let left = sqlx::query("SELECT COUNT(*) FROM import_chunks").fetch_one(&mut connection).await.unwrap();
    assert_eq!(left.get::<i64, _>(0), 0);
    there.studio.close().await;
}

#[tokio::test]
async fn an_import_is_stopped_from_any_server() {
    let server = postgres::Server::start();
    let here = Bench::of(&server.url(), tempfile::tempdir().unwrap()).await;
    let there = Bench::of(&server.url(), tempfile::tempdir().unwrap()).await;
    let import = here.post("/api/library/imports", json!({})).await.1["id"].clone();
    let path = format!("/api/library/imports/{import}");
    send(&here, &import, "one.ggf", many_games(0..1)).await;
    let (_, stopped) = there.send("DELETE", &path, None, &Value::Null).await;
    assert_eq!(stopped["state"], "stopped", "{stopped}");
    assert_eq!(send(&here, &import, "two.ggf", many_games(0..1)).await.0, StatusCode::CONFLICT);
    let import = here.post("/api/library/imports", json!({})).await.1["id"].clone();
    let path = format!("/api/library/imports/{import}");
    send(&here, &import, "one.ggf", many_games(0..12_000)).await;
    here.post(&path, json!({})).await;
    there.send("DELETE", &path, None, &Value::Null).await;
    let over = until(&here, &import, is_over).await;
    assert_eq!(over["state"], "stopped", "{over}");
    assert!(over["added"].as_i64() < Some(12_000), "{over}");
    let (_, list) = there.get("/api/library/imports").await;
    assert_eq!(list.as_array().unwrap().len(), 2);
    for bench in [here, there] {
        bench.studio.close().await;
    }
}

/// Looks the start up, and returns how many games were found.
async fn found(explorer: &Explorer) -> u32 {
    let start = Record::new(Position::start());
    explorer.look(&start, &ExplorerFilter::default()).await.unwrap().results.games
}

async fn versions(url: &str) -> Vec<i64> {
    let mut connection = sqlx::PgConnection::connect(url).await.unwrap();
    let sql = "SELECT version FROM explorer_indexes ORDER BY version";
    let rows = sqlx::query(sql).fetch_all(&mut connection).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

async fn add(store: &Store, numbers: std::ops::Range<usize>) {
    let text = many_games(numbers);
    let items = outflank_records::read(
        text.as_bytes(),
        outflank_records::Format::Ggf,
        outflank_records::ReadOptions::default(),
    );
    let look = |_: &_| std::ops::ControlFlow::Continue(());
    outflank_library::import(store, outflank_records::Format::Ggf, items, look).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_index_is_made_once_for_all_and_a_damaged_one_again() {
    let server = postgres::Server::start();
    let mut stores = Vec::new();
    for _ in 0..3 {
        stores.push(Store::open(&server.url()).await.unwrap());
    }
    add(&stores[0], 0..3000).await;
    let explorers: Vec<Explorer> = stores.iter().map(|store| Explorer::new(store.clone())).collect();
    let counts = futures_util::future::join_all(explorers.iter().map(found)).await;
    assert_eq!(counts, [3000; 3]);
    let first = versions(&server.url()).await;
    assert_eq!(first.len(), 1, "one process made it, two fetched it");
    // A few games are looked at beside it, by each; many are a new version.
    add(&stores[1], 3000..3010).await;
    assert_eq!(futures_util::future::join_all(explorers.iter().map(found)).await, [3010; 3]);
    assert_eq!(versions(&server.url()).await, first);
    add(&stores[1], 3010..6000).await;
    for explorer in &explorers {
        explorer.update().await.unwrap();
        assert_eq!(found(explorer).await, 6000);
    }
    let second = versions(&server.url()).await;
    assert_eq!(second.len(), 2, "{second:?}");
    // Whoever comes later fetches the latest, and makes it again if its bytes are not what was stored.
    assert_eq!(found(&Explorer::new(stores[2].clone())).await, 6000);
    assert_eq!(versions(&server.url()).await, second);
    let mut connection = sqlx::PgConnection::connect(&server.url()).await.unwrap();
    let damage =
        "UPDATE explorer_chunks SET content = set_byte(content, 100, (get_byte(content, 100) + 1) % 256)";
    sqlx::query(damage).execute(&mut connection).await.unwrap();
    assert_eq!(found(&Explorer::new(stores[0].clone())).await, 6000);
    let third = versions(&server.url()).await;
    assert!(third.last() > second.last(), "{third:?}");
    assert_eq!(found(&Explorer::new(stores[1].clone())).await, 6000);
    assert_eq!(versions(&server.url()).await, third);
}
