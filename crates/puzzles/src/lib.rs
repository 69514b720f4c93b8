//! Puzzles: positions in which exactly one move is right, and that is proven.
//!
//! A [`Puzzle`] is a position, what is to be reached ([`PuzzleGoal`]), what every legal move is proven to
//! be worth ([`MoveProof`]) and the line to be found. [`PuzzleProver`] proves and [`PuzzleMaker`] finds
//! them in games; [`PuzzleProver::check`] proves a finished one again, by other searches. [`PuzzleTheme`]s
//! are found by rules (`theme/`), the first rating is predicted from [`DifficultyTraits`]. [`PuzzleSet`] is
//! a collection: [`PuzzleSet::shipped`] has those of the project, [`PuzzleSet::choose`] says what comes next
//! for whom. [`Puzzle::judge`] says whether a move is right, and what the opponent answers;
//! [`Puzzle::endgame_reply`] answers in an endgame that is to be won against perfect play.
//!
//! An engine is lent by the caller. There are no threads, no clock, no database and no network here.
//!
//! ```
//! use outflank_puzzles::{PuzzleSet, PuzzleVerdict};
//!
//! let set = PuzzleSet::shipped();
//! let puzzle = set.nearest(1500.0, |_| true).expect("the set is not empty");
//! let answer = puzzle.line[0];
//! assert!(matches!(puzzle.judge(&[], answer), Some(PuzzleVerdict::Right { .. })));
//! ```

mod check;
mod choice;
mod difficulty;
mod endgame;
mod fit;
mod goal;
mod id;
mod json;
mod judge;
mod maker;
mod measure;
mod pack;
mod prove;
mod puzzle;
mod set;
mod theme;

pub use check::PuzzleFault;
pub use choice::{ENDGAME_EMPTIES, PuzzleChoice, PuzzleSeeker};
pub use difficulty::{DifficultyTraits, TRAITS};
pub use endgame::EndgameReply;
pub use fit::{LeastSquares, rank_correlation};
pub use goal::PuzzleGoal;
pub use id::{ParsePuzzleIdError, PuzzleId};
pub use json::{PuzzleJsonError, PuzzleLine};
pub use judge::PuzzleVerdict;
pub use maker::{MakingPlan, PuzzleMaker, self_play};
pub use measure::{MEASURED_LEVELS, SolveRate, performance};
pub use pack::{PackError, pack, unpack};
pub use prove::{EXACT_EMPTIES, PuzzleProver, PuzzleRejection};
pub use puzzle::{MoveProof, Puzzle, PuzzleSource};
pub use set::{DAILY_PUZZLES, PuzzleSet};
pub use theme::{PuzzleTheme, ThemeSet};
