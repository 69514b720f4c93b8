//! A page as the desk sees it: it keeps values, does jobs with a thinker, and wakes the desk when it is time.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_engine::OneThread;
use outflank_engine::eval::Weights;
use outflank_wasm::desk::Desk;
use outflank_wasm::thinker::{PageThinker, ThinkerSurroundings};
use serde_json::{Value, json};

/// What is around a thinker that nobody stops, and whose reports nobody hears.
struct Nobody(Instant);

impl ThinkerSurroundings for Nobody {
    fn report(&self, _line: &str) {}

    fn now(&self) -> Duration {
        self.0.elapsed()
    }

    fn is_stopped(&self) -> bool {
        false
    }
}

pub(crate) struct Page {
    desk: Desk,
    pub(crate) now: i64,
    /// What is kept, by key.
    pub(crate) kept: BTreeMap<String, Vec<u8>>,
    /// What was said over live connections.
    pub(crate) said: Vec<(u64, Value)>,
    answers: BTreeMap<u64, (u64, Value)>,
    pub(crate) chunks: Vec<String>,
    pub(crate) jobs: VecDeque<(u64, Value)>,
    pub(crate) cancelled: Vec<u64>,
    /// The games that jobs are for.
    pub(crate) games: BTreeMap<u64, i64>,
    timers: Vec<(i64, u64)>,
    requests: u64,
    pub(crate) faults: Vec<String>,
}

impl Page {
    pub(crate) fn new() -> Page {
        Page::with(BTreeMap::new(), 1_700_000_000_000)
    }

    /// Opens a page on a device that has kept something.
    pub(crate) fn with(kept: BTreeMap<String, Vec<u8>>, now: i64) -> Page {
        let mut desk = Desk::new();
        for (key, value) in &kept {
            desk.load(key.clone(), value.clone());
        }
        let mut page = Page {
            desk,
            now,
            kept,
            said: Vec::new(),
            answers: BTreeMap::new(),
            chunks: Vec::new(),
            jobs: VecDeque::new(),
            cancelled: Vec::new(),
            games: BTreeMap::new(),
            timers: Vec::new(),
            requests: 0,
            faults: Vec::new(),
        };
        page.hear(json!({ "event": "start", "now": now, "language": "en" }));
        page
    }

    /// Closes the page and opens it again.
    pub(crate) fn reload(self) -> Page {
        Page::with(self.kept, self.now + 1000)
    }

    pub(crate) fn hear(&mut self, event: Value) {
        let effects: Vec<Value> = serde_json::from_str(&self.desk.hear(&event.to_string())).unwrap();
        for effect in effects {
            let number = |name: &str| effect[name].as_u64().unwrap();
            let text = |name: &str| effect[name].as_str().unwrap().to_owned();
            match effect["effect"].as_str().unwrap() {
                "answer" => {
                    let body = serde_json::from_str(&text("body")).unwrap_or(Value::String(text("body")));
                    self.answers.insert(number("id"), (number("status"), body));
                }
                "begin" => {}
                "chunk" => self.chunks.push(text("text")),
                "end" => drop(self.answers.insert(number("id"), (200, Value::Null))),
                "send" => self.said.push((number("socket"), serde_json::from_str(&text("text")).unwrap())),
                "shut" => self.said.push((number("socket"), Value::Null)),
                "job" => {
                    self.jobs.push_back((number("job"), effect["task"].clone()));
                    self.games.extend(effect["game"].as_i64().map(|game| (number("job"), game)));
                }
                "cancel" => {
                    let job = number("job");
                    self.jobs.retain(|(other, _)| *other != job);
                    self.cancelled.push(job);
                }
                "put" => drop(self.kept.insert(text("key"), bytes_of(&text("bytes")))),
                "remove" => drop(self.kept.remove(&text("key"))),
                "timer" => {
                    let after = effect["after"].as_i64().unwrap();
                    self.timers.push((self.now + after, number("timer")));
                }
                "fault" => self.faults.push(text("message")),
                other => panic!("{other}"),
            }
        }
    }

    /// Sends a request and returns what is answered at once.
    pub(crate) fn begin(&mut self, method: &str, address: &str, body: &Value) -> u64 {
        self.requests += 1;
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.hear(json!({ "event": "request", "id": self.requests, "now": self.now, "method": method,
            "path": path, "query": query, "body": body }));
        self.requests
    }

    /// Sends a request, with jobs and timers as far as the answer needs them.
    pub(crate) fn ask(&mut self, method: &str, address: &str, body: &Value) -> (u64, Value) {
        let id = self.begin(method, address, body);
        for _ in 0..10_000 {
            if let Some(answer) = self.answers.remove(&id) {
                return answer;
            }
            assert!(self.think() || self.wake(), "{method} {address} is not answered");
        }
        panic!("{method} {address} takes too long")
    }

    pub(crate) fn get(&mut self, address: &str) -> (u64, Value) {
        self.ask("GET", address, &Value::Null)
    }

    /// Asks for a file.
    pub(crate) fn get_file(&mut self, address: &str) -> Vec<u8> {
        match self.get(address) {
            (200, Value::String(letters)) => bytes_of(&letters),
            other => panic!("{address}: {other:?}"),
        }
    }

    pub(crate) fn post(&mut self, address: &str, body: Value) -> (u64, Value) {
        self.ask("POST", address, &body)
    }

    /// Sends a file.
    pub(crate) fn put_file(&mut self, address: &str, bytes: &[u8]) -> (u64, Value) {
        self.desk.file(bytes.to_vec());
        self.requests += 1;
        self.hear(json!({ "event": "request", "id": self.requests, "now": self.now, "method": "PUT",
            "path": address, "query": "", "body": "", "file": true }));
        self.answers.remove(&self.requests).unwrap()
    }

    /// Does the next pass of a review with a thinker; tells whether there was one. What is no pass is
    /// analysis without an end.
    pub(crate) fn think_of_pass(&mut self) -> bool {
        let is_pass = |task: &Value| !task["job"]["pass"].as_str().unwrap().starts_with("analysis");
        let Some(place) = self.jobs.iter().position(|(_, task)| is_pass(task)) else { return false };
        self.jobs.swap(0, place);
        self.think()
    }

    /// Does the next job with a thinker; tells whether there was one.
    pub(crate) fn think(&mut self) -> bool {
        let Some((job, task)) = self.jobs.pop_front() else { return false };
        let thinker =
            PageThinker::new(1, Weights::embedded(), Arc::new(OneThread), Arc::new(Nobody(Instant::now())))
                .unwrap();
        let mut answer: Value = serde_json::from_str(&thinker.think(&task.to_string())).unwrap();
        assert!(answer["fault"].is_null(), "{task}: {answer}");
        self.now += 5;
        let result = answer["result"].take();
        self.hear(json!({ "event": "done", "job": job, "now": self.now, "result": result }));
        true
    }

    /// Waits for the next timer; tells whether there was one.
    pub(crate) fn wake(&mut self) -> bool {
        let Some(next) = self.timers.iter().copied().min() else { return false };
        self.timers.retain(|timer| *timer != next);
        let (moment, timer) = next;
        self.now = self.now.max(moment);
        self.hear(json!({ "event": "timer", "timer": timer, "now": self.now }));
        true
    }

    /// Opens a live connection.
    pub(crate) fn open(&mut self, socket: u64, address: &str) {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let now = self.now;
        self.hear(json!({ "event": "open", "socket": socket, "now": now, "path": path, "query": query }));
    }

    pub(crate) fn say(&mut self, socket: u64, message: &Value) {
        let text = message.to_string();
        self.hear(json!({ "event": "message", "socket": socket, "now": self.now, "text": text }));
    }

    /// Takes what was said over a live connection since the last time.
    pub(crate) fn heard(&mut self, socket: u64) -> Vec<Value> {
        let (own, others) = std::mem::take(&mut self.said).into_iter().partition(|(to, _)| *to == socket);
        self.said = others;
        let own: Vec<(u64, Value)> = own;
        own.into_iter().map(|(_, message)| message).collect()
    }
}

/// Reads base64.
fn bytes_of(text: &str) -> Vec<u8> {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::new();
    let (mut word, mut bits) = (0_u32, 0);
    for letter in text.chars().filter(|&letter| letter != '=') {
        word = word << 6 | letters.find(letter).unwrap() as u32;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((word >> bits) as u8);
            word &= (1 << bits) - 1;
        }
    }
    bytes
}
