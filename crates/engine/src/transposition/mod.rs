//! The transposition table: results shared by all threads and kept between searches.
//!
//! The memory is one array of buckets (see `bucket`), each a cache line, found by a hash of the board.
//! `local` is the small table that each thread has of its own for the last plies.
//!
//! # A proof rests on no luck
//!
//! Whatever a table gives back may end a node, so both tables know a board by all of it, on every instruction
//! set, never by bits of a hash: an entry here holds both disc sets, and is read in one piece or not at all;
//! a slot there holds the mover's discs and the empty squares, gathered by those of the root. A hash only
//! says where to look. What an entry proves is kept apart from what it expects: it counts in an exact run
//! only if it was searched without cuts on probability (`Worker::accepts`), and the small table is written by
//! searches that make none. The evaluation cache does know boards by 56 bits of a hash; evaluations put moves
//! in order and end nodes of selective runs, neither of which a proof depends on.

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
#[error("not enough memory for a transposition table of {mebibytes} MiB")]
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

    /// Uses as many buckets as a search from so many empty squares can fill that has visited so many nodes,
    /// if they are not in use already, and moves what is known to where it belongs then. Meant for times
    /// between the runs of a search.
    ///
    /// In between, the table grows by itself, but late: FFO #45 and #49 would take 18 % more nodes if it did
    /// so from 16 MiB on. With 256 MiB from the start, on the other hand, positions of 25 and more empty
    /// squares that are solved at once spend half to six sevenths of their time on having memory cleared.
    pub(crate) fn make_room(&self, empties: u32, nodes: u64) {
        let mebibytes = match (empties, nodes) {
            (0..=21, _) | (_, 0..=999_999) => 16,
            (22..=24, _) | (_, 1_000_000..=3_999_999) => 64,
            _ => 256,
        };
        let room = ((mebibytes << 20) / size_of::<Bucket>() - 1).min(self.most);
        let mask = self.mask.load(Relaxed);
        if mask >= room {
            return;
        }
        let unmoved = self.moved.swap(self.most + 1, Relaxed);
        (unmoved..mask.div_ceil(2)).for_each(|place| self.move_from(place, mask));
        self.mask.store(room, Relaxed);
        self.lost.store(0, Relaxed);
        if self.used.load(Relaxed) {
            (0..=mask).for_each(|place| self.move_from(place, room));
        }
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

    /// Returns how deep a board was searched, 0 if it was not. A table that was not used stays untouched.
    pub(crate) fn depth_of(&self, own: u64, opp: u64) -> u8 {
        if self.used.load(Relaxed) { self.get(own, opp).map_or(0, |entry| entry.depth) } else { 0 }
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
mod tests;
