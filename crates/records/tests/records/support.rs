//! What several tests need: random games, and whole files read at once.

use outflank_records::{Format, Item, Number, Outcome, Ply, ReadOptions, Record, RecordError, read};
use outflank_rules::{Color, Move, Position};

/// The formats whose files are made of text.
pub(crate) const TEXT_FORMATS: [Format; 13] = [
    Format::Transcript,
    Format::Board,
    Format::Obf,
    Format::Zebra,
    Format::Xot,
    Format::Ggf,
    Format::Sgf,
    Format::Pgn,
    Format::Quest,
    Format::Jsonl,
    Format::Client,
    Format::Csv,
    Format::Tsv,
];

/// Reads a whole file.
pub(crate) fn items(bytes: &[u8], format: Format) -> Result<Vec<Item>, RecordError> {
    read(bytes, format, ReadOptions { side: Some(Color::Black), ..ReadOptions::default() }).collect()
}

/// Reads the records of a file.
pub(crate) fn records(bytes: &[u8], format: Format) -> Result<Vec<Record>, RecordError> {
    Ok(items(bytes, format)?.into_iter().filter_map(|item| item.record).collect())
}

/// Puts the pieces of a file together.
pub(crate) fn joined(items: &[Item]) -> Vec<u8> {
    items.iter().flat_map(|item| item.raw.iter().copied()).collect()
}

/// Plays legal moves chosen by `choices`, passing where it must, until the choices or the moves run out.
pub(crate) fn playout(start: Position, choices: &[u8]) -> Record {
    let mut record = Record::new(start);
    for &choice in choices {
        let position = record.last_position();
        if position.is_finished() {
            break;
        }
        let legal: Vec<_> = position.legal_moves().squares().collect();
        let played = match legal.len() {
            0 => Move::Pass,
            count => Move::Place(legal[usize::from(choice) % count]),
        };
        record.push(Ply::new(played)).unwrap();
    }
    // A record ends with a disc: a pass at the very end cannot be told from none where passes are left out.
    record
}

/// Drops a pass at the end of a record.
pub(crate) fn without_last_pass(record: &Record) -> Record {
    let mut shorter = Record::new(record.start());
    let mut moves: Vec<Move> = record.moves().collect();
    while moves.last() == Some(&Move::Pass) {
        moves.pop();
    }
    for played in moves {
        shorter.push(Ply::new(played)).unwrap();
    }
    shorter
}

/// Makes an outcome of a score from black's view.
pub(crate) fn outcome(score: &str) -> Outcome {
    Outcome::of_score(Number::new(score), outflank_records::Ending::Discs)
}
