//! A training in a file, so that an interrupted one goes on as if nothing had happened.
//!
//! The file starts with 64 bytes, little-endian: `OFLEARN1`, epochs done (4 bytes), epochs in all (4),
//! examples in a batch (8), steps made (8), seed (8), a number that stands for all examples (8), the learning
//! rate (4 bytes, a float), four bytes of zero, the share of the training that is done (8, a float). The
//! network and both moments follow, each as a network's file.

use super::{LearnPlan, Learner, TrainingExample};
use crate::network::FloatNetwork;

const MAGIC: &[u8; 8] = b"OFLEARN1";
const HEADER: usize = 64;

/// Says why a training cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// The bytes are not those of a training.
    #[error("{length} bytes are not an interrupted training")]
    Content {
        /// How many bytes.
        length: usize,
    },
    /// The training was begun in another way.
    #[error("the interrupted training had another {what}: {found} instead of {expected}")]
    Other {
        /// What differs.
        what: &'static str,
        /// What the file says.
        found: String,
        /// What is asked for.
        expected: String,
    },
}

/// Returns a number that is another one for other examples.
fn fingerprint(examples: &[TrainingExample]) -> u64 {
    let mut sum = examples.len() as u64;
    for example in examples {
        sum = (sum ^ example.board.hash() ^ u64::from(example.target.to_bits()))
            .rotate_left(17)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    sum
}

impl<'l> Learner<'l> {
    /// Returns all that is needed to go on later.
    #[must_use]
    pub fn state(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.epoch.to_le_bytes());
        bytes.extend(self.plan.epochs.to_le_bytes());
        bytes.extend((self.plan.batch as u64).to_le_bytes());
        bytes.extend(self.step.to_le_bytes());
        bytes.extend(self.plan.seed.to_le_bytes());
        bytes.extend(fingerprint(self.examples).to_le_bytes());
        bytes.extend(self.plan.rate.to_le_bytes());
        bytes.extend([0; 4]);
        bytes.extend(self.done().to_le_bytes());
        for network in [&self.network, &self.first, &self.second] {
            bytes.extend(network.to_bytes());
        }
        bytes
    }

    /// Goes on with a training that was interrupted.
    ///
    /// # Errors
    ///
    /// If the bytes are not those of a training, or it had other examples or another plan.
    pub fn resume(
        examples: &'l [TrainingExample],
        plan: LearnPlan,
        bytes: &[u8],
    ) -> Result<Learner<'l>, StateError> {
        let wrong = || StateError::Content { length: bytes.len() };
        let (head, floats) = bytes.split_at_checked(HEADER).ok_or_else(wrong)?;
        if !head.starts_with(MAGIC) || floats.len() % 3 != 0 {
            return Err(wrong());
        }
        let four = |at: usize| [head[at], head[at + 1], head[at + 2], head[at + 3]];
        let word = |at: usize| {
            u64::from(u32::from_le_bytes(four(at))) | u64::from(u32::from_le_bytes(four(at + 4))) << 32
        };
        let same = [
            ("number of epochs", u32::from_le_bytes(four(12)).to_string(), plan.epochs.to_string()),
            ("batch", word(16).to_string(), plan.batch.to_string()),
            ("seed", word(32).to_string(), plan.seed.to_string()),
            ("set of samples", hex(word(40)), hex(fingerprint(examples))),
            ("rate", f32::from_le_bytes(four(48)).to_string(), plan.rate.to_string()),
        ];
        if let Some((what, found, expected)) = same.into_iter().find(|(_, found, given)| found != given) {
            return Err(StateError::Other { what, found, expected });
        }
        let mut networks = floats.chunks_exact((floats.len() / 3).max(1)).map(FloatNetwork::from_bytes);
        let mut next = || networks.next().flatten().ok_or_else(wrong);
        let mut learner = Learner::new(examples, plan, next()?);
        (learner.first, learner.second) = (next()?, next()?);
        learner.epoch = u32::from_le_bytes(four(8));
        learner.step = word(24);
        learner.done_before = f64::from_bits(word(56)).clamp(0.0, 1.0);
        Ok(learner)
    }
}

fn hex(number: u64) -> String {
    format!("{number:016x}")
}
