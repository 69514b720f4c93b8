//! Threads that were started outside: each serves a crew until it is dismissed, and searches borrow them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use outflank_engine::Threads;

/// What helpers do.
type Help = Arc<dyn Fn() + Send + Sync>;

/// Threads that wait to help.
#[derive(Default)]
pub struct HelperCrew {
    state: Mutex<CrewState>,
    called: Condvar,
    /// How many serve.
    serving: AtomicUsize,
}

#[derive(Default)]
struct CrewState {
    /// Grows with every search that calls for help.
    round: u64,
    help: Option<Help>,
    is_dismissed: bool,
}

impl HelperCrew {
    /// Helps every search that calls, on the calling thread, until the crew is dismissed.
    pub fn serve(&self) {
        self.serving.fetch_add(1, Ordering::SeqCst);
        let mut seen = self.state().round;
        while let Some((round, help)) = self.next(seen) {
            seen = round;
            help();
        }
        self.serving.fetch_sub(1, Ordering::SeqCst);
    }

    /// Sends the helpers home.
    pub fn dismiss(&self) {
        self.state().is_dismissed = true;
        self.called.notify_all();
    }

    /// Waits for a search after round `seen`; `None` if there will be none.
    fn next(&self, seen: u64) -> Option<(u64, Help)> {
        let mut state = self.state();
        loop {
            if state.is_dismissed {
                return None;
            }
            if let Some(help) = state.help.as_ref().filter(|_| state.round > seen) {
                return Some((state.round, Arc::clone(help)));
            }
            state = self.called.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn state(&self) -> MutexGuard<'_, CrewState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Threads for HelperCrew {
    fn count(&self) -> usize {
        1 + self.serving.load(Ordering::SeqCst)
    }

    /// Runs `main` alone: helpers are lent.
    fn run(&self, main: &mut (dyn FnMut() + Send), _helper: &(dyn Fn() + Sync)) {
        main();
    }

    fn lend(&self, helper: &Arc<dyn Fn() + Send + Sync>) -> bool {
        let mut state = self.state();
        state.round += 1;
        state.help = Some(Arc::clone(helper));
        self.called.notify_all();
        true
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::{Duration, Instant};

    use outflank_engine::eval::Weights;
    use outflank_engine::{Engine, Goal};
    use outflank_rules::Position;

    use super::*;

    #[test]
    fn a_crew_helps_one_search_after_the_other_until_it_is_dismissed() {
        let crew = HelperCrew::default();
        let engine = Engine::new(1, Weights::embedded()).unwrap();
        let position: Position =
            "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X".parse().unwrap();
        thread::scope(|scope| {
            let helpers = [(); 2].map(|()| scope.spawn(|| crew.serve()));
            let begun = Instant::now();
            while crew.count() < 3 {
                assert!(begun.elapsed() < Duration::from_secs(20), "the helpers do not come");
                thread::sleep(Duration::from_millis(1));
            }
            for _ in 0..2 {
                engine.forget();
                let found = engine.search(position).threads(&crew).solve(Goal::Exact);
                assert_eq!((found.value.score, found.value.is_exact()), (38, true));
            }
            crew.dismiss();
            for helper in helpers {
                helper.join().unwrap();
            }
        });
        assert_eq!(crew.count(), 1);
    }
}
