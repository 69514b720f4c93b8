//! WTHOR, the database format of the French Othello Federation: `.wtb` games, `.jou` players, `.trn`
//! tournaments.
//!
//! [`layout`](Header) holds the bytes, [`Reader`] streams games, [`NameTable`] holds names, [`replay`](replay())
//! plays records in bulk.

mod error;
mod layout;
mod names;
mod reader;
mod replay;

pub use error::{FileFault, HeaderFault, Hex, RecordFault, Warning};
pub use layout::{GameRecord, Header, Kind, byte_of_square, square_of_byte};
pub use names::{NameTable, latin1_of_text, text_of_latin1};
pub use reader::{Reader, TRIED};
pub use replay::{Ending, Replay, Tally, explain, replay, replay_all, tally};
