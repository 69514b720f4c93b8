//! Kinds of players, and the list of them.

use crate::options::SpecError;
use crate::player::{Player, PlayerFault};

/// A parameter of a player, for people to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name, as in `name=value`.
    pub name: &'static str,
    /// What holds if it is not given.
    pub default: &'static str,
    /// What it does.
    pub meaning: &'static str,
}

/// A kind of player.
pub trait Family: Sync {
    /// Returns the word that a player's text begins with.
    fn id(&self) -> &'static str;

    /// Returns how the whole text is written.
    fn usage(&self) -> &'static str;

    /// Says in a sentence how it plays.
    fn description(&self) -> &'static str;

    /// Lists what can be set.
    fn parameters(&self) -> &'static [Parameter];

    /// Lists members of the family worth naming, each with a description.
    fn members(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Understands what follows the id and its colon; `None` if nothing does.
    ///
    /// # Errors
    ///
    /// Says what is wrong with it. Nothing is started and no memory taken yet.
    fn recipe(&self, rest: Option<&str>) -> Result<Box<dyn Recipe>, SpecError>;
}

/// A player that can be seated any number of times, also at several boards at once.
pub trait Recipe: Send + Sync {
    /// Takes a seat.
    ///
    /// # Errors
    ///
    /// If the player cannot be used: a program that does not start, not enough memory.
    fn seat(&self) -> Result<Box<dyn Player>, PlayerFault>;

    /// Tells whether this is a person, who is asked elsewhere.
    fn is_human(&self) -> bool {
        false
    }
}

/// All kinds of players, in the order they are listed.
pub static FAMILIES: &[&dyn Family] = &[
    &crate::human::Human,
    &crate::random::Random,
    &crate::greedy::Greedy,
    &crate::level::Levels,
    &crate::engine::Engines,
    &crate::external::External,
];
