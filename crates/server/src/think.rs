//! Engine work: on threads of its own, as many at a time as there are cores, and stoppable.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use outflank_coach::{Claim, Mistake, explain};
use outflank_engine::eval::Weights;
use outflank_engine::{
    Analysis, Clock, Comparison, Engine, Limits, Progress, Stopper, TableTooLarge, Wanted,
};
use outflank_players::HostThreads;
use outflank_rules::{Game, Move, Position};
use tokio::sync::Semaphore;

use crate::opponents::Opponent;

/// The table of each engine, in MiB.
const TABLE_MIB: usize = 32;

/// The longest that somebody waits for a hint.
const HINT_TIME: Duration = Duration::from_millis(1500);

/// How deep the lines are searched that explain a mistake; to the end with at most six empty squares more.
pub(crate) const EXPLAIN_DEPTH: u32 = 18;

/// A study that may take longer has to wait for other long ones.
pub(crate) const SHORT_STUDY: Duration = Duration::from_secs(1);

/// Moves of a position to be valued side by side, and how long that may take.
pub(crate) struct Study {
    pub(crate) position: Position,
    pub(crate) wanted: Wanted,
    pub(crate) depth: Option<u32>,
    pub(crate) time: Duration,
    /// How many threads.
    pub(crate) threads: u16,
    pub(crate) stopper: Stopper,
}

/// A move that lost something, to be looked at closely beside a better one.
pub(crate) struct Suspect {
    pub(crate) position: Position,
    pub(crate) played: Move,
    /// `None`: the best.
    pub(crate) better: Option<Move>,
    /// How many threads.
    pub(crate) threads: u16,
    pub(crate) stopper: Stopper,
}

/// The engines of the studio.
pub(crate) struct Engines {
    permits: Arc<Semaphore>,
    /// Long studies have a turn of their own: players of games never wait for them.
    studies: Arc<Semaphore>,
    idle: Mutex<Vec<Engine>>,
}

/// A clock that begins now.
pub(crate) struct SinceStart(Instant);

impl SinceStart {
    /// Starts the clock.
    pub(crate) fn now() -> SinceStart {
        SinceStart(Instant::now())
    }
}

impl Clock for SinceStart {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

impl Engines {
    /// Makes as many engines as there are cores, each when it is first needed.
    pub(crate) fn new() -> Engines {
        let cores = thread::available_parallelism().map_or(1, Into::into);
        let [permits, studies] = [cores, cores].map(|count| Arc::new(Semaphore::new(count)));
        Engines { permits, studies, idle: Mutex::new(Vec::new()) }
    }

    /// Lets a player choose a move; `None` if there is none or it was stopped.
    pub(crate) async fn choose(
        self: &Arc<Engines>,
        opponent: Opponent,
        game: Game,
        stopper: Stopper,
        mut observe: impl FnMut(&Progress) + Send + 'static,
    ) -> Option<Move> {
        self.on_thread(&self.permits, move |engines| {
            if stopper.is_stopped() {
                return None;
            }
            let (found, engine) = opponent.choose(&game, || engines.take().ok(), &stopper, &mut observe);
            engines.give_back(engine);
            found.filter(|_| !stopper.is_stopped())
        })
        .await?
    }

    /// Analyses a position for a hint.
    pub(crate) async fn hint(self: &Arc<Engines>, position: Position) -> Option<Analysis> {
        self.on_thread(&self.permits, move |engines| {
            let clock: Arc<dyn Clock> = Arc::new(SinceStart::now());
            let limits = Limits { depth: Some(16), deadline: Some((clock, HINT_TIME)), ..Limits::default() };
            let engine = engines.take().ok()?;
            let found = engine.search(position).limits(&limits).analyze();
            engines.give_back(Some(engine));
            Some(found)
        })
        .await?
    }

    /// Searches a position deeper and deeper, as if it had never been seen before; `observe` hears of every depth. `None` if
    /// there is no memory or it was stopped before it began.
    pub(crate) async fn deepen(
        self: &Arc<Engines>,
        position: Position,
        time: Duration,
        stopper: Stopper,
        mut observe: impl FnMut(&Progress) + Send + 'static,
    ) -> Option<Analysis> {
        self.on_thread(&self.studies, move |engines| {
            if stopper.is_stopped() {
                return None;
            }
            let clock: Arc<dyn Clock> = Arc::new(SinceStart::now());
            let limits = Limits { deadline: Some((clock, time)), ..Limits::stopped_by(&stopper) };
            let engine = engines.take().ok()?;
            engine.forget();
            let found = engine.search(position).limits(&limits).observe(&mut observe).analyze();
            engines.give_back(Some(engine));
            Some(found)
        })
        .await?
    }

    /// Values moves side by side; `None` if there is no memory or it was stopped before it began.
    pub(crate) async fn compare(
        self: &Arc<Engines>,
        study: Study,
        mut observe: impl FnMut(&Comparison) + Send + 'static,
    ) -> Option<Comparison> {
        let turns = if study.time > SHORT_STUDY { &self.studies } else { &self.permits };
        self.on_thread(turns, move |engines| {
            if study.stopper.is_stopped() {
                return None;
            }
            let clock: Arc<dyn Clock> = Arc::new(SinceStart::now());
            let limits = Limits {
                depth: study.depth,
                deadline: Some((clock, study.time)),
                stopper: Some(study.stopper),
                ..Limits::default()
            };
            let engine = engines.take().ok()?;
            let threads = HostThreads::new(Some(study.threads));
            let search = engine.search(study.position).limits(&limits).threads(&threads);
            let found = search.observe(|progress| observe(&progress.into())).compare(study.wanted);
            engines.give_back(Some(engine));
            Some(found)
        })
        .await?
    }

    /// Follows best play after a mistake and after a better move, and says why it was one; `None` if there is no memory, nothing was lost after
    /// all, or it was stopped.
    pub(crate) async fn examine(self: &Arc<Engines>, suspect: Suspect) -> Option<(Mistake, Vec<Claim>)> {
        self.on_thread(&self.studies, move |engines| {
            let Suspect { position, played, better, threads, stopper } = suspect;
            if stopper.is_stopped() {
                return None;
            }
            let limits = Limits { depth: Some(EXPLAIN_DEPTH), stopper: Some(stopper), ..Limits::default() };
            let engine = engines.take().ok()?;
            let threads = HostThreads::new(Some(threads));
            let found = Mistake::examine(&engine, position, played, better, &limits, &threads);
            engines.give_back(Some(engine));
            found.map(|mistake| {
                let claims = explain(&mistake);
                (mistake, claims)
            })
        })
        .await?
    }

    /// Runs work on a thread of its own, when it is this work's turn.
    async fn on_thread<T: Send + 'static>(
        self: &Arc<Engines>,
        turns: &Arc<Semaphore>,
        work: impl FnOnce(&Engines) -> T + Send + 'static,
    ) -> Option<T> {
        let permit = Arc::clone(turns).acquire_owned().await.ok()?;
        let engines = Arc::clone(self);
        let done = tokio::task::spawn_blocking(move || {
            let result = work(&engines);
            drop(permit);
            result
        });
        done.await.ok()
    }

    fn give_back(&self, engine: Option<Engine>) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).extend(engine);
    }

    fn take(&self) -> Result<Engine, TableTooLarge> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(|| Engine::new(TABLE_MIB, Weights::embedded()), Ok)
    }
}
