//! The openings trainer: what opponents play, at the rates of the library's games.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use outflank_learn::ReplySource;
use outflank_library::ExplorerFilter;
use outflank_records::Record;
use outflank_rules::{Move, Position};
use outflank_wire::training;

use crate::error::ApiError;
use crate::studio::Studio;

/// How often positions are asked for at most until all replies are known: as deep as lines are.
const ROUNDS: usize = 30;

/// What is played in positions: what is not known is looked up before it is asked for again.
#[derive(Default)]
pub(crate) struct OpeningReplies {
    known: Mutex<HashMap<Position, Vec<(Move, u64)>>>,
    missing: Mutex<Vec<Position>>,
}

impl ReplySource for OpeningReplies {
    fn replies(&self, position: &Position) -> Vec<(Move, u64)> {
        let known = locked(&self.known).get(position).cloned();
        known.unwrap_or_else(|| {
            locked(&self.missing).push(*position);
            Vec::new()
        })
    }
}

impl OpeningReplies {
    /// Does something until all replies that it asks for are known.
    pub(crate) async fn settle<T>(
        &self,
        studio: &Studio,
        mut work: impl FnMut(&OpeningReplies) -> T,
    ) -> Result<T, ApiError> {
        for _ in 0..ROUNDS {
            let done = work(self);
            let missing = std::mem::take(&mut *locked(&self.missing));
            if missing.is_empty() {
                return Ok(done);
            }
            for position in missing {
                let found = replies(studio, position).await?;
                locked(&self.known).insert(position, found);
            }
        }
        Ok(work(self))
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts what was played in a position.
async fn replies(studio: &Studio, position: Position) -> Result<Vec<(Move, u64)>, ApiError> {
    let look = studio.explorer.look(&Record::new(position), &ExplorerFilter::default()).await;
    let found = look
        .map_err(|error| ApiError::failed("the explorer failed; the log of the server says why", &error))?;
    Ok(training::replies(position, &found, studio.book.as_ref()))
}
