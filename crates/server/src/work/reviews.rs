//! Hints and searches of reviews: asked for by one server, done by any.

use std::sync::Arc;
use std::time::Duration;

use outflank_engine::Stopper;
use outflank_game::KeptGame;
use outflank_review::{JobEnd, Pass, ReviewJob};
use outflank_rules::Position;
use outflank_store::{ClaimedJob, JobClass, NewJob};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::claims::WorkPlace;
use super::orders::{job_name, owner_of};
use crate::error::ApiError;
use crate::hearing::PassingNews;
use crate::review;
use crate::studio::Studio;
use crate::wire::hint::HintView;

/// The kind of a job that is a hint.
pub(super) const HINT: &str = "hint";

/// The kind of a job that is a search of a review.
pub(super) const REVIEW: &str = "review";

/// How long a hint takes, about.
const HINT_BUDGET: Duration = Duration::from_millis(800);

/// How long a hint is waited for before it is found here.
const HINT_PATIENCE: Duration = Duration::from_secs(4);

/// After how long it is asked again for a search of a review: whoever was asked may have died, and who told
/// of the end may not have been heard. Then twice as long each time: a search that has not come to its turn
/// is not found sooner by asking for it.
const REVIEW_LOOK: Duration = Duration::from_secs(2);

/// The longest time until it is asked again.
const LONGEST_LOOK: Duration = Duration::from_secs(16);

/// How often it is looked whether anybody still wants a search.
const STOP_LOOK: Duration = Duration::from_millis(200);

/// A search of a review, as the queue has it.
#[derive(Debug, Serialize, Deserialize)]
struct ReviewOrder {
    position: String,
    solve: bool,
}

impl Studio {
    /// Finds a hint for the side to move, here or elsewhere.
    pub(crate) async fn hint(self: &Arc<Studio>, kept: &KeptGame) -> Result<Value, ApiError> {
        if self.store.is_shared() {
            let job = NewJob {
                kind: HINT,
                game: kept.id,
                revision: kept.revision,
                subject: String::new(),
                owner: owner_of(kept),
                class: JobClass::Hint,
                payload: kept.game.position().to_string(),
                budget: HINT_BUDGET,
            };
            let found = tokio::time::timeout(HINT_PATIENCE, self.ask(&job)).await;
            if let Ok(Some(Ok(found))) = found.map(|text| text.map(|text| serde_json::from_str(&text))) {
                return Ok(found);
            }
        }
        self.hint_here(kept.game.position()).await.map_err(ApiError::internal)
    }

    async fn hint_here(&self, position: Position) -> Result<Value, String> {
        let found = self.engines.advise(position).await;
        let found = found.ok_or_else(|| "there is not enough memory for the engine".to_owned())?;
        let view = HintView::of(&found, &position);
        serde_json::to_value(view).map_err(|error| error.to_string())
    }

    /// Finds a hint that somebody asked for, and tells whoever waits.
    pub(super) async fn give_hint(&self, job: &ClaimedJob, place: WorkPlace) -> Result<(), String> {
        let position = job.payload.parse().map_err(|error| format!("position {:?}: {error}", job.payload))?;
        let found = self.hint_here(position).await?;
        drop(place);
        self.tell_result(job, found.to_string());
        Ok(())
    }

    /// Lets anybody do a search of a review whose result is stored, and waits until that is so or nobody
    /// wants it any more.
    pub(crate) async fn order_review(&self, job: &ReviewJob, owner: String) {
        let is_deep = match job.pass {
            Pass::Standard => false,
            Pass::Solve => true,
            Pass::Quick | Pass::Explain { .. } | Pass::Analysis { .. } => return,
        };
        let order = ReviewOrder { position: job.position.to_string(), solve: is_deep };
        let new = NewJob {
            kind: REVIEW,
            game: 0,
            revision: 0,
            subject: format!("{} {}", order.position, if is_deep { "solve" } else { "standard" }),
            owner,
            class: if is_deep { JobClass::Deep } else { JobClass::Shallow },
            payload: serde_json::to_string(&order).unwrap_or_default(),
            budget: if is_deep { Duration::from_secs(2) } else { Duration::from_millis(300) },
        };
        let mut patience = REVIEW_LOOK;
        loop {
            let done = tokio::time::timeout(patience, self.ask(&new));
            patience = (2 * patience).min(LONGEST_LOOK);
            tokio::select! {
                done = done => if done.is_ok() || review::is_stored(self, job).await { return },
                () = stopped(&job.stopper) => {
                    // Who wants it as well asks again.
                    let _done_for_nobody = self.store.withdraw(&new).await;
                    return;
                }
            }
        }
    }

    /// Does a search of a review. What it finds is in the table of results then.
    pub(super) async fn search_for_review(
        self: &Arc<Studio>,
        job: &ClaimedJob,
        stopper: &Stopper,
        place: WorkPlace,
    ) -> Result<(), String> {
        let order: ReviewOrder = serde_json::from_str(&job.payload)
            .map_err(|error| format!("the order {:?}: {error}", job.payload))?;
        let position =
            order.position.parse().map_err(|error| format!("position {:?}: {error}", order.position))?;
        let search = ReviewJob {
            id: 0,
            position,
            pass: if order.solve { Pass::Solve } else { Pass::Standard },
            known: Vec::new(),
            time: None,
            threads: 1,
            stopper: stopper.clone(),
        };
        let report = review::search_here(self, search, |_, _| {}).await;
        drop(place);
        match report.end {
            JobEnd::Done => {
                self.tell_result(job, String::new());
                Ok(())
            }
            JobEnd::Stopped => Ok(()),
            JobEnd::NoEngine => Err("there is not enough memory for the engine".to_owned()),
        }
    }

    /// Asks for a job and waits for its result; `None` if it cannot be asked for.
    pub(super) async fn ask(&self, job: &NewJob) -> Option<String> {
        let heard = self.work.expect(&job_name(job.kind, job.game, job.revision, &job.subject));
        self.store.enqueue(job).await.ok()?;
        self.work.wake.notify_waiters();
        heard.await.ok()
    }

    /// Tells the result of a job to whoever waits for it.
    pub(super) fn tell_result(&self, job: &ClaimedJob, result: String) {
        let name = job_name(&job.kind, job.game, job.revision, &job.subject);
        if !self.work.hear_result(&name, &result) {
            self.pass_on(&PassingNews::Done { job: name, result });
        }
    }
}

/// Waits until a search is stopped.
async fn stopped(stopper: &Stopper) {
    while !stopper.is_stopped() {
        tokio::time::sleep(STOP_LOOK).await;
    }
}
