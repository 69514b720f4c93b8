//! What comes later: jobs that a thinker does, and times that the desk waits for. Each is a closure that goes
//! on with the desk.

use std::collections::HashMap;

use serde_json::Value;

use super::{Desk, JobUrgency};

/// What is done with the result of a job, or with why there is none.
pub(super) type Finish = Box<dyn FnOnce(&mut Desk, Result<Value, String>)>;

/// What is done with every report of a job.
pub(super) type Hear = Box<dyn FnMut(&mut Desk, Value)>;

type Wake = Box<dyn FnOnce(&mut Desk)>;

/// A job under way.
struct PendingJob {
    hear: Option<Hear>,
    finish: Finish,
    /// The request that waits for it.
    request: Option<u64>,
}

/// What comes later.
#[derive(Default)]
pub(super) struct Awaited {
    jobs: HashMap<u64, PendingJob>,
    timers: HashMap<u64, Wake>,
}

impl Desk {
    /// Asks for a job and says what comes of it.
    pub(super) fn begin_job(
        &mut self,
        class: JobUrgency,
        task: Value,
        hear: Option<Hear>,
        finish: impl FnOnce(&mut Desk, Result<Value, String>) + 'static,
    ) -> u64 {
        let job = self.out.job(class, task, None);
        self.pending.jobs.insert(job, PendingJob { hear, finish: Box::new(finish), request: None });
        job
    }

    /// Asks for a job of a player in a game.
    pub(super) fn begin_player_job(
        &mut self,
        (game, class): (i64, JobUrgency),
        task: Value,
        hear: Option<Hear>,
        finish: impl FnOnce(&mut Desk, Result<Value, String>) + 'static,
    ) -> u64 {
        let job = self.out.job(class, task, Some(game));
        self.pending.jobs.insert(job, PendingJob { hear, finish: Box::new(finish), request: None });
        job
    }

    /// Says which request waits for a job: if it is left, the job ends.
    pub(super) fn wait_for(&mut self, request: u64, job: u64) {
        if let Some(pending) = self.pending.jobs.get_mut(&job) {
            pending.request = Some(request);
        }
    }

    /// Ends a job that nobody wants any more.
    pub(super) fn cancel_job(&mut self, job: u64) {
        if self.pending.jobs.remove(&job).is_some() {
            self.out.cancel(job);
        }
    }

    pub(super) fn hear_report(&mut self, job: u64, line: Value) {
        let Some(mut hear) = self.pending.jobs.get_mut(&job).and_then(|pending| pending.hear.take()) else {
            return;
        };
        hear(self, line);
        if let Some(pending) = self.pending.jobs.get_mut(&job) {
            pending.hear = Some(hear);
        }
    }

    pub(super) fn end_job(&mut self, job: u64, result: Result<Value, String>) {
        if let Some(pending) = self.pending.jobs.remove(&job) {
            (pending.finish)(self, result);
        }
    }

    /// Ends the jobs of a request that nobody waits for any more.
    pub(super) fn abort(&mut self, request: u64) {
        let waiting = self.pending.jobs.iter().filter(|(_, pending)| pending.request == Some(request));
        let jobs: Vec<u64> = waiting.map(|(&job, _)| job).collect();
        for job in jobs {
            self.cancel_job(job);
        }
    }

    /// Goes on after a time.
    pub(super) fn later(&mut self, after: i64, wake: impl FnOnce(&mut Desk) + 'static) -> u64 {
        let timer = self.out.timer(after);
        self.pending.timers.insert(timer, Box::new(wake));
        timer
    }

    pub(super) fn wake(&mut self, timer: u64) {
        if let Some(wake) = self.pending.timers.remove(&timer) {
            wake(self);
        }
    }
}
