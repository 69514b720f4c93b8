//! What ends a search, looked at by all of its threads every few hundred microseconds.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::policy::limits::{Clock, Limits, Stopper};

/// A word on cache lines of its own: written often, next to one that is read at every node.
#[derive(Default)]
#[repr(align(128))]
struct Apart(AtomicU64);

/// The end of one search: whether it has come, and what brings it.
#[derive(Default)]
pub(crate) struct Watch {
    over: AtomicBool,
    nodes: Apart,
    most_nodes: Option<u64>,
    deadlines: Vec<(Arc<dyn Clock>, Duration)>,
    stopper: Option<Stopper>,
}

impl Watch {
    /// The most nodes a thread visits between two looks: at 5 to 40 million nodes a second, 50 to 400
    /// microseconds.
    const EVERY: u64 = 2048;

    /// Watches over a search that also ends at `end`.
    pub(crate) fn new(limits: &Limits, end: Option<(Arc<dyn Clock>, Duration)>) -> Watch {
        let deadlines = limits.deadline.clone().into_iter().chain(end).collect();
        let stopper = limits.stopper.clone();
        Watch { most_nodes: limits.nodes, deadlines, stopper, ..Watch::default() }
    }

    /// Tells whether the search is over.
    #[inline(always)]
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    /// Ends the search.
    pub(crate) fn end(&self) {
        self.over.store(true, Relaxed);
    }

    /// Returns the boards visited by all threads, as far as they have told.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.0.load(Relaxed)
    }

    /// Returns after how many nodes a thread looks again.
    pub(crate) fn every(&self) -> u64 {
        self.most_nodes.map_or(Self::EVERY, |most| (most / 16).clamp(64, Self::EVERY))
    }

    /// Adds nodes a thread has visited since it last told, and ends the search if a limit is reached.
    #[inline(never)]
    pub(crate) fn look(&self, nodes: u64) {
        let nodes = self.nodes.0.fetch_add(nodes, Relaxed) + nodes;
        if self.most_nodes.is_some_and(|most| nodes >= most)
            || self.stopper.as_ref().is_some_and(Stopper::is_stopped)
            || self.deadlines.iter().any(|(clock, end)| clock.now() >= *end)
        {
            self.end();
        }
    }
}
