//! A player who takes part in a game, and what they are called.

use outflank_game::{PlayerId, Seat};

use crate::entrant::Entrant;

/// A player who takes part in a game.
#[derive(Clone, Debug)]
pub struct Participant {
    /// The player.
    pub entrant: Entrant,
    /// What a person is called; may be empty.
    pub name: String,
}

impl Participant {
    /// Returns what to call the player.
    #[must_use]
    pub fn called(&self) -> String {
        self.seat().called().to_owned()
    }

    /// Returns the seat of the player in a game.
    #[must_use]
    pub fn seat(&self) -> Seat {
        Seat { player: PlayerId::from(self.entrant.to_string().as_str()), name: self.name.clone() }
    }
}

impl From<Entrant> for Participant {
    fn from(entrant: Entrant) -> Participant {
        Participant { entrant, name: String::new() }
    }
}
