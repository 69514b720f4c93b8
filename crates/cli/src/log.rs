//! The log of a server: lines with a level, to standard error.

use std::io::{self, IsTerminal as _, Write};

use anyhow::Context as _;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{Layer as _, fmt, registry};

use crate::failure::Failure;

/// The variable that says what is written unless an option does.
const VARIABLE: &str = "OUTFLANK_LOG";

/// The parts of this program that write to the log. A level is theirs; others are heard when something fails.
const PARTS: [&str; 3] = ["outflank_server", "outflank_library", "outflank_store"];

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum LogFormat {
    /// For people
    Text,
    /// One JSON object per line
    Json,
}

/// Begins to write the log.
pub(crate) fn begin(wanted: Option<&str>, format: LogFormat) -> Result<(), Failure> {
    let is_terminal = io::stderr().is_terminal();
    let said = wanted.map(str::to_owned).or_else(|| std::env::var(VARIABLE).ok());
    let wanted = said.unwrap_or_else(|| if is_terminal { "warn" } else { "info" }.to_owned());
    let targets = targets(&wanted)
        .with_context(|| {
            format!("{wanted:?} is not a log level; write error, warn, info, debug, trace or off")
        })
        .map_err(Failure::Input)?;
    let lines = fmt::layer().with_writer(|| LogOutput).with_ansi(is_terminal);
    let lines = match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    // A second server in one process writes to the log of the first.
    let _already_there = registry().with(lines.with_filter(targets)).try_init();
    Ok(())
}

/// Standard error; that nobody reads it is no failure.
struct LogOutput;

impl Write for LogOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _nobody_reads = io::stderr().write_all(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Understands a level, or a list of parts with their levels.
fn targets(text: &str) -> anyhow::Result<Targets> {
    match text.trim().parse::<LevelFilter>() {
        Ok(level) => {
            let others = level.min(LevelFilter::ERROR);
            Ok(Targets::new().with_default(others).with_targets(PARTS.map(|part| (part, level))))
        }
        // A word alone is a level; what a list says of a part has a sign in it.
        Err(_list) if text.split(',').all(|one| one.contains('=') || one.parse::<LevelFilter>().is_ok()) => {
            Ok(text.trim().parse()?)
        }
        Err(_word) => anyhow::bail!("there is no such level"),
    }
}

#[cfg(test)]
mod tests {
    use tracing_subscriber::filter::LevelFilter;

    use super::*;

    #[test]
    fn a_level_is_that_of_our_own_parts() {
        let targets = targets("debug").unwrap();
        assert_eq!(targets.default_level(), Some(LevelFilter::ERROR));
        assert!(targets.iter().any(|part| part == ("outflank_server", LevelFilter::DEBUG)));
        assert_eq!(super::targets("off").unwrap().default_level(), Some(LevelFilter::OFF));
        assert!(super::targets("warn,sqlx=debug").is_ok() && super::targets("louder").is_err());
        assert!(super::targets("sqlx=louder").is_err());
    }
}
