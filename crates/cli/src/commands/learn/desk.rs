//! The database that is learned from, and the engine that refutes wrong answers.

use anyhow::anyhow;
use outflank_coach::{Examiner, explain};
use outflank_engine::eval::Weights;
use outflank_engine::{Engine, Limits, OneThread};
use outflank_learn::DayBoundary;
use outflank_review::EXPLAIN_DEPTH;
use outflank_rules::{Move, Position};
use outflank_server::learning::learning_ahead;
use outflank_store::{Store, StoreError};
use tokio::runtime::Runtime;

use crate::commands::serve::open_store;
use crate::failure::Failure;

/// How many moves of a line that refutes a move are shown.
const SHOWN: usize = 8;

/// Everything that learning needs.
pub(super) struct LearnDesk {
    runtime: Runtime,
    pub(super) store: Store,
    pub(super) engine: Engine,
    pub(super) days: DayBoundary,
}

impl LearnDesk {
    /// Opens a database, by default the studio's.
    pub(super) fn open(url: Option<&str>, days: DayBoundary) -> Result<LearnDesk, Failure> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let store = runtime.block_on(open_store(url))?;
        let engine = Engine::new(16, Weights::embedded()).map_err(Failure::other)?;
        Ok(LearnDesk { runtime, store, engine, days })
    }

    /// Returns the present moment, in milliseconds since 1970, by the clock that learning goes by.
    pub(super) fn now(&self) -> i64 {
        self.store.now().saturating_add(learning_ahead())
    }

    /// Waits for the database.
    pub(super) fn wait<T>(&self, work: impl Future<Output = Result<T, StoreError>>) -> Result<T, Failure> {
        let done = self.runtime.block_on(work);
        done.map_err(|error| Failure::Other(anyhow!(error).context("the database failed")))
    }

    /// Says why a move is worse than another: the line that shows it, and the coach's reasons. Nothing if it
    /// is not worse after all.
    pub(super) fn refutation(&self, position: Position, played: Move, better: Option<Move>) -> Vec<String> {
        let limits = Limits::depth(EXPLAIN_DEPTH);
        let examiner = Examiner { engine: &self.engine, limits: &limits, threads: &OneThread, known: &[] };
        let Some(mistake) = examiner.examine(position, played, better) else { return Vec::new() };
        let spelled = |moves: &[Move]| {
            let shown = moves.iter().take(SHOWN).map(ToString::to_string).collect::<Vec<_>>().join(" ");
            if moves.len() > SHOWN { shown + " ..." } else { shown }
        };
        let line = |name: &str, moves: &[Move], value: i32| format!("{name}: {} ({value:+})", spelled(moves));
        let mut said = vec![
            line("Played", mistake.played.moves(), mistake.value_played),
            line("Better", mistake.better.moves(), mistake.value_better),
        ];
        let claims = explain(&mistake);
        said.extend(
            claims.iter().map(|claim| format!("{}: {}", claim.cause.title(), mistake.sentence(claim))),
        );
        said
    }
}

impl Drop for LearnDesk {
    fn drop(&mut self) {
        self.runtime.block_on(self.store.close());
    }
}

/// Says when something comes back.
pub(super) fn comes_back(days: u32) -> String {
    match days {
        0 => "It comes back today.".to_owned(),
        1 => "It comes back tomorrow.".to_owned(),
        _ => format!("It comes back in {days} days."),
    }
}

/// Begins a sentence with the name of a side.
pub(super) fn named(side: outflank_rules::Color) -> &'static str {
    match side {
        outflank_rules::Color::Black => "Black (X)",
        outflank_rules::Color::White => "White (O)",
    }
}
