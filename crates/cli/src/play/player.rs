//! Who moves: a human at the keyboard or one of the two simplest programs.

use std::fmt;
use std::str::FromStr;

use outflank_rules::{Position, Square};

/// A player that `outflank play` can seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    /// Types its moves.
    Human,
    /// Plays any legal move, each as likely as the others.
    Random,
    /// Plays the move that turns over most discs, the first of equals.
    Greedy,
}

impl Player {
    /// All players, in the order they are listed.
    const ALL: [Player; 3] = [Player::Human, Player::Random, Player::Greedy];

    /// Chooses a square; `None` if the player is human or there is no legal move.
    pub(crate) fn choose(self, position: Position, dice: &mut Dice) -> Option<Square> {
        let moves = position.legal_moves();
        match self {
            Player::Human => None,
            Player::Random => moves.squares().nth(dice.below(moves.len()) as usize),
            // `max_by_key` keeps the last of equals, so the squares come in reverse.
            Player::Greedy => {
                let mut squares: Vec<Square> = moves.squares().collect();
                squares.reverse();
                squares.into_iter().max_by_key(|&square| position.flips(square).len())
            }
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Player::Human => "human",
            Player::Random => "random",
            Player::Greedy => "greedy",
        })
    }
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Player, String> {
        let known = Player::ALL.into_iter().find(|player| player.to_string() == text.to_lowercase());
        known.ok_or_else(|| {
            let names: Vec<String> = Player::ALL.iter().map(ToString::to_string).collect();
            format!("there is no player {text:?}; there are {}", names.join(", "))
        })
    }
}

/// Random numbers that are the same for the same seed on every machine (SplitMix64).
#[derive(Clone, Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    /// Starts the sequence that belongs to `seed`.
    pub(crate) const fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// Returns a number below `limit`, or 0 if `limit` is 0. The bias, below 2^-58 for board-sized limits,
    /// does not matter here.
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^= word >> 31;
        ((u128::from(word) * u128::from(limit)) >> 64) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_fixes_the_whole_game() {
        let play = |seed| {
            let mut dice = Dice::new(seed);
            let mut game = outflank_rules::Game::new(Position::start());
            while let Some(square) = Player::Random.choose(game.position(), &mut dice) {
                game.place(square).unwrap();
            }
            game.transcript()
        };
        assert_eq!(play(1), play(1));
        assert_ne!(play(1), play(2));
    }

    #[test]
    fn greedy_turns_over_most_discs_and_takes_the_first_of_equals() {
        let mut dice = Dice::new(0);
        assert_eq!(Player::Greedy.choose(Position::start(), &mut dice), "d3".parse().ok());
        // a1 turns over one disc, h2 six.
        let text = format!("-OX-----XOOOOOO-{}X", "-".repeat(48));
        let position: Position = text.parse().unwrap();
        let choice = Player::Greedy.choose(position, &mut dice).unwrap();
        assert_eq!(choice.to_string(), "h2");
    }

    #[test]
    fn an_unknown_player_is_answered_with_the_known_ones() {
        let message = "deep-blue".parse::<Player>().unwrap_err();
        assert_eq!(message, "there is no player \"deep-blue\"; there are human, random, greedy");
    }
}
