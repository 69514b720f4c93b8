//! The examples of the crates run, at a small size.
//!
//! `cargo test --workspace` builds them beside the program before any test runs.

use std::path::Path;
use std::process::Command;

/// Every example, and its arguments.
const EXAMPLES: [(&str, &[&str]); 11] = [
    ("rules/first_game", &[]),
    ("rules/perft_speed", &["4", "1"]),
    ("records/read_games", &[]),
    ("records/wthor_replay", &["crates/records/tests/data", "1"]),
    ("engine/solve", &[]),
    ("engine/evaluation", &[]),
    ("engine/ffo", &["data/ffo.obf", "1", "1"]),
    ("engine/midgame", &["data/ffo.obf", "1"]),
    ("engine/nodes", &["perft", "portable", "4"]),
    ("players/meet", &[]),
    ("protocol/own_engine", &[]),
];

/// One has tests of its own; the other panics on purpose, and a test of its crate runs it.
const RUN_ELSEWHERE: [&str; 2] = ["players/connect_four", "terminal/crash"];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[test]
fn every_example_runs() {
    let folder = Path::new(env!("CARGO_BIN_EXE_outflank")).with_file_name("examples");
    for (example, arguments) in EXAMPLES {
        let (_crate, name) = example.split_once('/').unwrap();
        let run = Command::new(folder.join(name)).args(arguments).current_dir(root()).output();
        let run = run.unwrap_or_else(|error| {
            panic!("{example}: {error}; `cargo build --workspace --examples` makes it")
        });
        let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
        assert!(run.status.success(), "{example}: {out}{err}");
        assert!(!out.trim().is_empty(), "{example} prints nothing");
    }
}

#[test]
fn no_example_is_left_out() {
    let mut found = Vec::new();
    for folder in std::fs::read_dir(root().join("crates")).unwrap() {
        let folder = folder.unwrap().path();
        for example in std::fs::read_dir(folder.join("examples")).into_iter().flatten() {
            let example = example.unwrap().path();
            found.push(format!("{}/{}", name(&folder), name(&example)));
        }
    }
    let mut known: Vec<&str> = EXAMPLES.map(|(example, _)| example).to_vec();
    known.extend(RUN_ELSEWHERE);
    found.sort();
    known.sort_unstable();
    assert_eq!(found, known);
}

fn name(path: &Path) -> &str {
    path.file_stem().unwrap().to_str().unwrap()
}
