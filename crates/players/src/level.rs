//! The engine at a level of strength.

use std::sync::Arc;

use outflank_engine::eval::Weights;
use outflank_engine::{Clock, Dice, Engine, LEVELS, Level, Limits, Progress, Stopper};
use outflank_rules::{Game, Move};

use crate::book::{BOOK, VARY, with_book};
use crate::family::{Family, Make, Parameter, Recipe};
use crate::host::WallClock;
use crate::openings::{OPENINGS, with_openings};
use crate::options::{Options, SpecError};
use crate::player::{Player, PlayerFault, Turn};
use crate::pondering::{Expectations, PONDER, with_pondering};
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
    Parameter {
        name: "calm",
        default: "the level's",
        meaning: "the share of its randomness while it has no fewer discs than the opponent",
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
        meaning: "how many discs each disc turned over seems to be worth",
    },
    Parameter { name: "time", default: "the level's", meaning: "the most seconds for a move" },
    PONDER,
    OPENINGS,
    BOOK,
    VARY,
];

/// The family `level`.
pub(crate) const LEVEL: Family = Family {
    id: "level",
    usage: "level:N,depth=N,solves=N,temperature=X,calm=X,loss=X,oversight=X,greed=X,time=S,ponder=yes,openings=FILE,book=yes,vary=N",
    description: "The engine at a strength from 1 (a first game) to 20 (all it can do in five seconds), on one thread.",
    parameters: PARAMETERS,
    members: || LEVELS.iter().map(|level| (format!("level:{}", level.number), level.description())).collect(),
    make: Make::of_text(recipe),
};

fn recipe(text: &str) -> Result<Box<dyn Recipe>, SpecError> {
    let (number, rest) = text.split_once(',').unwrap_or((text, ""));
    let refusal = || {
        SpecError::new(format!("{number:?} is not a valid level; levels are written level:N, N from 1 to 20"))
    };
    let mut level = *number.trim().parse().ok().and_then(Level::new).ok_or_else(refusal)?;
    let options = Options::parse("level", rest, PARAMETERS)?;
    let discs = |name| options.number(name, (0.0, 128.0));
    level.depth = options.number("depth", (1, 60))?.unwrap_or(level.depth);
    level.solves = options.number("solves", (0, 60))?.unwrap_or(level.solves);
    level.temperature = discs("temperature")?.unwrap_or(level.temperature);
    level.calm = options.number("calm", (0.0, 1.0))?.unwrap_or(level.calm);
    level.largest_loss = discs("loss")?.unwrap_or(level.largest_loss);
    level.oversight = options.number("oversight", (0.0, 1.0))?.unwrap_or(level.oversight);
    level.greed = discs("greed")?.unwrap_or(level.greed);
    level.time = options.seconds("time")?.unwrap_or(level.time);
    with_pondering(&options, with_book(&options, with_openings(&options, level)?)?)
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
        Ok(Box::new(LevelPlayer::new(*self, EngineSource::Pool(Arc::clone(engines), None))))
    }
}

struct LevelPlayer {
    level: Level,
    engine: EngineSource,
    clock: Arc<dyn Clock>,
    expectations: Expectations,
}

impl LevelPlayer {
    fn new(level: Level, engine: EngineSource) -> LevelPlayer {
        let expectations = Expectations::default();
        LevelPlayer { level, engine, clock: Arc::new(WallClock::start()), expectations }
    }
}

impl Player for LevelPlayer {
    fn new_game(&mut self) {
        self.engine.forget();
    }

    fn choose(&mut self, mut turn: Turn<'_>, dice: &mut Dice) -> Result<Move, PlayerFault> {
        let (position, stopper) = (turn.game.position(), turn.stopper.clone());
        let end = self.clock.now() + self.level.time.saturating_sub(turn.waited());
        let observe = |progress: &Progress| turn.tell(&progress.into());
        self.expectations.compare(position);
        let found = self.engine.with(|engine| {
            let search = engine.search(position).stopper(&stopper).until(Arc::clone(&self.clock), end);
            search.observe(observe).play(&self.level, &self.clock, dice)
        })?;
        self.expectations.expect(found.as_ref().map_or(&[], |one| &one.line));
        found.map(|one| one.played).ok_or_else(|| turn.nothing_found())
    }

    fn can_ponder(&self) -> bool {
        true
    }

    /// Looks as deep as for a move: a level sees no further for having thought before.
    fn ponder(&mut self, game: &Game, stopper: &Stopper) {
        let (position, reply) = (game.position(), self.expectations.reply);
        let depth = self.level.depth_at(position.empty().len().saturating_sub(1));
        let limits = Limits { depth: Some(depth), ..Limits::stopped_by(stopper) };
        if let Ok(pondering) =
            self.engine.with(|engine| engine.search(position).limits(&limits).ponder(reply))
        {
            self.expectations.pondered(position, pondering.expected);
        }
    }

    fn expected_reply(&self) -> Option<bool> {
        self.expectations.came_true
    }
}
