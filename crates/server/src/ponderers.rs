//! Computer players that think on the opponent's time: on cores that nobody else wants.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use outflank_engine::Stopper;
use prometheus_client::metrics::gauge::Gauge;

use crate::metrics::{Gauged, Metrics};

/// Those who ponder. They and the jobs of the engines are never more than there are cores.
pub(crate) struct Ponderers {
    cores: usize,
    /// What stops each of them, the longest at it first.
    stoppers: Arc<Mutex<Vec<Stopper>>>,
    gauge: Gauge,
}

/// A place among those who ponder, until it is dropped.
pub(crate) struct PonderPlace {
    stopper: Stopper,
    stoppers: Arc<Mutex<Vec<Stopper>>>,
    _counted: Gauged,
}

impl Drop for PonderPlace {
    fn drop(&mut self) {
        lock(&self.stoppers).retain(|other| !other.is_same(&self.stopper));
    }
}

fn lock(stoppers: &Mutex<Vec<Stopper>>) -> MutexGuard<'_, Vec<Stopper>> {
    stoppers.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Ponderers {
    /// Lets as many ponder as there are cores.
    pub(crate) fn new(cores: usize, gauge: &Gauge) -> Ponderers {
        Ponderers { cores, stoppers: Arc::default(), gauge: gauge.clone() }
    }

    /// Takes a place while so many jobs run or wait; `None` if no core is free.
    pub(crate) fn enter(&self, busy: usize, stopper: &Stopper) -> Option<PonderPlace> {
        let mut stoppers = lock(&self.stoppers);
        if stopper.is_stopped() || busy + stoppers.len() >= self.cores {
            return None;
        }
        stoppers.push(stopper.clone());
        let _counted = Metrics::count(&self.gauge);
        Some(PonderPlace { stopper: stopper.clone(), stoppers: Arc::clone(&self.stoppers), _counted })
    }

    /// Returns how many there are, those included that were told to stop and have not done so yet.
    pub(crate) fn count(&self) -> usize {
        usize::try_from(self.gauge.get()).unwrap_or(0)
    }

    /// Stops as many as so many jobs need cores.
    pub(crate) fn make_room(&self, busy: usize) {
        let mut stoppers = lock(&self.stoppers);
        let too_many = (busy + stoppers.len()).saturating_sub(self.cores).min(stoppers.len());
        stoppers.drain(..too_many).for_each(|stopper| stopper.stop());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_ponders_on_a_core_that_somebody_wants() {
        let ponderers = Ponderers::new(2, &Gauge::default());
        let stoppers = [Stopper::new(), Stopper::new(), Stopper::new()];
        let [first, second, third] = &stoppers;
        let places: Vec<_> = [first, second].map(|stopper| ponderers.enter(0, stopper).unwrap()).into();
        assert!(ponderers.enter(0, third).is_none(), "two cores");
        assert_eq!(ponderers.count(), 2);
        ponderers.make_room(0);
        assert!(!first.is_stopped() && !second.is_stopped());
        ponderers.make_room(1);
        assert!(first.is_stopped() && !second.is_stopped(), "the longest at it first");
        assert!(ponderers.enter(1, third).is_none());
        ponderers.make_room(5);
        assert!(second.is_stopped());
        drop(places);
        assert_eq!(ponderers.count(), 0);
        assert!(ponderers.enter(2, third).is_none() && ponderers.enter(1, third).is_some());
        third.stop();
        assert!(ponderers.enter(0, third).is_none(), "nobody waits for it any more");
    }
}
