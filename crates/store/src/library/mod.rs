//! The library: games that are over, one row each, whether played here or read from files.
//!
//! A row is never changed but for notes, tags and deletion, so that whoever has read the rows up to a key
//! need read later ones only. A deleted row stays and can be restored; one that a
//! fuller row of the same game has replaced is marked as deleted and never listed.

mod filter;
mod keep;
mod list;
mod merge;
mod pages;
mod row;

pub(crate) use keep::merge_all;
pub use list::{Page, Pulse};
pub use outflank_keep::{
    DamagedEntry, Filter, LibraryGame, LibraryMoves, LibraryOrder, LibraryRow, LibrarySource, OutcomeFilter,
    Sort,
};
