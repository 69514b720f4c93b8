//! Packed books: what is packed is read, and what is damaged is refused.

use std::borrow::Cow;
use std::path::Path;

use outflank_book::{Book, BookError, BookRecord, PackedBook, pack_book};
use proptest::prelude::*;

use super::{all, random_records};

/// A frame of zstd that compresses nothing: raw blocks, each of at most 100,000 bytes.
fn stored(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0b1010_0000];
    frame.extend((bytes.len() as u32).to_le_bytes());
    let mut blocks = bytes.chunks(100_000).peekable();
    while let Some(block) = blocks.next() {
        let last = u32::from(blocks.peek().is_none());
        frame.extend(&((block.len() as u32) << 3 | last).to_le_bytes()[..3]);
        frame.extend(block);
    }
    Ok(frame)
}

fn packed(records: &[BookRecord]) -> Vec<u8> {
    pack_book("test", records.iter().copied().map(Ok), &stored).unwrap()
}

fn open(bytes: &[u8]) -> Result<PackedBook, BookError> {
    PackedBook::open(Path::new("test.pack"), Cow::Owned(bytes.to_vec()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn what_is_packed_is_read(seed: u64, count in 0_usize..2500) {
        let records = random_records(seed, count, 25);
        let book = open(&packed(&records)).unwrap();
        prop_assert_eq!((book.len(), book.writer()), (records.len() as u64, "test"));
        let read: Vec<BookRecord> = book.records().collect::<Result<_, _>>().unwrap();
        prop_assert_eq!(&read, &records);
        for record in records.iter().step_by(7) {
            prop_assert_eq!(book.get(record.key).unwrap(), Some(*record));
        }
        for other in random_records(!seed, 50, 40) {
            let is_there = records.iter().any(|record| record.key == other.key);
            prop_assert_eq!(book.get(other.key).unwrap().is_some(), is_there);
        }
    }
}

#[test]
fn a_changed_byte_a_missing_one_and_one_more_are_noticed() {
    let good = packed(&random_records(1, 1500, 25));
    let read = |bytes: &[u8]| open(bytes).and_then(|book| book.records().collect::<Result<Vec<_>, _>>());
    assert!(read(&good).is_ok());
    for place in (0..good.len()).step_by(211).chain(0..160) {
        let mut bytes = good.clone();
        bytes[place] ^= 0x10;
        let error = read(&bytes).expect_err(&format!("byte {place}"));
        match error {
            BookError::NotABook { .. } => assert!(place < 12, "{place}"),
            BookError::Damaged { .. } => {}
            other => panic!("byte {place}: {other}"),
        }
    }
    for length in (0..good.len()).step_by(397).chain([good.len() - 1]) {
        assert!(read(&good[..length]).is_err(), "{length} bytes");
    }
    assert!(read(&[&good[..], b"x"].concat()).is_err(), "a byte more");
}

#[test]
fn a_packed_file_is_opened_as_any_book_and_becomes_an_ordinary_one_when_it_is_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.pack");
    let records = random_records(5, 300, 25);
    std::fs::write(&path, packed(&records)).unwrap();
    let book = Book::open(&path).unwrap();
    assert_eq!(all(&book), records);
    let visits = outflank_book::rewrite_book(&path, outflank_book::OtherWriters::Welcome, |book| {
        let mut first = records[0];
        first.visits += 1;
        book.put(first)?;
        Ok(first.visits)
    })
    .unwrap();
    let changed = Book::open(&path).unwrap();
    assert_eq!((changed.len(), changed.get(records[0].key).unwrap().unwrap().visits), (300, visits));
    assert!(outflank_book::BookFile::open(&path).is_ok(), "it has pages now");
}
