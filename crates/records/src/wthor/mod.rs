//! WTHOR, the database format of the French Othello Federation: `.wtb` games, `.jou` players, `.trn`
//! tournaments.
//!
//! [`layout`](Header) holds the bytes, [`Reader`] streams games, [`NameTable`] holds names, [`replay`](replay())
//! plays records in bulk.

mod convert;
mod error;
mod layout;
mod names;
mod numbering;
mod reader;
mod replay;

pub use convert::{game_of_record, record_of_game, year_of_record};
pub use error::{FileFault, HeaderFault, Hex, RecordFault, Warning};
pub use layout::{GameRecord, Header, Kind, byte_of_square, square_of_byte};
pub use names::{NameTable, latin1_of_text, text_of_latin1};
pub use numbering::UNKNOWN;
pub use reader::{Reader, TRIED};
pub use replay::{Ending, Replay, Tally, explain, replay, replay_all, tally};
