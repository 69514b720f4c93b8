//! Random numbers that are the same for the same seed on every machine (SplitMix64).

/// A source of random numbers.
///
/// ```
/// use outflank_engine::Dice;
///
/// assert_eq!(Dice::new(7).below(6), Dice::new(7).below(6));
/// ```
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Starts the sequence that belongs to `seed`.
    #[must_use]
    pub const fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// Starts a sequence that depends on all words and their order.
    #[must_use]
    pub fn of_words(words: &[u64]) -> Dice {
        let mut dice = Dice(0x07e1_10a5_eed0_d1ce);
        for &word in words {
            dice.0 ^= word;
            dice.0 = dice.word();
        }
        dice
    }

    /// Returns 64 random bits.
    pub const fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    /// Returns a number below `limit`, or 0 if `limit` is 0. The bias, below 2^-58 for board-sized limits,
    /// does not matter here.
    pub fn below(&mut self, limit: u32) -> u32 {
        ((u128::from(self.word()) * u128::from(limit)) >> 64) as u32
    }

    /// Returns a number from 0 on, below 1.
    pub fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Puts a list into a random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            let other = self.below(end as u32 + 1) as usize;
            list.swap(end, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_below_their_limit_and_reach_all_values() {
        let mut dice = Dice::of_words(&[1, 2]);
        let mut seen = [0; 7];
        for _ in 0..1000 {
            seen[dice.below(7) as usize] += 1;
            assert!((0.0..1.0).contains(&dice.unit()));
        }
        assert!(seen.iter().all(|&count| count > 80), "{seen:?}");
        assert_eq!(dice.below(0), 0);
        assert_ne!(Dice::of_words(&[1, 2]).word(), Dice::of_words(&[2, 1]).word());
    }

    #[test]
    fn a_shuffled_list_keeps_its_members() {
        let mut list: Vec<u32> = (0..100).collect();
        Dice::new(7).shuffle(&mut list);
        assert_ne!(list, (0..100).collect::<Vec<_>>());
        list.sort_unstable();
        assert_eq!(list, (0..100).collect::<Vec<_>>());
    }
}
