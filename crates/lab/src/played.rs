//! One game between two players.

use std::time::{Duration, Instant};

use outflank_game::{Ending, GameInPlay, GameResult, MoveRefused};
use outflank_players::{Dice, Player, PlayerFault, SeriesPlace, Stopper, Turn};
use outflank_rules::Color;

use crate::adjudicator::Adjudicator;

/// What a side spent on a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TimeSpent {
    /// The time for all its moves.
    pub total: Duration,
    /// The time for its slowest move.
    pub longest: Duration,
    /// How many moves it chose.
    pub moves: u32,
    /// The boards it visited, for players that count them.
    pub nodes: Option<u64>,
    /// What became of its pondering, for players that ponder.
    pub pondered: Option<Pondered>,
}

/// What became of thinking on the opponent's time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pondered {
    /// How many of its moves it had pondered for.
    pub moves: u32,
    /// For how many of them the opponent had made the expected move.
    pub hits: u32,
}

impl TimeSpent {
    /// Adds what was spent on another game.
    pub fn add(&mut self, other: &TimeSpent) {
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
        self.moves += other.moves;
        if let Some(nodes) = other.nodes {
            *self.nodes.get_or_insert(0) += nodes;
        }
        if let Some(more) = other.pondered {
            let pondered = self.pondered.get_or_insert_default();
            pondered.moves += more.moves;
            pondered.hits += more.hits;
        }
    }

    /// Takes note of a move.
    fn note(&mut self, player: &dyn Player, spent: Duration) {
        let expected = player.expected_reply();
        self.add(&TimeSpent {
            total: spent,
            longest: spent,
            moves: 1,
            nodes: player.nodes(),
            pondered: expected.map(|hit| Pondered { moves: 1, hits: hit.into() }),
        });
    }
}

/// A game that was played.
#[derive(Debug)]
pub struct Played {
    /// The game: all moves, those of the opening included, and how it ended. Not to the end if it was
    /// forfeited, adjudicated or broken off.
    pub game: GameInPlay,
    /// Black's discs minus white's, empty squares to the winner; 64 if the other side forfeited or resigned.
    pub score: i32,
    /// The time of black and of white.
    pub thinking: [TimeSpent; 2],
    /// What the side did that forfeited the game.
    pub fault: Option<PlayerFault>,
}

impl Played {
    /// Returns how it ended. Every game here did: one that was interrupted was aborted.
    #[must_use]
    pub fn ending(&self) -> Ending {
        self.game.result().map_or(Ending::Aborted, |result| result.ending)
    }

    /// Returns who lost; `None` for a draw.
    pub(crate) fn loser(&self) -> Option<Color> {
        self.game.result().and_then(|result| result.loser())
    }

    /// Ends a game by the fault of a side.
    pub(crate) fn forfeited(
        mut game: GameInPlay,
        side: Color,
        fault: PlayerFault,
        thinking: [TimeSpent; 2],
    ) -> Played {
        game.end(GameResult::lost_by(Ending::Forfeited, side));
        Played { score: game.score(), game, thinking, fault: Some(fault) }
    }
}

/// Plays a game from its current position, one of a series; players and dice are black's and white's. It ends
/// early if there is an adjudicator that knows its score, and is left at once when it is stopped, also in
/// mid-thought.
pub fn play(
    mut game: GameInPlay,
    players: [&mut dyn Player; 2],
    dice: [&mut Dice; 2],
    (time, series): (Duration, SeriesPlace),
    adjudicator: Option<&Adjudicator>,
    stopper: &Stopper,
) -> Played {
    let mut thinking = [TimeSpent::default(); 2];
    let mut watch = adjudicator.map(Adjudicator::watch);
    let mut decided = None;
    while let Some(side) = game.turn() {
        let seat = side as usize;
        if stopper.is_stopped() {
            game.end(GameResult { ending: Ending::Aborted, winner: None });
            break;
        }
        if game.pass_if_forced().is_some() {
            continue;
        }
        decided = watch.as_mut().and_then(|watch| watch.score(game.position()));
        if let Some(score) = decided {
            game.end(GameResult::of_score(Ending::Adjudicated, score));
            break;
        }
        let started = Instant::now();
        let turn = Turn::new(game.history(), time).stopped_by(stopper).in_series(series);
        let chosen = players[seat].choose(turn, dice[seat]);
        let spent = started.elapsed();
        if stopper.is_stopped() {
            // Whatever was chosen in a hurry is not the player's move.
            continue;
        }
        thinking[seat].note(players[seat], spent);
        let made = chosen.and_then(|played| match game.play(played, spent) {
            Err(MoveRefused::Illegal(reason)) => Err(PlayerFault::Program(reason.into())),
            // There are no clocks, and the game is on.
            Ok(_) | Err(_) => Ok(()),
        });
        if let Err(PlayerFault::Resigned) = made {
            game.end(GameResult::lost_by(Ending::Resigned, side));
        } else if let Err(fault) = made {
            players.into_iter().for_each(|player| player.rest());
            return Played::forfeited(game, side, fault, thinking);
        }
    }
    // Nobody thinks about a game that is over.
    players.into_iter().for_each(|player| player.rest());
    let score = decided.unwrap_or_else(|| game.score());
    Played { game, score, thinking, fault: None }
}
