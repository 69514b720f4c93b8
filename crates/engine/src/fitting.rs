//! What fitting the engine's parameters needs and playing does not: labels for positions, the errors of
//! probing cuts, the patterns of the evaluation and the parts of a network.

pub use outflank_kernels::{OUTPUTS, WIDTH};

pub use crate::drivers::by_depth::values_by_depth;
pub use crate::endgame::SmallSolver;
pub use crate::eval::features::{
    INSTANCES, Instance, PATTERNS, instances, mirrors, pattern_offsets, pattern_sizes, tied_contents,
};
pub use crate::eval::indexer::Indexer;
pub use crate::eval::network::{HEADS, Head, Network, NetworkParts};
pub use crate::eval::weights::{STAGES, stage_of};
pub use crate::node::probcut::{PROBE_TERMS, probe_terms};
