//! Games, tables and sets to test with.

use std::fs;
use std::path::Path;

use outflank_records::wthor::{self, FileFault, GameRecord, Header, NameTable, byte_of_square};
use outflank_records::{Problem, Record, RecordError};
use outflank_rules::{Move, Position, Square};

/// Plays a game whose moves are chosen by a seed, at most `length` of them.
pub(crate) fn moves(seed: u64, length: usize) -> Vec<Square> {
    let mut state = seed | 1;
    let mut position = Position::start();
    let mut played = Vec::new();
    while played.len() < length && !position.is_finished() {
        if position.must_pass() {
            position = position.play(Move::Pass).unwrap();
        }
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let legal: Vec<Square> = position.legal_moves().squares().collect();
        let square = legal[(state >> 33) as usize % legal.len()];
        position = position.play(square).unwrap();
        played.push(square);
    }
    played
}

pub(crate) fn game(seed: u64, numbers: [u16; 3], length: usize) -> GameRecord {
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

pub(crate) fn file_of(games: &[GameRecord], year: u16) -> Vec<u8> {
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

pub(crate) fn table_of(mut table: NameTable, names: &[&str]) -> Vec<u8> {
    for (number, name) in names.iter().enumerate() {
        assert!(table.set(number, &wthor::latin1_of_text(name).unwrap()));
    }
    let mut bytes = Vec::new();
    table.write(&mut bytes).unwrap();
    bytes
}

/// Writes a set of two years and returns its games by file.
pub(crate) fn make_set(folder: &Path) -> Vec<(String, Vec<u8>)> {
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

pub(crate) fn records_of(path: &Path) -> Vec<Record> {
    wthor::read_path(path).unwrap().records().collect::<Result<_, _>>().unwrap()
}

pub(crate) fn fault(error: &RecordError) -> &FileFault {
    match &error.problem {
        Problem::Wthor(fault) => fault,
        problem => panic!("{problem:?}"),
    }
}
