//! Who may move for which side.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use outflank_rules::Color;
use outflank_store::GameRow;
use rand::Rng;
use rand::distr::Alphanumeric;

use crate::replay::{is_human, seat};

/// How long a key is, in letters and digits: more than 140 bits.
const KEY_LENGTH: usize = 24;

/// Somebody who looks at a game, perhaps with the key of a seat.
#[derive(Clone, Debug, Default)]
pub(crate) struct Viewer {
    key: Option<String>,
}

impl Viewer {
    /// Makes a viewer who shows a key, or none.
    pub(crate) fn with_key(key: Option<String>) -> Viewer {
        Viewer { key }
    }

    /// Tells whether the viewer may move for a side: a person sits there, and the seat needs no key or the viewer has it.
    pub(crate) fn may_move(&self, row: &GameRow, side: Color) -> bool {
        let seat = seat(row, side);
        is_human(seat) && (seat.key.is_none() || seat.key == self.key)
    }

    /// Tells whether the viewer may do what concerns the whole game: one who has a key of it, or anybody if it has none.
    pub(crate) fn belongs_to(&self, row: &GameRow) -> bool {
        let keys = [&row.black.key, &row.white.key];
        keys.iter().all(|key| key.is_none()) || keys.iter().any(|key| key.is_some() && **key == self.key)
    }

    /// Returns the key of the viewer's seat in a rematch, where everybody sits on the other side.
    pub(crate) fn key_after(&self, old: &GameRow, new: &GameRow) -> Option<String> {
        let own = [Color::Black, Color::White].into_iter().find(|&side| self.has_key_of(old, side));
        own.and_then(|side| seat(new, !side).key.clone())
    }

    /// Tells whether the viewer has the key of a side.
    pub(crate) fn has_key_of(&self, row: &GameRow, side: Color) -> bool {
        let key = &seat(row, side).key;
        key.is_some() && *key == self.key
    }
}

impl<S: Sync> FromRequestParts<S> for Viewer {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Viewer, Self::Rejection> {
        let key = parts.headers.get("x-seat-key").and_then(|value| value.to_str().ok());
        Ok(Viewer { key: key.map(str::to_owned) })
    }
}

/// Tells whether two people play who do not sit together.
pub(crate) fn by_invitation(row: &GameRow) -> bool {
    row.black.key.is_some() && row.white.key.is_some()
}

/// Makes a key that nobody can guess.
pub(crate) fn new_key() -> String {
    rand::rng().sample_iter(Alphanumeric).take(KEY_LENGTH).map(char::from).collect()
}
