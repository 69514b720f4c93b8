//! Opening books of Othello: what is known of positions, grown by searches, and kept safely.
//!
//! A [`BookRecord`] keeps what is proven ([`ProvenBounds`]) apart from what is expected ([`BookEstimate`]),
//! and has the best move that leads to no book position ([`BookLeaf`]). A [`Book`] is a file that is not
//! loaded ([`BookFile`]) and what has changed since; values follow from those below
//! ([`BookRecord::derived`], [`Book::propagate`]). A [`BookSession`] writes what it finds into a journal,
//! so that nothing but the search in flight is lost when it is killed, and any number of them grow a book
//! at a time. [`GrowthPlan`] and its neighbours choose what to search, a [`TaskRunner`] searches it with
//! whatever engine implements [`LeafSearch`].
//!
//! ```
//! use outflank_book::{Book, BookEstimate, BookKey, BookLeaf, BookRecord, Confidence, Origin};
//! use outflank_rules::{Position, Square};
//!
//! let (start, symmetry) = BookKey::of(Position::start().board()).unwrap();
//! let estimate = BookEstimate { value: 0, depth: 12, confidence: Confidence::Percent(73) };
//! let mut record = BookRecord::new(start, Origin::Outflank);
//! record.leaf = Some(BookLeaf { square: Some(symmetry.square(Square::F5)), estimate });
//! let mut book = Book::new();
//! book.join(&[record])?;
//! assert_eq!(book.get(start)?.unwrap().estimate, Some(estimate));
//! assert_eq!(book.moves_of(&Position::start())?[0].played, Square::F5.into());
//! # Ok::<(), outflank_book::BookError>(())
//! ```
//!
//! This crate knows the rules and files; it knows no engine and prints nothing.

mod base;
mod book;
mod check;
mod error;
mod file;
pub mod foreign;
mod format;
mod gaps;
mod grow;
mod journal;
mod key;
mod learn;
mod lines;
mod merge;
mod negamax;
mod packed;
mod plans;
mod proofs;
mod prune;
mod record;
mod repertoire;
mod task;
mod writer;

pub use book::{Book, BookSession, OtherWriters, rewrite_book};
pub use check::CheckReport;
pub use error::BookError;
pub use file::BookFile;
pub use gaps::gap_tasks;
pub use grow::{GrowthPlan, RankedTask};
pub use key::{BookKey, BookMove, Destination};
pub use learn::GameCounts;
pub use lines::{BookLine, BookMoveValue, LinePlan};
pub use negamax::{BookLink, Derived};
pub use packed::{PackedBook, pack_book};
pub use plans::{DeviationPlan, missing_leaf_tasks, solve_tasks};
pub use proofs::{ProofReport, ProofTable};
pub use prune::PrunePlan;
pub use record::{BookEstimate, BookLeaf, BookRecord, Confidence, Origin, ProvenBounds};
pub use repertoire::{Repertoire, RepertoireEntry, RepertoirePlan};
pub use task::{BookTask, LeafSearch, OpenMoves, TaskProgress, TaskReport, TaskRunner};
pub use writer::write_book;
