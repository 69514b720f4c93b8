//! The kernels for WebAssembly with fixed-width vectors.
//!
//! A vector holds two words. One is a board, the other the same board upside down: what runs toward the low
//! bits along a column or diagonal of the one runs toward the high bits of the other, so that one direction
//! of shifts and carries does for both. Rows stay what they are and are looked at as plain words.

use std::arch::wasm32::*;

use crate::lines::{RAYS, build_rays};
use crate::network::{Dense, OUTPUTS, Row, WIDTH};
use crate::patterns::{MOST_PATTERNS, MOST_SQUARES, PatternPlan};
use crate::portable::{self, Portable};
use crate::tier::{Isa, NodeRoutine, Routine, Tier};

/// Kernels for WebAssembly with fixed-width vectors. A module either has them or is without: there is nothing
/// to detect.
#[derive(Clone, Copy, Debug)]
pub struct Simd128;

/// For each square the rays toward the high bits along column and diagonals, each beside that of the square
/// upside down.
#[repr(C, align(16))]
struct MirroredRays([[[u64; 2]; 3]; 64]);

static MIRRORED: MirroredRays = MirroredRays(build_mirrored());

const fn build_mirrored() -> [[[u64; 2]; 3]; 64] {
    let rays = build_rays();
    let mut mirrored = [[[0; 2]; 3]; 64];
    let mut square = 0;
    while square < 64 {
        let mut ray = 0;
        while ray < 3 {
            mirrored[square][ray] = [rays[square][5 + ray], rays[square ^ 56][5 + ray]];
            ray += 1;
        }
        square += 1;
    }
    mirrored
}

/// Returns a board beside itself upside down.
#[inline(always)]
fn mirrored(board: u64) -> v128 {
    let both = u64x2_splat(board);
    i8x16_shuffle::<0, 1, 2, 3, 4, 5, 6, 7, 15, 14, 13, 12, 11, 10, 9, 8>(both, both)
}

/// Joins the words of two boards of which the second is upside down.
#[inline(always)]
fn join(v: v128) -> u64 {
    let upright = i8x16_shuffle::<15, 14, 13, 12, 11, 10, 9, 8, 0, 0, 0, 0, 0, 0, 0, 0>(v, v);
    u64x2_extract_lane::<0>(v128_or(v, upright))
}

/// Returns the squares reached from `own` over unbroken runs of `mask`, toward the high bits of both words.
#[inline(always)]
fn reach_up<const SHIFT: u32>(own: v128, mask: v128) -> v128 {
    let mut up = v128_and(mask, u64x2_shl(own, SHIFT));
    up = v128_or(up, v128_and(mask, u64x2_shl(up, SHIFT)));
    let pair = v128_and(mask, u64x2_shl(mask, SHIFT));
    up = v128_or(up, v128_and(pair, u64x2_shl(up, 2 * SHIFT)));
    up = v128_or(up, v128_and(pair, u64x2_shl(up, 2 * SHIFT)));
    u64x2_shl(up, SHIFT)
}

/// Returns the squares reached from `own` over unbroken runs of `mask`, both ways along one direction, in two
/// boards.
#[inline(always)]
fn reach_2<const SHIFT: u32>(own: v128, mask: v128) -> v128 {
    let mut up = v128_and(mask, u64x2_shl(own, SHIFT));
    let mut down = v128_and(mask, u64x2_shr(own, SHIFT));
    up = v128_or(up, v128_and(mask, u64x2_shl(up, SHIFT)));
    down = v128_or(down, v128_and(mask, u64x2_shr(down, SHIFT)));
    let pair_up = v128_and(mask, u64x2_shl(mask, SHIFT));
    let pair_down = u64x2_shr(pair_up, SHIFT);
    up = v128_or(up, v128_and(pair_up, u64x2_shl(up, 2 * SHIFT)));
    down = v128_or(down, v128_and(pair_down, u64x2_shr(down, 2 * SHIFT)));
    up = v128_or(up, v128_and(pair_up, u64x2_shl(up, 2 * SHIFT)));
    down = v128_or(down, v128_and(pair_down, u64x2_shr(down, 2 * SHIFT)));
    v128_or(u64x2_shl(up, SHIFT), u64x2_shr(down, SHIFT))
}

/// Returns the digits of the sixteen lowest squares, one a byte: 1 for an own disc, 2 for an opponent's.
#[inline(always)]
fn digits_of_16(own: u64, opp: u64) -> v128 {
    let bits = u64x2_splat(0x8040_2010_0804_0201);
    let (own16, opp16) = (u16x8_splat(own as u16), u16x8_splat(opp as u16));
    let own16 = i8x16_shuffle::<0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1>(own16, own16);
    let opp16 = i8x16_shuffle::<0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1>(opp16, opp16);
    let ones = v128_and(u8x16_eq(v128_and(own16, bits), bits), u8x16_splat(1));
    v128_or(ones, v128_and(u8x16_eq(v128_and(opp16, bits), bits), u8x16_splat(2)))
}

impl Isa for Simd128 {
    const TIER: Tier = Tier::Simd128;

    #[inline(always)]
    fn legal_moves(self, own: u64, opp: u64) -> u64 {
        let (own2, opp2) = (mirrored(own), mirrored(opp));
        let inner2 = v128_and(opp2, u64x2_splat(portable::INNER_COLUMNS));
        let diagonals = v128_or(reach_up::<7>(own2, inner2), reach_up::<9>(own2, inner2));
        let reached = v128_or(diagonals, reach_up::<8>(own2, opp2));
        (portable::along_rows(own, opp) | join(reached)) & !(own | opp)
    }

    #[inline(always)]
    fn legal_moves_of_8(self, own: &[u64; 8], opp: &[u64; 8]) -> [u64; 8] {
        let mut result = [0; 8];
        let mut pair = 0;
        while pair < 8 {
            let own2 = u64x2(own[pair], own[pair + 1]);
            let opp2 = u64x2(opp[pair], opp[pair + 1]);
            let inner = v128_and(opp2, u64x2_splat(portable::INNER_COLUMNS));
            let straight = v128_or(reach_2::<1>(own2, inner), reach_2::<8>(own2, opp2));
            let diagonals = v128_or(reach_2::<7>(own2, inner), reach_2::<9>(own2, inner));
            let moves = v128_andnot(v128_or(straight, diagonals), v128_or(own2, opp2));
            result[pair] = u64x2_extract_lane::<0>(moves);
            result[pair + 1] = u64x2_extract_lane::<1>(moves);
            pair += 2;
        }
        result
    }

    #[inline(always)]
    fn flips(self, square: u32, own: u64, opp: u64) -> u64 {
        let square = square as usize & 63;
        let (own2, opp2) = (mirrored(own), mirrored(opp));
        let mut flipped = u64x2_splat(0);
        let mut ray = 0;
        while ray < 3 {
            let [high, low] = MIRRORED.0[square][ray];
            let ray2 = u64x2(high, low);
            // The nearest square that is not the opponent's is the lowest one; it counts if it is own.
            let other = v128_andnot(ray2, opp2);
            let stop = v128_and(v128_and(other, own2), i64x2_neg(other));
            // All bits below the stop: subtract 1 unless there is none, which adds all ones.
            let below = i64x2_add(stop, i64x2_ne(stop, u64x2_splat(0)));
            flipped = v128_or(flipped, v128_and(below, ray2));
            ray += 1;
        }
        let rays = &RAYS.0[square];
        portable::flips_down(rays[0], own, opp) | portable::flips_up(rays[4], own, opp) | join(flipped)
    }

    #[inline(always)]
    fn last_flips(self, square: u32, own: u64) -> u32 {
        Portable.last_flips(square, own)
    }

    #[inline(always)]
    fn full_lines(self, occupied: u64) -> [u64; 4] {
        portable::full_lines(occupied)
    }

    #[inline(always)]
    fn gather(self, word: u64, mask: u64) -> u64 {
        Portable.gather(word, mask)
    }

    #[inline(always)]
    fn least_of_8(self, numbers: &[u16; 8]) -> (u16, usize) {
        let [a, b, c, d, e, f, g, h] = *numbers;
        let all = u16x8(a, b, c, d, e, f, g, h);
        // The least of ever more places, in all of them.
        let least = u16x8_min(all, i16x8_shuffle::<4, 5, 6, 7, 0, 1, 2, 3>(all, all));
        let least = u16x8_min(least, i16x8_shuffle::<2, 3, 0, 1, 6, 7, 4, 5>(least, least));
        let least = u16x8_min(least, i16x8_shuffle::<1, 0, 3, 2, 5, 4, 7, 6>(least, least));
        let places = i16x8_bitmask(u16x8_eq(all, least));
        (u16x8_extract_lane::<0>(least), places.trailing_zeros() as usize & 7)
    }

    #[inline(always)]
    fn pattern_numbers(self, plan: &PatternPlan, own: u64, opp: u64) -> [u16; MOST_PATTERNS] {
        let mut numbers = [0; MOST_PATTERNS];
        // The board as 64 digits, one a byte.
        let a = digits_of_16(own, opp);
        let b = digits_of_16(own >> 16, opp >> 16);
        let c = digits_of_16(own >> 32, opp >> 32);
        let d = digits_of_16(own >> 48, opp >> 48);
        let (sixteen, first, nine) = (u8x16_splat(16), u16x8_splat(0x00ff), u16x8_splat(9));
        let mut at = 0;
        while at < MOST_PATTERNS && at < plan.count() {
            let mut sum = u16x8_splat(0);
            let mut pair = 0;
            while pair < MOST_SQUARES / 2 {
                // SAFETY: eight groups have 16 squares here, and `at` is a multiple of 8 below 64.
                let squares =
                    unsafe { v128_load(plan.squares[pair][at / 32].as_ptr().add(2 * (at % 32)).cast()) };
                // Beyond its 16 places a lookup gives 0, also where there is no square.
                let from_b = u8x16_sub(squares, sixteen);
                let from_c = u8x16_sub(from_b, sixteen);
                let from_d = u8x16_sub(from_c, sixteen);
                let two = v128_or(
                    v128_or(i8x16_swizzle(a, squares), i8x16_swizzle(b, from_b)),
                    v128_or(i8x16_swizzle(c, from_c), i8x16_swizzle(d, from_d)),
                );
                // A pair of digits counts 3 and 1.
                let weighed = u8x16_add(two, v128_and(u8x16_add(two, two), first));
                sum = u16x8_add(u16x8_mul(sum, nine), u16x8_extadd_pairwise_u8x16(weighed));
                pair += 1;
            }
            // SAFETY: eight numbers are 16 bytes, and `at` is a multiple of 8 below 64.
            unsafe { v128_store(numbers.as_mut_ptr().add(at).cast(), sum) };
            at += 8;
        }
        numbers
    }

    #[inline(always)]
    fn add_rows<const ROOM: usize>(self, rows: &[Row; ROOM], indices: &[u32]) -> [i16; WIDTH] {
        let zero = i16x8_splat(0);
        let mut sums = [zero; 4];
        let mut n = 0;
        while n < indices.len() {
            let row = rows[indices[n] as usize % ROOM].0.as_ptr();
            // SAFETY: a row is 32 bytes.
            let (low, high) = unsafe { (v128_load(row.cast()), v128_load(row.add(16).cast())) };
            sums[0] = i16x8_add(sums[0], i16x8_extend_low_i8x16(low));
            sums[1] = i16x8_add(sums[1], i16x8_extend_high_i8x16(low));
            sums[2] = i16x8_add(sums[2], i16x8_extend_low_i8x16(high));
            sums[3] = i16x8_add(sums[3], i16x8_extend_high_i8x16(high));
            n += 1;
        }
        let mut sum = [0_i16; WIDTH];
        let mut n = 0;
        while n < 4 {
            // SAFETY: `sum` is four times eight numbers.
            unsafe { v128_store(sum.as_mut_ptr().add(8 * n).cast(), sums[n]) };
            n += 1;
        }
        sum
    }

    #[inline(always)]
    fn dense(self, inputs: &[i16; WIDTH], layer: &Dense) -> [i32; OUTPUTS] {
        let mut sums = [i32x4_splat(0); 4];
        let mut pair = 0;
        while pair < WIDTH / 2 {
            // SAFETY: a pair of inputs is 4 bytes inside `inputs`.
            let two = unsafe { v128_load32_splat(inputs.as_ptr().add(2 * pair).cast()) };
            let mut n = 0;
            while n < 4 {
                // SAFETY: the weights of a pair are four times eight numbers.
                let weights = unsafe { v128_load(layer.pairs[pair].as_ptr().add(8 * n).cast()) };
                sums[n] = i32x4_add(sums[n], i32x4_dot_i16x8(two, weights));
                n += 1;
            }
            pair += 1;
        }
        let mut outputs = [0_i32; OUTPUTS];
        let mut n = 0;
        while n < 4 {
            // SAFETY: `outputs` is four times four numbers.
            unsafe { v128_store(outputs.as_mut_ptr().add(4 * n).cast(), sums[n]) };
            n += 1;
        }
        outputs
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
        visit_simd128::<N>(context, own, opp, alpha, extra)
    }

    #[inline(always)]
    fn call<R: Routine>(self, routine: R) -> R::Output {
        call_simd128(routine)
    }
}

/// Keeps recursion through [`Isa::call`] an ordinary call, as it is for the other tiers.
#[inline(never)]
fn call_simd128<R: Routine>(routine: R) -> R::Output {
    routine.run(Simd128)
}

/// Keeps recursion through [`Isa::visit`] an ordinary call.
#[inline(never)]
fn visit_simd128<N: NodeRoutine>(
    context: &mut N::Context,
    own: u64,
    opp: u64,
    alpha: i32,
    extra: u64,
) -> i32 {
    N::visit(Simd128, context, own, opp, alpha, extra)
}
