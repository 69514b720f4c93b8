//! Takes the terminal over and panics: `tests/crash.rs` looks at what is left of the terminal.

use outflank_terminal::Screen;

fn main() {
    let screen = Screen::enter();
    assert!(screen.is_ok(), "there is no terminal");
    panic!("on purpose");
}
