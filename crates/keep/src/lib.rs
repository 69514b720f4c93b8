//! What a studio keeps, wherever it keeps it: in a database, or in the memory of a page.
//!
//! [`LibraryGame`] is a game of a library, [`game_of_record`] and [`record_of_row`] translate between files
//! and rows, [`GameIdentity`] says which games are the same, [`Filter`] which are wanted. [`openings`] names
//! openings; [`look`] tells what was played in a position, from any [`PositionIndex`] ([`GrowingIndex`] is
//! one in memory). [`CardRow`] and its neighbours are what somebody learns, [`PuzzleStanding`] is what
//! somebody made of puzzles.
//!
//! There is no database here, no file and no clock.

mod canonical;
mod day;
mod entry;
mod filter;
mod fingerprint;
mod identity;
mod indexed;
mod learning;
mod look;
mod memory;
pub mod openings;
mod puzzles;
mod row;

pub use canonical::{CanonicalPosition, END, PASS};
pub use day::{day_of_date, day_of_moment};
pub use entry::{game_of_kept, game_of_record, listed_ending, record_of_row};
pub use filter::{Filter, LibraryOrder, OutcomeFilter, Sort, sort_rows};
pub use fingerprint::fingerprint;
pub use identity::GameIdentity;
pub use indexed::{GameGatherer, IndexedGame, IndexedGames, PositionIndex};
pub use learning::{AnswerRow, CardRow, LearnedGameRow, LessonRow, NewCard, RepertoireRow};
pub use look::{Explored, ExploredMove, ExplorerFilter, ResultCounts, look};
pub use memory::GrowingIndex;
pub use puzzles::{
    CountedAttempt, EndgameRecord, PuzzleAttempt, PuzzleMode, PuzzleRating, PuzzleStanding, TriedPuzzle,
};
pub use row::{DamagedEntry, LibraryGame, LibraryMoves, LibraryRow, LibrarySource};
