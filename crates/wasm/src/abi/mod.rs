//! What the outside can call, and what is called outside: the only place with raw memory and names of C.
//!
//! A text or a file is handed in by asking for room with `input(length)`, writing it there and calling what
//! takes it; what comes back is as long as the function says, at the place that `output()` says. Nobody
//! outside frees anything. A panic is told to `fault` and ends the instance: whoever started it starts
//! another one.
//!
//! A module has the desk, the thinker, or both, as its features say.
#![allow(unsafe_code)]

#[cfg(feature = "desk")]
mod desk;
#[cfg(feature = "thinker")]
mod thinker;

use std::cell::RefCell;
use std::time::Duration;

use outflank_players::provide_clock;

#[link(wasm_import_module = "outflank")]
// SAFETY: the module is given functions of these names and types, or it is not instantiated.
unsafe extern "C" {
    /// Hears why the instance is about to end.
    safe fn fault(text: *const u8, length: usize);
    /// Tells the milliseconds since some fixed moment.
    safe fn now() -> f64;
}

/// What is handed in, and what comes back.
#[derive(Default)]
struct Place {
    input: Vec<u8>,
    output: Vec<u8>,
}

thread_local! {
    static PLACE: RefCell<Place> = RefCell::default();
}

/// Takes what was handed in.
fn taken() -> Vec<u8> {
    PLACE.with_borrow_mut(|place| std::mem::take(&mut place.input))
}

/// Takes what was handed in as a text.
fn taken_text() -> String {
    text_of(taken())
}

/// Reads a text that was handed in.
fn text_of(bytes: Vec<u8>) -> String {
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Puts what comes back at its place and returns its length.
fn give(text: String) -> usize {
    PLACE.with_borrow_mut(|place| {
        place.output = text.into_bytes();
        place.output.len()
    })
}

/// Tells the time since some fixed moment.
fn moment() -> Duration {
    Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()
}

/// Lets faults be heard; to be called first.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
extern "C" fn begin() {
    provide_clock(moment);
    std::panic::set_hook(Box::new(|panic| {
        let reason = panic.to_string();
        fault(reason.as_ptr(), reason.len());
    }));
}

/// Makes room for what is handed in next, all zero.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
extern "C" fn input(length: usize) -> *mut u8 {
    PLACE.with_borrow_mut(|place| {
        place.input = vec![0; length];
        place.input.as_mut_ptr()
    })
}

/// Tells where the last answer is, until the next call.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
extern "C" fn output() -> *const u8 {
    PLACE.with_borrow(|place| place.output.as_ptr())
}
