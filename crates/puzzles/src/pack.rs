//! The file of the shipped puzzles.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `OFPUZZ01` |
//! | 4 | number of puzzles, little endian as all numbers |
//! | each puzzle | |
//! | 8, 8 | discs of Black, discs of White, a1 the lowest bit |
//! | 1 | bit 0: White to move; bits 1-2: goal 0 win, 1 draw, 2 discs; bit 3: from self-play |
//! | 1 | the margin of a goal in discs, else 0 |
//! | 4 | themes, one bit each |
//! | 2 | predicted rating |
//! | 1, then 2 each | moves: square (bits 0-5) and kind of value (bits 6-7: exact, at least, at most), score |
//! | 1, then 1 each | the line: squares, 64 for a pass |
//! | last 4 | CRC-32 of all before |

use outflank_engine::{Truth, Value};
use outflank_rules::{Bitboard, Board, Color, Move, Position, Square};

use crate::{MoveProof, Puzzle, PuzzleGoal, PuzzleId, PuzzleSource, ThemeSet};

/// What a file begins with.
const MAGIC: &[u8; 8] = b"OFPUZZ01";

/// What a pass is written as.
const PASS: u8 = 64;

/// Says why bytes are no puzzles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PackError {
    /// It begins with something else.
    #[error("not a file of packed puzzles")]
    Kind,
    /// It was damaged.
    #[error("the file is damaged: its checksum is wrong")]
    Checksum,
    /// It makes no sense at some place.
    #[error("byte {0} makes no sense")]
    Byte(usize),
}

/// Writes puzzles as the bytes of a file.
#[must_use]
pub fn pack(puzzles: &[Puzzle]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend((puzzles.len() as u32).to_le_bytes());
    for puzzle in puzzles {
        let Puzzle { position, goal, moves, line, themes, rating, source, .. } = puzzle;
        bytes.extend(position.discs(Color::Black).0.to_le_bytes());
        bytes.extend(position.discs(Color::White).0.to_le_bytes());
        let (kind, margin) = match goal {
            PuzzleGoal::Win => (0, 0),
            PuzzleGoal::Draw => (1, 0),
            PuzzleGoal::Discs(margin) => (2, *margin),
        };
        let white = u8::from(position.side_to_move() == Color::White);
        bytes.extend([white | kind << 1 | u8::from(*source == PuzzleSource::SelfPlay) << 3, margin]);
        bytes.extend(themes.bits().to_le_bytes());
        bytes.extend(rating.to_le_bytes());
        bytes.push(moves.len() as u8);
        for proof in moves {
            let kind = match proof.value.truth {
                Truth::AtLeast => 1,
                Truth::AtMost => 2,
                Truth::Exact | Truth::Estimate { .. } => 0,
            };
            bytes.extend([proof.square.index() as u8 | kind << 6, proof.value.score as i8 as u8]);
        }
        bytes.push(line.len() as u8);
        bytes.extend(line.iter().map(|played| played.square().map_or(PASS, |square| square.index() as u8)));
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Reads what [`pack`] writes.
///
/// # Errors
///
/// Says what is wrong with the bytes.
pub fn unpack(bytes: &[u8]) -> Result<Vec<Puzzle>, PackError> {
    let (body, sum) = bytes.split_last_chunk::<4>().ok_or(PackError::Kind)?;
    if !body.starts_with(MAGIC) {
        return Err(PackError::Kind);
    }
    if crc32fast::hash(body) != u32::from_le_bytes(*sum) {
        return Err(PackError::Checksum);
    }
    let mut input = PackReader { bytes: body, at: MAGIC.len() };
    let count = u32::from_le_bytes(input.take()?);
    let puzzles = (0..count).map(|_| input.puzzle()).collect::<Result<Vec<_>, _>>()?;
    if input.at == body.len() { Ok(puzzles) } else { Err(PackError::Byte(input.at)) }
}

/// Reads from one place on.
struct PackReader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl PackReader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], PackError> {
        let here = self.bytes.get(self.at..).and_then(|rest| rest.first_chunk::<N>());
        let taken = *here.ok_or(PackError::Byte(self.at))?;
        self.at += N;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, PackError> {
        self.take::<1>().map(|[byte]| byte)
    }

    fn puzzle(&mut self) -> Result<Puzzle, PackError> {
        let start = self.at;
        let wrong = || PackError::Byte(start);
        let [black, white] = [self.take()?, self.take()?].map(u64::from_le_bytes).map(Bitboard);
        let [flags, margin] = self.take()?;
        let side = if flags & 1 == 0 { Color::Black } else { Color::White };
        let (own, opp) = if side == Color::Black { (black, white) } else { (white, black) };
        let position = Position::of_board(Board::new(own, opp).ok_or_else(wrong)?, side);
        let goal = match (flags >> 1 & 3, margin) {
            (0, 0) => PuzzleGoal::Win,
            (1, 0) => PuzzleGoal::Draw,
            (2, 1..) => PuzzleGoal::Discs(margin),
            _ => return Err(wrong()),
        };
        let source = if flags >> 3 & 1 == 0 { PuzzleSource::People } else { PuzzleSource::SelfPlay };
        let themes = ThemeSet::of_bits(u32::from_le_bytes(self.take()?)).ok_or_else(wrong)?;
        let rating = u16::from_le_bytes(self.take()?);
        let moves = (0..self.byte()?).map(|_| self.proof()).collect::<Result<Vec<_>, _>>()?;
        let line = (0..self.byte()?).map(|_| self.played()).collect::<Result<Vec<_>, _>>()?;
        let id = PuzzleId::of(&position);
        Ok(Puzzle { id, position, goal, moves, line, themes, rating, source })
    }

    fn proof(&mut self) -> Result<MoveProof, PackError> {
        let at = self.at;
        let [first, score] = self.take()?;
        let truth = match first >> 6 {
            0 => Truth::Exact,
            1 => Truth::AtLeast,
            2 => Truth::AtMost,
            _ => return Err(PackError::Byte(at)),
        };
        let value = Value { score: i32::from(score as i8), truth };
        Ok(MoveProof { square: Square::wrapping(u32::from(first & 63)), value })
    }

    fn played(&mut self) -> Result<Move, PackError> {
        let at = self.at;
        match self.byte()? {
            PASS => Ok(Move::Pass),
            index => Square::new(u32::from(index)).map(Move::Place).ok_or(PackError::Byte(at)),
        }
    }
}
