//! The federation's own files, in the folder `wthor` of the one that `OUTFLANK_DATA` names: all 137,548 games
//! of 1977 to 2025. They may not be distributed, so the tests pass as skipped where they are not.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use outflank_records::wthor::{self, FileKind, NameTable, ReplayTally, WthorReader};
use outflank_records::{Format, ReadOptions, Record, Sink, read, write};

fn folder() -> Option<PathBuf> {
    let Some(data) = std::env::var_os("OUTFLANK_DATA") else {
        println!("skipped: OUTFLANK_DATA not set");
        return None;
    };
    Some(Path::new(&data).join("wthor"))
}

/// Returns the bytes of all WTHOR files of a folder by name.
fn bytes_of(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.filter(|path| FileKind::of_extension(path).is_some());
    files
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap()))
        .collect()
}

fn is_games(name: &str) -> bool {
    FileKind::of_extension(Path::new(name)) == Some(FileKind::Games)
}

#[test]
fn every_game_is_legal_and_every_finished_one_has_its_score() {
    let Some(folder) = folder() else { return };
    let mut total = ReplayTally::default();
    for name in bytes_of(&folder).keys().filter(|name| is_games(name)) {
        total += wthor::tally(&mut WthorReader::open(&folder.join(name)).unwrap()).unwrap();
    }
    let expected = ReplayTally {
        games: 137_548,
        matching: 137_135,
        differing: 0,
        unfinished: 413,
        illegal: 0,
        moves: 8_231_199,
        passes: 156_887,
    };
    assert_eq!(total, expected);
    let players = NameTable::open(&folder.join("WTHOR.JOU")).unwrap();
    let tournaments = NameTable::open(&folder.join("WTHOR.TRN")).unwrap();
    assert_eq!((players.len(), tournaments.len()), (4_448, 492));
}

#[test]
fn every_file_is_copied_byte_by_byte() {
    let Some(folder) = folder() else { return };
    let target = tempfile::tempdir().unwrap();
    let written = wthor::copy_path(&folder, target.path()).unwrap();
    assert_eq!((written.games, written.files.len(), written.warnings.len()), (137_548, 51, 0));
    assert!(bytes_of(target.path()) == bytes_of(&folder));
}

/// Sends one in so many thousand games through a format; what comes back is what was sent.
fn some_travel_unharmed(format: Format, one_in: usize) {
    let Some(folder) = folder() else { return };
    let mut records = wthor::read_path(&folder).unwrap().records().map(Result::unwrap).peekable();
    let mut compared = 0;
    while records.peek().is_some() {
        let sent: Vec<Record> = records.by_ref().take(1000).collect();
        assert_eq!(there_and_back(&sent, format), sent);
        compared += sent.len();
        records.by_ref().take(1000 * (one_in - 1)).for_each(drop);
    }
    assert!(compared > 137_548 / one_in - 1000, "{compared}");
}

/// Writes records in a format and reads them again.
fn there_and_back(sent: &[Record], format: Format) -> Vec<Record> {
    let mut text = Vec::new();
    let mut sink = write(&mut text, format).unwrap();
    sent.iter().for_each(|record| sink.put(record).unwrap());
    sink.finish().unwrap();
    drop(sink);
    let items = read(text.as_slice(), format, ReadOptions::default()).map(Result::unwrap);
    items.filter_map(|item| item.record).collect()
}

/// Sends all games through a format, some at a time, and compares the files that come back.
fn travels_unharmed(format: Format) {
    let Some(folder) = folder() else { return };
    let target = tempfile::tempdir().unwrap();
    let mut writer = wthor::Writer::create(target.path()).unwrap();
    let mut records = wthor::read_path(&folder).unwrap().records().map(Result::unwrap).peekable();
    while records.peek().is_some() {
        let sent: Vec<Record> = records.by_ref().take(1000).collect();
        let received = there_and_back(&sent, format);
        assert_eq!(received.len(), sent.len());
        for (sent, received) in sent.iter().zip(&received) {
            assert_eq!(received, sent);
            writer.put(received).unwrap();
        }
    }
    writer.finish().unwrap();
    let written = writer.written();
    assert_eq!((written.games, written.files.len(), written.warnings.len()), (137_548, 51, 0));
    let (old, new) = (bytes_of(&folder), bytes_of(target.path()));
    for (name, bytes) in &old {
        if is_games(name) {
            assert!(new[name] == *bytes, "{name}");
        } else {
            // Names that no game uses are not known to the games; all others have their old places.
            let (old, new) =
                (NameTable::open(&folder.join(name)), NameTable::open(&target.path().join(name)));
            let (old, new) = (old.unwrap(), new.unwrap());
            assert!(new.names().zip(old.names()).all(|(new, old)| new == old || new.is_empty()), "{name}");
            assert!(new.names().filter(|name| !name.is_empty()).count() > old.len() * 9 / 10, "{name}");
        }
    }
}

#[test]
fn one_game_in_eight_travels_unharmed_through_every_text_format() {
    for format in [Format::Ggf, Format::Sgf, Format::Pgn] {
        some_travel_unharmed(format, 8);
    }
}

#[test]
#[ignore = "takes long: make test-long"]
fn every_game_travels_unharmed_through_ggf() {
    travels_unharmed(Format::Ggf);
}

#[test]
#[ignore = "takes long: make test-long"]
fn every_game_travels_unharmed_through_sgf() {
    travels_unharmed(Format::Sgf);
}

#[test]
#[ignore = "takes long: make test-long"]
fn every_game_travels_unharmed_through_pgn() {
    travels_unharmed(Format::Pgn);
}
