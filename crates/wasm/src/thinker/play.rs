//! Moves of players.

use std::time::Duration;

use outflank_engine::{Dice, Truth};
use outflank_players::{Entrant, PlayerFault, Thought, Turn};
use outflank_rules::{Game, Move};

use super::task::{Chosen, ThinkerFault, Thinking};
use super::{PageThinker, position_of};

/// A game that somebody has to move in.
pub(super) struct Asked<'a> {
    pub(super) player: &'a str,
    pub(super) start: &'a str,
    pub(super) moves: &'a [String],
    pub(super) seed: u64,
    pub(super) milliseconds: u64,
    pub(super) leisure: bool,
}

/// Lets a player choose a move.
pub(super) fn choose(thinker: &PageThinker, asked: &Asked<'_>) -> Result<Chosen, ThinkerFault> {
    let entrant: Entrant =
        asked.player.parse().map_err(|error| ThinkerFault(format!("{}: {error}", asked.player)))?;
    let mut game = Game::new(position_of(asked.start)?);
    for text in asked.moves {
        let wrong = |reason: String| ThinkerFault(format!("{text}: {reason}"));
        let played: Move = text.parse().map_err(|error| wrong(format!("{error}")))?;
        game.play(played).map_err(|error| wrong(error.to_string()))?;
    }
    let mut player = entrant.seat_with(&thinker.pool).map_err(|fault| ThinkerFault(fault.to_string()))?;
    let mut observe = |thought: &Thought| {
        thinker.report(&Thinking {
            best: thought.best.map(|best| best.to_string()),
            score: thought.value.map(|value| value.score),
            exact: thought.value.is_some_and(|value| value.truth == Truth::Exact),
            depth: thought.depth,
            nodes: thought.nodes,
        });
    };
    let turn = Turn::new(&game, Duration::from_millis(asked.milliseconds)).observed_by(&mut observe);
    match player.choose(turn.at_leisure(asked.leisure), &mut Dice::new(asked.seed)) {
        Ok(played) => Ok(Chosen { played: Some(played.to_string()) }),
        Err(PlayerFault::Resigned | PlayerFault::Stopped) => Ok(Chosen { played: None }),
        Err(fault) => Err(ThinkerFault(fault.to_string())),
    }
}
