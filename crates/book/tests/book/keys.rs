//! Keys: one for all eight views, and ways forward and back that agree.

use outflank_book::{BookKey, Destination};
use outflank_rules::{Position, Symmetry};
use proptest::prelude::*;

use super::{Numbers, random_key};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn all_eight_views_have_one_key(seed: u64, plies in 0_u64..55) {
        let key = random_key(&mut Numbers(seed), plies);
        for symmetry in Symmetry::ALL {
            let board = symmetry.board(key.board());
            let (found, back) = BookKey::of(board).unwrap();
            prop_assert_eq!(found, key);
            prop_assert_eq!(back.board(board), key.board());
            prop_assert!((board.own().0, board.opp().0) >= key.words());
        }
        let (own, opp) = key.words();
        prop_assert_eq!(BookKey::of_words(own, opp), Some(key));
    }
}

#[test]
fn passes_are_looked_through() {
    let mut seen = 0;
    for seed in 0..1500 {
        let key = random_key(&mut Numbers(seed), 44 + seed % 14);
        for found in key.moves() {
            if let Destination::Position { key: next, passed: true } = found.to {
                let after = key.position().play(found.square).unwrap();
                assert!(after.must_pass() && key.leads_to(next));
                assert_eq!(BookKey::of(after.board().swapped()).unwrap().0, next);
                seen += 1;
            }
        }
    }
    assert!(seen > 10, "only {seen} passes");
}

#[test]
fn positions_without_a_move_have_no_key() {
    let passing: Position =
        "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXXXXXXX- X".parse().unwrap();
    assert!(passing.legal_moves().is_empty() && BookKey::of_position(&passing).is_none());
}
