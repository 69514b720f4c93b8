//! A small game tree on the wire, and what minimax and alpha-beta do in it.

use outflank_coach::{SmallTree, TreeBound, TreeNode, TreeStep};
use outflank_rules::Move;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::view;
use crate::{PositionView, words};

/// A request for the game tree of a position.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TreeWish {
    /// A board, a list of moves, or a game in any text format; its last position is used.
    pub text: String,
    /// The depth of the tree in plies, 1 to 4; 3 if missing.
    pub depth: Option<u32>,
    /// The number of moves considered in each position, 1 to 4; 3 if missing.
    pub breadth: Option<u32>,
    /// The move ordering; most promising first if missing.
    pub order: Option<TreeOrderWish>,
}

/// The move ordering of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TreeOrderWish {
    /// Most promising first.
    Best,
    /// Least promising first.
    Worst,
    /// By square, from a1 to h8.
    Squares,
}

/// A small game tree and two searches of it. All values are disc differences for the side to move at the
/// root.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TreeView {
    pub position: PositionView,
    /// The nodes, root first; every node precedes its children.
    pub nodes: Vec<TreeNodeView>,
    pub minimax: Vec<TreeStepView>,
    pub alpha_beta: Vec<TreeStepView>,
}

/// A node of the tree.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TreeNodeView {
    /// The parent node; null for the root.
    pub parent: Option<usize>,
    /// The move that led here, a square or `pass`; null for the root.
    #[serde(rename = "move")]
    pub played: Option<String>,
    pub board: String,
    /// Whether this is a maximizing node: the side to move is the same as at the root.
    pub maximizes: bool,
    pub children: Vec<usize>,
    /// The number of legal moves left out.
    pub left_out: usize,
    pub depth: u32,
    /// The static evaluation, without search.
    pub evaluation: i32,
}

/// A step of a search.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TreeStepView {
    #[schema(schema_with = words::tree_steps)]
    pub kind: &'static str,
    pub node: usize,
    /// The child node being compared.
    pub child: Option<usize>,
    pub value: Option<i32>,
    /// What the value of a finished node means.
    #[schema(schema_with = words::value_kinds)]
    pub bound: Option<&'static str>,
    /// The search window: what the side to move at the root is sure of, and the most its opponent allows.
    pub alpha: Option<i32>,
    pub beta: Option<i32>,
    /// The nodes pruned.
    pub skipped: Vec<usize>,
}

impl TreeView {
    /// Converts a tree and both searches.
    pub fn of(tree: &SmallTree) -> TreeView {
        let node = |(number, node): (usize, &TreeNode)| TreeNodeView {
            parent: node.parent,
            played: node.played.as_ref().map(Move::to_string),
            board: node.position.to_string(),
            maximizes: tree.maximizes(number),
            children: node.children.clone(),
            left_out: node.left_out,
            depth: node.depth,
            evaluation: node.evaluation,
        };
        let steps = |steps: Vec<TreeStep>| steps.into_iter().map(TreeStepView::from).collect();
        TreeView {
            position: view::position(tree.nodes()[0].position),
            nodes: tree.nodes().iter().enumerate().map(node).collect(),
            minimax: steps(tree.minimax()),
            alpha_beta: steps(tree.alpha_beta()),
        }
    }
}

impl From<TreeStep> for TreeStepView {
    fn from(step: TreeStep) -> TreeStepView {
        let plain = |kind, node| TreeStepView {
            kind,
            node,
            child: None,
            value: None,
            bound: None,
            alpha: None,
            beta: None,
            skipped: Vec::new(),
        };
        match step {
            TreeStep::Enter { node, alpha, beta } => TreeStepView { alpha, beta, ..plain("enter", node) },
            TreeStep::Evaluate { node, value } => {
                TreeStepView { value: Some(value), ..plain("evaluate", node) }
            }
            TreeStep::Improve { node, child, value } => {
                TreeStepView { child: Some(child), value: Some(value), ..plain("improve", node) }
            }
            TreeStep::Reject { node, child, value } => {
                TreeStepView { child: Some(child), value: Some(value), ..plain("reject", node) }
            }
            TreeStep::Cut { node, skipped, alpha, beta } => {
                TreeStepView { skipped, alpha: Some(alpha), beta: Some(beta), ..plain("cut", node) }
            }
            TreeStep::Leave { node, value, bound } => {
                let bound = match bound {
                    TreeBound::Exact => "exact",
                    TreeBound::AtLeast => "lower",
                    TreeBound::AtMost => "upper",
                };
                TreeStepView { value: Some(value), bound: Some(bound), ..plain("leave", node) }
            }
        }
    }
}
