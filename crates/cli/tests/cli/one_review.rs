//! One game has one review: studio, terminal and `analyze` find the same values, labels and accuracies, and
//! none searches what another has searched.

use std::io::{BufRead as _, BufReader};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

use super::analyze::famous_game;
use super::screen::Screen;
use super::{arg, outflank, outflank_with, program};

/// How long a review may take: machines may be busy.
const PATIENCE: Duration = Duration::from_secs(240);

/// A studio with a database of its own.
struct ServedStudio {
    process: Child,
    address: String,
}

impl ServedStudio {
    fn start(database: &str) -> ServedStudio {
        let mut command = program();
        command.args(["serve", "--bind", "127.0.0.1:0", "--database", database]);
        let mut process = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stderr.take().unwrap()).read_line(&mut line).unwrap();
        let (_, rest) = line.split_once("http://").expect("the address");
        ServedStudio { process, address: rest.split_whitespace().next().unwrap().to_owned() }
    }

    fn connect(&self) -> WebSocket<TcpStream> {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        tungstenite::client(format!("ws://{}/api/review", self.address), stream).unwrap().0
    }

    /// Reviews a game; returns the summary of the finished review, and the values of the positions that were
    /// told.
    fn review(&self, wish: &Value) -> (Value, Vec<Value>) {
        let (mut socket, begin) = (self.connect(), Instant::now());
        socket.send(Message::text(wish.to_string())).unwrap();
        let mut values = Vec::new();
        loop {
            assert!(begin.elapsed() < PATIENCE, "the review does not end");
            let Message::Text(text) = socket.read().unwrap() else { continue };
            let message: Value = serde_json::from_str(&text).unwrap();
            match message["type"].as_str() {
                Some("value") => values.push(message),
                Some("summary") if message["done"] == message["total"] => return (message, values),
                Some("refused") => panic!("{message}"),
                _ => {}
            }
        }
    }
}

impl Drop for ServedStudio {
    fn drop(&mut self) {
        let _ended_already = self.process.kill();
        let _waited = self.process.wait();
    }
}

fn database(folder: &Path) -> String {
    format!("sqlite:{}", folder.join("games.db").display())
}

/// Reviews a game by `analyze`: what was printed, the plies, the summary, and what was told.
fn analyzed(game: &str, options: &[&str]) -> (String, Vec<Value>, Value, String) {
    let run = outflank(&[&["analyze", game, "--json"], options].concat());
    let told = run.err.clone();
    let text = run.good();
    let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let summary = lines.pop().unwrap()["summary"].clone();
    (text, lines, summary, told)
}

#[test]
fn studio_terminal_and_analyze_agree_and_share_what_they_searched() {
    let folder = tempfile::tempdir().unwrap();
    let (game, database) = (famous_game(2), database(folder.path()));
    let (printed, plies, summary, _) = analyzed(game, &["--no-store"]);

    // The studio, from nothing.
    let studio = ServedStudio::start(&database);
    let (found, _) = studio.review(&json!({ "type": "open", "text": game }));
    let judged = found["plies"].as_array().unwrap();
    assert_eq!(judged.len(), plies.len());
    for (judged, ply) in judged.iter().zip(&plies) {
        if ply["played"] == json!("pass") {
            assert!(judged.is_null());
            continue;
        }
        for name in ["side", "score", "best", "best_score", "loss", "exact", "label"] {
            assert_eq!(judged[name], ply[name], "{name} of {ply}");
        }
    }
    for side in ["black", "white"] {
        for name in ["accuracy", "loss"] {
            assert_eq!(found[side][name], summary[side][name], "{side} {name}");
        }
        assert_eq!(found[side]["phases"], summary["phases"][side]);
    }

    // What the studio has searched `analyze` need not search, and it prints the same.
    let (again, _, _, told) = analyzed(game, &["--database", &database]);
    assert_eq!(again, printed);
    let all = plies.len() + 1;
    // The last position is over: there is nothing to search.
    assert!(told.contains(&format!("{} of {all} positions are known", all - 1)), "{told}");

    // The conversation in lines, from nothing.
    let file = folder.path().join("game.txt");
    std::fs::write(&file, game).unwrap();
    let input = format!("load {}\nanalyze\nquit\n", file.display());
    let said = outflank_with(&["play", "--plain", "--black", "human", "--white", "human"], input.as_bytes());
    let said = said.good();
    for ply in plies.iter().filter(|ply| ply["played"] != json!("pass")) {
        let word = |name: &str| ply[name].as_str().unwrap().to_owned();
        let loss = ply["loss"].as_i64().unwrap();
        let lost =
            if loss > 0 { format!(", lost {loss}; {} was best\n", word("best")) } else { "\n".to_owned() };
        let line = format!("{:2}. {} {}: {}{lost}", ply["ply"], word("side"), word("played"), word("label"));
        assert!(said.contains(&line), "{line} in {said}");
    }
    for side in ["black", "white"] {
        let [accuracy, loss] = ["accuracy", "loss"].map(|name| summary[side][name].as_f64().unwrap());
        let line = format!("{side}: accuracy {accuracy:.1} %, {loss:.0} discs lost");
        assert!(said.contains(&line), "{line} in {said}");
    }

    // The whole screen, with what is stored.
    let mut screen =
        Screen::start(folder.path(), &["--black", "human", "--white", "human", "--database", &database]);
    screen.resize(120, 40);
    screen.sees("Black to move");
    screen.press(":load game.txt\r");
    screen.sees("Game over");
    screen.press("t");
    let side = |name: &str| {
        let [accuracy, loss] = ["accuracy", "loss"].map(|field| summary[name][field].as_f64().unwrap());
        format!("{name} {accuracy:.0} %, lost {loss:.0}")
    };
    screen.sees(&format!("Accuracy: {} · {}", side("black"), side("white")));
    screen.press("q");
    screen.press("y");
}

/// The boards of a game from its start to its end.
fn boards_of(game: &str) -> Vec<String> {
    let shown = |moves: &str| {
        let run = outflank(&["show", if moves.is_empty() { "start" } else { moves }, "--json"]).good();
        let shown: Value = serde_json::from_str(run.trim()).unwrap();
        shown["board"].as_str().unwrap().to_owned()
    };
    (0..=game.len() / 2).map(|ply| shown(&game[..2 * ply])).collect()
}

#[test]
fn what_analyze_has_searched_the_studio_need_not_search() {
    let folder = tempfile::tempdir().unwrap();
    let (game, database) = (&famous_game(3)[..24], database(folder.path()));
    let (printed, plies, ..) = analyzed(game, &["--database", &database]);
    let studio = ServedStudio::start(&database);
    let (found, values) = studio.review(&json!({ "type": "open", "text": game }));
    assert_eq!(found["total"], json!(plies.len() + 1));
    assert!(values.len() > plies.len());
    // Whatever is searched visits boards. The last position is on screen: once it is known, the studio
    // goes on analyzing it beside the review.
    let on_screen = &boards_of(game)[plies.len()];
    let of_review = |value: &&Value| value["board"] != json!(on_screen);
    assert!(values.iter().filter(of_review).all(|value| value["nodes"] == json!(0)), "{values:?}");
    let first_told = values.iter().find(|value| value["board"] == json!(on_screen)).unwrap();
    assert_eq!(first_told["nodes"], json!(0), "{first_told}");
    assert_eq!(analyzed(game, &["--no-store"]).0, printed);
}

#[test]
fn no_database_is_made_and_none_is_needed() {
    let folder = tempfile::tempdir().unwrap();
    let run = |options: &[&str]| {
        let mut command = program();
        command.args(["analyze", "f5d6c3", "--json"]).args(options);
        super::Run::of(
            command.env("XDG_DATA_HOME", folder.path()).env("HOME", folder.path()).output().unwrap(),
        )
    };
    let plain = run(&[]).good();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    let broken = folder.path().join("broken.db");
    std::fs::write(&broken, "this is no database, however long one looks at it").unwrap();
    let warned = run(&["--database", &format!("sqlite:{}", arg(&broken))]);
    assert!(warned.err.contains("not stored"), "{}", warned.err);
    assert_eq!(warned.good(), plain);
    run(&["--database", "sqlite:x.db", "--no-store"]).refused();
}

#[test]
fn a_game_of_the_studio_is_opened_by_its_number() {
    let folder = tempfile::tempdir().unwrap();
    let database = database(folder.path());
    let file = folder.path().join("game.txt");
    std::fs::write(&file, "f5d6c3").unwrap();
    let studio = ServedStudio::start(&database);
    let mut stream = TcpStream::connect(&studio.address).unwrap();
    let body = json!({ "black": { "player": "human", "name": "Bo" }, "white": { "player": "human" }, "start": "f5d6c3" });
    let created = post(&mut stream, &studio.address, "/api/games", &body);
    let id = created["game"]["id"].as_i64().expect("the number of the game");
    let (found, _) = studio.review(&json!({ "type": "open", "game": id }));
    assert_eq!(found["total"], json!(4));
    let mut socket = studio.connect();
    for wish in [
        json!({ "type": "open" }),
        json!({ "type": "open", "game": 99 }),
        json!({ "type": "open", "text": "f5", "game": id }),
    ] {
        socket.send(Message::text(wish.to_string())).unwrap();
        let Message::Text(text) = socket.read().unwrap() else { panic!("no text") };
        let refused: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(refused["type"], json!("refused"), "{wish} {refused}");
    }
}

/// Asks the studio for something, and returns the JSON it answers with.
fn post(stream: &mut TcpStream, host: &str, path: &str, body: &Value) -> Value {
    use std::io::{Read as _, Write as _};
    let body = body.to_string();
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (_, json) = answer.split_once("\r\n\r\n").expect("a body");
    serde_json::from_str(json.trim()).unwrap_or_else(|error| panic!("{error}: {answer}"))
}
