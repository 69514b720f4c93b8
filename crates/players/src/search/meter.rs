//! What every search looks at every so many boards: whether it has to end.

use outflank_engine::Stopper;

use crate::moment::Instant;

/// Counts the positions of a search and knows whether it has to end.
pub struct Meter<'a> {
    stopper: Option<&'a Stopper>,
    deadline: Option<Instant>,
    nodes: u64,
    is_stopped: bool,
    is_late: bool,
}

impl<'a> Meter<'a> {
    /// Boards between two looks: a hundred microseconds or so. Looking costs nothing that can be measured.
    const BETWEEN_LOOKS: u64 = 64;

    /// Ends a search when it is stopped, and at the deadline if there is one.
    #[must_use]
    pub fn new(stopper: &'a Stopper, deadline: Option<Instant>) -> Meter<'a> {
        Meter { stopper: Some(stopper), deadline, ..Meter::unlimited() }
    }

    /// Lets a search come to its end.
    #[must_use]
    pub fn unlimited() -> Meter<'a> {
        Meter { stopper: None, deadline: None, nodes: 0, is_stopped: false, is_late: false }
    }

    /// Counts a board and returns whether the search is over.
    #[inline]
    pub fn count(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(Self::BETWEEN_LOOKS) {
            self.is_stopped |= self.stopper.is_some_and(Stopper::is_stopped);
            self.is_late |= self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        }
        self.is_over()
    }

    /// Returns how many boards were counted.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Tells whether the search is over, for whatever reason.
    #[must_use]
    #[inline]
    pub fn is_over(&self) -> bool {
        self.is_stopped || self.is_late
    }

    /// Tells whether somebody has stopped the search.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_and_a_deadline_are_heard_after_a_few_boards_and_told_apart() {
        let stopper = Stopper::new();
        let mut meter = Meter::new(&stopper, None);
        assert!((0..1000).all(|_| !meter.count()));
        stopper.stop();
        assert!((0..Meter::BETWEEN_LOOKS).any(|_| meter.count()));
        assert!(meter.is_stopped() && meter.nodes() < 1100);

        let stopper = Stopper::new();
        let mut meter = Meter::new(&stopper, Some(Instant::now()));
        assert!((0..Meter::BETWEEN_LOOKS).any(|_| meter.count()));
        assert!(meter.is_over() && !meter.is_stopped());

        let mut meter = Meter::unlimited();
        assert!((0..1000).all(|_| !meter.count()));
    }
}
