//! What the engine takes from outside: threads and a clock of the operating system.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use outflank_engine::{Clock, Threads};

use crate::moment::Instant;

/// Threads of the operating system, started for each search.
#[derive(Clone, Copy, Debug)]
pub struct HostThreads(NonZeroUsize);

impl HostThreads {
    /// Takes as many threads as asked for, or one for each core.
    #[must_use]
    pub fn new(wanted: Option<u16>) -> HostThreads {
        let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        HostThreads(wanted.and_then(|count| NonZeroUsize::new(count.into())).unwrap_or_else(cores))
    }
}

impl Threads for HostThreads {
    fn count(&self) -> usize {
        self.0.get()
    }

    fn run(&self, main: &mut (dyn FnMut() + Send), helper: &(dyn Fn() + Sync)) {
        thread::scope(|scope| {
            for _ in 1..self.count() {
                // A thread the system does not give is a helper less, not a failure.
                if thread::Builder::new().spawn_scoped(scope, helper).is_err() {
                    break;
                }
            }
            main();
        });
    }

    fn lend(&self, helper: &Arc<dyn Fn() + Send + Sync>) -> bool {
        for _ in 1..self.count() {
            let helper = Arc::clone(helper);
            let _one_less = thread::Builder::new().spawn(move || helper());
        }
        true
    }
}

/// The time since the program asked for it first.
#[derive(Clone, Copy, Debug)]
pub struct WallClock(Instant);

impl WallClock {
    /// Starts the clock.
    #[must_use]
    pub fn start() -> WallClock {
        WallClock(Instant::now())
    }
}

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn every_thread_but_the_calling_one_helps() {
        let (mut main_runs, helpers) = (0, AtomicUsize::new(0));
        let threads = HostThreads::new(Some(4));
        threads.run(&mut || main_runs += 1, &|| {
            helpers.fetch_add(1, Ordering::Relaxed);
        });
        assert_eq!((main_runs, helpers.into_inner()), (1, 3));
        assert!(HostThreads::new(None).count() >= 1);
    }

    #[test]
    fn the_clock_goes_forward() {
        let clock = WallClock::start();
        let first = clock.now();
        assert!(clock.now() >= first);
    }
}
