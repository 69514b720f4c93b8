//! Kinds of players, and the list of them.

use std::sync::Arc;

use outflank_engine::{Dice, Stopper};
use outflank_rules::{Board, Game};

use crate::heritage;
use crate::options::{Options, SpecError};
use crate::player::{Player, PlayerFault};
use crate::pool::EnginePool;

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
#[derive(Debug)]
pub struct Family {
    /// The word that a player's text begins with.
    pub id: &'static str,
    /// How the whole text is written.
    pub usage: &'static str,
    /// How it plays, in a sentence.
    pub description: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// Lists members of the family worth naming, each with a description.
    pub(crate) members: fn() -> Vec<(String, String)>,
    /// How a recipe is made.
    pub(crate) make: Make,
}

/// How a recipe is made of what follows the id and its colon.
#[derive(Debug)]
pub(crate) enum Make {
    /// Of options `name=value`.
    OfOptions(fn(&Options<'_>) -> Result<Box<dyn Recipe>, SpecError>),
    /// Of a text of another form.
    OfText(fn(&str) -> Result<Box<dyn Recipe>, SpecError>),
    /// Not at all: players are only named here (see the feature `play`).
    Never,
}

impl Make {
    /// Of options `name=value`.
    pub(crate) const fn of_options(make: fn(&Options<'_>) -> Result<Box<dyn Recipe>, SpecError>) -> Make {
        if cfg!(feature = "play") { Make::OfOptions(make) } else { Make::Never }
    }

    /// Of a text of another form.
    pub(crate) const fn of_text(make: fn(&str) -> Result<Box<dyn Recipe>, SpecError>) -> Make {
        if cfg!(feature = "play") { Make::OfText(make) } else { Make::Never }
    }
}

impl Family {
    /// Lists members of the family worth naming, each with a description.
    #[must_use]
    pub fn members(&self) -> Vec<(String, String)> {
        (self.members)()
    }

    /// Understands what follows the id and its colon. Nothing is started and no memory taken yet.
    pub(crate) fn recipe(&self, text: &str) -> Result<Box<dyn Recipe>, SpecError> {
        match self.make {
            Make::OfOptions(make) => make(&Options::parse(self.id, text, self.parameters)?),
            Make::OfText(make) => make(text),
            Make::Never => Err(SpecError::new(format!("{}: nobody plays here", self.id))),
        }
    }
}

/// A player that can be seated any number of times, also at several boards at once.
pub trait Recipe: Send + Sync {
    /// Takes a seat.
    ///
    /// # Errors
    ///
    /// If the player cannot be used: a program that does not start, not enough memory.
    fn seat(&self) -> Result<Box<dyn Player>, PlayerFault>;

    /// Takes a seat and, instead of holding an engine of its own, borrows one of a pool for each move.
    ///
    /// # Errors
    ///
    /// As [`Recipe::seat`].
    fn seat_with(&self, _engines: &Arc<EnginePool>) -> Result<Box<dyn Player>, PlayerFault> {
        self.seat()
    }

    /// Tells whether the player was told to use the opponent's time.
    fn ponders(&self) -> bool {
        false
    }

    /// Goes to school; `None` if the player has nothing to learn.
    fn pupil(&self) -> Option<Box<dyn Pupil>> {
        None
    }

    /// Lists what the player's evaluation of a board is made of; `None` if it has none that is a sum of such
    /// terms.
    fn terms(&self, _board: Board) -> Option<Vec<Term>> {
        None
    }

    /// Tells whether this is a person, who is asked elsewhere.
    fn is_human(&self) -> bool {
        false
    }
}

/// A term of an evaluation, as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// What is looked at, one word: `corners`, `frontier`.
    pub name: &'static str,
    /// How much of it there is, as a rule own minus the opponent's.
    pub amount: f64,
    /// What one of it is worth.
    pub weight: f64,
}

impl Term {
    /// Returns what the term adds to the value.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.weight * self.amount
    }
}

/// A player that learns by playing against itself, and from games of others. What it learned is a text that
/// seated players read.
pub trait Pupil: Send {
    /// Plays a game against itself and learns from it. When it is stopped the game is left, and the search
    /// under way teaches nothing.
    fn lesson(&mut self, dice: &mut Dice, stopper: &Stopper);

    /// Learns from a game that others played. When it is stopped the game is left.
    fn study(&mut self, game: &Game, stopper: &Stopper);

    /// Returns all that was learned, also what was known before, as the text of a file.
    fn notes(&self) -> String;
}

/// All kinds of players, in the order they are listed.
pub static FAMILIES: &[Family] = &[
    crate::human::HUMAN,
    crate::random::RANDOM,
    crate::greedy::GREEDY,
    crate::level::LEVEL,
    crate::engine::ENGINE,
    heritage::NEA,
    heritage::CLIENT_BEGINNER,
    heritage::CLIENT_EASY,
    heritage::CLIENT_MEDIUM,
    heritage::CLIENT_HARD,
    heritage::CLIENT_EXPERT,
    heritage::OM_BEGINNER,
    heritage::OM_NOVICE,
    heritage::OM_EXPERT,
    heritage::OM_PREMASTER,
    heritage::OM_MASTER,
    heritage::AGENT,
    heritage::SCOUT,
    crate::external::EXTERNAL,
];
