//! What holds for all games and all bytes.

use std::io::Read as _;

use outflank_records::wthor::{
    self, FileFault, FileKind, GameRecord, Header, NameTable, RecordFault, WthorReader,
};
use outflank_records::{Format, ReadOptions, read};
use proptest::prelude::*;

use super::made::{fault, file_of, game};

proptest! {
    #[test]
    fn random_games_come_back(
        seeds in prop::collection::vec((any::<u64>(), any::<[u16; 3]>(), 0usize..=60), 0..30),
        year in 0u16..=9999,
    ) {
        let games: Vec<GameRecord> = seeds.iter().map(|&(seed, numbers, length)| game(seed, numbers, length)).collect();
        let bytes = file_of(&games, year);
        let reader = WthorReader::new(bytes.as_slice(), "made", None).unwrap();
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
        let (good, error) = match WthorReader::new(bytes, "made", known) {
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
        if let Ok(reader) = WthorReader::new(bytes.as_slice(), "made", None) {
            let results: Vec<_> = reader.collect();
            prop_assert!(results.len() <= 10);
        }
        for kind in [FileKind::Players, FileKind::Tournaments] {
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
        prop_assert_eq!(explained.is_some(), replay.ending == wthor::ReplayEnd::Illegal);
        if let Err(fault) = record.check() {
            prop_assert!(fault.offset() < 68);
        }
    }
}
