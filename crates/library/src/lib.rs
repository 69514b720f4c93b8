//! The library of games: what stands between records in files and rows in a database.
//!
//! [`game_of_record`] and [`record_of_row`] translate, [`import`] adds the games of a file, [`openings`]
//! names openings, [`sync_game`] adds games of the studio that are over, and [`Explorer`] tells how often a
//! position was played, by whom and with what result.
//!
//! It prints nothing and knows neither the command line nor the network.

mod explorer;
mod import;
mod sync;

pub use explorer::{Explorer, ExplorerError};
pub use import::{ImportError, ImportPart, ImportReport, import, import_claimed};
pub use outflank_keep::{
    Explored, ExploredMove, ExplorerFilter, ResultCounts, day_of_date, day_of_moment, game_of_record,
    listed_ending, openings, record_of_row,
};
pub use sync::{sync_game, sync_kept_game};
