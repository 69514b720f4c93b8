//! What people paste and save: every file of `tests/pasted` is read as its line of `expected.tsv` says.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{playout, records};
use outflank_records::{
    Format, NameEncoding, Opened, ReadOptions, Record, line_extent, open, parse_any, to_bytes, wthor,
};
use outflank_rules::{Diagram, Move, Position};
use proptest::prelude::*;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pasted")
}

/// A game by its moves, a position by its board.
fn in_short(record: &Record) -> String {
    if record.is_position() { record.start().to_string() } else { record.transcript() }
}

#[test]
fn every_pasted_text_is_understood() {
    let expected = fs::read_to_string(folder().join("expected.tsv")).unwrap();
    let mut files = 0;
    for line in expected.lines().filter(|line| !line.starts_with('#')) {
        let [name, format, said] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let (found, items) = open(&folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let read: Result<Vec<_>, _> = items.collect();
        let read = read.unwrap_or_else(|error| panic!("{name}: {error}"));
        let short: Vec<String> = read.iter().filter_map(|item| item.record.as_ref()).map(in_short).collect();
        assert_eq!((found.name(), short.join(" ").as_str()), (format, said), "{name}");
        files += 1;
    }
    assert_eq!(files + 1, fs::read_dir(folder()).unwrap().count(), "a file without a line");
}

/// A game in which white has to pass after f5f6e6f4... is long: this one is short.
const WITH_PASS: &str = "e6f4c3c4d3d6e3c2b3d2c5f5f3f6e2f2f1e1d1c1b1g1";

#[test]
fn passes_are_read_in_every_spelling() {
    let record = Record::from_transcript(WITH_PASS);
    // The longest legal beginning of a random game that has a pass.
    let game = (0..200u8)
        .map(|seed| {
            playout(Position::start(), &(0..130).map(|ply| seed.wrapping_mul(ply)).collect::<Vec<_>>())
        })
        .find(|game| game.moves().any(Move::is_pass))
        .unwrap_or_else(|| record.unwrap());
    for pass in ["PA", "pa", "PS", "pass", "P", "p", "-", "--", "@@@@", "－", "Ｐ"] {
        let words: Vec<String> = game
            .moves()
            .map(|played| played.square().map_or(pass.to_owned(), |square| square.to_string()))
            .collect();
        for between in [" ", ", ", "\u{a0}"] {
            let read = parse_any(&words.join(between)).unwrap_or_else(|error| panic!("{pass}: {error}"));
            assert_eq!(read[0].moves().collect::<Vec<_>>(), game.moves().collect::<Vec<_>>(), "{pass}");
        }
        if pass.is_ascii() {
            assert_eq!(pass.parse(), Ok(Move::Pass), "{pass}");
        }
    }
}

#[test]
fn a_pass_that_is_not_forced_is_refused_by_name() {
    for text in ["f5 PA", "f5 P c3", "f5 @@@@", "f5 -- d6"] {
        let error = parse_any(text).unwrap_err().to_string();
        assert!(error.contains("ply 2"), "{text}: {error}");
    }
}

#[test]
fn results_are_no_moves() {
    let games = parse_any("1. f5 d6 2. c3 40-24").unwrap();
    assert_eq!(games[0].outcome.as_ref().and_then(|outcome| outcome.discs()), Some((40, 24)));
    assert_eq!(games[0].transcript(), "f5d6c3");
}

#[test]
fn game_types_other_than_othello_are_refused_by_name() {
    let game = |kind: &str| format!("(;GM[Othello]TY[{kind}]B[f5]W[d6];)");
    for plain in ["8", "8r", "s8r18", "8k", "8b", "8w", ""] {
        assert_eq!(parse_any(&game(plain)).unwrap()[0].transcript(), "f5d6", "{plain}");
    }
    for (kind, name) in [("8a", "anti-Othello"), ("s8ra", "anti-Othello"), ("10", "size 10"), ("8z", "'z'")] {
        let error = parse_any(&game(kind)).unwrap_err().to_string();
        assert!(error.contains(kind) && error.contains(name), "{error}");
    }
}

#[test]
fn tags_alone_are_no_game() {
    for text in ["[Event \"WOC\"]", "[Event \"WOC\"]\n[Site \"here\"]\n", "[Event \"WOC\"] {a remark}"] {
        let error = parse_any(text).unwrap_err().to_string();
        assert!(error.contains("moves or a result"), "{error}");
    }
    assert_eq!(parse_any("[Event \"WOC\"]\n\n*\n").unwrap().len(), 1);
    let start = Position::start();
    assert_eq!(parse_any(&format!("[FEN \"{start}\"]")).unwrap()[0].start(), start);
}

#[test]
fn tables_tell_who_played_and_how_it_ended() {
    let (_, items) = open(&folder().join("table.tsv")).unwrap();
    let games: Vec<Record> = items.filter_map(|item| item.unwrap().record).collect();
    let first = &games[0];
    let names = (first.black.name.as_deref(), first.white.name.as_deref(), first.event.as_deref());
    assert_eq!(names, (Some("Ann"), Some("Ben"), Some("Cup")));
    assert_eq!(first.outcome.as_ref().unwrap().discs(), Some((40, 24)));
    assert_eq!(games[1].outcome.as_ref().unwrap().discs(), Some((20, 44)));
    let (_, items) = open(&folder().join("table.csv")).unwrap();
    let games: Vec<Record> = items.filter_map(|item| item.unwrap().record).collect();
    assert_eq!(games[0].black.name.as_deref(), Some("Ann; the first"));
}

#[test]
fn a_line_of_a_table_without_moves_is_named() {
    let table = "black,white,moves\nAnn,Ben,f5d6\nCis,Dan,\nEve,Fay,f5a1\n";
    let read: Vec<_> =
        outflank_records::read(table.as_bytes(), Format::Csv, ReadOptions::default()).collect();
    let errors: Vec<String> =
        read.iter().filter_map(|item| item.as_ref().err()).map(ToString::to_string).collect();
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(errors[0].contains("line 3") && errors[0].contains("Cis"), "{errors:?}");
    assert!(errors[1].contains("line 4") && errors[1].contains("a1"), "{errors:?}");
}

#[test]
fn names_are_read_in_the_encoding_that_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.wtb");
    let mut record = Record::from_transcript("f5d6c3").unwrap();
    // The bytes of the name in Shift-JIS, as Latin-1 letters.
    let bytes = b"\x91\xba\x8f\xe3\x8c\x92";
    record.black.name = Some(wthor::text_of_latin1(bytes));
    record.date = Some("2000".to_owned());
    wthor::write_path(&path, [record]).unwrap();
    let name = |names: Option<NameEncoding>| {
        let options = ReadOptions { names, ..ReadOptions::default() };
        let mut items = Opened::path(&path, None).unwrap().items(options).unwrap();
        items.find_map(|item| item.unwrap().record).unwrap().black.name.unwrap()
    };
    assert_eq!(name(Some("shift-jis".parse().unwrap())), "村上健");
    assert_eq!(name(None), wthor::text_of_latin1(bytes));
    let ggf = [b"(;GM[Othello]PB[".to_vec(), bytes.to_vec(), b"]B[f5];)".to_vec()].concat();
    let path = folder.path().join("game.ggf");
    fs::write(&path, ggf).unwrap();
    let options = ReadOptions { names: Some("sjis".parse().unwrap()), ..ReadOptions::default() };
    let mut items = Opened::path(&path, None).unwrap().items(options).unwrap();
    assert_eq!(items.find_map(|item| item.unwrap().record).unwrap().black.name.unwrap(), "村上健");
}

#[test]
fn pgn_has_the_dates_it_wants() {
    let dated = |date: &str| {
        let mut record = Record::from_transcript("f5d6c3").unwrap();
        record.date = Some(date.to_owned());
        record
    };
    for (date, written, carried) in [
        ("2000-4-16 11:13 EST", "2000.04.16", true),
        ("2000", "2000.??.??", false),
        ("2000.04", "2000.04.??", false),
        ("2000.04.16", "2000.04.16", false),
        ("16.4.2000", "2000.??.??", true),
        ("2000-02-31", "2000.02.??", true),
        ("long ago", "????.??.??", true),
    ] {
        let record = dated(date);
        let pgn = String::from_utf8(to_bytes([&record], Format::Pgn).unwrap()).unwrap();
        assert!(pgn.contains(&format!("[Date \"{written}\"]")), "{pgn}");
        assert_eq!(pgn.contains("[Outflank "), carried, "{pgn}");
        assert_eq!(records(pgn.as_bytes(), Format::Pgn).unwrap(), [record]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn our_own_drawings_are_read_back(choices in prop::collection::vec(any::<u8>(), 0..64), turned: bool) {
        let game = playout(Position::start(), &choices);
        let position = game.last_position();
        let last = game.moves().last().and_then(Move::square);
        let drawing = Diagram::new(position).with_legal_moves().with_last_move(last).turned(turned);
        let with_side = format!("{drawing}\n{}\n", position.side_to_move().letter());
        prop_assert_eq!(parse_any(&with_side).unwrap()[0].start(), position);
        let with_board = format!("black:   Ann (1500)\n{drawing}\nmoves:   {}\nboard:   {position}\n", game.transcript());
        let read = &parse_any(&with_board).unwrap()[0];
        prop_assert_eq!(read.last_position(), position);
        prop_assert_eq!(read.transcript(), game.transcript());
        prop_assert_eq!(read.black.name.as_deref(), Some("Ann"));
        // The dots tell the side, unless both have the same moves or none.
        if !position.legal_moves().is_empty()
            && let Ok(read) = parse_any(&drawing.to_string())
        {
            prop_assert_eq!(read[0].start(), position);
        }
    }

    #[test]
    fn tables_are_read_back(choices in prop::collection::vec(any::<u8>(), 0..64), name in "[a-z,;\t\"' ]{0,9}x") {
        let mut record = playout(Position::start(), &choices);
        record.black.name = Some(name.trim().to_owned());
        record.date = Some("2000".to_owned());
        for format in [Format::Csv, Format::Tsv] {
            let bytes = to_bytes([&record, &record], format).unwrap();
            prop_assert_eq!(&records(&bytes, format).unwrap(), &[record.clone(), record.clone()]);
        }
    }

    #[test]
    fn no_line_is_too_odd_to_be_measured(line in prop::collection::vec(any::<u8>(), 0..100), text in "\\PC{0,60}") {
        let _ = line_extent(&line);
        let _ = line_extent(text.as_bytes());
        let _ = parse_any(&text);
    }
}
