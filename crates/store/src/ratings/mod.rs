//! Ratings of accounts: changed in the transaction in which a rated game ends, whoever ends it, and computed
//! again from all games.
//!
//! A game counts once: its rows in `rating_changes` say so. Both ways of counting go through `RatingBook`, so
//! that what is computed again is what was stored.

mod book;
mod page;
mod recompute;
mod settle;

pub(crate) use book::StoredRating;

pub use page::{OpponentRecord, PersonPage, PlayedOpening, PlayedRatedGame, RatingPoint, ResultCount};
pub use recompute::{RatingDifference, RecomputedRatings};
pub use settle::AccountStanding;
pub(crate) use settle::{account_seats, rate_ended, stored_rating};
