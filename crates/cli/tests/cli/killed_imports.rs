//! Imports on servers that share a PostgreSQL and are killed, and folders of the laboratory that they must
//! not share.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::many_games::many_games;
use super::many_servers::serve;
use super::served::{Served, ask};
use super::{arg, postgres, program};

/// Sends a file of an import as it is.
fn send(served: &Served, path: &str, content: &str) {
    let mut stream = TcpStream::connect(&served.address).unwrap();
    let head = format!(
        "PUT {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        served.address,
        content.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(content.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

fn progress(served: &Served, path: &str) -> Value {
    served.good("GET", path, &Value::Null)
}

/// Waits until an import is as wanted.
fn until(served: &Served, path: &str, is: impl Fn(&Value) -> bool) -> Value {
    let begin = Instant::now();
    loop {
        let now = progress(served, path);
        if is(&now) {
            return now;
        }
        assert!(begin.elapsed() < Duration::from_secs(90), "{now}");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn an_import_survives_the_servers_that_are_killed_and_nothing_is_lost_or_counted_twice() {
    const GAMES: usize = 10_000;
    let database = postgres::Server::start();
    let mut servers = [serve(&database.url(), &[]), serve(&database.url(), &[])];
    let id = servers[0].good("POST", "/api/library/imports", &json!({}))["id"].clone();
    let path = format!("/api/library/imports/{id}");
    send(&servers[0], &format!("{path}/games.ggf"), &many_games(0..GAMES));
    // The server that was sent the file dies before anybody reads it.
    servers[0].kill();
    servers[1].good("POST", &path, &json!({}));
    // Whoever reads it is killed as soon as it has stored something; another one goes on.
    for round in 0..2 {
        let before = progress(&servers[1], &path)["read"].as_i64().unwrap();
        let now =
            until(&servers[1], &path, |now| now["read"].as_i64().unwrap() > before || now["state"] == "done");
        assert_eq!(now["state"], "reading", "round {round}: it was over too soon to be killed: {now}");
        servers[1].kill();
        servers[1] = serve(&database.url(), &[]);
    }
    let done = until(&servers[1], &path, |now| now["state"] != "reading" && now["state"] != "indexing");
    assert_eq!(done["state"], "done", "{done}");
    let counted = ["read", "added", "duplicates", "bad"].map(|name| done[name].as_u64().unwrap());
    assert_eq!(counted, [GAMES as u64, GAMES as u64, 0, 0], "{done}");
    let (_, listed) = ask(&servers[1].address, "GET", "/api/library?limit=1", &Value::Null).unwrap();
    assert_eq!(listed["total"], json!(GAMES));
}

#[test]
fn two_servers_do_not_work_in_one_folder_of_the_laboratory() {
    let database = postgres::Server::start();
    let folder = tempfile::tempdir().unwrap();
    let options = ["--lab", arg(folder.path())];
    let mut first = serve(&database.url(), &options);
    let url = database.url();
    let start = || {
        let arguments = ["serve", "--bind", "127.0.0.1:0", "--database", url.as_str(), "--lab"];
        super::Run::of(program().args(arguments).arg(folder.path()).output().unwrap())
    };
    let refused = start().refused();
    assert!(refused.contains("another server") && refused.contains("--lab"), "{refused}");
    assert!(refused.contains(arg(folder.path())), "{refused}");
    // The lock ends with its server, whatever ended that.
    first.kill();
    drop(serve(&database.url(), &options));
}
