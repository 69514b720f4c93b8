//! Golden sessions: what goes in (`>`) and everything that comes out (`<`), one file for each protocol.
//!
//! With `OUTFLANK_BLESS=1` the files are written anew from their `>` lines; read the difference.

use std::path::Path;
use std::time::Duration;

use crate::support::{Greedy, Session};
use outflank_protocol::Protocol;

/// How long nothing must come before an answer counts as complete when files are written.
const QUIET: Duration = Duration::from_millis(100);

fn compare(protocol: Protocol, name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/sessions/{name}.txt"));
    let text = std::fs::read_to_string(&path).unwrap();
    let bless = std::env::var_os("OUTFLANK_BLESS").is_some();
    let mut session = Session::start(protocol, Greedy);
    let mut written = String::new();
    let mut ending = String::new();
    for line in text.lines() {
        if let Some(input) = line.strip_prefix('>') {
            session.send(input.strip_prefix(' ').unwrap_or(input));
            written.push_str(&format!("{line}\n"));
            while bless && let Some(answer) = session.soon(QUIET) {
                written.push_str(format!("< {answer}").trim_end());
                written.push('\n');
            }
        } else if let Some(expected) = line.strip_prefix('<') {
            if !bless {
                assert_eq!(session.line(), expected.strip_prefix(' ').unwrap_or(expected), "{name}: {line}");
            }
        } else if let Some(end) = line.strip_prefix("= ") {
            ending = end.to_owned();
        } else {
            written.push_str(&format!("{line}\n"));
        }
    }
    let (rest, result) = session.end();
    assert_eq!(rest, [""; 0], "{name}: nothing more");
    let result = result.map_or_else(|error| error.to_string(), |()| "fine".to_owned());
    if bless {
        std::fs::write(&path, format!("{written}= {result}\n")).unwrap();
    } else {
        assert_eq!(result, ending, "{name}");
    }
}

#[test]
fn nboard() {
    compare(Protocol::NBoard, "nboard");
}

#[test]
fn gtp() {
    compare(Protocol::Gtp, "gtp");
}

#[test]
fn referee() {
    compare(Protocol::Referee, "referee-black");
    compare(Protocol::Referee, "referee-white");
    compare(Protocol::Referee, "referee-illegal");
}

#[test]
fn cassio() {
    compare(Protocol::Cassio, "cassio");
}

#[test]
fn xboard() {
    compare(Protocol::XBoard, "xboard");
}
