//! The file format: what is written is read, and what is damaged is refused with its place.

use std::fs;

use outflank_book::{Book, BookError, BookFile, BookRecord, write_book};
use proptest::prelude::*;

use super::random_records;

fn written(records: &[BookRecord]) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.book");
    write_book(&path, "test", records.iter().copied().map(Ok)).unwrap();
    (folder, path)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn what_is_written_is_read(seed: u64, count in 0_usize..400) {
        let records = random_records(seed, count, 25);
        let count = records.len();
        let (_folder, path) = written(&records);
        let file = BookFile::open(&path).unwrap();
        prop_assert_eq!(file.len(), count as u64);
        prop_assert_eq!(file.writer(), "test");
        let read: Vec<BookRecord> = file.records().collect::<Result<_, _>>().unwrap();
        prop_assert_eq!(&read, &records);
        for record in &records {
            prop_assert_eq!(file.get(record.key).unwrap(), Some(*record));
        }
        for other in random_records(!seed, 50, 40) {
            let is_there = records.iter().any(|record| record.key == other.key);
            prop_assert_eq!(file.get(other.key).unwrap().is_some(), is_there);
        }
    }
}

#[test]
fn a_changed_byte_anywhere_is_noticed_with_its_place() {
    let records = random_records(1, 300, 25);
    let (_folder, path) = written(&records);
    let good = fs::read(&path).unwrap();
    for place in (0..good.len()).step_by(97).chain(good.len() - 8..good.len()) {
        let mut bytes = good.clone();
        bytes[place] ^= 0x10;
        fs::write(&path, &bytes).unwrap();
        let found = BookFile::open(&path).and_then(|file| file.records().collect::<Result<Vec<_>, _>>());
        match found.expect_err(&format!("byte {place}")) {
            // The first bytes say what the file is.
            BookError::NotABook { .. } => assert!(place < 12, "{place}"),
            BookError::Damaged { offset, .. } => {
                let page = place as u64 / 4096;
                assert!(offset / 4096 == page, "byte {place} was found damaged at {offset}");
            }
            other => panic!("byte {place}: {other}"),
        }
    }
}

#[test]
fn a_file_that_is_cut_short_is_refused_at_every_length() {
    let (_folder, path) = written(&random_records(2, 130, 25));
    let good = fs::read(&path).unwrap();
    for length in (0..good.len()).step_by(61).chain([good.len() - 1]) {
        fs::write(&path, &good[..length]).unwrap();
        assert!(BookFile::open(&path).is_err(), "{length} bytes");
    }
    fs::write(&path, [&good[..], b"x"].concat()).unwrap();
    assert!(BookFile::open(&path).is_err(), "a byte more");
}

#[test]
fn pages_that_change_places_are_noticed() {
    let (_folder, path) = written(&random_records(3, 300, 25));
    let mut bytes = fs::read(&path).unwrap();
    let (first, second) = bytes[4096..3 * 4096].split_at_mut(4096);
    first.swap_with_slice(second);
    fs::write(&path, &bytes).unwrap();
    let file = BookFile::open(&path).unwrap();
    let error = file.records().find_map(Result::err).unwrap();
    assert!(error.to_string().contains("damaged at byte 4096"), "{error}");
}

#[test]
fn another_file_is_no_book() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    for content in ["", "f5d6c3\n", &"f5d6c3\n".repeat(2000)] {
        fs::write(&path, content).unwrap();
        assert!(matches!(Book::open(&path), Err(BookError::NotABook { .. })));
    }
    assert!(matches!(Book::open(&folder.path().join("missing")), Err(BookError::Io { .. })));
}

#[test]
fn records_out_of_order_are_not_written_and_the_old_file_stays() {
    let mut records = random_records(4, 10, 25);
    let (folder, path) = written(&records);
    let before = fs::read(&path).unwrap();
    records.swap(3, 4);
    assert!(write_book(&path, "test", records.into_iter().map(Ok)).is_err());
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
}
