//! The weights while they are being fitted: fractions of discs, mirrored contents sharing one number.
//!
//! Most shapes are their own mirror image, so that two indices mean the same thing. [`TiedWeights`] names one
//! of them for both; the fitting sees only that one, and [`Model::quantised`] copies its weight to the other.

use std::io;
use std::path::Path;

use outflank_engine::eval::{UNITS_PER_DISC, Weights, WeightsError};
use outflank_engine::fitting::{PATTERNS, STAGES, mirrors, pattern_offsets, pattern_sizes};

/// Which weight stands for which: the smaller index of each mirrored pair.
#[derive(Clone, Debug)]
pub struct TiedWeights {
    representative: Vec<u32>,
}

impl Default for TiedWeights {
    fn default() -> Self {
        Self::new()
    }
}

impl TiedWeights {
    /// Finds the mirrored pairs of all shapes.
    #[must_use]
    pub fn new() -> TiedWeights {
        let (offsets, len) = pattern_offsets();
        let sizes = pattern_sizes();
        let mut representative: Vec<u32> = (0..len as u32).collect();
        for (pattern, order) in mirrors().iter().enumerate().take(PATTERNS) {
            let Some(order) = order else { continue };
            let (offset, size) = (offsets[pattern], sizes[pattern]);
            for contents in 0..3_usize.pow(size as u32) {
                let mirrored = mirror(contents, order);
                representative[offset + contents] = (offset + contents.min(mirrored)) as u32;
            }
        }
        TiedWeights { representative }
    }

    /// Returns the index that stands for `index`.
    #[inline]
    #[must_use]
    pub fn of(&self, index: u32) -> u32 {
        self.representative[index as usize]
    }

    /// Returns how many indices there are, tied or not.
    #[must_use]
    pub fn len(&self) -> usize {
        self.representative.len()
    }

    /// Tells whether there are no indices.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.representative.is_empty()
    }
}

/// Moves the digits of a base-3 number: the digit at place `n` goes to place `order[n]`, counted from the
/// most significant one.
fn mirror(contents: usize, order: &[usize]) -> usize {
    let size = order.len();
    let value = |place: usize| 3_usize.pow((size - 1 - place) as u32);
    order.iter().enumerate().map(|(n, &place)| contents / value(n) % 3 * value(place)).sum()
}

/// How far quantised weights are from the fitted ones.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct QuantisationError {
    /// The largest difference, in discs.
    pub largest: f32,
    /// How many weights did not fit and were clamped.
    pub clamped: usize,
}

/// The weights of all stages in discs.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// One table per stage; only representatives count.
    pub stages: Vec<Vec<f32>>,
}

impl Model {
    /// Makes a model that finds every position equal.
    #[must_use]
    pub fn zero(ties: &TiedWeights) -> Model {
        Model { stages: vec![vec![0.0; ties.len()]; STAGES] }
    }

    /// Reads a model back from quantised weights.
    ///
    /// # Errors
    ///
    /// Refuses bytes of the wrong length.
    pub fn from_quantised(bytes: &[u8], ties: &TiedWeights) -> Result<Model, WeightsError> {
        let expected = 2 * STAGES * ties.len();
        if bytes.len() != expected {
            return Err(WeightsError::Length { found: bytes.len(), expected });
        }
        let disc = |two: &[u8]| f32::from(i16::from_le_bytes([two[0], two[1]])) / UNITS_PER_DISC as f32;
        let stages =
            bytes.chunks_exact(2 * ties.len()).map(|stage| stage.chunks_exact(2).map(disc).collect());
        Ok(Model { stages: stages.collect() })
    }

    /// Returns the weights as little-endian 16-bit units, stage by stage, ties spread, and the error made.
    #[must_use]
    pub fn quantised(&self, ties: &TiedWeights) -> (Vec<u8>, QuantisationError) {
        let mut bytes = Vec::with_capacity(2 * STAGES * ties.len());
        let mut error = QuantisationError::default();
        for stage in &self.stages {
            for index in 0..ties.len() as u32 {
                let exact = stage[ties.of(index) as usize] * UNITS_PER_DISC as f32;
                let units = exact.round().clamp(f32::from(i16::MIN), f32::from(i16::MAX));
                if units == exact.round() {
                    error.largest = error.largest.max((units - exact).abs() / UNITS_PER_DISC as f32);
                } else {
                    error.clamped += 1;
                }
                bytes.extend((units as i16).to_le_bytes());
            }
        }
        (bytes, error)
    }

    /// Returns the evaluation the engine would have of these weights.
    #[must_use]
    pub fn weights(&self, ties: &TiedWeights) -> Weights {
        let (bytes, _) = self.quantised(ties);
        Weights::from_bytes(&bytes).unwrap_or_else(|_| unreachable!("as many weights as the engine has"))
    }
}

/// The first bytes of zstd data.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Reads a file of weights, plain or compressed.
///
/// # Errors
///
/// Passes on what the system or the decompression says.
pub fn read_weights(path: &Path) -> io::Result<Vec<u8>> {
    let bytes = std::fs::read(path)?;
    if bytes.starts_with(&ZSTD) { zstd::decode_all(bytes.as_slice()) } else { Ok(bytes) }
}

/// Writes weights by way of a temporary file, compressed if the name ends in `.zst`; returns the length.
///
/// # Errors
///
/// Passes on what the system says.
pub fn write_weights(path: &Path, bytes: &[u8], level: i32) -> io::Result<usize> {
    let compressed = path.extension().is_some_and(|extension| extension == "zst");
    let packed = if compressed { &zstd::encode_all(bytes, level)? } else { bytes };
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    std::fs::write(&beside, packed)?;
    std::fs::rename(&beside, path)?;
    Ok(packed.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::seeded;
    use outflank_rules::{Board, Portable, Symmetry};

    fn random_model(ties: &TiedWeights) -> Model {
        let mut rng = seeded(&[5]);
        let mut model = Model::zero(ties);
        for weight in model.stages.iter_mut().flatten() {
            *weight = (rng.below(2000) as f32 - 1000.0) / 333.0;
        }
        model
    }

    #[test]
    fn symmetric_boards_have_equal_evaluations_after_export() {
        let ties = TiedWeights::new();
        let weights = random_model(&ties).weights(&ties);
        let mut rng = seeded(&[7]);
        for _ in 0..200 {
            let (own, filled) = (rng.word(), rng.word() | rng.word());
            let board = Board::from_words(own & filled, filled & !own);
            let value = |board: Board| weights.evaluate_units(Portable, board.own().0, board.opp().0);
            for symmetry in Symmetry::ALL {
                assert_eq!(value(symmetry.board(board)), value(board), "{symmetry:?}");
            }
        }
    }

    #[test]
    fn quantisation_is_off_by_half_a_unit_at_most_and_can_be_read_back() {
        let ties = TiedWeights::new();
        let model = random_model(&ties);
        let (bytes, error) = model.quantised(&ties);
        assert_eq!(error.clamped, 0);
        assert!(error.largest > 0.0 && error.largest <= 0.5001 / UNITS_PER_DISC as f32, "{error:?}");
        let read = Model::from_quantised(&bytes, &ties).unwrap();
        assert_eq!(read.quantised(&ties).0, bytes);
        let mut large = Model::zero(&ties);
        large.stages[3][0] = 300.0;
        assert_eq!(large.quantised(&ties).1.clamped, 1);
    }

    #[test]
    fn weights_come_back_from_plain_and_compressed_files() {
        let folder = tempfile::tempdir().unwrap();
        let bytes: Vec<u8> = (0..10_000).map(|n| (n % 7) as u8).collect();
        for name in ["weights.bin", "weights.bin.zst"] {
            let path = folder.path().join(name);
            let length = write_weights(&path, &bytes, 3).unwrap();
            assert_eq!(length < 1000, name.ends_with("zst"));
            assert_eq!(read_weights(&path).unwrap(), bytes);
        }
    }
}
