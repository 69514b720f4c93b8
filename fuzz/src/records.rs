//! Readers and writers of file formats.

use outflank_records::{Format, ReadOptions, Record, detect, read, to_bytes};
use outflank_rules::Color;

/// Reads data as a format and checks that
///
/// - the bytes of all pieces are the data, if no piece is in error,
/// - what is written of a record, in this format and another, reads back as the same moves from the same
///   start.
pub fn read_format(format: Format, data: &[u8]) {
    let options = ReadOptions { side: Some(Color::Black), ..ReadOptions::default() };
    let mut bytes = Vec::new();
    let mut records = Vec::new();
    let mut is_clean = true;
    for item in read(data, format, options) {
        match item {
            Ok(item) => {
                bytes.extend(item.raw);
                records.extend(item.record);
            }
            Err(error) => {
                is_clean = false;
                assert!(!error.to_string().is_empty());
            }
        }
    }
    assert!(!is_clean || bytes == data, "the pieces are not the input");
    let choice = data.iter().fold(0usize, |sum, &byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    for record in records.iter().take(3) {
        write_and_read_back(record, format);
        write_and_read_back(record, Format::ALL[choice % Format::ALL.len()]);
    }
}

/// Recognises the format of data and reads it.
pub fn read_any_format(data: &[u8]) {
    if let Ok(format) = detect(data) {
        read_format(format, data);
    }
}

/// Writes a record, unless the format cannot hold it, and reads it again.
fn write_and_read_back(record: &Record, format: Format) {
    let Ok(bytes) = to_bytes([record], format) else { return };
    let options = ReadOptions { side: Some(record.start().side_to_move()), ..ReadOptions::default() };
    let again: Vec<Record> = read(&bytes[..], format, options)
        .map(|item| item.unwrap_or_else(|error| panic!("{format} does not read what it wrote: {error}")))
        .filter_map(|item| item.record)
        .collect();
    if again.is_empty() && record.is_position() && matches!(format, Format::Transcript | Format::Xot) {
        // No moves are a blank line, which is no record.
        return;
    }
    let [again] = &again[..] else { panic!("{format} wrote one record and reads {}", again.len()) };
    if format.holds_positions_only() {
        assert_eq!(again.last_position(), record.last_position(), "{format}");
    } else {
        assert_eq!(again.start(), record.start(), "{format}");
        assert!(again.moves().eq(record.moves()), "{format}");
    }
}
