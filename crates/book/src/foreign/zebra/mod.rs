//! The books of Zebra and WZebra: `.bin`, the same as text, and the compact `.cmp`.
//!
//! A node has two scores, its best move without a node, the score of that, and flags; these have the depth in
//! their upper bits. Scores are from Black's view in 128ths of a disc; those of solved positions begin at
//! 30,000. The best other move is a square of the view that the position's numbers are made of ([`hash`]),
//! in all of the formats.

mod compact;
mod hash;
mod nodes;

use outflank_rules::{Color, Move, Position, Square, Symmetry};

use self::hash::ZebraHash;
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
/// What a file says of a position.
#[derive(Clone, Copy, Debug)]
struct ZebraNode {
    scores: [i16; 2],
    alternative: i16,
    alternative_score: i16,
    flags: u16,
}

/// Reads a book, whichever of the forms it has.
pub(super) fn read(input: &mut CountedInput<'_>) -> Result<(Vec<BookRecord>, ConversionLosses), BookError> {
    let start: [u8; 4] = input.bytes()?;
    match start {
        [0x1f, 0x8b, ..] => Err(input.wrong("the file is compressed; unpack it with gzip first")),
        nodes::BINARY => nodes::read_binary(input),
        nodes::TEXT => nodes::read_text(input),
        other => compact::read(other, input),
    }
}

/// Returns the square of a move: ten times the row and the column, both from 1.
fn square(number: i16) -> Option<Square> {
    let (row, column) = (u32::try_from(number / 10).ok()?, u32::try_from(number % 10).ok()?);
    let inside = 1..=8;
    (inside.contains(&row) && inside.contains(&column)).then(|| Square::new(8 * (row - 1) + column - 1))?
}

/// Returns a position, or the one after its pass.
fn settled(position: Position) -> Position {
    if position.must_pass() { position.play(Move::Pass).unwrap_or(position) } else { position }
}

impl ZebraNode {
    /// Returns the record of the node of a position; `None` if there is none to move.
    fn record(
        &self,
        position: Position,
        view: Symmetry,
        has_children: bool,
        losses: &mut ConversionLosses,
    ) -> Option<BookRecord> {
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
        let alternative = square(self.alternative).filter(|_| self.alternative_score != NO_SCORE);
        let alternative = alternative.map(|square| view.inverse().square(square));
        let legal = alternative.filter(|square| position.is_legal(Move::Place(*square)));
        losses.add_if(alternative.is_some() && legal.is_none(), "best other moves that are not legal");
        record.leaf = match legal {
            Some(played) => {
                let estimate = self.estimate(self.alternative_score.into(), side, key.empties(), losses);
                Some(BookLeaf { square: Some(symmetry.square(played)), estimate })
            }
            None if !has_children => Some(leaf_without_move(whole)),
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
