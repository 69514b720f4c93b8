//! Ctrl-C: the first ends the search, which then tells what it knows; otherwise it ends the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::Context as _;
use outflank_engine::Stopper;

use crate::failure::Failure;

/// The exit code of a program that Ctrl-C ended at once, as shells count it.
const ENDED_AT_ONCE: i32 = 130;

/// Watches for Ctrl-C.
#[derive(Clone, Default)]
pub(crate) struct Interrupt(Arc<InterruptState>);

#[derive(Default)]
struct InterruptState {
    asked: AtomicBool,
    /// What to stop; `None` while nothing is being searched.
    stopper: Mutex<Option<Stopper>>,
}

impl Interrupt {
    /// Starts to watch. Done once in a run of the program.
    pub(crate) fn watch() -> Result<Interrupt, Failure> {
        let interrupt = Interrupt::default();
        let watcher = interrupt.clone();
        ctrlc::set_handler(move || watcher.pressed())
            .context("cannot watch for Ctrl-C")
            .map_err(Failure::other)?;
        Ok(interrupt)
    }

    /// Tells whether the search was asked to end.
    pub(crate) fn is_asked(&self) -> bool {
        self.0.asked.load(Ordering::Relaxed)
    }

    /// Fails if the search was asked to end.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.is_asked() { Err(Failure::Other(anyhow::anyhow!("interrupted"))) } else { Ok(()) }
    }

    /// Lets Ctrl-C stop searches, as long as the guard lives, instead of ending the program.
    pub(crate) fn guard(&self, stopper: Stopper) -> InterruptGuard<'_> {
        *self.stopper() = Some(stopper);
        InterruptGuard(self)
    }

    fn pressed(&self) {
        match &*self.stopper() {
            Some(stopper) if !self.0.asked.swap(true, Ordering::Relaxed) => stopper.stop(),
            _ => std::process::exit(ENDED_AT_ONCE),
        }
    }

    fn stopper(&self) -> MutexGuard<'_, Option<Stopper>> {
        self.0.stopper.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns a flag that the first Ctrl-C sets; the second ends the program. Done once in a run of the program,
/// instead of [`Interrupt::watch`].
pub(crate) fn flag() -> Result<Arc<AtomicBool>, Failure> {
    let flag = Arc::new(AtomicBool::new(false));
    let watcher = Arc::clone(&flag);
    let pressed = move || {
        if watcher.swap(true, Ordering::Relaxed) {
            std::process::exit(ENDED_AT_ONCE);
        }
    };
    ctrlc::set_handler(pressed).context("cannot watch for Ctrl-C").map_err(Failure::other)?;
    Ok(flag)
}

/// Returns a stopper that the first Ctrl-C stops; the second ends the program. Done once in a run of the
/// program, instead of [`Interrupt::watch`].
pub(crate) fn stopper() -> Result<Stopper, Failure> {
    let stopper = Stopper::new();
    let watcher = stopper.clone();
    let pressed = move || {
        if watcher.is_stopped() {
            std::process::exit(ENDED_AT_ONCE);
        }
        watcher.stop();
    };
    ctrlc::set_handler(pressed).context("cannot watch for Ctrl-C").map_err(Failure::other)?;
    Ok(stopper)
}

/// See [`Interrupt::guard`].
pub(crate) struct InterruptGuard<'a>(&'a Interrupt);

impl Drop for InterruptGuard<'_> {
    fn drop(&mut self) {
        *self.0.stopper() = None;
    }
}
