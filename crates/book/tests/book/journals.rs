//! Journals: writers that are killed at any byte, and several at a time.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use outflank_book::{Book, BookError, BookKey, BookSession, OtherWriters, rewrite_book};

use super::{all, random_records};

fn keys(book: &Book) -> BTreeSet<BookKey> {
    all(book).iter().map(|record| record.key).collect()
}

fn files(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_writer_killed_at_any_byte_loses_the_last_entry_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.book");
    let records = random_records(1, 12, 12);
    let mut session = BookSession::open(&path).unwrap();
    for record in &records {
        assert!(session.add(&[*record]).unwrap().is_empty());
    }
    let journal = folder.path().join("test.book.journal-1");
    let whole = fs::read(&journal).unwrap();
    assert_eq!(whole.len(), 16 + 36 * records.len());
    drop(session);
    for length in 0..=whole.len() {
        fs::write(&journal, &whole[..length]).unwrap();
        let entries = length.saturating_sub(16) / 36;
        let expected: BTreeSet<BookKey> = records[..entries].iter().map(|record| record.key).collect();
        let book = Book::open_or_new(&path).unwrap();
        assert_eq!(keys(&book), expected, "{length} bytes");
        assert!(book.troubles().is_empty() && book.check().unwrap().problems.is_empty(), "{length} bytes");
        // Whoever comes next goes on, and all of it is folded.
        let mut next = BookSession::open(&path).unwrap();
        next.add(&records[entries..]).unwrap();
        assert_eq!(next.finish().unwrap(), records.len() as u64);
        assert_eq!(files(folder.path()), ["test.book", "test.book.lock"].map(str::to_owned).into());
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn a_damaged_entry_is_left_out_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.book");
    let records = random_records(2, 5, 12);
    let mut session = BookSession::open(&path).unwrap();
    session.add(&records).unwrap();
    drop(session);
    let journal = folder.path().join("test.book.journal-1");
    let mut bytes = fs::read(&journal).unwrap();
    bytes[16 + 36 * 2 + 5] ^= 1;
    fs::write(&journal, &bytes).unwrap();
    let book = Book::open(&path).unwrap();
    assert_eq!(book.len(), 4);
    assert!(book.troubles()[0].contains("1 damaged"), "{:?}", book.troubles());
}

#[test]
fn folding_a_journal_twice_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.book");
    let mut session = BookSession::open(&path).unwrap();
    session.add(&random_records(3, 40, 12)).unwrap();
    let journal = folder.path().join("test.book.journal-1");
    let bytes = fs::read(&journal).unwrap();
    session.finish().unwrap();
    let once = fs::read(&path).unwrap();
    // Killed after the file was written and before the journal was removed.
    fs::write(&journal, bytes).unwrap();
    rewrite_book(&path, OtherWriters::Welcome, |_| Ok(())).unwrap();
    assert_eq!(fs::read(&path).unwrap(), once);
    assert!(!journal.exists());
}

#[test]
fn two_writers_do_not_lose_each_others_work() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.book");
    let records = random_records(4, 60, 14);
    let mut one = BookSession::open(&path).unwrap();
    let mut two = BookSession::open(&path).unwrap();
    one.add(&records[..20]).unwrap();
    two.add(&records[20..30]).unwrap();
    // One folds and removes its own journal alone; the other goes on writing.
    one.finish().unwrap();
    assert!(files(folder.path()).contains("test.book.journal-2"));
    two.add(&records[30..40]).unwrap();
    let mut three = BookSession::open(&path).unwrap();
    three.add(&records[40..]).unwrap();
    two.finish().unwrap();
    three.finish().unwrap();
    assert_eq!(files(folder.path()), ["test.book", "test.book.lock"].map(str::to_owned).into());
    let book = Book::open(&path).unwrap();
    assert_eq!(keys(&book), records.iter().map(|record| record.key).collect());
    let mut at_once = Book::new();
    at_once.join(&records).unwrap();
    assert_eq!(all(&book), all(&at_once));
}

#[test]
fn writers_on_many_threads_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.book");
    let records = random_records(5, 80, 14);
    std::thread::scope(|scope| {
        for part in records.chunks(10) {
            let path = &path;
            scope.spawn(move || {
                for record in part {
                    let mut session = BookSession::open(path).unwrap();
                    session.add(&[*record]).unwrap();
                    session.finish().unwrap();
                }
            });
        }
    });
    assert_eq!(Book::open(&path).unwrap().len(), 80);
}

#[test]
fn nobody_takes_positions_away_from_a_writer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.book");
    let writer = BookSession::open(&path).unwrap();
    let refused = rewrite_book(&path, OtherWriters::Refused, |_| Ok(()));
    assert!(matches!(refused, Err(BookError::Busy { .. })));
    drop(writer);
    rewrite_book(&path, OtherWriters::Refused, |_| Ok(())).unwrap();
}
