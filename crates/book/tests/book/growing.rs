//! Growing: by an engine that knows the answer to everything.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use outflank_book::{
    Book, BookEstimate, BookKey, BookLeaf, BookSession, BookTask, Confidence, DeviationPlan, GameCounts,
    GrowthPlan, LeafSearch, LinePlan, Origin, TaskRunner, gap_tasks, missing_leaf_tasks, solve_tasks,
};
use outflank_rules::{Position, Square};

use super::{after, all, start};

/// Values of moves made of the discs alone, and a count of searches; stops after so many.
struct FakeEngine {
    searches: AtomicUsize,
    most: usize,
}

impl FakeEngine {
    fn new(most: usize) -> FakeEngine {
        FakeEngine { searches: AtomicUsize::new(0), most }
    }

    fn value(key: BookKey, square: Square) -> i8 {
        let next = key.position().play(square).unwrap();
        (next.board().canonical().0.hash() % 9) as i8 - 6
    }
}

impl LeafSearch for FakeEngine {
    fn best_of(&self, key: BookKey, moves: &[Square]) -> Option<BookLeaf> {
        if self.searches.fetch_add(1, Ordering::Relaxed) >= self.most {
            return None;
        }
        let best = moves.iter().max_by_key(|square| (FakeEngine::value(key, **square), **square))?;
        let value = FakeEngine::value(key, *best);
        let estimate = BookEstimate { value, depth: 4, confidence: Confidence::Percent(73) };
        Some(BookLeaf { square: Some(*best), estimate })
    }

    fn solve(&self, key: BookKey) -> Option<(i32, Square)> {
        Some((2, key.moves()[0].square))
    }

    fn expected_error(&self, _empties: u32, depth: u32) -> f64 {
        4.0 / f64::from(depth + 1)
    }

    fn cost(&self, _empties: u32) -> f64 {
        1.0
    }
}

fn run(session: &mut BookSession, search: &FakeEngine, tasks: &[BookTask], threads: usize) -> usize {
    let runner = TaskRunner { search, threads, is_stopped: &|| false, observe: &|_| () };
    let report = runner.run(session, tasks).unwrap();
    assert!(report.contradictions.is_empty(), "{:?}", report.contradictions);
    report.done
}

/// Plants the start and grows until so many searches are done.
fn grow(session: &mut BookSession, search: &FakeEngine, plan: &GrowthPlan, threads: usize) {
    if session.book().is_empty() {
        let root = BookTask::leaf_of(session.book(), start()).unwrap();
        run(session, search, &[root], 1);
    }
    while search.searches.load(Ordering::Relaxed) < search.most {
        let ranked = plan.tasks(session.book(), &[start()], search).unwrap();
        if ranked.is_empty() {
            return;
        }
        assert!(ranked.is_sorted_by(|a, b| a.promise >= b.promise));
        let tasks: Vec<BookTask> = ranked.into_iter().take(8).map(|ranked| ranked.task).collect();
        run(session, search, &tasks, threads);
    }
}

#[test]
fn a_book_grows_and_stays_consistent_on_any_number_of_threads() {
    for threads in [1, 3] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.book");
        let mut session = BookSession::open(&path).unwrap();
        grow(&mut session, &FakeEngine::new(300), &GrowthPlan::default(), threads);
        assert!(session.book().len() > 100);
        assert!(session.book().check().unwrap().problems.is_empty());
        let grown = all(session.book());
        session.finish().unwrap();
        assert_eq!(all(&Book::open(&path).unwrap()), grown, "the file has what was in memory");
    }
}

#[test]
fn a_run_that_was_stopped_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let [at_once, in_parts] = ["one", "two"].map(|name| folder.path().join(name));
    let plan = GrowthPlan { fewest_empties: 54, spread: 2.0 };
    let mut session = BookSession::open(&at_once).unwrap();
    grow(&mut session, &FakeEngine::new(usize::MAX), &plan, 1);
    let expected = all(session.book());
    for searches in (1..40).cycle() {
        let mut session = BookSession::open(&in_parts).unwrap();
        grow(&mut session, &FakeEngine::new(searches), &plan, 1);
        // Dropped, not finished: as if the process had been killed.
        let is_complete = plan.tasks(session.book(), &[start()], &FakeEngine::new(0)).unwrap().is_empty();
        assert!(session.book().check().unwrap().problems.is_empty());
        drop(session);
        if is_complete {
            break;
        }
    }
    let session = BookSession::open(&in_parts).unwrap();
    let keys = |records: &[outflank_book::BookRecord]| -> BTreeSet<BookKey> {
        records.iter().map(|record| record.key).collect()
    };
    assert_eq!(keys(&all(session.book())), keys(&expected));
}

#[test]
fn nothing_is_added_beyond_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = BookSession::open(&folder.path().join("test.book")).unwrap();
    let plan = GrowthPlan { fewest_empties: 57, spread: 2.0 };
    grow(&mut session, &FakeEngine::new(usize::MAX), &plan, 2);
    assert!(all(session.book()).iter().all(|record| record.key.empties() >= 57));
    assert_eq!(session.book().len(), 1 + 1 + 3 + 14, "all positions down to there");
}

#[test]
fn deviations_end_when_everything_within_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = BookSession::open(&folder.path().join("test.book")).unwrap();
    let engine = FakeEngine::new(usize::MAX);
    let root = BookTask::leaf_of(session.book(), start()).unwrap();
    run(&mut session, &engine, &[root], 1);
    let plan = DeviationPlan { within: 3, range: 64, fewest_empties: 54 };
    let mut rounds = 0;
    loop {
        let tasks = plan.tasks(session.book(), start()).unwrap();
        if tasks.is_empty() {
            break;
        }
        run(&mut session, &engine, &tasks, 1);
        rounds += 1;
        assert!(rounds < 200);
    }
    assert!(session.book().check().unwrap().problems.is_empty());
    let narrow = DeviationPlan { within: 0, ..plan };
    assert!(narrow.tasks(session.book(), start()).unwrap().is_empty(), "less is there too");
    assert!(!DeviationPlan { within: 64, ..plan }.tasks(session.book(), start()).unwrap().is_empty());
}

#[test]
fn gaps_are_filled_and_missing_leaves_searched() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = BookSession::open(&folder.path().join("test.book")).unwrap();
    let engine = FakeEngine::new(usize::MAX);
    let (start, end) = (start(), after("f5d6"));
    for key in [start, end] {
        let task = BookTask::leaf_of(session.book(), key).unwrap();
        run(&mut session, &engine, &[task], 1);
    }
    assert!(gap_tasks(session.book(), 0).unwrap().is_empty());
    let tasks = gap_tasks(session.book(), 1).unwrap();
    assert_eq!(tasks.iter().map(BookTask::key).collect::<Vec<_>>(), [Some(after("f5"))]);
    run(&mut session, &engine, &tasks, 1);
    assert!(gap_tasks(session.book(), 1).unwrap().is_empty());
    let tasks = missing_leaf_tasks(session.book()).unwrap();
    run(&mut session, &engine, &tasks, 1);
    assert!(missing_leaf_tasks(session.book()).unwrap().is_empty());
    assert_eq!(session.book().check().unwrap().without_leaf, 0);
}

#[test]
fn games_are_counted_and_their_positions_searched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.book");
    let mut counts = GameCounts::default();
    for moves in ["f5d6c3", "f5d6c4", "d3c5"] {
        let mut positions = vec![Position::start()];
        for square in moves.as_bytes().chunks(2) {
            let square: Square = std::str::from_utf8(square).unwrap().parse().unwrap();
            positions.push(positions.last().unwrap().play(square).unwrap());
        }
        counts.add_game(positions);
    }
    let mut book = Book::new();
    assert_eq!(counts.add_to(&mut book).unwrap(), counts.len() as u64);
    let visits = |key| book.get(key).unwrap().unwrap().visits;
    assert_eq!((visits(start()), visits(after("f5")), visits(after("f5d6c3"))), (3, 3, 1));
    assert!(all(&book).iter().all(|record| record.origin == Origin::Person && record.estimate.is_none()));
    book.save(&path).unwrap();
    let mut session = BookSession::open(&path).unwrap();
    let tasks = missing_leaf_tasks(session.book()).unwrap();
    run(&mut session, &FakeEngine::new(usize::MAX), &tasks, 2);
    // Leaves that have become book positions are searched again.
    let tasks = missing_leaf_tasks(session.book()).unwrap();
    run(&mut session, &FakeEngine::new(usize::MAX), &tasks, 2);
    assert!(all(session.book()).iter().all(|record| record.estimate.is_some()));
    assert!(session.book().check().unwrap().problems.is_empty());
    counts.keep_from(2);
    assert!(counts.len() < 5);
}

#[test]
fn solving_proves_and_lines_follow_good_play() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = BookSession::open(&folder.path().join("test.book")).unwrap();
    let engine = FakeEngine::new(120);
    grow(&mut session, &engine, &GrowthPlan::default(), 1);
    let tasks = solve_tasks(session.book(), 60).unwrap();
    assert_eq!(tasks.len() as u64, session.book().len());
    let lines = LinePlan { within: 0, draws_only: false, most: 5 };
    let found = lines.lines(session.book(), &Position::start()).unwrap();
    assert!(!found.is_empty() && found.iter().all(|line| !line.moves.is_empty() && !line.is_proven));
    let value = session.book().get(start()).unwrap().unwrap().estimate.unwrap().value;
    for line in &found {
        assert_eq!(line.value.unwrap().value, value, "best play keeps the value");
    }
    // Solved by itself alone: the value is proven, and nothing else.
    run(&mut session, &engine, &tasks[tasks.len() - 1..], 1);
    let root = session.book().get(start()).unwrap().unwrap();
    assert!(root.bounds.is_exact() && root.estimate.unwrap().value == 2);
    // A proof of the first position says nothing of the moves: the book goes on growing.
    assert!(!GrowthPlan::default().tasks(session.book(), &[start()], &engine).unwrap().is_empty());
}
