//! The studio as a process of its own, and people who play there over HTTP.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long anything may take: machines may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// A studio that runs; it is killed with this value.
pub(crate) struct Served {
    process: Child,
    pub(crate) address: String,
}

impl Served {
    /// Starts `outflank` by a command that lacks only the arguments, at an address or at any free port.
    pub(crate) fn start(command: Command, database: &str, address: Option<&str>) -> Served {
        Served::start_with(command, database, address, &[])
    }

    /// As [`Served::start`], with further options.
    pub(crate) fn start_with(
        mut command: Command,
        database: &str,
        address: Option<&str>,
        options: &[&str],
    ) -> Served {
        command.args(["serve", "--bind", address.unwrap_or("127.0.0.1:0"), "--database", database]);
        command.args(options);
        let mut process = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut told = BufReader::new(process.stderr.take().unwrap());
        let mut said = String::new();
        let address = loop {
            let mut line = String::new();
            assert!(told.read_line(&mut line).unwrap() > 0, "the studio ended: {said}");
            if let Some((_, rest)) = line.split_once("http://") {
                break rest.split_whitespace().next().unwrap().to_owned();
            }
            said += &line;
        };
        // What else it tells must not fill the pipe.
        std::thread::spawn(move || std::io::copy(&mut told, &mut std::io::sink()));
        Served { process, address }
    }

    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Ends it as a crash would.
    pub(crate) fn kill(&mut self) {
        let _already_gone = self.process.kill();
        let _already_gone = self.process.wait();
    }

    /// Returns the memory it uses, in KiB.
    pub(crate) fn resident(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches("kB").trim().parse().unwrap()
    }

    /// Asks for something that must succeed.
    #[track_caller]
    pub(crate) fn good(&self, method: &str, path: &str, body: &Value) -> Value {
        let (status, answer) = ask(&self.address, method, path, body).unwrap();
        assert!((200..300).contains(&status), "{method} {path}: {status} {answer}");
        answer
    }

    /// Begins a game and returns it.
    pub(crate) fn begin(&self, wish: &Value) -> Value {
        self.good("POST", "/api/games", wish)["game"].clone()
    }

    pub(crate) fn game(&self, id: i64) -> Value {
        self.good("GET", &format!("/api/games/{id}"), &Value::Null)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Asks a server; an error means that it was not reached or did not answer. What is no JSON is a text.
pub(crate) fn ask(address: &str, method: &str, path: &str, body: &Value) -> std::io::Result<(u16, Value)> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let body = if body.is_null() { String::new() } else { body.to_string() };
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer);
    let cut = || std::io::Error::other(format!("no whole answer: {answer:?}"));
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(cut)?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(cut)?;
    let text = || if body.is_empty() { Value::Null } else { body.into() };
    Ok((status, serde_json::from_str(body).unwrap_or_else(|_no_json| text())))
}

pub(crate) fn two_people() -> Value {
    json!({ "black": { "player": "human" }, "white": { "player": "human" } })
}

/// What somebody who plays has been told.
#[derive(Debug, Default)]
pub(crate) struct Acknowledged {
    /// All games that were acknowledged: the number, and the acknowledged moves.
    pub(crate) games: Vec<(i64, Vec<String>)>,
    /// How many moves were acknowledged.
    pub(crate) moves: u64,
    /// When a move was acknowledged last.
    pub(crate) last: Option<Instant>,
    /// When something was refused because it could not be stored.
    pub(crate) refused: Option<Instant>,
    /// Answers that should never be given.
    pub(crate) wrong: Vec<String>,
}

impl Acknowledged {
    /// Plays games against oneself until told to stop, move by random move, and notes what is acknowledged.
    pub(crate) fn play(&mut self, address: &str, seed: u64, stop: &AtomicBool) {
        let mut dice = seed | 1;
        while !stop.load(Ordering::Relaxed) {
            if self.turn(address, &mut dice).is_none() {
                std::thread::sleep(Duration::from_millis(30));
            }
        }
    }

    /// Begins a game if the last one is over, and makes one move; nothing if that was refused.
    fn turn(&mut self, address: &str, dice: &mut u64) -> Option<()> {
        let game = match self.games.last() {
            Some((id, _)) => self.request(address, "GET", &format!("/api/games/{id}"), &Value::Null)?,
            None => Value::Null,
        };
        let Some(legal) = game["position"]["legal"].as_array().filter(|legal| !legal.is_empty()) else {
            let created = self.request(address, "POST", "/api/games", &two_people())?;
            self.games.push((created["game"]["id"].as_i64()?, Vec::new()));
            return Some(());
        };
        *dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let choice = &legal[(*dice >> 33) as usize % legal.len()]["square"];
        let wish = json!({ "ply": game["plies"].as_array()?.len(), "move": choice });
        let path = format!("/api/games/{}/moves", game["id"]);
        let moved = self.request(address, "POST", &path, &wish)?;
        self.games.last_mut()?.1 = moves(&moved);
        self.moves += 1;
        self.last = Some(Instant::now());
        Some(())
    }

    /// Asks; nothing if it was refused because nothing can be stored, or the server is gone.
    fn request(&mut self, address: &str, method: &str, path: &str, body: &Value) -> Option<Value> {
        let (status, answer) = ask(address, method, path, body).ok()?;
        match status {
            200 | 201 => return Some(answer),
            507 | 503 => self.refused = Some(Instant::now()),
            _ => self.wrong.push(format!("{method} {path}: {status} {answer}")),
        }
        None
    }

    /// Sees whether everything that was acknowledged is there.
    #[track_caller]
    pub(crate) fn check(&self, served: &Served) {
        assert_eq!(self.wrong, Vec::<String>::new());
        for (id, acknowledged) in &self.games {
            let kept = moves(&served.game(*id));
            assert!(
                kept.starts_with(acknowledged),
                "game {id}: {acknowledged:?} acknowledged, {kept:?} kept"
            );
            // One move may have been under way, with a pass.
            assert!(kept.len() <= acknowledged.len() + 2, "game {id}: {acknowledged:?}, {kept:?}");
        }
    }
}

/// Returns the moves of a game.
pub(crate) fn moves(game: &Value) -> Vec<String> {
    let plies = game["plies"].as_array().into_iter().flatten();
    plies.map(|ply| ply["move"].as_str().unwrap_or_default().to_owned()).collect()
}
