//! What must hold for every game, every file and every sequence of bytes.

use crate::support::{TEXT_FORMATS, items, joined, playout, records, without_last_pass};
use outflank_records::{
    Ending, Extra, Format, MoveScore, Number, Outcome, PlayerInfo, Record, TimeControls, WthorFields, detect,
    parse_any, to_bytes,
};
use outflank_rules::{Bitboard, Color, Position, Setup};
use proptest::prelude::*;

/// Any position, most of them unreachable.
fn any_position() -> impl Strategy<Value = Position> {
    (any::<u64>(), any::<u64>(), any::<bool>()).prop_map(|(discs, colours, black)| {
        let side = if black { Color::Black } else { Color::White };
        let setup = Setup { black: Bitboard(discs & colours), white: Bitboard(discs & !colours), side };
        Position::try_from(setup).unwrap()
    })
}

/// A game from the standard start, of any length; a fifth are played to the end.
fn standard_game() -> impl Strategy<Value = Record> {
    prop_oneof![
        4 => prop::collection::vec(any::<u8>(), 0..64),
        1 => prop::collection::vec(any::<u8>(), 130),
    ]
    .prop_map(|choices| playout(Position::start(), &choices))
}

fn any_game() -> impl Strategy<Value = Record> {
    let elsewhere = (any_position(), prop::collection::vec(any::<u8>(), 0..20))
        .prop_map(|(start, choices)| playout(start, &choices));
    prop_oneof![standard_game(), elsewhere]
}

/// Text with the characters that formats treat specially.
fn text() -> impl Strategy<Value = String> {
    prop::string::string_regex("[a-cA-Z0-9 \\[\\]\\\\(){};:%\"'?!*\n\r\t\u{7f}\u{85}é🙂/|,.#-]{1,20}")
        .unwrap()
}

fn number() -> impl Strategy<Value = Number> {
    prop_oneof![
        3 => "[+-]?[0-9]{1,3}(\\.[0-9]{1,3})?".prop_map(Number::new),
        1 => text().prop_map(Number::new),
    ]
    .prop_filter("an empty number is none", |number| !number.as_str().is_empty())
}

fn outcome() -> impl Strategy<Value = Outcome> {
    let scored = ("[+-][0-9]{1,2}(\\.[0-9]{1,3})?", prop::sample::select(Ending::ALL.to_vec()))
        .prop_map(|(score, ending)| Outcome::of_score(Number::new(score), ending));
    let bare = (prop::option::of(prop::bool::ANY), prop::sample::select(Ending::ALL.to_vec())).prop_map(
        |(winner, ending)| Outcome {
            winner: winner.map(|black| if black { Color::Black } else { Color::White }),
            score: None,
            ending,
        },
    );
    prop_oneof![scored, bare]
}

fn extra() -> impl Strategy<Value = Extra> {
    let key = prop_oneof![
        "[A-Z]{1,3}",
        prop::sample::select(vec![
            "B",
            "C",
            "XO",
            "(",
            "$",
            "PB",
            "Outflank",
            "players.0.id",
            "position",
            "position.moves",
            "gtype",
            "outflank",
            "FEN",
            "bo",
            "AB",
            "Ab",
            "x y"
        ])
        .prop_map(str::to_owned)
    ];
    let format = prop::sample::select(vec![Format::Ggf, Format::Sgf, Format::Pgn, Format::Quest]);
    (format, key, prop::collection::vec(text(), 0..3), 0..4usize)
        .prop_map(|(format, key, values, ply)| Extra { format, key, values, ply })
}

fn wthor() -> impl Strategy<Value = WthorFields> {
    any::<([u16; 3], [u8; 3], u16)>()
        .prop_map(|([a, b, c], [d, e, f], year)| format!("{a} {b} {c} {d} {e} {f} {year}").parse().unwrap())
}

/// A game with everything a record can say.
fn full_record() -> impl Strategy<Value = Record> {
    let texts = prop::collection::vec(prop::option::of(text()), 10);
    let numbers = prop::collection::vec(prop::option::of(number()), 3);
    let notes = prop::collection::vec(
        (prop::option::of(number()), prop::option::of(number()), prop::option::of(text())),
        0..8,
    );
    let rest = (
        prop::option::of(outcome()),
        prop::option::of(wthor()),
        prop::collection::vec(extra(), 0..4),
        prop::collection::vec(number(), 0..3),
    );
    (any_game(), texts, numbers, notes, rest).prop_map(|(mut record, texts, numbers, notes, rest)| {
        let mut texts = texts.into_iter();
        let mut text = || texts.next().flatten();
        let mut numbers = numbers.into_iter();
        let mut number = || numbers.next().flatten();
        record.black = PlayerInfo { name: text(), rating: number() };
        record.white = PlayerInfo { name: text(), rating: number() };
        record.event = text();
        record.place = text();
        record.date = text();
        record.round = text();
        record.clocks = TimeControls { both: text(), black: text(), white: text() };
        record.comment = text();
        record.komi = number();
        for (index, (eval, time, comment)) in notes.into_iter().enumerate() {
            if let Some(ply) = record.ply_mut(index) {
                (ply.eval, ply.time, ply.comment) = (eval, time, comment);
            }
        }
        let (outcome, wthor, extras, scores) = rest;
        (record.outcome, record.wthor, record.extras) = (outcome, wthor, extras);
        let legal = record.start().legal_moves();
        record.scores = legal
            .squares()
            .zip(scores)
            .map(|(square, score)| MoveScore { played: square.into(), score })
            .collect();
        record
    })
}

/// The small files of every format.
fn fixtures() -> Vec<Vec<u8>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
    std::fs::read_dir(folder).unwrap().map(|entry| std::fs::read(entry.unwrap().path()).unwrap()).collect()
}

/// Where in a file to write what.
type Mutation = (prop::sample::Index, u8);

fn mutated(mut bytes: Vec<u8>, mutations: &[Mutation]) -> Vec<u8> {
    for (place, byte) in mutations {
        if !bytes.is_empty() {
            let at = place.index(bytes.len());
            match byte % 3 {
                0 => bytes[at] = *byte,
                1 => bytes.insert(at, *byte),
                _ => drop(bytes.remove(at)),
            }
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_from_the_standard_start_read_back_equal_in_every_format_for_games(record in standard_game()) {
        for format in [Format::Ggf, Format::Sgf, Format::Pgn, Format::Quest] {
            let bytes = to_bytes([&record], format).unwrap();
            prop_assert_eq!(&records(&bytes, format).unwrap(), std::slice::from_ref(&record));
        }
        let record = without_last_pass(&record);
        for format in [Format::Transcript, Format::Client] {
            let bytes = to_bytes([&record], format).unwrap();
            let expected = if record.is_position() && format == Format::Transcript { vec![] } else { vec![record.clone()] };
            prop_assert_eq!(&records(&bytes, format).unwrap(), &expected);
        }
    }

    #[test]
    fn games_from_any_start_read_back_equal_where_a_start_can_be_written(record in any_game()) {
        for format in [Format::Ggf, Format::Sgf, Format::Pgn] {
            let bytes = to_bytes([&record], format).unwrap();
            prop_assert_eq!(&records(&bytes, format).unwrap(), std::slice::from_ref(&record));
        }
    }

    #[test]
    fn everything_a_record_says_survives_ggf_sgf_and_pgn(record in full_record()) {
        for format in [Format::Ggf, Format::Sgf, Format::Pgn] {
            let bytes = to_bytes([&record], format).unwrap();
            prop_assert_eq!(&records(&bytes, format).unwrap(), std::slice::from_ref(&record), "{}", String::from_utf8_lossy(&bytes));
        }
    }

    #[test]
    fn everything_a_record_of_a_standard_game_says_survives_quest(record in full_record()) {
        if record.start() == Position::start() {
            let bytes = to_bytes([&record], Format::Quest).unwrap();
            prop_assert_eq!(&records(&bytes, Format::Quest).unwrap(), std::slice::from_ref(&record));
        }
    }

    #[test]
    fn positions_read_back_equal_in_every_format_for_positions(position in any_position()) {
        let record = Record::new(position);
        for format in [Format::Board, Format::Obf, Format::Zebra] {
            let bytes = to_bytes([&record, &record], format).unwrap();
            prop_assert_eq!(records(&bytes, format).unwrap(), vec![record.clone(), record.clone()]);
        }
        prop_assert_eq!(parse_any(&position.to_string()).unwrap(), vec![record]);
    }

    #[test]
    fn several_games_in_a_file_stay_apart(games in prop::collection::vec(any_game(), 1..5)) {
        for format in [Format::Ggf, Format::Sgf, Format::Pgn] {
            let bytes = to_bytes(&games, format).unwrap();
            prop_assert_eq!(&records(&bytes, format).unwrap(), &games);
        }
    }

    #[test]
    fn what_is_written_is_recognised(record in full_record()) {
        for format in [Format::Board, Format::Ggf, Format::Sgf, Format::Pgn] {
            prop_assert_eq!(detect(&to_bytes([&record], format).unwrap()).unwrap(), format);
        }
    }

    #[test]
    fn the_pieces_of_a_file_are_the_file_whatever_was_changed_in_it(
        games in prop::collection::vec(standard_game(), 1..4),
        mutations in prop::collection::vec(any::<Mutation>(), 0..4),
    ) {
        for format in TEXT_FORMATS {
            let Ok(bytes) = to_bytes(&games, format) else { continue };
            let bytes = mutated(bytes, &mutations);
            if let Ok(items) = items(&bytes, format) {
                prop_assert_eq!(joined(&items), bytes);
            }
        }
    }

    #[test]
    fn the_pieces_of_a_damaged_file_are_the_file_or_the_damage_is_told_in_a_short_line(
        which in any::<prop::sample::Index>(),
        mutations in prop::collection::vec(any::<Mutation>(), 0..6),
        length in any::<prop::sample::Index>(),
    ) {
        let files = fixtures();
        let mut bytes = mutated(files[which.index(files.len())].clone(), &mutations);
        bytes.truncate(length.index(2 * bytes.len() + 1));
        for format in TEXT_FORMATS {
            match items(&bytes, format) {
                Ok(items) => prop_assert_eq!(joined(&items), bytes.clone()),
                Err(error) => {
                    let message = error.to_string();
                    prop_assert!(message.len() < 1000 && !message.contains(char::is_control), "{}", message);
                }
            }
        }
    }

    #[test]
    fn no_bytes_make_a_reader_panic_or_hang(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = detect(&bytes);
        for format in TEXT_FORMATS {
            if let Ok(items) = items(&bytes, format) {
                prop_assert_eq!(joined(&items), bytes.clone());
            }
        }
    }

    #[test]
    fn no_text_that_looks_like_a_file_makes_a_reader_panic(text in "[a-hBWGMCX0-9\\[\\](){};:%\"\\\\ \n.*/O-]{0,200}") {
        let _ = parse_any(&text);
        for format in TEXT_FORMATS {
            if let Ok(items) = items(text.as_bytes(), format) {
                prop_assert_eq!(joined(&items), text.as_bytes());
            }
        }
    }

    #[test]
    fn reading_goes_on_behind_a_bad_line_and_ends(text in "([a-h][1-9]| |\n|X|O|-){0,200}") {
        for format in TEXT_FORMATS {
            let count = outflank_records::read(text.as_bytes(), format, Default::default()).count();
            prop_assert!(count <= text.len() + 1);
        }
    }
}
