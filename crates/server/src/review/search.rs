//! The searches of a review: on the engines of the studio, with what is stored.

use std::sync::Arc;

use outflank_engine::Clock;
use outflank_players::{HostThreads, WallClock};
use outflank_review::{
    EngineSignature, JobReport, Pass, PositionNotes, ResultStore, ReviewJob, ReviewRunner,
};
use tokio::runtime::Handle;

use crate::stored_reviews::StoredReviews;
use crate::studio::Studio;

/// Does a job of a review when it is its turn. `observe` hears how an analysis gets on: what it knows, and
/// how many boards it has visited.
pub(super) async fn run(
    studio: &Arc<Studio>,
    job: ReviewJob,
    mut observe: impl FnMut(&PositionNotes, u64) + Send + 'static,
) -> JobReport {
    let (id, is_short) = (job.id, matches!(job.pass, Pass::Quick | Pass::Standard));
    let stopper = job.stopper.clone();
    let (store, runtime) = (studio.store.clone(), Handle::current());
    let report = studio.engines.review(!is_short, &stopper, move |engine| {
        let threads = HostThreads::new(Some(job.threads));
        let clock: Arc<dyn Clock> = Arc::new(WallClock::start());
        let mut results = StoredReviews::new(runtime, store);
        let signature = EngineSignature::shipped().ok();
        let memory = signature.map(|signature| (&mut results as &mut dyn ResultStore, signature));
        let mut runner = ReviewRunner { engine, threads: &threads, clock: Some(clock), memory };
        runner.run(&job, &mut observe)
    });
    match report.await {
        Some(report) => report,
        None if stopper.is_stopped() => JobReport::stopped(id),
        None => JobReport::no_engine(id),
    }
}
