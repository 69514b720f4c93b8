//! A line on the terminal that shows how far a long search has come.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Reports now and then how many items of a long job are done, where no changing line can be shown.
pub(crate) struct DoneCount {
    started: Instant,
    said: Instant,
    done: u64,
}

impl DoneCount {
    /// How long it is silent.
    const PAUSE: Duration = Duration::from_secs(10);

    /// Starts with nothing done.
    pub(crate) fn start() -> DoneCount {
        let now = Instant::now();
        DoneCount { started: now, said: now, done: 0 }
    }

    /// Returns how many items are done.
    pub(crate) fn done(&self) -> u64 {
        self.done
    }

    /// Counts an item; if it is time to and standard error is no terminal, says so there.
    pub(crate) fn count(&mut self) {
        self.done += 1;
        if self.said.elapsed() >= Self::PAUSE && !io::stderr().is_terminal() {
            self.said = Instant::now();
            let seconds = self.started.elapsed().as_secs_f64();
            let _nobody_listens = writeln!(io::stderr(), "{} done in {seconds:.0} s", self.done);
        }
    }
}

/// Shows a line on standard error, if that is a terminal, until it is dropped.
pub(crate) struct Ticker {
    shared: Arc<TickerState>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct TickerState {
    text: Mutex<String>,
    over: AtomicBool,
}

impl Ticker {
    /// How long to wait before the line is shown, and between two of its updates.
    const PAUSE: Duration = Duration::from_millis(400);

    /// Starts; the line begins with `label`.
    pub(crate) fn start(label: String) -> Ticker {
        let shared = Arc::new(TickerState::default());
        let thread = io::stderr().is_terminal().then(|| {
            let shared = Arc::clone(&shared);
            thread::Builder::new().spawn(move || show(&label, &shared)).ok()
        });
        Ticker { shared, thread: thread.flatten() }
    }

    /// Changes the line.
    pub(crate) fn say(&self, text: impl FnOnce() -> String) {
        if self.thread.is_some() {
            *self.shared.text.lock().unwrap_or_else(PoisonError::into_inner) = text();
        }
    }
}

/// Writes the line again and again, and removes it at the end.
fn show(label: &str, shared: &TickerState) {
    let started = Instant::now();
    let mut shown = false;
    loop {
        thread::park_timeout(Ticker::PAUSE);
        if shared.over.load(Ordering::Relaxed) {
            break;
        }
        let text = shared.text.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let seconds = started.elapsed().as_secs_f64();
        let _nobody_listens = write!(io::stderr(), "\r{label}{seconds:.1} s  {text}\x1b[K");
        shown = true;
    }
    if shown {
        let _nobody_listens = write!(io::stderr(), "\r\x1b[K");
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.shared.over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _panicked = thread.join();
        }
    }
}
