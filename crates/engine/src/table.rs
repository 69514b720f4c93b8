//! The transposition table: results shared by all threads and kept between searches.
//!
//! A bucket is one cache line with two entries. An entry is three words: the two disc sets, each combined by
//! exclusive or with the data word, and the data word itself. Threads read and write the words one by one
//! without locks; an entry of which another thread has replaced a part no longer yields the board that was
//! asked for, and counts as absent. So a result is never attributed to a wrong board, and never mixed of two.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// The confidence with which a selective search cuts, in standard deviations, and its name in per cent; the
/// last level cuts nothing.
pub(crate) const SELECTIVITY: [(f64, u8); 6] =
    [(1.1, 73), (1.5, 87), (2.0, 95), (2.6, 98), (3.3, 99), (999.0, 100)];

/// The level at which nothing is cut on probability.
pub(crate) const EXACT: u8 = 5;

/// What the table knows about a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The score is at least this.
    pub(crate) lower: i8,
    /// The score is at most this.
    pub(crate) upper: i8,
    /// The depth searched.
    pub(crate) depth: u8,
    /// The selectivity level searched with.
    pub(crate) selectivity: u8,
    /// The best move's square, 64 if unknown.
    pub(crate) best: u8,
    /// The previous best move's square, 64 if unknown.
    pub(crate) second: u8,
}

impl Entry {
    fn pack(self, age: u8) -> u64 {
        u64::from_le_bytes([
            self.lower as u8,
            self.upper as u8,
            self.depth,
            self.selectivity,
            self.best,
            self.second,
            age,
            0,
        ])
    }

    fn unpack(word: u64) -> (Entry, u8) {
        let [lower, upper, depth, selectivity, best, second, age, _] = word.to_le_bytes();
        (Entry { lower: lower as i8, upper: upper as i8, depth, selectivity, best, second }, age)
    }
}

/// Two entries of three words, and two words to fill the cache line.
type Bucket = [AtomicU64; 8];

#[inline(always)]
fn read(bucket: &Bucket, way: usize) -> (u64, u64, u64) {
    let data = bucket[3 * way + 2].load(Relaxed);
    let own = bucket[3 * way].load(Relaxed) ^ data;
    let opp = bucket[3 * way + 1].load(Relaxed) ^ data.rotate_left(32);
    (own, opp, data)
}

#[inline(always)]
fn write(bucket: &Bucket, way: usize, own: u64, opp: u64, data: u64) {
    bucket[3 * way + 2].store(data, Relaxed);
    bucket[3 * way].store(own ^ data, Relaxed);
    bucket[3 * way + 1].store(opp ^ data.rotate_left(32), Relaxed);
}

/// A result to be noted.
pub(crate) struct Found {
    pub(crate) depth: u32,
    pub(crate) selectivity: u8,
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    pub(crate) score: i32,
    pub(crate) best: u32,
}

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
        let words = [const { AtomicU64::new(0) }; 8].into();
        Table { words, first: 0, mask: 0, age: AtomicU8::new(1) }
    }

    fn of_buckets(count: usize) -> Option<Table> {
        // Seven words more, so that the buckets can begin at a cache line.
        let length = count.checked_mul(8)?.checked_add(7)?;
        let words: Box<[AtomicU64]> = bytemuck::allocation::try_zeroed_slice_box(length).ok()?;
        let first = (words.as_ptr() as usize).wrapping_neg() % 64 / 8;
        Some(Table { words, first, mask: count - 1, age: AtomicU8::new(1) })
    }

    /// Lets results of earlier searches be replaced before those to come.
    pub(crate) fn start_search(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        for word in &self.words {
            word.store(0, Relaxed);
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

    /// Returns what is known about a board.
    #[inline(always)]
    pub(crate) fn get(&self, own: u64, opp: u64) -> Option<Entry> {
        let bucket = self.bucket(own, opp);
        for way in 0..2 {
            let (a, b, data) = read(bucket, way);
            if a == own && b == opp && data != 0 {
                return Some(Entry::unpack(data).0);
            }
        }
        None
    }

    /// Notes a result, merging it with what is known of the same board, else replacing the older or
    /// shallower of two entries.
    pub(crate) fn put(&self, own: u64, opp: u64, found: &Found) {
        let age = self.age.load(Relaxed);
        let bucket = self.bucket(own, opp);
        let (mut victim, mut victim_worth) = (0, i32::MAX);
        for way in 0..2 {
            let (a, b, data) = read(bucket, way);
            let (old, old_age) = Entry::unpack(data);
            if a == own && b == opp && data != 0 {
                write(bucket, way, own, opp, merge(old, found).pack(age));
                return;
            }
            let recent = if old_age == age { 256 } else { 0 };
            let worth =
                if data == 0 { -1 } else { recent + 2 * i32::from(old.depth) + i32::from(old.selectivity) };
            if worth < victim_worth {
                (victim, victim_worth) = (way, worth);
            }
        }
        let nothing = Entry { lower: -64, upper: 64, depth: 0, selectivity: 0, best: 64, second: 64 };
        write(bucket, victim, own, opp, merge(nothing, found).pack(age));
    }
}

/// Returns the entry that holds a new result and what remains true of the old one.
fn merge(old: Entry, found: &Found) -> Entry {
    let same = u32::from(old.depth) == found.depth && old.selectivity == found.selectivity;
    let (mut lower, mut upper) = if same { (old.lower, old.upper) } else { (-64, 64) };
    if found.score < found.beta && (found.score as i8) < upper {
        upper = found.score as i8;
    }
    if found.score > found.alpha && (found.score as i8) > lower {
        lower = found.score as i8;
    }
    // A move is only known to be good if it raised alpha; without any other it is still the best guess.
    let (mut best, mut second) = (old.best, old.second);
    let raised = found.score > found.alpha || best == 64;
    if raised && u32::from(best) != found.best && found.best < 64 {
        (best, second) = (found.best as u8, best);
    }
    Entry { lower, upper, depth: found.depth as u8, selectivity: found.selectivity, best, second }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(score: i32, best: u32) -> Found {
        Found { depth: 10, selectivity: EXACT, alpha: -64, beta: 64, score, best }
    }

    #[test]
    fn a_result_is_found_again_and_another_board_is_not() {
        let table = Table::new(1).unwrap();
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
        let table = Table::new(1).unwrap();
        table.put(1, 2, &Found { alpha: 4, beta: 5, ..found(6, 3) });
        table.put(1, 2, &Found { alpha: 8, beta: 9, ..found(8, 4) });
        let entry = table.get(1, 2).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.best), (6, 8, 3));
        table.put(1, 2, &Found { depth: 12, alpha: 0, beta: 1, ..found(0, 4) });
        let entry = table.get(1, 2).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.depth, entry.best), (-64, 0, 12, 3));
    }

    #[test]
    fn threads_never_read_an_entry_of_another_board_or_of_two() {
        // Few buckets, so that threads write the same words all the time. Every board has one right score
        // and move, so that any mixture shows.
        let table = Table::of_buckets(2).unwrap();
        let rounds = if cfg!(miri) { 200 } else { 300_000_u64 };
        let hits = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let (table, hits) = (&table, &hits);
                scope.spawn(move || {
                    let mut state = thread + 1;
                    for _ in 0..rounds {
                        state = state
                            .wrapping_mul(6_364_136_223_846_793_005)
                            .wrapping_add(1_442_695_040_888_963_407);
                        let n = state >> 60;
                        let (own, opp) = (n.wrapping_mul(0x9e37_79b9_7f4a_7c15), !n);
                        let (score, best) = (n as i32 * 4 - 30, n as u32 * 3);
                        if state >> 30 & 1 == 0 {
                            table.put(own, opp, &found(score, best));
                        } else if let Some(entry) = table.get(own, opp) {
                            assert_eq!((i32::from(entry.lower), i32::from(entry.upper)), (score, score));
                            assert_eq!(u32::from(entry.best), best);
                            hits.fetch_add(1, Relaxed);
                        }
                    }
                });
            }
        });
        assert!(hits.load(Relaxed) > 0);
    }
}
