//! The threads of a search: where they come from ([`Threads`]), what each one carries (`worker`), how they
//! share nodes (`parallel`), and what ends them (`watch`).

mod parallel;
mod watch;
mod worker;

use std::sync::Arc;

pub(crate) use parallel::{Brothers, Helper, Split, Team, share, share_values};
pub(crate) use watch::Watch;
pub(crate) use worker::{RunSoFar, Worker};

/// Where the threads of a search come from: the engine starts none itself.
pub trait Threads: Sync {
    /// Returns how many threads there are, the calling one included.
    fn count(&self) -> usize;

    /// Calls `helper` on each of the other threads while `main` runs on this one, and returns when all are
    /// through.
    fn run(&self, main: &mut (dyn FnMut() + Send), helper: &(dyn Fn() + Sync));

    /// Starts `helper` on each of the other threads and returns at once, without waiting for them ever; they
    /// end soon after the search. Returns `false` if that is not possible: then [`Threads::run`] is called.
    ///
    /// A search that has to end then does not wait for a thread that the system does not let run.
    fn lend(&self, _helper: &Arc<dyn Fn() + Send + Sync>) -> bool {
        false
    }
}

/// The calling thread alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct OneThread;

impl Threads for OneThread {
    fn count(&self) -> usize {
        1
    }

    fn run(&self, main: &mut (dyn FnMut() + Send), _helper: &(dyn Fn() + Sync)) {
        main();
    }

    fn lend(&self, _helper: &Arc<dyn Fn() + Send + Sync>) -> bool {
        true
    }
}
