//! How a command fails, and the exit code that goes with it.

use std::io::{self, Write as _};
use std::process::ExitCode;

/// Why a command did not succeed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input, or the way the command was called, is wrong: exit code 2.
    Input(anyhow::Error),
    /// Some items of the input were bad and have been named already: exit code 2.
    Told,
    /// Anything else, such as a full disk: exit code 1.
    Other(anyhow::Error),
}

impl Failure {
    /// Wraps a fault of the input.
    pub(crate) fn input(error: impl Into<anyhow::Error>) -> Failure {
        Failure::Input(error.into())
    }

    /// Wraps a fault of the machine.
    pub(crate) fn other(error: impl Into<anyhow::Error>) -> Failure {
        Failure::Other(error.into())
    }

    /// Prints the message and returns the exit code.
    ///
    /// A reader that has closed our output (`outflank show games.txt | head`) has seen enough: that is no
    /// failure and ends quietly.
    pub(crate) fn report(self) -> ExitCode {
        let (error, code) = match self {
            Failure::Told => return ExitCode::from(2),
            Failure::Input(error) => (error, 2),
            Failure::Other(error) if is_closed_pipe(&error) => return ExitCode::SUCCESS,
            Failure::Other(error) => (error, 1),
        };
        tell(&format!("error: {error:#}"));
        ExitCode::from(code)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Other(error.into())
    }
}

/// Tells whether the reader of our output has gone.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// Writes a line to standard error; a failure to do so is ignored.
pub(crate) fn tell(message: &str) {
    let _nobody_listens = writeln!(io::stderr(), "{message}");
}

/// Writes a number with its noun: `1 game`, `2 games`.
pub(crate) fn counted(count: impl Into<u64>, noun: &str) -> String {
    let count = count.into();
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Bad items of an input that is read to its end all the same.
#[derive(Debug, Default)]
pub(crate) struct BadItems(u64);

impl BadItems {
    /// How many are named one by one.
    const NAMED: u64 = 20;

    /// Names a bad item, unless there were very many before.
    pub(crate) fn add(&mut self, error: &impl std::fmt::Display) {
        self.0 += 1;
        if self.0 <= BadItems::NAMED {
            tell(&format!("error: {error}"));
        }
    }

    /// Returns how many there were.
    pub(crate) fn count(&self) -> u64 {
        self.0
    }

    /// Fails if there was any.
    pub(crate) fn into_result(self) -> Result<(), Failure> {
        if self.0 > BadItems::NAMED {
            tell(&format!("error: {} in all", counted(self.0, "bad item")));
        }
        if self.0 == 0 { Ok(()) } else { Err(Failure::Told) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_mind_the_singular() {
        assert_eq!([0_u32, 1, 2].map(|count| counted(count, "game")), ["0 games", "1 game", "2 games"]);
    }
}
