//! What a move cost and what to call it.
//!
//! [`expected_result`] says what a score in discs is worth between people at some stage of a game; its numbers are fitted
//! on real games ([`fit`], `outflank lab expectation`). What a move takes from the expected result ([`cost`]) decides its
//! [`Label`] and the [`accuracy`] of a player. Nothing here searches, prints, or knows a file format.

mod expectation;
mod fit;
mod judgement;
mod phase;

pub use expectation::{Expectation, SHIPPED, STAGES, cost, expected_result};
pub use fit::{Fit, Sample, StageFit, fit};
pub use judgement::{Choice, Label, accuracy};
pub use phase::Phase;
