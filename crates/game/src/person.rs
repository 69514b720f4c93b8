//! People of a shared server, and what a game is to them.

use std::fmt;

/// How the name of a guest begins.
const GUEST: &str = "g-";

/// Names somebody who uses a shared server: an account, or a guest. In a studio of one person nobody has such
/// a name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PersonId(String);

impl PersonId {
    /// How databases write that something is nobody's, and not everybody's either.
    pub const NOBODY: &'static str = "-";

    /// Returns whose something is that is nobody's, and not everybody's either: nobody has this name.
    #[must_use]
    pub fn nobody() -> PersonId {
        PersonId(PersonId::NOBODY.to_owned())
    }

    /// Makes the name of a guest out of letters that nobody else has.
    #[must_use]
    pub fn guest(unique: &str) -> PersonId {
        PersonId(format!("{GUEST}{unique}"))
    }

    /// Makes the name of an account out of letters that nobody else has.
    #[must_use]
    pub fn account(unique: &str) -> PersonId {
        PersonId(format!("a-{unique}"))
    }

    /// Tells whether this is a guest: somebody without an account.
    #[must_use]
    pub fn is_guest(&self) -> bool {
        self.0.starts_with(GUEST)
    }

    /// Returns the name as databases keep it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<String> for PersonId {
    fn from(text: String) -> PersonId {
        PersonId(text)
    }
}

impl fmt::Display for PersonId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// What a game is to people on a shared server. A game of one person's studio has none of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRights {
    /// Whose game it is; `None` if it is everybody's who uses the studio.
    pub owner: Option<PersonId>,
    /// Who sits where, black first, as far as they have shown themselves.
    pub people: [Option<PersonId>; 2],
    /// What somebody must show to look on; `None` if nobody was given it.
    pub watch_key: Option<String>,
    /// Whether anybody may look on: the game was made in the lobby.
    pub is_on_air: bool,
}

/// An account that plays in a game of a shared server, and how strong it is believed to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountSeat {
    /// The name of the account.
    pub name: String,
    /// Its rating: before the game, once that has counted, and otherwise at present.
    pub rating: i32,
    /// Whether too few games are known for the rating to say much.
    pub is_provisional: bool,
    /// What the game has changed the rating by; `None` unless it has counted.
    pub change: Option<i32>,
}

impl GameRights {
    /// Tells whether somebody plays in the game or owns it.
    #[must_use]
    pub fn concern(&self, person: &PersonId) -> bool {
        self.owner.iter().chain(self.people.iter().flatten()).any(|one| one == person)
    }
}
