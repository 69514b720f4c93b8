//! Discs that can never be turned over again: a lower bound that is cheap enough for search.

use std::sync::OnceLock;

/// For every filling of an edge, the own discs on it that no sequence of moves along the edge can turn over.
///
/// 64 KiB, filled on first use in a few million instructions.
pub struct EdgeTable(Box<[u8; 1 << 16]>);

const COLUMN_A: u64 = 0x0101_0101_0101_0101;
/// The 36 squares that do not touch the border.
const INTERIOR: u64 = 0x007e_7e7e_7e7e_7e00;

impl EdgeTable {
    /// Returns the one table of this process, filling it on the first call.
    #[must_use]
    pub fn get() -> &'static EdgeTable {
        static TABLE: OnceLock<EdgeTable> = OnceLock::new();
        TABLE.get_or_init(EdgeTable::build)
    }

    /// Returns the stable discs of `own` on an edge given as two bytes.
    #[inline(always)]
    #[must_use]
    pub fn stable_on_edge(&self, own: u8, opp: u8) -> u8 {
        self.0[usize::from(own) | usize::from(opp) << 8]
    }

    /// Returns the stable discs of `own` on the four edges of the board, judged edge by edge.
    #[inline(always)]
    #[must_use]
    pub fn stable_on_edges(&self, own: u64, opp: u64) -> u64 {
        let north = u64::from(self.stable_on_edge(own as u8, opp as u8));
        let south = u64::from(self.stable_on_edge((own >> 56) as u8, (opp >> 56) as u8));
        let west = self.stable_on_edge(column_to_byte(own), column_to_byte(opp));
        let east = self.stable_on_edge(column_to_byte(own >> 7), column_to_byte(opp >> 7));
        north | south << 56 | byte_to_column(west) | byte_to_column(east) << 7
    }

    fn build() -> EdgeTable {
        let mut table: Box<[u8; 1 << 16]> =
            vec![0; 1 << 16].into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("65536 entries"));
        // A filling depends on fillings with one more disc: go from full edges to empty ones.
        for discs in (0..=8).rev() {
            for index in 0..1usize << 16 {
                let (own, opp) = (index as u8, (index >> 8) as u8);
                if own & opp == 0 && (own | opp).count_ones() == discs {
                    table[index] = stable_after_any_move(&table, own, opp);
                }
            }
        }
        EdgeTable(table)
    }
}

/// Returns the own discs of an edge that survive every next disc of either side, given the answers for
/// fuller edges.
fn stable_after_any_move(table: &[u8; 1 << 16], own: u8, opp: u8) -> u8 {
    let mut stable = own;
    for at in 0..8 {
        if (own | opp) >> at & 1 != 0 {
            continue;
        }
        // A disc may land here without turning anything on this edge: the move may live off another line.
        let flipped = edge_flips(at, own, opp);
        let (own_after, opp_after) = (own | 1 << at | flipped, opp & !flipped);
        stable &= table[usize::from(own_after) | usize::from(opp_after) << 8];
        let flipped = edge_flips(at, opp, own);
        let (own_after, opp_after) = (own & !flipped, opp | 1 << at | flipped);
        stable &= table[usize::from(own_after) | usize::from(opp_after) << 8];
    }
    stable
}

/// Returns the discs of `theirs` turned over on an edge when `mine` plays at `at`.
fn edge_flips(at: i32, mine: u8, theirs: u8) -> u8 {
    let mut flipped = 0;
    for step in [-1, 1] {
        let (mut run, mut x) = (0, at + step);
        while (0..8).contains(&x) && theirs >> x & 1 != 0 {
            run |= 1 << x;
            x += step;
        }
        if (0..8).contains(&x) && mine >> x & 1 != 0 {
            flipped |= run;
        }
    }
    flipped
}

/// Gathers column a into a byte, row 1 at bit 0.
#[inline(always)]
fn column_to_byte(board: u64) -> u8 {
    ((board & COLUMN_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// Spreads a byte over column a, bit 0 to row 1.
#[inline(always)]
fn byte_to_column(byte: u8) -> u64 {
    let byte = u64::from(byte);
    // The multiplication places copies seven bits apart; without bit 7 they do not touch.
    (((byte & 0x7f) * 0x0002_0408_1020_4081) & COLUMN_A) | (byte & 0x80) << 49
}

/// Returns stable discs of `own`: edges by table, discs all of whose lines are full, and inner discs that
/// lean on stable discs or full lines in all four directions.
#[inline(always)]
pub(crate) fn stable_discs(edges: &EdgeTable, own: u64, opp: u64, full: [u64; 4]) -> u64 {
    let [row, column, rise, fall] = full;
    let mut stable = edges.stable_on_edges(own, opp) | own & row & column & rise & fall;
    if stable == 0 {
        return 0;
    }
    let inner = own & INTERIOR;
    loop {
        let grown = inner
            & (stable << 1 | stable >> 1 | row)
            & (stable << 8 | stable >> 8 | column)
            & (stable << 7 | stable >> 7 | rise)
            & (stable << 9 | stable >> 9 | fall);
        if grown & !stable == 0 {
            return stable;
        }
        stable |= grown;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_and_what_leans_on_them_are_stable_on_an_edge() {
        let table = EdgeTable::get();
        assert_eq!(table.stable_on_edge(0b0000_0111, 0), 0b0000_0111);
        assert_eq!(table.stable_on_edge(0b0000_0110, 0), 0);
        assert_eq!(table.stable_on_edge(0b0110_0110, 0b1001_1001), 0b0110_0110);
        // Own disc beside an own corner: safe. Own disc beside an opposing corner: not, two empties remain.
        assert_eq!(table.stable_on_edge(0b0000_0010, 0b0000_0001), 0);
    }

    #[test]
    fn a_byte_spread_over_a_column_gathers_back() {
        for byte in 0..=255 {
            assert_eq!(column_to_byte(byte_to_column(byte)), byte);
        }
    }
}
