//! What can go wrong with a book.

use std::io;
use std::path::{Path, PathBuf};

use outflank_rules::Position;

use crate::ProvenBounds;

/// Says why a book cannot be read, written or believed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// The system refuses.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file is something else.
    #[error("{}: not a book of Outflank: {reason}", path.display())]
    NotABook {
        /// The file.
        path: PathBuf,
        /// What is missing or wrong.
        reason: String,
    },
    /// The file is a book, but damaged.
    #[error("{}: damaged at byte {offset}: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the damage begins.
        offset: u64,
        /// What is wrong there.
        reason: String,
    },
    /// Two proofs exclude each other: one of them is wrong.
    #[error("{position}: proven {} here, {} there", here, there)]
    Contradiction {
        /// The position; its side to move is called Black.
        position: Position,
        /// What is proven of the position itself.
        here: ProvenBounds,
        /// What is proven by its moves, or in another book.
        there: ProvenBounds,
    },
    /// A book of another program cannot be read.
    #[error("byte {offset}: {reason}")]
    Foreign {
        /// Where.
        offset: u64,
        /// What is wrong there.
        reason: String,
    },
    /// A file of proofs cannot be read.
    #[error("line {line}: {reason}")]
    Proofs {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// Somebody else is writing the book.
    #[error("{}: another process is growing this book; it can be changed as a whole when that has ended", path.display())]
    Busy {
        /// The book.
        path: PathBuf,
    },
}

impl BookError {
    /// Names the file that the system complains about.
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> BookError + use<> {
        let path = path.to_owned();
        move |source| BookError::Io { path, source }
    }

    /// Names a place of a file that is damaged.
    pub(crate) fn damaged(path: &Path, offset: u64, reason: impl Into<String>) -> BookError {
        BookError::Damaged { path: path.to_owned(), offset, reason: reason.into() }
    }
}
