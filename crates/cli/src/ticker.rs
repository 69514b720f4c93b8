//! A line on the terminal that shows how far a long search has come.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Shows a line on standard error, if that is a terminal, until it is dropped.
pub(crate) struct Ticker {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    text: Mutex<String>,
    over: AtomicBool,
}

impl Ticker {
    /// How long to wait before the line is shown, and between two of its updates.
    const PAUSE: Duration = Duration::from_millis(400);

    /// Starts; the line begins with `label`.
    pub(crate) fn start(label: String) -> Ticker {
        let shared = Arc::new(Shared::default());
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
fn show(label: &str, shared: &Shared) {
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
