//! `outflank play` on a real pseudo-terminal: the program is started in one, keys are typed, the screen is
//! compared.

use std::io::{Read as _, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtyPair, PtySize, native_pty_system};

/// How long to wait for something to appear on the screen: machines may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program in a terminal.
pub(super) struct Screen {
    pair: PtyPair,
    child: Box<dyn Child + Send + Sync>,
    writer: Box<dyn Write + Send>,
    parser: Arc<Mutex<vt100::Parser>>,
    /// How the terminal was set before.
    before: String,
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

/// How a terminal is set: echo, lines, signals.
fn settings(master: &dyn MasterPty) -> String {
    format!(
        "{:?}",
        master.get_termios().map(|settings| (
            settings.local_flags,
            settings.input_flags,
            settings.output_flags
        ))
    )
}

impl Screen {
    /// Starts `outflank play` with arguments in a terminal of 80 columns and 24 rows; its data go to `home`.
    pub(super) fn start(home: &Path, arguments: &[&str]) -> Screen {
        Screen::start_as(home, arguments, "xterm-256color")
    }

    fn start_as(home: &Path, arguments: &[&str], term: &str) -> Screen {
        let pair = native_pty_system().openpty(size(80, 24)).expect("a pseudo-terminal");
        let before = settings(pair.master.as_ref());
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_outflank"));
        command.arg("play");
        command.args(arguments);
        command.env_clear();
        for (name, value) in [("TERM", term), ("LANG", "C.UTF-8"), ("COLORTERM", "truecolor")] {
            command.env(name, value);
        }
        command.env("HOME", home);
        command.env("XDG_DATA_HOME", home);
        command.cwd(home);
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let mut reader = pair.master.try_clone_reader().expect("what it writes");
        let writer = pair.master.take_writer().expect("what it reads");
        let parser = Arc::new(Mutex::new(vt100::Parser::new(24, 80, 0)));
        let shared = Arc::clone(&parser);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                shared.lock().unwrap().process(&bytes[..count]);
            }
        });
        Screen { pair, child, writer, parser, before }
    }

    fn text(&self) -> String {
        self.parser.lock().unwrap().screen().contents()
    }

    pub(super) fn press(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).unwrap();
        self.writer.flush().unwrap();
    }

    /// Waits until the screen is as wished.
    #[track_caller]
    fn wait(&mut self, what: &str, wish: impl Fn(&str) -> bool) -> String {
        let begin = Instant::now();
        loop {
            let text = self.text();
            if wish(&text) {
                return text;
            }
            let ended = self.child.try_wait().unwrap();
            assert!(begin.elapsed() < PATIENCE, "no {what} (ended: {ended:?}) on\n{text}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    #[track_caller]
    pub(super) fn sees(&mut self, part: &str) -> String {
        self.wait(part, |text| text.contains(part))
    }

    pub(super) fn resize(&mut self, columns: u16, rows: u16) {
        self.parser.lock().unwrap().screen_mut().set_size(rows, columns);
        self.pair.master.resize(size(columns, rows)).unwrap();
    }

    /// Waits for the end and returns the exit code; the terminal must be as it was.
    #[track_caller]
    fn end(mut self) -> u32 {
        let begin = Instant::now();
        let code = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status.exit_code();
            }
            assert!(begin.elapsed() < PATIENCE, "it does not end on\n{}", self.text());
            thread::sleep(Duration::from_millis(20));
        };
        // What it wrote last may still be on its way.
        let is_clean = |parser: &vt100::Parser| {
            let screen = parser.screen();
            !screen.alternate_screen()
                && !screen.hide_cursor()
                && !screen.bracketed_paste()
                && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
        };
        let begin = Instant::now();
        while !is_clean(&self.parser.lock().unwrap()) {
            assert!(begin.elapsed() < Duration::from_secs(5), "the terminal is left in disorder");
            thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(settings(self.pair.master.as_ref()), self.before, "the terminal is set as before");
        code
    }

    fn signal(&self, signal: &str) {
        let id = self.child.process_id().unwrap().to_string();
        assert!(std::process::Command::new("kill").args([signal, &id]).status().unwrap().success());
    }
}

impl Drop for Screen {
    /// Leaves no program behind when a test fails.
    fn drop(&mut self) {
        let _ended_already = self.child.kill();
    }
}

/// The board on a screen drawn with letters: its rows as the plain board has them.
fn board(text: &str) -> Vec<String> {
    let rows = text.lines().filter_map(|line| {
        let line = line.trim_start();
        let number = line.chars().next().filter(|first| ('1'..='8').contains(first))?;
        let squares: String =
            line.chars().skip(1).filter(|letter| "XO.-".contains(*letter)).take(8).collect();
        (squares.len() == 8 && line.contains(' ')).then(|| format!("{number} {squares}"))
    });
    rows.take(8).collect()
}

#[test]
fn the_path_of_a_newcomer_first_move_game_over_review() {
    let home = tempfile::tempdir().unwrap();
    let mut screen = Screen::start(home.path(), &["--ascii", "--colors", "none"]);
    let asked = screen.sees("New game");
    assert!(asked.contains("a person") && asked.contains("level  4  casual player"), "{asked}");
    // Level 1 instead of 4, then begin.
    screen.press("\x1b[D\x1b[D\x1b[D");
    screen.sees("level  1  first game");
    screen.press("\r");
    screen.sees("Black to move");
    screen.press("f5");
    let discs = |text: &str| board(text).concat().chars().filter(|letter| "XO".contains(*letter)).count();
    let text = screen.wait("reply", |text| text.contains("Black to move") && discs(text) == 6);
    assert!(text.contains(" 1 f5 "), "{text}");
    // Give up, and the review is there: graph, labels, accuracy.
    screen.press("R");
    screen.sees("Resign this game?");
    screen.press("y");
    let text = screen.sees("Game over: black resigned, white wins.");
    assert!(text.contains("Game over after 2 plies"), "{text}");
    screen.sees("Accuracy: black");
    screen.press("<");
    screen.sees("Looking at ply 1 of 2");
    screen.sees("ply 1, f5: best");
    screen.press("q");
    assert_eq!(screen.end(), 0);
    assert!(home.path().join("outflank/games.db").exists(), "games are kept with those of the studio");
}

#[test]
fn first_moves_are_on_the_screen() {
    let home = tempfile::tempdir().unwrap();
    let mut screen =
        Screen::start(home.path(), &["--white", "greedy", "--ascii", "--colors", "none", "--no-store"]);
    screen.sees("Black to move");
    screen.press("f5");
    let text = screen.wait("reply", |text| text.contains("Black to move") && text.contains(" 1 f5 f4"));
    let rows = board(&text);
    assert_eq!(rows.len(), 8, "{text}");
    assert_eq!(rows[3..5], ["4 ---OOO--", "5 ---XXX--"], "{text}");
    assert!(text.contains("you") && text.contains("greedy") && text.contains("[O]"), "{text}");
    // A click of the left button on d3, as terminals tell of it, is a move too.
    screen.press("\x1b[<0;16;7M");
    screen.wait("second move", |text| text.contains(" 2 d3"));
    screen.press("u");
    screen.sees("Undone: ");
    screen.press("\x03");
    assert_eq!(screen.end(), 0);
}

#[test]
fn a_game_is_finished_kept_and_reviewed_again_later() {
    let home = tempfile::tempdir().unwrap();
    // Black to move plays h8 and the board is full.
    let start = format!("{}OOOOOO-X", "X".repeat(57));
    let mut screen = Screen::start(home.path(), &["--white", "random", "--start", &start, "--colors", "256"]);
    screen.sees("Black to move");
    screen.press("h8");
    let text = screen.sees("Game over: black wins 64 to 0.");
    assert!(text.contains("Game over after 1 ply"), "{text}");
    screen.press("q");
    assert_eq!(screen.end(), 0);
    let mut screen = Screen::start(home.path(), &["--resume", "last"]);
    screen.sees("Game over: black wins 64 to 0.");
    // The list of stored games has it too.
    screen.press("o");
    screen.sees("black won 64:0");
    screen.press("\x1b");
    screen.wait("board", |text| !text.contains("Saved games"));
    screen.press("q");
    assert_eq!(screen.end(), 0);
}

#[test]
fn control_c_and_signals_leave_the_terminal_clean_and_the_game_kept() {
    let home = tempfile::tempdir().unwrap();
    for (ending, code) in [("\x03", 0), ("-TERM", 143), ("-INT", 130), ("-HUP", 129)] {
        let mut screen = Screen::start(home.path(), &["--white", "human"]);
        screen.sees("Black to move");
        screen.press("f5");
        screen.sees("White to move");
        screen.sees("game ");
        if ending.starts_with('-') {
            screen.signal(ending)
        } else {
            screen.press(ending)
        }
        assert_eq!(screen.end(), code, "{ending:?}");
        let mut screen = Screen::start(home.path(), &["--resume", "last"]);
        screen.sees("White to move");
        screen.sees("1 f5");
        screen.press("q");
        assert_eq!(screen.end(), 0);
    }
}

#[test]
fn the_engine_thinks_and_the_screen_answers() {
    let home = tempfile::tempdir().unwrap();
    let player = "engine:time=20,hash=16";
    let mut screen = Screen::start(home.path(), &["--white", player, "--no-store", "--ascii"]);
    screen.sees("Black to move");
    screen.press("f5");
    screen.sees("White thinks");
    let begin = Instant::now();
    screen.press("?");
    screen.sees("PLACE A DISC");
    screen.press("\x1b");
    screen.wait("board", |text| !text.contains("PLACE A DISC"));
    // Taking back does not wait for the program either.
    screen.press("u");
    screen.sees("Undone: 1 ply.");
    assert!(begin.elapsed() < Duration::from_secs(15), "{:?}", begin.elapsed());
    screen.press("\x03");
    assert_eq!(screen.end(), 0);
}

#[test]
fn values_and_lines_of_the_engine_appear() {
    let home = tempfile::tempdir().unwrap();
    let mut screen = Screen::start(
        home.path(),
        &["--white", "human", "--no-store", "--hints", "--engine", "--colors", "true"],
    );
    screen.sees("Engine, depth");
    screen.press("f5");
    // Three moves are legal, each with its value.
    screen.wait("values", |text| {
        text.contains("White to move") && text.contains("≈") && text.contains("Engine, depth")
    });
    screen.press("q");
    screen.sees("Leave? The game is not saved.");
    screen.press("y");
    assert_eq!(screen.end(), 0);
}

#[test]
fn the_screen_may_change_its_size() {
    let home = tempfile::tempdir().unwrap();
    let mut screen = Screen::start(home.path(), &["--white", "human", "--no-store"]);
    screen.sees("Black to move");
    screen.resize(18, 6);
    screen.sees("Too small");
    screen.resize(30, 14);
    screen.sees("X 2 O 2 X moves");
    screen.resize(120, 45);
    screen.sees("Black to move");
    screen.press("f5");
    screen.sees("White to move");
    screen.press("\x03");
    assert_eq!(screen.end(), 0);
}

#[test]
fn two_programs_are_watched_and_the_program_ends_with_the_last_game() {
    let home = tempfile::tempdir().unwrap();
    let report = home.path().join("report.txt");
    let arguments = ["--black", "random", "--white", "greedy", "--games", "2", "--exit", "--pace", "0.001"];
    let files = ["--report", "report.txt", "--seed", "3"];
    let screen = Screen::start(home.path(), &[&arguments[..], &files].concat());
    assert_eq!(screen.end(), 0);
    assert_eq!(std::fs::read_to_string(report).unwrap().lines().count(), 2);
}

#[test]
fn a_dumb_terminal_gets_lines() {
    let home = tempfile::tempdir().unwrap();
    let mut screen = Screen::start_as(home.path(), &["--white", "greedy"], "dumb");
    screen.sees("Type a move such as f5, or help.");
    screen.press("f5\n");
    screen.sees("2. white plays f4");
    screen.press("quit\n");
    assert_eq!(screen.end(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_z_suspends_and_the_shell_continues() {
    let home = tempfile::tempdir().unwrap();
    let mut screen = Screen::start(home.path(), &["--white", "human", "--no-store"]);
    screen.sees("Black to move");
    let id = screen.child.process_id().unwrap();
    let is_stopped = || {
        let status = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
        status.rsplit(") ").next().is_some_and(|rest| rest.starts_with('T'))
    };
    for _ in 0..2 {
        screen.press("\x1a");
        let begin = Instant::now();
        while !is_stopped() {
            assert!(begin.elapsed() < PATIENCE, "it goes on");
            thread::sleep(Duration::from_millis(20));
        }
        screen.wait("the shell's screen", |text| !text.contains("Black to move"));
        assert_eq!(settings(screen.pair.master.as_ref()), screen.before);
        screen.signal("-CONT");
        screen.sees("Black to move");
    }
    screen.press("f5");
    screen.sees("White to move");
    screen.press("\x03");
    assert_eq!(screen.end(), 0);
}
