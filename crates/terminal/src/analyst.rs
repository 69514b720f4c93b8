//! The engine that searches positions of a review on a thread of its own.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use outflank_engine::eval::Weights;
use outflank_engine::{Clock, Comparison, Engine, Limits, OneThread, Wanted};
use outflank_players::WallClock;
use outflank_review::{EngineSignature, JobReport, ResultStore, ReviewJob, ReviewRunner};
use outflank_rules::Position;

use crate::news::News;

/// The table of the engine, in MiB.
const TABLE_MIB: usize = 32;

/// How deep a position is searched whose moves are valued within a time.
const DEEPEST: u32 = 24;

/// Where results are kept.
type BoxedStore = Box<dyn ResultStore + Send>;

/// Does one job of a review after the other.
pub(crate) struct Analyst(Sender<ReviewJob>);

impl Analyst {
    /// Starts the thread. What it finds goes to `news`; what is stored in `results` is not searched again.
    pub(crate) fn start(news: Sender<News>, results: Option<BoxedStore>) -> std::io::Result<Analyst> {
        let (jobs, inbox) = channel();
        thread::Builder::new().name("analyst".to_owned()).spawn(move || work(&inbox, &news, results))?;
        Ok(Analyst(jobs))
    }

    /// Does a job when its turn comes.
    pub(crate) fn search(&self, job: ReviewJob) {
        // A thread that has ended finds nothing more.
        let _no_analysis = self.0.send(job);
    }
}

fn work(inbox: &Receiver<ReviewJob>, news: &Sender<News>, mut results: Option<BoxedStore>) {
    let engine = Engine::new(TABLE_MIB, Weights::embedded());
    if engine.is_err() {
        let _gone = news.send(News::Failed("there is not enough memory for the engine".to_owned()));
    }
    for job in inbox {
        let report = match &engine {
            Ok(engine) => search(engine, results.as_mut(), &job, news),
            Err(_told) => JobReport::no_engine(job.id),
        };
        let _gone = news.send(News::Searched(Box::new(report)));
    }
}

fn search(
    engine: &Engine,
    results: Option<&mut BoxedStore>,
    job: &ReviewJob,
    news: &Sender<News>,
) -> JobReport {
    let clock: Arc<dyn Clock> = Arc::new(WallClock::start());
    let signature = EngineSignature::shipped().ok();
    let memory = results.map(|results| &mut **results as &mut dyn ResultStore).zip(signature);
    let mut runner = ReviewRunner { engine, threads: &OneThread, clock: Some(clock), memory };
    let teller = news.clone();
    runner.run(job, &mut |notes, _nodes| {
        let _gone = teller.send(News::Analysis(job.id, notes.clone()));
    })
}

/// Values all moves of a position within a time, on the calling thread; `None` if there is no memory.
#[must_use]
pub fn value_moves(position: Position, time: Duration) -> Option<Comparison> {
    let engine = Engine::new(TABLE_MIB, Weights::embedded()).ok()?;
    let clock: Arc<dyn Clock> = Arc::new(WallClock::start());
    let limits = Limits { deadline: Some((clock, time)), depth: Some(DEEPEST), ..Limits::default() };
    Some(engine.search(position).limits(&limits).compare(Wanted::ALL))
}
