//! The engine at a level of strength.

use std::sync::Arc;

use outflank_engine::eval::Weights;
use outflank_engine::{
    Candidate, Clock, Comparison, Dice, Engine, LEVELS, Level, Limits, MoveValue, OneThread, Progress,
    Threads, Wanted,
};
use outflank_rules::{Move, Position};

use crate::family::{Family, Make, Parameter, Recipe};
use crate::host::WallClock;
use crate::openings::{OPENINGS, with_openings};
use crate::options::{Options, SpecError};
use crate::player::{Player, PlayerFault, Thought, Turn};
use crate::pool::{EnginePool, EngineSource};

const PARAMETERS: &[Parameter] = &[
    Parameter { name: "depth", default: "the level's", meaning: "plies looked ahead" },
    Parameter {
        name: "solves",
        default: "the level's",
        meaning: "empty squares from which on it looks to the end",
    },
    Parameter {
        name: "temperature",
        default: "the level's",
        meaning: "the loss, in discs, it often accepts",
    },
    Parameter { name: "loss", default: "the level's", meaning: "the loss, in discs, it never accepts" },
    Parameter {
        name: "oversight",
        default: "the level's",
        meaning: "the share of the quietest moves it overlooks",
    },
    Parameter {
        name: "greed",
        default: "the level's",
        meaning: "the discs a disc turned over seems to be worth",
    },
    Parameter { name: "time", default: "the level's", meaning: "the most seconds for a move" },
    OPENINGS,
];

/// The family `level`.
pub(crate) const LEVEL: Family = Family {
    id: "level",
    usage: "level:N,depth=N,solves=N,temperature=X,loss=X,oversight=X,greed=X,time=S,openings=FILE",
    description: "The engine at a strength from 1 (a first game) to 20 (all it can do in five seconds), on one thread.",
    parameters: PARAMETERS,
    members: || LEVELS.iter().map(|level| (format!("level:{}", level.number), level.description())).collect(),
    make: Make::OfText(recipe),
};

fn recipe(text: &str) -> Result<Box<dyn Recipe>, SpecError> {
    let (number, rest) = text.split_once(',').unwrap_or((text, ""));
    let refusal =
        || SpecError::new(format!("{number:?} is no level; levels are written level:N, N from 1 to 20"));
    let mut level = *number.trim().parse().ok().and_then(Level::new).ok_or_else(refusal)?;
    let options = Options::parse("level", rest, PARAMETERS)?;
    let discs = |name| options.number(name, (0.0, 128.0));
    level.depth = options.number("depth", (1, 60))?.unwrap_or(level.depth);
    level.solves = options.number("solves", (0, 60))?.unwrap_or(level.solves);
    level.temperature = discs("temperature")?.unwrap_or(level.temperature);
    level.largest_loss = discs("loss")?.unwrap_or(level.largest_loss);
    level.oversight = options.number("oversight", (0.0, 1.0))?.unwrap_or(level.oversight);
    level.greed = discs("greed")?.unwrap_or(level.greed);
    level.time = options.seconds("time")?.unwrap_or(level.time);
    with_openings(&options, level)
}

/// A search as a level makes it: the one place that knows how a level comes to its move.
pub struct LevelSearch<'a> {
    /// The engine.
    pub engine: &'a Engine,
    /// Its threads.
    pub threads: &'a dyn Threads,
    /// The level.
    pub level: &'a Level,
    /// What ends the search. As a rule the depth is [`Level::depth_at`] and the deadline comes after [`Level::time`].
    pub limits: Limits,
}

impl LevelSearch<'_> {
    /// Chooses a move; `observe` hears of every completed depth. What comes back is about the move that the level plays,
    /// which need not be the best. `None` if the game is over.
    pub fn choose(
        &self,
        position: Position,
        dice: &mut Dice,
        observe: &mut (dyn FnMut(&Thought) + Send),
    ) -> Option<Thought> {
        if position.is_finished() {
            return None;
        }
        if self.level.is_steady() { self.best(position, observe) } else { self.any(position, dice, observe) }
    }

    /// Finds the best move.
    fn best(&self, position: Position, observe: &mut (dyn FnMut(&Thought) + Send)) -> Option<Thought> {
        let mut last = Thought { percent: 100, ..Thought::default() };
        let mut observer = |progress: &Progress| {
            last = progress.into();
            observe(&last);
        };
        let found = self.engine.analyze(position, &self.limits, self.threads, &mut observer);
        if found.line.is_empty() && last.best.is_some() {
            // Stopped before the line of a proven value was found.
            return Some(Thought { nodes: found.nodes, ..last });
        }
        let (value, nodes) = (Some(found.value), found.nodes);
        found.best.map(|best| Thought { best: Some(best), line: found.line, value, nodes, ..last })
    }

    /// Values all moves and takes one of them as the level does.
    fn any(
        &self,
        position: Position,
        dice: &mut Dice,
        observe: &mut (dyn FnMut(&Thought) + Send),
    ) -> Option<Thought> {
        let mut observer = |compared: &Comparison| observe(&compared.into());
        let compared =
            self.engine.compare(position, Wanted::ALL, &self.limits, self.threads, &mut observer);
        let candidate = |one: &MoveValue| {
            let square = one.played.square()?;
            let flips = position.flips(square).len();
            Some(Candidate { square, value: f64::from(one.value.score), flips })
        };
        let mut candidates: Vec<Candidate> = compared.moves.iter().filter_map(candidate).collect();
        // The order of the search must not decide between equals.
        candidates.sort_by_key(|one| one.square);
        let chosen = self.level.choose(&candidates, dice).map(|index| Move::Place(candidates[index].square));
        // A pass is no candidate.
        let is_chosen = |one: &&MoveValue| chosen.is_none_or(|chosen| one.played == chosen);
        let one = compared.moves.iter().find(is_chosen)?;
        let (best, line, value) = (Some(one.played), one.line.clone(), Some(one.value));
        Some(Thought { best, line, value, ..Thought::from(&compared) })
    }
}

impl Recipe for Level {
    fn seat(&self) -> Result<Box<dyn Player>, PlayerFault> {
        // A table in proportion to the searches, so that forgetting it between games costs little.
        let table_mib = match self.depth {
            0..=6 => 1,
            7..=12 => 16,
            _ => 64,
        };
        let engine = Engine::new(table_mib, Weights::embedded())?;
        Ok(Box::new(LevelPlayer::new(*self, EngineSource::Own(engine))))
    }

    fn seat_with(&self, engines: &Arc<EnginePool>) -> Result<Box<dyn Player>, PlayerFault> {
        Ok(Box::new(LevelPlayer::new(*self, EngineSource::Pool(Arc::clone(engines)))))
    }
}

struct LevelPlayer {
    level: Level,
    engine: EngineSource,
    clock: Arc<dyn Clock>,
    /// Boards visited for the last move.
    visited: u64,
}

impl LevelPlayer {
    fn new(level: Level, engine: EngineSource) -> LevelPlayer {
        LevelPlayer { level, engine, clock: Arc::new(WallClock::start()), visited: 0 }
    }
}

impl Player for LevelPlayer {
    fn new_game(&mut self) {
        self.engine.forget();
    }

    fn choose(&mut self, mut turn: Turn<'_>, dice: &mut Dice) -> Result<Move, PlayerFault> {
        self.visited = 0;
        let position = turn.game.position();
        let moves = position.legal_moves();
        if let (1, Some(only)) = (moves.len(), moves.first()) {
            return Ok(Move::Place(only));
        }
        let limits = Limits {
            depth: Some(self.level.depth_at(position.empty().len())),
            deadline: Some((Arc::clone(&self.clock), self.clock.now() + self.level.time)),
            ..Limits::stopped_by(&turn.stopper)
        };
        let mut observe = |thought: &Thought| turn.tell(thought);
        let found = self.engine.with(|engine| {
            let search = LevelSearch { engine, threads: &OneThread, level: &self.level, limits };
            search.choose(position, dice, &mut observe)
        })?;
        self.visited = found.as_ref().map_or(0, |found| found.nodes);
        found.and_then(|found| found.best).ok_or_else(|| turn.nothing_found())
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.visited)
    }
}

#[cfg(test)]
mod tests {
    use outflank_engine::Truth;

    use super::*;

    fn search(number: u8, position: Position, seed: u64) -> (Option<Thought>, usize) {
        let engine = Engine::new(1, Weights::embedded()).unwrap();
        let level = Level::new(number).unwrap();
        let limits = Limits::depth(level.depth_at(position.empty().len()));
        let mut heard = 0;
        let search = LevelSearch { engine: &engine, threads: &OneThread, level, limits };
        let found = search.choose(position, &mut Dice::new(seed), &mut |_| heard += 1);
        (found, heard)
    }

    #[test]
    fn a_level_tells_of_every_depth_and_about_the_move_it_plays() {
        for (number, depth) in [(3, 1), (11, 4), (16, 6)] {
            let (found, heard) = search(number, Position::start(), 1);
            let found = found.unwrap();
            assert_eq!((found.depth, heard), (depth, depth as usize), "level {number}");
            assert_eq!(found.line.first(), found.best.as_ref());
            assert!(matches!(found.value.unwrap().truth, Truth::Estimate { .. }));
        }
    }

    #[test]
    fn a_side_that_must_pass_passes_and_a_game_that_is_over_has_no_move() {
        // x to move has no move, o can play e1.
        let pass: Position = format!("-----XOO{}X", "-".repeat(56)).parse().unwrap();
        let over: Position = format!("X{}X", "-".repeat(63)).parse().unwrap();
        for number in [1, 16] {
            assert_eq!(search(number, pass, 1).0.and_then(|found| found.best), Some(Move::Pass));
            assert_eq!(search(number, over, 1).0, None);
        }
    }
}
