//! What the table keeps, also when threads meet in it.

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
    assert_eq!((entry.lower, entry.upper, entry.best, entry.depth), (7, 7, SquareOrNone::of_index(19), 10));
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
fn a_solve_has_the_room_it_can_fill_when_it_has_visited_some_nodes() {
    let table = TranspositionTable::new(128).unwrap();
    let mebibytes = || size_of_val(table.in_use()) >> 20;
    assert_eq!(mebibytes(), 16);
    let steps = [
        ((12, u64::MAX), 16),
        ((30, 1000), 16),
        ((24, 10_000_000), 64),
        ((20, 0), 64),
        ((30, 1_000_000), 64),
        ((30, 4_000_000), 128),
        ((60, 0), 128),
    ];
    for ((empties, nodes), expected) in steps {
        table.make_room(empties, nodes);
        assert_eq!(mebibytes(), expected, "{empties} {nodes}");
    }
    table.start_search();
    table.clear();
    assert_eq!(mebibytes(), 16);
}

#[test]
fn what_is_known_is_found_in_a_larger_room() {
    let table = TranspositionTable::new(64).unwrap();
    table.start_search();
    (1..20_000).for_each(|board| table.put(board, 1 << 63, &result(1, 3)));
    let known = || (1..20_000).filter(|&board| table.get(board, 1 << 63).is_some()).count();
    let before = known();
    assert!(before > 19_000, "{before}");
    table.make_room(30, 2_000_000);
    assert_eq!((size_of_val(table.in_use()) >> 20, known()), (64, before));
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
    assert_eq!((entry.lower, entry.upper, entry.depth, entry.best), (-64, 0, 12, SquareOrNone::of_index(3)));
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
    let (boards, threads, rounds): (u64, u64, u64) = if cfg!(miri) { (8, 3, 150) } else { (64, 16, 200_000) };
    let table = TranspositionTable::of_buckets(4).unwrap();
    let hits = std::sync::atomic::AtomicU64::new(0);
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (table, hits) = (&table, &hits);
            scope.spawn(move || {
                let mut state = thread + 1;
                for round in 0..rounds {
                    state =
                        state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
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
