//! Contents of many small groups of squares at once, each as a base-3 number.
//!
//! An evaluation looks at dozens of overlapping groups (a corner block, an edge, a diagonal). A group lists
//! its squares, the first one being the most significant digit; a digit is 0 for an empty square, 1 for an
//! own disc, 2 for an opponent's. [`PatternPlan`] holds what the kernels need to compute all numbers of a
//! board.

/// The most groups of a plan.
pub const MOST_PATTERNS: usize = 64;

/// The most squares of a group: the largest number, 3^10 - 1, fits into 16 bits.
pub const MOST_SQUARES: usize = 10;

/// Room for all digit tables: a power of two, so that masking an index proves it to be inside.
const DIGITS_ROOM: usize = 1 << 15;

/// Stands for a square that a group does not have: beyond the board, however far tables of it are cut.
const NO_SQUARE: u8 = 0xff;

/// Groups of squares, prepared for the kernels.
pub struct PatternPlan {
    count: usize,
    /// For gathering forms: the squares of each group, and where its digit table starts.
    masks: [u64; MOST_PATTERNS],
    starts: [u32; MOST_PATTERNS],
    /// For each distinct order of squares, the base-3 values of all gathered combinations of own discs.
    digits: Box<[u16; DIGITS_ROOM]>,
    /// For permuting forms: squares of the digits `2 * pair` and `2 * pair + 1` of every group, side by side,
    /// the groups in two halves of 32; and which of them exist (short groups have no leading digits, their
    /// squares are [`NO_SQUARE`], for which tables give 0 where nothing else masks them).
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    pub(crate) squares: [[[u8; 64]; 2]; MOST_SQUARES / 2],
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    pub(crate) exists: [[u64; 2]; MOST_SQUARES / 2],
}

impl PatternPlan {
    /// Prepares groups of square numbers, or returns `None` if there are too many groups, squares in a group,
    /// or orders of squares, or if a square is not below 64.
    #[must_use]
    pub fn new(groups: &[Vec<u8>]) -> Option<PatternPlan> {
        let fits = |group: &Vec<u8>| group.len() <= MOST_SQUARES && group.iter().all(|&square| square < 64);
        if groups.len() > MOST_PATTERNS || !groups.iter().all(fits) {
            return None;
        }
        let mut digits: Vec<u16> = Vec::new();
        let mut known: Vec<(Vec<u16>, u32)> = Vec::new();
        let (mut masks, mut starts) = ([0; MOST_PATTERNS], [0; MOST_PATTERNS]);
        let mut squares = [[[NO_SQUARE; 64]; 2]; MOST_SQUARES / 2];
        let mut exists = [[0; 2]; MOST_SQUARES / 2];
        for (n, group) in groups.iter().enumerate() {
            masks[n] = group.iter().fold(0, |mask, square| mask | 1 << square);
            starts[n] = digit_table(group, &mut digits, &mut known);
            for (place, &square) in group.iter().enumerate() {
                let digit = MOST_SQUARES - group.len() + place;
                let (pair, half, at) = (digit / 2, n / 32, n % 32 * 2 + digit % 2);
                squares[pair][half][at] = square;
                exists[pair][half] |= 1 << at;
            }
        }
        if digits.len() > DIGITS_ROOM {
            return None;
        }
        digits.resize(DIGITS_ROOM, 0);
        let digits = digits.into_boxed_slice().try_into().ok()?;
        Some(PatternPlan { count: groups.len(), masks, starts, digits, squares, exists })
    }

    /// Returns the number of groups.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Computes all numbers by gathering the bits of each group with `gather`.
    #[inline(always)]
    pub(crate) fn by_gathering(
        &self,
        gather: impl Fn(u64, u64) -> u64,
        own: u64,
        opp: u64,
    ) -> [u16; MOST_PATTERNS] {
        let mut numbers = [0; MOST_PATTERNS];
        let mut n = 0;
        while n < MOST_PATTERNS && n < self.count {
            let (mask, start) = (self.masks[n], self.starts[n] as usize);
            let mine = self.digits[(start + gather(own, mask) as usize) % DIGITS_ROOM];
            let theirs = self.digits[(start + gather(opp, mask) as usize) % DIGITS_ROOM];
            numbers[n] = mine.wrapping_add(theirs.wrapping_mul(2));
            n += 1;
        }
        numbers
    }
}

/// Returns where the digit table for the order of a group's squares starts, adding it if it is new.
fn digit_table(group: &[u8], digits: &mut Vec<u16>, known: &mut Vec<(Vec<u16>, u32)>) -> u32 {
    // The value of each gathered bit, lowest square first.
    let mut by_square: Vec<(u8, u16)> = group
        .iter()
        .enumerate()
        .map(|(place, &square)| (square, 3_u16.pow((group.len() - 1 - place) as u32)))
        .collect();
    by_square.sort_unstable();
    let values: Vec<u16> = by_square.iter().map(|&(_, value)| value).collect();
    if let Some(&(_, start)) = known.iter().find(|(order, _)| *order == values) {
        return start;
    }
    let start = digits.len() as u32;
    digits.extend((0..1u32 << group.len()).map(|bits| {
        let set = values.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 != 0);
        set.map(|(_, value)| value).sum::<u16>()
    }));
    known.push((values, start));
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_that_does_not_fit_is_refused() {
        assert!(PatternPlan::new(&[vec![64]]).is_none());
        assert!(PatternPlan::new(&[(0..11).collect()]).is_none());
        assert!(PatternPlan::new(&vec![vec![0]; 65]).is_none());
        assert_eq!(PatternPlan::new(&vec![vec![0]; 64]).map(|plan| plan.count()), Some(64));
    }
}
