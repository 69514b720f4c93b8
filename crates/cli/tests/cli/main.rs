//! The command line as a user meets it: the binary is run and its output, messages and exit code are
//! compared.

mod analyze;
mod ancestors;
mod backups;
mod batch;
mod bench;
mod book;
mod convert;
mod engine;
mod examples;
mod full_disk;
mod full_disk_postgres;
mod games;
mod guide;
mod hostile;
mod killed_imports;
mod learn;
mod level_tables;
#[path = "../../../server/tests/studio/many_games.rs"]
mod many_games;
mod many_servers;
mod match_options;
mod matches;
mod measuring;
mod memory;
mod one_review;
mod packaging;
mod pasted;
mod perft;
mod play;
#[path = "../../../store/tests/store/postgres.rs"]
mod postgres;
mod programs;
mod puzzles;
mod screen;
mod served;
mod served_clocks;
mod serving;
mod shared_tournaments;
mod show;
mod small_disk;
mod solve;
mod tournament;
mod train;
mod usage;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// What a run of the program left behind.
#[derive(Debug)]
struct Run {
    code: i32,
    out: String,
    err: String,
}

impl Run {
    fn of(output: Output) -> Run {
        let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
        let (out, err) = (text(output.stdout), text(output.stderr));
        assert!(!err.contains("panicked"), "{err}");
        Run { code: output.status.code().expect("not killed by a signal"), out, err }
    }

    /// Expects success and returns the output.
    #[track_caller]
    fn good(self) -> String {
        assert_eq!(self.code, 0, "{}", self.err);
        self.out
    }

    /// Expects a failure that is not the input's, and returns the message.
    #[track_caller]
    fn failed(self) -> String {
        assert_eq!(self.code, 1, "out: {} err: {}", self.out, self.err);
        self.err
    }

    /// Expects a refusal with a message and returns the message.
    #[track_caller]
    fn refused(self) -> String {
        assert_eq!(self.code, 2, "out: {} err: {}", self.out, self.err);
        assert!(!self.err.trim().is_empty(), "a refusal says why");
        self.err
    }
}

thread_local! {
    /// The data folder of a test, which ends with it.
    static DATA: tempfile::TempDir = tempfile::tempdir().expect("a temporary folder");
}

/// The program, ready to be given arguments. Its data folder is the test's own.
fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank"));
    command.env_remove("NO_COLOR").stdin(Stdio::null());
    DATA.with(|data| command.env("XDG_DATA_HOME", data.path()));
    command
}

/// Runs the program.
fn outflank(arguments: &[&str]) -> Run {
    Run::of(program().args(arguments).output().expect("the program starts"))
}

/// Runs the program with some standard input.
fn outflank_with(arguments: &[&str], input: &[u8]) -> Run {
    feed(program().args(arguments), input)
}

/// Runs a command with some standard input, which it need not read to the end.
fn feed(command: &mut Command, input: &[u8]) -> Run {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // A program that has seen enough may close its input early.
        let _closed = pipe.write_all(&input);
    });
    let run = Run::of(child.wait_with_output().expect("the program ends"));
    writer.join().expect("the writer ends");
    run
}

/// Runs the program under a shell that first sets limits; `$0` stands for the program.
fn limited(limits: &str, arguments: &str) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{limits} exec \"$0\" {arguments}")).arg(env!("CARGO_BIN_EXE_outflank"));
    command
}

/// Returns a path as an argument.
fn arg(path: &Path) -> &str {
    path.to_str().expect("a path of plain characters")
}

/// A legal game of 60 moves without passes between two beginners.
fn random_game(seed: u32) -> String {
    let seed = seed.to_string();
    let run = outflank_with(&["play", "--black", "random", "--white", "random", "--seed", &seed], b"");
    let words = run.good();
    words.lines().filter_map(|line| line.rsplit_once(" plays ").map(|(_, square)| square)).collect()
}
