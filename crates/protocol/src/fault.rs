//! What can go wrong with an external program.

use std::time::Duration;

use outflank_rules::IllegalMove;

/// Says what a program did wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// It could not be started.
    #[error("cannot start {program:?}: {error}")]
    Start {
        /// The first word of the command.
        program: String,
        /// What the system said.
        error: std::io::Error,
    },
    /// It ended, or closed its output, while an answer was expected.
    #[error("it ended ({how}) instead of answering {asked:?}")]
    Crash {
        /// The message it did not answer.
        asked: String,
        /// How it ended, as far as is known.
        how: String,
    },
    /// It did not answer in time.
    #[error("no answer to {asked:?} within {:.1} s", .waited.as_secs_f64())]
    Hang {
        /// The message it did not answer.
        asked: String,
        /// How long it had.
        waited: Duration,
    },
    /// It was still thinking when the end was asked for; no fault of its own.
    #[error("the answer to {asked:?} is no longer needed")]
    Stopped {
        /// The message it had not answered yet.
        asked: String,
    },
    /// It resigned: no fault, but no move either.
    #[error("it resigned")]
    Resigned,
    /// Its answer means nothing.
    #[error("{answer:?} is not an answer to {asked:?}")]
    Garbage {
        /// The message.
        asked: String,
        /// The answer, shortened.
        answer: String,
    },
    /// It says it cannot do what it was asked.
    #[error("it refuses {asked:?}: {answer}")]
    Refused {
        /// The message.
        asked: String,
        /// Its words, shortened.
        answer: String,
    },
    /// Its move breaks the rules.
    #[error("illegal move: {0}")]
    Illegal(#[from] IllegalMove),
    /// The protocol has no way to say what the game needs.
    #[error("the protocol {protocol} cannot say this: {what}")]
    Unspeakable {
        /// The protocol.
        protocol: &'static str,
        /// What would have to be said.
        what: String,
    },
}

/// The kinds of fault, as reports name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FaultKind {
    /// The program could not be started, or cannot be used for this.
    Unusable,
    /// The program ended.
    Crash,
    /// The program was silent for too long.
    Hang,
    /// The program was not waited for.
    Stopped,
    /// The program resigned.
    Resigned,
    /// The program answered nonsense or refused.
    Garbage,
    /// The program made an illegal move.
    Illegal,
}

impl FaultKind {
    /// Returns the word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            FaultKind::Unusable => "unusable",
            FaultKind::Crash => "crash",
            FaultKind::Hang => "hang",
            FaultKind::Stopped => "stopped",
            FaultKind::Resigned => "resigned",
            FaultKind::Garbage => "garbage",
            FaultKind::Illegal => "illegal",
        }
    }
}

impl Fault {
    /// Tells the kind.
    #[must_use]
    pub const fn kind(&self) -> FaultKind {
        match self {
            Fault::Start { .. } | Fault::Unspeakable { .. } => FaultKind::Unusable,
            Fault::Crash { .. } => FaultKind::Crash,
            Fault::Hang { .. } => FaultKind::Hang,
            Fault::Stopped { .. } => FaultKind::Stopped,
            Fault::Resigned => FaultKind::Resigned,
            Fault::Garbage { .. } | Fault::Refused { .. } => FaultKind::Garbage,
            Fault::Illegal(_) => FaultKind::Illegal,
        }
    }
}

/// Shortens what a program wrote to what fits into a message.
pub(crate) fn shorten(text: &str) -> String {
    const LONGEST: usize = 80;
    let text = text.trim();
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain(std::iter::once('…')).collect()
}
