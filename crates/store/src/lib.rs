//! Games kept in a database: a file of SQLite, or PostgreSQL.
//!
//! A [`Store`] hands out games parsed and played by the rules ([`KeptGame`](outflank_game::KeptGame)); a row
//! that is no game is a [`DamagedGame`] and leaves the others alone. What has been answered with `Ok` is on
//! disk: a killed process loses nothing that was acknowledged. Every change of a game names the revision it
//! was decided on, so that of two changes made at once exactly one succeeds ([`StoreError::Stale`]).
//!
//! One set of queries serves both databases; only the migrations differ, in `migrations/`.

mod connect;
mod error;
mod game;
mod games;
mod library;
mod migrations;
mod ready;
mod review;
mod store;

pub use error::StoreError;
pub use game::{DamagedGame, NewGame};
pub use library::{
    DamagedEntry, Filter, LibraryGame, LibraryMoves, LibraryOrder, LibraryRow, LibrarySource, OutcomeFilter,
    Page, Pulse, Sort,
};
pub use review::ReviewRow;
pub use store::Store;
