//! A program that panics leaves the terminal as it was, and says why.

use std::io::Read as _;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

/// The example, which cargo has built beside this test.
fn example() -> PathBuf {
    let test = std::env::current_exe().expect("the test is a file");
    let folder = test.parent().and_then(std::path::Path::parent).expect("target/debug");
    folder.join("examples").join(format!("crash{}", std::env::consts::EXE_SUFFIX))
}

#[test]
fn a_panic_leaves_the_terminal_clean_and_is_told() {
    let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
    let flags = || format!("{:?}", pair.master.get_termios().map(|settings| settings.local_flags));
    let before = flags();
    let mut reader = pair.master.try_clone_reader().expect("what it writes");
    let written = Arc::new(Mutex::new(Vec::new()));
    let shared = Arc::clone(&written);
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = reader.read(&mut bytes) {
            shared.lock().unwrap().extend_from_slice(&bytes[..count]);
        }
    });
    let mut child = pair.slave.spawn_command(CommandBuilder::new(example())).expect("the example starts");
    assert!(!child.wait().expect("it ends").success());
    assert_eq!(flags(), before);
    let begin = Instant::now();
    loop {
        let mut parser = vt100::Parser::new(24, 80, 0);
        parser.process(&written.lock().unwrap());
        let screen = parser.screen();
        let is_clean = !screen.alternate_screen()
            && !screen.hide_cursor()
            && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None;
        if is_clean && screen.contents().contains("on purpose") {
            return;
        }
        assert!(begin.elapsed() < Duration::from_secs(20), "{}", screen.contents());
        thread::sleep(Duration::from_millis(20));
    }
}
