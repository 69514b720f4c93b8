//! Clocks of a studio that is killed, and its memory after very many changes of one game and with many who
//! look on.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::program;
use super::served::{Served, two_people};

fn timed(seconds: u32) -> Value {
    let mut wish = two_people();
    wish["clock"] = json!({ "initial": seconds });
    wish
}

#[test]
fn a_clock_runs_on_while_the_studio_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("games.db").display());
    let mut served = Served::start(program(), &database, None);
    let (short, long) = (served.begin(&timed(3)), served.begin(&timed(60)));
    let began = Instant::now();
    let path = format!("/api/games/{}/moves", short["id"]);
    let moved = served.good("POST", &path, &json!({ "ply": 0, "move": "f5" }));
    served.kill();
    thread::sleep(Duration::from_secs(4));
    let served = Served::start(program(), &database, None);
    // The list says it, though nobody has looked at the game.
    let begin = Instant::now();
    let listed = loop {
        let games = served.good("GET", "/api/games", &Value::Null);
        let found = games.as_array().unwrap().iter().find(|game| game["id"] == short["id"]).cloned().unwrap();
        if !found["result"].is_null() {
            break found;
        }
        assert!(begin.elapsed() < Duration::from_secs(5), "{found}");
    };
    assert_eq!((&listed["result"]["reason"], &listed["result"]["winner"]), (&json!("time"), &json!("black")));
    let game = served.game(short["id"].as_i64().unwrap());
    assert_eq!(game["clock"], json!({ "black": moved["clock"]["black"], "white": 0, "running": null }));
    // The other one has lost what has gone by, no more and no less.
    let game = served.game(long["id"].as_i64().unwrap());
    let used = i64::try_from(began.elapsed().as_millis()).unwrap();
    let off = 60_000 - game["clock"]["black"].as_i64().unwrap() - used;
    assert!(off.abs() < 500, "{off} ms");
}

/// Takes a move back and makes it again, over one connection.
fn undo_and_redo(served: &Served, id: &Value, times: u32) {
    let stream = TcpStream::connect(&served.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let mut answers = BufReader::new(stream.try_clone().unwrap());
    let mut stream = stream;
    for number in 0..times {
        let deed = if number % 2 == 0 { "undo" } else { "redo" };
        let host = &served.address;
        // In one piece: the system holds small pieces back.
        let request =
            format!("POST /api/games/{id}/{deed} HTTP/1.1\r\nhost: {host}\r\ncontent-length: 0\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let (mut line, mut length) = (String::new(), 0);
        answers.read_line(&mut line).unwrap();
        assert!(line.contains(" 200 "), "{number}: {line}");
        while line.trim() != "" {
            line.clear();
            answers.read_line(&mut line).unwrap();
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut body = vec![0; length];
        answers.read_exact(&mut body).unwrap();
    }
}

#[test]
#[ignore = "takes minutes: 30,000 changes"]
fn thirty_thousand_undos_take_no_memory() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("games.db").display());
    let served = Served::start(program(), &database, None);
    let game = served.begin(&timed(86_400));
    let path = format!("/api/games/{}/moves", game["id"]);
    served.good("POST", &path, &json!({ "ply": 0, "move": "f5" }));
    undo_and_redo(&served, &game["id"], 2_000);
    let before = served.resident();
    undo_and_redo(&served, &game["id"], 30_000);
    let after = served.resident();
    println!("{before} KiB after 2,000 changes, {after} KiB after 32,000");
    assert!(after < before + 4 * 1024, "{before} KiB before, {after} KiB after");
}

/// Opens a live connection to a game, and hears of it.
fn look_on(served: &Served, id: &Value) -> TcpStream {
    let mut stream = TcpStream::connect(&served.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let request = format!(
        "GET /api/games/{id}/live HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        served.address
    );
    stream.write_all(request.as_bytes()).unwrap();
    let (mut said, mut part) = (Vec::new(), [0; 1024]);
    // The game comes at once.
    while !said.ends_with(b"}") {
        let length = stream.read(&mut part).unwrap();
        assert!(length > 0, "{}", String::from_utf8_lossy(&said));
        said.extend_from_slice(&part[..length]);
    }
    assert!(said.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&said));
    stream
}

#[test]
fn somebody_who_looks_on_takes_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("games.db").display());
    let served = Served::start(program(), &database, None);
    let game = served.begin(&two_people());
    let first: Vec<TcpStream> = (0..50).map(|_| look_on(&served, &game["id"])).collect();
    let before = served.resident();
    let more: Vec<TcpStream> = (0..300).map(|_| look_on(&served, &game["id"])).collect();
    let each = served.resident().saturating_sub(before) / 300;
    println!("{each} KiB for each of {} more than {}", more.len(), first.len());
    assert!(each < 40, "{each} KiB each");
}
