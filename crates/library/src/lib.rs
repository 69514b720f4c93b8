//! The library of games: what stands between records in files and rows in a database.
//!
//! [`game_of_record`] and [`record_of_row`] translate, [`import`] adds the games of a file, [`openings`]
//! names openings, [`replay`] plays kept games again and [`shelve`] adds those that are over, and
//! [`Explorer`] tells how often a position was played, by whom and with what result.
//!
//! It prints nothing and knows neither the command line nor the network.

mod day;
mod entry;
mod explorer;
mod fingerprint;
mod import;
mod kept;
pub mod openings;

pub use day::{day_of_date, day_of_moment};
pub use entry::{EntryError, game_of_record, record_of_row};
pub use explorer::{Explored, ExploredMove, Explorer, ExplorerError, Results, Wanted};
pub use import::{ImportError, Report, import};
pub use kept::{KeptError, ending_by_discs, replay, shelve};
