//! Players: whoever can be asked for a move.
//!
//! A text such as `engine:depth=8` names an [`Entrant`], which can take a seat any number of times; what sits down is a
//! [`Player`]. Kinds of players are [`Family`] values, one file each, listed in [`FAMILIES`]: a new kind is a file
//! and a line there. Players get the game, their time and a seeded random source, and print nothing.

mod engine;
mod entrant;
mod external;
mod family;
mod greedy;
mod heritage;
mod host;
mod human;
mod level;
mod library;
mod options;
mod player;
mod random;
mod term;

pub use entrant::Entrant;
pub use external::Recruit;
pub use family::{FAMILIES, Family, Parameter, Pupil, Recipe};
pub use host::{HostThreads, WallClock};
pub use options::SpecError;
pub use outflank_engine::Dice;
pub use player::{Player, PlayerFault, Remarks, Turn};
pub use term::Term;
