//! How Zebra names positions: two numbers of 31 bits, the same for all eight views of a board.
//!
//! Each row of a view is a number to the base of three (0 an empty square, 1 black, 2 white; the first column
//! counts least) that stands for a word in a table of its own, and the words of the eight rows are combined by
//! exclusive or. Of the eight pairs of numbers the smallest counts, as signed numbers, and then their sizes
//! without the sign. The words are random numbers of the classic `random` of BSD, begun with 0.

use outflank_rules::{Color, Position, Symmetry};

/// The contents that eight squares can have.
const ROWS: usize = 6561;

/// The two numbers of a position.
pub(super) type ZebraNumbers = [i32; 2];

/// The tables of words: for each number of a position one of each row.
pub(super) struct ZebraHash {
    words: [Vec<[i32; ROWS]>; 2],
    /// The numbers to the base of three that have these bits for digits.
    ternary: [u16; 256],
}

impl ZebraHash {
    /// Makes the tables.
    pub(super) fn new() -> ZebraHash {
        let mut random = BsdRandom::new(0);
        let mut words = || {
            let mut rows = vec![[0; ROWS]; 8];
            for word in rows.iter_mut().flatten() {
                let is_positive = random.next() % 2 == 1;
                let size = random.next();
                *word = if is_positive { size } else { -size };
            }
            rows
        };
        let words = [words(), words()];
        let mut ternary = [0; 256];
        for bits in 1..256 {
            // The digit of the lowest bit is the last.
            ternary[bits] = 3 * ternary[bits >> 1] + (bits & 1) as u16;
        }
        ZebraHash { words, ternary }
    }

    /// Returns the numbers of a position and the symmetry that leads to the view they are made of. Who moves
    /// does not matter.
    pub(super) fn of(&self, position: &Position) -> (ZebraNumbers, Symmetry) {
        let mut best = ([i32::MAX; 2], Symmetry::Identity);
        for symmetry in Symmetry::ALL {
            let discs = |color| symmetry.bitboard(position.discs(color)).0.to_le_bytes();
            let (black, white) = (discs(Color::Black), discs(Color::White));
            let mut numbers = [0; 2];
            for row in 0..8 {
                let [black, white] = [black[row], white[row]].map(|bits| self.ternary[usize::from(bits)]);
                let content = usize::from(black + 2 * white);
                for (number, words) in numbers.iter_mut().zip(&self.words) {
                    *number ^= words[row][content];
                }
            }
            if numbers < best.0 {
                best = (numbers, symmetry);
            }
        }
        (best.0.map(i32::wrapping_abs), best.1)
    }
}

/// The `random` of BSD in its usual size: each number is the sum of the ones 31 and 28 places before it.
struct BsdRandom {
    last: [u32; BsdRandom::SIZE],
    /// The place of the oldest number.
    oldest: usize,
}

impl BsdRandom {
    const SIZE: usize = 31;
    /// How far the other summand is from the oldest.
    const APART: usize = 3;

    fn new(seed: u32) -> BsdRandom {
        let mut last = [seed; BsdRandom::SIZE];
        for at in 1..BsdRandom::SIZE {
            last[at] = last[at - 1].wrapping_mul(1_103_515_245).wrapping_add(12_345);
        }
        let mut random = BsdRandom { last, oldest: 0 };
        for _ in 0..10 * BsdRandom::SIZE {
            random.next();
        }
        random
    }

    /// Returns the next number of 31 bits.
    fn next(&mut self) -> i32 {
        let at = (self.oldest + BsdRandom::APART) % BsdRandom::SIZE;
        self.last[at] = self.last[at].wrapping_add(self.last[self.oldest]);
        self.oldest = (self.oldest + 1) % BsdRandom::SIZE;
        (self.last[at] >> 1) as i32
    }
}
