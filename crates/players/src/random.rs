//! Any legal move.

use outflank_engine::Dice;
use outflank_rules::Move;

use crate::family::{Family, Parameter, Recipe};
use crate::options::{SpecError, nothing_more};
use crate::player::{Player, PlayerFault, Turn};

/// The family `random`, and its only member.
#[derive(Clone, Copy)]
pub(crate) struct Random;

impl Family for Random {
    fn id(&self) -> &'static str {
        "random"
    }

    fn usage(&self) -> &'static str {
        "random"
    }

    fn description(&self) -> &'static str {
        "Plays any legal move, each as likely as the others."
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[]
    }

    fn recipe(&self, rest: Option<&str>) -> Result<Box<dyn Recipe>, SpecError> {
        nothing_more("random", rest)?;
        Ok(Box::new(Random))
    }
}

impl Recipe for Random {
    fn seat(&self) -> Result<Box<dyn Player>, PlayerFault> {
        Ok(Box::new(Random))
    }
}

impl Player for Random {
    fn choose(&mut self, turn: &Turn<'_>, dice: &mut Dice) -> Result<Move, PlayerFault> {
        let moves = turn.game.position().legal_moves();
        let square = moves.squares().nth(dice.below(moves.len()) as usize);
        square.map(Move::Place).ok_or(PlayerFault::NoMove)
    }
}
