//! A small table of one thread's own for results near the leaves, where the shared table would be too far
//! away: it fits into the second-level cache and needs no synchronisation.

/// What is known about a board: bounds of its score and a move worth trying first.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct LocalEntry {
    own: u64,
    opp: u64,
    pub(crate) lower: i8,
    pub(crate) upper: i8,
    /// The square of the best move, 64 if none is known.
    pub(crate) best: u8,
}

/// A direct-mapped table; a newer result replaces an older one.
pub(crate) struct LocalTable {
    entries: Box<[LocalEntry; LocalTable::SIZE]>,
}

impl LocalTable {
    const BITS: u32 = 13;
    const SIZE: usize = 1 << Self::BITS;

    /// Makes an empty table. No board has discs of both colours on every square, so that is "empty".
    pub(crate) fn new() -> LocalTable {
        let nothing = LocalEntry { own: u64::MAX, opp: u64::MAX, lower: -64, upper: 64, best: 64 };
        let entries = vec![nothing; Self::SIZE].into_boxed_slice();
        LocalTable { entries: entries.try_into().unwrap_or_else(|_| unreachable!("SIZE entries")) }
    }

    #[inline(always)]
    fn index(own: u64, opp: u64) -> usize {
        let mixed =
            own.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ opp.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(29);
        (mixed.wrapping_mul(0xd6e8_feb8_6659_fd93) >> (64 - Self::BITS)) as usize
    }

    /// Returns what is known about a board.
    #[inline(always)]
    pub(crate) fn get(&self, own: u64, opp: u64) -> Option<LocalEntry> {
        let entry = &self.entries[Self::index(own, opp)];
        (entry.own == own && entry.opp == opp).then_some(*entry)
    }

    /// Notes a result: `score` found when asking whether the board is worth more than `alpha`.
    #[inline(always)]
    pub(crate) fn put(&mut self, own: u64, opp: u64, alpha: i32, score: i32, best: u32) {
        let entry = &mut self.entries[Self::index(own, opp)];
        if entry.own != own || entry.opp != opp {
            *entry = LocalEntry { own, opp, lower: -64, upper: 64, best: 64 };
        }
        if score > alpha {
            entry.lower = score as i8;
            entry.best = best as u8;
        } else {
            entry.upper = score as i8;
        }
        if entry.best == 64 {
            entry.best = best as u8;
        }
    }
}
