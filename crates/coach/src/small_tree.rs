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
mod tests;
