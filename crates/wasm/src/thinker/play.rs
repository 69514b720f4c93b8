//! Moves of players.

use std::time::Duration;

use outflank_engine::{Dice, Truth};
use outflank_players::{Entrant, Player, PlayerFault, Thought, Turn};
use outflank_rules::{Game, Move};

use super::task::{Chosen, PonderReport, ThinkerFault, Thinking};
use super::{FOREVER, PageThinker, position_of};

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
    let mut player = seat(thinker, asked.player)?;
    let game = game_of(asked.start, asked.moves)?;
    let mut observe = |thought: &Thought| {
        thinker.report(&Thinking {
            best: thought.best.map(|best| best.to_string()),
            score: thought.value.map(|value| value.score),
            exact: thought.value.is_some_and(|value| value.truth == Truth::Exact),
            depth: thought.depth,
            nodes: thought.nodes,
        });
    };
    let turn =
        Turn::new(&game, Duration::from_millis(asked.milliseconds)).stopped_by(&thinker.stopper(FOREVER));
    match player.choose(turn.observed_by(&mut observe).at_leisure(asked.leisure), &mut Dice::new(asked.seed))
    {
        Ok(played) => Ok(Chosen { played: Some(played.to_string()) }),
        Err(PlayerFault::Resigned | PlayerFault::Stopped) => Ok(Chosen { played: None }),
        Err(fault) => Err(ThinkerFault(fault.to_string())),
    }
}

/// Lets a player use the time of its opponent, who is to move. What it finds stays in the transposition table
/// of the engine that it borrows, which is the one that it gets for its next move.
pub(super) fn ponder(
    thinker: &PageThinker,
    player: &str,
    (start, moves): (&str, &[String]),
    milliseconds: u64,
) -> Result<PonderReport, ThinkerFault> {
    let mut player = seat(thinker, player)?;
    let game = game_of(start, moves)?;
    let useful = player.can_ponder() && !game.position().is_finished();
    if useful {
        let end = thinker.around.now().saturating_add(Duration::from_millis(milliseconds));
        player.ponder(&game, &thinker.stopper(end));
    }
    Ok(PonderReport { useful })
}

fn seat(thinker: &PageThinker, player: &str) -> Result<Box<dyn Player>, ThinkerFault> {
    let entrant: Entrant = player.parse().map_err(|error| ThinkerFault(format!("{player}: {error}")))?;
    entrant.seat_with(&thinker.pool).map_err(|fault| ThinkerFault(fault.to_string()))
}

fn game_of(start: &str, moves: &[String]) -> Result<Game, ThinkerFault> {
    let mut game = Game::new(position_of(start)?);
    for text in moves {
        let wrong = |reason: String| ThinkerFault(format!("{text}: {reason}"));
        let played: Move = text.parse().map_err(|error| wrong(format!("{error}")))?;
        game.play(played).map_err(|error| wrong(error.to_string()))?;
    }
    Ok(game)
}
