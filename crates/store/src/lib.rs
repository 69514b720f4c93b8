//! Games kept in a database: a file of SQLite, or PostgreSQL.
//!
//! A [`Store`] keeps games as rows and moves as texts; it does not know the rules. What has been answered with `Ok` is
//! on disk: a killed process loses nothing that was acknowledged. Every change of a game names the revision it
//! was decided on, so that of two changes made at once exactly one succeeds ([`StoreError::Stale`]).
//!
//! One set of queries serves both databases; only the migrations differ, in `migrations/`.

mod connect;
mod error;
mod game;
mod library;
mod migrations;
mod store;

pub use error::StoreError;
pub use game::{ClockRule, Ending, GameRow, MoveRow, NewGame, SeatRow};
pub use library::{Filter, LibraryGame, LibraryRow, Order, Outcome, Page, Pulse, Sort};
pub use store::Store;
