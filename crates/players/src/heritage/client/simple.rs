//! The two levels that look no further than their own move.

use outflank_engine::Dice;
use outflank_rules::{Board, Move, Portable, Square};

use crate::family::{Parameter, Recipe};
use crate::greedy::Greedy;
use crate::heritage::found::FoundMoves;
use crate::openings::with_openings;
use crate::options::{Options, SpecError};
use crate::player::{Player, PlayerFault, Turn};
use crate::random::Random;

/// The parameter that names the list of moves.
pub(super) const MOVES: Parameter = Parameter {
    name: "moves",
    default: "found",
    meaning: "the list of moves: found, as its report prints it (from own disc to own disc, a move once for each line it turns over), or rows, each legal move once",
};

/// Which of the moves it found a level plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SimpleLevel {
    /// Any of the list, in which a move may stand several times.
    Beginner,
    /// The one that leaves most own discs, the first of equals.
    Easy,
}

/// Makes a level with the list of moves that is asked for.
pub(super) fn recipe(options: &Options<'_>, level: SimpleLevel) -> Result<Box<dyn Recipe>, SpecError> {
    let is_found = options.choice(MOVES.name, &[("found", true), ("rows", false)])?.unwrap_or(true);
    match level {
        level if is_found => with_openings(options, level),
        SimpleLevel::Beginner => with_openings(options, Random),
        // Most own discs afterwards is most discs turned over.
        SimpleLevel::Easy => with_openings(options, Greedy),
    }
}

impl SimpleLevel {
    fn square(self, board: Board, dice: &mut Dice) -> Option<Square> {
        let mut moves = FoundMoves::new(board);
        match self {
            SimpleLevel::Beginner => {
                let count = u32::try_from(moves.count()).unwrap_or(u32::MAX);
                moves.nth(dice.below(count) as usize)
            }
            SimpleLevel::Easy => {
                let discs = |square| board.flips(Portable, square).len();
                moves.reduce(|best, next| if discs(next) > discs(best) { next } else { best })
            }
        }
    }
}

impl Recipe for SimpleLevel {
    fn seat(&self) -> Result<Box<dyn Player>, PlayerFault> {
        Ok(Box::new(*self))
    }
}

impl Player for SimpleLevel {
    fn choose(&mut self, turn: Turn<'_>, dice: &mut Dice) -> Result<Move, PlayerFault> {
        let square = self.square(turn.game.position().board(), dice);
        square.map(Move::Place).ok_or(PlayerFault::NoMove)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heritage::steps::by_hand::board;

    #[test]
    fn the_beginner_draws_from_a_list_with_repetitions() {
        // c1 is found three times, c3 once.
        let position = board(&["xo-", "-o-o", "x---x"]);
        let mut dice = Dice::new(1);
        let drawn = (0..4000).filter(|_| {
            SimpleLevel::Beginner.square(position, &mut dice).is_some_and(|square| square == Square::C1)
        });
        let share = drawn.count();
        assert!((2850..3150).contains(&share), "{share} of 4000");
    }

    #[test]
    fn easy_takes_the_first_found_of_equals() {
        // c3 is found before c1, and each turns over ... c1 three lines, so that it is best.
        let mut dice = Dice::new(1);
        let mut easy = |rows: &[&str]| SimpleLevel::Easy.square(board(rows), &mut dice).unwrap().to_string();
        assert_eq!(easy(&["xo-", "-o-o", "x---x"]), "c1");
        assert_eq!(easy(&["xo-", "-o-"]), "c3");
    }
}
