//! The engine at a level of strength.

use std::sync::Arc;

use outflank_engine::eval::Weights;
use outflank_engine::{Clock, Dice, Engine, LEVELS, Level, OneThread};
use outflank_rules::Move;

use crate::family::{Family, Parameter, Recipe};
use crate::host::WallClock;
use crate::options::SpecError;
use crate::player::{Player, PlayerFault, Turn};

/// The family `level`.
pub(crate) struct Levels;

impl Family for Levels {
    fn id(&self) -> &'static str {
        "level"
    }

    fn usage(&self) -> &'static str {
        "level:N"
    }

    fn description(&self) -> &'static str {
        "The engine at a strength from 1 (a first game) to 20 (all it can do in five seconds), on one thread."
    }

    fn parameters(&self) -> &'static [Parameter] {
        &[]
    }

    fn members(&self) -> Vec<(String, String)> {
        LEVELS.iter().map(|level| (format!("level:{}", level.number), level.description())).collect()
    }

    fn recipe(&self, rest: Option<&str>) -> Result<Box<dyn Recipe>, SpecError> {
        let rest = rest.unwrap_or_default();
        let level = rest.trim().parse().ok().and_then(Level::new);
        let refusal = || {
            SpecError::new(format!("{rest:?} is no level; levels are written level:N, N from 1 to 20"))
        };
        level.map(|level| Box::new(level) as Box<dyn Recipe>).ok_or_else(refusal)
    }
}

impl Recipe for &'static Level {
    fn seat(&self) -> Result<Box<dyn Player>, PlayerFault> {
        // A table in proportion to the searches, so that forgetting it between games costs little.
        let table_mib = match self.depth {
            0..=6 => 1,
            7..=12 => 16,
            _ => 64,
        };
        let engine = Engine::new(table_mib, Weights::embedded())?;
        Ok(Box::new(LevelPlayer { level: self, engine, clock: Arc::new(WallClock::start()) }))
    }
}

struct LevelPlayer {
    level: &'static Level,
    engine: Engine,
    clock: Arc<dyn Clock>,
}

impl Player for LevelPlayer {
    fn new_game(&mut self) {
        self.engine.forget();
    }

    fn choose(&mut self, turn: &Turn<'_>, dice: &mut Dice) -> Result<Move, PlayerFault> {
        let position = turn.game.position();
        let played = self.engine.play_level(position, self.level, &OneThread, &self.clock, dice);
        played.ok_or(PlayerFault::NoMove)
    }
}
