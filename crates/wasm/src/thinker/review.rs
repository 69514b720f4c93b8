//! Searches of reviews.

use std::sync::Arc;

use outflank_engine::{Clock, Stopper};
use outflank_review::{JobMail, PositionNotes, ReportMail, ReviewJob, ReviewRunner};

use super::task::{Found, ThinkerFault};
use super::{PageThinker, TaskClock};

/// Does a job of a review.
pub(super) fn work(thinker: &PageThinker, mail: &JobMail) -> Result<ReportMail, ThinkerFault> {
    let stopper = Stopper::new();
    let job = ReviewJob::of_mail(mail, &stopper);
    let job = job.ok_or_else(|| ThinkerFault(format!("no job of a review: {mail:?}")))?;
    let clock: Arc<dyn Clock> = Arc::new(TaskClock { around: Arc::clone(&thinker.around), stopper });
    let mut runner = ReviewRunner {
        engine: &thinker.engine,
        threads: &*thinker.threads,
        clock: Some(clock),
        memory: None,
    };
    let mut observe =
        |notes: &PositionNotes, nodes: u64| thinker.report(&Found { notes: notes.mail(), nodes });
    Ok(runner.run(&job, &mut observe).mail())
}
