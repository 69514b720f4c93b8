//! WTHOR, the database format of the French Othello Federation: `.wtb` games, `.jou` players, `.trn`
//! tournaments.
//!
//! A database is a set of files: games by year, and one table of players and one of tournaments that all of
//! them share by numbers. Three layers read and write it:
//!
//! - **Bytes**: [`Header`], [`GameRecord`] and [`NameTable`] hold any file without loss; [`WthorReader`]
//!   streams games, however long the file, and reports corrupt ones by number, byte and content.
//! - **Rules**: [`replay()`], [`replay_all`] and [`tally`] play records in bulk with the best kernels of the
//!   machine.
//! - **Records**: [`read_path`] yields neutral [`Record`](crate::Record)s with their names, [`Writer`] (a
//!   [`Sink`](crate::Sink)) and [`write_path`] number the names again and write all three files;
//!   [`copy_path`] copies bytes.
//!
//! A record keeps the numbers and the header it came with in [`WthorFields`](crate::WthorFields), so that a
//! journey through GGF, SGF or PGN gives the same `.wtb` file back, byte by byte. How numbers are chosen
//! where tables exist already is told in the documentation of [`Writer`].
//!
//! ```no_run
//! use std::path::Path;
//!
//! use outflank_records::{Sink, wthor};
//!
//! let mut writer = wthor::Writer::create(Path::new("out/"))?;
//! for record in wthor::read_path(Path::new("WTH_2000.wtb"))?.records() {
//!     writer.put(&record?)?;
//! }
//! writer.finish()?;
//! for warning in &writer.written().warnings {
//!     eprintln!("{warning}");
//! }
//! # Ok::<(), outflank_records::RecordError>(())
//! ```

mod convert;
mod copy;
mod error;
mod files;
mod layout;
mod names;
mod numbering;
mod reader;
mod replay;
mod set;
mod writer;

pub use convert::{game_of_record, record_of_game, year_of_record};
pub use copy::copy_path;
pub use error::{FileFault, HeaderFault, Hex, RecordFault, Warning};
pub use layout::{FileKind, GameRecord, Header, byte_of_square, square_of_byte};
pub use names::{NameTable, latin1_of_text, text_of_latin1};
pub use numbering::UNKNOWN;
pub use reader::{TRIED, WthorReader};
pub use replay::{Replay, ReplayEnd, ReplayTally, explain, replay, replay_all, tally};
pub(crate) use set::Wthor;
pub use set::{Games, count_games, read_names, read_path};
pub use writer::{Writer, Written, write_path};
