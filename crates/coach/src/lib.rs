//! What a move cost, what to call it, and why it was a mistake.
//!
//! [`expected_result`] says what a score in discs is worth between people at some stage of a game; its
//! numbers are fitted on real games ([`fit`], `outflank lab expectation`). What a move takes from the
//! expected result ([`cost`]) decides its [`Label`] and the [`accuracy`] of a player. [`typical_error`] says
//! how far a score may be off. [`explain`] says why a [`Mistake`] was one, in claims that can be checked, and
//! [`lessons`] what cost most in a game, an [`Idea`] what a good move is about; [`Mistake::sentence`] says a
//! claim in English. An engine is asked by [`Examiner`] and for [`Advice`] alone. [`SmallTree`] shows how
//! minimax and alpha-beta work, step by step. Nothing here prints or knows a file format.

mod advice;
mod certainty;
mod expectation;
mod explain;
mod fit;
mod idea;
mod judgement;
mod lesson;
mod phase;
mod sentence;
mod small_tree;

pub use advice::Advice;
pub use certainty::{ERROR_DEPTHS, ERROR_STAGES, typical_error};
pub use expectation::{Expectation, SHIPPED, STAGES, cost, expected_result};
pub use explain::{Branch, Cause, Claim, Detail, Examiner, Mistake, SIGNIFICANT, Variation, explain};
pub use fit::{Fit, ScoredResult, StageFit, fit};
pub use idea::Idea;
pub use judgement::{Label, LabelCounts, MoveJudgement, PlayerAccuracy, accuracy};
pub use lesson::{Lesson, Lost, lessons};
pub use phase::Phase;
pub use small_tree::{SmallTree, TreeBound, TreeNode, TreeOrder, TreeSize, TreeStep};
