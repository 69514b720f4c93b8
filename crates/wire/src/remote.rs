//! What goes over the wire about games between people who do not sit together.

use outflank_game::OfferKind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Side;

/// What players offer each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = OfferKind)]
pub enum OfferWord {
    /// To take back the last move of the one who offers, and what followed.
    TakeBack,
    /// To end the game as a draw.
    Draw,
    /// To stop the clock and go on another time.
    Adjourn,
    /// To go on with an adjourned game.
    Resume,
    /// To play another game, colours exchanged.
    Rematch,
}

impl From<OfferWord> for OfferKind {
    fn from(word: OfferWord) -> OfferKind {
        match word {
            OfferWord::TakeBack => OfferKind::TakeBack,
            OfferWord::Draw => OfferKind::Draw,
            OfferWord::Adjourn => OfferKind::Adjourn,
            OfferWord::Resume => OfferKind::Resume,
            OfferWord::Rematch => OfferKind::Rematch,
        }
    }
}

impl From<OfferKind> for OfferWord {
    fn from(kind: OfferKind) -> OfferWord {
        match kind {
            OfferKind::TakeBack => OfferWord::TakeBack,
            OfferKind::Draw => OfferWord::Draw,
            OfferKind::Adjourn => OfferWord::Adjourn,
            OfferKind::Resume => OfferWord::Resume,
            OfferKind::Rematch => OfferWord::Rematch,
        }
    }
}

/// What is done with an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OfferDeed {
    /// Make it; if the other side offers the same, both want it.
    Offer,
    /// Accept what the other side offers.
    Accept,
    /// Decline what the other side offers.
    Decline,
    /// Withdraw one's own.
    Withdraw,
}

/// An offer, or an answer to one.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OfferWish {
    pub kind: OfferWord,
    pub deed: OfferDeed,
}

/// The open seat of a game, to be taken.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinWish {
    /// What came with the invitation.
    pub invitation: String,
    /// What the other player calls whoever takes the seat.
    #[serde(default)]
    pub name: String,
}

/// What is claimed of somebody who is away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ClaimedResult {
    /// That the game is won.
    Win,
    /// That it is a draw.
    Draw,
}

/// A game that is claimed because the other player is away.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClaimWish {
    pub result: ClaimedResult,
}

/// What there is to know of a game between people who do not sit together.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RemoteView {
    /// The seat that waits for somebody with the invitation; null once both sit.
    pub open_seat: Option<Side>,
    /// Whether so many moves are made that the game counts; before that it is aborted, not lost.
    pub begun: bool,
    /// Whether the clock stands still until both want to go on.
    pub adjourned: bool,
    /// Whether anybody may look on.
    pub on_air: bool,
    /// Whether there is a link to look on.
    pub shared: bool,
    /// What each side has on its clock at the start, in seconds; null without clocks.
    pub initial: Option<u64>,
    /// What a move adds, in seconds.
    pub increment: u64,
    /// What black offers.
    pub black_offers: Option<OfferWord>,
    /// What white offers.
    pub white_offers: Option<OfferWord>,
    /// What whoever asks may offer, apart from how often they did.
    pub may_offer: Vec<OfferWord>,
    /// How long the side to move has for its first move, in milliseconds; null once its clock runs.
    pub first_move: Option<i64>,
    /// The next game of the same players.
    pub rematch: Option<i64>,
}

/// Whether the player of a side is at the board.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct PresenceView {
    pub here: bool,
    /// For how long nobody is there, in milliseconds; null while somebody is, or nobody ever was.
    pub away: Option<i64>,
    /// In how many milliseconds the other player may claim the game; null while somebody is there.
    pub claim_in: Option<i64>,
}
