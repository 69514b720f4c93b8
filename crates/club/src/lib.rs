//! Tournaments between people: who takes part, who meets whom, what came of it, and who leads.
//!
//! A [`ClubTournament`] is entrants and rounds; everything else is computed from them. Swiss rounds are
//! paired by one exact matching of all players ([`ClubTournament::pair`]): nobody meets twice and nobody sits
//! out twice while that is possible. A round robin follows the circle method. [`ClubTournament::standings`]
//! ranks by points, then by the Brightwell quotient.
//!
//! Nothing here reads a clock, draws lots, stores or prints: the same entrants and results give the same
//! pairings everywhere.
//!
//! ```
//! use outflank_club::{BoardResult, ClubRules, ClubTournament};
//!
//! let mut club = ClubTournament::new(ClubRules::swiss(2));
//! for name in ["Ann", "Bob", "Cid", "Dora"] {
//!     club.enter(name)?;
//! }
//! club.pair()?;
//! club.set_result(0, 0, Some(BoardResult::counted(40, 24)?))?;
//! club.set_result(0, 1, Some(BoardResult::counted(30, 33)?))?;
//! let leader = &club.standings()[0];
//! assert_eq!(club.entrant(leader.entrant).name, "Ann");
//! assert_eq!(leader.points.to_string(), "1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blossom;
mod entrant;
mod matching;
mod past;
mod refusal;
mod result;
mod round_robin;
mod rules;
mod standings;
mod swiss;
mod tournament;

pub use entrant::{ClubEntrant, EntrantNumber};
pub use refusal::ClubRefused;
pub use result::{BoardResult, DiscCountError};
pub use rules::{ClubRules, ClubSystem, LateEntry, MOST_ENTRANTS, MOST_ROUNDS};
pub use standings::{Brightwell, ClubPoints, ClubStanding, RoundEntry};
pub use swiss::{PairingCost, pairing_cost};
pub use tournament::{ClubBoard, ClubRound, ClubState, ClubTournament};
