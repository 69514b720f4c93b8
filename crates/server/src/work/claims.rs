//! Doing work that anybody asked for.

use std::ops::RangeInclusive;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use axum::Router;
use outflank_engine::Stopper;
use outflank_game::PlayerId;
use outflank_store::{ClaimedJob, JobClass, StoreError};
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tracing::{debug, info, warn};

use super::books::BOOK;
use super::imports::IMPORT;
use super::orders::{MOVE, TurnOrder};
use super::reviews::{HINT, REVIEW};
use super::{RunningJob, WorkRole, lock};
use crate::engines::TURNS;
use crate::hearing::PassingNews;
use crate::listener;
use crate::opponents::Opponent;
use crate::payer::Payer;
use crate::play::ComputerTurn;
use crate::routes;
use crate::studio::Studio;

/// How often it is looked whether there is something to do, though nobody said so.
const LOOK: Duration = Duration::from_millis(500);

/// How often a worker says that it still does its jobs: several times within a lease.
const HEARTBEAT: Duration = Duration::from_millis(500);

/// How often it is looked for moves that nobody was asked for.
const SWEEP: Duration = Duration::from_secs(1);

/// How often jobs are given up whose workers died too often.
const TIDY: u32 = 30;

/// How often it is looked for imports that nobody was asked to read, in sweeps.
const LOOK_FOR_IMPORTS: u32 = 5;

/// How long a server lets workers go first that do nothing else.
const COURTESY: Duration = Duration::from_millis(150);

/// How long jobs may take to be finished when a worker is to end.
const FAREWELL: Duration = Duration::from_millis(1500);

/// The place of a job among those that are done here at a time.
pub(crate) type WorkPlace = OwnedSemaphorePermit;

impl Studio {
    /// Does from now on what anybody asks for, if this studio is to work at all. Without a runtime nobody
    /// does.
    pub(crate) fn begin_work(self: &Arc<Studio>) {
        let Ok(runtime) = Handle::try_current() else { return };
        if !self.store.is_shared() || self.work.role == WorkRole::Asking {
            return;
        }
        runtime.spawn(sweep(Arc::downgrade(self)));
        if self.work.role == WorkRole::Never {
            return;
        }
        runtime.spawn(keep_leases(Arc::downgrade(self)));
        let places = usize::from(self.engines.threads());
        // Searches of reviews have places of their own: while they give way they take long, and nobody who
        // plays waits for one. More deep ones are begun than there are places: they take turns.
        let kinds = [
            (JobClass::Move..=JobClass::Hint, places),
            (JobClass::Shallow..=JobClass::Shallow, places),
            (JobClass::Deep..=JobClass::Deep, TURNS * places),
            (JobClass::Background..=JobClass::Background, places),
        ];
        for (classes, places) in kinds {
            runtime.spawn(claim(Arc::downgrade(self), classes, places));
        }
    }

    /// Works until `end` resolves, then finishes what is soon done and gives the rest back.
    ///
    /// Whoever connects to `watched`, if there is such a place, is told whether it is alive, whether it can
    /// work and what it has done, and nothing else.
    pub async fn work_until(
        self: &Arc<Studio>,
        watched: Option<TcpListener>,
        end: impl Future<Output = ()> + Send,
    ) {
        info!(worker = self.store.name(), "working");
        match watched {
            Some(listener) => listener::listen(listener, self.watching(), &self.closing, end).await,
            None => end.await,
        }
        info!("ending");
        self.closing.send_replace(true);
        let begin = Instant::now();
        while begin.elapsed() < FAREWELL && !lock(&self.work.running).is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self.close().await;
    }

    /// Makes the router for those who watch a worker.
    fn watching(self: &Arc<Studio>) -> Router {
        routes::for_watching().with_state(Arc::clone(self))
    }

    /// Stops the jobs that are done here, and gives them back.
    pub(crate) async fn stop_work(&self) {
        if !self.store.is_shared() {
            return;
        }
        self.closing.send_replace(true);
        lock(&self.work.running).values().for_each(|job| job.stopper.stop());
        // What cannot be given back is taken by others when its lease has ended.
        if let Err(error) = self.store.give_back(self.store.name()).await {
            debug!(%error, "jobs are not given back");
        }
    }

    /// Returns how long a job must have waited for this studio to do it; `None` if it does no such jobs now.
    fn courtesy(&self, classes: &RangeInclusive<JobClass>) -> Option<Duration> {
        let lets_others = self.work.role == WorkRole::Beside && self.work.has_workers();
        let is_busy = || self.work.urgent() >= usize::from(self.engines.threads());
        match (lets_others, *classes.start()) {
            (false, JobClass::Background) if is_busy() => None,
            (false, _) => Some(Duration::ZERO),
            (true, JobClass::Shallow | JobClass::Deep | JobClass::Background) => None,
            (true, JobClass::Move | JobClass::Hint) => Some(COURTESY),
        }
    }

    /// Does a job, and says what became of it.
    async fn attend_to(self: Arc<Studio>, job: ClaimedJob, place: WorkPlace) {
        let (begin, stopper) = (Instant::now(), Stopper::new());
        let is_idle_work = job.kind == BOOK;
        let (game, revision) = (job.game, job.revision);
        let running = RunningJob { is_idle_work, game, revision, stopper: stopper.clone() };
        lock(&self.work.running).insert(job.id, running);
        let done = match job.kind.as_str() {
            MOVE => self.make_move(&job, &stopper, place).await,
            HINT => self.give_hint(&job, place).await,
            REVIEW => self.search_for_review(&job, &stopper, place).await,
            IMPORT => self.read_import(&job, &stopper, place).await,
            BOOK => self.search_for_book(&job, &stopper, place).await,
            other => Err(format!("this version of the worker does not know {other:?}")),
        };
        lock(&self.work.running).remove(&job.id);
        if *self.closing.borrow() && stopper.is_stopped() {
            // It was given back.
            return;
        }
        self.metrics.worked(&job.kind, done.is_ok(), begin.elapsed());
        let noted = match &done {
            Ok(()) => self.store.finish(&job, self.store.name(), begin.elapsed()).await,
            Err(why) => {
                warn!(
                    job = job.id,
                    kind = job.kind,
                    game = job.game,
                    attempt = job.attempts,
                    why,
                    "a job failed"
                );
                self.store.fail(&job, self.store.name(), why).await
            }
        };
        // Then its lease ends, and it is found to be done already.
        if let Err(error) = noted {
            debug!(job = job.id, %error, "the queue does not hear of the end of a job");
        }
        self.work.wake.notify_waiters();
    }

    /// Makes the move of a computer player. A game that has moved on needs none.
    async fn make_move(
        self: &Arc<Studio>,
        job: &ClaimedJob,
        stopper: &Stopper,
        place: WorkPlace,
    ) -> Result<(), String> {
        let live = self.live(job.game);
        let kept = match self.look_at(&live).await {
            Ok(kept) => kept,
            Err(StoreError::NoGame { .. }) => return Ok(()),
            Err(error) => return Err(error.to_string()),
        };
        let Some(side) = kept.game.turn().filter(|_| kept.revision == job.revision) else { return Ok(()) };
        let order: TurnOrder = serde_json::from_str(&job.payload)
            .map_err(|error| format!("the order {:?}: {error}", job.payload))?;
        let player = order.helper.as_deref().unwrap_or(kept.game.seat(side).player.as_str());
        let find = || Some(Opponent::of_game(player, self.workshop.files())?.in_game(&kept.game));
        let opponent = match order.helper {
            Some(_) => find(),
            None => live.opponent(side, find),
        };
        let turn = ComputerTurn {
            game: kept.game.history().clone(),
            opponent: opponent.ok_or_else(|| format!("there is no player {player:?}"))?,
            helper: order.helper.as_deref().map(PlayerId::from),
            pause: order.pause.map(Duration::from_millis),
            place: Some(place),
            stopper: stopper.clone(),
        };
        let payer = Payer::default().or_owner(kept.rights.owner.as_ref());
        payer.pays(self.take_turn(&live, turn)).await.map_err(|error| error.message().to_owned())
    }
}

/// Claims jobs of some classes, as many at a time as there are places, until the studio is closed.
async fn claim(studio: Weak<Studio>, classes: RangeInclusive<JobClass>, places: usize) {
    let free = Arc::new(Semaphore::new(places));
    let mut closing = match studio.upgrade() {
        Some(studio) => studio.closing.subscribe(),
        None => return,
    };
    loop {
        let Ok(place) = Arc::clone(&free).acquire_owned().await else { return };
        let Some(studio) = studio.upgrade().filter(|studio| !studio.store.is_closed()) else { return };
        if *closing.borrow_and_update() {
            return;
        }
        // Whoever is told while the queue is looked at looks again.
        let wake = studio.work.wake.notified();
        let (found, pause) = match studio.courtesy(&classes) {
            Some(waited) => {
                let found = studio.store.claim(studio.store.name(), classes.clone(), waited).await;
                (found.unwrap_or_default(), if waited.is_zero() { LOOK } else { COURTESY })
            }
            None => (None, LOOK),
        };
        if let Some(job) = found {
            tokio::spawn(Arc::clone(&studio).attend_to(job, place));
            continue;
        }
        drop(place);
        tokio::select! {
            () = wake => if pause == COURTESY { tokio::time::sleep(COURTESY).await },
            () = tokio::time::sleep(pause) => {}
            _ = closing.changed() => {}
        }
    }
}

/// Says until the studio is closed that the jobs that are done here are done. Those that are not wanted any
/// more are stopped.
async fn keep_leases(studio: Weak<Studio>) {
    loop {
        tokio::time::sleep(HEARTBEAT).await;
        let Some(studio) = studio.upgrade().filter(|studio| !studio.store.is_closed()) else { return };
        if studio.work.role == WorkRole::Only {
            studio.pass_on(&PassingNews::Worker);
        }
        let known: Vec<i64> = lock(&studio.work.running).keys().copied().collect();
        if known.is_empty() {
            continue;
        }
        let Ok(kept) = studio.store.renew(studio.store.name()).await else { continue };
        let running = lock(&studio.work.running);
        for id in known.iter().filter(|id| !kept.contains(id)) {
            running.get(id).inspect(|job| job.stopper.stop());
        }
    }
}

/// Asks now and then for moves that nobody was asked for, until the studio is closed.
async fn sweep(studio: Weak<Studio>) {
    let mut round = 0_u32;
    loop {
        tokio::time::sleep(SWEEP).await;
        let Some(studio) = studio.upgrade().filter(|studio| !studio.store.is_closed()) else { return };
        studio.order_forgotten().await;
        round = round.wrapping_add(1);
        if round.is_multiple_of(LOOK_FOR_IMPORTS)
            && let Err(error) = studio.tidy_shared_imports().await
        {
            debug!(%error, "imports are not tidied");
        }
        if round.is_multiple_of(TIDY) {
            let (queue, attempts) = tokio::join!(studio.store.tidy_queue(), studio.store.forget_attempts());
            if let Err(error) = queue.and(attempts) {
                debug!(%error, "the queue is not tidied");
            }
        }
    }
}
