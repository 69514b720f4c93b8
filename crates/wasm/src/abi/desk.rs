//! The desk as the outside calls it.

use std::cell::RefCell;

use super::{give, taken, taken_text, text_of};
use crate::desk::Desk;

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// Takes a value that was kept: the input is its key, `key_length` bytes of it, and the value.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
extern "C" fn desk_load(key_length: usize) {
    let mut input = taken();
    let value = input.split_off(key_length.min(input.len()));
    DESK.with_borrow_mut(|desk| desk.load(text_of(input), value));
}

/// Takes the input as the file that the next request sends.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
extern "C" fn desk_file() {
    DESK.with_borrow_mut(|desk| desk.file(taken()));
}

/// Takes the input as an event; effects come back.
// SAFETY: no other function has this name.
#[unsafe(no_mangle)]
extern "C" fn desk_hear() -> usize {
    give(DESK.with_borrow_mut(|desk| desk.hear(&taken_text())))
}
