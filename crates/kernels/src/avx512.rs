//! The kernels for x86-64 with AVX-512 (F, CD, BW, DQ, VL, VBMI, VPOPCNTDQ) on top of the AVX2 tier.
//!
//! Per-lane leading-zero counts find the nearest square toward the low bits, three-input logic saves
//! instructions; vectors stay 256 bits wide unless the measurement said otherwise.

use std::arch::x86_64::*;

use crate::avx2::{self, Avx2};
use crate::lines::RAYS;
use crate::network::{Dense, OUTPUTS, Row, WIDTH};
use crate::patterns::{MOST_PATTERNS, MOST_SQUARES, PatternPlan};
use crate::portable;
use crate::tier::{Isa, NodeRoutine, Routine, Tier};

/// Kernels for AVX-512. A value proves that the CPU has AVX-512 F, CD, BW, DQ, VL, VBMI, VPOPCNTDQ and all of
/// [`Avx2`].
#[derive(Clone, Copy, Debug)]
pub struct Avx512(());

impl Avx512 {
    /// Returns the kernels if this CPU has the instructions.
    #[must_use]
    pub fn detect() -> Option<Self> {
        let has = Avx2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vpopcntdq");
        has.then_some(Self(()))
    }
}

/// Ternary logic `a | (b & c)`.
const OR_AND: i32 = 0xf8;
/// Ternary logic `!a | b`, the third operand ignored.
const NOT_OR: i32 = 0xcf;

/// Returns the unbroken runs of `mask` that begin next to `from`, up and down along one direction, in eight
/// boards.
///
/// # Safety
///
/// The CPU must have AVX-512 F.
#[inline(always)]
unsafe fn runs_8<const SHIFT: u32, const TWICE: u32>(from: __m512i, mask: __m512i) -> (__m512i, __m512i) {
    // SAFETY: the caller vouches for AVX-512 F.
    unsafe {
        let mut up = _mm512_and_si512(mask, _mm512_slli_epi64::<SHIFT>(from));
        let mut down = _mm512_and_si512(mask, _mm512_srli_epi64::<SHIFT>(from));
        up = _mm512_ternarylogic_epi64::<OR_AND>(up, mask, _mm512_slli_epi64::<SHIFT>(up));
        down = _mm512_ternarylogic_epi64::<OR_AND>(down, mask, _mm512_srli_epi64::<SHIFT>(down));
        let pair_up = _mm512_and_si512(mask, _mm512_slli_epi64::<SHIFT>(mask));
        let pair_down = _mm512_srli_epi64::<SHIFT>(pair_up);
        up = _mm512_ternarylogic_epi64::<OR_AND>(up, pair_up, _mm512_slli_epi64::<TWICE>(up));
        down = _mm512_ternarylogic_epi64::<OR_AND>(down, pair_down, _mm512_srli_epi64::<TWICE>(down));
        up = _mm512_ternarylogic_epi64::<OR_AND>(up, pair_up, _mm512_slli_epi64::<TWICE>(up));
        down = _mm512_ternarylogic_epi64::<OR_AND>(down, pair_down, _mm512_srli_epi64::<TWICE>(down));
        (up, down)
    }
}

/// Returns the squares reached from `own` over unbroken runs of `mask` along one direction, in eight boards.
///
/// # Safety
///
/// The CPU must have AVX-512 F.
#[inline(always)]
unsafe fn reach_8<const SHIFT: u32, const TWICE: u32>(own: __m512i, mask: __m512i) -> __m512i {
    // SAFETY: the caller vouches for AVX-512 F.
    unsafe {
        let (up, down) = runs_8::<SHIFT, TWICE>(own, mask);
        _mm512_or_si512(_mm512_slli_epi64::<SHIFT>(up), _mm512_srli_epi64::<SHIFT>(down))
    }
}

/// Returns the discs turned along one direction by a move in each lane.
///
/// # Safety
///
/// The CPU must have AVX-512 F.
#[inline(always)]
unsafe fn turned_8<const SHIFT: u32, const TWICE: u32>(
    moves: __m512i,
    own: __m512i,
    mask: __m512i,
) -> __m512i {
    // SAFETY: the caller vouches for AVX-512 F.
    unsafe {
        let (up, down) = runs_8::<SHIFT, TWICE>(moves, mask);
        // A run counts where an own disc stands right behind it.
        let up_closed = _mm512_test_epi64_mask(_mm512_slli_epi64::<SHIFT>(up), own);
        let down_closed = _mm512_test_epi64_mask(_mm512_srli_epi64::<SHIFT>(down), own);
        _mm512_mask_or_epi64(
            _mm512_maskz_mov_epi64(up_closed, up),
            down_closed,
            _mm512_maskz_mov_epi64(up_closed, up),
            down,
        )
    }
}

impl Isa for Avx512 {
    const TIER: Tier = Tier::Avx512;

    #[inline(always)]
    fn legal_moves(self, own: u64, opp: u64) -> u64 {
        // SAFETY: `self` proves AVX-512 F and VL.
        unsafe {
            let shift = _mm256_set_epi64x(9, 7, 8, 1);
            let shift2 = _mm256_set_epi64x(18, 14, 16, 2);
            let inner = portable::INNER_COLUMNS as i64;
            let own4 = _mm256_set1_epi64x(own as i64);
            let mask =
                _mm256_and_si256(_mm256_set1_epi64x(opp as i64), _mm256_set_epi64x(inner, inner, -1, inner));

            let mut up = _mm256_and_si256(mask, _mm256_sllv_epi64(own4, shift));
            let mut down = _mm256_and_si256(mask, _mm256_srlv_epi64(own4, shift));
            up = _mm256_ternarylogic_epi64::<OR_AND>(up, mask, _mm256_sllv_epi64(up, shift));
            down = _mm256_ternarylogic_epi64::<OR_AND>(down, mask, _mm256_srlv_epi64(down, shift));
            let pair_up = _mm256_and_si256(mask, _mm256_sllv_epi64(mask, shift));
            let pair_down = _mm256_srlv_epi64(pair_up, shift);
            up = _mm256_ternarylogic_epi64::<OR_AND>(up, pair_up, _mm256_sllv_epi64(up, shift2));
            down = _mm256_ternarylogic_epi64::<OR_AND>(down, pair_down, _mm256_srlv_epi64(down, shift2));
            up = _mm256_ternarylogic_epi64::<OR_AND>(up, pair_up, _mm256_sllv_epi64(up, shift2));
            down = _mm256_ternarylogic_epi64::<OR_AND>(down, pair_down, _mm256_srlv_epi64(down, shift2));
            let reached = _mm256_or_si256(_mm256_sllv_epi64(up, shift), _mm256_srlv_epi64(down, shift));
            avx2::or_lanes(reached) & !(own | opp)
        }
    }

    #[inline(always)]
    fn legal_moves_of_8(self, own: &[u64; 8], opp: &[u64; 8]) -> [u64; 8] {
        // SAFETY: `self` proves AVX-512 F; the arrays are 64 bytes long, loads and stores need no alignment.
        unsafe {
            let own8 = _mm512_loadu_si512(own.as_ptr().cast());
            let opp8 = _mm512_loadu_si512(opp.as_ptr().cast());
            let inner = _mm512_and_si512(opp8, _mm512_set1_epi64(portable::INNER_COLUMNS as i64));
            let rows = reach_8::<1, 2>(own8, inner);
            let columns = reach_8::<8, 16>(own8, opp8);
            let rises = reach_8::<7, 14>(own8, inner);
            let falls = reach_8::<9, 18>(own8, inner);
            let reached = _mm512_or_si512(_mm512_or_si512(rows, columns), _mm512_or_si512(rises, falls));
            let moves = _mm512_andnot_si512(_mm512_or_si512(own8, opp8), reached);
            let mut result = [0; 8];
            _mm512_storeu_si512(result.as_mut_ptr().cast(), moves);
            result
        }
    }

    #[inline(always)]
    fn flips(self, square: u32, own: u64, opp: u64) -> u64 {
        let rays = &RAYS.0[square as usize & 63];
        // SAFETY: `self` proves AVX-512 F, CD and VL; `rays` is 64 bytes aligned to 64.
        unsafe {
            let low = _mm256_load_si256(rays.as_ptr().cast());
            let high = _mm256_load_si256(rays.as_ptr().add(4).cast());
            let own4 = _mm256_set1_epi64x(own as i64);
            let opp4 = _mm256_set1_epi64x(opp as i64);
            let zero = _mm256_setzero_si256();
            let ones = _mm256_set1_epi64x(-1);

            // Toward the high bits: a carry runs through the opponent's discs.
            let run = _mm256_ternarylogic_epi64::<NOT_OR>(high, opp4, opp4);
            let stop = _mm256_and_si256(_mm256_sub_epi64(run, ones), _mm256_and_si256(high, own4));
            // stop - 1, or 0 where there is no stop.
            let below = _mm256_maskz_add_epi64(_mm256_test_epi64_mask(stop, stop), stop, ones);
            let up = _mm256_and_si256(below, high);

            // Toward the low bits: the nearest square that is not the opponent's is the highest one.
            let zeros = _mm256_lzcnt_epi64(_mm256_andnot_si256(opp4, low));
            let top = _mm256_set1_epi64x(i64::MIN);
            let stop = _mm256_and_si256(_mm256_srlv_epi64(top, zeros), own4);
            let above = _mm256_sub_epi64(zero, _mm256_add_epi64(stop, stop));
            avx2::or_lanes(_mm256_ternarylogic_epi64::<OR_AND>(up, above, low))
        }
    }

    #[inline(always)]
    fn flips_of_8(self, moves: &[u64; 8], own: u64, opp: u64) -> [u64; 8] {
        // SAFETY: `self` proves AVX-512 F; the arrays are 64 bytes long, loads and stores need no alignment.
        unsafe {
            let moves8 = _mm512_loadu_si512(moves.as_ptr().cast());
            let own8 = _mm512_set1_epi64(own as i64);
            let opp8 = _mm512_set1_epi64(opp as i64);
            let inner = _mm512_set1_epi64((opp & portable::INNER_COLUMNS) as i64);
            let rows = turned_8::<1, 2>(moves8, own8, inner);
            let columns = turned_8::<8, 16>(moves8, own8, opp8);
            let rises = turned_8::<7, 14>(moves8, own8, inner);
            let falls = turned_8::<9, 18>(moves8, own8, inner);
            let turned = _mm512_or_si512(_mm512_or_si512(rows, columns), _mm512_or_si512(rises, falls));
            let mut result = [0; 8];
            _mm512_storeu_si512(result.as_mut_ptr().cast(), turned);
            result
        }
    }

    #[inline(always)]
    fn last_flips(self, square: u32, own: u64) -> u32 {
        // SAFETY: `self` proves BMI2.
        unsafe { avx2::last_flips_bmi2(square, own) }
    }

    #[inline(always)]
    fn last_flips_of_either(self, square: u32, own: u64) -> (u32, u32) {
        // SAFETY: `self` proves BMI2.
        unsafe { avx2::last_flips_of_either_bmi2(square, own) }
    }

    #[inline(always)]
    fn least_of_8(self, numbers: &[u16; 8]) -> (u16, usize) {
        // SAFETY: `self` proves AVX2.
        unsafe { avx2::least_of_8(numbers) }
    }

    #[inline(always)]
    fn full_lines(self, occupied: u64) -> [u64; 4] {
        portable::full_lines(occupied)
    }

    #[inline(always)]
    fn gather(self, word: u64, mask: u64) -> u64 {
        // SAFETY: `self` proves BMI2.
        unsafe { _pext_u64(word, mask) }
    }

    #[inline(always)]
    fn pattern_numbers(self, plan: &PatternPlan, own: u64, opp: u64) -> [u16; MOST_PATTERNS] {
        let mut numbers = [0; MOST_PATTERNS];
        // SAFETY: `self` proves AVX-512 F, BW and VBMI; the rows of `plan.squares` are 64 bytes long and each
        // half of `numbers` is, loads and stores need no alignment.
        unsafe {
            // The board as 64 digits, one a byte.
            let digits = _mm512_or_si512(
                _mm512_maskz_mov_epi8(own, _mm512_set1_epi8(1)),
                _mm512_maskz_mov_epi8(opp, _mm512_set1_epi8(2)),
            );
            // A pair of digits counts 3 and 1.
            let weigh = _mm512_set1_epi16(0x0103);
            let nine = _mm512_set1_epi16(9);
            let mut half = 0;
            while half < 2 {
                let mut sum = _mm512_setzero_si512();
                let mut pair = 0;
                while pair < MOST_SQUARES / 2 {
                    let squares = _mm512_loadu_si512(plan.squares[pair][half].as_ptr().cast());
                    let two = _mm512_maskz_permutexvar_epi8(plan.exists[pair][half], squares, digits);
                    sum = _mm512_add_epi16(_mm512_mullo_epi16(sum, nine), _mm512_maddubs_epi16(two, weigh));
                    pair += 1;
                }
                _mm512_storeu_si512(numbers.as_mut_ptr().add(32 * half).cast(), sum);
                half += 1;
            }
        }
        numbers
    }

    #[inline(always)]
    fn add_rows<const ROOM: usize>(self, rows: &[Row; ROOM], indices: &[u32]) -> [i16; WIDTH] {
        let mut sum = [0; WIDTH];
        // SAFETY: `self` proves AVX-512 BW; a row is 32 bytes aligned to 32, `sum` is 64 bytes.
        unsafe {
            let (mut even, mut odd) = (_mm512_setzero_si512(), _mm512_setzero_si512());
            let mut n = 0;
            while n + 1 < indices.len() {
                let row = &rows[indices[n] as usize % ROOM];
                even = _mm512_add_epi16(even, _mm512_cvtepi8_epi16(_mm256_load_si256(row.0.as_ptr().cast())));
                let row = &rows[indices[n + 1] as usize % ROOM];
                odd = _mm512_add_epi16(odd, _mm512_cvtepi8_epi16(_mm256_load_si256(row.0.as_ptr().cast())));
                n += 2;
            }
            if n < indices.len() {
                let row = &rows[indices[n] as usize % ROOM];
                even = _mm512_add_epi16(even, _mm512_cvtepi8_epi16(_mm256_load_si256(row.0.as_ptr().cast())));
            }
            _mm512_storeu_si512(sum.as_mut_ptr().cast(), _mm512_add_epi16(even, odd));
        }
        sum
    }

    #[inline(always)]
    fn dense(self, inputs: &[i16; WIDTH], layer: &Dense) -> [i32; OUTPUTS] {
        let mut outputs = [0; OUTPUTS];
        // SAFETY: `self` proves AVX-512 F and BW; a pair of inputs is 4 bytes inside `inputs`, the weights of
        // a pair are 64 bytes aligned to 64, `outputs` is 64 bytes.
        unsafe {
            let (mut even, mut odd) = (_mm512_setzero_si512(), _mm512_setzero_si512());
            let mut pair = 0;
            while pair < WIDTH / 2 {
                let two = inputs.as_ptr().add(2 * pair).cast::<i32>().read_unaligned();
                let weights = _mm512_load_si512(layer.pairs[pair].as_ptr().cast());
                even = _mm512_add_epi32(even, _mm512_madd_epi16(_mm512_set1_epi32(two), weights));
                let two = inputs.as_ptr().add(2 * pair + 2).cast::<i32>().read_unaligned();
                let weights = _mm512_load_si512(layer.pairs[pair + 1].as_ptr().cast());
                odd = _mm512_add_epi32(odd, _mm512_madd_epi16(_mm512_set1_epi32(two), weights));
                pair += 2;
            }
            _mm512_storeu_si512(outputs.as_mut_ptr().cast(), _mm512_add_epi32(even, odd));
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
        // SAFETY: `self` proves every feature named on `visit_avx512`.
        unsafe { visit_avx512::<N>(self, context, own, opp, alpha, extra) }
    }

    #[inline(always)]
    fn call<R: Routine>(self, routine: R) -> R::Output {
        // SAFETY: `self` proves every feature named on `call_avx512`.
        unsafe { call_avx512(self, routine) }
    }
}

/// # Safety
///
/// The CPU must have the enabled features.
#[inline(never)]
#[target_feature(
    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512cd,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vpopcntdq"
)]
unsafe fn call_avx512<R: Routine>(isa: Avx512, routine: R) -> R::Output {
    routine.run(isa)
}

/// # Safety
///
/// The CPU must have the enabled features.
#[inline(never)]
#[target_feature(
    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512cd,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vpopcntdq"
)]
unsafe fn visit_avx512<N: NodeRoutine>(
    isa: Avx512,
    context: &mut N::Context,
    own: u64,
    opp: u64,
    alpha: i32,
    extra: u64,
) -> i32 {
    N::visit(isa, context, own, opp, alpha, extra)
}
