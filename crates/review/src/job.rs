//! One search of a review, and what came of it.

use std::time::Duration;

use outflank_coach::Mistake;
use outflank_engine::{MoveValue, Stopper};
use outflank_rules::{Move, Position};

use crate::notes::PositionNotes;
use crate::pass::Pass;

/// A search to be done ([`crate::ReviewRunner::run`]).
#[derive(Clone, Debug)]
pub struct ReviewJob {
    /// Its number; no two jobs of a schedule have the same.
    pub id: u64,
    /// The position.
    pub position: Position,
    /// How it is searched.
    pub pass: Pass,
    /// What is known of its moves, where that helps.
    pub known: Vec<MoveValue>,
    /// How long it may take; passes of the review have no limit.
    pub time: Option<Duration>,
    /// How many threads may search; passes of the review use one.
    pub threads: u16,
    /// Ends it.
    pub stopper: Stopper,
}

impl ReviewJob {
    /// Tells whether the values of two moves are known to be proven.
    pub(crate) fn has_proof_of(&self, moves: [Move; 2]) -> bool {
        let proven = |played| self.known.iter().any(|one| one.played == played && one.value.is_exact());
        moves.into_iter().all(proven)
    }
}

/// Something that was found out about a position.
#[derive(Clone, Debug)]
pub enum ReviewResult {
    /// What all moves are worth, by the quick or the standard pass.
    Values {
        /// Whether this is the standard pass.
        is_standard: bool,
        /// The values.
        notes: PositionNotes,
    },
    /// The exact value, with a best move and best play to the end.
    Solved(MoveValue),
    /// Why a move was a mistake.
    ///
    /// The variations; `None` if the closer look found no loss.
    Explained(Option<Box<Mistake>>),
    /// What an analysis has found.
    Analysis(PositionNotes),
}

/// How a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobEnd {
    /// By itself.
    Done,
    /// By a wish; what it found does not count.
    Stopped,
    /// There was no engine for it.
    NoEngine,
}

/// What came of a job.
#[derive(Clone, Debug)]
pub struct JobReport {
    /// The job.
    pub id: u64,
    /// What was found; more than was asked for, where more was stored.
    pub results: Vec<ReviewResult>,
    /// How it ended.
    pub end: JobEnd,
    /// Whether it was stored and not searched.
    pub is_recalled: bool,
    /// Boards visited, without those of explanations.
    pub nodes: u64,
}

impl JobReport {
    /// Reports that there was no engine for a job.
    #[must_use]
    pub fn no_engine(id: u64) -> JobReport {
        JobReport { id, results: Vec::new(), end: JobEnd::NoEngine, is_recalled: false, nodes: 0 }
    }

    /// Reports that a job was stopped.
    #[must_use]
    pub fn stopped(id: u64) -> JobReport {
        JobReport { id, results: Vec::new(), end: JobEnd::Stopped, is_recalled: false, nodes: 0 }
    }
}
