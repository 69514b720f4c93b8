//! Endless input is refused after a bounded look at it, in bounded memory.

use std::cell::Cell;
use std::io::{BufReader, Read};

use outflank_records::{Format, QUEST_LIMIT, ReadOptions, read, read_any};

/// A gigabyte of one pattern after a beginning, counting what was taken.
struct Endless<'a> {
    head: &'a [u8],
    pattern: &'a [u8],
    left: u64,
    at: usize,
    taken: &'a Cell<u64>,
}

impl Read for Endless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = buffer.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        for byte in &mut buffer[..count] {
            *byte = match self.head.split_first() {
                Some((first, rest)) => {
                    self.head = rest;
                    *first
                }
                None => {
                    self.at = (self.at + 1) % self.pattern.len();
                    self.pattern[self.at]
                }
            };
        }
        self.left -= count as u64;
        self.taken.set(self.taken.get() + count as u64);
        Ok(count)
    }
}

const GIGABYTE: u64 = 1 << 30;

fn endless<'a>(head: &'a str, pattern: &'a [u8], taken: &'a Cell<u64>) -> BufReader<Endless<'a>> {
    taken.set(0);
    BufReader::new(Endless { head: head.as_bytes(), pattern, left: GIGABYTE, at: 0, taken })
}

/// Beginnings after which a reader would have to read on, by format.
const OPENINGS: &[(Format, &str)] = &[
    (Format::Transcript, "f5"),
    (Format::Board, ""),
    (Format::Obf, "% "),
    (Format::Zebra, ""),
    (Format::Xot, ""),
    (Format::Ggf, "(;PB["),
    (Format::Ggf, "1"),
    (Format::Sgf, "(;C["),
    (Format::Pgn, "{"),
    (Format::Pgn, "[Black \""),
    (Format::Pgn, "1. "),
    (Format::Quest, "{\""),
    (Format::Client, ""),
];

#[test]
fn a_piece_without_end_is_an_error_at_once() {
    let taken = Cell::new(0);
    for &(format, head) in OPENINGS {
        for pattern in [&b"\0"[..], b"x", b"5", b"\xff\x80"] {
            let first_error =
                read(endless(head, pattern, &taken), format, ReadOptions::default()).find_map(Result::err);
            let message = first_error.map(|error| error.to_string()).unwrap_or_default();
            assert!(!message.is_empty() && message.len() < 1000, "{format} {head:?}: {message}");
            assert!(taken.get() <= QUEST_LIMIT as u64 + (1 << 20), "{format} {head:?} took {}", taken.get());
        }
    }
}

#[test]
fn unknown_input_is_refused_after_its_beginning() {
    let taken = Cell::new(0);
    for pattern in [&b"\0"[..], b" ", b"?", b"\n", b"\xff", b"7", b"#\n"] {
        let error = read_any(endless("", pattern, &taken), ReadOptions::default()).err().unwrap();
        assert!(error.to_string().len() < 600, "{error}");
        assert!(taken.get() <= 1 << 17, "{pattern:?} took {}", taken.get());
    }
}

#[test]
fn blank_space_of_any_length_comes_in_small_pieces() {
    let taken = Cell::new(0);
    for &(format, _) in OPENINGS {
        let input = endless("", b"\n", &taken).take(1 << 20);
        let longest = read(input, format, ReadOptions::default()).map(|item| item.unwrap().raw.len()).max();
        assert!(longest.unwrap() <= 1 << 16, "{format}");
    }
}
