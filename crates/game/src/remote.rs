//! A game between people who do not sit together: what is kept of it beside the game itself, and what its
//! players may do.

use std::time::Duration;

use outflank_rules::Color;

use crate::{KeptGame, OfferKind, OfferMoment, OfferRefused, Offers, away_limit};

/// How long after the end another game can be offered.
const REMATCH_TIME: Duration = Duration::from_secs(3600);

/// What is kept of a game between people who do not sit together, beside the game itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RemotePlay {
    /// The seat that waits for somebody with the invitation.
    pub open_seat: Option<Color>,
    /// What somebody must show to take the open seat; whoever is first uses it up.
    pub invitation: Option<String>,
    /// What the players offer each other.
    pub offers: Offers,
    /// The next game of the same players.
    pub rematch: Option<i64>,
    /// Whether the game counts for ratings.
    pub is_rated: bool,
    /// Who does not want to see it any more, black first.
    pub hidden: [bool; 2],
}

/// Says why a game cannot be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClaimRefused {
    /// It is over, has not begun, or rests.
    #[error("nothing can be claimed in a game that is not in progress")]
    NotOn,
    /// The one who claims is to move.
    #[error("it is your own turn")]
    OwnTurn,
    /// The other side is there.
    #[error("the other player is there")]
    Present,
    /// The other side may still come back.
    #[error("the other player has {} s to come back", .0.as_secs().max(1))]
    TooSoon(Duration),
}

impl KeptGame {
    /// Tells whether somebody is still waited for.
    #[must_use]
    pub fn is_waiting_room(&self) -> bool {
        self.remote.open_seat.is_some()
    }

    /// Tells whether moves can be made: everybody is there, and the game is neither over nor adjourned.
    #[must_use]
    pub fn is_on(&self) -> bool {
        !self.game.is_over() && !self.is_waiting_room() && !self.game.is_adjourned()
    }

    /// Tells whether two people who do not sit together are at it, or it is rated: nobody gets help.
    #[must_use]
    pub fn is_contest(&self) -> bool {
        (self.is_by_invitation() || self.remote.is_rated) && !self.game.is_over()
    }

    /// Returns when something is offered now.
    #[must_use]
    pub fn offer_moment(&self, now: i64) -> OfferMoment {
        OfferMoment { ply: self.game.plies().len(), now }
    }

    /// Says whether a side may offer something, apart from how often it did.
    ///
    /// # Errors
    ///
    /// If the state of the game does not allow it.
    pub fn may_offer(&self, by: Color, kind: OfferKind, now: i64) -> Result<(), OfferRefused> {
        let since_end = Duration::from_millis(u64::try_from(now.saturating_sub(self.updated)).unwrap_or(0));
        let possible = self.is_by_invitation()
            && match kind {
                // In a rated game a move stands.
                OfferKind::TakeBack => {
                    !self.remote.is_rated
                        && self.is_on()
                        && self.game.has_begun()
                        && self.taken_back_to(by).is_some()
                }
                OfferKind::Draw => self.is_on() && self.game.has_begun(),
                OfferKind::Adjourn => self.is_on() && self.game.fair_clock().is_some(),
                OfferKind::Resume => self.game.is_adjourned() && !self.game.is_over(),
                OfferKind::Rematch => {
                    self.game.is_over() && self.remote.rematch.is_none() && since_end < REMATCH_TIME
                }
            };
        possible.then_some(()).ok_or(OfferRefused::Impossible(kind))
    }

    /// Returns how many plies are left if the last move of a side is taken back; `None` if it made none.
    #[must_use]
    pub fn taken_back_to(&self, side: Color) -> Option<usize> {
        let to = self.game.last_turn(self.game.plies().len(), |mover| mover == side)?;
        (to >= self.opening).then_some(to)
    }

    /// Says whether a side may claim the game because the other one has been away since a moment.
    ///
    /// # Errors
    ///
    /// If it may not.
    pub fn may_claim(&self, by: Color, away_since: Option<i64>, now: i64) -> Result<(), ClaimRefused> {
        if !self.is_by_invitation() || !self.is_on() || !self.game.has_begun() {
            return Err(ClaimRefused::NotOn);
        }
        if self.game.turn() == Some(by) {
            return Err(ClaimRefused::OwnTurn);
        }
        let since = away_since.ok_or(ClaimRefused::Present)?;
        let away = Duration::from_millis(u64::try_from(now.saturating_sub(since)).unwrap_or(0));
        match away_limit(self.game.time_control()).saturating_sub(away) {
            Duration::ZERO => Ok(()),
            left => Err(ClaimRefused::TooSoon(left)),
        }
    }
}
