//! What a session asks of the engine behind it, and what it gets.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use outflank_rules::{Game, Move, Position};

/// An engine that a session can ask. It runs on a thread of its own.
pub trait Thinker: Send {
    /// Returns the name, without blanks.
    fn name(&self) -> String;

    /// Returns the version.
    fn version(&self) -> String;

    /// Thinks about a question until it is answered, a limit is reached, or `stop` is asked for. What is
    /// found on the way goes to `report`.
    ///
    /// If the game is over the finding has no line; otherwise the first line begins with the move to be made.
    fn think(
        &mut self,
        question: &EngineQuestion,
        stop: &Stop,
        report: &mut (dyn FnMut(&SearchFinding) + Send),
    ) -> SearchFinding;

    /// Forgets the results of earlier searches.
    fn forget(&mut self);

    /// Tells whether it uses the opponent's time unless the other side says otherwise.
    fn ponders(&self) -> bool {
        false
    }

    /// Uses the opponent's time: thinks about what may follow in the game of the question, where the opponent
    /// is to move, until `stop` is asked for or there is nothing left to find. The effort is that of the own
    /// moves. It returns at once when it is stopped: a real question waits.
    fn ponder(&mut self, _question: &EngineQuestion, _stop: &Stop) {}
}

/// What is to be found out.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineQuestion {
    /// The game so far, as far as the protocol tells it; its current position is the one in question.
    pub game: Game,
    /// What is wanted.
    pub aim: Aim,
    /// What it may cost.
    pub effort: SearchEffort,
}

impl EngineQuestion {
    /// Returns the position in question.
    #[must_use]
    pub fn position(&self) -> Position {
        self.game.position()
    }
}

/// What is wanted of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A move for a game: levels that err do so here.
    Play,
    /// The best moves, so many, each with its value.
    Best(usize),
    /// The value at the depth of the effort, or at the end if it has none, with a confidence in per cent.
    Value {
        /// The confidence.
        percent: u8,
    },
    /// Ever deeper values until stopped.
    Endless,
}

/// What a search may cost. What is not said is the engine's own choice.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchEffort {
    /// The level of strength, 1 to 20.
    pub level: Option<u8>,
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The time.
    pub time: Option<Allowance>,
}

/// The time of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allowance {
    /// So much for this move.
    Move(Duration),
    /// What the game clock shows.
    Clock {
        /// The time left.
        remaining: Duration,
        /// What every move adds.
        increment: Duration,
        /// The moves to be made with it; `None`: all.
        moves: Option<u32>,
    },
}

impl Allowance {
    /// Returns what is left after some of it was lost before the thinking began.
    #[must_use]
    pub fn less(self, lost: Duration) -> Allowance {
        match self {
            Allowance::Move(time) => Allowance::Move(time.saturating_sub(lost)),
            Allowance::Clock { remaining, increment, moves } => {
                Allowance::Clock { remaining: remaining.saturating_sub(lost), increment, moves }
            }
        }
    }
}

/// What a search has found so far, or in the end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchFinding {
    /// Lines of play, the best first.
    pub lines: Vec<ScoredLine>,
    /// The plies searched.
    pub depth: u32,
    /// The confidence in per cent; 100 if nothing was cut.
    pub percent: u8,
    /// Whether the values are proven.
    pub exact: bool,
    /// Boards visited.
    pub nodes: u64,
    /// The time taken.
    pub time: Duration,
}

/// A line of play and its value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScoredLine {
    /// The moves, the one to be made first.
    pub moves: Vec<Move>,
    /// The value in discs for the side to move.
    pub score: f64,
}

impl SearchFinding {
    /// Returns the value of the best line.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.lines.first().map_or(0.0, |line| line.score)
    }

    /// Returns the move to be made in `position`: a pass if there is no other.
    ///
    /// A finding without a legal move is overruled: a session never makes an illegal one.
    #[must_use]
    pub fn legal_move(&self, position: Position) -> Move {
        let found = self.lines.first().and_then(|line| line.moves.first()).copied();
        let any = || position.legal_moves().first().map_or(Move::Pass, Move::Place);
        found.filter(|&played| position.is_legal(played)).unwrap_or_else(any)
    }

    /// Returns the moves of the best line.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        self.lines.first().map_or(&[], |line| &line.moves)
    }
}

/// The wish to end a search.
#[derive(Default)]
pub struct Stop(Mutex<StopWish>);

#[derive(Default)]
struct StopWish {
    asked: bool,
    action: Option<Box<dyn Fn() + Send>>,
}

impl Stop {
    /// Asks for the end.
    pub fn ask(&self) {
        let mut wish = self.wish();
        wish.asked = true;
        if let Some(action) = wish.action.take() {
            action();
        }
    }

    /// Tells whether the end was asked for.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.wish().asked
    }

    /// Calls `action` when the end is asked for; at once if it has been.
    pub fn when_asked(&self, action: impl Fn() + Send + 'static) {
        let mut wish = self.wish();
        if wish.asked {
            action();
        } else {
            wish.action = Some(Box::new(action));
        }
    }

    fn wish(&self) -> MutexGuard<'_, StopWish> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
