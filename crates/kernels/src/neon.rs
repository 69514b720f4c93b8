//! The kernels for 64-bit ARM with NEON.
//!
//! A vector holds two words. One is a board, the other the same board turned by half a turn: what runs toward
//! the low bits of the board runs toward the high bits of the turned one, so that a carry does for both
//! senses of a line. Legal moves stay plain words: an instruction that shifts one of its operands does as
//! much there as two of a vector.

use std::arch::aarch64::*;

use crate::lines::build_rays;
use crate::network::{Dense, OUTPUTS, Row, WIDTH};
use crate::patterns::{MOST_PATTERNS, MOST_SQUARES, PatternPlan};
use crate::portable::{self, Portable};
use crate::tier::{Isa, NodeRoutine, Routine, Tier};

/// Kernels for NEON. A value proves that the CPU has it.
#[derive(Clone, Copy, Debug)]
pub struct Neon(());

impl Neon {
    /// Returns the kernels if this CPU has the instructions; nearly every 64-bit ARM has.
    #[must_use]
    pub fn detect() -> Option<Self> {
        std::arch::is_aarch64_feature_detected!("neon").then_some(Self(()))
    }
}

/// For each square the four rays toward the high bits, each beside that of the square turned by half a turn.
#[repr(C, align(64))]
struct FacingRays([[[u64; 2]; 4]; 64]);

static FACING: FacingRays = FacingRays(build_facing());

const fn build_facing() -> [[[u64; 2]; 4]; 64] {
    let rays = build_rays();
    let mut facing = [[[0; 2]; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut ray = 0;
        while ray < 4 {
            facing[square][ray] = [rays[square][4 + ray], rays[63 - square][4 + ray]];
            ray += 1;
        }
        square += 1;
    }
    facing
}

/// Returns a board beside itself turned by half a turn.
///
/// # Safety
///
/// The CPU must have NEON.
#[inline(always)]
unsafe fn facing(board: u64) -> uint64x2_t {
    // SAFETY: the caller vouches for NEON.
    unsafe { vcombine_u64(vcreate_u64(board), vcreate_u64(board.reverse_bits())) }
}

/// Joins the words of two boards of which the second is turned by half a turn.
///
/// # Safety
///
/// The CPU must have NEON.
#[inline(always)]
unsafe fn join(v: uint64x2_t) -> u64 {
    // SAFETY: the caller vouches for NEON.
    unsafe { vgetq_lane_u64::<0>(v) | vgetq_lane_u64::<1>(v).reverse_bits() }
}

/// Returns the digits of the sixteen lowest squares, one a byte: 1 for an own disc, 2 for an opponent's.
///
/// # Safety
///
/// The CPU must have NEON.
#[inline(always)]
unsafe fn digits_of_16(own: u64, opp: u64) -> uint8x16_t {
    // SAFETY: the caller vouches for NEON.
    unsafe {
        let bits = vreinterpretq_u8_u64(vdupq_n_u64(0x8040_2010_0804_0201));
        let own16 = vcombine_u8(vdup_n_u8(own as u8), vdup_n_u8((own >> 8) as u8));
        let opp16 = vcombine_u8(vdup_n_u8(opp as u8), vdup_n_u8((opp >> 8) as u8));
        let ones = vandq_u8(vtstq_u8(own16, bits), vdupq_n_u8(1));
        vorrq_u8(ones, vandq_u8(vtstq_u8(opp16, bits), vdupq_n_u8(2)))
    }
}

impl Isa for Neon {
    const TIER: Tier = Tier::Neon;

    #[inline(always)]
    fn legal_moves(self, own: u64, opp: u64) -> u64 {
        Portable.legal_moves(own, opp)
    }

    #[inline(always)]
    fn flips(self, square: u32, own: u64, opp: u64) -> u64 {
        let rays = &FACING.0[square as usize & 63];
        // SAFETY: `self` proves NEON; a pair of rays is 16 bytes.
        unsafe {
            let (own2, opp2) = (facing(own), facing(opp));
            let one = vdupq_n_u64(1);
            let mut flipped = vdupq_n_u64(0);
            let mut ray = 0;
            while ray < 4 {
                let ray2 = vld1q_u64(rays[ray].as_ptr());
                // The nearest square that is not the opponent's is the lowest one; it counts if it is own.
                let other = vbicq_u64(ray2, opp2);
                let lowest = vnegq_s64(vreinterpretq_s64_u64(other));
                let stop = vandq_u64(vandq_u64(other, own2), vreinterpretq_u64_s64(lowest));
                // All bits below the stop; none where there is no stop.
                flipped = vorrq_u64(flipped, vandq_u64(vqsubq_u64(stop, one), ray2));
                ray += 1;
            }
            join(flipped)
        }
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
        // SAFETY: `self` proves NEON; eight numbers are 16 bytes.
        unsafe {
            let all = vld1q_u16(numbers.as_ptr());
            let least = vminvq_u16(all);
            // A byte for each place, all ones where the least stands.
            let places = vmovn_u16(vceqq_u16(all, vdupq_n_u16(least)));
            let places = vget_lane_u64::<0>(vreinterpret_u64_u8(places));
            (least, places.trailing_zeros() as usize / 8 & 7)
        }
    }

    #[inline(always)]
    fn pattern_numbers(self, plan: &PatternPlan, own: u64, opp: u64) -> [u16; MOST_PATTERNS] {
        let mut numbers = [0; MOST_PATTERNS];
        // SAFETY: `self` proves NEON; eight numbers are 16 bytes, and so are the squares of their digits.
        unsafe {
            // The board as 64 digits, one a byte.
            let digits = uint8x16x4_t(
                digits_of_16(own, opp),
                digits_of_16(own >> 16, opp >> 16),
                digits_of_16(own >> 32, opp >> 32),
                digits_of_16(own >> 48, opp >> 48),
            );
            // A pair of digits counts 3 and 1.
            let weigh = vreinterpretq_u8_u16(vdupq_n_u16(0x0103));
            let mut at = 0;
            while at < MOST_PATTERNS && at < plan.count() {
                let mut sum = vdupq_n_u16(0);
                let mut pair = 0;
                while pair < MOST_SQUARES / 2 {
                    let squares = plan.squares[pair][at / 32].as_ptr().add(2 * (at % 32));
                    // Where there is no square, its number is beyond the board and the digit 0.
                    let two = vqtbl4q_u8(digits, vld1q_u8(squares));
                    sum = vpadalq_u8(vmulq_n_u16(sum, 9), vmulq_u8(two, weigh));
                    pair += 1;
                }
                vst1q_u16(numbers.as_mut_ptr().add(at), sum);
                at += 8;
            }
        }
        numbers
    }

    #[inline(always)]
    fn add_rows<const ROOM: usize>(self, rows: &[Row; ROOM], indices: &[u32]) -> [i16; WIDTH] {
        let mut sum = [0; WIDTH];
        // SAFETY: `self` proves NEON; a row is 32 bytes, `sum` is 32 numbers.
        unsafe {
            let zero = vdupq_n_s16(0);
            let (mut a, mut b, mut c, mut d) = (zero, zero, zero, zero);
            let mut n = 0;
            while n < indices.len() {
                let row = rows[indices[n] as usize % ROOM].0.as_ptr();
                let (low, high) = (vld1q_s8(row), vld1q_s8(row.add(16)));
                a = vaddw_s8(a, vget_low_s8(low));
                b = vaddw_high_s8(b, low);
                c = vaddw_s8(c, vget_low_s8(high));
                d = vaddw_high_s8(d, high);
                n += 1;
            }
            vst1q_s16(sum.as_mut_ptr(), a);
            vst1q_s16(sum.as_mut_ptr().add(8), b);
            vst1q_s16(sum.as_mut_ptr().add(16), c);
            vst1q_s16(sum.as_mut_ptr().add(24), d);
        }
        sum
    }

    #[inline(always)]
    fn dense(self, inputs: &[i16; WIDTH], layer: &Dense) -> [i32; OUTPUTS] {
        let mut outputs = [0; OUTPUTS];
        // SAFETY: `self` proves NEON; the weights of a pair are 32 numbers, `outputs` is 16.
        unsafe {
            let zero = vdupq_n_s32(0);
            let (mut a, mut b, mut c, mut d) = (zero, zero, zero, zero);
            let mut pair = 0;
            while pair < WIDTH / 2 {
                let (even, odd) = (inputs[2 * pair], inputs[2 * pair + 1]);
                let (even4, odd4) = (vdup_n_s16(even), vdup_n_s16(odd));
                let (even8, odd8) = (vdupq_n_s16(even), vdupq_n_s16(odd));
                // Weights of even and odd inputs come apart as they are loaded.
                let low = vld2q_s16(layer.pairs[pair].as_ptr());
                let high = vld2q_s16(layer.pairs[pair].as_ptr().add(16));
                a = vmlal_s16(vmlal_s16(a, vget_low_s16(low.0), even4), vget_low_s16(low.1), odd4);
                b = vmlal_high_s16(vmlal_high_s16(b, low.0, even8), low.1, odd8);
                c = vmlal_s16(vmlal_s16(c, vget_low_s16(high.0), even4), vget_low_s16(high.1), odd4);
                d = vmlal_high_s16(vmlal_high_s16(d, high.0, even8), high.1, odd8);
                pair += 1;
            }
            vst1q_s32(outputs.as_mut_ptr(), a);
            vst1q_s32(outputs.as_mut_ptr().add(4), b);
            vst1q_s32(outputs.as_mut_ptr().add(8), c);
            vst1q_s32(outputs.as_mut_ptr().add(12), d);
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
        // SAFETY: `self` proves NEON.
        unsafe { visit_neon::<N>(self, context, own, opp, alpha, extra) }
    }

    #[inline(always)]
    fn call<R: Routine>(self, routine: R) -> R::Output {
        // SAFETY: `self` proves NEON.
        unsafe { call_neon(self, routine) }
    }
}

/// # Safety
///
/// The CPU must have NEON.
#[inline(never)]
#[target_feature(enable = "neon")]
unsafe fn call_neon<R: Routine>(isa: Neon, routine: R) -> R::Output {
    routine.run(isa)
}

/// # Safety
///
/// The CPU must have NEON.
#[inline(never)]
#[target_feature(enable = "neon")]
unsafe fn visit_neon<N: NodeRoutine>(
    isa: Neon,
    context: &mut N::Context,
    own: u64,
    opp: u64,
    alpha: i32,
    extra: u64,
) -> i32 {
    N::visit(isa, context, own, opp, alpha, extra)
}
