//! The compact form, `.cmp`: a tree of moves from the start position.
//!
//! Two numbers of 32 bits, nodes and children; then, with 16 bits a number, how many children each node has,
//! the moves that lead to them, two scores of each node, its best other move, the score of that, and flags.
//! Nodes come in the order of a walk that visits a node before what is below it.

use outflank_rules::{Position, Square};

use super::{ZebraHash, ZebraNode, settled, square};
use crate::foreign::{ConversionLosses, CountedInput};
use crate::{BookError, BookRecord};

/// The most nodes: more than any file has, little enough to be held.
const MOST: i32 = 50_000_000;

/// A node and the moves to those below it.
struct TreeNode {
    node: ZebraNode,
    children: Vec<i16>,
}

/// Reads what follows the number of nodes.
pub(super) fn read(
    count: [u8; 4],
    input: &mut CountedInput<'_>,
) -> Result<(Vec<BookRecord>, ConversionLosses), BookError> {
    let nodes = nodes(i32::from_le_bytes(count), input)?;
    let (mut records, mut losses) = (Vec::new(), ConversionLosses::default());
    let hash = ZebraHash::new();
    // Positions that are still to come, the next one last.
    let mut waiting = vec![Position::start()];
    for (number, TreeNode { node, children }) in nodes.iter().enumerate() {
        let Some(position) = waiting.pop() else {
            return Err(input.wrong(format!("node {number} has no way to it")));
        };
        let after = children.iter().map(|child| {
            let played = square(*child).ok_or_else(|| format!("node {number}: {child} is not a move"))?;
            play(position, played).ok_or_else(|| format!("node {number}: {played} is not legal"))
        });
        let below: Vec<Position> = after.collect::<Result<_, String>>().map_err(|why| input.wrong(why))?;
        waiting.extend(below.into_iter().rev());
        let (_, view) = hash.of(&position);
        records.extend(node.record(position, view, !children.is_empty(), &mut losses));
    }
    if waiting.is_empty() { Ok((records, losses)) } else { Err(input.wrong("nodes are missing")) }
}

fn nodes(nodes: i32, input: &mut CountedInput<'_>) -> Result<Vec<TreeNode>, BookError> {
    let children = i32::from_le_bytes(input.bytes()?);
    if !(1..=MOST).contains(&nodes) || children != nodes - 1 {
        let reason = format!("not a book of Zebra: {nodes} positions and {children} moves to them");
        return Err(BookError::Foreign { offset: 0, reason });
    }
    let mut numbers = |count: i32| {
        (0..count).map(|_| input.bytes().map(i16::from_le_bytes)).collect::<Result<Vec<i16>, BookError>>()
    };
    let child_counts = numbers(nodes)?;
    let mut moves = numbers(children)?.into_iter();
    let scores = numbers(2 * nodes)?;
    let (alternatives, alternative_scores, flags) = (numbers(nodes)?, numbers(nodes)?, numbers(nodes)?);
    if input.bytes_or_end::<1>()?.is_some() {
        return Err(input.wrong("the file goes on after its last position"));
    }
    let node = |at: usize| TreeNode {
        children: moves.by_ref().take(usize::try_from(child_counts[at]).unwrap_or(0)).collect(),
        node: ZebraNode {
            scores: [scores[2 * at], scores[2 * at + 1]],
            alternative: alternatives[at],
            alternative_score: alternative_scores[at],
            flags: flags[at] as u16,
        },
    };
    Ok((0..child_counts.len()).map(node).collect())
}

/// Plays a move, after a pass if the side to move has no other.
fn play(position: Position, played: Square) -> Option<Position> {
    settled(position).play(played).ok()
}
