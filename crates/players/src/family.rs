//! Kinds of players, and the list of them.

use outflank_engine::Dice;
use outflank_rules::Board;

use crate::heritage;
use crate::options::SpecError;
use crate::player::{Player, PlayerFault};
use crate::term::Term;

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

    /// Goes to school; `None` if the player has nothing to learn.
    fn pupil(&self) -> Option<Box<dyn Pupil>> {
        None
    }

    /// Lists what the player's evaluation of a board is made of; `None` if it has none that is a sum of such terms.
    fn terms(&self, _board: Board) -> Option<Vec<Term>> {
        None
    }

    /// Tells whether this is a person, who is asked elsewhere.
    fn is_human(&self) -> bool {
        false
    }
}

/// A player that learns by playing against itself. What it learned is a text that seated players read and never
/// change.
pub trait Pupil: Send {
    /// Plays a game against itself and learns from it; it is left before the next move when `stop` says so.
    fn lesson(&mut self, dice: &mut Dice, stop: &dyn Fn() -> bool);

    /// Returns all that was learned, also what was known before, as the text of a file.
    fn notes(&self) -> String;
}

/// All kinds of players, in the order they are listed.
pub static FAMILIES: &[&dyn Family] = &[
    &crate::human::Human,
    &crate::random::Random,
    &crate::greedy::Greedy,
    &crate::level::Levels,
    &crate::engine::Engines,
    &heritage::Nea,
    &heritage::CLIENT_BEGINNER,
    &heritage::CLIENT_EASY,
    &heritage::CLIENT_MEDIUM,
    &heritage::CLIENT_HARD,
    &heritage::CLIENT_EXPERT,
    &heritage::OM_BEGINNER,
    &heritage::OM_NOVICE,
    &heritage::OM_EXPERT,
    &heritage::OM_PREMASTER,
    &heritage::OM_MASTER,
    &heritage::Agent,
    &heritage::Scout,
    &crate::external::External,
];
