//! The plain forms, `.bin` and text: nodes that are named by numbers, without their boards.
//!
//! Two magic numbers and the count of nodes; of each node its two numbers ([`ZebraHash`]), two scores, the
//! best other move, the score of that, and flags. The boards are found by going from the start position with
//! every move after which there is a position of the book.

use std::collections::HashMap;

use outflank_rules::{Move, Position};

use super::hash::ZebraNumbers;
use super::{ZebraHash, ZebraNode, settled};
use crate::foreign::{ConversionLosses, CountedInput};
use crate::{BookError, BookRecord};

/// The first bytes of a `.bin`: 2718 and 2818 with 16 bits each.
pub(super) const BINARY: [u8; 4] = [0x9e, 0x0a, 0x02, 0x0b];
/// The first bytes of the text form.
pub(super) const TEXT: [u8; 4] = *b"2718";
/// The second number of the text form.
const SECOND: &str = "2818";

/// The nodes of a book by their numbers.
type NodesByNumbers = HashMap<ZebraNumbers, ZebraNode>;

/// Reads a `.bin` after its magic numbers.
pub(super) fn read_binary(
    input: &mut CountedInput<'_>,
) -> Result<(Vec<BookRecord>, ConversionLosses), BookError> {
    let count = i32::from_le_bytes(input.bytes()?);
    let mut nodes = NodesByNumbers::new();
    for _ in 0..count {
        let numbers = [i32::from_le_bytes(input.bytes()?), i32::from_le_bytes(input.bytes()?)];
        let mut short = || input.bytes().map(i16::from_le_bytes);
        let scores = [short()?, short()?];
        let (alternative, alternative_score, flags) = (short()?, short()?, short()? as u16);
        nodes.insert(numbers, ZebraNode { scores, alternative, alternative_score, flags });
    }
    if input.bytes_or_end::<1>()?.is_some() {
        return Err(input.wrong("the file goes on after its last position"));
    }
    walk(nodes, input)
}

/// Reads the text form after its first number.
pub(super) fn read_text(
    input: &mut CountedInput<'_>,
) -> Result<(Vec<BookRecord>, ConversionLosses), BookError> {
    let text = input.rest_as_text()?;
    let mut words = text.split_ascii_whitespace();
    if words.next() != Some(SECOND) {
        return Err(input.wrong("not a book of Zebra: its second number is not 2818"));
    }
    let mut number = || {
        let word = words.next().ok_or_else(|| input.wrong("the file ends too early"))?;
        word.parse::<i32>().map_err(|_| input.wrong(format!("{word:?} is not a number")))
    };
    let count = number()?;
    let mut nodes = NodesByNumbers::new();
    for _ in 0..count {
        let numbers = [number()?, number()?];
        // Flags may be written with a sign.
        let mut short = || number().map(|number| number as i16);
        let scores = [short()?, short()?];
        let (alternative, alternative_score, flags) = (short()?, short()?, short()? as u16);
        nodes.insert(numbers, ZebraNode { scores, alternative, alternative_score, flags });
    }
    if words.next().is_some() {
        return Err(input.wrong("the file goes on after its last position"));
    }
    walk(nodes, input)
}

/// Finds the boards of nodes from the start position on.
fn walk(
    mut nodes: NodesByNumbers,
    input: &CountedInput<'_>,
) -> Result<(Vec<BookRecord>, ConversionLosses), BookError> {
    let (mut records, mut losses) = (Vec::new(), ConversionLosses::default());
    let hash = ZebraHash::new();
    let (start, view) = hash.of(&Position::start());
    let Some(root) = nodes.remove(&start) else {
        return Err(input.wrong("the start position is not in it"));
    };
    let mut waiting = vec![(Position::start(), view, root)];
    // Nodes that were found: they may have more than one way to them.
    let mut found = std::collections::HashSet::from([start]);
    while let Some((position, view, node)) = waiting.pop() {
        let from = settled(position);
        let mut has_children = false;
        for played in from.legal_moves().squares().map(Move::Place) {
            let Ok(next) = from.play(played) else { continue };
            let (numbers, view) = hash.of(&next);
            if let Some(below) = nodes.remove(&numbers) {
                found.insert(numbers);
                waiting.push((next, view, below));
            }
            has_children |= found.contains(&numbers);
        }
        records.extend(node.record(position, view, has_children, &mut losses));
    }
    for _ in nodes.values() {
        losses.add("positions that no moves from the start lead to");
    }
    Ok((records, losses))
}
