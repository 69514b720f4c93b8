//! The files of `data/`, and those of the folder that `OUTFLANK_DATA` names: facts that must come out right.

use std::path::{Path, PathBuf};

use crate::support::{items, joined, records};
use outflank_records::{Format, detect};

/// The folder in this repository.
fn shipped() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data")
}

/// Reads a file of the outside folder, or says that the test is skipped.
fn outside(name: &str) -> Option<Vec<u8>> {
    let Some(folder) = std::env::var_os("OUTFLANK_DATA") else {
        println!("skipped: OUTFLANK_DATA not set");
        return None;
    };
    let path = Path::new(&folder).join(name);
    Some(std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

fn check_copy(bytes: &[u8], format: Format, count: usize) {
    assert_eq!(detect(bytes).unwrap(), format);
    let items = items(bytes, format).unwrap();
    assert!(joined(&items) == bytes, "the pieces are not the file");
    assert_eq!(items.iter().filter(|item| item.record.is_some()).count(), count);
}

#[test]
fn the_endgame_suite_has_all_moves_of_each_position_scored() {
    let bytes = std::fs::read(shipped().join("ffo.obf")).unwrap();
    check_copy(&bytes, Format::Obf, 59);
    for record in records(&bytes, Format::Obf).unwrap() {
        let scored: Vec<_> = record.scores.iter().filter_map(|one| one.played.square()).collect();
        assert_eq!(scored.len() as u32, record.start().legal_moves().len());
        assert!(scored.iter().all(|&square| record.start().legal_moves().contains(square)));
    }
}

#[test]
fn the_sample_game_ends_as_it_says() {
    let bytes = std::fs::read(shipped().join("sample.ggf")).unwrap();
    check_copy(&bytes, Format::Ggf, 1);
    let game = &records(&bytes, Format::Ggf).unwrap()[0];
    assert!(game.last_position().is_finished());
    assert_eq!(game.last_position().score(), -40);
    assert_eq!(game.outcome.as_ref().unwrap().score.as_ref().unwrap().as_f64(), Some(-40.0));
    assert_eq!(game.plies().iter().filter(|ply| ply.time.is_some()).count(), 52);
}

#[test]
fn famous_games_end_with_their_scores() {
    let table = std::fs::read_to_string(shipped().join("famous_games.tsv")).unwrap();
    let mut moves = String::new();
    let mut expected = Vec::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let number = |column: usize| columns[column].parse::<i32>().unwrap();
        moves.push_str(&format!("{}\n", columns[6]));
        expected.push((number(3) - number(4), number(5)));
    }
    check_copy(moves.as_bytes(), Format::Transcript, 20);
    let games = records(moves.as_bytes(), Format::Transcript).unwrap();
    for (game, (score, passes)) in games.iter().zip(expected) {
        assert!(game.last_position().is_finished());
        assert_eq!(game.last_position().score(), score);
        assert_eq!(game.moves().filter(|played| played.is_pass()).count() as i32, passes);
    }
}

#[test]
fn opening_lists_are_copied_byte_by_byte() {
    for (name, count) in [("xot_small.txt", 3623), ("xot_large.txt", 10784)] {
        if let Some(bytes) = outside(name) {
            check_copy(&bytes, Format::Xot, count);
        }
    }
}

#[test]
fn the_shipped_files_are_those_of_the_outside_folder() {
    for name in ["ffo.obf", "sample.ggf", "famous_games.tsv"] {
        if let Some(bytes) = outside(name) {
            assert!(std::fs::read(shipped().join(name)).unwrap() == bytes, "{name}");
        }
    }
}

#[test]
fn wthor_games_are_recognised_and_wthor_names_are_not_taken_for_games() {
    let Some(folder) = std::env::var_os("OUTFLANK_DATA") else {
        println!("skipped: OUTFLANK_DATA not set");
        return;
    };
    let mut seen = 0;
    for entry in std::fs::read_dir(Path::new(&folder).join("wthor")).unwrap() {
        let path = entry.unwrap().path();
        let mut head = std::fs::read(&path).unwrap();
        head.truncate(1 << 16);
        let games = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("wtb"));
        let found = detect(&head).ok();
        assert_eq!(found, games.then_some(Format::Wthor), "{}", path.display());
        seen += 1;
    }
    assert!(seen > 40);
}
