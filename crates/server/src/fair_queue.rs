//! Turns at the engines: whoever has used them least lately is next.
//!
//! A turn belongs to a payer: an account, or all guests of an address. Where one person uses the studio there
//! is one payer, and turns go in the order in which they were asked for.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::error::ApiError;

/// In what time half of what somebody has used is forgotten, in seconds.
const HALF_LIFE: f64 = 120.0;
/// How much a turn that is not over counts, in seconds, beside the time it has taken so far.
const UNDER_WAY: f64 = 0.5;
/// What is used so little is forgotten, in seconds.
const LITTLE: f64 = 0.01;
/// How many seconds of the engines somebody may have used lately before further questions are refused.
const MOST: f64 = 240.0;

/// Turns for so many at a time.
pub(crate) struct FairQueue {
    state: Mutex<QueueState>,
}

#[derive(Default)]
struct QueueState {
    free: usize,
    /// How many turns one payer may have at a time: where there are payers, one is left for the others.
    most_of_one: usize,
    last: u64,
    waiting: Vec<WaitingTurn>,
    used: HashMap<String, UsedTime>,
}

/// Somebody who waits.
struct WaitingTurn {
    payer: String,
    number: u64,
    call: oneshot::Sender<FairTurn>,
}

/// What a payer has used, as it was at a moment.
#[derive(Clone, Copy)]
struct UsedTime {
    seconds: f64,
    at: Instant,
    /// How many turns are under way.
    turns: usize,
}

impl UsedTime {
    fn now(self, now: Instant) -> f64 {
        let age = now.duration_since(self.at).as_secs_f64();
        self.seconds * (-age / HALF_LIFE * std::f64::consts::LN_2).exp()
    }
}

/// A turn, until it is dropped.
pub(crate) struct FairTurn {
    queue: Arc<FairQueue>,
    payer: String,
    begun: Instant,
}

impl Drop for FairTurn {
    fn drop(&mut self) {
        self.queue.end(&self.payer, self.begun.elapsed());
    }
}

impl FairQueue {
    /// Makes a queue for so many turns at a time.
    pub(crate) fn new(turns: usize) -> FairQueue {
        FairQueue {
            state: Mutex::new(QueueState {
                free: turns,
                most_of_one: turns.saturating_sub(1).max(1),
                ..QueueState::default()
            }),
        }
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how many turns could begin at once.
    pub(crate) fn free(&self) -> usize {
        self.state().free
    }

    /// Waits for a turn. Who goes away meanwhile leaves the queue.
    pub(crate) async fn turn(self: &Arc<FairQueue>, payer: &str) -> Option<FairTurn> {
        let called = {
            let mut state = self.state();
            state.last += 1;
            state.waiting.retain(|turn| !turn.call.is_closed());
            let (call, called) = oneshot::channel();
            let (payer, number) = (payer.to_owned(), state.last);
            state.waiting.push(WaitingTurn { payer, number, call });
            called
        };
        self.call_next();
        called.await.ok()
    }

    /// Calls those who are next, as long as there are turns.
    fn call_next(self: &Arc<FairQueue>) {
        loop {
            let call = {
                let mut state = self.state();
                let Some(next) = state.next() else { return };
                let WaitingTurn { payer, call, .. } = state.waiting.swap_remove(next);
                if call.is_closed() {
                    continue;
                }
                state.free -= 1;
                let begun = Instant::now();
                let unused = UsedTime { seconds: 0.0, at: begun, turns: 0 };
                state.used.entry(payer.clone()).or_insert(unused).turns += 1;
                (call, FairTurn { queue: Arc::clone(self), payer, begun })
            };
            // Whoever has just gone gives the turn back by dropping it, when nothing is locked.
            let _dropped_if_nobody_waits = call.0.send(call.1);
        }
    }

    fn end(self: &Arc<FairQueue>, payer: &str, took: Duration) {
        let now = Instant::now();
        {
            let mut state = self.state();
            state.free += 1;
            if let Some(used) = state.used.get_mut(payer) {
                let seconds = used.now(now) + took.as_secs_f64();
                *used = UsedTime { seconds, at: now, turns: used.turns.saturating_sub(1) };
            }
            state.used.retain(|_, used| used.turns > 0 || used.now(now) > LITTLE);
        }
        self.call_next();
    }

    /// Refuses further questions of somebody who has used the engines much lately.
    pub(crate) fn require_time(&self, payer: &str) -> Result<(), ApiError> {
        let used = self.state().used.get(payer).map_or(0.0, |used| used.now(Instant::now()));
        if payer.is_empty() || used <= MOST {
            return Ok(());
        }
        let wait = HALF_LIFE * (used / MOST).log2();
        let message = format!("the engines have worked {used:.0} s for you lately; let others have a turn");
        Err(ApiError::too_many(message, Duration::from_secs_f64(wait.max(1.0))))
    }
}

impl QueueState {
    /// Finds who is next: of those who have used least, who has waited longest.
    fn next(&self) -> Option<usize> {
        if self.free == 0 {
            return None;
        }
        let now = Instant::now();
        let cost = |turn: &WaitingTurn| {
            self.used.get(&turn.payer).map_or(0.0, |used| used.now(now) + UNDER_WAY * used.turns as f64)
        };
        // Everybody's cost is found once: many may wait.
        let mut costs: HashMap<&str, f64> = HashMap::new();
        let mut best: Option<(f64, u64, usize)> = None;
        for (place, turn) in self.waiting.iter().enumerate() {
            let turns = self.used.get(&turn.payer).map_or(0, |used| used.turns);
            if !turn.payer.is_empty() && turns >= self.most_of_one {
                continue;
            }
            let cost = *costs.entry(&turn.payer).or_insert_with(|| cost(turn));
            let is_better = best.is_none_or(|(least, number, _)| (cost, turn.number) < (least, number));
            if is_better {
                best = Some((cost, turn.number, place));
            }
        }
        best.map(|(_, _, place)| place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn order(queue: &Arc<FairQueue>, payers: &[&str]) -> Vec<String> {
        let first = queue.turn("").await.unwrap();
        let (tell, mut heard) = tokio::sync::mpsc::unbounded_channel();
        for &payer in payers {
            let (queue, payer, tell) = (Arc::clone(queue), payer.to_owned(), tell.clone());
            tokio::spawn(async move {
                let turn = queue.turn(&payer).await.unwrap();
                tokio::time::sleep(Duration::from_millis(15)).await;
                drop(turn);
                let _told = tell.send(payer);
            });
            tokio::task::yield_now().await;
        }
        drop((first, tell));
        let mut done = Vec::new();
        while let Some(payer) = heard.recv().await {
            done.push(payer);
        }
        done
    }

    #[tokio::test]
    async fn one_who_asks_much_does_not_keep_others_waiting() {
        let queue = Arc::new(FairQueue::new(1));
        let done = order(&queue, &["much", "much", "much", "much", "little"]).await;
        let place = done.iter().position(|payer| payer == "little").unwrap();
        assert!(place <= 1, "{done:?}");
        assert_eq!((done.len(), queue.free()), (5, 1));
    }

    #[tokio::test]
    async fn alone_turns_go_in_their_order_and_nobody_waits_for_those_who_left() {
        let queue = Arc::new(FairQueue::new(1));
        let turn = queue.turn("").await.unwrap();
        let moment = Duration::from_millis(5);
        // Somebody who waits and goes.
        assert!(tokio::time::timeout(moment, queue.turn("")).await.is_err());
        let own = Arc::clone(&queue);
        let next = tokio::spawn(async move { own.turn("").await.is_some() });
        tokio::time::sleep(moment).await;
        assert_eq!(queue.free(), 0);
        drop(turn);
        assert!(next.await.unwrap());
        assert_eq!(queue.free(), 1);
    }

    #[test]
    fn who_has_used_much_is_refused_for_a_while() {
        let queue = Arc::new(FairQueue::new(1));
        let seconds = MOST * 2.0;
        queue.state().used.insert("much".to_owned(), UsedTime { seconds, at: Instant::now(), turns: 0 });
        assert!(queue.require_time("much").is_err() && queue.require_time("little").is_ok());
        assert!(queue.require_time("").is_ok());
    }
}
