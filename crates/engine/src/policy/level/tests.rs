//! How levels choose, and what is said about them.

use super::*;

fn candidate(square: &str, value: f64, flips: u32) -> LevelMove {
    LevelMove { square: square.parse().unwrap(), value, flips }
}

fn shares(level: &Level, candidates: &[LevelMove]) -> Vec<f64> {
    let mut dice = Dice::new(5);
    let mut counts = vec![0.0; candidates.len()];
    for _ in 0..4000 {
        counts[level.choose(candidates, 0, &mut dice).unwrap()] += 1.0;
    }
    counts.iter().map(|count| count / 4000.0).collect()
}

#[test]
fn levels_are_numbered_and_no_lower_level_looks_further() {
    for (index, level) in LEVELS.iter().enumerate() {
        assert_eq!(usize::from(level.number), index + 1);
        assert_eq!(Level::new(level.number), Some(level));
        assert!(level.time <= Duration::from_secs(if index < 15 { 1 } else { 5 }));
    }
    for pair in LEVELS.windows(2) {
        assert!(pair[0].depth <= pair[1].depth && pair[0].solves <= pair[1].solves);
        assert!(pair[0].temperature >= pair[1].temperature);
    }
    assert_eq!((Level::new(0), Level::new(21)), (None, None));
}

#[test]
fn descriptions_are_plain_words() {
    let said = |number: usize| LEVELS[number - 1].description();
    let first =
        "first game: sees one move ahead and solves the last square; does not know about corners, misses ";
    assert!(said(1).starts_with(first), "{}", said(1));
    assert!(
        said(9)
            .starts_with("good club player: sees 3 moves ahead and solves the last 9 squares; misses some")
    );
    assert!(said(16).ends_with("solves the last 15 squares; plays the best move it finds"), "{}", said(16));
    assert_eq!(said(20), "full strength: thinks for up to 5 seconds and plays the best move it finds");
    for level in &LEVELS {
        let text = level.description();
        assert!(!text.contains(" 1 ") && !text.contains("or so") && !text.contains("128"), "{text}");
    }
}

#[test]
fn a_move_is_less_likely_the_more_it_loses_and_never_beyond_the_limit() {
    let level =
        Level { temperature: 4.0, calm: 1.0, largest_loss: 10.0, oversight: 0.0, greed: 0.0, ..LEVELS[0] };
    let moves = [candidate("c4", 0.0, 1), candidate("d3", -4.0, 1), candidate("e6", -12.0, 1)];
    let found = shares(&level, &moves);
    assert!((found[1] / found[0] - (-1.0_f64).exp()).abs() < 0.05, "{found:?}");
    assert_eq!(found[2], 0.0);
}

#[test]
fn a_level_that_counts_discs_loses_heart() {
    let timid = Level { temperature: 20.0, calm: 0.25, ..LEVELS[4] };
    assert_eq!([0, 4, 8, 30].map(|discs| timid.temperature_behind(discs)), [5.0, 12.5, 20.0, 20.0]);
    assert_eq!([0, 30].map(|discs| LEVELS[4].temperature_behind(discs)), [LEVELS[4].temperature; 2]);
}

#[test]
fn quiet_moves_are_overlooked_and_corners_never() {
    let level = Level { temperature: 0.1, largest_loss: 1.0, oversight: 0.9, greed: 0.0, ..LEVELS[5] };
    let found = shares(&level, &[candidate("c4", 5.0, 1), candidate("d3", 0.0, 8)]);
    assert!(found[1] > 0.5, "{found:?}");
    let found = shares(&level, &[candidate("a1", 5.0, 1), candidate("d3", 0.0, 8)]);
    assert_eq!(found[0], 1.0);
}

#[test]
fn greed_prefers_many_discs_and_steadiness_the_best() {
    let greedy = Level { temperature: 0.1, oversight: 0.0, greed: 2.0, largest_loss: 9.0, ..LEVELS[0] };
    let moves = [candidate("c4", 5.0, 1), candidate("d3", 0.0, 8)];
    assert!(shares(&greedy, &moves)[1] > 0.99);
    let steady = Level { temperature: 0.0, oversight: 0.0, greed: 0.0, ..LEVELS[0] };
    assert!(steady.is_steady());
    assert_eq!(shares(&steady, &moves), [1.0, 0.0]);
    assert_eq!(steady.choose(&[], 0, &mut Dice::new(1)), None);
}
