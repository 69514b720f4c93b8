//! Deep searches in slices: whoever has searched for two seconds rests while others wait.
//!
//! A search asks its clock every few thousand boards. This clock lets the thread rest there until it is its
//! turn again, so that nothing of the search is lost, and a search of minutes delays others by two seconds.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use outflank_engine::{Clock, Stopper};

/// How long a search goes on while others wait.
const SLICE: Duration = Duration::from_secs(2);

/// How often one who rests looks whether it was stopped.
const STOP_LOOK: Duration = Duration::from_millis(50);

/// The places of deep searches: so many search at a time, the others rest in a row.
#[derive(Debug)]
pub(crate) struct SearchPlaces {
    state: Mutex<PlaceRow>,
    moved: Condvar,
}

#[derive(Debug)]
struct PlaceRow {
    free: usize,
    /// The numbers of those who rest, the next first.
    row: VecDeque<u64>,
    given: u64,
}

impl SearchPlaces {
    pub(crate) fn new(places: usize) -> SearchPlaces {
        let state = PlaceRow { free: places, row: VecDeque::new(), given: 0 };
        SearchPlaces { state: Mutex::new(state), moved: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, PlaceRow> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a place; false if it was stopped before.
    fn enter(&self, stopper: &Stopper) -> bool {
        let mut state = self.state();
        state.given += 1;
        let number = state.given;
        state.row.push_back(number);
        loop {
            if stopper.is_stopped() {
                state.row.retain(|&other| other != number);
                self.moved.notify_all();
                return false;
            }
            if state.free > 0 && state.row.front() == Some(&number) {
                state.row.pop_front();
                state.free -= 1;
                self.moved.notify_all();
                return true;
            }
            let waited = self.moved.wait_timeout(state, STOP_LOOK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn leave(&self) {
        self.state().free += 1;
        self.moved.notify_all();
    }

    fn is_wanted(&self) -> bool {
        !self.state().row.is_empty()
    }
}

/// The clock of a search that shares its place.
pub(crate) struct SliceClock {
    begin: Instant,
    places: Arc<SearchPlaces>,
    stopper: Stopper,
    /// When the present slice began; `None` if there is no place: it was stopped.
    slice: Mutex<Option<Instant>>,
}

impl SliceClock {
    /// Waits for a place; `None` if the search was stopped before it began.
    pub(crate) fn start(places: &Arc<SearchPlaces>, stopper: &Stopper) -> Option<SliceClock> {
        places.enter(stopper).then(|| SliceClock {
            begin: Instant::now(),
            places: Arc::clone(places),
            stopper: stopper.clone(),
            slice: Mutex::new(Some(Instant::now())),
        })
    }
}

impl Clock for SliceClock {
    fn now(&self) -> Duration {
        let mut slice = self.slice.lock().unwrap_or_else(PoisonError::into_inner);
        if slice.is_some_and(|began| began.elapsed() >= SLICE) {
            if self.places.is_wanted() {
                self.places.leave();
                *slice = self.places.enter(&self.stopper).then(Instant::now);
            } else {
                *slice = Some(Instant::now());
            }
        }
        self.begin.elapsed()
    }
}

impl Drop for SliceClock {
    fn drop(&mut self) {
        if self.slice.get_mut().unwrap_or_else(PoisonError::into_inner).is_some() {
            self.places.leave();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_search_lets_another_go_first_and_goes_on() {
        let places = Arc::new(SearchPlaces::new(1));
        let long = SliceClock::start(&places, &Stopper::new()).unwrap();
        *long.slice.lock().unwrap() = Instant::now().checked_sub(SLICE);
        let other = std::thread::spawn({
            let places = Arc::clone(&places);
            move || drop(SliceClock::start(&places, &Stopper::new()).unwrap())
        });
        while !places.is_wanted() {
            std::thread::yield_now();
        }
        long.now();
        other.join().unwrap();
        assert!(
            long.slice.lock().unwrap().is_some_and(|began| began.elapsed() < SLICE),
            "a slice of its own"
        );
        let stopped = Stopper::new();
        stopped.stop();
        assert!(SliceClock::start(&places, &stopped).is_none());
        drop(long);
        assert!(!places.is_wanted());
        assert_eq!(places.state().free, 1);
    }
}
