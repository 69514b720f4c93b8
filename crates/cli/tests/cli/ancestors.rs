//! Golden sessions with players of older programs: `outflank engine --player` in every protocol.
//!
//! `sessions/PROTOCOL.txt` begins with the player, then has what goes in (`>`) and what comes out (`<`),
//! times aside. With `OUTFLANK_BLESS=1` the answers are written anew; read the difference.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// How long an answer may take.
const WAIT: Duration = Duration::from_secs(30);

/// How long nothing must come before an answer counts as complete when files are written.
const QUIET: Duration = Duration::from_millis(600);

/// Starts an engine and returns its input, its lines, and itself.
fn start(protocol: &str, player: &str) -> (std::process::ChildStdin, Receiver<String>, std::process::Child) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(["engine", "--protocol", protocol, "--player", player, "--seed", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (sender, lines) = channel();
    thread::spawn(move || BufReader::new(output).lines().all(|line| sender.send(line.unwrap()).is_ok()));
    (input, lines, child)
}

/// Leaves out what differs from run to run or from version to version: seconds, boards visited, the version.
fn timeless(line: &str) -> String {
    let line = line.replace(concat!(" ", env!("CARGO_PKG_VERSION")), " VERSION");
    if let Some(rest) = line.strip_prefix("=== ") {
        let parts: Vec<&str> = rest.split('/').collect();
        return format!("=== {}", parts[..parts.len().min(2)].join("/"));
    }
    if line.starts_with("nodestats ") {
        return "nodestats".to_owned();
    }
    match line.split_once(", node ") {
        Some((before, _)) => before.to_owned(),
        None => line,
    }
}

fn compare(protocol: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/sessions/{protocol}.txt"));
    let text = std::fs::read_to_string(&path).unwrap();
    let bless = std::env::var_os("OUTFLANK_BLESS").is_some();
    let player = text.lines().next().and_then(|line| line.strip_prefix("player: ")).unwrap();
    let (mut input, lines, mut child) = start(protocol, player);
    let mut written = format!("player: {player}\n");
    for line in text.lines().skip(1) {
        if let Some(typed) = line.strip_prefix("> ") {
            writeln!(input, "{typed}").unwrap();
            written.push_str(&format!("{line}\n"));
            while bless && let Ok(answer) = lines.recv_timeout(QUIET) {
                written.push_str(format!("< {}", timeless(&answer)).trim_end());
                written.push('\n');
            }
        } else if let Some(expected) = line.strip_prefix('<') {
            if !bless {
                let answer = lines.recv_timeout(WAIT).expect("an answer");
                assert_eq!(timeless(&answer).trim_end(), expected.trim_start(), "{protocol}: {line}");
            }
        } else {
            written.push_str(&format!("{line}\n"));
        }
    }
    drop(input);
    let rest: Vec<String> = std::iter::from_fn(|| lines.recv_timeout(WAIT).ok()).collect();
    assert_eq!(rest, [""; 0], "{protocol}: nothing more");
    assert!(child.wait().unwrap().success(), "{protocol}");
    if bless {
        std::fs::write(&path, written).unwrap();
    }
}

#[test]
fn nboard_hosts_nea() {
    compare("nboard");
}

#[test]
fn gtp_hosts_om() {
    compare("gtp");
}

#[test]
fn a_referee_hosts_agent() {
    compare("referee");
}

#[test]
fn cassio_hosts_scout() {
    compare("cassio");
}

#[test]
fn xboard_hosts_client() {
    compare("xboard");
}
