//! One bucket of the transposition table: two entries that many threads read and write without waiting for
//! each other.
//!
//! A bucket is one cache line. An entry is four words: the two disc sets, the data, and a version that is odd
//! while a thread writes the entry. A writer that finds it odd, or loses the race to make it odd, drops its
//! result; a reader that finds it odd, or changed after reading the other words, takes the entry for absent.
//! So nobody ever waits, and whatever is read was written by one thread in one go: a result is never
//! attributed to a wrong board and never mixed of two. `model` holds this up to the checker loom.

#[cfg(loom)]
use loom::sync::atomic::{AtomicU64, fence};
#[cfg(not(loom))]
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
// All atomic accesses of WebAssembly are in one order, and a fence is dear there: only the compiler must not
// move them.
#[cfg(all(target_family = "wasm", not(loom)))]
use std::sync::atomic::compiler_fence as fence;
#[cfg(not(any(loom, target_family = "wasm")))]
use std::sync::atomic::fence;

use crate::selectivity::Selectivity;
use crate::square_or_none::SquareOrNone;
use crate::window::Window;

/// What the table knows about a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TtEntry {
    /// The score is at least this.
    pub(crate) lower: i8,
    /// The score is at most this.
    pub(crate) upper: i8,
    /// The depth searched.
    pub(crate) depth: u8,
    /// The selectivity searched with.
    pub(crate) selectivity: Selectivity,
    /// The best move, if known.
    pub(crate) best: SquareOrNone,
    /// The previous best move, if known.
    pub(crate) second: SquareOrNone,
}

impl TtEntry {
    fn pack(self, age: u8) -> u64 {
        u64::from_le_bytes([
            self.lower as u8,
            self.upper as u8,
            self.depth,
            self.selectivity.byte(),
            self.best.byte(),
            self.second.byte(),
            age,
            0,
        ])
    }

    fn unpack(word: u64) -> (TtEntry, u8) {
        let [lower, upper, depth, selectivity, best, second, age, _] = word.to_le_bytes();
        let entry = TtEntry {
            lower: lower as i8,
            upper: upper as i8,
            depth,
            selectivity: Selectivity::of_byte(selectivity),
            best: SquareOrNone::of_byte(best),
            second: SquareOrNone::of_byte(second),
        };
        (entry, age)
    }
}

/// What the search of a node came to, to be noted.
pub(crate) struct NodeResult {
    pub(crate) depth: u32,
    pub(crate) selectivity: Selectivity,
    pub(crate) window: Window,
    pub(crate) score: i32,
    pub(crate) best: SquareOrNone,
}

/// Two entries of four words, a cache line.
pub(crate) type Bucket = [AtomicU64; 8];

/// Where the words of an entry are.
const OWN: usize = 0;
const OPP: usize = 1;
const DATA: usize = 2;
const VERSION: usize = 3;
/// How many words an entry has.
const WORDS: usize = 4;
/// How many entries a bucket has.
const WAYS: usize = 2;

/// Reads an entry, unless another thread is writing it: both disc sets and the data.
#[inline(always)]
fn read(bucket: &Bucket, way: usize) -> Option<(u64, u64, u64)> {
    let at = WORDS * way;
    let version = bucket[at + VERSION].load(Acquire);
    let own = bucket[at + OWN].load(Relaxed);
    let opp = bucket[at + OPP].load(Relaxed);
    let data = bucket[at + DATA].load(Relaxed);
    // Whoever wrote a word read above had made the version odd before: that is seen below.
    fence(Acquire);
    let unchanged = bucket[at + VERSION].load(Relaxed) == version;
    (version & 1 == 0 && unchanged).then_some((own, opp, data))
}

/// Writes an entry, unless another thread is writing it.
#[inline(always)]
fn write(bucket: &Bucket, way: usize, own: u64, opp: u64, data: u64) {
    let at = WORDS * way;
    let version = &bucket[at + VERSION];
    let before = version.load(Relaxed);
    // Acquire: the words of the last writer come before ours.
    if before & 1 == 1 || version.compare_exchange(before, before.wrapping_add(1), Acquire, Relaxed).is_err()
    {
        return;
    }
    fence(Release);
    bucket[at + OWN].store(own, Relaxed);
    bucket[at + OPP].store(opp, Relaxed);
    bucket[at + DATA].store(data, Relaxed);
    version.store(before.wrapping_add(2), Release);
}

/// Returns what a bucket knows about a board.
#[inline(always)]
pub(crate) fn get(bucket: &Bucket, own: u64, opp: u64) -> Option<TtEntry> {
    let mut way = 0;
    while way < WAYS {
        if let Some((a, b, data)) = read(bucket, way)
            && a == own
            && b == opp
            && data != 0
        {
            return Some(TtEntry::unpack(data).0);
        }
        way += 1;
    }
    None
}

/// Notes a result, merging it with what is known of the same board, else replacing the older or shallower of
/// two entries. Tells whether another result of the same age is lost.
pub(crate) fn put(bucket: &Bucket, age: u8, own: u64, opp: u64, result: &NodeResult) -> bool {
    let (mut victim, mut victim_worth) = (0, i32::MAX);
    for way in 0..WAYS {
        // An entry that is being written is new.
        let Some((a, b, data)) = read(bucket, way) else { continue };
        let (old, old_age) = TtEntry::unpack(data);
        if a == own && b == opp && data != 0 {
            write(bucket, way, own, opp, merge(old, result).pack(age));
            return false;
        }
        let recent = if old_age == age { RECENT } else { 0 };
        let worth = if data == 0 {
            -1
        } else {
            recent + 2 * i32::from(old.depth) + i32::from(old.selectivity.byte())
        };
        if worth < victim_worth {
            (victim, victim_worth) = (way, worth);
        }
    }
    let nothing = TtEntry {
        lower: -64,
        upper: 64,
        depth: 0,
        selectivity: Selectivity::BOLDEST,
        best: SquareOrNone::NONE,
        second: SquareOrNone::NONE,
    };
    write(bucket, victim, own, opp, merge(nothing, result).pack(age));
    (RECENT..i32::MAX).contains(&victim_worth)
}

/// What it is worth that a result belongs to the present search, more than all else together.
const RECENT: i32 = 256;

/// Takes out entries whose board says so, and calls `see` with each: the disc sets and the data.
pub(crate) fn take(bucket: &Bucket, leaves: impl Fn(u64, u64) -> bool, mut see: impl FnMut(u64, u64, u64)) {
    for way in 0..WAYS {
        if let Some((own, opp, data)) = read(bucket, way).filter(|(_, _, data)| *data != 0)
            && leaves(own, opp)
        {
            see(own, opp, data);
            write(bucket, way, 0, 0, 0);
        }
    }
}

/// Forgets both entries. Meant for times without searches: a result written meanwhile may stay.
pub(crate) fn clear(bucket: &Bucket) {
    for way in 0..WAYS {
        if bucket[WORDS * way + DATA].load(Relaxed) != 0 {
            write(bucket, way, 0, 0, 0);
        }
    }
}

/// Calls `see` with both entries, unless they are empty or being written: the disc sets and the data.
pub(crate) fn each(bucket: &Bucket, mut see: impl FnMut(u64, u64, u64)) {
    for way in 0..WAYS {
        if let Some((own, opp, data)) = read(bucket, way).filter(|(_, _, data)| *data != 0) {
            see(own, opp, data);
        }
    }
}

/// Returns the depth of an entry's data.
pub(crate) fn depth(data: u64) -> u8 {
    TtEntry::unpack(data).0.depth
}

/// Puts an entry back that was taken out, in place of the same board's or the shallower one.
pub(crate) fn restore(bucket: &Bucket, own: u64, opp: u64, data: u64) {
    let worth = |way: usize| match read(bucket, way) {
        Some((a, b, _)) if a == own && b == opp => -1,
        Some((_, _, data)) => i32::from(depth(data)),
        None => i32::MAX,
    };
    let way = if worth(0) <= worth(1) { 0 } else { 1 };
    write(bucket, way, own, opp, data);
}

/// Returns the entry that holds a new result and what remains true of the old one.
fn merge(old: TtEntry, result: &NodeResult) -> TtEntry {
    let same = u32::from(old.depth) == result.depth && old.selectivity == result.selectivity;
    let (mut lower, mut upper) = if same { (old.lower, old.upper) } else { (-64, 64) };
    if result.score < result.window.beta && (result.score as i8) < upper {
        upper = result.score as i8;
    }
    if result.score > result.window.alpha && (result.score as i8) > lower {
        lower = result.score as i8;
    }
    // A move is only known to be good if it raised alpha; without any other it is still the best guess.
    let (mut best, mut second) = (old.best, old.second);
    let raised = result.score > result.window.alpha || best.is_none();
    if raised && best != result.best && !result.best.is_none() {
        (best, second) = (result.best, best);
    }
    TtEntry { lower, upper, depth: result.depth as u8, selectivity: result.selectivity, best, second }
}

/// All orders in which threads can meet in a bucket, as far as the memory model allows: `make loom`.
#[cfg(all(test, loom))]
mod model {
    use std::sync::Arc;

    use super::*;

    fn empty() -> Arc<Bucket> {
        Arc::new(std::array::from_fn(|_| AtomicU64::new(0)))
    }

    /// An entry is right if its words belong together.
    fn check_words(read: Option<(u64, u64, u64)>) {
        if let Some((own, opp, data)) = read {
            assert!(own == opp && opp == data, "torn: {own} {opp} {data}");
        }
    }

    /// Checks a model in all orders with so many interruptions of a thread that could go on.
    fn check(interruptions: usize, model: impl Fn() + Sync + Send + 'static) {
        let mut builder = loom::model::Builder::new();
        builder.preemption_bound = Some(interruptions);
        builder.check(model);
    }

    #[test]
    fn two_writers_and_a_reader_of_an_entry_never_see_a_mixture() {
        check(4, || {
            let bucket = empty();
            let writers = [1, 2].map(|n| {
                let bucket = Arc::clone(&bucket);
                loom::thread::spawn(move || write(&bucket, 0, n, n, n))
            });
            check_words(read(&bucket, 0));
            for writer in writers {
                writer.join().unwrap();
            }
            // One of them at least got through, and nobody left the entry locked.
            let (own, opp, data) = read(&bucket, 0).unwrap();
            assert!(own == opp && opp == data && (1..=2).contains(&data));
        });
    }

    #[test]
    fn a_reader_between_two_writes_of_a_thread_sees_one_of_them() {
        check(4, || {
            let bucket = empty();
            let writer = {
                let bucket = Arc::clone(&bucket);
                loom::thread::spawn(move || {
                    write(&bucket, 0, 1, 1, 1);
                    write(&bucket, 0, 2, 2, 2);
                })
            };
            check_words(read(&bucket, 0));
            check_words(read(&bucket, 0));
            writer.join().unwrap();
            assert_eq!(read(&bucket, 0), Some((2, 2, 2)));
        });
    }

    #[test]
    fn a_board_is_found_with_its_own_result_or_not_at_all() {
        let result = |n: u64| NodeResult {
            depth: n as u32,
            selectivity: Selectivity::BOLDEST,
            window: Window::FULL,
            score: n as i32,
            best: SquareOrNone::of_index(n as u32),
        };
        let look = move |bucket: &Bucket, n: u64| {
            if let Some(entry) = get(bucket, n, !n) {
                assert_eq!([entry.lower, entry.upper], [n as i8; 2]);
                assert_eq!([entry.depth, entry.best.byte()], [n as u8; 2]);
            }
        };
        check(2, move || {
            let bucket = empty();
            // Both entries are taken, so that two new boards fight for a place.
            put(&bucket, 1, 9, !9, &result(9));
            put(&bucket, 1, 8, !8, &result(8));
            let others = [1, 2].map(|n| {
                let bucket = Arc::clone(&bucket);
                loom::thread::spawn(move || {
                    put(&bucket, 2, n, !n, &result(n));
                    look(&bucket, 3 - n);
                })
            });
            for n in [1, 9] {
                look(&bucket, n);
            }
            for other in others {
                other.join().unwrap();
            }
            for n in [1, 2, 8, 9] {
                look(&bucket, n);
            }
        });
    }
}
