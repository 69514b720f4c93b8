//! WTHOR files made here: what is written can be read again, and what is wrong is told by record and byte.

use std::fs;
use std::io::Read as _;
use std::path::Path;

use outflank_records::wthor::{
    self, FileFault, GameRecord, Header, Kind, NameTable, Reader, RecordFault, Warning, byte_of_square,
};
use outflank_records::{Format, Outcome, Problem, ReadOptions, Record, RecordError, Sink, read, to_bytes};
use outflank_rules::{Position, Square};
use proptest::prelude::*;

/// Plays a game whose moves are chosen by a seed, at most `length` of them.
fn moves(seed: u64, length: usize) -> Vec<Square> {
    let mut state = seed | 1;
    let mut position = Position::start();
    let mut played = Vec::new();
    while played.len() < length && !position.is_finished() {
        if position.must_pass() {
            position = position.play(outflank_rules::Move::Pass).unwrap();
        }
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let legal: Vec<Square> = position.legal_moves().squares().collect();
        let square = legal[(state >> 33) as usize % legal.len()];
        position = position.play(square).unwrap();
        played.push(square);
    }
    played
}

fn game(seed: u64, numbers: [u16; 3], length: usize) -> GameRecord {
    let mut game = GameRecord {
        tournament: numbers[0],
        black: numbers[1],
        white: numbers[2],
        discs: 0,
        theoretical: (seed % 65) as u8,
        moves: [0; 60],
    };
    for (place, square) in game.moves.iter_mut().zip(moves(seed, length)) {
        *place = byte_of_square(square);
    }
    game.discs = wthor::replay(&game).discs;
    game
}

fn file_of(games: &[GameRecord], year: u16) -> Vec<u8> {
    let header = Header {
        century: 20,
        year_of_century: 5,
        month: 10,
        day: 8,
        games: games.len() as u32,
        year,
        board_size: 8,
        depth: 24,
        ..Header::default()
    };
    let mut bytes = header.to_bytes().to_vec();
    games.iter().for_each(|game| bytes.extend(game.to_bytes()));
    bytes
}

fn table_of(mut table: NameTable, names: &[&str]) -> Vec<u8> {
    for (number, name) in names.iter().enumerate() {
        assert!(table.set(number, &wthor::latin1_of_text(name).unwrap()));
    }
    let mut bytes = Vec::new();
    table.write(&mut bytes).unwrap();
    bytes
}

/// Writes a set of two years and returns its games by file.
fn make_set(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let years = [1999u16, 2000].map(|year| {
        let games: Vec<GameRecord> = (0..20u64)
            .map(|n| {
                let seed = u64::from(year) * 100 + n;
                game(seed, [(n % 2) as u16, (n % 3) as u16 + 1, 4], if n == 7 { 20 } else { 60 })
            })
            .collect();
        (format!("WTH_{year}.wtb"), file_of(&games, year))
    });
    for (name, bytes) in &years {
        fs::write(folder.join(name), bytes).unwrap();
    }
    let players = ["???", "Préquin Élise", "O'Hara \\ [x] \"y\"", "Zoë", "Ångström"];
    fs::write(folder.join("wthor.jou"), table_of(NameTable::players(), &players)).unwrap();
    let tournaments = ["Diverses parties", "Été (mixte)"];
    fs::write(folder.join("WTHOR.TRN"), table_of(NameTable::tournaments(), &tournaments)).unwrap();
    years.into()
}

fn records_of(path: &Path) -> Vec<Record> {
    wthor::read_path(path).unwrap().records().collect::<Result<_, _>>().unwrap()
}

fn fault(error: &RecordError) -> &FileFault {
    match &error.problem {
        Problem::Wthor(fault) => fault,
        problem => panic!("{problem:?}"),
    }
}

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
    assert!(matches!(written.warnings[..], [Warning::NameChanged { kind: Kind::Players, .. }]));
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
fn corrupt_records_are_told_and_the_others_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("WTH_2001.wtb");
    let mut games: Vec<GameRecord> = (0..5).map(|seed| game(seed + 40, [0, 0, 0], 60)).collect();
    games[1].moves[2] = 99;
    games[2].discs = 65;
    games[3].moves[1] = byte_of_square("a1".parse().unwrap());
    fs::write(&path, file_of(&games, 2001)).unwrap();
    let results: Vec<_> = wthor::read_path(&path).unwrap().records().collect();
    let good: Vec<bool> = results.iter().map(Result::is_ok).collect();
    assert_eq!(good, [true, false, false, false, true]);
    let told: Vec<String> = results.into_iter().filter_map(Result::err).map(|e| e.to_string()).collect();
    let name = path.display();
    assert!(told[0].starts_with(&format!(
        "{name}: byte 94: record 2: move 3 is byte 99; moves are 10 * row + column, both from 1 to 8 (record: 00"
    )));
    assert!(told[1].starts_with(&format!(
        "{name}: byte 158: record 3: black's final discs are 65, more than 64 (record: "
    )));
    assert!(
        told[2].starts_with(&format!("{name}: byte 229: record 4: move 2 (a1) is illegal: white at a1")),
        "{}",
        told[2]
    );
}

#[test]
fn files_that_are_something_else_are_refused_at_once() {
    let refuse = |bytes: &[u8]| Reader::new(bytes, "made", Some(bytes.len() as u64)).unwrap_err().to_string();
    assert_eq!(refuse(b"abc"), "made: 3 bytes (61 62 63), but a WTHOR file starts with a header of 16");
    let text = refuse(b"(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]");
    assert!(
        text.starts_with("made: byte 2: not a WTHOR file of games: a date of creation with a 71 in byte 2"),
        "{text}"
    );
    let mut ten = file_of(&[], 2000);
    ten[12] = 10;
    assert!(refuse(&ten).contains("byte 12: not a WTHOR file of games: a board of 10x10, where only 8x8"));
    let mut noise = file_of(&[], 2000);
    noise[4..8].copy_from_slice(&100u32.to_le_bytes());
    noise.extend((0..6800u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8 | 0x80));
    assert!(refuse(&noise).contains("each of the first 8 records is corrupt"), "{}", refuse(&noise));
    let mut surplus = file_of(&[], 2000);
    surplus.extend([0; 40]);
    assert_eq!(
        refuse(&surplus),
        "made: byte 16: oversized: the header promises 0 games, but the file goes on for 40 more: \
         00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
    );
    let folder = tempfile::tempdir().unwrap();
    let error = wthor::read_path(folder.path()).unwrap_err();
    assert!(matches!(fault(&error), FileFault::NoGames));
    let table = folder.path().join("names");
    fs::write(&table, table_of(NameTable::tournaments(), &["a", "b"])).unwrap();
    let error = wthor::read_path(&table).unwrap_err();
    assert!(error.to_string().ends_with("a table of tournaments holds no games"), "{error}");
    assert!(wthor::read_path(&folder.path().join("missing.wtb")).is_err());
}

#[test]
fn a_gigabyte_is_not_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("big.wtb");
    let games = 15_000_000u32;
    let mut header = file_of(&[], 1990);
    header[4..8].copy_from_slice(&games.to_le_bytes());
    fs::write(&path, header).unwrap();
    let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len(16 + 68 * u64::from(games)).unwrap();
    assert_eq!(wthor::read_path(&path).unwrap().records().take(3).filter(Result::is_ok).count(), 3);
}

proptest! {
    #[test]
    fn random_games_come_back(
        seeds in prop::collection::vec((any::<u64>(), any::<[u16; 3]>(), 0usize..=60), 0..30),
        year in 0u16..=9999,
    ) {
        let games: Vec<GameRecord> = seeds.iter().map(|&(seed, numbers, length)| game(seed, numbers, length)).collect();
        let bytes = file_of(&games, year);
        let reader = Reader::new(bytes.as_slice(), "made", None).unwrap();
        let header = *reader.header();
        let read: Vec<GameRecord> = reader.collect::<Result<_, _>>().unwrap();
        prop_assert_eq!(&read, &games);
        for game in &games {
            let record = wthor::record_of_game(game, &header, None, None).unwrap();
            let again = wthor::game_of_record(&record).unwrap();
            let GameRecord { tournament, black, white, .. } = *game;
            prop_assert_eq!(GameRecord { tournament, black, white, ..again }, *game);
            prop_assert_eq!(wthor::year_of_record(&record), year);
        }
    }

    #[test]
    fn truncated_files_tell_record_and_byte(cut in 16usize..16 + 68 * 12) {
        let games: Vec<GameRecord> = (0..12).map(|seed| game(seed, [0, 1, 2], 60)).collect();
        let bytes = &file_of(&games, 1995)[..cut];
        let whole = (cut - 16) / 68;
        let known = Some(cut as u64);
        let (good, error) = match Reader::new(bytes, "made", known) {
            Err(error) => (0, error),
            Ok(reader) => {
                let mut results: Vec<_> = reader.collect();
                let error = results.pop().unwrap().unwrap_err();
                prop_assert!(results.iter().all(Result::is_ok));
                (results.len(), error)
            }
        };
        prop_assert_eq!(good, whole);
        prop_assert_eq!(error.offset, Some(16 + 68 * whole as u64));
        let is_told = matches!(fault(&error), FileFault::Truncated { promised: 12, record, bytes, .. }
            if *record == whole as u64 + 1 && bytes.0.len() == (cut - 16) % 68);
        prop_assert!(is_told, "{}", error);
    }

    #[test]
    fn arbitrary_bytes_never_panic(
        mut bytes in prop::collection::vec(any::<u8>(), 0..600),
        good_header in any::<bool>(),
        count in 0u32..10,
    ) {
        if good_header && bytes.len() >= 16 {
            let header = Header { games: count, names: count as u16, year: 2000, ..Header::default() };
            bytes[..16].copy_from_slice(&header.to_bytes());
        }
        if let Ok(reader) = Reader::new(bytes.as_slice(), "made", None) {
            let results: Vec<_> = reader.collect();
            prop_assert!(results.len() <= 10);
        }
        for kind in [Kind::Players, Kind::Tournaments] {
            if let Ok(table) = NameTable::read(bytes.as_slice(), "made", kind) {
                let mut written = Vec::new();
                table.write(&mut written).unwrap();
                prop_assert_eq!(&written, &bytes);
                prop_assert_eq!(table.names().count(), table.len());
            }
        }
        let _errors_are_fine = read(bytes.as_slice(), Format::Wthor, ReadOptions::default()).count();
        let mut any_record = [0; 68];
        let _short = bytes.as_slice().read(&mut any_record).unwrap();
        let record = GameRecord::from_bytes(&any_record);
        let replay = wthor::replay(&record);
        let explained: Option<RecordFault> = wthor::explain(&record, replay);
        prop_assert_eq!(explained.is_some(), replay.ending == wthor::Ending::Illegal);
        if let Err(fault) = record.check() {
            prop_assert!(fault.offset() < 68);
        }
    }
}
