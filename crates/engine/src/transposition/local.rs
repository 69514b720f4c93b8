//! A small transposition table of one thread's own for results near the leaves, where the shared table would
//! be too far away: it fits into the second-level cache and needs no synchronisation.

use outflank_kernels::{Isa, prefetch};

use crate::square_or_none::SquareOrNone;

/// What is known about a board: bounds of its score and a move worth trying first.
#[derive(Clone, Copy)]
pub(crate) struct LocalEntry {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    /// The best move, if one is known.
    pub(crate) best: SquareOrNone,
}

/// A slot of the table: the mover's discs, the empty squares in 40 bits (see [`LocalTable`]), and the entry
/// in three bytes. Never across two cache lines.
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
/// A slot names its board without doubt. The empty squares of every board of a search are among those of its
/// root: gathered by these they fit into 40 bits if the root has no more, and with the mover's discs they are
/// the board. Searches from roots with more empty squares keep nothing here; none of them ends.
///
/// The parts keep the many results with few empty squares from driving out those that are worth more: with
/// the same memory they save 1.7 % of the nodes of FFO #40-44. Larger tables save nodes but take time: parts
/// of two and four times the size 1.4 and 2.7 % fewer nodes on #40-46, but 1.5 and 4.5 % more time, since
/// they leave less of the second-level cache to everything else.
pub(crate) struct LocalTable {
    entries: Box<[LocalSlot; LocalTable::SIZE]>,
    /// The empty squares of the root; none if it has too many.
    root: u64,
    /// The number of the root, beside the gathered squares of roots with few of them.
    number: u64,
}

impl LocalTable {
    const PART_BITS: u32 = 11;
    /// Boards whose numbers of empty squares differ by eight share a part.
    const PARTS: usize = 8;
    const SIZE: usize = Self::PARTS << Self::PART_BITS;
    /// The most empty squares of a root that a slot has bits for.
    const MOST_EMPTIES: u32 = 40;
    /// The most empty squares of roots that are searched one after another with one table.
    pub(crate) const FEW_EMPTIES: u32 = 16;
    /// How many such roots can be told apart.
    const ROOTS: u64 = 1 << (Self::MOST_EMPTIES - Self::FEW_EMPTIES);
    /// No board has discs of both colours on every square, so this is nothing.
    const NOTHING: LocalSlot = LocalSlot { own: u64::MAX, rest: 0 };

    /// Makes an empty table for a search from a board with these empty squares.
    pub(crate) fn new(root: u64) -> LocalTable {
        let entries = vec![Self::NOTHING; Self::SIZE].into_boxed_slice();
        let entries = entries.try_into().unwrap_or_else(|_| unreachable!("SIZE entries"));
        LocalTable { entries, root: Self::told_apart(root), number: 0 }
    }

    /// Begins another search: from one more of the boards that have at most [`LocalTable::FEW_EMPTIES`] empty
    /// squares, like all before.
    pub(crate) fn begin_small(&mut self, root: u64) {
        debug_assert!(root.count_ones() <= Self::FEW_EMPTIES, "{root:x}");
        self.root = root;
        self.number += 1;
        if self.number == Self::ROOTS {
            self.entries.fill(Self::NOTHING);
            self.number = 1;
        }
    }

    fn told_apart(root: u64) -> u64 {
        if root.count_ones() <= Self::MOST_EMPTIES { root } else { 0 }
    }

    /// Returns the slot of a board: the sum of two products. No mixing is needed, since a slot holds the
    /// whole board, and this is the hottest hash of all.
    #[inline(always)]
    fn place(own: u64, opp: u64) -> usize {
        let hash =
            own.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(opp.wrapping_mul(0xc2b2_ae3d_27d4_eb4f));
        let part = (own | opp).count_ones() as usize % Self::PARTS;
        part << Self::PART_BITS | (hash >> (64 - Self::PART_BITS)) as usize
    }

    /// Returns the bits of a slot that tell boards with the same discs of the mover apart.
    #[inline(always)]
    fn squares<I: Isa>(&self, isa: I, own: u64, opp: u64) -> u64 {
        (isa.gather(!(own | opp), self.root) | self.number << Self::FEW_EMPTIES) << ENTRY.count_ones()
    }

    /// Prefetches the slot of a board, for a call of [`LocalTable::get`] to come.
    #[inline(always)]
    pub(crate) fn prefetch(&self, own: u64, opp: u64) {
        prefetch(&self.entries[Self::place(own, opp)]);
    }

    /// Returns what is known about a board.
    #[inline(always)]
    pub(crate) fn get<I: Isa>(&self, isa: I, own: u64, opp: u64) -> Option<LocalEntry> {
        let slot = self.entries[Self::place(own, opp)];
        (slot.own == own && slot.rest & !ENTRY == self.squares(isa, own, opp)).then_some(LocalEntry {
            lower: i32::from(slot.rest as i8),
            upper: i32::from((slot.rest >> 8) as i8),
            best: SquareOrNone::of_byte((slot.rest >> 16) as u8),
        })
    }

    /// Notes a result: `score` found when asking whether the board is worth more than `alpha`.
    #[inline(always)]
    pub(crate) fn put<I: Isa>(
        &mut self,
        isa: I,
        board: (u64, u64),
        alpha: i32,
        score: i32,
        best: SquareOrNone,
    ) {
        if self.root == 0 {
            return;
        }
        let (own, opp) = board;
        let squares = self.squares(isa, own, opp);
        let slot = &mut self.entries[Self::place(own, opp)];
        let mut rest = slot.rest;
        if slot.own != own || rest & !ENTRY != squares {
            rest = squares | u64::from(best.byte()) << 16 | 0x40_c0;
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
    use outflank_kernels::Portable;

    use super::*;

    /// Boards whose empty squares are among 20, no two alike.
    fn boards() -> impl Iterator<Item = (u64, u64)> {
        (0..2_000_u64).map(|n| {
            let empty = ROOT & (n * 0x9e37_79b9) << (n % 20) | 0x3f;
            let own = n.wrapping_mul(0xd6e8_feb8_6659_fd93) | 1 << 63;
            (own & !empty, !own & !empty)
        })
    }

    const ROOT: u64 = 0xf_ffff;

    #[test]
    fn bounds_of_a_board_meet_and_the_move_of_the_last_good_result_is_kept() {
        let mut table = LocalTable::new(ROOT);
        for (own, opp) in boards() {
            table.put(Portable, (own, opp), 6, 4, SquareOrNone::of_index(17));
            let known = table.get(Portable, own, opp).unwrap();
            assert_eq!((known.lower, known.upper, known.best), (-64, 4, SquareOrNone::of_index(17)));
            table.put(Portable, (own, opp), 0, -2, SquareOrNone::of_index(18));
            table.put(Portable, (own, opp), -13, -10, SquareOrNone::of_index(19));
            let known = table.get(Portable, own, opp).unwrap();
            assert_eq!((known.lower, known.upper, known.best), (-10, -2, SquareOrNone::of_index(19)));
        }
    }

    #[test]
    fn no_board_is_taken_for_another() {
        let mut table = LocalTable::new(ROOT);
        for (own, opp) in boards() {
            assert!(table.get(Portable, own, opp).is_none());
            table.put(Portable, (own, opp), 0, 2, SquareOrNone::of_index(5));
            assert!(table.get(Portable, opp, own).is_none());
            // Other discs of the mover, and the same with another square empty or filled.
            for square in 0..64 {
                let bit = 1 << square;
                assert!(own & bit != 0 || table.get(Portable, own | bit, opp & !bit).is_none());
                assert!((own | !ROOT) & bit != 0 || table.get(Portable, own, opp ^ bit).is_none());
            }
        }
    }

    #[test]
    fn a_slot_tells_every_board_with_the_same_discs_apart_whatever_its_hash() {
        // Only what a slot holds, place left aside: every set of empty squares of the root has its own bits.
        let table = LocalTable::new(ROOT);
        let mut seen = vec![false; 1 << ROOT.count_ones()];
        for empty in 0..=ROOT {
            let bits = table.squares(Portable, 0, !empty) >> ENTRY.count_ones();
            assert!(!std::mem::replace(&mut seen[bits as usize], true), "{empty:x}");
        }
        for squares in [LocalTable::MOST_EMPTIES, LocalTable::MOST_EMPTIES + 1] {
            let root = (1u64 << squares) - 1;
            let mut table = LocalTable::new(root);
            table.put(Portable, (1 << 63, 0), 0, 2, SquareOrNone::of_index(5));
            let is_kept = table.get(Portable, 1 << 63, 0).is_some();
            assert_eq!(is_kept, squares == LocalTable::MOST_EMPTIES, "{squares}");
        }
    }

    #[test]
    fn results_of_one_root_are_nothing_to_the_next_and_all_roots_can_be_told_apart() {
        // The same word of gathered squares, of other squares.
        let (first, second) = (0xff, 0xff00);
        let mut table = LocalTable::new(first);
        for round in 0..3 {
            table.begin_small(first);
            table.put(Portable, (1 << 63, !(1 << 63 | first)), 0, 2, SquareOrNone::of_index(5));
            assert!(table.get(Portable, 1 << 63, !(1 << 63 | first)).is_some());
            table.begin_small(second);
            assert!(table.get(Portable, 1 << 63, !(1 << 63 | second)).is_none());
            assert!(table.get(Portable, 1 << 63, !(1 << 63 | first)).is_none(), "{round}");
            table.number = LocalTable::ROOTS - 1 - round % 2;
        }
    }
}
