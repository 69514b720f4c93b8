//! One game between two players.

use std::time::{Duration, Instant};

use outflank_players::{Dice, Player, PlayerFault, Turn};
use outflank_rules::{Color, Game, Move};

use crate::adjudicator::Adjudicator;

/// How a game came to its end.
#[derive(Debug)]
pub enum Ended {
    /// By the rules: neither side can move.
    Finished,
    /// One side did something it must not do, and loses all discs.
    Forfeit {
        /// Who.
        side: Color,
        /// What it did.
        fault: PlayerFault,
    },
    /// Its exact value was found before the end.
    Adjudicated,
    /// It was interrupted and does not count.
    Interrupted,
}

/// What a side spent on a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Thinking {
    /// The time for all its moves.
    pub total: Duration,
    /// The time for its slowest move.
    pub longest: Duration,
    /// How many moves it chose.
    pub moves: u32,
    /// The boards it visited, for players that count them.
    pub nodes: Option<u64>,
}

impl Thinking {
    /// Adds what was spent on another game.
    pub fn add(&mut self, other: &Thinking) {
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
        self.moves += other.moves;
        if let Some(nodes) = other.nodes {
            *self.nodes.get_or_insert(0) += nodes;
        }
    }
}

/// A game that was played.
#[derive(Debug)]
pub struct Played {
    /// All moves, those of the opening included; not to the end if it was forfeited or adjudicated.
    pub game: Game,
    /// Black's discs minus white's, empty squares to the winner; 64 if the other side forfeited.
    pub score: i32,
    /// The time of black and of white.
    pub thinking: [Thinking; 2],
    /// How it ended.
    pub ended: Ended,
}

/// Plays a game from the current position of `opening`; players and dice are black's and white's. It ends
/// early if there is an adjudicator that knows its score, and is left before the next move when `stop` says
/// so.
pub fn play(
    players: [&mut dyn Player; 2],
    dice: [&mut Dice; 2],
    opening: &Game,
    time: Duration,
    adjudicator: Option<&Adjudicator>,
    stop: &dyn Fn() -> bool,
) -> Played {
    let mut game = opening.clone();
    let mut decided = None;
    let mut thinking = [Thinking::default(); 2];
    let ended = loop {
        let position = game.position();
        let side = position.side_to_move();
        let seat = side as usize;
        if position.is_finished() {
            break Ended::Finished;
        }
        if stop() {
            break Ended::Interrupted;
        }
        if position.must_pass() {
            if game.play(Move::Pass).is_err() {
                break Ended::Finished;
            }
            continue;
        }
        decided = adjudicator.and_then(|adjudicator| adjudicator.score(position));
        if decided.is_some() {
            break Ended::Adjudicated;
        }
        let started = Instant::now();
        let chosen = players[seat].choose(&Turn { game: &game, time }, dice[seat]);
        let spent = started.elapsed();
        thinking[seat].total += spent;
        thinking[seat].longest = thinking[seat].longest.max(spent);
        thinking[seat].moves += 1;
        if let Some(nodes) = players[seat].nodes() {
            *thinking[seat].nodes.get_or_insert(0) += nodes;
        }
        let made =
            chosen.and_then(|played| game.play(played).map_err(|reason| PlayerFault::Program(reason.into())));
        if let Err(fault) = made {
            break Ended::Forfeit { side, fault };
        }
    };
    let score = match ended {
        Ended::Forfeit { side: Color::Black, .. } => -64,
        Ended::Forfeit { side: Color::White, .. } => 64,
        Ended::Finished | Ended::Adjudicated | Ended::Interrupted => {
            decided.unwrap_or_else(|| game.position().score())
        }
    };
    Played { game, score, thinking, ended }
}
