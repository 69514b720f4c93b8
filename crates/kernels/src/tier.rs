//! Tiers of instruction sets: what this machine has, and how a computation gets compiled for it.

use std::fmt;

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
use crate::Neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use crate::Simd128;
use crate::network::{self, Dense, OUTPUTS, Row, WIDTH};
use crate::patterns::{MOST_PATTERNS, PatternPlan};
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown", target_feature = "simd128")))]
use crate::portable::Portable;
use crate::stability::{self, EdgeTable};
#[cfg(target_arch = "x86_64")]
use crate::{Avx2, Avx512};

/// Keeps [`Isa`] to the instruction sets of this crate: a value elsewhere would prove nothing.
mod sealed {
    pub trait Sealed {}

    impl Sealed for crate::Portable {}
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    impl Sealed for crate::Neon {}
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    impl Sealed for crate::Simd128 {}
    #[cfg(target_arch = "x86_64")]
    impl Sealed for crate::Avx2 {}
    #[cfg(target_arch = "x86_64")]
    impl Sealed for crate::Avx512 {}
}

/// The kernels of one instruction set.
///
/// Values are zero-sized proofs: they can only be obtained on a CPU that has the instructions, so the methods
/// are safe. All implementations return the same words for the same arguments; there are no others than those
/// of this crate.
///
/// Hot code that is generic over `Isa` counts with `while n < len` where `for` or an iterator would read
/// better. A closure, and a method of an iterator that was not inlined, is a function of its own, compiled
/// without the instruction set of the routine it was written in: a population count in it becomes a dozen
/// instructions, and a vector travels through memory. A plain loop cannot leave the routine. Code that is not
/// hot uses `for`.
pub trait Isa: sealed::Sealed + Copy + Send + Sync + 'static {
    /// The tier this instruction set belongs to.
    const TIER: Tier;

    /// Returns the empty squares where `own` may play.
    fn legal_moves(self, own: u64, opp: u64) -> u64;

    /// Returns the legal moves of eight boards at once: as [`Isa::legal_moves`], for each pair of words.
    #[inline(always)]
    fn legal_moves_of_8(self, own: &[u64; 8], opp: &[u64; 8]) -> [u64; 8] {
        let mut moves = [0; 8];
        let mut lane = 0;
        while lane < 8 {
            moves[lane] = self.legal_moves(own[lane], opp[lane]);
            lane += 1;
        }
        moves
    }

    /// Returns the discs of `opp` that turn over when `own` plays on `square`; 0 if the move is illegal.
    ///
    /// Only the low six bits of `square` are used. Whether `square` is empty is not looked at.
    fn flips(self, square: u32, own: u64, opp: u64) -> u64;

    /// Returns the discs that turn over for each of eight moves on one board; a move is the bit of its
    /// square.
    ///
    /// A word 0 is no move and turns nothing. Whether the squares are empty is not looked at.
    #[inline(always)]
    fn flips_of_8(self, moves: &[u64; 8], own: u64, opp: u64) -> [u64; 8] {
        let mut flips = [0; 8];
        let mut lane = 0;
        while lane < 8 {
            if moves[lane] != 0 {
                flips[lane] = self.flips(moves[lane].trailing_zeros(), own, opp);
            }
            lane += 1;
        }
        flips
    }

    /// Counts the discs that turn over when `own` fills the last empty `square`, all others being taken.
    ///
    /// Only the low six bits of `square` are used; bit `square` of `own` is ignored.
    fn last_flips(self, square: u32, own: u64) -> u32;

    /// Counts the discs that turn over when `own` fills the last empty `square`, and, only if there are none,
    /// those that do when the other side fills it. One of the two numbers at least is 0.
    #[inline(always)]
    fn last_flips_of_either(self, square: u32, own: u64) -> (u32, u32) {
        let flips = self.last_flips(square, own);
        if flips != 0 { (flips, 0) } else { (0, self.last_flips(square, !own)) }
    }

    /// Returns the squares of `occupied` whose row, column and both diagonals are full, as four words:
    /// rows, columns, diagonals parallel to a8-h1, diagonals parallel to a1-h8.
    fn full_lines(self, occupied: u64) -> [u64; 4];

    /// Calls `routine` in code compiled for this instruction set.
    fn call<R: Routine>(self, routine: R) -> R::Output;

    /// Gathers the bits of `word` under `mask` into the low bits, lowest square first.
    fn gather(self, word: u64, mask: u64) -> u64;

    /// Returns the least of eight numbers and its place, the first place of several.
    #[inline(always)]
    fn least_of_8(self, numbers: &[u16; 8]) -> (u16, usize) {
        let (mut least, mut place) = (numbers[0], 0);
        let mut n = 1;
        while n < 8 {
            if numbers[n] < least {
                (least, place) = (numbers[n], n);
            }
            n += 1;
        }
        (least, place)
    }

    /// Returns the contents of all groups of `plan` as base-3 numbers; those beyond its count are 0.
    #[inline(always)]
    fn pattern_numbers(self, plan: &PatternPlan, own: u64, opp: u64) -> [u16; MOST_PATTERNS] {
        plan.by_gathering(
            #[inline(always)]
            |word, mask| self.gather(word, mask),
            own,
            opp,
        )
    }

    /// Adds the rows of a table that `indices` name, number by number.
    ///
    /// An index is taken modulo `ROOM`, which should be a power of two; sums wrap around.
    #[inline(always)]
    fn add_rows<const ROOM: usize>(self, rows: &[Row; ROOM], indices: &[u32]) -> [i16; WIDTH] {
        network::add_rows(rows, indices)
    }

    /// Returns the outputs of a layer of weights: sums of products, which wrap around.
    #[inline(always)]
    fn dense(self, inputs: &[i16; WIDTH], layer: &Dense) -> [i32; OUTPUTS] {
        network::dense(inputs, layer)
    }

    /// Visits a node of a tree search in code compiled for this instruction set, all arguments in registers.
    fn visit<N: NodeRoutine>(
        self,
        context: &mut N::Context,
        own: u64,
        opp: u64,
        alpha: i32,
        extra: u64,
    ) -> i32;

    /// Returns a set of discs of `own` that can never be turned over again.
    ///
    /// The set is a lower bound: every disc in it is stable, some stable discs may be missing.
    #[inline(always)]
    fn stable_discs(self, edges: &EdgeTable, own: u64, opp: u64) -> u64 {
        stability::stable_discs(edges, own, opp, self.full_lines(own | opp))
    }
}

/// A computation written once and compiled for every instruction set.
pub trait Routine {
    /// What the computation returns.
    type Output;

    /// Performs the computation with the given kernels.
    ///
    /// Implementations should be `#[inline(always)]`, so that the body is compiled inside the function that
    /// has the instruction set switched on. Recursion goes through [`Isa::call`].
    fn run<I: Isa>(self, isa: I) -> Self::Output;
}

/// A node of a recursive search: a [`Routine`] of fixed shape, so that its arguments travel in registers.
pub trait NodeRoutine {
    /// What all nodes of the search share: counters, tables, limits.
    type Context;

    /// Searches the board of `own` to move; `extra` is whatever this kind of node packs into a word.
    ///
    /// Implementations should be `#[inline(always)]`, recursion goes through [`Isa::visit`].
    fn visit<I: Isa>(isa: I, context: &mut Self::Context, own: u64, opp: u64, alpha: i32, extra: u64) -> i32;
}

/// The instruction sets the kernels are written for, from the most widely available to the newest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// Plain Rust, for every machine.
    Portable,
    /// 64-bit ARM with NEON (nearly all of them).
    Neon,
    /// WebAssembly with fixed-width vectors (browsers of 2023 and later), if it was compiled in.
    Simd128,
    /// x86-64 with AVX2, BMI1, BMI2, LZCNT and POPCNT (2013 and later).
    Avx2,
    /// x86-64 with AVX-512 F, CD, BW, DQ, VL, VBMI and VPOPCNTDQ (2019 and later).
    Avx512,
}

impl Tier {
    /// All tiers; of those that one machine can have, the slowest first.
    pub const ALL: [Tier; 5] = [Tier::Portable, Tier::Neon, Tier::Simd128, Tier::Avx2, Tier::Avx512];

    /// Returns the best tier of this machine.
    #[must_use]
    pub fn best() -> Tier {
        Tier::ALL.into_iter().rev().find(|tier| tier.is_available()).unwrap_or(Tier::Portable)
    }

    /// Tells whether this machine can run the tier.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Tier::Portable => {
                !cfg!(all(target_arch = "wasm32", target_os = "unknown", target_feature = "simd128"))
            }
            #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
            Tier::Neon => Neon::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Tier::Avx2 => Avx2::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Tier::Avx512 => Avx512::detect().is_some(),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Tier::Simd128 => true,
            #[allow(unreachable_patterns)] // All tiers of one machine are above.
            _ => false,
        }
    }

    /// Runs `routine` in code compiled for this tier, or for the portable one where this machine lacks it.
    ///
    /// Meant to be entered once per perft or search: the detection costs a few loads. In a module for pages
    /// that has vectors there is that tier alone: everybody who opens the page loads all code there is.
    #[cfg(not(all(target_arch = "wasm32", target_os = "unknown", target_feature = "simd128")))]
    pub fn run<R: Routine>(self, routine: R) -> R::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            Tier::Avx512 => {
                if let Some(isa) = Avx512::detect() {
                    return isa.call(routine);
                }
            }
            #[cfg(target_arch = "x86_64")]
            Tier::Avx2 => {
                if let Some(isa) = Avx2::detect() {
                    return isa.call(routine);
                }
            }
            #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
            Tier::Neon => {
                if let Some(isa) = Neon::detect() {
                    return isa.call(routine);
                }
            }
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Tier::Simd128 => return Simd128.call(routine),
            _ => {}
        }
        Portable.call(routine)
    }

    /// Runs `routine` in the only code that a page has.
    #[cfg(all(target_arch = "wasm32", target_os = "unknown", target_feature = "simd128"))]
    pub fn run<R: Routine>(self, routine: R) -> R::Output {
        Simd128.call(routine)
    }

    /// Returns the tier's name in lower case: `portable`, `neon`, `simd128`, `avx2` or `avx512`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Tier::Portable => "portable",
            Tier::Neon => "neon",
            Tier::Simd128 => "simd128",
            Tier::Avx2 => "avx2",
            Tier::Avx512 => "avx512",
        }
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
