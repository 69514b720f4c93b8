//! From two disc sets to the indices of all pattern instances.

use outflank_rules::Isa;

use super::features::{INSTANCES, instances, pattern_offsets};

/// How one instance reads its squares: a mask to gather them, and what each gathered combination counts.
struct Reader {
    mask: u64,
    /// Where the digits table of this instance starts in `Indexer::digits`.
    digits: u32,
    /// Where the pattern's weights start in a stage's table.
    offset: u32,
}

/// Room for the weights of one stage: a power of two, so that masking an index proves it to be inside.
///
/// Without the proof every lookup would be checked; that cost a third of an evaluation.
pub(crate) const STAGE_ROOM: usize = 1 << 19;

/// Room for all digits, a power of two for the same reason.
const DIGITS_ROOM: usize = 1 << 15;

/// Computes weight indices of all instances for a board.
pub struct Indexer {
    readers: Box<[Reader; INSTANCES]>,
    /// For each distinct order of squares: base-3 values of gathered bits, own discs counting once.
    digits: Box<[u16; DIGITS_ROOM]>,
    len: usize,
}

impl Default for Indexer {
    fn default() -> Self {
        Self::new()
    }
}

impl Indexer {
    /// Prepares the tables.
    #[must_use]
    pub fn new() -> Indexer {
        let (offsets, len) = pattern_offsets();
        let mut digits: Vec<u16> = Vec::new();
        let mut known: Vec<(Vec<u16>, u32)> = Vec::new();
        let readers: Vec<Reader> = instances()
            .iter()
            .map(|instance| {
                let mask = instance.squares.iter().fold(0, |mask, square| mask | 1u64 << square.index());
                // Value of each gathered bit, lowest square first.
                let size = instance.squares.len();
                let mut by_square: Vec<(u32, u16)> = instance
                    .squares
                    .iter()
                    .enumerate()
                    .map(|(place, square)| (square.index(), 3_u16.pow((size - 1 - place) as u32)))
                    .collect();
                by_square.sort_unstable();
                let values: Vec<u16> = by_square.iter().map(|&(_, value)| value).collect();
                let start = match known.iter().find(|(order, _)| *order == values) {
                    Some(&(_, start)) => start,
                    None => {
                        let start = digits.len() as u32;
                        digits.extend((0..1u32 << size).map(|bits| {
                            let set = values.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 != 0);
                            set.map(|(_, value)| value).sum::<u16>()
                        }));
                        known.push((values, start));
                        start
                    }
                };
                Reader { mask, digits: start, offset: offsets[instance.pattern] as u32 }
            })
            .collect();
        assert!(digits.len() <= DIGITS_ROOM && len <= STAGE_ROOM, "the shapes fit into their room");
        digits.resize(DIGITS_ROOM, 0);
        Indexer { readers: boxed(readers), digits: boxed(digits), len }
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
        let mut indices = [0; INSTANCES];
        let mut n = 0;
        while n < INSTANCES {
            indices[n] = self.index(isa, n, own, opp);
            n += 1;
        }
        indices
    }

    #[inline(always)]
    fn index<I: Isa>(&self, isa: I, n: usize, own: u64, opp: u64) -> u32 {
        let reader = &self.readers[n];
        let mine = (reader.digits as usize + isa.gather(own, reader.mask) as usize) % DIGITS_ROOM;
        let theirs = (reader.digits as usize + isa.gather(opp, reader.mask) as usize) % DIGITS_ROOM;
        reader.offset + u32::from(self.digits[mine]) + 2 * u32::from(self.digits[theirs])
    }

    /// Adds up the weights of all instances.
    #[inline(always)]
    #[must_use]
    pub(crate) fn sum<I: Isa>(&self, isa: I, stage: &[i16; STAGE_ROOM], own: u64, opp: u64) -> i32 {
        let mut sum = 0;
        let mut n = 0;
        while n < INSTANCES {
            sum += i32::from(stage[self.index(isa, n, own, opp) as usize % STAGE_ROOM]);
            n += 1;
        }
        sum
    }
}

/// Makes a box of an array; the vector has just the array's length.
pub(super) fn boxed<T, const N: usize>(values: Vec<T>) -> Box<[T; N]> {
    values.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("{N} values"))
}
