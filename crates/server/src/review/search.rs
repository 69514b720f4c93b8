//! The searches of a review: on the engines of the studio or of anybody who shares its database, with what is
//! stored.

use std::sync::Arc;

use outflank_engine::{Clock, Engine};
use outflank_players::HostThreads;
use outflank_review::{
    EngineSignature, JobReport, Pass, PositionNotes, ResultStore, ReviewJob, ReviewRunner,
};
use tokio::runtime::Handle;

use crate::background;
use crate::stored_reviews::StoredReviews;
use crate::studio::Studio;

/// Does a job of a review when it is its turn, here or elsewhere. `observe` hears how an analysis gets on:
/// what it knows, and how many boards it has visited.
pub(super) async fn run(
    studio: &Arc<Studio>,
    job: ReviewJob,
    owner: String,
    observe: impl FnMut(&PositionNotes, u64) + Send + 'static,
) -> JobReport {
    let is_shared = studio.store.is_shared() && matches!(job.pass, Pass::Standard | Pass::Solve);
    if is_shared && !is_stored(studio, &job).await {
        studio.order_review(&job, owner).await;
    }
    // What was found elsewhere is stored.
    search_here(studio, job, observe).await
}

/// Does a job of a review here, unless its result is stored.
pub(crate) async fn search_here(
    studio: &Arc<Studio>,
    job: ReviewJob,
    mut observe: impl FnMut(&PositionNotes, u64) + Send + 'static,
) -> JobReport {
    let (id, pass, stopper) = (job.id, job.pass, job.stopper.clone());
    let (store, runtime) = (studio.store.clone(), Handle::current());
    let search = move |engine: &Engine, clock: Arc<dyn Clock>| {
        let threads = HostThreads::new(Some(job.threads));
        let mut results = StoredReviews::new(runtime, store);
        let signature = EngineSignature::shipped().ok();
        let memory = signature.map(|signature| (&mut results as &mut dyn ResultStore, signature));
        let mut runner = ReviewRunner { engine, threads: &threads, clock: Some(clock), memory };
        runner.run(&job, &mut observe)
    };
    let report = if pass == Pass::Solve {
        studio.engines.review_in_slices(&stopper, search).await
    } else {
        let is_short = matches!(pass, Pass::Quick | Pass::Standard);
        studio.engines.review(!is_short, &stopper, search).await
    };
    match report {
        Some(report) => report,
        None if stopper.is_stopped() => JobReport::stopped(id),
        None => JobReport::no_engine(id),
    }
}

/// Tells whether the result of a search is stored.
pub(crate) async fn is_stored(studio: &Studio, job: &ReviewJob) -> bool {
    let (store, runtime, job) = (studio.store.clone(), Handle::current(), job.clone());
    let looked = background::run("review", move || {
        let mut results = StoredReviews::new(runtime, store);
        let signature = EngineSignature::shipped().ok();
        signature.is_some_and(|signature| outflank_review::is_stored(&job, &mut results, signature))
    });
    looked.await.unwrap_or(false)
}
