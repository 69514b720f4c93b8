//! Scores, best moves, lines and outcomes of positions with 8 to 14 empty squares.

use outflank_engine::{Engine, Goal, OneThread, Truth};
use outflank_rules::{Position, Symmetry};

use super::{check_all, exact, positions, reference, solve};

/// The score is the reference's, and so is that of the best move.
fn score_and_move_are_right(engine: &Engine, position: Position) {
    let solution = exact(engine, position);
    let score = solution.value.score;
    assert_eq!(solution.value.truth, Truth::Exact);
    assert!(reference::is_worth(position.board(), score), "{position}: not {score}");
    let best = solution.best.expect("a position that is not finished has a best move");
    let after = position.play(best).expect("the best move is legal");
    assert!(reference::is_worth(after.board(), -score), "{position}: {best} is not best");
}

/// The line is legal, leads to the end of the game and has the score.
fn line_has_the_score(engine: &Engine, position: Position) {
    let solution = exact(engine, position);
    assert_eq!(solution.line.first().copied(), solution.best);
    let mut end = position;
    for &played in &solution.line {
        end = end.play(played).expect("every move of the line is legal");
    }
    assert!(end.is_finished(), "{position}");
    let sign = if end.side_to_move() == position.side_to_move() { 1 } else { -1 };
    assert_eq!(sign * end.board().final_score(), solution.value.score, "{position}");
}

/// All eight views have one score.
fn views_have_one_score(engine: &Engine, position: Position) {
    let score = exact(engine, position).value.score;
    for symmetry in Symmetry::ALL {
        let view = symmetry.position(position);
        assert_eq!(exact(engine, view).value.score, score, "{position} seen as {view}");
    }
}

/// A proven outcome is the sign of the score, what is said of the score is true, and the move keeps it.
fn outcome_is_the_sign_of_the_score(engine: &Engine, position: Position) {
    // The outcome first: the exact score would be in the table.
    let outcome = solve(engine, position, Goal::Outcome, &OneThread);
    let score = exact(engine, position).value.score;
    let bound = outcome.value.score;
    assert_eq!(bound.signum(), score.signum(), "{position}");
    match outcome.value.truth {
        Truth::Exact => assert_eq!(bound, score, "{position}"),
        Truth::AtLeast => assert!(bound <= score, "{position}: {score} is less than {bound}"),
        Truth::AtMost => assert!(bound >= score, "{position}: {score} is more than {bound}"),
        Truth::Estimate { .. } => panic!("{position}: nothing is proven"),
    }
    let best = outcome.best.expect("a position that is not finished has a best move");
    let after = position.play(best).expect("the best move is legal");
    assert_eq!(-exact(engine, after).value.score.signum(), score.signum(), "{position} {best}");
}

#[test]
fn a_sample_has_the_score_and_move_of_the_reference() {
    check_all(positions::some(1_000, 8, 11), score_and_move_are_right);
}

#[test]
fn a_sample_has_lines_to_the_end_with_the_score() {
    check_all(positions::some(1_000, 8, 14), line_has_the_score);
}

#[test]
fn a_sample_has_one_score_in_all_eight_views() {
    check_all(positions::some(300, 8, 14), views_have_one_score);
}

#[test]
fn a_sample_has_outcomes_of_the_sign_of_the_score() {
    check_all(positions::some(1_000, 8, 14), outcome_is_the_sign_of_the_score);
}

#[test]
#[ignore = "takes long"]
fn ten_thousand_positions_have_the_score_and_move_of_the_reference() {
    check_all(positions::some(10_000, 8, 14), score_and_move_are_right);
}

#[test]
#[ignore = "takes long"]
fn ten_thousand_positions_have_lines_outcomes_and_one_score_in_all_eight_views() {
    check_all(positions::some(10_000, 8, 14), |engine, position| {
        outcome_is_the_sign_of_the_score(engine, position);
        line_has_the_score(engine, position);
        views_have_one_score(engine, position);
    });
}
