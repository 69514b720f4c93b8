//! The studio without a server: one [`DeskEvent`] in, [`DeskEffect`]s out. It reads no clock, starts nothing
//! and never waits: searches are jobs that others do, what must be kept is handed out, and every event brings
//! the time.
//!
//! [`Desk`] holds all there is; `routes` says which request is answered by what. What comes later, a job or a
//! time, is a closure that goes on with the desk. It answers what a server answers: a test asks both.

mod base64;
mod event;
mod files;
mod games;
mod learning;
mod library;
mod outbox;
mod pending;
mod puzzles;
mod reply;
mod request;
mod results;
mod reviews;
mod routes;
mod studies;
mod thinking;
mod values;

use std::collections::BTreeMap;

pub use event::{DeskEffect, DeskEvent, JobUrgency};
pub use reply::{DeskRefusal, Reply};

use files::ShippedFiles;
use games::GameTable;
use learning::LearningTable;
use library::{DeskImports, LibraryTable};
use outbox::Outbox;
use outflank_engine::Dice;
use pending::Awaited;
use puzzles::PuzzleTable;
use request::{DeskRequest, parts_of};
use results::ResultTable;
use reviews::DeskReview;
use serde::Deserialize;
use studies::StudyShelf;

/// What a live connection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SocketUse {
    /// It follows a game.
    Game(i64),
    /// It reviews games.
    Review,
}

/// What a page says when it follows a game.
#[derive(Default, Deserialize)]
struct DeskLiveQuery {
    /// Whether the computer may use the opponent's time as long as the page looks on.
    #[serde(default)]
    ponder: bool,
}

/// The studio without a server.
#[derive(Default)]
pub struct Desk {
    /// What was kept when the page was last open, by key, until the desk begins.
    loaded: BTreeMap<String, Vec<u8>>,
    /// The file that belongs to the next request.
    file: Option<Vec<u8>>,
    /// The present moment, in milliseconds since 1970.
    now: i64,
    out: Outbox,
    pending: Awaited,
    sockets: BTreeMap<u64, SocketUse>,
    games: GameTable,
    library: LibraryTable,
    imports: DeskImports,
    studies: StudyShelf,
    reviews: BTreeMap<u64, DeskReview>,
    results: ResultTable,
    puzzles: PuzzleTable,
    learning: LearningTable,
    files: ShippedFiles,
    /// The last number that was given to a game or an entry of the library.
    last_number: i64,
    /// How often something was drawn.
    draws: u64,
}

impl Desk {
    /// A desk with nothing on it.
    #[must_use]
    pub fn new() -> Desk {
        Desk::default()
    }

    /// Takes a value that was kept, before the first event.
    pub fn load(&mut self, key: String, value: Vec<u8>) {
        self.loaded.insert(key, value);
    }

    /// Takes the file that the next request sends.
    pub fn file(&mut self, bytes: Vec<u8>) {
        self.file = Some(bytes);
    }

    /// Takes an event written as JSON and returns its effects written as a JSON array.
    #[must_use]
    pub fn hear(&mut self, event: &str) -> String {
        let effects = match serde_json::from_str(event) {
            Ok(event) => self.handle(event),
            Err(error) => vec![DeskEffect::Fault { message: format!("no event: {error}") }],
        };
        serde_json::to_string(&effects).unwrap_or_else(|_| "[]".to_owned())
    }

    /// Takes an event and returns its effects.
    pub fn handle(&mut self, event: DeskEvent) -> Vec<DeskEffect> {
        match event {
            DeskEvent::Start { now, language: _ } => {
                self.set_now(now);
                self.begin_desk();
            }
            DeskEvent::Request { id, now, method, path, query, body, file } => {
                self.set_now(now);
                let file = self.file.take().filter(|_| file);
                self.answer(&DeskRequest { id, method, path, query, body, file });
            }
            DeskEvent::Open { socket, now, path, query } => {
                self.set_now(now);
                self.open(socket, &path, &query);
            }
            DeskEvent::Message { socket, now, text } => {
                self.set_now(now);
                self.hear_page(socket, &text);
            }
            DeskEvent::Close { socket } => self.close(socket),
            DeskEvent::Report { job, now, line } => {
                self.set_now(now);
                self.hear_report(job, line);
            }
            DeskEvent::Done { job, now, result } => {
                self.set_now(now);
                self.end_job(job, Ok(result));
            }
            DeskEvent::Failed { job, now, reason } => {
                self.set_now(now);
                self.end_job(job, Err(reason));
            }
            DeskEvent::Timer { timer, now } => {
                self.set_now(now);
                self.wake(timer);
            }
            DeskEvent::Abort { id } => self.abort(id),
            DeskEvent::Fetched { now, file, failed } => {
                self.set_now(now);
                let bytes = self.file.take().ok_or_else(|| failed.unwrap_or_default());
                self.take_shipped(&file, bytes);
            }
        }
        self.keep_library();
        self.out.take()
    }

    /// Takes note of the time; it never goes back.
    fn set_now(&mut self, now: f64) {
        self.now = self.now.max(now as i64);
    }

    /// Reads all that was kept.
    fn begin_desk(&mut self) {
        let loaded = std::mem::take(&mut self.loaded);
        for (key, value) in loaded {
            if let Err(reason) = self.read_value(&key, &value) {
                // It stays where it is: a later version may understand it.
                let message = format!("{key} cannot be read and is left out: {reason}");
                self.out.push(DeskEffect::Fault { message });
            }
        }
        // What was kept is as it was.
        self.wake_games();
    }

    /// Answers a request, or begins what will.
    fn answer(&mut self, request: &DeskRequest) {
        let handled = self.route(request);
        match handled {
            Ok(Some(reply)) => self.out.answer(request.id, reply),
            Ok(None) => {}
            Err(refusal) => self.out.answer(request.id, refusal.into()),
        }
    }

    fn open(&mut self, socket: u64, path: &str, query: &str) {
        let parts = parts_of(path);
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let opened = match parts[..] {
            ["games", id, "live"] => {
                let ponder = request::read_query::<DeskLiveQuery>(query).is_ok_and(|query| query.ponder);
                request::number(id).is_ok_and(|id| self.follow_game(socket, id, ponder))
            }
            ["review"] => {
                self.open_review(socket);
                true
            }
            _ => false,
        };
        if !opened {
            self.out.shut(socket);
        }
    }

    fn hear_page(&mut self, socket: u64, text: &str) {
        match self.sockets.get(&socket) {
            Some(SocketUse::Review) => self.hear_review(socket, text),
            // Nothing has to be said about a game.
            Some(SocketUse::Game(_)) | None => {}
        }
    }

    fn close(&mut self, socket: u64) {
        match self.sockets.remove(&socket) {
            Some(SocketUse::Game(id)) => self.leave_game(socket, id),
            Some(SocketUse::Review) => self.close_review(socket),
            None => {}
        }
    }

    /// Returns a number that no game and no entry has, and never had.
    fn next_number(&mut self) -> i64 {
        self.last_number += 1;
        self.out.put_json(values::NUMBERS, &values::NumbersValue::new(self.last_number));
        self.last_number
    }

    /// Returns dice that the moment has thrown: all the chance there is.
    fn dice(&mut self) -> Dice {
        self.draws += 1;
        Dice::of_words(&[self.now as u64, self.draws])
    }
}
