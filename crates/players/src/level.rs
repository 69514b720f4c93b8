//! The engine at a level of strength.

use std::sync::Arc;

use outflank_engine::eval::Weights;
use outflank_engine::{Clock, Dice, Engine, LEVELS, Level, Stopper};
use outflank_rules::Move;

use crate::family::{Family, Parameter, Recipe};
use crate::host::WallClock;
use crate::library::{OPENINGS, with_openings};
use crate::options::{Options, SpecError};
use crate::player::{Player, PlayerFault, Turn};

/// The family `level`.
pub(crate) struct Levels;

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

impl Family for Levels {
    fn id(&self) -> &'static str {
        "level"
    }

    fn usage(&self) -> &'static str {
        "level:N,depth=N,solves=N,temperature=X,loss=X,oversight=X,greed=X,time=S,openings=FILE"
    }

    fn description(&self) -> &'static str {
        "The engine at a strength from 1 (a first game) to 20 (all it can do in five seconds), on one thread."
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }

    fn members(&self) -> Vec<(String, String)> {
        LEVELS.iter().map(|level| (format!("level:{}", level.number), level.description())).collect()
    }

    fn recipe(&self, rest: Option<&str>) -> Result<Box<dyn Recipe>, SpecError> {
        let rest = rest.unwrap_or_default();
        let (number, rest) = rest.split_once(',').unwrap_or((rest, ""));
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
        Ok(Box::new(LevelPlayer { level: *self, engine, clock: Arc::new(WallClock::start()) }))
    }
}

struct LevelPlayer {
    level: Level,
    engine: Engine,
    clock: Arc<dyn Clock>,
}

impl Player for LevelPlayer {
    fn new_game(&mut self) {
        self.engine.forget();
    }

    fn stopper(&self) -> Option<Stopper> {
        Some(self.engine.stopper())
    }

    fn choose(&mut self, turn: &Turn<'_>, dice: &mut Dice) -> Result<Move, PlayerFault> {
        let position = turn.game.position();
        let played = self.engine.search(position).play(&self.level, &self.clock, dice);
        played.map(|one| one.played).ok_or(PlayerFault::NoMove)
    }
}
