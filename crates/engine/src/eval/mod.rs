//! The evaluation: a small network over the contents of overlapping patterns, with learned weights ([`Weights`]).
//!
//! What the patterns are and how a network is put together is in [`crate::fitting`]: only a trainer needs it.

mod cache;
mod features;
mod indexer;
mod influence;
mod network;
mod weights;

pub(crate) use cache::EvalCache;
pub use features::PATTERN_NAMES;
pub(crate) use features::{
    INSTANCES, Instance, PATTERNS, instances, mirrors, pattern_offsets, pattern_sizes, tied_contents,
};
pub(crate) use indexer::Indexer;
pub use influence::Influence;
pub(crate) use network::{HEADS, Head, Network, NetworkParts};
pub(crate) use weights::{STAGES, stage_of};
pub use weights::{UNITS_PER_DISC, Weights, WeightsError};
