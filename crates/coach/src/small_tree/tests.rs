//! The trees beside a definition written anew.

use outflank_rules::Game;

use super::*;

const SIZE: TreeSize = TreeSize { depth: 3, breadth: 3 };

fn after(moves: &str) -> Position {
    let mut game = Game::new(Position::start());
    for name in moves.as_bytes().chunks(2) {
        game.play(std::str::from_utf8(name).unwrap().parse::<Move>().unwrap()).unwrap();
    }
    game.position()
}

/// Minimax by its definition.
fn value(tree: &SmallTree, node: usize) -> i32 {
    let values = tree.nodes()[node].children.iter().map(|&child| value(tree, child));
    let best = if tree.maximizes(node) { values.max() } else { values.min() };
    best.unwrap_or(tree.nodes()[node].evaluation)
}

fn last(steps: &[TreeStep]) -> (i32, TreeBound) {
    match steps.last() {
        Some(&TreeStep::Leave { node: 0, value, bound }) => (value, bound),
        other => panic!("{other:?}"),
    }
}

fn entered(steps: &[TreeStep]) -> usize {
    steps.iter().filter(|step| matches!(step, TreeStep::Enter { .. })).count()
}

fn skipped(tree: &SmallTree, steps: &[TreeStep]) -> usize {
    let below = |node: usize| -> usize {
        let mut waiting = vec![node];
        let mut count = 0;
        while let Some(node) = waiting.pop() {
            count += 1;
            waiting.extend(&tree.nodes()[node].children);
        }
        count
    };
    let cut = steps.iter().filter_map(|step| match step {
        TreeStep::Cut { skipped, .. } => Some(skipped.iter().map(|&node| below(node)).sum::<usize>()),
        _ => None,
    });
    cut.sum()
}

#[test]
fn both_searches_find_the_value_of_the_definition_and_cuts_leave_out_the_rest() {
    let mut cuts = 0;
    for moves in ["", "f5", "f5d6c3d3c4", "f5f6e6f4g5e7f7h5", "f5d6c3d3c4f4f6f3e6e7d7g6g5c5b6c6b5c7f8e8"] {
        for order in [TreeOrder::BestFirst, TreeOrder::WorstFirst, TreeOrder::Squares] {
            let tree = SmallTree::grow(after(moves), TreeSize { depth: 4, breadth: 4 }, order);
            let (minimax, pruned) = (tree.minimax(), tree.alpha_beta());
            let expected = value(&tree, 0);
            assert_eq!(last(&minimax), (expected, TreeBound::Exact), "{moves}");
            assert_eq!(last(&pruned), (expected, TreeBound::Exact), "{moves}");
            assert_eq!(entered(&minimax), tree.nodes().len(), "minimax looks at everything");
            assert_eq!(entered(&pruned) + skipped(&tree, &pruned), tree.nodes().len(), "{moves}");
            cuts += skipped(&tree, &pruned);
        }
    }
    assert!(cuts > 500, "{cuts}");
}

#[test]
fn bounds_hold_and_cuts_have_their_reason() {
    let tree = SmallTree::grow(after("f5d6c3d3c4"), TreeSize { depth: 4, breadth: 4 }, TreeOrder::Squares);
    for step in tree.alpha_beta() {
        match step {
            TreeStep::Leave { node, value: told, bound } => {
                let truth = value(&tree, node);
                assert!(match bound {
                    TreeBound::Exact => truth == told,
                    TreeBound::AtLeast => truth >= told,
                    TreeBound::AtMost => truth <= told,
                });
            }
            TreeStep::Cut { alpha, beta, skipped, .. } => assert!(alpha >= beta && !skipped.is_empty()),
            _ => {}
        }
    }
}

#[test]
fn a_good_order_cuts_more_than_a_bad_one() {
    let position = after("f5f6e6f4g5e7f7h5");
    let looked_at = |order| {
        let tree = SmallTree::grow(position, TreeSize { depth: 4, breadth: 4 }, order);
        entered(&tree.alpha_beta())
    };
    assert!(looked_at(TreeOrder::BestFirst) < looked_at(TreeOrder::WorstFirst));
}

#[test]
fn trees_are_small_and_passes_and_ends_belong_to_them() {
    let tree = SmallTree::grow(Position::start(), SIZE, TreeOrder::BestFirst);
    assert_eq!(tree.nodes().len(), 1 + 3 + 9 + 27);
    assert_eq!(tree.nodes()[0].left_out, 1);
    let passing: Position = format!("-OOOOOOX{}O", "-".repeat(56)).parse().unwrap();
    let tree = SmallTree::grow(passing, SIZE, TreeOrder::BestFirst);
    let played: Vec<_> = tree.nodes().iter().filter_map(|node| node.played).collect();
    assert_eq!(played, [Move::Pass, "a1".parse().unwrap()]);
    assert_eq!(last(&tree.alpha_beta()).0, -64, "black takes everything");
    let over = SmallTree::grow(format!("{}X", "X".repeat(64)).parse().unwrap(), SIZE, TreeOrder::BestFirst);
    assert_eq!(over.alpha_beta().len(), 2);
}
