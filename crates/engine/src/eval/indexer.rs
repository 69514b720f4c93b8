//! From two disc sets to the indices of all pattern instances.

use outflank_kernels::{Isa, MOST_PATTERNS, PatternPlan};

use super::features::{INSTANCES, instances, pattern_offsets};

/// Room for the weights of one stage: a power of two, so that masking an index proves it to be inside.
pub(crate) const STAGE_ROOM: usize = 1 << 19;

/// Computes weight indices of all instances for a board.
pub struct Indexer {
    plan: PatternPlan,
    /// Where the weights of each instance's pattern start in a stage's table.
    offsets: [u32; MOST_PATTERNS],
    len: usize,
}

impl Default for Indexer {
    fn default() -> Self {
        Self::new()
    }
}

impl Indexer {
    /// Prepares the tables.
    ///
    /// # Panics
    ///
    /// Not with the shapes this crate has: they fit into a plan.
    #[must_use]
    pub fn new() -> Indexer {
        let (starts, len) = pattern_offsets();
        assert!(len <= STAGE_ROOM, "the weights of a stage fit into their room");
        let instances = instances();
        let squares: Vec<Vec<u8>> = instances
            .iter()
            .map(|instance| instance.squares.iter().map(|square| square.index() as u8).collect())
            .collect();
        let mut offsets = [0; MOST_PATTERNS];
        for (offset, instance) in offsets.iter_mut().zip(&instances) {
            *offset = starts[instance.pattern] as u32;
        }
        Indexer { plan: PatternPlan::new(&squares).expect("the shapes fit into a plan"), offsets, len }
    }

    /// Returns how many weights a stage has.
    #[must_use]
    pub const fn weights_per_stage(&self) -> usize {
        self.len
    }

    /// Returns the index into a stage's weights for every instance.
    #[inline(always)]
    #[must_use]
    pub fn indices<I: Isa>(&self, isa: I, own: u64, opp: u64) -> [u32; INSTANCES] {
        let numbers = isa.pattern_numbers(&self.plan, own, opp);
        let mut indices = [0; INSTANCES];
        let mut n = 0;
        while n < INSTANCES {
            indices[n] = self.offsets[n] + u32::from(numbers[n]);
            n += 1;
        }
        indices
    }

    /// Adds up the weights of all instances.
    #[inline(always)]
    #[must_use]
    pub(crate) fn sum<I: Isa>(&self, isa: I, stage: &[i16; STAGE_ROOM], own: u64, opp: u64) -> i32 {
        sum_of(stage, &self.indices(isa, own, opp))
    }
}

/// Adds up the weights at all indices.
#[inline(always)]
pub(super) fn sum_of(stage: &[i16; STAGE_ROOM], indices: &[u32; INSTANCES]) -> i32 {
    let mut sum = 0;
    let mut n = 0;
    while n < INSTANCES {
        sum += i32::from(stage[indices[n] as usize % STAGE_ROOM]);
        n += 1;
    }
    sum
}
