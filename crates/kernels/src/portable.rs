//! The kernels in plain Rust: the form every machine can run and every other form is checked against.

use crate::lines::{LINE_FLIPS, LINES, RAYS};
use crate::tier::{Isa, NodeRoutine, Routine, Tier};

/// Kernels in plain Rust.
#[derive(Clone, Copy, Debug, Default)]
pub struct Portable;

/// The six inner columns: where an opponent's disc can be flipped along a row or diagonal.
pub(crate) const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// Returns the squares reached from `own` over unbroken runs of `mask`, both ways along one direction.
#[inline(always)]
fn reach(own: u64, mask: u64, shift: u32) -> u64 {
    let mut up = mask & (own << shift);
    let mut down = mask & (own >> shift);
    up |= mask & (up << shift);
    down |= mask & (down >> shift);
    let pair_up = mask & (mask << shift);
    let pair_down = mask & (mask >> shift);
    up |= pair_up & (up << (2 * shift));
    down |= pair_down & (down >> (2 * shift));
    up |= pair_up & (up << (2 * shift));
    down |= pair_down & (down >> (2 * shift));
    (up << shift) | (down >> shift)
}

/// Returns the squares reached from `own` over unbroken runs of `opp`, both ways along the rows.
#[inline(always)]
pub(crate) fn along_rows(own: u64, opp: u64) -> u64 {
    let mask = opp & INNER_COLUMNS;
    // Toward the high bits a carry runs through the opponent's discs to the square behind them.
    let up = mask.wrapping_add(mask & (own << 1)) & !mask;
    let mut down = mask & (own >> 1);
    down |= mask & (down >> 1);
    let pair = mask & (mask >> 1);
    down |= pair & (down >> 2);
    down |= pair & (down >> 2);
    up | down >> 1
}

/// Returns the discs turned along a ray toward the low bits.
#[inline(always)]
pub(crate) fn flips_down(ray: u64, own: u64, opp: u64) -> u64 {
    // The nearest square that is not the opponent's is the highest one.
    let stop = (1 << 63 >> ((ray & !opp) | 1).leading_zeros()) & ray & own;
    stop.wrapping_neg() << 1 & ray
}

/// Returns the discs turned along a ray toward the high bits.
#[inline(always)]
pub(crate) fn flips_up(ray: u64, own: u64, opp: u64) -> u64 {
    // A carry runs through the opponent's discs to the nearest other square.
    let stop = (opp | !ray).wrapping_add(1) & ray & own;
    stop.wrapping_sub(u64::from(stop != 0)) & ray
}

impl Isa for Portable {
    const TIER: Tier = Tier::Portable;

    #[inline(always)]
    fn legal_moves(self, own: u64, opp: u64) -> u64 {
        let inner = opp & INNER_COLUMNS;
        let diagonals = reach(own, inner, 7) | reach(own, inner, 9);
        (along_rows(own, opp) | reach(own, opp, 8) | diagonals) & !(own | opp)
    }

    #[inline(always)]
    fn flips(self, square: u32, own: u64, opp: u64) -> u64 {
        let rays = &RAYS.0[square as usize & 63];
        let mut flipped = 0;
        for ray in &rays[..4] {
            flipped |= flips_down(*ray, own, opp);
        }
        for ray in &rays[4..] {
            flipped |= flips_up(*ray, own, opp);
        }
        flipped
    }

    #[inline(always)]
    fn last_flips(self, square: u32, own: u64) -> u32 {
        let square = square as usize & 63;
        let (row, column) = (square / 8, square % 8);
        let along_row = LINE_FLIPS[column][(own >> (8 * row) & 0xff) as usize];
        // A column is gathered into a byte by one multiplication, top row at bit 0.
        let in_column = (own >> column & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        let along_column = LINE_FLIPS[row][in_column as usize];
        // A diagonal has at most one square a column: adding up its rows gives the byte.
        let project = |line: u64| ((own & line).wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize;
        let along_rise = LINE_FLIPS[column][project(LINES[square][1])];
        let along_fall = LINE_FLIPS[column][project(LINES[square][2])];
        u32::from(along_row) + u32::from(along_column) + u32::from(along_rise) + u32::from(along_fall)
    }

    #[inline(always)]
    fn full_lines(self, occupied: u64) -> [u64; 4] {
        full_lines(occupied)
    }

    #[inline(always)]
    fn gather(self, word: u64, mask: u64) -> u64 {
        let (mut gathered, mut rest, mut end, mut gaps) = (0, mask, 0, 0);
        while rest != 0 {
            // One run of neighbouring bits at a time: it comes down over the gaps below it.
            let start = rest.trailing_zeros();
            let above = rest.wrapping_add(1 << start);
            let run = rest & !above;
            gaps += start - end;
            gathered |= (word & run) >> gaps;
            end = 64 - run.leading_zeros();
            rest &= above;
        }
        gathered
    }

    #[inline(always)]
    fn visit<N: NodeRoutine>(
        self,
        context: &mut N::Context,
        own: u64,
        opp: u64,
        alpha: i32,
        extra: u64,
    ) -> i32 {
        visit_portable::<N>(context, own, opp, alpha, extra)
    }

    #[inline(always)]
    fn call<R: Routine>(self, routine: R) -> R::Output {
        call_portable(routine)
    }
}

/// Keeps recursion through [`Isa::call`] an ordinary call, as it is for the other tiers.
#[inline(never)]
fn call_portable<R: Routine>(routine: R) -> R::Output {
    routine.run(Portable)
}

/// Keeps recursion through [`Isa::visit`] an ordinary call.
#[inline(never)]
fn visit_portable<N: NodeRoutine>(
    context: &mut N::Context,
    own: u64,
    opp: u64,
    alpha: i32,
    extra: u64,
) -> i32 {
    N::visit(Portable, context, own, opp, alpha, extra)
}

/// Plain Rust form of [`Isa::full_lines`], shared by tiers for which vectors bring nothing here.
#[inline(always)]
pub(crate) fn full_lines(occupied: u64) -> [u64; 4] {
    // Rows: a row is full when shifting it onto itself keeps bit 0 of the row.
    let mut row = occupied & (occupied >> 1);
    row &= row >> 2;
    row &= row >> 4;
    let rows = (row & 0x0101_0101_0101_0101) * 0xff;

    let mut column = occupied & occupied.rotate_right(8);
    column &= column.rotate_right(16);
    let columns = column & column.rotate_right(32);

    // Diagonals: squares beyond the board count as taken, so each step ors in the border it crosses.
    // Stepping 1, 2, 4 squares both ways covers the whole diagonal.
    const EAST: [u64; 3] = [0x8080_8080_8080_8080, 0xc0c0_c0c0_c0c0_c0c0, 0xf0f0_f0f0_f0f0_f0f0];
    const WEST: [u64; 3] = [0x0101_0101_0101_0101, 0x0303_0303_0303_0303, 0x0f0f_0f0f_0f0f_0f0f];
    const SOUTH: [u64; 3] = [0xff00_0000_0000_0000, 0xffff_0000_0000_0000, 0xffff_ffff_0000_0000];
    const NORTH: [u64; 3] = [0xff, 0xffff, 0xffff_ffff];
    let (mut rise_up, mut rise_down, mut fall_up, mut fall_down) = (occupied, occupied, occupied, occupied);
    let mut step = 0;
    while step < 3 {
        let n = 1 << step;
        rise_down &= (rise_down >> (7 * n)) | SOUTH[step] | WEST[step];
        rise_up &= (rise_up << (7 * n)) | NORTH[step] | EAST[step];
        fall_down &= (fall_down >> (9 * n)) | SOUTH[step] | EAST[step];
        fall_up &= (fall_up << (9 * n)) | NORTH[step] | WEST[step];
        step += 1;
    }
    [rows, columns & occupied, rise_up & rise_down, fall_up & fall_down]
}
