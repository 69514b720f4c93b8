//! A game in play: who sits where, whose turn it is, what the clocks show, and how it ended.
//!
//! [`GameInPlay`] adds to the moves of a [`Game`](outflank_rules::Game) everything that a board needs while
//! people and programs play: [`Seat`]s, forced passes, a [`TimeControl`], undo and redo to a person's turn,
//! resignation and the fall of a flag. [`GameResult`] and [`Ending`] are the only words for how games end;
//! databases, files and protocols translate at their own edge. [`ViewedGame`] adds the ply somebody is
//! looking at. [`KeptGame`] is a game of a database, parsed once, and
//! decides what moves, undo and resignation make of it; [`GameRights`] are whose it is on a shared
//! server. [`RemotePlay`], [`Offers`] and [`FairClock`] are what games between people elsewhere have beside.
//! [`StudyTree`] is a game with what people
//! add: variations, comments and marks; [`KeptStudy`] is one of a database.
//!
//! ```
//! use std::time::Duration;
//! use outflank_game::{GameInPlay, Seat};
//! use outflank_rules::{Color, Game, Position};
//!
//! let seats = [Seat::person("Ann"), Seat::program("level:3")];
//! let mut game = GameInPlay::new(Game::new(Position::start()), seats);
//! game.play("f5".parse()?, Duration::from_secs(2))?;
//! game.play("d6".parse()?, Duration::from_secs(1))?;
//! assert_eq!(game.undo(), Some(2)); // Back to Ann's own turn.
//! assert!(game.resign(Color::Black));
//! assert_eq!(game.winner(), Some(Color::White));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! It reads no clock, asks no player and keeps nothing: callers say how long a move took.

mod change;
mod ending;
mod fair_clock;
mod game_log;
mod in_play;
mod kept;
mod lag;
mod offers;
mod person;
mod remote;
mod seat;
mod study;
mod time_control;
mod verdict;
mod viewed;

pub use change::ChangeRefused;
pub use ending::{Ending, EndingError, GameResult};
pub use fair_clock::{FairClock, absence_limit, away_limit, first_move_limit};
pub use game_log::{game_log, log_text, report_line};
pub use in_play::{GameInPlay, MadePly, MoveRefused};
pub use kept::KeptGame;
pub use lag::LagQuota;
pub use offers::{OfferKind, OfferMoment, OfferRefused, Offered, Offers, OffersTextError};
pub use person::{AccountSeat, GameRights, PersonId};
pub use remote::{ClaimRefused, RemotePlay};
pub use seat::{PlayerId, Seat};
pub use study::{
    KeptStudy, MarkShape, ParseMarkError, StudyContent, StudyExcess, StudyFault, StudyHead, StudyLimit,
    StudyMark, StudyNode, StudyNotes, StudySubject, StudyTextError, StudyTree,
};
pub use time_control::{TimeControl, TimeControlError, clock_text};
pub use verdict::final_discs;
pub use viewed::ViewedGame;
