//! Ratings in the lobby: how those who seek are rated, and whom they want to meet.

use std::fmt;

use outflank_game::PersonId;

use crate::change::Change;
use crate::ratings::{StoredRating, stored_rating};
use crate::{Store, StoreError};

/// The ratings of those who may join; where nothing is said, everybody's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RatingRange {
    /// The lowest.
    pub from: Option<i32>,
    /// The highest.
    pub to: Option<i32>,
}

impl RatingRange {
    /// Tells whether somebody with a rating, or without one, may join.
    #[must_use]
    pub fn admits(&self, rating: Option<i32>) -> bool {
        match (*self, rating) {
            (RatingRange { from: None, to: None }, _) => true,
            (_, None) => false,
            (RatingRange { from, to }, Some(rating)) => {
                from.is_none_or(|from| rating >= from) && to.is_none_or(|to| rating <= to)
            }
        }
    }
}

impl fmt::Display for RatingRange {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from, self.to) {
            (None, None) => formatter.write_str("any"),
            (Some(from), None) => write!(formatter, "from {from}"),
            (None, Some(to)) => write!(formatter, "up to {to}"),
            (Some(from), Some(to)) => write!(formatter, "{from} to {to}"),
        }
    }
}

/// Where the rating of somebody with an account stands, in whole points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeekerRating {
    /// The rating.
    pub rating: i32,
    /// Whether few games stand behind it.
    pub is_provisional: bool,
}

impl SeekerRating {
    pub(crate) fn of(stored: &StoredRating, now: i64) -> SeekerRating {
        let rating = stored.at(now);
        SeekerRating { rating: rating.shown(), is_provisional: rating.is_provisional() }
    }
}

impl Store {
    /// Reads how somebody is rated; guests are not.
    pub(crate) async fn rating_of(
        &self,
        change: &mut Change,
        person: &PersonId,
    ) -> Result<Option<SeekerRating>, StoreError> {
        if person.is_guest() {
            return Ok(None);
        }
        let stored = stored_rating(change, person).await?;
        Ok(Some(SeekerRating::of(&stored, self.now())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_admits_what_is_in_it_and_guests_only_without_one() {
        let range = |from, to| RatingRange { from, to };
        let admits = |range: RatingRange| {
            [None, Some(1399), Some(1400), Some(1600), Some(1601)].map(|at| range.admits(at))
        };
        assert_eq!(admits(range(None, None)), [true; 5]);
        assert_eq!(admits(range(Some(1400), None)), [false, false, true, true, true]);
        assert_eq!(admits(range(None, Some(1600))), [false, true, true, true, false]);
        assert_eq!(admits(range(Some(1400), Some(1600))), [false, false, true, true, false]);
        let written = [(None, None), (Some(1), None), (None, Some(2)), (Some(1), Some(2))]
            .map(|(from, to)| range(from, to).to_string());
        assert_eq!(written, ["any", "from 1", "up to 2", "1 to 2"]);
    }
}
