//! Players: whoever can be asked for a move.
//!
//! A text such as `engine:depth=8` names an [`Entrant`], which can take a seat any number of times; what sits down is a
//! [`Player`]. Kinds of players are [`Family`] values, one file each, listed in [`FAMILIES`]: a new kind is a file
//! and a line there. Players get the game, their time and a seeded random source, and print nothing.
//!
//! ```
//! use std::time::Duration;
//!
//! use outflank_players::{Dice, Entrant, Turn};
//! use outflank_rules::{Game, Position};
//!
//! let mut player = "greedy".parse::<Entrant>()?.seat()?;
//! let game = Game::new(Position::start());
//! let turn = Turn { game: &game, time: Duration::from_millis(100) };
//! let chosen = player.choose(&turn, &mut Dice::new(1))?;
//! assert!(game.position().is_legal(chosen));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
mod participant;
mod player;
mod random;
mod term;

pub use entrant::Entrant;
pub use external::Recruit;
pub use family::{FAMILIES, Family, Parameter, Pupil, Recipe};
pub use host::{HostThreads, WallClock};
pub use options::SpecError;
pub use outflank_engine::Dice;
pub use participant::Participant;
pub use player::{Player, PlayerFault, Remarks, Turn};
pub use term::Term;
