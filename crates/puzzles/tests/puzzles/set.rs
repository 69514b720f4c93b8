//! The shipped set: it loads, is what it should be, and a sample of it is proven again.

use std::collections::HashSet;

use outflank_engine::eval::Weights;
use outflank_engine::{Dice, Engine, Stopper};
use outflank_puzzles::{
    DAILY_PUZZLES, Puzzle, PuzzleLine, PuzzleProver, PuzzleSet, PuzzleSource, PuzzleTheme, PuzzleVerdict,
    SolveRate, pack, rank_correlation, unpack,
};
use outflank_rules::Move;

/// How many puzzles are shipped at least.
const FEWEST: usize = 5000;

fn shipped() -> &'static [Puzzle] {
    PuzzleSet::shipped().puzzles()
}

#[test]
fn there_are_enough_of_every_kind() {
    assert!(shipped().len() >= FEWEST, "{}", shipped().len());
    let set = PuzzleSet::shipped();
    // A wipe-out is rare in positions that are not decided already.
    for theme in PuzzleTheme::ALL.into_iter().filter(|theme| *theme != PuzzleTheme::WipeOut) {
        assert!(set.count(theme) >= 5, "{} has {}", theme.name(), set.count(theme));
    }
    for source in [PuzzleSource::People, PuzzleSource::SelfPlay] {
        assert!(shipped().iter().filter(|puzzle| puzzle.source == source).count() >= 500);
    }
    for empties in 8..=20 {
        assert!(set.endgames(empties).count() >= 5, "{empties} empty squares");
    }
}

#[test]
fn no_two_are_mirror_images() {
    let boards: HashSet<_> =
        shipped().iter().map(|puzzle| puzzle.position.board().canonical().0.hash()).collect();
    let names: HashSet<_> = shipped().iter().map(|puzzle| puzzle.id).collect();
    assert_eq!((boards.len(), names.len()), (shipped().len(), shipped().len()));
}

/// Checks some puzzles, and returns how many were wrong.
fn wrong(puzzles: &[&Puzzle]) -> Vec<String> {
    let engine = Engine::new(64, Weights::embedded()).unwrap();
    let prover = PuzzleProver::new(&engine, &Stopper::new(), 4);
    let faults = |puzzle: &Puzzle| {
        let found = prover.check(puzzle);
        (!found.is_empty()).then(|| format!("{}: {found:?}", puzzle.id))
    };
    puzzles.iter().filter_map(|puzzle| faults(puzzle)).collect()
}

#[test]
fn a_sample_is_proven_again() {
    let mut few: Vec<&Puzzle> = shipped().iter().filter(|puzzle| puzzle.empties() <= 15).collect();
    Dice::new(24).shuffle(&mut few);
    few.truncate(60);
    few.extend(shipped().iter().filter(|puzzle| puzzle.empties() == 17).take(2));
    assert_eq!(wrong(&few), Vec::<String>::new());
}

#[test]
#[ignore = "takes a minute: all puzzles"]
fn all_are_proven_again() {
    let all: Vec<&Puzzle> = shipped().iter().collect();
    assert_eq!(wrong(&all), Vec::<String>::new());
}

/// The least rank correlation of predicted ratings and what the levels miss. On the whole set it is much
/// more (docs/puzzles.md).
const LEAST_CORRELATION: f64 = 0.7;

#[test]
fn predicted_ratings_agree_with_what_the_levels_solve() {
    let engine = Engine::new(16, Weights::embedded()).unwrap();
    let mut few: Vec<&Puzzle> = shipped().iter().filter(|puzzle| puzzle.empties() <= 16).collect();
    Dice::new(15).shuffle(&mut few);
    let missed = |puzzle: &&Puzzle| 1.0 - SolveRate::measure(&engine, puzzle, 1).mean();
    let pairs: Vec<(f64, f64)> =
        few.iter().take(400).map(|puzzle| (f64::from(puzzle.rating), missed(puzzle))).collect();
    let found = rank_correlation(&pairs).unwrap();
    assert!(found >= LEAST_CORRELATION, "{found}");
}

#[test]
fn packing_and_lines_of_json_give_the_same_puzzles() {
    let some = &shipped()[..shipped().len().min(300)];
    assert_eq!(unpack(&pack(some)).unwrap(), some);
    for puzzle in some {
        let text = PuzzleLine::from(puzzle).to_text().unwrap();
        assert_eq!(&PuzzleLine::parse(&text).unwrap().puzzle().unwrap(), puzzle);
    }
}

#[test]
fn a_damaged_file_is_refused() {
    let bytes = pack(&shipped()[..3]);
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        assert!(unpack(&damaged).is_err(), "byte {at}");
        assert!(unpack(&bytes[..at]).is_err(), "{at} bytes");
    }
}

#[test]
fn the_line_solves_the_puzzle_and_every_other_first_move_does_not() {
    for puzzle in shipped().iter().step_by(17) {
        for proof in &puzzle.moves[1..] {
            let verdict = puzzle.judge(&[], proof.square.into());
            assert_eq!(verdict, Some(PuzzleVerdict::Wrong { right: puzzle.line[0], proof: Some(*proof) }));
        }
        let mut so_far = Vec::new();
        let solved = loop {
            let played = puzzle.line[so_far.len()];
            match puzzle.judge(&so_far, played) {
                Some(PuzzleVerdict::Right { reply, solved }) => {
                    so_far.push(played);
                    so_far.extend(reply);
                    if solved {
                        break so_far.clone();
                    }
                }
                other => panic!("{}: {other:?}", puzzle.id),
            }
        };
        assert_eq!(solved, puzzle.line);
        assert_eq!(puzzle.judge(&puzzle.line, Move::Pass), None);
    }
}

#[test]
fn a_day_has_puzzles_that_get_harder_and_the_next_day_has_others() {
    let set = PuzzleSet::shipped();
    let names = |day| set.daily(day).iter().map(|puzzle| puzzle.id).collect::<Vec<_>>();
    assert_eq!(names(20_000).len(), DAILY_PUZZLES);
    assert_eq!(names(20_000), names(20_000));
    assert_ne!(names(20_000), names(20_001));
    let ratings: Vec<u16> = set.daily(20_000).iter().map(|puzzle| puzzle.rating).collect();
    assert!(ratings.is_sorted(), "{ratings:?}");
}

#[test]
fn what_is_near_a_rating_is_found() {
    let set = PuzzleSet::shipped();
    let near = set.around(1500.0, 20, |puzzle| Some(f64::from(puzzle.rating)));
    assert_eq!(near.len(), 20);
    assert!(near.iter().all(|puzzle| puzzle.rating.abs_diff(1500) < 100));
    assert!(set.nearest(1500.0, |_| false).is_none());
}
