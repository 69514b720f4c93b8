//! The kernels for x86-64 with AVX2, BMI1, BMI2, LZCNT and POPCNT.
//!
//! Four directions share one 256-bit vector, both senses of each direction side by side.

use std::arch::x86_64::*;

use crate::lines::{EITHER_AT, EITHER_FLIPS, FILLINGS, LINE_FLIPS, LINES, RAYS};
use crate::network::{Dense, OUTPUTS, Row, WIDTH};
use crate::portable;
use crate::tier::{Isa, NodeRoutine, Routine, Tier};

/// Kernels for AVX2. A value proves that the CPU has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// Returns the kernels if this CPU has the instructions.
    #[must_use]
    pub fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Self(()))
    }
}

/// Ors the four lanes together.
///
/// # Safety
///
/// The CPU must have AVX2.
#[inline(always)]
pub(crate) unsafe fn or_lanes(v: __m256i) -> u64 {
    // SAFETY: the caller vouches for AVX2.
    unsafe {
        let half = _mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256::<1>(v));
        let lane = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
        _mm_cvtsi128_si64(lane) as u64
    }
}

/// Returns the least of eight numbers and its place.
///
/// # Safety
///
/// The CPU must have AVX2.
#[inline(always)]
pub(crate) unsafe fn least_of_8(numbers: &[u16; 8]) -> (u16, usize) {
    // SAFETY: the caller vouches for AVX2, which SSE 4.1 comes with; eight numbers are 16 bytes.
    unsafe {
        let found = _mm_cvtsi128_si32(_mm_minpos_epu16(_mm_loadu_si128(numbers.as_ptr().cast()))) as u32;
        (found as u16, (found >> 16) as usize & 7)
    }
}

/// Returns the unbroken runs of `mask` that begin next to `from`, up and down along one direction, in four
/// boards.
///
/// # Safety
///
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn runs_4<const SHIFT: i32, const TWICE: i32>(from: __m256i, mask: __m256i) -> (__m256i, __m256i) {
    // SAFETY: the caller vouches for AVX2.
    unsafe {
        let mut up = _mm256_and_si256(mask, _mm256_slli_epi64::<SHIFT>(from));
        let mut down = _mm256_and_si256(mask, _mm256_srli_epi64::<SHIFT>(from));
        up = _mm256_or_si256(up, _mm256_and_si256(mask, _mm256_slli_epi64::<SHIFT>(up)));
        down = _mm256_or_si256(down, _mm256_and_si256(mask, _mm256_srli_epi64::<SHIFT>(down)));
        let pair_up = _mm256_and_si256(mask, _mm256_slli_epi64::<SHIFT>(mask));
        let pair_down = _mm256_srli_epi64::<SHIFT>(pair_up);
        up = _mm256_or_si256(up, _mm256_and_si256(pair_up, _mm256_slli_epi64::<TWICE>(up)));
        down = _mm256_or_si256(down, _mm256_and_si256(pair_down, _mm256_srli_epi64::<TWICE>(down)));
        up = _mm256_or_si256(up, _mm256_and_si256(pair_up, _mm256_slli_epi64::<TWICE>(up)));
        down = _mm256_or_si256(down, _mm256_and_si256(pair_down, _mm256_srli_epi64::<TWICE>(down)));
        (up, down)
    }
}

/// Returns the squares reached from `own` over unbroken runs of `mask` along one direction, in four boards.
///
/// # Safety
///
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn reach_4<const SHIFT: i32, const TWICE: i32>(own: __m256i, mask: __m256i) -> __m256i {
    // SAFETY: the caller vouches for AVX2.
    unsafe {
        let (up, down) = runs_4::<SHIFT, TWICE>(own, mask);
        _mm256_or_si256(_mm256_slli_epi64::<SHIFT>(up), _mm256_srli_epi64::<SHIFT>(down))
    }
}

/// Returns the discs turned along one direction by a move in each lane.
///
/// # Safety
///
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn turned_4<const SHIFT: i32, const TWICE: i32>(
    moves: __m256i,
    own: __m256i,
    mask: __m256i,
) -> __m256i {
    // SAFETY: the caller vouches for AVX2.
    unsafe {
        let (up, down) = runs_4::<SHIFT, TWICE>(moves, mask);
        // A run counts where an own disc stands right behind it: clear the lanes where none does.
        let zero = _mm256_setzero_si256();
        let up_open = _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_slli_epi64::<SHIFT>(up), own), zero);
        let down_open = _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_srli_epi64::<SHIFT>(down), own), zero);
        _mm256_or_si256(_mm256_andnot_si256(up_open, up), _mm256_andnot_si256(down_open, down))
    }
}

impl Isa for Avx2 {
    const TIER: Tier = Tier::Avx2;

    #[inline(always)]
    fn legal_moves(self, own: u64, opp: u64) -> u64 {
        // SAFETY: `self` proves AVX2.
        unsafe {
            let shift = _mm256_set_epi64x(9, 7, 8, 1);
            let shift2 = _mm256_set_epi64x(18, 14, 16, 2);
            let inner = portable::INNER_COLUMNS as i64;
            let own4 = _mm256_set1_epi64x(own as i64);
            let mask =
                _mm256_and_si256(_mm256_set1_epi64x(opp as i64), _mm256_set_epi64x(inner, inner, -1, inner));

            let mut up = _mm256_and_si256(mask, _mm256_sllv_epi64(own4, shift));
            let mut down = _mm256_and_si256(mask, _mm256_srlv_epi64(own4, shift));
            up = _mm256_or_si256(up, _mm256_and_si256(mask, _mm256_sllv_epi64(up, shift)));
            down = _mm256_or_si256(down, _mm256_and_si256(mask, _mm256_srlv_epi64(down, shift)));
            let pair_up = _mm256_and_si256(mask, _mm256_sllv_epi64(mask, shift));
            let pair_down = _mm256_srlv_epi64(pair_up, shift);
            up = _mm256_or_si256(up, _mm256_and_si256(pair_up, _mm256_sllv_epi64(up, shift2)));
            down = _mm256_or_si256(down, _mm256_and_si256(pair_down, _mm256_srlv_epi64(down, shift2)));
            up = _mm256_or_si256(up, _mm256_and_si256(pair_up, _mm256_sllv_epi64(up, shift2)));
            down = _mm256_or_si256(down, _mm256_and_si256(pair_down, _mm256_srlv_epi64(down, shift2)));
            let reached = _mm256_or_si256(_mm256_sllv_epi64(up, shift), _mm256_srlv_epi64(down, shift));
            or_lanes(reached) & !(own | opp)
        }
    }

    #[inline(always)]
    fn legal_moves_of_8(self, own: &[u64; 8], opp: &[u64; 8]) -> [u64; 8] {
        let mut result = [0; 8];
        for half in [0, 4] {
            // SAFETY: `self` proves AVX2; `half + 4` words are within the arrays, no alignment is needed.
            unsafe {
                let own4 = _mm256_loadu_si256(own.as_ptr().add(half).cast());
                let opp4 = _mm256_loadu_si256(opp.as_ptr().add(half).cast());
                let inner = _mm256_and_si256(opp4, _mm256_set1_epi64x(portable::INNER_COLUMNS as i64));
                let rows = reach_4::<1, 2>(own4, inner);
                let columns = reach_4::<8, 16>(own4, opp4);
                let rises = reach_4::<7, 14>(own4, inner);
                let falls = reach_4::<9, 18>(own4, inner);
                let reached = _mm256_or_si256(_mm256_or_si256(rows, columns), _mm256_or_si256(rises, falls));
                let moves = _mm256_andnot_si256(_mm256_or_si256(own4, opp4), reached);
                _mm256_storeu_si256(result.as_mut_ptr().add(half).cast(), moves);
            }
        }
        result
    }

    #[inline(always)]
    fn flips(self, square: u32, own: u64, opp: u64) -> u64 {
        let rays = &RAYS.0[square as usize & 63];
        // SAFETY: `self` proves AVX2; `rays` is 64 bytes aligned to 64, so both halves may be loaded aligned.
        unsafe {
            let low = _mm256_load_si256(rays.as_ptr().cast());
            let high = _mm256_load_si256(rays.as_ptr().add(4).cast());
            let own4 = _mm256_set1_epi64x(own as i64);
            let opp4 = _mm256_set1_epi64x(opp as i64);
            let zero = _mm256_setzero_si256();

            // Toward the high bits: a carry runs through the opponent's discs. Adding one is subtracting
            // all ones.
            let ones = _mm256_cmpeq_epi64(zero, zero);
            let run = _mm256_or_si256(opp4, _mm256_andnot_si256(high, ones));
            let stop = _mm256_and_si256(_mm256_sub_epi64(run, ones), _mm256_and_si256(high, own4));
            let none = _mm256_cmpeq_epi64(stop, zero);
            // stop - 1, or 0 where there is no stop: subtract 1 unless none, which is -1 in those lanes.
            let up = _mm256_and_si256(high, _mm256_sub_epi64(_mm256_add_epi64(stop, ones), none));

            // Toward the low bits: smear the squares that are not the opponent's away from the square, keep
            // the nearest.
            let shift = _mm256_set_epi64x(9, 7, 8, 1);
            let mut other = _mm256_andnot_si256(opp4, low);
            other = _mm256_or_si256(other, _mm256_srlv_epi64(other, shift));
            other = _mm256_or_si256(other, _mm256_srlv_epi64(other, _mm256_set_epi64x(18, 14, 16, 2)));
            other = _mm256_or_si256(other, _mm256_srlv_epi64(other, _mm256_set_epi64x(36, 28, 32, 4)));
            let nearest = _mm256_andnot_si256(_mm256_srlv_epi64(other, shift), other);
            let stop = _mm256_and_si256(nearest, _mm256_and_si256(low, own4));
            // All bits above the stop; none where there is no stop.
            let down = _mm256_and_si256(low, _mm256_sub_epi64(zero, _mm256_add_epi64(stop, stop)));

            or_lanes(_mm256_or_si256(up, down))
        }
    }

    #[inline(always)]
    fn flips_of_8(self, moves: &[u64; 8], own: u64, opp: u64) -> [u64; 8] {
        let mut result = [0; 8];
        for half in [0, 4] {
            // SAFETY: `self` proves AVX2; `half + 4` words are within the arrays, no alignment is needed.
            unsafe {
                let moves4 = _mm256_loadu_si256(moves.as_ptr().add(half).cast());
                let own4 = _mm256_set1_epi64x(own as i64);
                let opp4 = _mm256_set1_epi64x(opp as i64);
                let inner = _mm256_set1_epi64x((opp & portable::INNER_COLUMNS) as i64);
                let rows = turned_4::<1, 2>(moves4, own4, inner);
                let columns = turned_4::<8, 16>(moves4, own4, opp4);
                let rises = turned_4::<7, 14>(moves4, own4, inner);
                let falls = turned_4::<9, 18>(moves4, own4, inner);
                let turned = _mm256_or_si256(_mm256_or_si256(rows, columns), _mm256_or_si256(rises, falls));
                _mm256_storeu_si256(result.as_mut_ptr().add(half).cast(), turned);
            }
        }
        result
    }

    #[inline(always)]
    fn last_flips(self, square: u32, own: u64) -> u32 {
        // SAFETY: `self` proves BMI2.
        unsafe { last_flips_bmi2(square, own) }
    }

    #[inline(always)]
    fn last_flips_of_either(self, square: u32, own: u64) -> (u32, u32) {
        // SAFETY: `self` proves BMI2.
        unsafe { last_flips_of_either_bmi2(square, own) }
    }

    #[inline(always)]
    fn least_of_8(self, numbers: &[u16; 8]) -> (u16, usize) {
        // SAFETY: `self` proves AVX2.
        unsafe { least_of_8(numbers) }
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
    fn add_rows<const ROOM: usize>(self, rows: &[Row; ROOM], indices: &[u32]) -> [i16; WIDTH] {
        let mut sum = [0; WIDTH];
        // SAFETY: `self` proves AVX2; a row is 32 bytes aligned to 32, `sum` is 64 bytes.
        unsafe {
            let (mut low, mut high) = (_mm256_setzero_si256(), _mm256_setzero_si256());
            let mut n = 0;
            while n < indices.len() {
                let row = rows[indices[n] as usize % ROOM].0.as_ptr().cast::<__m128i>();
                low = _mm256_add_epi16(low, _mm256_cvtepi8_epi16(_mm_load_si128(row)));
                high = _mm256_add_epi16(high, _mm256_cvtepi8_epi16(_mm_load_si128(row.add(1))));
                n += 1;
            }
            _mm256_storeu_si256(sum.as_mut_ptr().cast(), low);
            _mm256_storeu_si256(sum.as_mut_ptr().add(16).cast(), high);
        }
        sum
    }

    #[inline(always)]
    fn dense(self, inputs: &[i16; WIDTH], layer: &Dense) -> [i32; OUTPUTS] {
        let mut outputs = [0; OUTPUTS];
        // SAFETY: `self` proves AVX2; a pair of inputs is 4 bytes inside `inputs`, the weights of a pair are
        // 64 bytes aligned to 64, `outputs` is 64 bytes.
        unsafe {
            let (mut low, mut high) = (_mm256_setzero_si256(), _mm256_setzero_si256());
            let mut pair = 0;
            while pair < WIDTH / 2 {
                let two = _mm256_set1_epi32(inputs.as_ptr().add(2 * pair).cast::<i32>().read_unaligned());
                let weights = layer.pairs[pair].as_ptr().cast::<__m256i>();
                low = _mm256_add_epi32(low, _mm256_madd_epi16(two, _mm256_load_si256(weights)));
                high = _mm256_add_epi32(high, _mm256_madd_epi16(two, _mm256_load_si256(weights.add(1))));
                pair += 1;
            }
            _mm256_storeu_si256(outputs.as_mut_ptr().cast(), low);
            _mm256_storeu_si256(outputs.as_mut_ptr().add(8).cast(), high);
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
        // SAFETY: `self` proves every feature named on `visit_avx2`.
        unsafe { visit_avx2::<N>(self, context, own, opp, alpha, extra) }
    }

    #[inline(always)]
    fn call<R: Routine>(self, routine: R) -> R::Output {
        // SAFETY: `self` proves every feature named on `call_avx2`.
        unsafe { call_avx2(self, routine) }
    }
}

/// Looks up the four lines through `square`, gathered by PEXT.
///
/// # Safety
///
/// The CPU must have BMI2.
#[inline(always)]
pub(crate) unsafe fn last_flips_bmi2(square: u32, own: u64) -> u32 {
    let square = square as usize & 63;
    let (row, column) = (square / 8, square % 8);
    let lines = &LINES[square];
    let count = |x: usize, bits: u64| u32::from(LINE_FLIPS[x][bits as usize & 255]);
    // SAFETY: the caller vouches for BMI2.
    let (vertical, rise, fall) =
        unsafe { (_pext_u64(own, lines[0]), _pext_u64(own, lines[1]), _pext_u64(own, lines[2])) };
    // PEXT packs a diagonal from its top square down: the played square stands at its distance from there,
    // and squares beyond the board read as the opponent's, which flips nothing.
    let from_top_rise = row.min(7 - column);
    let from_top_fall = row.min(column);
    count(column, own >> (8 * row) & 255)
        + count(row, vertical)
        + count(from_top_rise, rise)
        + count(from_top_fall, fall)
}

/// Looks up the four lines through `square` once for both sides: whoever cannot fill the last square, the
/// other may, and which of them it is is hard to foresee.
///
/// # Safety
///
/// The CPU must have BMI2.
#[inline(always)]
pub(crate) unsafe fn last_flips_of_either_bmi2(square: u32, own: u64) -> (u32, u32) {
    let square = square as usize & 63;
    let (lines, at) = (&LINES[square], &EITHER_AT[square]);
    let count =
        |line: usize, bits: u64| u32::from(EITHER_FLIPS[(usize::from(at[line]) + bits as usize) % FILLINGS]);
    // SAFETY: the caller vouches for BMI2.
    let (vertical, rise, fall) =
        unsafe { (_pext_u64(own, lines[0]), _pext_u64(own, lines[1]), _pext_u64(own, lines[2])) };
    let both = count(0, own >> (square & 56) & 255) + count(1, vertical) + count(2, rise) + count(3, fall);
    // No more than 18 discs are turned over by one move: the bytes do not touch.
    let own_flips = both & 255;
    if own_flips != 0 { (own_flips, 0) } else { (0, both >> 8) }
}

/// # Safety
///
/// The CPU must have the enabled features.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn call_avx2<R: Routine>(isa: Avx2, routine: R) -> R::Output {
    routine.run(isa)
}

/// # Safety
///
/// The CPU must have the enabled features.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn visit_avx2<N: NodeRoutine>(
    isa: Avx2,
    context: &mut N::Context,
    own: u64,
    opp: u64,
    alpha: i32,
    extra: u64,
) -> i32 {
    N::visit(isa, context, own, opp, alpha, extra)
}
