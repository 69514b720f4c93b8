//! Several threads on one search: young brothers wait.
//!
//! The first child of a node is searched by one thread. If it does not decide the node, its brothers may be
//! shared: the node becomes a [`Split`], idle threads join it and take child after child, and so does the
//! thread that owns it. A child that decides the node makes all others stop at once. An owner that has run
//! out of children helps with the splits below its own until the last joined thread is through.
//!
//! The moves of a root that are all to be valued are shared in the same way, the first one too, and none of
//! them ends the search of another.
//!
//! Nothing here depends on timing for its result: a node's score is the same whoever searched its children.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use outflank_kernels::{Isa, Routine};

use super::Worker;
use crate::node::{Child, around, null_window};
use crate::selectivity::Selectivity;
use crate::square_or_none::SquareOrNone;

/// What is asked about the children of a split.
enum Question {
    /// Whether one of them is worth more than this; the first that is decides the node.
    Above(i32),
    /// What each of them is worth; a guess for each.
    Values(Vec<i32>),
}

/// A node whose remaining children are shared.
pub(crate) struct Split {
    children: Vec<Child>,
    question: Question,
    depth: u32,
    selectivity: Selectivity,
    cuts_statically: bool,
    /// The next child to be taken.
    next: AtomicUsize,
    /// Threads inside, the owner not counted.
    inside: AtomicUsize,
    /// Set when a child has decided the node.
    decided: AtomicBool,
    /// Which children have been searched to the end: one bit each, 64 at most.
    done: AtomicU64,
    best: Mutex<(i32, SquareOrNone)>,
    /// What the children were found to be worth, if that is the question.
    values: Mutex<Vec<Option<i32>>>,
    /// The splits this one lies below, outermost first.
    above: Vec<Arc<Split>>,
}

/// What the brothers of a first child came to.
pub(crate) struct Brothers {
    /// The best score among those searched.
    pub(crate) best: i32,
    /// The square of the best.
    pub(crate) square: SquareOrNone,
    /// Which children have been searched to the end, by their place.
    pub(crate) done: u64,
}

impl Split {
    /// Makes a split of a node that the worker searches; a board has at most 64 moves, one bit of `done`
    /// each.
    fn new(worker: &Worker, children: Vec<Child>, question: Question, depth: u32) -> Arc<Split> {
        debug_assert!(children.len() <= 64, "{} children", children.len());
        let values = vec![None; children.len()];
        Arc::new(Split {
            children,
            question,
            depth,
            selectivity: worker.selectivity,
            cuts_statically: worker.cuts_statically,
            next: AtomicUsize::new(0),
            inside: AtomicUsize::new(0),
            decided: AtomicBool::new(false),
            done: AtomicU64::new(0),
            best: Mutex::new((i32::MIN, SquareOrNone::NONE)),
            values: Mutex::new(values),
            above: worker.splits.clone(),
        })
    }

    pub(crate) fn is_decided(&self) -> bool {
        self.decided.load(Ordering::Relaxed)
    }

    fn has_work(&self) -> bool {
        !self.is_decided() && self.next.load(Ordering::Relaxed) < self.children.len()
    }

    /// Takes and searches children until none is left or the node is decided.
    fn work<I: Isa>(&self, isa: I, worker: &mut Worker) {
        while self.has_work() {
            let n = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(child) = self.children.get(n) else { return };
            match &self.question {
                Question::Above(alpha) => {
                    let score = -null_window(isa, worker, child.node, -alpha - 1, self.depth - 1);
                    if worker.stopped() {
                        return;
                    }
                    self.done.fetch_or(1 << n, Ordering::Relaxed);
                    let mut best = lock(&self.best);
                    if score > best.0 {
                        *best = (score, child.square);
                        if score > *alpha {
                            self.decided.store(true, Ordering::Relaxed);
                        }
                    }
                }
                Question::Values(guesses) => {
                    let score = -around(isa, worker, child.node, -guesses[n], self.depth - 1);
                    if worker.stopped() {
                        return;
                    }
                    lock(&self.values)[n] = Some(score);
                }
            }
        }
    }
}

/// The threads of one search.
#[derive(Default)]
pub(crate) struct Team {
    open: Mutex<Vec<Arc<Split>>>,
    wake: Condvar,
    /// How many splits were opened so far.
    opened: AtomicUsize,
    /// Threads that have come to help.
    helpers: AtomicUsize,
    /// Threads without work.
    idle: AtomicUsize,
    /// Those of them that sleep.
    asleep: AtomicUsize,
    over: AtomicBool,
}

/// How often a thread without work looks for a new split before it sleeps: some ten microseconds. Waking a
/// thread takes longer than that, and most splits are only worth a few hundred.
const LOOKS: u32 = 2000;

/// Takes a lock; a thread that panicked while holding it left nothing half-done here.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Team {
    /// Tells whether a thread is waiting for work.
    #[inline(always)]
    pub(crate) fn has_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) != 0
    }

    /// Tells whether there are other threads than the one that leads, waiting or not.
    pub(crate) fn has_helpers(&self) -> bool {
        self.helpers.load(Ordering::Relaxed) != 0
    }

    /// Returns how many nodes were shared so far.
    #[cfg(test)]
    pub(crate) fn shared(&self) -> usize {
        self.opened.load(Ordering::Relaxed)
    }

    /// Sends the helpers home.
    pub(crate) fn finish(&self) {
        self.over.store(true, Ordering::SeqCst);
        let _open = lock(&self.open);
        self.wake.notify_all();
    }

    /// Offers a split to threads without work.
    fn open(&self, split: &Arc<Split>) {
        let mut open = lock(&self.open);
        open.push(Arc::clone(split));
        self.opened.fetch_add(1, Ordering::Relaxed);
        if self.asleep.load(Ordering::Relaxed) != 0 {
            self.wake.notify_all();
        }
    }

    /// Lets nobody join a split any more.
    fn close(&self, split: &Arc<Split>) {
        lock(&self.open).retain(|other| !Arc::ptr_eq(other, split));
    }

    /// Joins an open split that has work and, if `below` is given, lies below it.
    fn join(open: &[Arc<Split>], below: Option<&Arc<Split>>) -> Option<Arc<Split>> {
        let fits = |split: &&Arc<Split>| {
            split.has_work()
                && below.is_none_or(|owner| split.above.iter().any(|above| Arc::ptr_eq(above, owner)))
                && !split.above.iter().any(|above| above.is_decided())
        };
        // The outermost split has the largest children.
        let found = open.iter().filter(fits).min_by_key(|split| split.above.len())?;
        found.inside.fetch_add(1, Ordering::SeqCst);
        Some(Arc::clone(found))
    }

    fn leave(split: &Arc<Split>) {
        split.inside.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Works inside a joined split as a part of it.
fn help<I: Isa>(isa: I, worker: &mut Worker, split: &Arc<Split>) {
    let (mine, selectivity) = (std::mem::take(&mut worker.splits), worker.selectivity);
    let (probing, cuts_statically) = (std::mem::replace(&mut worker.probing, 0), worker.cuts_statically);
    worker.splits = split.above.clone();
    worker.splits.push(Arc::clone(split));
    (worker.selectivity, worker.cuts_statically) = (split.selectivity, split.cuts_statically);
    split.work(isa, worker);
    (worker.splits, worker.selectivity) = (mine, selectivity);
    (worker.probing, worker.cuts_statically) = (probing, cuts_statically);
    worker.look();
    Team::leave(split);
}

/// The life of a helping thread: waits for splits until the search is over.
pub(crate) struct Helper<'w> {
    pub(crate) worker: &'w mut Worker,
    pub(crate) team: &'w Team,
}

impl Routine for Helper<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        let Helper { worker, team } = self;
        let mut open = lock(&team.open);
        team.helpers.fetch_add(1, Ordering::Relaxed);
        team.idle.fetch_add(1, Ordering::Relaxed);
        while !team.over.load(Ordering::SeqCst) {
            if let Some(split) = Team::join(&open, None) {
                drop(open);
                team.idle.fetch_sub(1, Ordering::Relaxed);
                help(isa, worker, &split);
                team.idle.fetch_add(1, Ordering::Relaxed);
                open = lock(&team.open);
            } else {
                let opened = team.opened.load(Ordering::Relaxed);
                drop(open);
                let is_news =
                    || team.opened.load(Ordering::Relaxed) != opened || team.over.load(Ordering::SeqCst);
                let mut looks = 0;
                while looks < LOOKS && !is_news() {
                    std::hint::spin_loop();
                    looks += 1;
                }
                open = lock(&team.open);
                if !is_news() {
                    team.asleep.fetch_add(1, Ordering::Relaxed);
                    open = team.wake.wait(open).unwrap_or_else(PoisonError::into_inner);
                    team.asleep.fetch_sub(1, Ordering::Relaxed);
                }
            }
        }
    }
}

/// Shares `children` with idle threads and returns what they came to.
pub(crate) fn share<I: Isa>(
    isa: I,
    worker: &mut Worker,
    children: Vec<Child>,
    alpha: i32,
    depth: u32,
) -> Brothers {
    let split = Split::new(worker, children, Question::Above(alpha), depth);
    work_together(isa, worker, &split);
    let (best, square) = *lock(&split.best);
    Brothers { best, square, done: split.done.load(Ordering::Relaxed) }
}

/// Finds with all threads what each of `children` is worth to the mover of a node of `depth`, a guess for
/// each being given; nothing for those that the end of the search came before.
pub(crate) fn share_values<I: Isa>(
    isa: I,
    worker: &mut Worker,
    children: Vec<Child>,
    guesses: Vec<i32>,
    depth: u32,
) -> Vec<Option<i32>> {
    let split = Split::new(worker, children, Question::Values(guesses), depth);
    work_together(isa, worker, &split);
    std::mem::take(&mut lock(&split.values))
}

/// Works on a split with all threads that come until nothing is left of it.
fn work_together<I: Isa>(isa: I, worker: &mut Worker, split: &Arc<Split>) {
    let team = Arc::clone(&worker.team);
    team.open(split);
    worker.splits.push(Arc::clone(split));
    split.work(isa, worker);
    worker.splits.pop();
    team.close(split);
    wait_for_helpers(isa, worker, &team, split);
}

/// Helps below a split that nobody can join any more until those inside are through. When the search is over
/// their results are worthless: a thread the system does not let run is not waited for.
fn wait_for_helpers<I: Isa>(isa: I, worker: &mut Worker, team: &Team, split: &Arc<Split>) {
    // A thread that waits here is without work: those inside share what they have.
    team.idle.fetch_add(1, Ordering::Relaxed);
    let mut looks = 0;
    while split.inside.load(Ordering::SeqCst) != 0 && !worker.is_over() {
        let below = Team::join(&lock(&team.open), Some(split));
        if let Some(below) = below {
            team.idle.fetch_sub(1, Ordering::Relaxed);
            help(isa, worker, &below);
            team.idle.fetch_add(1, Ordering::Relaxed);
            looks = 0;
            continue;
        }
        // Until there is news, leave the lock to the others.
        let opened = team.opened.load(Ordering::Relaxed);
        while looks < LOOKS
            && split.inside.load(Ordering::SeqCst) != 0
            && team.opened.load(Ordering::Relaxed) == opened
        {
            std::hint::spin_loop();
            looks += 1;
        }
        if looks >= LOOKS {
            // Nobody else may be there to see the end of the search come.
            worker.look();
            std::thread::yield_now();
            looks = 0;
        }
    }
    team.idle.fetch_sub(1, Ordering::Relaxed);
}
