//! The evaluation: a sum of learned weights for the contents of overlapping patterns.

mod features;
mod indexer;
mod influence;
mod network;
mod weights;

pub use features::{
    INSTANCES, Instance, PATTERN_NAMES, PATTERNS, instances, mirrors, pattern_offsets, pattern_sizes,
    tied_contents,
};
pub use indexer::Indexer;
pub use influence::Influence;
pub use network::{HEADS, Head, Network, NetworkParts};
pub use weights::{MANIFEST, STAGES, UNITS_PER_DISC, Weights, WeightsError, stage_of};
