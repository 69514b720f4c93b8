//! The extension point: one trait for everybody who plays, asked with one [`Turn`].

use std::time::Duration;

use outflank_engine::{Dice, Progress, Stopper, Value};
use outflank_protocol::{Allowance, Fault};
use outflank_rules::{Game, Move};

use crate::moment::Instant;

/// The place of a game among games that are to differ, as those of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeriesPlace {
    /// What the choices of all games follow from.
    pub seed: u64,
    /// The number of the game, from 0; two that follow each other may differ in nothing but the colours.
    pub number: u64,
}

/// What a player is told when it is its turn: the game, its time, and who ends and observes its thinking.
pub struct Turn<'a> {
    /// The game so far; its current position is the one to move in, and there is a legal move.
    pub game: &'a Game,
    /// The time, for players that have no limit of their own.
    pub time: Allowance,
    /// What ends the thinking from another thread. It may be stopped before the thinking begins.
    pub stopper: Stopper,
    is_at_leisure: bool,
    series: Option<SeriesPlace>,
    /// When the move was asked for.
    asked: Instant,
    observer: Option<&'a mut (dyn FnMut(&Thought) + Send)>,
}

impl<'a> Turn<'a> {
    /// Makes a turn that nobody stops or observes.
    #[must_use]
    pub fn new(game: &'a Game, time: Duration) -> Turn<'a> {
        let (stopper, asked) = (Stopper::new(), Instant::now());
        let time = Allowance::Move(time);
        Turn { game, time, stopper, is_at_leisure: false, series: None, asked, observer: None }
    }

    /// Returns how long ago the move was asked for: what was lost before the thinking began counts too.
    #[must_use]
    pub fn waited(&self) -> Duration {
        self.asked.elapsed()
    }

    /// Sets what a game clock shows instead of the time for one move.
    #[must_use]
    pub fn within(self, time: Allowance) -> Turn<'a> {
        Turn { time, ..self }
    }

    /// Says whether a person waits for the move, no clock runs and nobody set a time: players whose authors
    /// gave them seconds for a move then take those, instead of the time for one move.
    #[must_use]
    pub fn at_leisure(self, is_at_leisure: bool) -> Turn<'a> {
        Turn { is_at_leisure, ..self }
    }

    /// Says that the game is one of many that are to differ.
    #[must_use]
    pub fn in_series(self, place: SeriesPlace) -> Turn<'a> {
        Turn { series: Some(place), ..self }
    }

    /// Returns the place of the game among those that are to differ, if there are others.
    #[must_use]
    pub fn series(&self) -> Option<SeriesPlace> {
        self.series
    }

    /// Returns the time for a move of a player whose author gave it `own`: that much at leisure, else the
    /// time for one move, or a fair share of what a clock shows.
    #[must_use]
    pub fn seconds(&self, own: Duration) -> Duration {
        match self.time {
            _ if self.is_at_leisure => own,
            Allowance::Move(time) => time,
            Allowance::Clock { remaining, increment, moves } => {
                let to_come = self.game.position().empty().len().div_ceil(2) + 2;
                let share = remaining / moves.unwrap_or(to_come).clamp(1, to_come);
                own.min(share + increment / 2).min(remaining / 2)
            }
        }
    }

    /// Lets a stopper end the thinking.
    #[must_use]
    pub fn stopped_by(self, stopper: &Stopper) -> Turn<'a> {
        Turn { stopper: stopper.clone(), ..self }
    }

    /// Lets an observer hear what the player thinks on the way.
    #[must_use]
    pub fn observed_by(self, observer: &'a mut (dyn FnMut(&Thought) + Send)) -> Turn<'a> {
        Turn { observer: Some(observer), ..self }
    }

    /// Tells the observer what the player thinks so far.
    pub fn tell(&mut self, thought: &Thought) {
        if let Some(observer) = &mut self.observer {
            observer(thought);
        }
    }

    /// Returns why there is no move to play: the player was stopped before it had one, or there is none.
    #[must_use]
    pub fn nothing_found(&self) -> PlayerFault {
        if self.stopper.is_stopped() { PlayerFault::Stopped } else { PlayerFault::NoMove }
    }
}

/// What a player thinks while it thinks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thought {
    /// The move it would make now.
    pub best: Option<Move>,
    /// The line it expects, that move first; as far as it says.
    pub line: Vec<Move>,
    /// What the move is worth to it in discs; `None` for players with another measure.
    pub value: Option<Value>,
    /// How many plies it has looked ahead.
    pub depth: u32,
    /// The confidence in per cent; 100 if nothing was cut.
    pub percent: u8,
    /// The boards visited so far.
    pub nodes: u64,
}

impl From<&Progress> for Thought {
    fn from(progress: &Progress) -> Thought {
        let Progress { value, depth, percent, best, line, nodes, .. } = progress;
        Thought {
            best: *best,
            line: line.clone(),
            value: Some(*value),
            depth: *depth,
            percent: *percent,
            nodes: *nodes,
        }
    }
}

/// Somebody sitting at the board.
pub trait Player: Send {
    /// Makes ready for a new game: what was learned in the last one is forgotten.
    fn new_game(&mut self) {}

    /// Chooses a move.
    ///
    /// When the turn's stopper is stopped the player returns within 50 ms, machine permitting: the best move
    /// so far if it has one, else [`PlayerFault::Stopped`]. Whoever stopped it asks the stopper, not the
    /// player, whether the move is still wanted. The player can be asked again at once.
    ///
    /// # Errors
    ///
    /// Says why there is no move; unless it was stopped the game is then lost, by resignation if the player
    /// resigned.
    fn choose(&mut self, turn: Turn<'_>, dice: &mut Dice) -> Result<Move, PlayerFault>;

    /// Tells whether the player has a use for the opponent's time.
    fn can_ponder(&self) -> bool {
        false
    }

    /// Uses the opponent's time: thinks about what may follow in a game where the opponent is to move, until
    /// it is stopped or there is nothing left to find. What comes of it shows in the next move.
    ///
    /// It returns as soon after a stop as [`Player::choose`] does. A player that cannot ponder returns at
    /// once.
    fn ponder(&mut self, _game: &Game, _stopper: &Stopper) {}

    /// Hears that the game is over, or that nothing will come for a while: a player that uses the opponent's
    /// time by itself stops.
    fn rest(&mut self) {}

    /// Returns how many boards were visited for the last move, where that is counted.
    fn nodes(&self) -> Option<u64> {
        None
    }

    /// Tells whether the opponent had made the move that it had pondered on before its last move; `None` if
    /// it had not pondered.
    fn expected_reply(&self) -> Option<bool> {
        None
    }

    /// Returns what it found out about the last move, as far as it tells.
    fn remarks(&self) -> Remarks {
        Remarks::default()
    }
}

/// What a player found out about its last move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Remarks {
    /// What the move is worth to the player, in its own measure.
    pub value: Option<f64>,
    /// How many plies it wanted to look ahead.
    pub depth: Option<u32>,
    /// Whether its time was over before it had done so.
    pub cut_short: bool,
}

/// Says why a player has no move, or cannot take a seat.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerFault {
    /// An external program misbehaved.
    #[error(transparent)]
    Program(Fault),
    /// There is not enough memory.
    #[error(transparent)]
    Memory(#[from] outflank_engine::TableTooLarge),
    /// A person cannot be asked here.
    #[error("a person cannot play here; `outflank play` has a board for people")]
    NeedsBoard,
    /// There is no legal move to choose.
    #[error("there is no legal move")]
    NoMove,
    /// It resigned.
    #[error("it resigned")]
    Resigned,
    /// It was stopped before it had a move.
    #[error("it was stopped before it had a move")]
    Stopped,
}

impl From<Fault> for PlayerFault {
    fn from(fault: Fault) -> PlayerFault {
        match fault {
            Fault::Stopped { .. } => PlayerFault::Stopped,
            Fault::Resigned => PlayerFault::Resigned,
            fault => PlayerFault::Program(fault),
        }
    }
}

impl PlayerFault {
    /// Returns the word that reports use.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self {
            PlayerFault::Program(fault) => fault.kind().name(),
            PlayerFault::Memory(_) | PlayerFault::NeedsBoard => "unusable",
            PlayerFault::NoMove => "illegal",
            PlayerFault::Resigned => "resigned",
            PlayerFault::Stopped => "stopped",
        }
    }

    /// Tells whether the player cannot be used at all, so that further games are pointless.
    #[must_use]
    pub fn is_hopeless(&self) -> bool {
        self.reason() == "unusable"
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::Position;

    use super::*;

    #[test]
    fn seconds_are_the_players_own_only_at_leisure() {
        let (game, own) = (Game::new(Position::start()), Duration::from_secs(5));
        let turn = || Turn::new(&game, Duration::from_millis(100));
        assert_eq!(turn().seconds(own), Duration::from_millis(100));
        assert_eq!(turn().at_leisure(true).seconds(own), own);
        let clock = |seconds| Allowance::Clock {
            remaining: Duration::from_secs(seconds),
            increment: Duration::from_secs(2),
            moves: None,
        };
        assert_eq!(turn().within(clock(64)).seconds(own), Duration::from_secs(3));
        assert_eq!(turn().within(clock(6400)).seconds(own), own);
        assert_eq!(turn().within(clock(1)).seconds(own), Duration::from_millis(500));
    }
}
