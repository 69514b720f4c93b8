//! What the desk hears and what it says.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Something that happened. Moments are milliseconds since 1970.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase", deny_unknown_fields)]
#[allow(missing_docs)] // The fields are named like what they are.
pub enum DeskEvent {
    /// Everything that was kept is loaded.
    Start { now: f64, language: String },
    /// A page asks for something.
    Request {
        id: u64,
        now: f64,
        method: String,
        path: String,
        #[serde(default)]
        query: String,
        #[serde(default)]
        body: String,
        /// Whether the file that was handed over just before belongs to it.
        #[serde(default)]
        file: bool,
    },
    /// A page opens a live connection.
    Open {
        socket: u64,
        now: f64,
        path: String,
        #[serde(default)]
        query: String,
    },
    /// A page says something over a live connection.
    Message { socket: u64, now: f64, text: String },
    /// A page has closed a live connection.
    Close { socket: u64 },
    /// A job has come to something.
    Report { job: u64, now: f64, line: Value },
    /// A job is done.
    Done { job: u64, now: f64, result: Value },
    /// A job failed.
    Failed { job: u64, now: f64, reason: String },
    /// The time has come.
    Timer { timer: u64, now: f64 },
    /// The page has left a request whose answer comes in pieces.
    Abort { id: u64 },
    /// A file that was needed was handed over just before, or why it was not.
    Fetched {
        now: f64,
        file: String,
        #[serde(default)]
        failed: Option<String>,
    },
}

/// How urgent a job is, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)] // They are named like what they are for.
pub enum JobUrgency {
    Move,
    Hint,
    Analysis,
    Review,
    /// For players who use the time of their opponents: only what nobody else needs.
    Ponder,
}

/// Something to be done for the desk.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "effect", rename_all = "lowercase")]
#[allow(missing_docs)] // The fields are named like what they are.
pub enum DeskEffect {
    /// The answer to a request.
    Answer {
        id: u64,
        status: u16,
        #[serde(rename = "type")]
        kind: &'static str,
        /// Text, or bytes in base64.
        body: String,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        base64: bool,
        /// What a file with the answer is to be called.
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// The answer to a request begins, piece by piece.
    Begin {
        id: u64,
        status: u16,
        #[serde(rename = "type")]
        kind: &'static str,
    },
    /// A piece of an answer.
    Chunk { id: u64, text: String },
    /// The answer ends.
    End { id: u64 },
    /// Something is said over a live connection.
    Send { socket: u64, text: String },
    /// A live connection is closed.
    Shut { socket: u64, code: u16 },
    /// A task for a thinker.
    Job {
        job: u64,
        class: JobUrgency,
        task: Value,
        /// The game it is for: the thinker of its last job still has what it found there.
        #[serde(skip_serializing_if = "Option::is_none")]
        game: Option<i64>,
    },
    /// Nobody waits for a job any more.
    Cancel { job: u64 },
    /// A value is to be kept.
    Put {
        key: String,
        /// In base64.
        bytes: String,
    },
    /// A value is to be kept no longer.
    Remove { key: String },
    /// An event is wanted after some milliseconds.
    Timer { timer: u64, after: u64 },
    /// A file that came with the pages is needed: `book` or `puzzles`.
    Need { file: &'static str },
    /// Something is wrong with what the desk was told.
    Fault { message: String },
}
