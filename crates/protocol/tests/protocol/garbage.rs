//! Whatever comes in: no session panics, hangs or says what is no line of its protocol.

use crate::support::{Greedy, Session};
use outflank_protocol::Protocol;

/// Numbers without order, the same in every run.
struct Noise(u64);

impl Noise {
    fn next(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// Words of all protocols and of none.
const WORDS: [&str; 78] = [
    "nboard",
    "2",
    "set",
    "game",
    "depth",
    "move",
    "F5",
    "PA",
    "hint",
    "go",
    "ping",
    "learn",
    "analyze",
    "(;GM[Othello];)",
    "play",
    "b",
    "w",
    "black",
    "f5",
    "d6",
    "pass",
    "genmove",
    "reg_genmove",
    "undo",
    "time_settings",
    "time_left",
    "0",
    "1e9",
    "-1",
    "99999999999999999999",
    "clear_board",
    "boardsize",
    "8",
    "showboard",
    "final_score",
    "loadsgf",
    "/",
    "level",
    "#",
    "1",
    "I",
    "B",
    "W",
    "R",
    "C",
    "c",
    "3",
    "n",
    "ENGINE-PROTOCOL",
    "init",
    "stop",
    "midgame-search",
    "endgame-search",
    "---------------------------OX------XO---------------------------X",
    "-64",
    "64",
    "4",
    "100",
    "get-search-infos",
    "new",
    "force",
    "usermove",
    "P@f5",
    "@@@@",
    "remove",
    "setboard",
    "st",
    "sd",
    "time",
    "result",
    "playother",
    "exit",
    "post",
    ".",
    "?",
    "\u{0}",
    "é→𝄞",
    "=",
];

fn line(noise: &mut Noise, protocol: Protocol) -> String {
    let mut words = Vec::new();
    if protocol == Protocol::Cassio && noise.next(4) > 0 {
        words.push("ENGINE-PROTOCOL");
    }
    for _ in 0..noise.next(7) {
        words.push(WORDS[noise.next(WORDS.len())]);
    }
    words.join(" ")
}

#[test]
fn lines_without_sense_are_survived() {
    for protocol in Protocol::ALL {
        for round in 0..30 {
            let mut noise = Noise(round);
            let mut session = Session::start(protocol, Greedy);
            for _ in 0..200 {
                session.send(&line(&mut noise, protocol));
            }
            let (_, result) = session.end();
            assert!(result.is_ok() || protocol == Protocol::Referee, "{protocol}: {result:?}");
        }
    }
}

#[test]
fn bytes_without_sense_and_lines_without_end_are_survived() {
    for protocol in Protocol::ALL {
        let mut noise = Noise(7);
        let bytes: Vec<u8> = (0..100_000).map(|_| noise.next(256) as u8).collect();
        let mut session = Session::start(protocol, Greedy);
        session.send_bytes(&bytes);
        let _however_it_ends = session.end().1;
        let mut session = Session::start(protocol, Greedy);
        session.send_bytes(&vec![b'x'; 3_000_000]);
        let _however_it_ends = session.end().1;
    }
}

#[test]
fn a_session_goes_on_after_nonsense() {
    for (protocol, question, answer) in [
        (Protocol::NBoard, "ping 5", "pong 5"),
        (Protocol::Gtp, "5 name", "=5 Greedy"),
        (Protocol::Cassio, "ENGINE-PROTOCOL get-version", "version: Greedy 1.0"),
        (Protocol::XBoard, "ping 5", "pong 5"),
    ] {
        let mut session = Session::start(protocol, Greedy);
        session.send_bytes(b"\xff\xfe\x00\x01 nonsense \r\n\r\n\n");
        session.send_bytes(&[vec![b'y'; 1_000_000], vec![b'\n']].concat());
        session.send(question);
        session.until(answer);
        assert!(session.end().1.is_ok());
    }
}
