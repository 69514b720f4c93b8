//! A person; the program that shows the board asks for the moves.

use crate::family::{Family, Parameter, Recipe};
use crate::options::{SpecError, nothing_more};
use crate::player::{Player, PlayerFault};

/// The family `human`.
pub(crate) struct Human;

impl Family for Human {
    fn id(&self) -> &'static str {
        "human"
    }

    fn usage(&self) -> &'static str {
        "human"
    }

    fn description(&self) -> &'static str {
        "You: types or clicks the moves (in `outflank play` only)."
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[]
    }

    fn recipe(&self, rest: Option<&str>) -> Result<Box<dyn Recipe>, SpecError> {
        nothing_more("human", rest)?;
        Ok(Box::new(Human))
    }
}

impl Recipe for Human {
    fn seat(&self) -> Result<Box<dyn Player>, PlayerFault> {
        Err(PlayerFault::NeedsBoard)
    }

    fn is_human(&self) -> bool {
        true
    }
}
