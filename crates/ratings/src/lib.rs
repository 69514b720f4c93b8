//! Ratings of people and computer players on one scale.
//!
//! People are rated by Glicko-2 ([`PlayerRating`]): a rating, a deviation that says how far it may be off,
//! and a volatility that says how much it moves. The steps of the algorithm are those of the crate
//! `skillratings`; here is what it leaves out: fractions of rating periods, bounds, games that count for
//! less, and the provisional mark. The ratings of computer players are measured and do not move
//! ([`computer_rating`]).
//!
//! An attempt at a puzzle is a game between somebody and the puzzle ([`RatedAttempt`]).
//!
//! Nothing here knows games, accounts or databases: who met whom, when, and how it ended is handed in.
//!
//! ```
//! use outflank_ratings::{PlayerRating, RatedGame, RatedResult, computer_rating};
//! use std::time::Duration;
//!
//! let level = computer_rating("level:8").unwrap();
//! assert_eq!(level.rating.shown(), 1500);
//! let day = Duration::from_secs(24 * 3600);
//! let game = RatedGame { opponent: level.rating, result: RatedResult::Won, weight: 0.5 };
//! let after = PlayerRating::START.after(day, &game);
//! assert_eq!(PlayerRating::START.to_string(), "1500?");
//! assert!(after.rating > 1500.0 && after.deviation < PlayerRating::START.deviation);
//! ```

mod attempt;
mod computers;
mod glicko;

pub use attempt::{AttemptKind, PREDICTED_DEVIATION, PREDICTED_VOLATILITY, RatedAttempt};
pub use computers::{
    ANCHOR, ANCHOR_RATING, ComputerRating, MeasuredMatch, computer_rating, computer_ratings, scale,
};
pub use glicko::{COMPUTER_WEIGHT, GlickoRules, PlayerRating, RatedGame, RatedResult};
