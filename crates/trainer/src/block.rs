//! Blocks of the game: the steps of the bootstrap, from the end to the beginning.

use std::fmt;
use std::ops::RangeInclusive;

use outflank_engine::fitting::stage_of;

/// A run of stages labelled in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Block {
    /// 1 to 16 empty squares, solved.
    A,
    /// 17 to 24 empty squares.
    B,
    /// 25 to 32 empty squares.
    C,
    /// 33 to 42 empty squares.
    D,
    /// 43 to 60 empty squares.
    E,
}

impl Block {
    /// All blocks in the order in which they are fitted.
    pub const ALL: [Block; 5] = [Block::A, Block::B, Block::C, Block::D, Block::E];

    /// Returns the numbers of empty squares.
    #[must_use]
    pub const fn empties(self) -> RangeInclusive<u32> {
        match self {
            Block::A => 1..=16,
            Block::B => 17..=24,
            Block::C => 25..=32,
            Block::D => 33..=42,
            Block::E => 43..=60,
        }
    }

    /// Returns the stages in the order in which they are fitted: the last of the game first.
    pub fn stages(self) -> impl ExactSizeIterator<Item = usize> {
        let empties = self.empties();
        let (first, last) = (stage_of(*empties.end()), stage_of(*empties.start()));
        (first..last + 1).rev()
    }

    /// Returns the part of the time the block should have among its kind.
    #[must_use]
    pub const fn share(self) -> f64 {
        match self {
            Block::A | Block::B => 0.22,
            Block::C | Block::D => 0.2,
            Block::E => 0.16,
        }
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// Says that a text names no block.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a block, expected A, B, C, D or E")]
pub struct ParseBlockError(String);

impl std::str::FromStr for Block {
    type Err = ParseBlockError;

    fn from_str(text: &str) -> Result<Block, ParseBlockError> {
        let named = |block: &Block| format!("{block:?}").eq_ignore_ascii_case(text);
        Block::ALL.into_iter().find(named).ok_or_else(|| ParseBlockError(text.to_owned()))
    }
}

/// Returns the numbers of empty squares of a stage, the smaller first.
#[must_use]
pub const fn empties_of(stage: usize) -> [u32; 2] {
    [59 - 2 * stage as u32, 60 - 2 * stage as u32]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_cover_all_stages_once_from_the_end() {
        let stages: Vec<usize> = Block::ALL.into_iter().flat_map(Block::stages).collect();
        assert_eq!(stages, (0..30).rev().collect::<Vec<_>>());
        for stage in stages {
            assert!(empties_of(stage).iter().all(|&empties| stage_of(empties) == stage));
        }
        assert_eq!("b".parse(), Ok(Block::B));
        assert!("F".parse::<Block>().is_err());
    }
}
