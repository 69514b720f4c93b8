//! The move that turns over most discs.

use outflank_engine::Dice;
use outflank_rules::{Move, Square};

use crate::family::{Family, Make, Recipe};
use crate::player::{Player, PlayerFault, Turn};

/// The family `greedy`.
pub(crate) const GREEDY: Family = Family {
    id: "greedy",
    usage: "greedy",
    description: "Plays the move that turns over the most discs, the first of equals.",
    parameters: &[],
    members: Vec::new,
    make: Make::of_options(|_| Ok(Box::new(Greedy))),
};

/// A player of the move that turns over most discs.
#[derive(Clone, Copy)]
pub(crate) struct Greedy;

impl Recipe for Greedy {
    fn seat(&self) -> Result<Box<dyn Player>, PlayerFault> {
        Ok(Box::new(Greedy))
    }
}

impl Player for Greedy {
    fn choose(&mut self, turn: Turn<'_>, _dice: &mut Dice) -> Result<Move, PlayerFault> {
        let position = turn.game.position();
        let mut squares: Vec<Square> = position.legal_moves().squares().collect();
        // `max_by_key` keeps the last of equals, so the squares come in reverse.
        squares.reverse();
        let most = squares.into_iter().max_by_key(|&square| position.flips(square).len());
        most.map(Move::Place).ok_or(PlayerFault::NoMove)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use outflank_rules::{Game, Position};

    use super::*;

    fn choice(position: Position) -> String {
        let game = Game::new(position);
        Greedy.choose(Turn::new(&game, Duration::from_secs(1)), &mut Dice::new(0)).unwrap().to_string()
    }

    #[test]
    fn greedy_turns_over_most_discs_and_takes_the_first_of_equals() {
        assert_eq!(choice(Position::start()), "d3");
        // a1 turns over one disc, h2 six.
        let text = format!("-OX-----XOOOOOO-{}X", "-".repeat(48));
        assert_eq!(choice(text.parse().unwrap()), "h2");
    }
}
