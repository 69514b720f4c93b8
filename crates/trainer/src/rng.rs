//! Random numbers that are the same on every machine.

use outflank_engine::Dice;

/// Starts a sequence that depends on all words of the seed and their order.
#[must_use]
pub fn seeded(seed: &[u64]) -> Dice {
    // Not the constant of `Dice::of_words`: the recorded trainings began with this one.
    let state = seed.iter().fold(0x0f1a_4c0d_e5ee_d000, |state, word| Dice::new(state ^ word).word());
    Dice::new(state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_and_its_order_decide() {
        assert_eq!(seeded(&[1, 2]).word(), seeded(&[1, 2]).word());
        assert_ne!(seeded(&[1, 2]).word(), seeded(&[2, 1]).word());
    }

    #[test]
    fn a_seed_gives_the_numbers_it_always_gave() {
        let mut state = 0x0f1a_4c0d_e5ee_d000_u64 ^ 7;
        let mut split_mix = || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let word = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            word ^ word >> 31
        };
        assert_eq!(seeded(&[7]).word(), Dice::new(split_mix()).word());
    }
}
