//! Who may move for which side.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use outflank_game::KeptGame;
use outflank_rules::Color;
use rand::Rng;
use rand::distr::Alphanumeric;

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

    /// Returns the same viewer, with a key if there was none.
    pub(crate) fn or_with_key(self, key: Option<String>) -> Viewer {
        Viewer { key: self.key.or(key) }
    }

    /// Tells whether the viewer may move for a side: a person sits there, and the seat needs no key or the
    /// viewer has it.
    pub(crate) fn may_move(&self, kept: &KeptGame, side: Color) -> bool {
        let key = kept.key(side);
        kept.game.is_person(side) && (key.is_none() || key == self.key.as_deref())
    }

    /// Tells whether the viewer may do what concerns the whole game: one who has a key of it, or anybody if
    /// it has none.
    pub(crate) fn belongs_to(&self, kept: &KeptGame) -> bool {
        kept.keys.iter().all(Option::is_none)
            || Color::BOTH.into_iter().any(|side| self.has_key_of(kept, side))
    }

    /// Returns the key of the viewer's seat in a rematch, where everybody sits on the other side.
    pub(crate) fn key_after(&self, old: &KeptGame, new: &KeptGame) -> Option<String> {
        let own = Color::BOTH.into_iter().find(|&side| self.has_key_of(old, side));
        own.and_then(|side| new.key(!side)).map(str::to_owned)
    }

    /// Tells whether the viewer has the key of a side.
    pub(crate) fn has_key_of(&self, kept: &KeptGame, side: Color) -> bool {
        let key = kept.key(side);
        key.is_some() && key == self.key.as_deref()
    }
}

impl<S: Sync> FromRequestParts<S> for Viewer {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Viewer, Self::Rejection> {
        let key = parts.headers.get("x-seat-key").and_then(|value| value.to_str().ok());
        Ok(Viewer { key: key.map(str::to_owned) })
    }
}

/// Makes a key that nobody can guess.
pub(crate) fn new_key() -> String {
    rand::rng().sample_iter(Alphanumeric).take(KEY_LENGTH).map(char::from).collect()
}
