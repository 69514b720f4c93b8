//! Learned weights: their stages, their units, their file.

use std::io::Read;
use std::sync::{Arc, OnceLock};

use outflank_kernels::{Isa, Portable};

use super::features::INSTANCES;
use super::indexer::{Indexer, STAGE_ROOM, sum_of};
use super::network::Network;

/// The weights in use: see `weights/HISTORY.md` of this crate. A page fetches them as a file of their own,
/// when it needs them first ([`Weights::provide`]).
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
static SHIPPED: &[u8] = include_bytes!("../../weights/network.zst");

/// The weights in use, unpacked.
static EMBEDDED: OnceLock<Arc<Weights>> = OnceLock::new();

/// What is written about the weights in use, as TOML: generation, hashes, data and recipe.
pub const MANIFEST: &str = include_str!("../../weights/MANIFEST.toml");

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

/// Returns room for a stage's weights, all zero; memory that is never used is never touched.
fn empty_stage() -> Box<[i16; STAGE_ROOM]> {
    vec![0; STAGE_ROOM].into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("room for a stage"))
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
    /// The file is packed, and damaged.
    #[error("packed weights cannot be unpacked: {0}")]
    Damaged(String),
    /// The network's numbers have an impossible scale.
    #[error("the network's outputs have {found} fractional bits, expected 12 to 24")]
    Shift {
        /// The bits found.
        found: i32,
    },
}

/// The weights of all stages.
pub struct Weights {
    indexer: Indexer,
    stages: Vec<Box<[i16; STAGE_ROOM]>>,
    network: Option<Network>,
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
        if bytes.len() == Network::file_length() {
            let network = Some(Network::from_bytes(bytes)?);
            return Ok(Weights { indexer, stages: Vec::new(), network });
        }
        if bytes.len() != expected {
            return Err(WeightsError::Length { found: bytes.len(), expected });
        }
        let stages = bytes
            .chunks_exact(2 * indexer.weights_per_stage())
            .map(|stage| {
                let mut room = empty_stage();
                for (weight, two) in room.iter_mut().zip(stage.chunks_exact(2)) {
                    *weight = i16::from_le_bytes([two[0], two[1]]);
                }
                room
            })
            .collect();
        Ok(Weights { indexer, stages, network: None })
    }

    /// Makes an evaluation of a file of weights, packed (zstd) as those in `weights/` or not.
    ///
    /// # Errors
    ///
    /// Refuses a damaged file, and one of the wrong length.
    pub fn from_file(file: &[u8]) -> Result<Weights, WeightsError> {
        const PACKED: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
        if !file.starts_with(&PACKED) {
            return Weights::from_bytes(file);
        }
        let mut bytes = Vec::new();
        ruzstd::decoding::StreamingDecoder::new(file)
            .map_err(|error| WeightsError::Damaged(error.to_string()))?
            .read_to_end(&mut bytes)
            .map_err(|error| WeightsError::Damaged(error.to_string()))?;
        Weights::from_bytes(&bytes)
    }

    /// Returns weights that are all zero.
    #[must_use]
    pub fn zero() -> Weights {
        let indexer = Indexer::new();
        Weights { indexer, stages: (0..STAGES).map(|_| empty_stage()).collect(), network: None }
    }

    /// Returns no weights at all, for searches that never evaluate.
    pub(crate) fn none() -> Weights {
        Weights { indexer: Indexer::new(), stages: Vec::new(), network: None }
    }

    /// Returns the weights shipped with the engine, unpacked on the first call.
    ///
    /// # Panics
    ///
    /// If the file in `weights/` was damaged before the engine was compiled; a test sees to it that it was
    /// not.
    #[must_use]
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    pub fn embedded() -> Arc<Weights> {
        let unpack = || {
            let weights = Weights::from_bytes(&Weights::embedded_bytes());
            Arc::new(weights.expect("the shipped weights have the right length"))
        };
        Arc::clone(EMBEDDED.get_or_init(unpack))
    }

    /// Returns the weights shipped with the engine, which somebody has provided.
    ///
    /// # Panics
    ///
    /// If nobody has called [`Weights::provide`].
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    #[must_use]
    pub fn embedded() -> Arc<Weights> {
        Arc::clone(EMBEDDED.get().expect("the weights are provided before the first search"))
    }

    /// Takes the file of the weights shipped with the engine; once there are some, others are not taken.
    ///
    /// # Errors
    ///
    /// As [`Weights::from_file`].
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    pub fn provide(file: &[u8]) -> Result<(), WeightsError> {
        if EMBEDDED.get().is_none() {
            let weights = Weights::from_file(file)?;
            EMBEDDED.get_or_init(|| Arc::new(weights));
        }
        Ok(())
    }

    /// Returns the file of the weights shipped with the engine, unpacked.
    ///
    /// # Panics
    ///
    /// As [`Weights::embedded`].
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    #[must_use]
    pub fn embedded_bytes() -> Vec<u8> {
        // As large as needed from the start: nothing is copied to make room.
        let mut bytes = Vec::with_capacity(Network::file_length());
        let unpacked = ruzstd::decoding::FrameDecoder::new().decode_all_to_vec(SHIPPED, &mut bytes);
        unpacked.expect("the shipped weights unpack");
        bytes
    }

    /// Evaluates a board for the mover, in units of a disc's [`UNITS_PER_DISC`]th part.
    #[inline(always)]
    #[must_use]
    pub fn evaluate_units<I: Isa>(&self, isa: I, own: u64, opp: u64) -> i32 {
        if let Some(network) = &self.network {
            return network.evaluate_units(isa, own, opp);
        }
        let stage = stage_of((!(own | opp)).count_ones());
        self.indexer.sum(isa, &self.stages[stage], own, opp)
    }

    /// Returns what finds the contents of patterns.
    pub(super) fn indexer(&self) -> &Indexer {
        &self.indexer
    }

    /// Evaluates the contents of all patterns, in units. Slow: one is asked what single patterns do.
    pub(super) fn value_of(&self, indices: &[u32; INSTANCES], empties: u32) -> i32 {
        match &self.network {
            Some(network) => network.value_of(Portable, indices, empties as usize),
            None => self.stages.get(stage_of(empties)).map_or(0, |stage| sum_of(stage, indices)),
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_kernels::Tier;
    use outflank_rules::{Position, Symmetry};

    #[test]
    fn the_shipped_weights_unpack_and_see_no_difference_between_symmetric_boards() {
        let weights = Weights::embedded();
        let mut position = Position::start();
        for ply in 0..50 {
            let Some(square) = position.legal_moves().squares().nth(ply % 3) else { break };
            position = position.play(square).unwrap();
            let evaluate = |symmetry: &Symmetry| {
                let board = symmetry.board(position.board());
                weights.evaluate_units(Portable, board.own().0, board.opp().0)
            };
            let values = Symmetry::ALL.each_ref().map(evaluate);
            assert!(values.iter().all(|value| *value == values[0]), "{position}: {values:?}");
        }
    }

    #[test]
    fn every_tier_evaluates_alike() {
        use outflank_kernels::Routine;
        use outflank_rules::Board;
        struct Units(Board);
        impl Routine for Units {
            type Output = i32;
            #[inline(always)]
            fn run<I: Isa>(self, isa: I) -> i32 {
                Weights::embedded().evaluate_units(isa, self.0.own().0, self.0.opp().0)
            }
        }
        let mut state = 1_u64;
        for _ in 0..2_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let board = Board::from_words(state, state.rotate_left(23) ^ state.wrapping_mul(0x9e37_79b9));
            let tiers = Tier::ALL.into_iter().filter(|tier| tier.is_available());
            let values: Vec<i32> = tiers.map(|tier| tier.run(Units(board))).collect();
            assert!(values.iter().all(|value| *value == values[0]), "{board:?}: {values:?}");
        }
    }

    #[test]
    fn a_file_of_another_length_is_refused() {
        assert!(matches!(Weights::from_bytes(&[0; 10]), Err(WeightsError::Length { found: 10, .. })));
        assert!(matches!(Weights::from_file(&SHIPPED[..100]), Err(WeightsError::Damaged(_))));
    }
}
