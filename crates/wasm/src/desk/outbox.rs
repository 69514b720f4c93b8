//! What the desk wants done, gathered while it handles an event.

use serde::Serialize;
use serde_json::Value;

use super::base64::base64;
use super::{DeskEffect, JobUrgency, Reply};

/// What the desk wants done.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    effects: Vec<DeskEffect>,
    /// The numbers of jobs and timers that were given last.
    jobs: u64,
    timers: u64,
}

impl Outbox {
    /// Takes all that was gathered.
    pub(crate) fn take(&mut self) -> Vec<DeskEffect> {
        std::mem::take(&mut self.effects)
    }

    /// Answers a request.
    pub(crate) fn answer(&mut self, id: u64, reply: Reply) {
        let Reply { status, kind, body, name } = reply;
        let (body, base64) = match String::from_utf8(body) {
            Ok(text) => (text, false),
            Err(binary) => (base64(binary.as_bytes()), true),
        };
        self.effects.push(DeskEffect::Answer { id, status, kind, body, base64, name });
    }

    /// Says a message over a live connection.
    pub(crate) fn send(&mut self, socket: u64, message: &impl Serialize) {
        if let Ok(text) = serde_json::to_string(message) {
            self.effects.push(DeskEffect::Send { socket, text });
        }
    }

    /// Ends a live connection.
    pub(crate) fn shut(&mut self, socket: u64) {
        self.effects.push(DeskEffect::Shut { socket, code: 1000 });
    }

    /// Asks for a job, and returns its number.
    pub(crate) fn job(&mut self, class: JobUrgency, task: Value, game: Option<i64>) -> u64 {
        self.jobs += 1;
        self.effects.push(DeskEffect::Job { job: self.jobs, class, task, game });
        self.jobs
    }

    /// Wants a job no more.
    pub(crate) fn cancel(&mut self, job: u64) {
        self.effects.push(DeskEffect::Cancel { job });
    }

    /// Asks to be woken, and returns the number of the timer.
    pub(crate) fn timer(&mut self, after: i64) -> u64 {
        self.timers += 1;
        self.effects.push(DeskEffect::Timer { timer: self.timers, after: u64::try_from(after).unwrap_or(0) });
        self.timers
    }

    /// Keeps a value.
    pub(crate) fn put(&mut self, key: impl Into<String>, value: &[u8]) {
        self.effects.push(DeskEffect::Put { key: key.into(), bytes: base64(value) });
    }

    /// Keeps a value as JSON.
    pub(crate) fn put_json(&mut self, key: impl Into<String>, value: &impl Serialize) {
        if let Ok(bytes) = serde_json::to_vec(value) {
            self.put(key, &bytes);
        }
    }

    /// Keeps a value no longer.
    pub(crate) fn remove(&mut self, key: impl Into<String>) {
        self.effects.push(DeskEffect::Remove { key: key.into() });
    }

    /// Anything else.
    pub(crate) fn push(&mut self, effect: DeskEffect) {
        self.effects.push(effect);
    }
}
