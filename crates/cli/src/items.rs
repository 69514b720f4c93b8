//! Every position or game an argument means, one after the other.

use std::io;

use anyhow::anyhow;
use outflank_records::{Excerpt, ITEM_LIMIT, Problem, ReadOptions, Record, RecordError};

use crate::failure::{BadItems, Failure};
use crate::source::{self, ArgumentSource, InputLines};

/// After so many bad lines and no good one the input is taken for something else.
const HOPELESS: u64 = 1000;

/// What is done with each item.
type ItemAction<'a> = dyn FnMut(&Record) -> Result<(), Failure> + 'a;

/// Calls `act` with every position or game of a source, as soon as it is read; from standard input these are
/// the lines.
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
        ArgumentSource::Stdin => for_each_line(act, &mut bad)?,
        ArgumentSource::File(_) => for_each_in_file(source, act, &mut bad)?,
    };
    bad.into_result()?;
    if count == 0 {
        return Err(Failure::input(anyhow!("{}: no position or game", source.name())));
    }
    Ok(())
}

/// Acts on what each line of standard input holds and returns how many there were.
fn for_each_line(act: &mut ItemAction<'_>, bad: &mut BadItems) -> Result<u64, Failure> {
    let mut count = 0;
    for line in InputLines::new(io::stdin().lock()) {
        let line = line?;
        let record = if line.is_cut {
            let begins = Excerpt::of(&line.text);
            Err(Problem::TooLong { what: "a line", limit: ITEM_LIMIT, begins }.into())
        } else {
            source::record_of_text(&line.text)
        };
        match record {
            Ok(Some(record)) => {
                act(&record)?;
                count += 1;
            }
            Ok(None) => {}
            Err(error) => bad.add(&RecordError { line: Some(line.number), offset: None, ..error }),
        }
        if count == 0 && bad.count() == HOPELESS {
            let message = format!("no position or game in the first {} lines; stopped", line.number);
            return Err(Failure::Input(anyhow!(message)));
        }
    }
    Ok(count)
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
