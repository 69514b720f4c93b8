//! How far a long job has come: a changing line on a terminal, elsewhere a line now and then.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Shows how far a job has come on standard error, until it is dropped.
pub(crate) struct Ticker {
    /// What the thread shows; `None` if nothing is shown.
    state: Option<Arc<TickerState>>,
    /// What every text begins with.
    label: String,
    /// The thread; those made by [`Ticker::labelled`] have none of their own.
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct TickerState {
    text: Mutex<String>,
    over: AtomicBool,
}

impl Ticker {
    /// How long to wait on a terminal before the line is shown, and between two of its updates.
    const PAUSE: Duration = Duration::from_millis(400);
    /// How long to wait between two lines where standard error is no terminal.
    const LONG_PAUSE: Duration = Duration::from_secs(10);

    /// Starts a changing line, if standard error is a terminal; it begins with `label`.
    pub(crate) fn start(label: String) -> Ticker {
        if io::stderr().is_terminal() { Ticker::show(label, true) } else { Ticker::silent() }
    }

    /// Starts a changing line on a terminal, and a line every ten seconds elsewhere.
    pub(crate) fn start_anywhere() -> Ticker {
        Ticker::show(String::new(), io::stderr().is_terminal())
    }

    /// Shows nothing.
    pub(crate) fn silent() -> Ticker {
        Ticker { state: None, label: String::new(), thread: None }
    }

    fn show(label: String, on_terminal: bool) -> Ticker {
        let state = Arc::new(TickerState::default());
        let shown = Arc::clone(&state);
        let thread = thread::Builder::new()
            .spawn(move || if on_terminal { show_line(&shown) } else { print_lines(&shown) })
            .ok();
        Ticker { state: thread.is_some().then_some(state), label, thread }
    }

    /// Returns a ticker that changes the same line, with a label of its own.
    pub(crate) fn labelled(&self, label: String) -> Ticker {
        Ticker { state: self.state.clone(), label, thread: None }
    }

    /// Changes the line.
    pub(crate) fn say(&self, text: impl FnOnce() -> String) {
        if let Some(state) = &self.state {
            let text = format!("{}{}", self.label, text());
            *state.text.lock().unwrap_or_else(PoisonError::into_inner) = text;
        }
    }
}

/// Writes a line again and again, and removes it at the end.
fn show_line(state: &TickerState) {
    let started = Instant::now();
    let mut shown = false;
    loop {
        thread::park_timeout(Ticker::PAUSE);
        if state.over.load(Ordering::Relaxed) {
            break;
        }
        let text = state.text.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let seconds = started.elapsed().as_secs_f64();
        let _nobody_listens = write!(io::stderr(), "\r{seconds:.1} s  {text}\x1b[K");
        shown = true;
    }
    if shown {
        let _nobody_listens = write!(io::stderr(), "\r\x1b[K");
    }
}

/// Writes a line every ten seconds.
fn print_lines(state: &TickerState) {
    let started = Instant::now();
    let mut next = Ticker::LONG_PAUSE;
    loop {
        thread::park_timeout(next.saturating_sub(started.elapsed()));
        if state.over.load(Ordering::Relaxed) {
            return;
        }
        if started.elapsed() < next {
            continue;
        }
        let text = state.text.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let text = if text.is_empty() { "searching".to_owned() } else { text };
        let _nobody_listens = writeln!(io::stderr(), "{} s  {text}", next.as_secs());
        next += Ticker::LONG_PAUSE;
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            if let Some(state) = &self.state {
                state.over.store(true, Ordering::Relaxed);
            }
            thread.thread().unpark();
            let _panicked = thread.join();
        }
    }
}
