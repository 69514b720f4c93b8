//! Results that outlive a search: what the transposition table knows, for a caller that stores it.

use std::sync::atomic::Ordering::Relaxed;

use super::{TranspositionTable, bucket};
use crate::engine::Engine;

/// A result of the transposition table: a board and what is known about it, in a form of this version's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptResult {
    own: u64,
    opp: u64,
    data: u64,
}

impl KeptResult {
    /// Returns the result as numbers, to be stored.
    #[must_use]
    pub fn words(&self) -> [u64; 3] {
        [self.own, self.opp, self.data]
    }

    /// Makes a result of numbers that [`KeptResult::words`] gave, by the same version. Others make searches
    /// wrong.
    #[must_use]
    pub fn of_words([own, opp, data]: [u64; 3]) -> KeptResult {
        KeptResult { own, opp, data }
    }

    fn depth(&self) -> u8 {
        bucket::depth(self.data)
    }
}

impl Engine {
    /// Returns the deepest results of earlier searches, at most so many.
    ///
    /// A search may go on meanwhile.
    #[must_use]
    pub fn deepest_results(&self, most: usize) -> Vec<KeptResult> {
        let mut counts = [0usize; 256];
        self.table.each(|result| counts[usize::from(result.depth())] += 1);
        let mut sum = 0;
        let fits = |&depth: &usize| {
            sum += counts[depth];
            sum <= most
        };
        let Some(least) = (1..counts.len()).rev().take_while(fits).last() else { return Vec::new() };
        let mut results = Vec::new();
        self.table.each(|result| {
            if usize::from(result.depth()) >= least && results.len() < most {
                results.push(result);
            }
        });
        results
    }

    /// Puts results of another engine's searches into the table.
    pub fn recall(&self, results: impl IntoIterator<Item = KeptResult>) {
        for KeptResult { own, opp, data } in results {
            // Two sets of discs that overlap are no board.
            if own & opp == 0 && data != 0 {
                self.table.restore(own, opp, data);
            }
        }
    }
}

impl TranspositionTable {
    /// Calls `see` with every result.
    fn each(&self, mut see: impl FnMut(KeptResult)) {
        if !self.used.load(Relaxed) {
            return;
        }
        for bucket in self.in_use() {
            bucket::each(bucket, |own, opp, data| see(KeptResult { own, opp, data }));
        }
    }

    fn restore(&self, own: u64, opp: u64, data: u64) {
        self.used.store(true, Relaxed);
        self.make_room(64, u64::MAX);
        bucket::restore(self.bucket(own, opp), own, opp, data);
    }
}
