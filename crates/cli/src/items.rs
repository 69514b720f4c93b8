//! Every position or game an argument means, one after the other.

use std::io;
use std::time::Duration;

use anyhow::anyhow;
use outflank_records::{
    Excerpt, Format, ITEM_LIMIT, LineExtent, Problem, ReadOptions, Record, RecordError, continues_numbered,
    detect, line_extent, read,
};

use crate::failure::{BadItems, Failure};
use crate::piped::{InputLine, PipedInput};
use crate::source::{self, ArgumentSource};

/// After so many bad lines and no good one the input is taken for something else.
const HOPELESS: u64 = 1000;

/// How long a numbered game waits for its next line. A line that is in the pipe already is there at once.
const CONTINUATION: Duration = Duration::from_millis(500);

/// What is done with each item.
type ItemAction<'a> = dyn FnMut(&Record) -> Result<(), Failure> + 'a;

/// Calls `act` with every position or game of a source, as soon as it is read. From standard input these are
/// the lines, and games that are written over several lines.
///
/// A bad item of a file or of standard input is named, the others are acted on, and the failure comes at the
/// end.
pub(crate) fn for_each(source: &ArgumentSource, act: &mut ItemAction<'_>) -> Result<(), Failure> {
    let mut bad = BadItems::default();
    let count = match source {
        ArgumentSource::Text(text) => {
            let record = source::record_of_text(text.as_bytes());
            match record.map_err(|error| source::not_a_file(error, text))? {
                Some(record) => act(&record)?,
                None => return Err(Failure::input(RecordError::from(Problem::Empty))),
            }
            1
        }
        ArgumentSource::Stdin => for_each_piped(&mut PipedInput::stdin()?, act, &mut bad)?,
        ArgumentSource::File(_) => for_each_in_file(source, act, &mut bad)?,
    };
    bad.into_result()?;
    if count == 0 {
        return Err(Failure::input(anyhow!("{}: no position or game", source.name())));
    }
    Ok(())
}

/// Acts on what each line of standard input holds or begins, and returns how many items there were.
fn for_each_piped(
    input: &mut PipedInput,
    act: &mut ItemAction<'_>,
    bad: &mut BadItems,
) -> Result<u64, Failure> {
    let mut count = 0;
    loop {
        let number = input.line_number();
        let Some(line) = input.take_line()? else { return Ok(count) };
        if let Some(format) = table_format(&line.text).filter(|_| !line.is_cut) {
            input.give_back(&line.text);
            count += for_each_row(input, format, number, act, bad)?;
            continue;
        }
        match next_item(input, line)? {
            Ok(Some(record)) => {
                act(&record)?;
                count += 1;
            }
            Ok(None) => {}
            Err(error) => bad.add(&at_line(error, number)),
        }
        if count == 0 && bad.count() == HOPELESS {
            let lines = input.line_number() - 1;
            return Err(Failure::Input(anyhow!("no position or game in the first {lines} lines; stopped")));
        }
    }
}

/// Counts the line of an error from the beginning of the input.
fn at_line(error: RecordError, first: u64) -> RecordError {
    let line = first + error.line.unwrap_or(1) - 1;
    RecordError { line: Some(line), offset: None, ..error }
}

/// Tells the format of a table by its line of headings, which may begin with `#`.
fn table_format(line: &[u8]) -> Option<Format> {
    let text = line.trim_ascii_start();
    let format = detect(text.strip_prefix(b"#").unwrap_or(text)).ok()?;
    let is_table = matches!(format, Format::Csv | Format::Tsv);
    // A line with moves of its own is a game.
    let is_heading = || {
        let mut items = read(line, format, ReadOptions::default());
        items.all(|item| item.is_ok_and(|item| item.record.is_none()))
    };
    (is_table && is_heading()).then_some(format)
}

/// Acts on the lines of a table, which goes on to the end of the input, and returns how many there were.
fn for_each_row(
    input: &mut PipedInput,
    format: Format,
    first: u64,
    act: &mut ItemAction<'_>,
    bad: &mut BadItems,
) -> Result<u64, Failure> {
    let mut count = 0;
    for item in read(input, format, ReadOptions::default()) {
        match item.map(|item| item.record) {
            Ok(Some(record)) => {
                act(&record)?;
                count += 1;
            }
            Ok(None) => {}
            Err(error) => bad.add(&at_line(error, first)),
        }
    }
    Ok(count)
}

/// A position or game of standard input, nothing for blank space and comments, or what is wrong.
type PipedItem = Result<Option<Record>, RecordError>;

fn next_item(input: &mut PipedInput, line: InputLine) -> io::Result<PipedItem> {
    if line.is_cut {
        let begins = Excerpt::of(&line.text);
        let problem = Problem::TooLong { what: "a line", limit: ITEM_LIMIT, begins };
        return Ok(Err(problem.into()));
    }
    Ok(match line_extent(&line.text) {
        LineExtent::Whole => source::record_of_text(&line.text),
        LineExtent::Numbered => {
            let text = with_continuations(input, line.text)?;
            source::record_of_text(&text)
        }
        LineExtent::Begins(format) => {
            input.give_back(&line.text);
            spread_out(input, format)
        }
    })
}

/// Reads a game that takes several lines. What follows it stays in the input.
fn spread_out(input: &mut PipedInput, format: Format) -> Result<Option<Record>, RecordError> {
    for item in read(input, format, ReadOptions::default()) {
        if let Some(record) = item?.record {
            return Ok(Some(record));
        }
    }
    Ok(None)
}

/// Adds the lines that continue a numbered game.
fn with_continuations(input: &mut PipedInput, mut text: Vec<u8>) -> io::Result<Vec<u8>> {
    let is_over = |record: &Record| record.last_position().is_finished();
    while text.len() < ITEM_LIMIT
        && matches!(source::record_of_text(&text), Ok(Some(record)) if !is_over(&record))
        && !input.is_silent(CONTINUATION)
    {
        let Some(line) = input.take_line()? else { break };
        let longer = [&text, &line.text[..]].concat();
        if line.is_cut || !continues_numbered(&line.text) || source::record_of_text(&longer).is_err() {
            let end: &[u8] = if line.is_cut { b"\n" } else { b"" };
            input.give_back(&[&line.text, end].concat());
            break;
        }
        text = longer;
    }
    Ok(text)
}

/// Acts on every record of a file and returns how many there were.
fn for_each_in_file(
    source: &ArgumentSource,
    act: &mut ItemAction<'_>,
    bad: &mut BadItems,
) -> Result<u64, Failure> {
    let mut count = 0;
    let items = source::open(source, None)?.items(ReadOptions::default());
    for item in items.map_err(|error| source::in_source(error, source))? {
        match item {
            Ok(item) => {
                if let Some(record) = &item.record {
                    act(record)?;
                    count += 1;
                }
            }
            Err(error) if matches!(error.problem, Problem::Io(_)) => {
                return Err(source::in_source(error, source));
            }
            Err(error) => bad.add(&source::name_file(error, source)),
        }
    }
    Ok(count)
}
