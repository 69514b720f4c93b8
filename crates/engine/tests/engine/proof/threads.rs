//! The number of threads changes no score.

use outflank_engine::{Engine, Goal, OneThread, Truth};
use outflank_rules::Position;

use super::{engine, exact, positions, solve};
use crate::support::Std;

/// Solves with 1, 2 and 16 threads, each from an empty table; the best moves have the score too.
fn threads_agree(engine: &Engine, position: Position) {
    engine.forget();
    let alone = exact(engine, position);
    for threads in [2, 16] {
        engine.forget();
        let together = solve(engine, position, Goal::Exact, &Std(threads));
        assert_eq!(together.value, alone.value, "{position} with {threads} threads");
        assert_eq!(together.value.truth, Truth::Exact);
        let best = together.best.expect("a position that is not finished has a best move");
        if together.best != alone.best {
            let after = position.play(best).expect("the best move is legal");
            let value = solve(engine, after, Goal::Exact, &OneThread).value;
            assert_eq!(-value.score, alone.value.score, "{position}: {best} with {threads} threads");
        }
    }
}

#[test]
fn a_sample_has_one_score_whatever_the_number_of_threads() {
    let engine = engine();
    for position in positions::some(24, 16, 18) {
        threads_agree(&engine, position);
    }
}

#[test]
#[ignore = "takes long"]
fn a_thousand_positions_have_one_score_whatever_the_number_of_threads() {
    let engine = engine();
    for position in positions::some(1_000, 18, 20) {
        threads_agree(&engine, position);
    }
}
