//! Players: whoever can be asked for a move.
//!
//! A text such as `engine:depth=8` names an [`Entrant`], which can take a seat any number of times; what sits
//! down is a [`Player`]. Kinds of players are [`Family`] values, one file each, listed in [`FAMILIES`]: a new
//! kind is a file and a line there. Players get a [`Turn`] (the game, their time, who stops and who observes
//! them) and a seeded random source, and print nothing. Every player returns within 50 ms of a wish to stop.
//!
//! ```
//! use std::time::Duration;
//!
//! use outflank_players::{Dice, Entrant, Turn};
//! use outflank_rules::{Game, Position};
//!
//! let mut player = "greedy".parse::<Entrant>()?.seat()?;
//! let game = Game::new(Position::start());
//! let turn = Turn::new(&game, Duration::from_millis(100));
//! let chosen = player.choose(turn, &mut Dice::new(1))?;
//! assert!(game.position().is_legal(chosen));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod book;
mod engine;
mod entrant;
mod external;
mod family;
mod greedy;
mod heritage;
mod host;
mod human;
mod level;
mod moment;
mod openings;
mod options;
mod participant;
mod player;
mod pondering;
mod pool;
mod random;
pub mod search;

pub use book::uses_shipped_book;
pub use entrant::{Entrant, FILE_OPTIONS, Spec};
pub use external::Recruit;
pub use family::{FAMILIES, Family, Parameter, Pupil, Recipe, Term};
pub use heritage::forget_table;
pub use host::{HostThreads, WallClock};
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use moment::provide_clock;
pub use options::SpecError;
pub use outflank_engine::{Dice, Stopper};
pub use outflank_protocol::Allowance;
pub use participant::Participant;
pub use player::{Player, PlayerFault, Remarks, SeriesPlace, Thought, Turn};
pub use pool::EnginePool;
