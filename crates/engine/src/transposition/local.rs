//! A small transposition table of one thread's own for results near the leaves, where the shared table would
//! be too far away: it fits into the second-level cache and needs no synchronisation.

use outflank_kernels::prefetch;

use crate::square_or_none::SquareOrNone;

/// What is known about a board: bounds of its score and a move worth trying first.
#[derive(Clone, Copy)]
pub(crate) struct LocalEntry {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    /// The best move, if one is known.
    pub(crate) best: SquareOrNone,
}

/// A slot of the table: the mover's discs, 40 bits of the board's hash, and the entry in three bytes. Never
/// across two cache lines.
///
/// Two boards with equal discs of the mover, in the same slot and with equal bits of the hash would be taken
/// for one another: one pair of boards with equal discs of the mover in 2 ** 51.
#[derive(Clone, Copy)]
#[repr(align(16))]
struct LocalSlot {
    own: u64,
    rest: u64,
}

/// The bits of a slot that belong to the entry, not to the board.
const ENTRY: u64 = 0xff_ffff;

/// A direct-mapped table, one part for each number of empty squares; a newer result replaces an older one.
///
/// The parts keep the many results with few empty squares from driving out those that are worth more: with
/// the same memory they save 1.7 % of the nodes of FFO #40-44. Larger tables save nodes but take time: parts
/// of two and four times the size 1.4 and 2.7 % fewer nodes on #40-46, but 1.5 and 4.5 % more time, since
/// they leave less of the second-level cache to everything else.
pub(crate) struct LocalTable {
    entries: Box<[LocalSlot; LocalTable::SIZE]>,
}

impl LocalTable {
    const PART_BITS: u32 = 11;
    /// Boards whose numbers of empty squares differ by eight share a part.
    const PARTS: usize = 8;
    const SIZE: usize = Self::PARTS << Self::PART_BITS;

    /// Makes an empty table. No board has discs of both colours on every square, so that is "empty".
    pub(crate) fn new() -> LocalTable {
        let nothing = LocalSlot { own: u64::MAX, rest: 0 };
        let entries = vec![nothing; Self::SIZE].into_boxed_slice();
        LocalTable { entries: entries.try_into().unwrap_or_else(|_| unreachable!("SIZE entries")) }
    }

    /// Returns the slot of a board and the bits of its hash that the slot holds.
    ///
    /// One addition of two products: no mixing is needed, since a slot holds the mover's discs whole, and
    /// this is the hottest hash of all.
    #[inline(always)]
    fn place(own: u64, opp: u64) -> (usize, u64) {
        let hash =
            own.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(opp.wrapping_mul(0xc2b2_ae3d_27d4_eb4f));
        let part = (own | opp).count_ones() as usize % Self::PARTS;
        let within = (hash >> (64 - Self::PART_BITS)) as usize;
        (part << Self::PART_BITS | within, hash << Self::PART_BITS & !ENTRY)
    }

    /// Prefetches the slot of a board, for a call of [`LocalTable::get`] to come.
    #[inline(always)]
    pub(crate) fn prefetch(&self, own: u64, opp: u64) {
        prefetch(&self.entries[Self::place(own, opp).0]);
    }

    /// Returns what is known about a board.
    #[inline(always)]
    pub(crate) fn get(&self, own: u64, opp: u64) -> Option<LocalEntry> {
        let (place, bits) = Self::place(own, opp);
        let slot = self.entries[place];
        (slot.own == own && (slot.rest ^ bits) & !ENTRY == 0).then_some(LocalEntry {
            lower: i32::from(slot.rest as i8),
            upper: i32::from((slot.rest >> 8) as i8),
            best: SquareOrNone::of_byte((slot.rest >> 16) as u8),
        })
    }

    /// Notes a result: `score` found when asking whether the board is worth more than `alpha`.
    #[inline(always)]
    pub(crate) fn put(&mut self, own: u64, opp: u64, alpha: i32, score: i32, best: SquareOrNone) {
        let (place, bits) = Self::place(own, opp);
        let slot = &mut self.entries[place];
        let mut rest = slot.rest;
        if slot.own != own || (rest ^ bits) & !ENTRY != 0 {
            rest = bits | u64::from(best.byte()) << 16 | 0x40_c0;
        }
        rest = if score > alpha {
            rest & !0xff_00ff | u64::from(best.byte()) << 16 | u64::from(score as u8)
        } else {
            rest & !0xff00 | u64::from(score as u8) << 8
        };
        *slot = LocalSlot { own, rest };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boards with at least six empty squares, no two alike.
    fn boards() -> impl Iterator<Item = (u64, u64)> {
        (0..2_000_u64).map(|n| {
            let empty = (n * 0x9e37_79b9) << (n % 20) | 0x3f;
            let own = n.wrapping_mul(0xd6e8_feb8_6659_fd93) | 1 << 63;
            (own & !empty, !own & !empty)
        })
    }

    #[test]
    fn bounds_of_a_board_meet_and_the_move_of_the_last_good_result_is_kept() {
        let mut table = LocalTable::new();
        for (own, opp) in boards() {
            table.put(own, opp, 6, 4, SquareOrNone::of_index(17));
            let known = table.get(own, opp).unwrap();
            assert_eq!((known.lower, known.upper, known.best), (-64, 4, SquareOrNone::of_index(17)));
            table.put(own, opp, 0, -2, SquareOrNone::of_index(18));
            table.put(own, opp, -13, -10, SquareOrNone::of_index(19));
            let known = table.get(own, opp).unwrap();
            assert_eq!((known.lower, known.upper, known.best), (-10, -2, SquareOrNone::of_index(19)));
        }
    }

    #[test]
    fn no_board_is_taken_for_another() {
        let mut table = LocalTable::new();
        for (own, opp) in boards() {
            assert!(table.get(own, opp).is_none());
            table.put(own, opp, 0, 2, SquareOrNone::of_index(5));
            assert!(table.get(opp, own).is_none());
            for square in 0..64 {
                let bit = 1 << square;
                assert!(own & bit != 0 || table.get(own | bit, opp & !bit).is_none());
                assert!(own & bit != 0 || table.get(own, opp ^ bit).is_none());
            }
        }
    }
}
