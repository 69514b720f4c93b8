//! Games with their names, from folder to folder and through other formats.

use std::fs;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use outflank_records::wthor::{self, FileFault, FileKind, GameRecord, NameTable, Warning};
use outflank_records::{Format, Outcome, ReadOptions, Record, Sink, read, to_bytes};
use outflank_rules::Position;

use super::made::{fault, file_of, game, make_set, records_of, table_of};

#[test]
fn a_folder_gives_records_with_names_years_and_scores() {
    let folder = tempfile::tempdir().unwrap();
    make_set(folder.path());
    let games = wthor::read_path(folder.path()).unwrap();
    assert!(games.warnings().is_empty());
    let records: Vec<Record> = games.records().collect::<Result<_, _>>().unwrap();
    assert_eq!(records.len(), 40);
    let first = &records[0];
    assert_eq!(first.black.name.as_deref(), Some("Préquin Élise"));
    assert_eq!(first.white.name.as_deref(), Some("Ångström"));
    assert_eq!(first.event.as_deref(), Some("Diverses parties"));
    assert_eq!((first.date.as_deref(), records[39].date.as_deref()), (Some("1999"), Some("2000")));
    let discs = first.outcome.as_ref().and_then(Outcome::discs).unwrap();
    assert_eq!(discs.0 - discs.1, first.last_position().score());
    assert_eq!(records[7].plies().iter().filter(|ply| !ply.played().is_pass()).count(), 20);
}

#[test]
fn a_journey_through_text_formats_gives_the_same_files_back() {
    let folder = tempfile::tempdir().unwrap();
    let years = make_set(folder.path());
    let records = records_of(folder.path());
    for format in [Format::Ggf, Format::Sgf, Format::Pgn] {
        let text = to_bytes(&records, format).unwrap();
        let reread: Vec<Record> = read(text.as_slice(), format, ReadOptions::default())
            .filter_map(|item| item.unwrap().record)
            .collect();
        let target = tempfile::tempdir().unwrap();
        let written = wthor::write_path(target.path(), reread).unwrap();
        assert_eq!((written.games, written.files.len(), written.warnings.len()), (40, 4, 0));
        for (name, bytes) in &years {
            assert!(fs::read(target.path().join(name)).unwrap() == *bytes, "{name} through {format}");
        }
        assert_eq!(records_of(target.path()), records, "through {format}");
    }
}

#[test]
fn names_of_any_bytes_travel_unharmed() {
    let letters: Vec<u8> = (1..=255).collect();
    let mut players = NameTable::players();
    for (number, name) in letters.chunks(17).enumerate() {
        assert!(players.set(number, name));
    }
    assert!(players.set(15, b" blanks at the ends "));
    let folder = tempfile::tempdir().unwrap();
    let games: Vec<GameRecord> = (0..16).map(|n| game(n.into(), [0, n, 15 - n], 60)).collect();
    let bytes = file_of(&games, 1988);
    fs::write(folder.path().join("x.wtb"), &bytes).unwrap();
    let mut table = Vec::new();
    players.write(&mut table).unwrap();
    fs::write(folder.path().join("x.jou"), table).unwrap();
    let records = records_of(folder.path());
    for format in [Format::Ggf, Format::Sgf, Format::Pgn] {
        let text = to_bytes(&records, format).unwrap();
        let items = read(text.as_slice(), format, ReadOptions::default()).map(Result::unwrap);
        let target = tempfile::tempdir().unwrap();
        wthor::write_path(&target.path().join("y.wtb"), items.filter_map(|item| item.record)).unwrap();
        assert!(fs::read(target.path().join("y.wtb")).unwrap() == bytes, "{format}");
        let written = NameTable::open(&target.path().join("WTHOR.JOU")).unwrap();
        assert_eq!(written.names().collect::<Vec<_>>(), players.names().collect::<Vec<_>>(), "{format}");
    }
}

#[test]
fn copying_keeps_every_byte_of_games_and_names() {
    let folder = tempfile::tempdir().unwrap();
    let years = make_set(folder.path());
    let target = tempfile::tempdir().unwrap();
    let written = wthor::copy_path(folder.path(), &target.path().join("new")).unwrap();
    assert_eq!((written.games, written.files.len()), (40, 4));
    for (name, from) in [("WTHOR.JOU", "wthor.jou"), ("WTHOR.TRN", "WTHOR.TRN")] {
        let copied = fs::read(target.path().join("new").join(name)).unwrap();
        assert_eq!(copied, fs::read(folder.path().join(from)).unwrap());
    }
    for (name, bytes) in &years {
        assert!(fs::read(target.path().join("new").join(name)).unwrap() == *bytes);
    }
    // Where other names are in the way, games get other numbers and keep their names.
    let other = tempfile::tempdir().unwrap();
    fs::write(other.path().join("WTHOR.JOU"), table_of(NameTable::players(), &["Zoë"])).unwrap();
    let one = other.path().join("x.wtb");
    wthor::copy_path(&folder.path().join("WTH_1999.wtb"), &one).unwrap();
    let names = |path: &Path| -> Vec<_> {
        records_of(path)
            .into_iter()
            .map(|record| (record.black.name, record.white.name, record.event))
            .collect()
    };
    assert_eq!(names(&one), names(&folder.path().join("WTH_1999.wtb")));
    assert_eq!(NameTable::open(&other.path().join("WTHOR.JOU")).unwrap().name(0).as_deref(), Some("Zoë"));
}

#[test]
fn names_are_added_to_the_tables_that_are_there() {
    let folder = tempfile::tempdir().unwrap();
    let mut record = Record::new(Position::start());
    record.black.name = Some("Ada".to_owned());
    record.white.name = Some("a name of more than nineteen letters".to_owned());
    record.date = Some("2020-05-01".to_owned());
    let path = folder.path().join("one.wtb");
    let written = wthor::write_path(&path, [record.clone()]).unwrap();
    assert!(matches!(written.warnings[..], [Warning::NameChanged { kind: FileKind::Players, .. }]));
    let before = NameTable::open(&folder.path().join("WTHOR.JOU")).unwrap();
    record.white.name = Some("Grace".to_owned());
    let mut later = record.clone();
    later.date = Some("2021".to_owned());
    let written = wthor::write_path(&folder.path().join("two.wtb"), [record, later]).unwrap();
    assert!(matches!(written.warnings[..], [Warning::YearsMixed { year: 0, .. }]));
    let after = NameTable::open(&folder.path().join("WTHOR.JOU")).unwrap();
    assert_eq!(after.names().collect::<Vec<_>>(), ["Ada", "a name of more than", "Grace"]);
    assert!(before.names().zip(after.names()).all(|(a, b)| a == b));
    assert_eq!(records_of(&path)[0].white.name.as_deref(), Some("a name of more than"));
    assert_eq!(records_of(&path)[0].date.as_deref(), Some("2020"));
    assert_eq!(records_of(&folder.path().join("two.wtb"))[1].white.name.as_deref(), Some("Grace"));
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 4, "{left:?}");
}

#[test]
fn tables_that_stand_in_the_way_or_change_stop_the_writing() {
    let folder = tempfile::tempdir().unwrap();
    let record = || {
        let mut record = Record::new(Position::start());
        record.date = Some("2000".to_owned());
        record
    };
    fs::write(folder.path().join("WTH_2000.JOU"), table_of(NameTable::players(), &["x"])).unwrap();
    let error = wthor::write_path(folder.path(), [record()]).unwrap_err();
    assert!(matches!(fault(&error), FileFault::OtherTable { .. }), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);

    let folder = tempfile::tempdir().unwrap();
    let mut writer = wthor::Writer::create(folder.path()).unwrap();
    writer.put(&record()).unwrap();
    fs::write(folder.path().join("WTHOR.JOU"), table_of(NameTable::players(), &["y"])).unwrap();
    let error = writer.finish().unwrap_err();
    assert!(matches!(fault(&error), FileFault::TableChanged), "{error}");
    drop(writer);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn games_without_tables_keep_their_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = file_of(&[game(1, [5, 6, 7], 60), game(2, [5, 7, 6], 60)], 1980);
    let path = folder.path().join("lone.wtb");
    fs::write(&path, &bytes).unwrap();
    let games = wthor::read_path(&path).unwrap();
    assert_eq!(games.warnings().len(), 2);
    let records: Vec<Record> = games.records().collect::<Result<_, _>>().unwrap();
    assert_eq!(records[0].black.name, None);
    let target = tempfile::tempdir().unwrap();
    wthor::write_path(&target.path().join("lone.wtb"), records).unwrap();
    assert!(fs::read(target.path().join("lone.wtb")).unwrap() == bytes);
    // The same as a bare stream, whose pieces are the file.
    let items: Vec<_> =
        read(bytes.as_slice(), Format::Wthor, ReadOptions::default()).collect::<Result<_, _>>().unwrap();
    assert_eq!(items.iter().filter(|item| item.record.is_some()).count(), 2);
    assert!(items.iter().flat_map(|item| item.raw.clone()).eq(bytes));
    let error = to_bytes(items.iter().filter_map(|item| item.record.as_ref()), Format::Wthor).unwrap_err();
    assert!(error.to_string().contains("has to be a path"), "{error}");
}

#[test]
fn years_written_one_by_one_make_the_same_set() {
    let folder = tempfile::tempdir().unwrap();
    let years = make_set(folder.path());
    let target = tempfile::tempdir().unwrap();
    for (name, bytes) in years.iter().rev() {
        wthor::write_path(target.path(), records_of(&folder.path().join(name))).unwrap();
        assert!(fs::read(target.path().join(name)).unwrap() == *bytes, "{name}");
    }
    assert_eq!(records_of(target.path()), records_of(folder.path()));
}

#[test]
fn what_stays_in_memory_is_what_a_folder_would_have() {
    let folder = tempfile::tempdir().unwrap();
    make_set(folder.path());
    let games = wthor::read_path(folder.path()).unwrap();
    let records: Vec<Record> = games.records().collect::<Result<_, _>>().unwrap();
    let target = tempfile::tempdir().unwrap();
    let today = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() / 86_400;
    let mut written;
    loop {
        // Both are of one day.
        let day = today();
        written = wthor::Writer::in_memory(day).unwrap();
        for record in &records {
            written.put(record).unwrap();
        }
        written.finish().unwrap();
        fs::remove_dir_all(target.path()).unwrap();
        fs::create_dir(target.path()).unwrap();
        wthor::write_path(target.path(), records.clone()).unwrap();
        if today() == day {
            break;
        }
    }
    let written = written.written();
    assert_eq!((written.games, written.files.len(), written.contents.len()), (40, 4, 4));
    for (path, content) in written.files.iter().zip(&written.contents) {
        assert!(fs::read(target.path().join(path)).unwrap() == *content, "{}", path.display());
    }
    assert_eq!(fs::read_dir(target.path()).unwrap().count(), 4);
}
