//! Learned weights: their stages, their units, their file.

use outflank_rules::Isa;

use super::indexer::Indexer;

/// How many stages of the game have weights of their own: two plies each.
pub const STAGES: usize = 30;

/// How many units of a weight make one disc.
pub const UNITS_PER_DISC: i32 = 128;

/// Returns the stage of a board by its empty squares: 0 for 59 and more, 29 for none and one.
#[inline(always)]
#[must_use]
pub const fn stage_of(empties: u32) -> usize {
    let stage = (60 - if empties > 60 { 60 } else { empties }) / 2;
    if stage as usize >= STAGES { STAGES - 1 } else { stage as usize }
}

/// Says why a file of weights cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The file has the wrong length.
    #[error("weights have {found} bytes, expected {expected}")]
    Length {
        /// The length found.
        found: usize,
        /// The length expected.
        expected: usize,
    },
}

/// The weights of all stages.
pub struct Weights {
    indexer: Indexer,
    stages: Vec<Vec<i16>>,
}

impl Weights {
    /// Makes an evaluation of weights laid out stage by stage as little-endian 16-bit integers.
    ///
    /// # Errors
    ///
    /// Refuses bytes of the wrong length.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, WeightsError> {
        let indexer = Indexer::new();
        let expected = 2 * STAGES * indexer.weights_per_stage();
        if bytes.len() != expected {
            return Err(WeightsError::Length { found: bytes.len(), expected });
        }
        let stages = bytes
            .chunks_exact(2 * indexer.weights_per_stage())
            .map(|stage| stage.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]])).collect())
            .collect();
        Ok(Weights { indexer, stages })
    }

    /// Returns weights that are all zero.
    #[must_use]
    pub fn zero() -> Weights {
        let indexer = Indexer::new();
        let stages = vec![vec![0; indexer.weights_per_stage()]; STAGES];
        Weights { indexer, stages }
    }

    /// Evaluates a board for the mover, in units of a disc's [`UNITS_PER_DISC`]th part.
    #[inline(always)]
    #[must_use]
    pub fn evaluate_units<I: Isa>(&self, isa: I, own: u64, opp: u64) -> i32 {
        let stage = stage_of((!(own | opp)).count_ones());
        self.indexer.sum(isa, &self.stages[stage], own, opp)
    }

    /// Evaluates a board for the mover in whole discs, within -63 to 63.
    #[inline(always)]
    #[must_use]
    pub fn evaluate<I: Isa>(&self, isa: I, own: u64, opp: u64) -> i32 {
        let units = self.evaluate_units(isa, own, opp);
        let half = UNITS_PER_DISC / 2;
        ((units + half).div_euclid(UNITS_PER_DISC)).clamp(-63, 63)
    }
}
