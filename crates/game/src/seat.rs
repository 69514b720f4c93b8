//! Who sits at the board.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// The word for a person.
const PERSON: &str = "human";

/// Who plays a side: a person, or a program by the name that players are called by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum PlayerId {
    /// A person, spelled `human`.
    #[default]
    Person,
    /// A program: `level:7`, `nea:depth=5` ... Whether there is such a program is not known here.
    Program(String),
}

impl PlayerId {
    /// Tells whether this is a person, who has to be asked.
    #[must_use]
    pub const fn is_person(&self) -> bool {
        matches!(self, PlayerId::Person)
    }

    /// Returns the player as it is spelled: `human`, `level:7` ...
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            PlayerId::Person => PERSON,
            PlayerId::Program(name) => name,
        }
    }
}

impl From<&str> for PlayerId {
    fn from(text: &str) -> PlayerId {
        let text = text.trim();
        if text.eq_ignore_ascii_case(PERSON) { PlayerId::Person } else { PlayerId::Program(text.to_owned()) }
    }
}

impl FromStr for PlayerId {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<PlayerId, Infallible> {
        Ok(PlayerId::from(text))
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Who sits on one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seat {
    /// Who plays.
    pub player: PlayerId,
    /// A name for people to read; may be empty.
    pub name: String,
}

impl Seat {
    /// Seats a person; the name may be empty.
    #[must_use]
    pub fn person(name: impl Into<String>) -> Seat {
        Seat { player: PlayerId::Person, name: name.into() }
    }

    /// Seats a program, or a person if it is spelled `human`.
    #[must_use]
    pub fn program(player: &str) -> Seat {
        Seat { player: player.into(), name: String::new() }
    }

    /// Returns what to call whoever sits here: the name, or the player if there is none.
    #[must_use]
    pub fn called(&self) -> &str {
        if self.name.is_empty() { self.player.as_str() } else { &self.name }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_told_from_programs_by_one_word() {
        assert!(PlayerId::from("human").is_person() && PlayerId::from(" Human ").is_person());
        assert!(!PlayerId::from("human:2").is_person() && !PlayerId::from("").is_person());
        assert_eq!(PlayerId::from("level:7").to_string(), "level:7");
        assert_eq!(PlayerId::Person.to_string(), "human");
        assert_eq!([Seat::person("Ann").called(), Seat::person("").called()], ["Ann", "human"]);
    }
}
