//! Games kept in a database: a file of SQLite, or PostgreSQL.
//!
//! A [`Store`] hands out games parsed and played by the rules ([`KeptGame`](outflank_game::KeptGame)); a row
//! that is no game is a [`DamagedGame`] and leaves the others alone. What has been answered with `Ok` is on
//! disk: a killed process or a full disk loses nothing that was acknowledged (`change`). Every change of a
//! game names the revision it was decided on, so that of two changes made at once exactly one succeeds
//! ([`StoreError::Stale`]).
//!
//! The time of clocks is that of the database, one for all servers that share it: when a turn began and when
//! its flag falls is stored with the move ([`Store::end_lost_on_time`]).
//!
//! One set of queries serves both databases; what differs is in `database` and in `migrations/`.

mod change;
mod clock;
mod connect;
mod database;
mod error;
mod game;
mod games;
mod library;
mod listing;
mod migrations;
mod review;
mod store;
mod studies;

pub use clock::GameState;
pub use error::StoreError;
pub use game::{DamagedGame, NewGame};
pub use library::{
    DamagedEntry, Filter, LibraryGame, LibraryMoves, LibraryOrder, LibraryRow, LibrarySource, OutcomeFilter,
    Page, Pulse, Sort,
};
pub use listing::ListedGame;
pub use review::ReviewRow;
pub use store::Store;
pub use studies::{DamagedStudy, NewStudy};
