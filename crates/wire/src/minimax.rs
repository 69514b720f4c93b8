//! A small game tree on the wire, and what minimax and alpha-beta do in it.

use outflank_coach::{SmallTree, TreeBound, TreeNode, TreeStep};
use outflank_rules::Move;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::view;
use crate::{PositionView, words};

/// A position whose tree is asked for.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TreeWish {
    /// A board, moves, or a game in any text format, whose last position is meant.
    pub text: String,
    /// How many plies deep, 1 to 4; 3 if missing.
    pub depth: Option<u32>,
    /// How many moves of a position are looked at, 1 to 4; 3 if missing.
    pub breadth: Option<u32>,
    /// The order of the moves; the most promising first if missing.
    pub order: Option<TreeOrderWish>,
}

/// The order in which moves are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TreeOrderWish {
    /// The most promising first.
    Best,
    /// The least promising first.
    Worst,
    /// From a1 to h8.
    Squares,
}

/// A small game tree, and two searches of it. All values are those of the side to move at the root, in discs.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TreeView {
    pub position: PositionView,
    /// The positions, the root first and every one before those after it.
    pub nodes: Vec<TreeNodeView>,
    pub minimax: Vec<TreeStepView>,
    pub alpha_beta: Vec<TreeStepView>,
}

/// A position of the tree.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TreeNodeView {
    /// The position it came from; null for the root.
    pub parent: Option<usize>,
    /// The move that led here, a square or `pass`; null for the root.
    #[serde(rename = "move")]
    pub played: Option<String>,
    pub board: String,
    /// Whether the side that is to move at the root is to move here, too: it takes the largest value.
    pub maximizes: bool,
    pub children: Vec<usize>,
    /// How many legal moves are left out.
    pub left_out: usize,
    pub depth: u32,
    /// What it is worth without looking further.
    pub evaluation: i32,
}

/// A step of a search.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TreeStepView {
    #[schema(schema_with = words::tree_steps)]
    pub kind: &'static str,
    pub node: usize,
    /// The position after the move that is compared.
    pub child: Option<usize>,
    pub value: Option<i32>,
    /// What the value of a position that is done says.
    #[schema(schema_with = words::value_kinds)]
    pub bound: Option<&'static str>,
    /// What the side to move at the root has for sure, and what its opponent allows at most.
    pub alpha: Option<i32>,
    pub beta: Option<i32>,
    /// The positions that are not looked at.
    pub skipped: Vec<usize>,
}

impl TreeView {
    /// Shows a tree and both searches.
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
