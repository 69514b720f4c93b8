//! The compact book of Zebra and WZebra, `.cmp`: a tree of moves from the start position.
//!
//! Two numbers of 32 bits, nodes and children; then, with 16 bits a number, how many children each node has,
//! the moves that lead to them, two scores of each node, its best move without a node, the score of that, and
//! flags. Nodes come in the order of a walk that visits a node before what is below it. Scores are from
//! Black's view in 128ths of a disc; those of solved positions begin at 30,000.

use outflank_rules::{Color, Move, Position, Square};

use super::{ConversionLosses, CountedInput, leaf_without_move};
use crate::{BookError, BookEstimate, BookKey, BookLeaf, BookRecord, Confidence, Origin};

/// From here on a score is a number of discs.
const SOLVED: i32 = 30_000;
/// The parts of a disc that other scores count.
const PARTS: i32 = 128;
/// The score of a move that is not there.
const NO_SCORE: i16 = 9999;
/// The flag of a position whose winner is known.
const WINNER_KNOWN: u16 = 4;
/// The flag of a position that is solved.
const EXACT: u16 = 16;
/// Where the flags have the depth.
const DEPTH_AT: u32 = 10;
/// The most nodes: more than any file has, little enough to be held.
const MOST: i32 = 50_000_000;

/// What the file says of a position.
struct ZebraNode {
    children: Vec<i16>,
    scores: [i16; 2],
    alternative: i16,
    alternative_score: i16,
    flags: u16,
}

/// Reads a book.
pub(super) fn read(input: &mut CountedInput<'_>) -> Result<(Vec<BookRecord>, ConversionLosses), BookError> {
    let nodes = nodes(input)?;
    let (mut records, mut losses) = (Vec::new(), ConversionLosses::default());
    // Positions that are still to come, the next one last.
    let mut waiting = vec![Position::start()];
    for (number, node) in nodes.iter().enumerate() {
        let Some(position) = waiting.pop() else {
            return Err(input.wrong(format!("node {number} has no way to it")));
        };
        let after = node.children.iter().map(|child| {
            let played = square(*child).ok_or_else(|| format!("node {number}: {child} is not a move"))?;
            play(position, played).ok_or_else(|| format!("node {number}: {played} is not legal"))
        });
        let below: Vec<Position> = after.collect::<Result<_, String>>().map_err(|why| input.wrong(why))?;
        waiting.extend(below.into_iter().rev());
        records.extend(node.record(position, &mut losses));
    }
    if waiting.is_empty() { Ok((records, losses)) } else { Err(input.wrong("nodes are missing")) }
}

fn nodes(input: &mut CountedInput<'_>) -> Result<Vec<ZebraNode>, BookError> {
    let header: [u8; 8] = input.bytes()?;
    if header.starts_with(&[0x1f, 0x8b]) {
        return Err(input.wrong("the file is compressed; unpack it with gzip first"));
    }
    let count = |at: usize| i32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
    let (nodes, children) = (count(0), count(4));
    if !(1..=MOST).contains(&nodes) || children != nodes - 1 {
        let reason = format!("not a compact book of Zebra: {nodes} positions and {children} moves to them");
        return Err(BookError::Foreign { offset: 0, reason });
    }
    let mut numbers = |count: i32| (0..count).map(|_| short(input)).collect::<Result<Vec<i16>, BookError>>();
    let child_counts = numbers(nodes)?;
    let mut moves = numbers(children)?.into_iter();
    let scores = numbers(2 * nodes)?;
    let (alternatives, alternative_scores, flags) = (numbers(nodes)?, numbers(nodes)?, numbers(nodes)?);
    if input.bytes_or_end::<1>()?.is_some() {
        return Err(input.wrong("the file goes on after its last position"));
    }
    let node = |at: usize| ZebraNode {
        children: moves.by_ref().take(usize::try_from(child_counts[at]).unwrap_or(0)).collect(),
        scores: [scores[2 * at], scores[2 * at + 1]],
        alternative: alternatives[at],
        alternative_score: alternative_scores[at],
        flags: flags[at] as u16,
    };
    Ok((0..child_counts.len()).map(node).collect())
}

fn short(input: &mut CountedInput<'_>) -> Result<i16, BookError> {
    input.bytes().map(i16::from_le_bytes)
}

/// Returns the square of a move: ten times the row and the column, both from 1.
fn square(number: i16) -> Option<Square> {
    let (row, column) = (u32::try_from(number / 10).ok()?, u32::try_from(number % 10).ok()?);
    let inside = 1..=8;
    (inside.contains(&row) && inside.contains(&column)).then(|| Square::new(8 * (row - 1) + column - 1))?
}

/// Plays a move, after a pass if the side to move has no other.
fn play(position: Position, played: Square) -> Option<Position> {
    settled(position).play(played).ok()
}

/// Returns a position, or the one after its pass.
fn settled(position: Position) -> Position {
    if position.must_pass() { position.play(Move::Pass).unwrap_or(position) } else { position }
}

impl ZebraNode {
    fn record(&self, position: Position, losses: &mut ConversionLosses) -> Option<BookRecord> {
        let position = settled(position);
        let Some((key, symmetry)) = BookKey::of_position(&position) else {
            losses.add("positions in which the game is over");
            return None;
        };
        losses.add_if(
            self.flags & EXACT != 0,
            "exact scores: taken for estimates, as nothing here proves them",
        );
        losses.add_if(
            self.flags & (EXACT | WINNER_KNOWN) == WINNER_KNOWN,
            "known winners without a score: taken for estimates",
        );
        losses
            .add_if(self.scores[0] != self.scores[1], "pairs of scores, a draw for either side: their mean");
        let mut record = BookRecord::new(key, Origin::Zebra);
        let side = position.side_to_move();
        let mean = i32::midpoint(self.scores[0].into(), self.scores[1].into());
        let whole = self.estimate(mean, side, key.empties(), losses);
        record.estimate = Some(whole);
        let alternative = square(self.alternative)
            .filter(|played| self.alternative_score != NO_SCORE && position.is_legal(Move::Place(*played)));
        record.leaf = match alternative {
            Some(played) => {
                let estimate = self.estimate(self.alternative_score.into(), side, key.empties(), losses);
                Some(BookLeaf { square: Some(symmetry.square(played)), estimate })
            }
            None if self.children.is_empty() => Some(leaf_without_move(whole)),
            None => None,
        };
        Some(record)
    }

    /// Returns the estimate of a score from Black's view.
    fn estimate(&self, score: i32, side: Color, empties: u32, losses: &mut ConversionLosses) -> BookEstimate {
        let is_solved = score.abs() >= SOLVED;
        let discs = if is_solved {
            score.signum() * (score.abs() - SOLVED)
        } else {
            losses.add_if(score % PARTS != 0, "fractions of discs");
            (f64::from(score) / f64::from(PARTS)).round() as i32
        };
        let value = if side == Color::Black { discs } else { -discs };
        let depth = if is_solved || self.flags & EXACT != 0 {
            empties
        } else {
            u32::from(self.flags >> DEPTH_AT).min(empties)
        };
        BookEstimate {
            value: value.clamp(-64, 64) as i8,
            depth: depth.min(60) as u8,
            confidence: Confidence::Unknown,
        }
    }
}
