//! The innermost arithmetic of Othello, one form per instruction set.
//!
//! This crate speaks machine words: a set of squares is a `u64` whose bit `8 * row + column` stands for a
//! square (bit 0 = a1, bit 7 = h1, bit 63 = h8), a square is its bit number. `outflank-rules` wraps these
//! words into domain types; nothing else should need this crate's functions directly except hot loops that
//! are written once and compiled for every instruction set.
//!
//! # How a hot loop picks its instruction set
//!
//! A CPU is examined once ([`Tier::best`]), then a whole computation (a perft, a search) runs in code that
//! was compiled for that CPU. The computation is a [`Routine`]: a struct holding the arguments, with a method
//! generic over [`Isa`]. [`Tier::run`] enters it; recursion goes through [`Isa::call`], which is an ordinary
//! function call into code compiled with the instruction set's features switched on. No flip or move
//! generation ever tests which CPU it runs on.
//!
//! ```
//! use outflank_kernels::{Isa, Routine, Tier};
//!
//! /// Counts the legal moves of a board.
//! struct Mobility { own: u64, opp: u64 }
//!
//! impl Routine for Mobility {
//!     type Output = u32;
//!     #[inline(always)]
//!     fn run<I: Isa>(self, isa: I) -> u32 {
//!         isa.legal_moves(self.own, self.opp).count_ones()
//!     }
//! }
//!
//! let start = Mobility { own: 0x0000_0008_1000_0000, opp: 0x0000_0010_0800_0000 };
//! assert_eq!(Tier::best().run(start), 4);
//! ```
//!
//! This is the only crate of the workspace that contains `unsafe` code. It knows no players, no colours, no
//! whose-turn-it-is: just `own` (the side that moves) and `opp`.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod lines;
mod memory;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod neon;
mod network;
mod patterns;
mod portable;
pub mod reference;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
mod stability;
mod tier;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512;
pub use memory::{prefer_huge_pages, prefetch};
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub use neon::Neon;
pub use network::{Dense, OUTPUTS, Row, WIDTH};
pub use patterns::{MOST_PATTERNS, MOST_SQUARES, PatternPlan};
pub use portable::Portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub use simd128::Simd128;
pub use stability::EdgeTable;
pub use tier::{Isa, NodeRoutine, Routine, Tier};
