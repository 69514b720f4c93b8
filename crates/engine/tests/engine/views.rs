//! Mirror images: all views of a position, and all moves that lead to mirror images, have one value.

use std::collections::BTreeSet;

use crate::support::{Std, engine, random_position};
use outflank_engine::{MoveValue, Truth, Wanted};
use outflank_rules::{Position, Square, Symmetry};

/// Positions of all parts of the game, also such where a side must pass.
fn positions() -> Vec<Position> {
    let mut positions: Vec<Position> = (0..8).map(|n| random_position(n, 54 - 5 * n as u32)).collect();
    positions.push("-OOOOOOX--------------------------------------------------------O".parse().unwrap());
    positions
}

/// Moves as another view has them, in an order of their own.
fn turned(moves: &[MoveValue], symmetry: Symmetry) -> BTreeSet<String> {
    let line = |one: &MoveValue| one.line.iter().map(|&played| symmetry.mv(played)).collect::<Vec<_>>();
    moves.iter().map(|one| format!("{} {:?} {:?}", symmetry.mv(one.played), one.value, line(one))).collect()
}

#[test]
fn all_views_of_a_position_are_searched_alike_at_every_depth() {
    for position in positions() {
        for depth in [1, 2, 3, 6, 9] {
            let analysis = engine().search(position).depth(depth).analyze();
            let all = engine().search(position).depth(depth).compare(Wanted::ALL);
            for symmetry in Symmetry::ALL {
                let view = symmetry.position(position);
                let seen = engine().search(view).depth(depth).analyze();
                assert_eq!((seen.value, seen.nodes), (analysis.value, analysis.nodes), "{view}");
                let played = seen.best.unwrap();
                assert!(view.is_legal(played) && seen.line.first() == Some(&played), "{view}");
                let seen = engine().search(view).depth(depth).compare(Wanted::ALL);
                assert_eq!(seen.nodes, all.nodes, "{view}");
                let itself = symmetry.board(position.board()) == position.board();
                // A position that is its own mirror image has several canonical views of each move.
                if !itself {
                    assert_eq!(
                        turned(&seen.moves, symmetry.inverse()),
                        turned(&all.moves, Symmetry::Identity)
                    );
                }
            }
        }
    }
}

#[test]
fn moves_that_lead_to_mirror_images_have_one_value_and_mirrored_lines() {
    for depth in 1..=9 {
        for threads in [1, 4] {
            let (engine, threads) = (engine(), Std(threads));
            let search = engine.search(Position::start()).threads(&threads).depth(depth);
            let moves = search.compare(Wanted::ALL).moves;
            assert_eq!(moves.len(), 4);
            assert!(moves.iter().all(|one| one.value == moves[0].value), "{moves:?}");
            for one in &moves {
                assert_eq!(one.line.len(), moves[0].line.len(), "{moves:?}");
                let mut end = Position::start();
                for &played in &one.line {
                    end = end.play(played).unwrap();
                }
            }
        }
    }
    // The perpendicular, the diagonal and the parallel reply have no twins.
    let after = Position::start().play(Square::F5).unwrap();
    assert_eq!(engine().search(after).depth(6).compare(Wanted::ALL).moves.len(), 3);
    // The best two of four that are alike, and one asked for by name.
    let asked = outflank_rules::Move::Place(Square::F5);
    let few = engine().search(Position::start()).depth(4).compare(Wanted::best(2).and(asked)).moves;
    assert!((2..=3).contains(&few.len()) && few.iter().any(|one| one.played == asked), "{few:?}");
}

#[test]
fn an_engine_that_has_searched_one_view_knows_the_others() {
    let position = random_position(3, 34);
    let engine = engine();
    let first = engine.search(position).depth(10).analyze();
    for symmetry in Symmetry::ALL {
        let again = engine.search(symmetry.position(position)).depth(10).analyze();
        assert_eq!(again.value.score, first.value.score, "{symmetry:?}");
        assert!(again.nodes < first.nodes, "{symmetry:?}: {} nodes of {}", again.nodes, first.nodes);
    }
}

#[test]
fn values_of_all_moves_do_not_depend_on_the_threads() {
    for seed in 0..6 {
        let position = random_position(seed, 14 + seed as u32 % 3);
        let found = |threads| engine().search(position).threads(&Std(threads)).compare(Wanted::ALL).moves;
        let values =
            |moves: &[MoveValue]| moves.iter().map(|one| (one.played, one.value)).collect::<Vec<_>>();
        let alone = values(&found(1));
        assert!(alone.iter().all(|(_, value)| value.truth == Truth::Exact));
        for threads in [2, 3, 8] {
            assert_eq!(values(&found(threads)), alone, "{position} on {threads} threads");
        }
    }
}
