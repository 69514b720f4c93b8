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

/// How many buckets are in use at first, 16 MiB. The system clears every page that is used for the first
/// time, and results are scattered over all of them: a search of a second in 4 GiB would spend most of its
/// time on that (8.3 s instead of 1.0 s), and one of 20 empty squares a quarter of it in 256 MiB. So a larger
/// table grows with what is in it.
const FIRST_BUCKETS: usize = (16 << 20) / size_of::<Bucket>();

/// How many buckets of the smaller table a thread looks at for every result it notes, after the table has
/// grown.
const MOVED_AT_ONCE: usize = 4;

/// A table of at most a fixed number of buckets.
pub(crate) struct TranspositionTable {
    words: Box<[AtomicU64]>,
    /// The first word that begins a cache line.
    first: usize,
    /// The number of buckets in use minus one, all bits set.
    mask: AtomicUsize,
    /// The same at first.
    least: usize,
    /// The number of buckets there are minus one.
    most: usize,
    /// How many results of the present search were lost to others since the table grew.
    lost: AtomicUsize,
    /// The first bucket that was not looked at since the table grew: half of what it holds belongs elsewhere.
    moved: AtomicUsize,
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
        TranspositionTable::of_words(words, 0, [1, 1])
    }

    fn of_buckets(count: usize) -> Option<TranspositionTable> {
        TranspositionTable::growing(count.min(FIRST_BUCKETS), count)
    }

    /// Makes a table that has so many buckets at first and at most, both powers of two.
    fn growing(at_first: usize, count: usize) -> Option<TranspositionTable> {
        // Seven words more, so that the buckets can begin at a cache line.
        let length = count.checked_mul(8)?.checked_add(7)?;
        let words = zeroed_words(length)?;
        let first = (words.as_ptr() as usize).wrapping_neg() % 64 / 8;
        Some(TranspositionTable::of_words(words, first, [at_first, count]))
    }

    fn of_words(words: Box<[AtomicU64]>, first: usize, [at_first, count]: [usize; 2]) -> TranspositionTable {
        TranspositionTable {
            words,
            first,
            mask: AtomicUsize::new(at_first - 1),
            least: at_first - 1,
            most: count - 1,
            lost: AtomicUsize::new(0),
            moved: AtomicUsize::new(count),
            age: AtomicU8::new(1),
            used: AtomicBool::new(false),
        }
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

    /// Forgets everything. A table that was not used stays untouched: even reading its memory would make the
    /// system back it by small pages, each of which costs all threads a pause when it is first written.
    pub(crate) fn clear(&self) {
        if !self.used.swap(false, Relaxed) {
            return;
        }
        self.in_use().iter().for_each(bucket::clear);
        // As small as at first, so that what a search finds does not depend on those before.
        self.mask.store(self.least, Relaxed);
        self.lost.store(0, Relaxed);
        self.moved.store(self.most + 1, Relaxed);
    }

    /// Returns the buckets in use.
    fn in_use(&self) -> &[Bucket] {
        let buckets = self.words[self.first..].as_chunks().0;
        &buckets[..buckets.len().min(self.mask.load(Relaxed) + 1)]
    }

    #[inline(always)]
    fn bucket(&self, own: u64, opp: u64) -> &Bucket {
        self.at(TranspositionTable::place(own, opp, self.mask.load(Relaxed)))
    }

    #[inline(always)]
    fn at(&self, place: usize) -> &Bucket {
        let start = self.first + 8 * place;
        match self.words[start..start + 8].first_chunk() {
            Some(bucket) => bucket,
            None => unreachable!("eight words were asked for"),
        }
    }

    /// Returns the place of a board in a table with so many buckets and one.
    #[inline(always)]
    fn place(own: u64, opp: u64, mask: usize) -> usize {
        // The rotation lays well-mixed high bits of one product over the badly mixed low bits of the other;
        // the last product spreads all of them over the bits that are the place. Each table of the engine has
        // a hash of its own, as good as it needs and no dearer; none of them is kept beyond the program, as
        // `Board::hash` may be.
        let mixed =
            own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ opp.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(31);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed >> 20) as usize & mask
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
        let is_lost = bucket::put(self.bucket(own, opp), self.age.load(Relaxed), own, opp, result);
        if self.most >= FIRST_BUCKETS {
            self.tend(is_lost);
        }
    }

    /// Does a little of what is left to do since the table grew, or lets it grow if results of this search
    /// are lost, an eighth of it since it grew last.
    #[cold]
    fn tend(&self, is_lost: bool) {
        let mask = self.mask.load(Relaxed);
        let half = mask.div_ceil(2);
        if self.moved.load(Relaxed) < half {
            let start = self.moved.fetch_add(MOVED_AT_ONCE, Relaxed);
            (start..half.min(start + MOVED_AT_ONCE)).for_each(|place| self.move_from(place, mask));
        } else if is_lost
            && mask < self.most
            && self.lost.fetch_add(1, Relaxed) > mask / 8
            && self.mask.compare_exchange(mask, 2 * mask + 1, Relaxed, Relaxed).is_ok()
        {
            self.lost.store(0, Relaxed);
            self.moved.store(0, Relaxed);
        }
    }

    /// Moves the results of a bucket that belong elsewhere since the table grew.
    fn move_from(&self, place: usize, mask: usize) {
        let is_elsewhere = |own, opp| TranspositionTable::place(own, opp, mask) != place;
        bucket::take(self.at(place), is_elsewhere, |own, opp, data| {
            bucket::restore(self.at(TranspositionTable::place(own, opp, mask)), own, opp, data);
        });
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
        table.start_search();
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
    fn a_large_table_uses_little_memory_at_first_and_grows_with_what_is_in_it() {
        let table = TranspositionTable::growing(64, 1024).unwrap();
        table.start_search();
        // As `put` does in a table that is large enough to grow.
        let put = |board: u64| {
            let bucket = table.bucket(board, 64);
            table.tend(bucket::put(bucket, 2, board, 64, &result(1, 3)));
        };
        (1..40).for_each(put);
        assert_eq!(table.in_use().len(), 64, "it is not full yet");
        (40..200).for_each(put);
        assert!([128, 256].contains(&table.in_use().len()), "{}", table.in_use().len());
        let known = |boards: std::ops::Range<u64>| boards.filter(|&one| table.get(one, 64).is_some()).count();
        // Nearly all of those that fitted into the small table are found in the larger one.
        assert!(known(150..200) > 40, "{}", known(150..200));
        let before = known(1..200);
        (1000..1040).for_each(put);
        assert!(known(1..200) + 10 >= before, "{} of {before}", known(1..200));
        (2000..6000).for_each(put);
        assert_eq!(table.in_use().len(), 1024, "never more than there is");
        assert!(known(2000..6000) > 1500, "{}", known(2000..6000));
        table.clear();
        assert_eq!((known(1..6000), table.in_use().len()), (0, 64));
        let large = TranspositionTable::new(64).unwrap();
        assert_eq!((large.in_use().len(), large.most + 1), (FIRST_BUCKETS, 4 * FIRST_BUCKETS));
    }

    #[test]
    fn bounds_of_equal_searches_meet_and_a_deeper_search_replaces_them() {
        let table = TranspositionTable::of_buckets(16).unwrap();
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
        table.start_search();
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
                            table.start_search();
                        }
                    }
                });
            }
        });
        assert!(hits.load(Relaxed) > 0);
    }
}
