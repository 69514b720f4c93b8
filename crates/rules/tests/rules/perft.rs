//! Perft against published numbers, on every instruction set of this machine, in both pass conventions.

use outflank_rules::{PassRule, Position, Tier, frontier, perft, perft_with};

/// Depth, leaves with a pass counting one ply, leaves with free passes. Source: shared published tables,
/// recomputed.
const KNOWN: [(u32, u64, u64); 11] = [
    (0, 1, 1),
    (1, 4, 4),
    (2, 12, 12),
    (3, 56, 56),
    (4, 244, 244),
    (5, 1_396, 1_396),
    (6, 8_200, 8_200),
    (7, 55_092, 55_092),
    (8, 390_216, 390_216),
    (9, 3_005_288, 3_005_320),
    (10, 24_571_284, 24_571_420),
];

#[test]
fn every_tier_counts_the_published_leaves() {
    for tier in Tier::ALL.into_iter().filter(|tier| tier.is_available()) {
        for (depth, one_ply, free) in KNOWN {
            assert_eq!(
                perft_with(tier, Position::start(), depth, PassRule::OnePly),
                one_ply,
                "{tier} {depth}"
            );
            assert_eq!(
                perft_with(tier, Position::start(), depth, PassRule::Free),
                free,
                "{tier} {depth} free"
            );
        }
    }
}

#[test]
fn a_frontier_adds_up_to_the_whole() {
    for (depth, one_ply, free) in KNOWN.into_iter().filter(|known| known.0 <= 9) {
        for plies in [0, 1, 4, 20] {
            for (rule, expected) in [(PassRule::OnePly, one_ply), (PassRule::Free, free)] {
                let shared = frontier(Position::start(), depth, plies.min(depth), rule);
                let below: u64 = shared.nodes.iter().map(|&(node, rest)| perft(node, rest, rule)).sum();
                assert_eq!(below + shared.ended, expected);
            }
        }
    }
}

#[test]
fn a_finished_game_is_one_leaf_and_a_pass_costs_what_the_rule_says() {
    let full: Position = format!("{}X", "XO".repeat(32)).parse().unwrap();
    assert_eq!(perft(full, 5, PassRule::OnePly), 1);
    // White must pass, then black takes a1 and the game is over.
    let pass: Position = format!("-OOOOOOX{}O", "-".repeat(56)).parse().unwrap();
    for depth in 1..4 {
        assert_eq!(perft(pass, depth, PassRule::OnePly), 1);
        assert_eq!(perft(pass, depth, PassRule::Free), 1);
    }
}
