//! A small game tree, searched step by step: how minimax and alpha-beta pruning work, to be looked at.
//!
//! Searches that play keep no tree and tell nothing of their way. Here the tree is grown first, a few moves
//! wide and a few plies deep, and each search writes down all that it does. Values are in discs from the view
//! of the side to move at the root: it wants the largest, its opponent the smallest.

use outflank_engine::eval::{UNITS_PER_DISC, Weights};
use outflank_rules::{Move, Portable, Position};

/// How large a tree is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeSize {
    /// How many plies deep.
    pub depth: u32,
    /// How many moves of a position are looked at: the most promising ones.
    pub breadth: usize,
}

impl TreeSize {
    /// The deepest tree.
    pub const DEEPEST: u32 = 4;
    /// The widest tree.
    pub const WIDEST: usize = 4;
}

/// The order in which the moves of a position are searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TreeOrder {
    /// The most promising first: alpha-beta cuts most.
    #[default]
    BestFirst,
    /// The least promising first: alpha-beta cuts least.
    WorstFirst,
    /// From a1 to h8, as a simple program finds them.
    Squares,
}

/// A position of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// The position it came from; `None` for the root.
    pub parent: Option<usize>,
    /// The move that led here; `None` for the root.
    pub played: Option<Move>,
    /// The position.
    pub position: Position,
    /// The positions after its moves, in the order of the search; none for a leaf.
    pub children: Vec<usize>,
    /// How many legal moves are left out.
    pub left_out: usize,
    /// What the position is worth without looking further, for the side to move at the root.
    pub evaluation: i32,
    /// How many plies it is below the root.
    pub depth: u32,
}

/// What a value that a search returns says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeBound {
    /// It is the value.
    Exact,
    /// The value is at least this: the rest was cut.
    AtLeast,
    /// The value is at most this: the rest was cut.
    AtMost,
}

/// A step of a search. Nodes are numbers in the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeStep {
    /// A position is looked at. The window says what is assured elsewhere: the root's side has at least
    /// `alpha`, its opponent allows at most `beta`; `None` if nothing is yet.
    Enter {
        /// The position.
        node: usize,
        /// What the root's side has for sure.
        alpha: Option<i32>,
        /// What the opponent allows at most.
        beta: Option<i32>,
    },
    /// A leaf is evaluated.
    Evaluate {
        /// The leaf.
        node: usize,
        /// Its value.
        value: i32,
    },
    /// A move is the best so far for the side to move.
    Improve {
        /// The position.
        node: usize,
        /// The position after the move.
        child: usize,
        /// The value so far.
        value: i32,
    },
    /// A move is no better than the best so far.
    Reject {
        /// The position.
        node: usize,
        /// The position after the move.
        child: usize,
        /// What it is worth.
        value: i32,
    },
    /// The other moves need not be looked at: the side to move before would not let it come to this position.
    Cut {
        /// The position.
        node: usize,
        /// The positions that are not looked at.
        skipped: Vec<usize>,
        /// What the root's side has for sure.
        alpha: i32,
        /// What the opponent allows at most.
        beta: i32,
    },
    /// A position is done.
    Leave {
        /// The position.
        node: usize,
        /// Its value.
        value: i32,
        /// What the value says.
        bound: TreeBound,
    },
}

/// A small game tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallTree {
    nodes: Vec<TreeNode>,
}

/// Less than every value, and more than every value.
const INFINITY: i32 = 1000;

impl SmallTree {
    /// Grows a tree from a position; sizes beyond the largest are cut to it.
    #[must_use]
    pub fn grow(root: Position, size: TreeSize, order: TreeOrder) -> SmallTree {
        let depth = size.depth.min(TreeSize::DEEPEST);
        let breadth = size.breadth.clamp(1, TreeSize::WIDEST);
        let mut tree = SmallTree { nodes: Vec::new() };
        let node = TreeNode {
            parent: None,
            played: None,
            position: root,
            children: Vec::new(),
            left_out: 0,
            evaluation: evaluation(root, root),
            depth: 0,
        };
        tree.nodes.push(node);
        tree.grow_below(0, depth, breadth, order);
        tree
    }

    fn grow_below(&mut self, node: usize, depth: u32, breadth: usize, order: TreeOrder) {
        let (root, position) = (self.nodes[0].position, self.nodes[node].position);
        if depth == 0 || position.is_finished() {
            return;
        }
        let mut moves: Vec<(Move, Position, i32)> = moves(position)
            .filter_map(|played| {
                let after = position.play(played).ok()?;
                Some((played, after, evaluation(after, root)))
            })
            .collect();
        let is_root_side = position.side_to_move() == root.side_to_move();
        // The best for the side to move first; equal ones in the order of the squares.
        moves.sort_by_key(|&(_, _, value)| if is_root_side { -value } else { value });
        self.nodes[node].left_out = moves.len().saturating_sub(breadth);
        moves.truncate(breadth);
        match order {
            TreeOrder::BestFirst => {}
            TreeOrder::WorstFirst => moves.reverse(),
            TreeOrder::Squares => moves.sort_by_key(|&(played, _, _)| played.square()),
        }
        for (played, after, evaluation) in moves {
            let child = self.nodes.len();
            self.nodes.push(TreeNode {
                parent: Some(node),
                played: Some(played),
                position: after,
                children: Vec::new(),
                left_out: 0,
                evaluation,
                depth: self.nodes[node].depth + 1,
            });
            self.nodes[node].children.push(child);
            self.grow_below(child, depth - 1, breadth, order);
        }
    }

    /// Returns the positions, the root first and every one before those after it.
    #[must_use]
    pub fn nodes(&self) -> &[TreeNode] {
        &self.nodes
    }

    /// Tells whether it is the turn of the side that is to move at the root, who wants the largest value.
    #[must_use]
    pub fn maximizes(&self, node: usize) -> bool {
        self.nodes[node].position.side_to_move() == self.nodes[0].position.side_to_move()
    }

    /// Searches the whole tree by minimax and returns every step.
    #[must_use]
    pub fn minimax(&self) -> Vec<TreeStep> {
        self.search(false)
    }

    /// Searches the tree by alpha-beta and returns every step.
    #[must_use]
    pub fn alpha_beta(&self) -> Vec<TreeStep> {
        self.search(true)
    }

    fn search(&self, prunes: bool) -> Vec<TreeStep> {
        let mut steps = Vec::new();
        self.search_node(0, (-INFINITY, INFINITY), prunes, &mut steps);
        steps
    }

    /// Searches a node within a window and returns its value, or a bound on it beyond the window.
    fn search_node(
        &self,
        node: usize,
        (alpha, beta): (i32, i32),
        prunes: bool,
        steps: &mut Vec<TreeStep>,
    ) -> i32 {
        let TreeNode { children, evaluation, .. } = &self.nodes[node];
        steps.push(TreeStep::Enter { node, alpha: known(alpha), beta: known(beta) });
        if children.is_empty() {
            steps.push(TreeStep::Evaluate { node, value: *evaluation });
            return *evaluation;
        }
        let maximizes = self.maximizes(node);
        let (mut low, mut high) = (alpha, beta);
        let mut best = if maximizes { -INFINITY } else { INFINITY };
        for (index, &child) in children.iter().enumerate() {
            let window = if prunes { (low, high) } else { (-INFINITY, INFINITY) };
            let value = self.search_node(child, window, prunes, steps);
            let is_better = if maximizes { value > best } else { value < best };
            if is_better {
                best = value;
                steps.push(TreeStep::Improve { node, child, value });
            } else {
                steps.push(TreeStep::Reject { node, child, value });
            }
            if maximizes {
                low = low.max(best);
            } else {
                high = high.min(best);
            }
            let skipped = &children[index + 1..];
            if prunes && low >= high && !skipped.is_empty() {
                steps.push(TreeStep::Cut { node, skipped: skipped.to_vec(), alpha: low, beta: high });
                break;
            }
        }
        let bound = match best {
            _ if !prunes => TreeBound::Exact,
            best if best >= beta => TreeBound::AtLeast,
            best if best <= alpha => TreeBound::AtMost,
            _ => TreeBound::Exact,
        };
        steps.push(TreeStep::Leave { node, value: best, bound });
        best
    }
}

/// Returns an end of a window unless it is open.
fn known(value: i32) -> Option<i32> {
    (value.abs() < INFINITY).then_some(value)
}

/// Lists the moves of a position that is not over; a pass if there is no other.
fn moves(position: Position) -> impl Iterator<Item = Move> {
    let pass = position.must_pass().then_some(Move::Pass);
    position.legal_moves().squares().map(Move::Place).chain(pass)
}

/// Returns what a position is worth without looking further, in discs, for the side to move at the root: the
/// score of a game that is over, else the engine's evaluation.
fn evaluation(position: Position, root: Position) -> i32 {
    let board = position.board();
    let mover = if position.is_finished() {
        board.final_score()
    } else {
        let units = Weights::embedded().evaluate_units(Portable, board.own().0, board.opp().0);
        (f64::from(units) / f64::from(UNITS_PER_DISC)).round() as i32
    };
    if position.side_to_move() == root.side_to_move() { mover } else { -mover }
}

#[cfg(test)]
mod tests {
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
        for moves in ["", "f5", "f5d6c3d3c4", "f5f6e6f4g5e7f7h5", "f5d6c3d3c4f4f6f3e6e7d7g6g5c5b6c6b5c7f8e8"]
        {
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
        let tree =
            SmallTree::grow(after("f5d6c3d3c4"), TreeSize { depth: 4, breadth: 4 }, TreeOrder::Squares);
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
        let over =
            SmallTree::grow(format!("{}X", "X".repeat(64)).parse().unwrap(), SIZE, TreeOrder::BestFirst);
        assert_eq!(over.alpha_beta().len(), 2);
    }
}
