//! Engine work: on threads of its own, as many at a time as there are cores, and stoppable.
//!
//! Who asks waits for a turn. Questions of visitors are refused when too many wait already, and so are new
//! games with computer players; a move of a game that is on is not: whoever plays it has been promised one.
//! Thinking on the opponent's time takes cores that nobody else wants, and gives them back at once
//! ([`ponderers`]).

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use outflank_coach::{Advice, Claim, Examiner, Mistake, explain};
use outflank_engine::{Analysis, Clock, Comparison, Engine, Progress, Stopper, Wanted};
use outflank_players::{EnginePool, HostThreads, Thought, Turn, WallClock};
use outflank_review::{Canonical, EXPLAIN_DEPTH};
use outflank_rules::{Game, Move, Position};
use prometheus_client::metrics::gauge::Gauge;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::background;
use crate::error::ApiError;
use crate::fair_queue::FairQueue;
use crate::give_way::GiveWay;
use crate::limits;
use crate::metrics::Metrics;
use crate::opponents::Opponent;
use crate::payer::Payer;
use crate::ponderers::Ponderers;
use crate::search_limits::{LimitedStopper, resting_within, within};
use crate::slices::{SearchPlaces, SliceClock};

/// The time for a move of players who have no limit of their own.
const MOVE_TIME: Duration = Duration::from_secs(1);

/// A study that may take longer has to wait for other long ones.
pub(crate) const SHORT_STUDY: Duration = Duration::from_secs(1);

/// How many questions of visitors are under way at most, those that wait for their turn included.
const QUESTIONS: usize = 64;

/// How often it is looked whether thinking on the opponent's time must give way.
const PONDER_LOOK: Duration = Duration::from_millis(250);

/// How many searches that may take minutes share a place.
pub(crate) const TURNS: usize = 2;

/// How many jobs may wait before no game with a computer player is begun.
const PLAYER_QUEUE: i64 = 512;

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

/// Stops a search whose question nobody waits for any more.
pub(crate) struct StopOnDrop(pub(crate) Stopper);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// The engines of the studio, and the permits to let them think.
pub(crate) struct Engines {
    permits: Arc<FairQueue>,
    /// Long studies have a turn of their own: players of games never wait for them.
    studies: Arc<FairQueue>,
    /// Places for questions of visitors.
    questions: Arc<Semaphore>,
    /// How many threads the engines of a review share.
    threads: u16,
    pool: Arc<EnginePool>,
    /// Searches that may take minutes share these places.
    slices: Arc<SearchPlaces>,
    /// How many of them may have begun: each keeps its engine while it rests.
    begun: Arc<Semaphore>,
    /// How many jobs wait for their turn.
    waiting: Gauge,
    /// How many jobs run.
    running: Gauge,
    /// Those who think on the opponent's time.
    ponderers: Ponderers,
    /// Short searches of reviews while they give way: they rest for most of the time, and players of games do
    /// not wait for them.
    resting: Arc<FairQueue>,
    /// What lets work that can wait rest.
    give_way: Arc<GiveWay>,
}

/// The place of a question, from when it is asked until it is answered.
pub(crate) struct QuestionPlace {
    _held: OwnedSemaphorePermit,
}

impl Engines {
    /// Lets so many players think at a time, as many as there are cores unless told, and as many long
    /// studies.
    pub(crate) fn new(workers: Option<usize>, metrics: &Metrics) -> Engines {
        let cores = || thread::available_parallelism().map_or(1, Into::into);
        let workers = workers.unwrap_or_else(cores).max(1);
        let [permits, studies, resting] = [workers; 3].map(|count| Arc::new(FairQueue::new(count)));
        Engines {
            permits,
            studies,
            questions: Arc::new(Semaphore::new(QUESTIONS)),
            threads: u16::try_from(workers).unwrap_or(u16::MAX),
            pool: Arc::default(),
            slices: Arc::new(SearchPlaces::new(workers)),
            begun: Arc::new(Semaphore::new(TURNS * workers)),
            waiting: metrics.engine_queue.clone(),
            running: metrics.engine_running.clone(),
            ponderers: Ponderers::new(workers, &metrics.engine_pondering),
            resting,
            give_way: Arc::new(GiveWay::new(&metrics.background_share)),
        }
    }

    /// Takes a place for a question; refused if there are too many questions.
    pub(crate) fn question(&self) -> Result<QuestionPlace, ApiError> {
        let payer = Payer::present();
        self.permits.require_time(payer.key())?;
        self.studies.require_time(payer.key())?;
        let place = Arc::clone(&self.questions).try_acquire_owned();
        place.map(|held| QuestionPlace { _held: held }).map_err(|_full| {
            ApiError::busy(format!("the engines already have {QUESTIONS} questions to answer"))
        })
    }

    /// Refuses a computer player if too much waits for the engines.
    pub(crate) fn require_room(&self) -> Result<(), ApiError> {
        match self.waiting.get() {
            waiting if waiting > PLAYER_QUEUE => {
                Err(ApiError::busy(format!("{waiting} jobs are already waiting for the engines")))
            }
            _ => Ok(()),
        }
    }

    /// Lets work that can wait give way to people from now on.
    pub(crate) fn give_way(&self) {
        self.give_way.begin();
    }

    /// Returns how many threads a review may keep busy.
    pub(crate) fn threads(&self) -> u16 {
        self.threads
    }

    /// Returns how many players could begin to think at once.
    pub(crate) fn idle_workers(&self) -> usize {
        self.permits.free()
    }

    /// Lets a player choose a move; `None` if there is none or it was stopped. On a public server, where
    /// somebody pays, the best move so far is made when the time for a move is over.
    pub(crate) async fn choose(
        self: &Arc<Engines>,
        opponent: Opponent,
        game: Game,
        stopper: Stopper,
        mut observe: impl FnMut(&Thought) + Send + 'static,
    ) -> Option<Move> {
        let pool = Arc::clone(&self.pool);
        let (limit, runtime) = (Payer::present().name().map(|_| limits::MOVE_TIME), Handle::current());
        self.on_thread(&self.permits, &stopper.clone(), move |_| {
            let limited = limit.map(|limit| LimitedStopper::begin(&runtime, &stopper, limit));
            let ends = limited.as_ref().map_or(&stopper, |limited| &limited.stopper);
            let turn = Turn::new(&game, MOVE_TIME).stopped_by(ends).observed_by(&mut observe);
            opponent.choose(turn, &pool).filter(|_| !stopper.is_stopped())
        })
        .await?
    }

    /// Lets a player think on the opponent's time, if there is a core that nobody wants, until it is stopped
    /// or somebody wants the core.
    pub(crate) async fn ponder(self: &Arc<Engines>, opponent: Opponent, game: Game, stopper: Stopper) {
        if self.give_way.is_pressed() {
            return;
        }
        let Some(place) = self.ponderers.enter(self.busy(), &stopper) else { return };
        let (pool, ends) = (Arc::clone(&self.pool), stopper.clone());
        let pondering = background::run("pondering", move || {
            opponent.ponder(&game, &pool, &stopper);
            drop(place);
        });
        tokio::pin!(pondering);
        while tokio::time::timeout(PONDER_LOOK, &mut pondering).await.is_err() {
            if self.give_way.is_pressed() {
                ends.stop();
            }
        }
    }

    /// Returns how many players think on the opponent's time.
    pub(crate) fn pondering(&self) -> usize {
        self.ponderers.count()
    }

    /// Returns how many jobs run or wait.
    fn busy(&self) -> usize {
        usize::try_from(self.waiting.get() + self.running.get()).unwrap_or(0)
    }

    /// Finds the best move of a position, the idea behind it and why it is better than the move that strikes
    /// the eye; `None` if there is no memory.
    pub(crate) async fn advise(self: &Arc<Engines>, position: Position) -> Option<Advice> {
        let stopper = Stopper::new();
        let _left_alone = StopOnDrop(stopper.clone());
        self.on_engine(&self.permits, &stopper.clone(), move |engine| {
            Advice::find(engine, position, &within(Advice::TIME, Some(Advice::DEPTH), &stopper))
        })
        .await
    }

    /// Searches a position deeper and deeper, as if it had never been seen before; `observe` hears of every
    /// depth. `None` if there is no memory or it was stopped before it began.
    pub(crate) async fn deepen(
        self: &Arc<Engines>,
        position: Position,
        time: Duration,
        stopper: Stopper,
        observe: impl FnMut(&Progress) + Send + 'static,
    ) -> Option<Analysis> {
        let give_way = Arc::clone(&self.give_way);
        self.on_engine(&self.studies, &stopper.clone(), move |engine| {
            engine.forget();
            let limits = resting_within(time, None, &stopper, &give_way);
            engine.search(position).limits(&limits).observe(observe).analyze()
        })
        .await
    }

    /// Values moves side by side; `None` if there is no memory or it was stopped before it began.
    pub(crate) async fn compare(
        self: &Arc<Engines>,
        study: Study,
        mut observe: impl FnMut(&Comparison) + Send + 'static,
    ) -> Option<Comparison> {
        let is_long = study.time > SHORT_STUDY;
        let turns = if is_long { &self.studies } else { &self.permits };
        let give_way = Arc::clone(&self.give_way);
        self.on_engine(turns, &study.stopper.clone(), move |engine| {
            let Study { position, wanted, depth, time, threads, stopper } = study;
            let threads = HostThreads::new(Some(threads));
            let canonical = Canonical::of(&position);
            let limits = match is_long {
                true => resting_within(time, depth, &stopper, &give_way),
                false => within(time, depth, &stopper),
            };
            let search = engine.search(canonical.position).limits(&limits).threads(&threads);
            let search = search.observe(|progress| observe(&canonical.seen(&progress.into())));
            canonical.seen(&search.compare(canonical.wanted(wanted)))
        })
        .await
    }

    /// Follows best play after a mistake and after a better move, and says why it was one; `None` if there is
    /// no memory, nothing was lost after all, or it was stopped.
    pub(crate) async fn examine(self: &Arc<Engines>, suspect: Suspect) -> Option<(Mistake, Vec<Claim>)> {
        let give_way = Arc::clone(&self.give_way);
        self.on_engine(&self.studies, &suspect.stopper.clone(), move |engine| {
            let Suspect { position, played, better, threads, stopper } = suspect;
            let limits = resting_within(Duration::MAX, Some(EXPLAIN_DEPTH), &stopper, &give_way);
            let threads = HostThreads::new(Some(threads));
            let examiner = Examiner { engine, limits: &limits, threads: &threads, known: &[] };
            let found = examiner.examine(position, played, better);
            found.map(|mistake| {
                let claims = explain(&mistake);
                (mistake, claims)
            })
        })
        .await?
    }

    /// Lends an engine to a search of a review, on a thread of its own; `None` if there is no memory or it
    /// was stopped before it began. The search asks the clock it is given.
    pub(crate) async fn review<T: Send + 'static>(
        self: &Arc<Engines>,
        is_long: bool,
        stopper: &Stopper,
        search: impl FnOnce(&Engine, Arc<dyn Clock>) -> T + Send + 'static,
    ) -> Option<T> {
        let turns = match is_long {
            true => &self.studies,
            false if self.give_way.is_pressed() => &self.resting,
            false => &self.permits,
        };
        let (give_way, stops) = (Arc::clone(&self.give_way), stopper.clone());
        self.on_engine(turns, stopper, move |engine| {
            search(engine, give_way.clock(Arc::new(WallClock::start()), &stops))
        })
        .await
    }

    /// Lends an engine to a search that may take minutes, in slices, on a thread of its own; `None` if there
    /// is no memory or it was stopped before it began. The search asks the clock it is given.
    pub(crate) async fn review_in_slices<T: Send + 'static>(
        self: &Arc<Engines>,
        stopper: &Stopper,
        search: impl FnOnce(&Engine, Arc<dyn Clock>) -> T + Send + 'static,
    ) -> Option<T> {
        let begun = Arc::clone(&self.begun).acquire_owned().await.ok()?;
        let (pool, places, stopper) = (Arc::clone(&self.pool), Arc::clone(&self.slices), stopper.clone());
        let (runs, give_way) = (Metrics::count(&self.running), Arc::clone(&self.give_way));
        background::run_unhurried("review", move || {
            let clock = give_way.clock(Arc::new(SliceClock::start(&places, &stopper)?), &stopper);
            let found = pool.lend(|engine| search(engine, clock)).ok();
            drop((runs, begun));
            found
        })
        .await?
    }

    /// Runs work with an engine of the pool on a thread of its own; `None` if there is no memory, or it was
    /// stopped before it began.
    async fn on_engine<T: Send + 'static>(
        self: &Arc<Engines>,
        turns: &Arc<FairQueue>,
        stopper: &Stopper,
        work: impl FnOnce(&Engine) -> T + Send + 'static,
    ) -> Option<T> {
        self.on_thread(turns, stopper, |pool| pool.lend(work).ok()).await?
    }

    /// Runs work on a thread of its own when it is this work's turn; `None` if it was stopped before it
    /// began.
    async fn on_thread<T: Send + 'static>(
        self: &Arc<Engines>,
        turns: &Arc<FairQueue>,
        stopper: &Stopper,
        work: impl FnOnce(&EnginePool) -> T + Send + 'static,
    ) -> Option<T> {
        let waits = Metrics::count(&self.waiting);
        self.ponderers.make_room(self.busy());
        let permit = turns.turn(Payer::present().key()).await?;
        drop(waits);
        if stopper.is_stopped() {
            return None;
        }
        let (pool, runs) = (Arc::clone(&self.pool), Metrics::count(&self.running));
        background::run("engine", move || {
            let result = work(&pool);
            drop((permit, runs));
            result
        })
        .await
    }
}
