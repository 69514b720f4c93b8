//! What the outside can call, and what is called outside: the only file with raw memory and names of C.
//!
//! A text or a file is handed in by asking for room with `input(length)`, writing it there and calling what
//! takes it; what comes back is as long as the function says, at the place that `output()` says. Nobody
//! outside frees anything. A panic is told to `fault` and ends the instance: whoever started it starts
//! another one.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use outflank_engine::Threads as _;
use outflank_engine::eval::Weights;
use outflank_players::provide_clock;

use crate::desk::Desk;
use crate::thinker::{HelperCrew, PageThinker, ThinkerSurroundings};

#[link(wasm_import_module = "outflank")]
// SAFETY: the module is given functions of these names and types, or it is not instantiated.
unsafe extern "C" {
    /// Hears a line while a task is worked at.
    safe fn report(text: *const u8, length: usize);
    /// Hears why the instance is about to end.
    safe fn fault(text: *const u8, length: usize);
    /// Tells the milliseconds since some fixed moment.
    safe fn now() -> f64;
    /// Tells whether the task is to end, 1 or 0.
    safe fn stopped() -> i32;
}

/// What is handed in, what comes back, and who is here.
#[derive(Default)]
struct Place {
    input: Vec<u8>,
    output: Vec<u8>,
    desk: Desk,
    thinker: Option<PageThinker>,
}

thread_local! {
    static PLACE: RefCell<Place> = RefCell::default();
}

/// The page, or whoever else instantiated the module.
struct Outside;

impl ThinkerSurroundings for Outside {
    fn report(&self, line: &str) {
        report(line.as_ptr(), line.len());
    }

    fn now(&self) -> Duration {
        Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()
    }

    fn is_stopped(&self) -> bool {
        stopped() != 0
    }
}

/// Those who help to search, in a module whose instances share a memory.
fn crew() -> Arc<HelperCrew> {
    static CREW: OnceLock<Arc<HelperCrew>> = OnceLock::new();
    Arc::clone(CREW.get_or_init(Arc::default))
}

/// Makes room for the stack and the own variables of a helper, which keeps it for ever.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
extern "C" fn helper_room(length: usize) -> *mut u8 {
    // What begins at a multiple of 16 suits every value.
    Box::leak(vec![0_u128; length.div_ceil(16)].into_boxed_slice()).as_mut_ptr().cast()
}

/// Tells how many help.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
extern "C" fn helpers() -> usize {
    crew().count() - 1
}

/// Helps searches of other instances that share the memory, and never returns.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
extern "C" fn help() {
    crew().serve();
}

fn at_place<R>(act: impl FnOnce(&mut Place) -> R) -> R {
    PLACE.with_borrow_mut(act)
}

/// Puts what comes back at its place and returns its length.
fn give(place: &mut Place, text: String) -> usize {
    place.output = text.into_bytes();
    place.output.len()
}

/// Takes what was handed in as a text.
fn text_of(input: &mut Vec<u8>) -> String {
    String::from_utf8_lossy(&std::mem::take(input)).into_owned()
}

/// Lets faults be heard; to be called first.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
extern "C" fn begin() {
    provide_clock(|| Outside.now());
    std::panic::set_hook(Box::new(|panic| {
        let reason = panic.to_string();
        fault(reason.as_ptr(), reason.len());
    }));
}

/// Makes room for what is handed in next, all zero.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
extern "C" fn input(length: usize) -> *mut u8 {
    at_place(|place| {
        place.input = vec![0; length];
        place.input.as_mut_ptr()
    })
}

/// Tells where the last answer is, until the next call.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
extern "C" fn output() -> *const u8 {
    at_place(|place| place.output.as_ptr())
}

/// Takes a value that was kept: the input is its key, `key_length` bytes of it, and the value.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
extern "C" fn desk_load(key_length: usize) {
    at_place(|place| {
        let value = place.input.split_off(key_length.min(place.input.len()));
        let key = text_of(&mut place.input);
        place.desk.load(key, value);
    });
}

/// Takes the input as the file that the next request sends.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
extern "C" fn desk_file() {
    at_place(|place| {
        let bytes = std::mem::take(&mut place.input);
        place.desk.file(bytes);
    });
}

/// Takes the input as an event; effects come back.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
extern "C" fn desk_hear() -> usize {
    at_place(|place| {
        let event = text_of(&mut place.input);
        let effects = place.desk.hear(&event);
        give(place, effects)
    })
}

/// Takes the input as the file of the shipped weights and prepares a thinker with a table of some MiB; what
/// is wrong comes back, nothing if all is well.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
extern "C" fn thinker_begin(table_mib: usize) -> usize {
    at_place(|place| {
        let file = std::mem::take(&mut place.input);
        let made = Weights::provide(&file).map_err(|error| error.to_string()).and_then(|()| {
            PageThinker::new(table_mib, Weights::embedded(), crew(), Arc::new(Outside))
                .map_err(|fault| fault.0)
        });
        let reason = match made {
            Ok(thinker) => {
                place.thinker = Some(thinker);
                String::new()
            }
            Err(reason) => reason,
        };
        give(place, reason)
    })
}

/// Takes the input as a task; `{"result":...}` or `{"fault":"..."}` comes back.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
extern "C" fn think() -> usize {
    let (task, thinker) = at_place(|place| (text_of(&mut place.input), place.thinker.take()));
    let answer = match &thinker {
        Some(thinker) => thinker.think(&task),
        None => r#"{"fault":"the thinker has not begun"}"#.to_owned(),
    };
    at_place(|place| {
        place.thinker = thinker;
        give(place, answer)
    })
}
