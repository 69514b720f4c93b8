//! Whole files and pasted texts: what the command line and the studio ask for.

use std::io::{self, BufRead, Cursor, Read, Write};

use crate::{
    DETECT_LIMIT, Format, Item, Problem, ReadOptions, Record, RecordError, decoded, detect, read, write,
};

/// Reads a file of unknown format: tells the format and gives the pieces.
///
/// # Errors
///
/// If the format is not recognised, or reading fails.
pub fn read_any<'a>(
    input: impl BufRead + 'a,
    options: ReadOptions,
) -> Result<(Format, crate::Items<'a>), RecordError> {
    let (format, input) = recognise(decoded(input, options.names))?;
    let format = format.map_err(|problem| RecordError { offset: Some(0), ..problem.into() })?;
    Ok((format, read(input, format, options)))
}

/// Recognises the format of a stream and gives the whole stream back.
pub(crate) fn recognise<R: BufRead>(
    mut input: R,
) -> io::Result<(Result<Format, Problem>, io::Chain<Prefix, R>)> {
    let mut prefix = Vec::new();
    input.by_ref().take(DETECT_LIMIT as u64).read_to_end(&mut prefix)?;
    Ok((detect(&prefix), Prefix::new(prefix).chain(input)))
}

/// What was read of a stream to recognise its format.
type Prefix = Cursor<Vec<u8>>;

/// Writes all pieces of a file in a format: byte by byte if it is the file's own.
///
/// Returns how many records were written.
///
/// # Errors
///
/// If a piece cannot be read, the format cannot hold a record, or writing fails. An error about a record
/// names the place it was read from.
pub fn convert(
    items: impl Iterator<Item = Result<Item, RecordError>>,
    from: Format,
    output: impl Write,
    to: Format,
) -> Result<u64, RecordError> {
    let mut count = 0;
    if from == to {
        let mut output = output;
        for item in items {
            let item = item?;
            count += u64::from(item.record.is_some());
            output.write_all(&item.raw)?;
        }
        output.flush()?;
        return Ok(count);
    }
    let mut sink = write(output, to)?;
    for item in items {
        let Item { record, began, .. } = item?;
        let Some(record) = record else { continue };
        sink.put(&record).map_err(|error| match error.problem {
            Problem::CannotHold { .. } => {
                RecordError { line: Some(began.line), offset: Some(began.offset), ..error }
            }
            _ => error,
        })?;
        count += 1;
    }
    sink.finish()?;
    Ok(count)
}

/// Parses a pasted text or an argument: `start`, a board (also spread over lines), moves, or any text format.
///
/// # Errors
///
/// If the text is in no known format, or anything in it is wrong.
///
/// ```
/// let records = outflank_records::parse_any("f5d6c3d3c4")?;
/// assert_eq!(records[0].moves().count(), 5);
/// let refused = outflank_records::parse_any("f5f5").unwrap_err();
/// assert!(refused.to_string().contains("f5"), "{refused}");
/// # Ok::<(), outflank_records::RecordError>(())
/// ```
pub fn parse_any(text: &str) -> Result<Vec<Record>, RecordError> {
    if text.trim().eq_ignore_ascii_case("start") {
        return Ok(vec![Record::new(outflank_rules::Position::start())]);
    }
    if let Ok(position) = text.parse() {
        return Ok(vec![Record::new(position)]);
    }
    let (_, items) = read_any(text.as_bytes(), ReadOptions::default())?;
    items.filter_map(|item| item.map(|item| item.record).transpose()).collect()
}

/// Spells records in a format.
///
/// # Errors
///
/// If the format cannot hold a record.
///
/// ```
/// use outflank_records::{Format, Record, to_bytes};
///
/// let record = Record::from_transcript("f5d6c3")?;
/// let pgn = to_bytes([&record], Format::Pgn)?;
/// assert!(String::from_utf8_lossy(&pgn).contains("1. f5 d6 2. c3"));
/// # Ok::<(), outflank_records::RecordError>(())
/// ```
pub fn to_bytes<'r>(
    records: impl IntoIterator<Item = &'r Record>,
    format: Format,
) -> Result<Vec<u8>, RecordError> {
    let mut bytes = Vec::new();
    let mut sink = write(&mut bytes, format)?;
    for record in records {
        sink.put(record)?;
    }
    sink.finish()?;
    drop(sink);
    Ok(bytes)
}
