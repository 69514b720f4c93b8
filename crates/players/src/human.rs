//! A person; the program that shows the board asks for the moves.

use crate::family::{Family, Make, Recipe};
use crate::player::{Player, PlayerFault};

/// The family `human`.
pub(crate) const HUMAN: Family = Family {
    id: "human",
    usage: "human",
    description: "You: types or clicks the moves (in `outflank play` only).",
    parameters: &[],
    members: Vec::new,
    make: Make::of_options(|_| Ok(Box::new(Human))),
};

/// A person.
pub(crate) struct Human;

impl Recipe for Human {
    fn seat(&self) -> Result<Box<dyn Player>, PlayerFault> {
        Err(PlayerFault::NeedsBoard)
    }

    fn is_human(&self) -> bool {
        true
    }
}
