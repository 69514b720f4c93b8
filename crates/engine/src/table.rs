//! The transposition table: results shared by all threads and kept between searches.
//!
//! The memory is one array of buckets (see `bucket`), each a cache line, found by a hash of the board.

#[cfg(loom)]
use loom::sync::atomic::AtomicU64;
#[cfg(not(loom))]
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU8};

use outflank_rules::{prefer_huge_pages, prefetch};

use crate::bucket::{self, Bucket};
pub(crate) use crate::bucket::{Entry, Found};

/// The confidence with which a selective search cuts, in standard deviations, and its name in per cent; the
/// last level cuts nothing.
pub(crate) const SELECTIVITY: [(f64, u8); 6] =
    [(1.1, 73), (1.5, 87), (2.0, 95), (2.6, 98), (3.3, 99), (999.0, 100)];

/// The level at which nothing is cut on probability.
pub(crate) const EXACT: u8 = 5;

/// Says that a table does not fit into memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a table of {mebibytes} MiB")]
pub struct TableTooLarge {
    /// The size asked for.
    pub mebibytes: usize,
}

/// A table of a fixed number of buckets.
pub(crate) struct Table {
    words: Box<[AtomicU64]>,
    /// The first word that begins a cache line.
    first: usize,
    /// The number of buckets minus one, all bits set.
    mask: usize,
    age: AtomicU8,
    /// Whether a search has begun since the table was made or cleared.
    used: AtomicBool,
}

impl Table {
    /// Makes an empty table of at most the given size, a power of two of buckets.
    ///
    /// The memory comes zeroed from the system and is touched only when used, so that this takes no time.
    pub(crate) fn new(mebibytes: usize) -> Result<Table, TableTooLarge> {
        let wanted = mebibytes.saturating_mul(1 << 20) / size_of::<Bucket>();
        let count = if wanted.is_power_of_two() { wanted } else { wanted.next_power_of_two() / 2 };
        Table::of_buckets(count.max(1024)).ok_or(TableTooLarge { mebibytes })
    }

    /// Makes a table that is not meant to be used.
    pub(crate) fn smallest() -> Table {
        let words = std::iter::repeat_with(|| AtomicU64::new(0)).take(8).collect();
        Table { words, first: 0, mask: 0, age: AtomicU8::new(1), used: AtomicBool::new(false) }
    }

    fn of_buckets(count: usize) -> Option<Table> {
        // Seven words more, so that the buckets can begin at a cache line.
        let length = count.checked_mul(8)?.checked_add(7)?;
        let words = zeroed_words(length)?;
        let first = (words.as_ptr() as usize).wrapping_neg() % 64 / 8;
        Some(Table { words, first, mask: count - 1, age: AtomicU8::new(1), used: AtomicBool::new(false) })
    }

    /// Prepares for a search that reads everywhere: large pages, if the system has them for memory not used
    /// so far. A read at a random place of 256 MiB then takes half the time; but the first use of each page
    /// costs more, which a search of a few milliseconds would only suffer from.
    pub(crate) fn expect_long_search(&self) {
        prefer_huge_pages(&self.words);
    }

    /// Lets results of earlier searches be replaced before those to come.
    pub(crate) fn start_search(&self) {
        self.used.store(true, Relaxed);
        self.age.fetch_add(1, Relaxed);
    }

    /// Forgets everything. A table that was not used stays untouched: even reading its memory would make the system
    /// back it by small pages, each of which costs all threads a pause when it is first written.
    pub(crate) fn clear(&self) {
        if !self.used.swap(false, Relaxed) {
            return;
        }
        for bucket in self.words[self.first..].as_chunks().0 {
            bucket::clear(bucket);
        }
    }

    #[inline(always)]
    fn bucket(&self, own: u64, opp: u64) -> &Bucket {
        let mixed =
            own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ opp.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(31);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let start = self.first + 8 * ((mixed >> 20) as usize & self.mask);
        match self.words[start..start + 8].first_chunk() {
            Some(bucket) => bucket,
            None => unreachable!("eight words were asked for"),
        }
    }

    /// Brings what may be known about a board near, for a call of [`Table::get`] to come.
    #[inline(always)]
    pub(crate) fn prefetch(&self, own: u64, opp: u64) {
        prefetch(self.bucket(own, opp));
    }

    /// Returns what is known about a board.
    #[inline(always)]
    pub(crate) fn get(&self, own: u64, opp: u64) -> Option<Entry> {
        bucket::get(self.bucket(own, opp), own, opp)
    }

    /// Notes a result.
    pub(crate) fn put(&self, own: u64, opp: u64, found: &Found) {
        bucket::put(self.bucket(own, opp), self.age.load(Relaxed), own, opp, found);
    }
}

/// Returns words that are all zero; memory comes from the system when they are first used.
#[cfg(not(loom))]
fn zeroed_words(length: usize) -> Option<Box<[AtomicU64]>> {
    bytemuck::allocation::try_zeroed_slice_box(length).ok()
}

/// The words of the checker loom are made one by one.
#[cfg(loom)]
fn zeroed_words(length: usize) -> Option<Box<[AtomicU64]>> {
    Some(std::iter::repeat_with(|| AtomicU64::new(0)).take(length).collect())
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    fn found(score: i32, best: u32) -> Found {
        Found { depth: 10, selectivity: EXACT, alpha: -64, beta: 64, score, best }
    }

    #[test]
    fn a_result_is_found_again_and_another_board_is_not() {
        let table = Table::of_buckets(16).unwrap();
        table.start_search();
        table.put(1, 2, &found(7, 19));
        let entry = table.get(1, 2).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.best, entry.depth), (7, 7, 19, 10));
        assert_eq!(table.get(2, 1), None);
        table.clear();
        assert_eq!(table.get(1, 2), None);
    }

    #[test]
    fn buckets_begin_at_cache_lines_and_an_impossible_size_is_refused() {
        let table = Table::new(1).unwrap();
        assert_eq!(std::ptr::from_ref(table.bucket(1, 2)).addr() % 64, 0);
        assert_eq!(Table::new(usize::MAX).err(), Some(TableTooLarge { mebibytes: usize::MAX }));
    }

    #[test]
    fn bounds_of_equal_searches_meet_and_a_deeper_search_replaces_them() {
        let table = Table::of_buckets(16).unwrap();
        table.put(1, 2, &Found { alpha: 4, beta: 5, ..found(6, 3) });
        table.put(1, 2, &Found { alpha: 8, beta: 9, ..found(8, 4) });
        let entry = table.get(1, 2).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.best), (6, 8, 3));
        table.put(1, 2, &Found { depth: 12, alpha: 0, beta: 1, ..found(0, 4) });
        let entry = table.get(1, 2).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.depth, entry.best), (-64, 0, 12, 3));
    }

    #[test]
    fn results_of_a_new_search_replace_old_ones_however_deep_those_are() {
        // One bucket: two entries for all boards.
        let table = Table::of_buckets(1).unwrap();
        for board in 1..=2 {
            table.put(board, 64, &Found { depth: 30, ..found(7, 19) });
        }
        table.put(3, 64, &found(1, 2));
        assert_eq!(table.get(3, 64).unwrap().lower, 1, "the newest is always kept");
        assert_eq!([1, 2].iter().filter(|&&board| table.get(board, 64).is_some()).count(), 1);
        table.start_search();
        for board in 11..=12 {
            table.put(board, 64, &found(board as i32, 3));
        }
        for board in 11..=12 {
            assert_eq!(i64::from(table.get(board, 64).unwrap().lower), board as i64);
        }
        for board in 1..=3 {
            assert_eq!(table.get(board, 64), None);
        }
    }

    #[test]
    fn within_a_search_the_shallower_entry_is_replaced() {
        let table = Table::of_buckets(1).unwrap();
        table.put(1, 64, &Found { depth: 30, ..found(7, 19) });
        for board in 2..100 {
            table.put(board, 64, &Found { depth: 12 + board as u32 % 5, ..found(board as i32 / 2, 3) });
            assert!(table.get(1, 64).is_some(), "the deep result stays while others come and go");
            assert_eq!(i64::from(table.get(board, 64).unwrap().lower), board as i64 / 2);
        }
    }

    /// The one right entry of the `n`th board of the stress test: every field follows from the board.
    fn right(n: u64) -> (u64, u64, Found) {
        let own = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = own ^ own >> 29;
        let score = (hash % 129) as i32 - 64;
        let (depth, best) = ((hash >> 8) as u32 % 60, (hash >> 16) as u32 % 64);
        (own, !own, Found { depth, selectivity: (hash >> 24) as u8 % 6, ..found(score, best) })
    }

    #[test]
    fn threads_never_read_an_entry_of_another_board_or_of_two() {
        // Few buckets, so that threads write the same words all the time, and more boards than room.
        let (boards, threads, rounds): (u64, u64, u64) =
            if cfg!(miri) { (8, 3, 150) } else { (64, 16, 200_000) };
        let table = Table::of_buckets(4).unwrap();
        let hits = std::sync::atomic::AtomicU64::new(0);
        std::thread::scope(|scope| {
            for thread in 0..threads {
                let (table, hits) = (&table, &hits);
                scope.spawn(move || {
                    let mut state = thread + 1;
                    for round in 0..rounds {
                        state = state
                            .wrapping_mul(6_364_136_223_846_793_005)
                            .wrapping_add(1_442_695_040_888_963_407);
                        let (own, opp, found) = right((state >> 40) % boards);
                        if state >> 30 & 1 == 0 {
                            table.put(own, opp, &found);
                        } else if let Some(entry) = table.get(own, opp) {
                            let bounds = (i32::from(entry.lower), i32::from(entry.upper));
                            assert_eq!(bounds, (found.score, found.score));
                            assert_eq!(
                                (u32::from(entry.depth), u32::from(entry.best)),
                                (found.depth, found.best)
                            );
                            assert_eq!((entry.selectivity, entry.second), (found.selectivity, 64));
                            hits.fetch_add(1, Relaxed);
                        }
                        if thread == 0 && round % 1000 == 0 {
                            table.start_search();
                        }
                    }
                });
            }
        });
        assert!(hits.load(Relaxed) > 0);
    }
}
