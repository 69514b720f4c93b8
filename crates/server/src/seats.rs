//! Who may move for which side.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use outflank_game::{KeptGame, PersonId};
use outflank_rules::Color;
use rand::Rng;
use rand::distr::Alphanumeric;

use crate::people::Caller;

/// How long a key is, in letters and digits: more than 140 bits.
const KEY_LENGTH: usize = 24;

/// Somebody who looks at a game, perhaps with the key of a seat.
#[derive(Clone, Debug, Default)]
pub(crate) struct Viewer {
    key: Option<String>,
    /// Who it is on a public server; nobody in particular elsewhere.
    caller: Option<Caller>,
}

impl Viewer {
    /// Makes a viewer who shows a key, or none.
    pub(crate) fn with_key(key: Option<String>) -> Viewer {
        Viewer { key, caller: None }
    }

    /// Returns the same viewer, with a key if there was none.
    pub(crate) fn or_with_key(self, key: Option<String>) -> Viewer {
        Viewer { key: self.key.or(key), ..self }
    }

    /// Returns the same viewer as somebody.
    pub(crate) fn of(self, caller: &Caller) -> Viewer {
        Viewer { caller: Some(caller.clone()), ..self }
    }

    /// Returns who it is where people have names.
    pub(crate) fn caller(&self) -> Option<&Caller> {
        self.caller.as_ref().filter(|caller| !caller.is_at_home())
    }

    /// Returns the key that the viewer shows.
    pub(crate) fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// Returns who it is if they have shown it.
    pub(crate) fn known_person(&self) -> Option<&PersonId> {
        self.caller.as_ref().and_then(Caller::known_person)
    }

    /// Returns who it is by name, where people have names.
    pub(crate) fn person(&self) -> Option<&PersonId> {
        self.caller.as_ref().and_then(Caller::person)
    }

    /// Tells whether the viewer may move for a side: a person sits there, and it is this one.
    pub(crate) fn may_move(&self, kept: &KeptGame, side: Color) -> bool {
        kept.game.is_person(side) && self.sits(kept, side)
    }

    /// Tells whether the viewer sits on a side: where nobody has a name, the seat needs no key or the viewer
    /// has it. On a public server whoever took the seat sits there; before that, whoever has its key, or the
    /// owner if it needs none.
    pub(crate) fn sits(&self, kept: &KeptGame, side: Color) -> bool {
        let key = kept.key(side);
        let has_key = key == self.key.as_deref();
        let Some(caller) = self.caller() else { return key.is_none() || has_key };
        let is_caller = |person| Some(person) == caller.person();
        let rights = &kept.rights;
        match (&rights.people[side as usize], key) {
            (Some(person), _) => is_caller(person),
            (None, Some(_)) => has_key,
            (None, None) => kept.game.is_person(side) && rights.owner.as_ref().is_some_and(is_caller),
        }
    }

    /// Tells whether the viewer was given the link to look on, or is invited, or anybody may look on.
    pub(crate) fn may_watch(&self, kept: &KeptGame) -> bool {
        let keys = [&kept.rights.watch_key, &kept.remote.invitation];
        kept.rights.is_on_air || (self.key.is_some() && keys.contains(&&self.key))
    }

    /// Tells whether the viewer may do what concerns the whole game: one who has a key of it, or anybody if
    /// it has none; on a public server its owner or one who plays.
    pub(crate) fn belongs_to(&self, kept: &KeptGame) -> bool {
        let mut sides = Color::BOTH.into_iter();
        let Some(caller) = self.caller() else {
            return kept.keys.iter().all(Option::is_none) || sides.any(|side| self.has_key_of(kept, side));
        };
        let owner = kept.rights.owner.as_ref();
        let is_owner = owner.is_some() && owner == caller.person();
        is_owner || caller.is_admin() || sides.any(|side| self.sits(kept, side))
    }

    /// Returns the key of the viewer's seat in a rematch, where everybody sits on the other side.
    pub(crate) fn key_after(&self, old: &KeptGame, new: &KeptGame) -> Option<String> {
        self.side_in(old).and_then(|side| new.key(!side)).map(str::to_owned)
    }

    /// Returns the side the viewer has in a game between people who do not sit together: that of the key they
    /// show if they have both.
    pub(crate) fn side_in(&self, kept: &KeptGame) -> Option<Color> {
        let sits = |&side: &Color| kept.key(side).is_some() && self.sits(kept, side);
        let shown = Color::BOTH.into_iter().find(|side| sits(side) && self.has_key_of(kept, *side));
        shown.or_else(|| Color::BOTH.into_iter().find(sits))
    }

    /// Tells whether the viewer has the key of a side.
    pub(crate) fn has_key_of(&self, kept: &KeptGame, side: Color) -> bool {
        let key = kept.key(side);
        key.is_some() && key == self.key.as_deref()
    }
}

impl<S: Sync> FromRequestParts<S> for Viewer {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Viewer, Self::Rejection> {
        let caller = Caller::from_request_parts(parts, state).await?;
        let key = parts.headers.get("x-seat-key").and_then(|value| value.to_str().ok());
        Ok(Viewer { key: key.map(str::to_owned), caller: Some(caller) })
    }
}

/// Makes a key that nobody can guess.
pub(crate) fn new_key() -> String {
    rand::rng().sample_iter(Alphanumeric).take(KEY_LENGTH).map(char::from).collect()
}
