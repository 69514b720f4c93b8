//! What an argument means: `start`, a position or game written out, a file, or standard input.

use std::ffi::OsStr;
use std::io::{self, BufReader, Cursor};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use outflank_records::{
    Format, Opened, Problem, ReadOptions, Record, RecordError, detect, did_you_mean, read,
};
use outflank_rules::Position;

use crate::failure::Failure;

/// Where some input comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ArgumentSource {
    /// The argument itself.
    Text(String),
    /// A file, or a folder.
    File(PathBuf),
    /// Standard input.
    Stdin,
}

impl ArgumentSource {
    /// Tells what an argument means: `-` is standard input, the name of an existing file is that file, all
    /// else is the text itself.
    pub(crate) fn of(argument: &OsStr) -> ArgumentSource {
        let path = Path::new(argument);
        if argument == "-" {
            ArgumentSource::Stdin
        } else if path.exists() {
            ArgumentSource::File(path.to_owned())
        } else {
            ArgumentSource::Text(argument.to_string_lossy().into_owned())
        }
    }

    /// Returns the name messages use.
    pub(crate) fn name(&self) -> String {
        match self {
            ArgumentSource::Text(_) => "argument".to_owned(),
            ArgumentSource::File(path) => path.display().to_string(),
            ArgumentSource::Stdin => "standard input".to_owned(),
        }
    }
}

/// Opens a source; the format is `given`, or goes by the name of the file, or by the content. A folder is a
/// WTHOR database.
pub(crate) fn open(source: &ArgumentSource, given: Option<Format>) -> Result<Opened, Failure> {
    match source {
        ArgumentSource::Stdin => Opened::stream(Box::new(BufReader::new(io::stdin())), given),
        ArgumentSource::Text(text) => Opened::stream(Box::new(Cursor::new(text.clone().into_bytes())), given),
        ArgumentSource::File(path) => Opened::path(path, given),
    }
    .map_err(|error| in_source(error, source))
}

/// Names the source in an error, unless the error names a file already.
pub(crate) fn name_file(error: RecordError, source: &ArgumentSource) -> RecordError {
    match source {
        ArgumentSource::Text(_) => error,
        _ if error.file.is_some() => error,
        _ => error.in_file(source.name()),
    }
}

/// Turns an error about a source into a failure: reading that goes wrong is not the input's fault.
pub(crate) fn in_source(error: RecordError, source: &ArgumentSource) -> Failure {
    let is_io = matches!(error.problem, Problem::Io(_));
    let error = name_file(error, source);
    if is_io { Failure::other(error) } else { Failure::input(error) }
}

/// Reads the one position or game that a text holds; `None` if there is only blank space or a comment.
///
/// # Errors
///
/// If the text is no position or game, or holds several.
pub(crate) fn record_of_text(text: &[u8]) -> Result<Option<Record>, RecordError> {
    let word = text.trim_ascii();
    if word.eq_ignore_ascii_case(b"start") {
        return Ok(Some(Record::new(Position::start())));
    }
    if matches!(word.first(), None | Some(b'%' | b'#')) {
        return Ok(None);
    }
    let format = detect(word)?;
    let mut found = None;
    for item in read(Cursor::new(word), format, ReadOptions::default()) {
        if let Some(record) = item?.record
            && found.replace(record).is_some()
        {
            return Err(Problem::value("more than one position or game", word).into());
        }
    }
    Ok(found)
}

/// Reads the position an argument means: of a game, the last one.
///
/// # Errors
///
/// If there is none, or more than one.
pub(crate) fn position(argument: &OsStr) -> Result<Position, Failure> {
    record(argument).map(|record| record.last_position())
}

/// Reads the only record an argument means.
///
/// # Errors
///
/// If there is none, or more than one.
pub(crate) fn record(argument: &OsStr) -> Result<Record, Failure> {
    let source = ArgumentSource::of(argument);
    let record = match &source {
        ArgumentSource::Text(text) => {
            record_of_text(text.as_bytes()).map_err(|error| not_a_file(error, text))?
        }
        ArgumentSource::Stdin | ArgumentSource::File(_) => only_record(&source)?,
    };
    record.ok_or_else(|| Failure::input(anyhow!("{}: no position or game", source.name())))
}

/// Explains a text that is no position, adding that no such file or option exists where it looks like its
/// name.
pub(crate) fn not_a_file(error: RecordError, text: &str) -> Failure {
    let looks_like_a_name =
        text.len() < 256 && (text.contains(['/', '\\']) || Path::new(text).extension().is_some());
    let option = text.strip_prefix("--").unwrap_or("");
    let looks_like_an_option =
        option.starts_with(|first: char| first.is_ascii_alphabetic()) && option.len() < 32;
    if looks_like_an_option {
        Failure::input(anyhow!("there is no option {text:?}; as a position or game: {error}"))
    } else if looks_like_a_name {
        Failure::input(anyhow!("there is no file {text:?}; as a position or game: {error}"))
    } else {
        Failure::input(anyhow!("{error}{}", did_you_mean(text, ["start"])))
    }
}

/// Reads the only record of a file or of standard input.
fn only_record(source: &ArgumentSource) -> Result<Option<Record>, Failure> {
    let mut found = None;
    let items =
        open(source, None)?.items(ReadOptions::default()).map_err(|error| in_source(error, source))?;
    for item in items {
        let item = item.map_err(|error| in_source(error, source))?;
        if let Some(record) = item.record
            && found.replace(record).is_some()
        {
            let name = source.name();
            return Err(Failure::input(anyhow!(
                "{name}: more than one position or game; one is needed here"
            )));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position_of(text: &str) -> String {
        record_of_text(text.as_bytes()).unwrap().unwrap().last_position().to_string()
    }

    #[test]
    fn start_boards_and_transcripts_are_positions() {
        let start = Position::start().to_string();
        assert_eq!(position_of("start"), start);
        assert_eq!(position_of(" START "), start);
        assert_eq!(position_of(&start), start);
        assert_ne!(position_of("f5"), start);
        assert!(record_of_text(b"  ").unwrap().is_none());
    }
}
