//! The one error of this crate: where in which file, what is wrong, and the offending text.

use std::{fmt, io};

use outflank_rules::{BoardTextError, Color, IllegalMove, Move, ParsePositionError};

use crate::{Excerpt, Format, wthor};

/// Says what is wrong with some input, or why a record cannot be written, and where.
#[derive(Debug)]
pub struct RecordError {
    /// The file's name, if the caller told it (see [`RecordError::in_file`]).
    pub file: Option<String>,
    /// The line, counted from 1, in text formats.
    pub line: Option<u64>,
    /// The byte, counted from 0.
    pub offset: Option<u64>,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The input could not be read, or the output not written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// There is nothing in the input.
    #[error("the input is empty")]
    Empty,
    /// The input is in none of the known formats.
    #[error("not a game or position in a known format; it begins {begins}")]
    UnknownFormat {
        /// The beginning of the input.
        begins: Excerpt,
    },
    /// The input could mean different things.
    #[error("{explanation}; it begins {begins}")]
    Ambiguous {
        /// What it could mean, and how to say it clearly.
        explanation: String,
        /// The beginning of the input.
        begins: Excerpt,
    },
    /// Some bytes are no text.
    #[error("not UTF-8 text: {bytes}{hint}")]
    Encoding {
        /// The offending bytes.
        bytes: Excerpt,
        /// What the bytes look like, or nothing.
        hint: &'static str,
    },
    /// A game or line goes on for longer than any real one.
    #[error("no end of {what} within {limit} bytes; it begins {begins}")]
    TooLong {
        /// What has no end.
        what: &'static str,
        /// How much was looked at.
        limit: usize,
        /// The beginning.
        begins: Excerpt,
    },
    /// The input ends in the middle of something.
    #[error("the input ends inside {what}: {found}")]
    Truncated {
        /// What is incomplete.
        what: &'static str,
        /// What there is of it.
        found: Excerpt,
    },
    /// Something else was expected.
    #[error("expected {expected}, found {found}")]
    Syntax {
        /// What was expected.
        expected: &'static str,
        /// What is there.
        found: Excerpt,
    },
    /// A value cannot be used.
    #[error("{what}: {found}")]
    Value {
        /// What is wrong with it.
        what: String,
        /// The value.
        found: Excerpt,
    },
    /// A board is no board.
    #[error(transparent)]
    Board(#[from] ParsePositionError),
    /// A text is no move.
    #[error(
        "ply {ply}: {found} is not a move; moves are written a1 to h8, a pass PA, PS, P, --, @@@@ or pass"
    )]
    NotAMove {
        /// The ply's number, counted from 1, passes included.
        ply: usize,
        /// The text.
        found: Excerpt,
    },
    /// A move is against the rules.
    #[error("ply {ply} ({played}): {reason}")]
    IllegalMove {
        /// The ply's number, counted from 1, passes included.
        ply: usize,
        /// The move.
        played: Move,
        /// Why it is refused.
        reason: IllegalMove,
    },
    /// A move is attributed to the side that is not to move.
    #[error("ply {ply} ({played}): written as a move of {said}, but it is the other side's turn")]
    WrongSide {
        /// The ply's number, counted from 1, passes included.
        ply: usize,
        /// The move.
        played: Move,
        /// The side the file names.
        said: Color,
    },
    /// Something about a WTHOR file.
    #[error(transparent)]
    Wthor(Box<wthor::FileFault>),
    /// The target format has no room for this.
    #[error("{format} cannot hold {what}")]
    CannotHold {
        /// The target format.
        format: Format,
        /// What it has no room for.
        what: String,
    },
    /// The format cannot be read or written by this function.
    #[error("{format} is not available here: {reason}")]
    Unavailable {
        /// The format.
        format: Format,
        /// Why.
        reason: &'static str,
    },
}

impl Problem {
    /// Makes an error about a value, showing it.
    pub fn value(what: impl Into<String>, found: impl AsRef<[u8]>) -> Problem {
        Problem::Value { what: what.into(), found: Excerpt::of(found) }
    }

    /// Makes an error about text that does not fit the grammar.
    pub fn syntax(expected: &'static str, found: impl AsRef<[u8]>) -> Problem {
        Problem::Syntax { expected, found: Excerpt::of(found) }
    }
}

impl From<BoardTextError> for Problem {
    fn from(error: BoardTextError) -> Problem {
        Problem::Board(error.into())
    }
}

impl RecordError {
    /// Names the file the error is about.
    #[must_use]
    pub fn in_file(self, name: impl Into<String>) -> RecordError {
        RecordError { file: Some(name.into()), ..self }
    }
}

impl<P: Into<Problem>> From<P> for RecordError {
    fn from(problem: P) -> RecordError {
        RecordError { file: None, line: None, offset: None, problem: problem.into() }
    }
}

impl fmt::Display for RecordError {
    /// Writes `file: line 3, byte 120: what is wrong`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}: ")?;
        }
        match (self.line, self.offset) {
            (Some(line), Some(offset)) => write!(f, "line {line}, byte {offset}: ")?,
            (Some(line), None) => write!(f, "line {line}: ")?,
            (None, Some(offset)) => write!(f, "byte {offset}: ")?,
            (None, None) => {}
        }
        fmt::Display::fmt(&self.problem, f)
    }
}

impl std::error::Error for RecordError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        std::error::Error::source(&self.problem)
    }
}

/// A problem inside one piece of input, by its place in the piece.
#[derive(Debug)]
pub struct PieceFault {
    /// The byte within the piece.
    pub at: usize,
    /// What is wrong there.
    pub problem: Problem,
}

impl PieceFault {
    /// Makes a fault.
    pub fn new(at: usize, problem: impl Into<Problem>) -> PieceFault {
        PieceFault { at, problem: problem.into() }
    }
}
