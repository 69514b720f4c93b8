//! The evaluation: a small network over the contents of overlapping patterns, with learned weights
//! ([`Weights`]).
//!
//! What the patterns are and how a network is put together is in [`crate::fitting`]: only a trainer needs it.

mod cache;
pub(crate) mod features;
pub(crate) mod indexer;
mod influence;
pub(crate) mod network;
pub(crate) mod weights;

pub(crate) use cache::EvalCache;
pub use features::PATTERN_NAMES;
pub use influence::Influence;
pub use weights::{MANIFEST, UNITS_PER_DISC, Weights, WeightsError};
