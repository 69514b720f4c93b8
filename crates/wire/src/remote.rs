//! What goes over the wire about games between people who do not sit together.

use outflank_game::OfferKind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Side;

/// What players can offer each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = OfferKind)]
pub enum OfferWord {
    /// A take-back of the offering player's last move and everything after it.
    TakeBack,
    /// A draw.
    Draw,
    /// An adjournment: the clock stops, and the game continues another time.
    Adjourn,
    /// The resumption of an adjourned game.
    Resume,
    /// A rematch with sides swapped.
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

/// An action on an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OfferDeed {
    /// Make the offer; if the other side has made the same one, it is agreed.
    Offer,
    /// Accept the other side's offer.
    Accept,
    /// Decline the other side's offer.
    Decline,
    /// Withdraw the offer made earlier.
    Withdraw,
}

/// An offer or a response to one.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OfferWish {
    pub kind: OfferWord,
    pub deed: OfferDeed,
}

/// A request to take the open seat of a game.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinWish {
    /// The token from the invitation.
    pub invitation: String,
    /// The name shown to the other player.
    #[serde(default)]
    pub name: String,
}

/// A result claimed against an absent player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ClaimedResult {
    /// A win.
    Win,
    /// A draw.
    Draw,
}

/// A claim to the game because the other player is absent.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClaimWish {
    pub result: ClaimedResult,
}

/// The state of a remote game between people.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RemoteView {
    /// The seat reserved for the holder of the invitation; null once both players are seated.
    pub open_seat: Option<Side>,
    /// Whether enough moves have been made for the game to count; until then it is aborted, not lost.
    pub begun: bool,
    /// Whether the clock is stopped until both players agree to resume.
    pub adjourned: bool,
    /// Whether anyone may spectate.
    pub on_air: bool,
    /// Whether there is a link for spectators.
    pub shared: bool,
    /// The initial time of each side, in seconds; null without clocks.
    pub initial: Option<u64>,
    /// The increment per move, in seconds.
    pub increment: u64,
    /// Black's pending offer.
    pub black_offers: Option<OfferWord>,
    /// White's pending offer.
    pub white_offers: Option<OfferWord>,
    /// What the caller may offer, ignoring the limit on repeated offers.
    pub may_offer: Vec<OfferWord>,
    /// The time left for the first move of the side to move, in milliseconds; null once its clock is running.
    pub first_move: Option<i64>,
    /// The rematch of the same players.
    pub rematch: Option<i64>,
}

/// Whether the player of a side is present.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct PresenceView {
    pub here: bool,
    /// How long the player has been absent, in milliseconds; null while present, or if they never came.
    pub away: Option<i64>,
    /// The time until the other player may claim the game, in milliseconds; null while the player is present.
    pub claim_in: Option<i64>,
}
