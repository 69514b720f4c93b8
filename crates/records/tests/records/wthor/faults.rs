//! Files with something wrong.

use std::fs;

use outflank_records::wthor::{self, FileFault, GameRecord, NameTable, WthorReader, byte_of_square};

use super::made::{fault, file_of, game, table_of};

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
    let refuse =
        |bytes: &[u8]| WthorReader::new(bytes, "made", Some(bytes.len() as u64)).unwrap_err().to_string();
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

#[test]
fn a_corrupt_file_of_a_folder_does_not_hide_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let good = file_of(&[game(3, [0, 0, 0], 60), game(4, [0, 0, 0], 60)], 2003);
    fs::write(folder.path().join("a.wtb"), b"this is no file of games").unwrap();
    fs::write(folder.path().join("b.wtb"), &good).unwrap();
    fs::write(folder.path().join("c.wtb"), &good[..100]).unwrap();
    fs::write(folder.path().join("d.wtb"), &good).unwrap();
    let results: Vec<bool> =
        wthor::read_path(folder.path()).unwrap().records().map(|result| result.is_ok()).collect();
    assert_eq!(results, [false, true, true, true, false, true, true]);
    assert!(wthor::read_path(&folder.path().join("a.wtb")).is_err());
    assert!(wthor::copy_path(folder.path(), &folder.path().join("copy")).is_err());
}
