//! Random numbers that are the same on every machine: SplitMix64, seeded from words.

/// A small generator; good enough to choose moves and games.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Makes a generator whose numbers depend on all words of the seed and their order.
    #[must_use]
    pub fn new(seed: &[u64]) -> Rng {
        let mut rng = Rng(0x0f1a_4c0d_e5ee_d000);
        for &word in seed {
            rng.0 ^= word;
            rng.0 = rng.word();
        }
        rng
    }

    /// Returns 64 random bits.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    /// Returns a number below `bound`; 0 if `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.word() >> 32) * u64::from(bound)) >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_below_their_bound_and_reach_all_values() {
        let mut rng = Rng::new(&[1, 2]);
        let mut seen = [0; 7];
        for _ in 0..1000 {
            seen[rng.below(7) as usize] += 1;
        }
        assert!(seen.iter().all(|&count| count > 80), "{seen:?}");
        assert_ne!(Rng::new(&[1, 2]).word(), Rng::new(&[2, 1]).word());
    }
}
