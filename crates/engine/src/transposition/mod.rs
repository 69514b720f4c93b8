//! The transposition table: results shared by all threads and kept between searches.
//!
//! The memory is one array of buckets (see `bucket`), each a cache line, found by a hash of the board.
//! `local` is the small table that each thread has of its own for the last plies.

mod bucket;
mod kept;
mod local;

#[cfg(loom)]
use loom::sync::atomic::AtomicU64;
#[cfg(not(loom))]
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize};

use outflank_kernels::{prefer_huge_pages, prefetch};

use bucket::Bucket;
pub(crate) use bucket::{NodeResult, TtEntry};
pub use kept::KeptResult;
pub(crate) use local::LocalTable;

/// Says that a table does not fit into memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a table of {mebibytes} MiB")]
pub struct TableTooLarge {
    /// The size asked for.
    pub mebibytes: usize,
}

/// A table of a fixed number of buckets.
pub(crate) struct TranspositionTable {
    words: Box<[AtomicU64]>,
    /// The first word that begins a cache line.
    first: usize,
    /// The number of buckets minus one, all bits set.
    mask: usize,
    /// The same for the buckets in use: the first ones, as many as the searches so far could fill.
    reach: AtomicUsize,
    age: AtomicU8,
    /// Whether a search has begun since the table was made or cleared.
    used: AtomicBool,
}

impl TranspositionTable {
    /// Makes an empty table of at most the given size, a power of two of buckets.
    ///
    /// The memory comes zeroed from the system and is touched only when used, so that this takes no time.
    pub(crate) fn new(mebibytes: usize) -> Result<TranspositionTable, TableTooLarge> {
        let wanted = mebibytes.saturating_mul(1 << 20) / size_of::<Bucket>();
        let count = if wanted.is_power_of_two() { wanted } else { wanted.next_power_of_two() / 2 };
        TranspositionTable::of_buckets(count.max(1024)).ok_or(TableTooLarge { mebibytes })
    }

    /// Makes a table that is not meant to be used.
    pub(crate) fn smallest() -> TranspositionTable {
        let words = std::iter::repeat_with(|| AtomicU64::new(0)).take(8).collect();
        TranspositionTable {
            words,
            first: 0,
            mask: 0,
            reach: AtomicUsize::new(0),
            age: AtomicU8::new(1),
            used: AtomicBool::new(false),
        }
    }

    fn of_buckets(count: usize) -> Option<TranspositionTable> {
        // Seven words more, so that the buckets can begin at a cache line.
        let length = count.checked_mul(8)?.checked_add(7)?;
        let words = zeroed_words(length)?;
        let first = (words.as_ptr() as usize).wrapping_neg() % 64 / 8;
        Some(TranspositionTable {
            words,
            first,
            mask: count - 1,
            reach: AtomicUsize::new(0),
            age: AtomicU8::new(1),
            used: AtomicBool::new(false),
        })
    }

    /// Prepares for a search that reads everywhere: large pages, if the system has them for memory not used
    /// so far. A read at a random place of 256 MiB then takes half the time; but the first use of each page
    /// costs more, which a search of a few milliseconds would only suffer from.
    pub(crate) fn expect_long_search(&self) {
        prefer_huge_pages(&self.words);
    }

    /// Lets results of earlier searches be replaced before those to come, those of a search to the end from
    /// so many empty squares.
    ///
    /// Few empty squares need few buckets. More would only cost time: the system clears each page when it is
    /// first used, 0.5 s for 256 MiB, and more pages are more misses of the caches. Results of earlier and
    /// smaller searches are mostly out of reach after a larger one has begun.
    pub(crate) fn start_search(&self, empties: u32) {
        self.used.store(true, Relaxed);
        self.age.fetch_add(1, Relaxed);
        let buckets = match empties {
            0..=21 => (16 << 20) / size_of::<Bucket>(),
            22..=24 => (64 << 20) / size_of::<Bucket>(),
            _ => self.mask + 1,
        };
        self.reach.fetch_max((buckets - 1).min(self.mask), Relaxed);
    }

    /// Forgets everything. A table that was not used stays untouched: even reading its memory would make the
    /// system back it by small pages, each of which costs all threads a pause when it is first written.
    pub(crate) fn clear(&self) {
        if !self.used.swap(false, Relaxed) {
            return;
        }
        let reach = self.reach.swap(0, Relaxed);
        for bucket in self.words[self.first..].as_chunks().0.iter().take(reach + 1) {
            bucket::clear(bucket);
        }
    }

    #[inline(always)]
    fn bucket(&self, own: u64, opp: u64) -> &Bucket {
        // The rotation lays well-mixed high bits of one product over the badly mixed low bits of the other;
        // the last product spreads all of them over the bits that are the place. Each table of the engine has
        // a hash of its own, as good as it needs and no dearer; none of them is kept beyond the program, as
        // `Board::hash` may be.
        let mixed =
            own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ opp.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(31);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let start = self.first + 8 * ((mixed >> 20) as usize & self.reach.load(Relaxed));
        match self.words[start..start + 8].first_chunk() {
            Some(bucket) => bucket,
            None => unreachable!("eight words were asked for"),
        }
    }

    /// Prefetches the bucket of a board, for a call of [`TranspositionTable::get`] to come.
    #[inline(always)]
    pub(crate) fn prefetch(&self, own: u64, opp: u64) {
        prefetch(self.bucket(own, opp));
    }

    /// Returns what is known about a board.
    #[inline(always)]
    pub(crate) fn get(&self, own: u64, opp: u64) -> Option<TtEntry> {
        bucket::get(self.bucket(own, opp), own, opp)
    }

    /// Notes a result.
    pub(crate) fn put(&self, own: u64, opp: u64, result: &NodeResult) {
        bucket::put(self.bucket(own, opp), self.age.load(Relaxed), own, opp, result);
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
    use crate::selectivity::Selectivity;
    use crate::square_or_none::SquareOrNone;
    use crate::window::Window;

    fn result(score: i32, best: u32) -> NodeResult {
        let best = SquareOrNone::of_index(best);
        NodeResult { depth: 10, selectivity: Selectivity::EXACT, window: Window::FULL, score, best }
    }

    #[test]
    fn a_result_is_found_again_and_another_board_is_not() {
        let table = TranspositionTable::of_buckets(16).unwrap();
        table.start_search(64);
        table.put(1, 2, &result(7, 19));
        let entry = table.get(1, 2).unwrap();
        assert_eq!(
            (entry.lower, entry.upper, entry.best, entry.depth),
            (7, 7, SquareOrNone::of_index(19), 10)
        );
        assert_eq!(table.get(2, 1), None);
        table.clear();
        assert_eq!(table.get(1, 2), None);
    }

    #[test]
    fn buckets_begin_at_cache_lines_and_an_impossible_size_is_refused() {
        let table = TranspositionTable::new(1).unwrap();
        assert_eq!(std::ptr::from_ref(table.bucket(1, 2)).addr() % 64, 0);
        assert_eq!(TranspositionTable::new(usize::MAX).err(), Some(TableTooLarge { mebibytes: usize::MAX }));
    }

    #[test]
    fn bounds_of_equal_searches_meet_and_a_deeper_search_replaces_them() {
        let table = TranspositionTable::of_buckets(16).unwrap();
        table.start_search(64);
        table.put(1, 2, &NodeResult { window: Window::null(4), ..result(6, 3) });
        table.put(1, 2, &NodeResult { window: Window::null(8), ..result(8, 4) });
        let entry = table.get(1, 2).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.best), (6, 8, SquareOrNone::of_index(3)));
        table.put(1, 2, &NodeResult { depth: 12, window: Window::null(0), ..result(0, 4) });
        let entry = table.get(1, 2).unwrap();
        assert_eq!(
            (entry.lower, entry.upper, entry.depth, entry.best),
            (-64, 0, 12, SquareOrNone::of_index(3))
        );
    }

    #[test]
    fn results_of_a_new_search_replace_old_ones_however_deep_those_are() {
        // One bucket: two entries for all boards.
        let table = TranspositionTable::of_buckets(1).unwrap();
        for board in 1..=2 {
            table.put(board, 64, &NodeResult { depth: 30, ..result(7, 19) });
        }
        table.put(3, 64, &result(1, 2));
        assert_eq!(table.get(3, 64).unwrap().lower, 1, "the newest is always kept");
        assert_eq!([1, 2].iter().filter(|&&board| table.get(board, 64).is_some()).count(), 1);
        table.start_search(64);
        for board in 11..=12 {
            table.put(board, 64, &result(board as i32, 3));
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
        let table = TranspositionTable::of_buckets(1).unwrap();
        table.put(1, 64, &NodeResult { depth: 30, ..result(7, 19) });
        for board in 2..100 {
            table.put(board, 64, &NodeResult { depth: 12 + board as u32 % 5, ..result(board as i32 / 2, 3) });
            assert!(table.get(1, 64).is_some(), "the deep result stays while others come and go");
            assert_eq!(i64::from(table.get(board, 64).unwrap().lower), board as i64 / 2);
        }
    }

    /// The one right entry of the `n`th board of the stress test: every field follows from the board.
    fn right(n: u64) -> (u64, u64, NodeResult) {
        let own = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = own ^ own >> 29;
        let score = (hash % 129) as i32 - 64;
        let (depth, best) = ((hash >> 8) as u32 % 60, (hash >> 16) as u32 % 64);
        (
            own,
            !own,
            NodeResult {
                depth,
                selectivity: Selectivity::of_byte((hash >> 24) as u8 % 6),
                ..result(score, best)
            },
        )
    }

    #[test]
    fn threads_never_read_an_entry_of_another_board_or_of_two() {
        // Few buckets, so that threads write the same words all the time, and more boards than room.
        let (boards, threads, rounds): (u64, u64, u64) =
            if cfg!(miri) { (8, 3, 150) } else { (64, 16, 200_000) };
        let table = TranspositionTable::of_buckets(4).unwrap();
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
                            assert_eq!((u32::from(entry.depth), entry.best), (found.depth, found.best));
                            let second = SquareOrNone::NONE;
                            assert_eq!((entry.selectivity, entry.second), (found.selectivity, second));
                            hits.fetch_add(1, Relaxed);
                        }
                        if thread == 0 && round % 1000 == 0 {
                            table.start_search(64);
                        }
                    }
                });
            }
        });
        assert!(hits.load(Relaxed) > 0);
    }
}
