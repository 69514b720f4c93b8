//! The thinker as the outside calls it, and what is around it.

use std::cell::RefCell;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use outflank_book::Book;
use outflank_engine::Threads as _;
use outflank_engine::eval::Weights;

use super::{give, moment, taken, taken_text};
use crate::thinker::{HelperCrew, PageThinker, ThinkerSurroundings};

#[link(wasm_import_module = "outflank")]
// SAFETY: the module is given functions of these names and types, or it is not instantiated.
unsafe extern "C" {
    /// Hears a line while a task is worked at.
    safe fn report(text: *const u8, length: usize);
    /// Tells whether the task is to end, 1 or 0.
    safe fn stopped() -> i32;
}

thread_local! {
    static THINKER: RefCell<Option<PageThinker>> = RefCell::default();
}

/// The page, or whoever else instantiated the module.
struct Outside;

impl ThinkerSurroundings for Outside {
    fn report(&self, line: &str) {
        report(line.as_ptr(), line.len());
    }

    fn now(&self) -> Duration {
        moment()
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

/// Takes the input as the file of the shipped weights and prepares a thinker with a table of some MiB; what
/// is wrong comes back, nothing if all is well.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
extern "C" fn thinker_begin(table_mib: usize) -> usize {
    let provided = Weights::provide(&taken()).map_err(|error| error.to_string());
    let made = provided.and_then(|()| {
        PageThinker::new(table_mib, Weights::embedded(), crew(), Arc::new(Outside)).map_err(|fault| fault.0)
    });
    give(match made {
        Ok(thinker) => {
            THINKER.set(Some(thinker));
            String::new()
        }
        Err(reason) => reason,
    })
}

/// Takes the input as the file of the shipped opening book; what is wrong comes back, nothing if all is well.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
extern "C" fn thinker_book() -> usize {
    give(Book::provide(taken()).map_or_else(|error| error.to_string(), |()| String::new()))
}

/// Takes the input as a task; `{"result":...}`, `{"fault":"..."}` or `{"needs":"book"}` comes back.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
extern "C" fn think() -> usize {
    let task = taken_text();
    give(THINKER.with_borrow(|thinker| match thinker {
        Some(thinker) => thinker.think(&task),
        None => r#"{"fault":"the thinker has not begun"}"#.to_owned(),
    }))
}
