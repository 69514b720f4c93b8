//! A book of a million positions: how long it takes to open and to look up, and how much memory.

use std::hint::black_box;
use std::time::{Duration, Instant};

use outflank_book::{BookFile, BookKey, BookRecord, Origin, write_book};

use super::{Numbers, estimate};

/// Returns the memory of this process in MiB, as the system counts it.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0 kB");
    line.trim().trim_end_matches(" kB").parse::<f64>().unwrap_or(0.0) / 1024.0
}

#[test]
#[ignore = "a million positions: some seconds, and its figures depend on the machine"]
fn a_million_positions_open_and_answer_at_once() {
    const COUNT: u64 = 1_000_000;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.book");
    // Boards that no game reaches do as well: they are looked up, not played on.
    let key = |number: u64| {
        let mut numbers = Numbers(number);
        loop {
            let own = numbers.next() & numbers.next();
            let opp = numbers.next() & numbers.next() & !own;
            let board = outflank_rules::Board::from_words(own, opp);
            if let Some((key, _)) = BookKey::of(board) {
                return key;
            }
        }
    };
    let write = || {
        let mut keys: Vec<BookKey> = (0..COUNT).map(key).collect();
        keys.sort_unstable();
        keys.dedup();
        let record = |key| {
            Ok(BookRecord { estimate: Some(estimate(2, 12)), ..BookRecord::new(key, Origin::Outflank) })
        };
        write_book(&path, "test", keys.into_iter().map(record)).unwrap()
    };
    let began = Instant::now();
    let count = write();
    let written = began.elapsed();
    let before = resident();
    let began = Instant::now();
    let book = BookFile::open(&path).unwrap();
    let opened = began.elapsed();
    let wanted: Vec<BookKey> = (0..100_000).map(|number| key(number * 7919 % COUNT)).collect();
    // The quickest of many rounds: what else the machine does is not the book's time.
    let least = |keys: &[BookKey], is_known: bool| {
        let round = |keys: &[BookKey]| {
            let began = Instant::now();
            for key in keys {
                assert_eq!(black_box(book.get(*key)).unwrap().is_some(), is_known);
            }
            began.elapsed() / keys.len() as u32
        };
        keys.chunks(2_000).map(round).min().unwrap_or_default()
    };
    let each = least(&wanted, true);
    let absent: Vec<BookKey> = (COUNT..COUNT + 100_000).map(key).collect();
    let each_absent = least(&absent, false);
    let memory = resident() - before;
    let bytes = std::fs::metadata(&path).unwrap().len();
    println!(
        "{count} positions, {bytes} bytes: written in {written:?}, opened in {opened:?}, found in {each:?}, \
         not found in {each_absent:?}, {memory:.1} MiB more memory"
    );
    assert!(opened < Duration::from_millis(50), "{opened:?}");
    assert!(each < Duration::from_micros(5) && each_absent < Duration::from_micros(5), "{each:?}");
    assert!(memory < 50.0, "{memory} MiB");
}
