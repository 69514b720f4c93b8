//! When a search ends: depth, nodes, time, a game's clock, a stopper.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use outflank_rules::{Move, Position};

use super::time::{GameClock, MovePace};

/// Tells the time; the engine reads no clock of its own.
pub trait Clock: Send + Sync {
    /// Returns the time since some fixed moment.
    fn now(&self) -> Duration;
}

/// Ends a search from another thread. Once asked to stop it stays so.
///
/// Given to a search by [`Limits::stopper`] it ends that search alone, even if asked before the search
/// begins; given to several it ends all of them.
#[derive(Clone, Debug, Default)]
pub struct Stopper(Arc<StopState>);

#[derive(Default)]
struct StopState {
    is_stopped: AtomicBool,
    /// Tells whether to stop where no other thread can say so.
    question: Option<Box<dyn Fn() -> bool + Send + Sync>>,
}

impl fmt::Debug for StopState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let asks = self.question.is_some();
        f.debug_struct("StopState").field("is_stopped", &self.is_stopped).field("asks", &asks).finish()
    }
}

impl Stopper {
    /// Makes a stopper of nothing yet.
    #[must_use]
    pub fn new() -> Stopper {
        Stopper::default()
    }

    /// Makes a stopper that also stops once `question` says yes, for places without a second thread. Searches
    /// ask it every few hundred microseconds, on any of their threads.
    #[must_use]
    pub fn asking(question: impl Fn() -> bool + Send + Sync + 'static) -> Stopper {
        Stopper(Arc::new(StopState { question: Some(Box::new(question)), ..StopState::default() }))
    }

    /// Asks for the end; the search returns what it has.
    pub fn stop(&self) {
        self.0.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Tells whether another one ends the same searches.
    #[must_use]
    pub fn is_same(&self, other: &Stopper) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Tells whether the end was asked for.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        if self.0.is_stopped.load(Ordering::Relaxed) {
            return true;
        }
        let is_over = self.0.question.as_ref().is_some_and(|question| question());
        if is_over {
            self.stop();
        }
        is_over
    }
}

/// When a search ends: at the first limit that is reached. Nothing set: when the position is solved.
///
/// ```
/// use outflank_engine::eval::Weights;
/// use outflank_engine::{Engine, Limits, Stopper};
/// use outflank_rules::Position;
///
/// let engine = Engine::new(1, Weights::embedded())?;
/// let stopper = Stopper::new();
/// let limits = Limits { nodes: Some(10_000), ..Limits::stopped_by(&stopper) };
/// let found = engine.search(Position::start()).limits(&limits).analyze();
/// assert!(found.stopped && found.best.is_some());
/// # Ok::<(), outflank_engine::TableTooLarge>(())
/// ```
#[derive(Clone, Default)]
pub struct Limits {
    /// The deepest search, in plies.
    pub depth: Option<u32>,
    /// The most boards visited, about.
    pub nodes: Option<u64>,
    /// A clock and the moment on it at which to return.
    pub deadline: Option<(Arc<dyn Clock>, Duration)>,
    /// A clock to measure with and what the mover's game clock shows: the engine divides the time itself.
    pub game_clock: Option<(Arc<dyn Clock>, GameClock)>,
    /// What ends the search from another thread.
    pub stopper: Option<Stopper>,
}

impl Limits {
    /// Returns limits of depth alone.
    #[must_use]
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Returns limits that end a search at a moment of a clock.
    #[must_use]
    pub fn until(clock: Arc<dyn Clock>, moment: Duration) -> Limits {
        Limits { deadline: Some((clock, moment)), ..Limits::default() }
    }

    /// Returns no limit but a stopper.
    #[must_use]
    pub fn stopped_by(stopper: &Stopper) -> Limits {
        Limits { stopper: Some(stopper.clone()), ..Limits::default() }
    }
}

/// A game clock at work on one move.
pub(crate) struct Timekeeper {
    clock: Arc<dyn Clock>,
    started: Duration,
    hard: Duration,
    pace: MovePace,
}

impl Timekeeper {
    /// Starts the clock for a move of a position, if there is one.
    pub(crate) fn start(limits: &Limits, position: Position) -> Option<Timekeeper> {
        let (clock, game_clock) = limits.game_clock.as_ref()?;
        let plan = game_clock.plan(position.empty().len(), position.legal_moves().len());
        let (started, clock) = (clock.now(), Arc::clone(clock));
        Some(Timekeeper { clock, started, hard: plan.hard, pace: MovePace::new(plan) })
    }

    /// Returns the moment at which the move must be over, on its clock.
    pub(crate) fn deadline(&self) -> (Arc<dyn Clock>, Duration) {
        (Arc::clone(&self.clock), self.started.saturating_add(self.hard))
    }

    /// Notes a completed run and returns whether another is to begin.
    pub(crate) fn goes_on(&mut self, best: Option<Move>, score: i32) -> bool {
        let elapsed = self.clock.now().saturating_sub(self.started);
        self.pace.goes_on(elapsed, best.unwrap_or(Move::Pass), score)
    }
}
