//! The network of the evaluation in floating point, as training knows it, and its way to the engine's
//! integers.
//!
//! The file is a sequence of little-endian 32-bit floats: the rows of all classes of contents, then for 0 to
//! 60 empty squares the biases of the features, the weights of the hidden outputs (output by output), their
//! biases, the weights of the outputs, the linear weights of the features, and the bias of the sum. A value
//! of one is [`SCALE`] discs.

use outflank_engine::eval::UNITS_PER_DISC;
use outflank_engine::fitting::{HEADS, Head, Indexer, NetworkParts, OUTPUTS, WIDTH, tied_contents};
use outflank_rules::{Board, Portable};

use crate::rng::seeded;
use outflank_engine::Dice;

/// How many discs a value of one means.
pub const SCALE: f32 = 16.0;

/// How many outputs are cut; the last one is linear.
pub const HIDDEN: usize = OUTPUTS - 1;

/// The part of the network that belongs to one number of empty squares.
#[derive(Clone, Debug, PartialEq)]
pub struct FloatHead {
    /// Added to the features.
    pub bias: [f32; WIDTH],
    /// The weights of the hidden outputs.
    pub weights: [[f32; WIDTH]; HIDDEN],
    /// Added to the hidden outputs.
    pub hidden_bias: [f32; HIDDEN],
    /// The weights of the hidden outputs in the sum.
    pub hidden_weights: [f32; HIDDEN],
    /// The weights of the features in the sum.
    pub linear: [f32; WIDTH],
    /// Added to the sum.
    pub sum_bias: f32,
}

/// A network in floating point.
#[derive(Clone, Debug, PartialEq)]
pub struct FloatNetwork {
    /// The rows of all classes.
    pub rows: Vec<[f32; WIDTH]>,
    /// The heads for 0 to 60 empty squares.
    pub heads: Vec<FloatHead>,
}

impl FloatHead {
    /// A head whose numbers are all zero.
    pub const ZERO: FloatHead = FloatHead {
        bias: [0.0; WIDTH],
        weights: [[0.0; WIDTH]; HIDDEN],
        hidden_bias: [0.0; HIDDEN],
        hidden_weights: [0.0; HIDDEN],
        linear: [0.0; WIDTH],
        sum_bias: 0.0,
    };

    /// Returns all numbers in the order of the file.
    #[must_use]
    pub fn slices(&self) -> [&[f32]; 6] {
        [
            &self.bias,
            self.weights.as_flattened(),
            &self.hidden_bias,
            &self.hidden_weights,
            &self.linear,
            std::slice::from_ref(&self.sum_bias),
        ]
    }

    /// Returns all numbers in the order of the file, to be changed.
    pub fn slices_mut(&mut self) -> [&mut [f32]; 6] {
        [
            &mut self.bias,
            self.weights.as_flattened_mut(),
            &mut self.hidden_bias,
            &mut self.hidden_weights,
            &mut self.linear,
            std::slice::from_mut(&mut self.sum_bias),
        ]
    }
}

/// Returns a random number, nearly normal with a deviation of one.
fn normal(rng: &mut Dice) -> f32 {
    (0..12).map(|_| rng.below(1 << 24) as f32 / (1 << 24) as f32).sum::<f32>() - 6.0
}

impl FloatNetwork {
    /// Makes a network whose numbers are all zero.
    #[must_use]
    pub fn zero() -> FloatNetwork {
        FloatNetwork { rows: vec![[0.0; WIDTH]; tied_contents().1], heads: vec![FloatHead::ZERO; HEADS] }
    }

    /// Makes a network to begin a training with: small random rows, the same random head for all stages.
    #[must_use]
    pub fn untrained(seed: u64) -> FloatNetwork {
        let mut rng = seeded(&[seed, 1]);
        let mut head = FloatHead { bias: [0.3; WIDTH], ..FloatHead::ZERO };
        let size = (1.0 / WIDTH as f32).sqrt();
        head.weights.as_flattened_mut().iter_mut().for_each(|weight| *weight = size * normal(&mut rng));
        let size = (1.0 / HIDDEN as f32).sqrt();
        head.hidden_weights.iter_mut().for_each(|weight| *weight = size * normal(&mut rng));
        let mut network = FloatNetwork::zero();
        network.heads.fill(head);
        network.rows.as_flattened_mut().iter_mut().for_each(|number| *number = 0.02 * normal(&mut rng));
        network
    }

    /// Reads the floats of a file; `None` if there are too few or too many, or one is not finite.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<FloatNetwork> {
        let mut network = FloatNetwork::zero();
        if bytes.len() != 4 * network.slices().map(<[f32]>::len).sum::<usize>() {
            return None;
        }
        let floats =
            bytes.chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]));
        let numbers = network.slices_mut().flatten();
        numbers.zip(floats).for_each(|(number, float)| *number = float);
        network.is_finite().then_some(network)
    }

    /// Returns the mean of networks, number by number; `None` if there are none.
    ///
    /// It makes sense only of networks that were trained from the same one: it then errs less than any of
    /// them.
    #[must_use]
    pub fn mean(networks: &[FloatNetwork]) -> Option<FloatNetwork> {
        let (first, others) = networks.split_first()?;
        let mut mean = first.clone();
        for other in others {
            let pairs = mean.slices_mut().flatten().zip(other.slices().flatten());
            pairs.for_each(|(sum, number)| *sum += number);
        }
        let share = 1.0 / networks.len() as f32;
        mean.slices_mut().flatten().for_each(|number| *number *= share);
        Some(mean)
    }

    /// Returns the bytes of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.slices().flatten().flat_map(|number| number.to_le_bytes()).collect()
    }

    /// Tells whether every number is finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.slices().flatten().all(|number| number.is_finite())
    }

    /// Returns all numbers in the order of the file.
    fn slices(&self) -> impl Iterator<Item = &[f32]> {
        std::iter::once(self.rows.as_flattened()).chain(self.heads.iter().flat_map(FloatHead::slices))
    }

    fn slices_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        let heads = self.heads.iter_mut().flat_map(FloatHead::slices_mut);
        std::iter::once(self.rows.as_flattened_mut()).chain(heads)
    }

    /// Evaluates a board for the mover, in discs.
    #[must_use]
    pub fn evaluate(&self, indexer: &Indexer, class_of: &[u32], board: Board) -> f32 {
        let head = &self.heads[(board.empty().len() as usize).min(HEADS - 1)];
        let mut features = head.bias;
        for index in indexer.indices(Portable, board.own().0, board.opp().0) {
            let row = &self.rows[class_of[index as usize] as usize];
            features.iter_mut().zip(row).for_each(|(feature, number)| *feature += number);
        }
        let features = features.map(|feature| feature.clamp(0.0, 1.0));
        let dot = |weights: &[f32; WIDTH]| -> f32 {
            weights.iter().zip(&features).map(|(weight, feature)| weight * feature).sum()
        };
        let mut sum = head.sum_bias + dot(&head.linear);
        for o in 0..HIDDEN {
            sum += (dot(&head.weights[o]) + head.hidden_bias[o]).clamp(0.0, 1.0) * head.hidden_weights[o];
        }
        SCALE * sum
    }

    /// Rounds the network to the engine's integers.
    #[must_use]
    pub fn quantised(&self) -> NetworkParts {
        // Each feature gets the finest scale at which its largest number fits into a byte.
        let tops: [f32; WIDTH] = std::array::from_fn(|d| {
            let largest = self.rows.iter().map(|row| row[d].abs()).fold(0.0, f32::max);
            (127.0 / largest.max(1e-6)).floor().clamp(1.0, 512.0)
        });
        let rows =
            self.rows.iter().map(|row| std::array::from_fn(|d| (row[d] * tops[d]).round() as i8)).collect();
        let scaled = |head: &FloatHead| -> [[f32; WIDTH]; OUTPUTS] {
            std::array::from_fn(|o| {
                let weights = if o < HIDDEN { &head.weights[o] } else { &head.linear };
                std::array::from_fn(|d| weights[d] / tops[d])
            })
        };
        let largest = self.heads.iter().flat_map(|head| scaled(head).into_iter().flatten()).map(f32::abs);
        let largest = largest.fold(1e-6, f32::max);
        let shift =
            (12..=20).rev().find(|&shift| largest * (1_u32 << shift) as f32 <= 32_767.0).unwrap_or(12);
        let one = (1_u32 << shift) as f32;
        // Outputs keep 12 binary digits, sums have 10 more than the units.
        let units = SCALE * UNITS_PER_DISC as f32 * 1024.0;
        let quantise = |head: &FloatHead| Head {
            bias: std::array::from_fn(|d| (head.bias[d] * tops[d]).round() as i16),
            weights: scaled(head).map(|row| row.map(|weight| (weight * one).round() as i16)),
            output_bias: std::array::from_fn(|o| {
                if o < HIDDEN { (head.hidden_bias[o] * one).round() as i32 } else { 0 }
            }),
            output_weights: std::array::from_fn(|o| {
                let weight = if o < HIDDEN { head.hidden_weights[o] } else { 1.0 };
                (weight * units / 4096.0).round() as i32
            }),
            // Shifts round down: add half a unit.
            sum_bias: (head.sum_bias * units).round() as i32 + 512,
        };
        let heads = self.heads.iter().map(quantise).collect();
        NetworkParts { rows, tops: tops.map(|top| top as i16), shift, heads }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::START;
    use outflank_engine::fitting::Network;

    fn random_network() -> FloatNetwork {
        let mut rng = seeded(&[11]);
        let mut number = move |size: f32| size * (rng.below(2001) as f32 / 1000.0 - 1.0);
        let classes = tied_contents().1;
        FloatNetwork {
            rows: (0..classes).map(|_| std::array::from_fn(|_| number(0.2))).collect(),
            heads: (0..HEADS)
                .map(|_| FloatHead {
                    bias: std::array::from_fn(|_| number(0.5)),
                    weights: std::array::from_fn(|_| std::array::from_fn(|_| number(1.0))),
                    hidden_bias: std::array::from_fn(|_| number(1.0)),
                    hidden_weights: std::array::from_fn(|_| number(1.0)),
                    linear: std::array::from_fn(|_| number(0.5)),
                    sum_bias: number(0.5),
                })
                .collect(),
        }
    }

    #[test]
    fn the_mean_is_taken_number_by_number() {
        assert_eq!(FloatNetwork::mean(&[]), None);
        let one = random_network();
        let half = FloatNetwork::mean(&[one.clone(), FloatNetwork::zero()]).unwrap();
        assert!(half.slices().flatten().zip(one.slices().flatten()).all(|(half, one)| 2.0 * half == *one));
    }

    #[test]
    fn integers_are_close_to_floats_and_survive_their_file() {
        let floats = random_network();
        let parts = floats.quantised();
        assert_eq!(NetworkParts::from_bytes(&parts.to_bytes()), Ok(parts.clone()));
        let network = Network::new(&parts).unwrap();
        let (indexer, class_of) = (Indexer::new(), tied_contents().0);
        let (mut board, mut rng, mut error, mut count) = (START, seeded(&[4]), 0.0, 0.0);
        for _ in 0..58 {
            let moves: Vec<_> = board.legal_moves(Portable).squares().collect();
            if moves.is_empty() {
                board = board.swapped();
                continue;
            }
            let square = moves[rng.below(moves.len() as u32) as usize];
            board = board.after(square, board.flips(Portable, square));
            let units = network.evaluate_units(Portable, board.own().0, board.opp().0);
            let difference =
                units as f32 / UNITS_PER_DISC as f32 - floats.evaluate(&indexer, &class_of, board);
            assert!(difference.abs() < 1.0, "{board:?}: {difference}");
            error += difference * difference;
            count += 1.0;
        }
        assert!(count > 30.0 && (error / count).sqrt() < 0.3, "{error} {count}");
    }

    #[test]
    fn floats_survive_their_file_and_other_files_are_refused() {
        let floats = random_network();
        let mut bytes = floats.to_bytes();
        assert!(FloatNetwork::from_bytes(&bytes) == Some(floats));
        assert!(FloatNetwork::from_bytes(&bytes[4..]).is_none());
        bytes[40..44].copy_from_slice(&f32::NAN.to_le_bytes());
        assert!(FloatNetwork::from_bytes(&bytes).is_none());
    }
}
