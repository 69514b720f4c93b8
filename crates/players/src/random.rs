//! Any legal move.

use outflank_engine::Dice;
use outflank_rules::Move;

use crate::family::{Family, Make, Recipe};
use crate::player::{Player, PlayerFault, Turn};

/// The family `random`.
pub(crate) const RANDOM: Family = Family {
    id: "random",
    usage: "random",
    description: "Plays any legal move, all equally likely.",
    parameters: &[],
    members: Vec::new,
    make: Make::of_options(|_| Ok(Box::new(Random))),
};

/// A player of random moves.
#[derive(Clone, Copy)]
pub(crate) struct Random;

impl Recipe for Random {
    fn seat(&self) -> Result<Box<dyn Player>, PlayerFault> {
        Ok(Box::new(Random))
    }
}

impl Player for Random {
    fn choose(&mut self, turn: Turn<'_>, dice: &mut Dice) -> Result<Move, PlayerFault> {
        let moves = turn.game.position().legal_moves();
        let square = moves.squares().nth(dice.below(moves.len()) as usize);
        square.map(Move::Place).ok_or(PlayerFault::NoMove)
    }
}
