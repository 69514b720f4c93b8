//! The engine that looks at positions on a thread of its own, as long as somebody wants to know.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use outflank_engine::eval::Weights;
use outflank_engine::{Clock, Comparison, Engine, Limits, Stopper, Wanted};
use outflank_players::WallClock;
use outflank_rules::Position;

use crate::knowledge::{Finding, GLANCE, Study};
use crate::news::News;

/// The table of the engine, in MiB.
const TABLE_MIB: usize = 32;

/// How long a long look takes at most, and how deep it goes.
const LONG_LOOK: Duration = Duration::from_secs(12);
const LONG_DEPTH: u32 = 24;

/// Looks at one position after another, always the one last asked for.
pub(crate) struct Analyst {
    studies: Sender<(Study, Stopper)>,
    /// What is being looked at, and how to end it.
    present: Option<(Study, Stopper)>,
}

impl Analyst {
    /// Starts the thread. Findings go to `news`.
    pub(crate) fn start(news: Sender<News>) -> std::io::Result<Analyst> {
        let (studies, inbox) = channel();
        thread::Builder::new().name("analyst".to_owned()).spawn(move || work(&inbox, &news))?;
        Ok(Analyst { studies, present: None })
    }

    /// Looks at this from now on; nothing ends what is under way.
    pub(crate) fn want(&mut self, study: Option<Study>) {
        if self.present.as_ref().map(|(present, _)| *present) == study {
            return;
        }
        if let Some((_, stopper)) = self.present.take() {
            stopper.stop();
        }
        if let Some(study) = study {
            let stopper = Stopper::new();
            // A thread that has ended finds nothing more.
            let _no_analysis = self.studies.send((study, stopper.clone()));
            self.present = Some((study, stopper));
        }
    }
}

impl Drop for Analyst {
    fn drop(&mut self) {
        self.want(None);
    }
}

fn work(inbox: &Receiver<(Study, Stopper)>, news: &Sender<News>) {
    let mut engine = None;
    for (study, stopper) in inbox {
        if stopper.is_stopped() {
            continue;
        }
        if engine.is_none() {
            engine = Engine::new(TABLE_MIB, Weights::embedded()).ok();
        }
        let Some(engine) = &engine else {
            let _gone = news.send(News::Failed("there is no memory for the engine".to_owned()));
            return;
        };
        let clock: Arc<dyn Clock> = Arc::new(WallClock::start());
        let (depth, time) = if study.is_long { (LONG_DEPTH, LONG_LOOK) } else { (GLANCE, LONG_LOOK) };
        let limits = Limits {
            depth: Some(depth),
            deadline: Some((clock, time)),
            stopper: Some(stopper.clone()),
            ..Limits::default()
        };
        let tell = |found: &Comparison, is_over: bool| {
            let finding = Finding {
                depth: found.depth,
                moves: found.moves.clone(),
                is_settled: is_over && study.is_long,
            };
            let _gone = news.send(News::Found(study.position, finding));
        };
        let search = engine.search(study.position).limits(&limits);
        let found = search.observe(|progress| tell(&progress.into(), false)).compare(Wanted::ALL);
        if !stopper.is_stopped() {
            tell(&found, true);
        }
    }
}

/// Values all moves of a position within a time, on the calling thread; `None` if there is no memory.
#[must_use]
pub fn value_moves(position: Position, time: Duration) -> Option<Comparison> {
    let engine = Engine::new(TABLE_MIB, Weights::embedded()).ok()?;
    let clock: Arc<dyn Clock> = Arc::new(WallClock::start());
    let limits = Limits { deadline: Some((clock, time)), depth: Some(LONG_DEPTH), ..Limits::default() };
    Some(engine.search(position).limits(&limits).compare(Wanted::ALL))
}
