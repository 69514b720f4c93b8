//! The engine at full strength within limits.

use std::sync::Arc;
use std::time::Duration;

use outflank_engine::eval::Weights;
use outflank_engine::{Clock, Dice, Engine, GameClock, Limits, Stopper};
use outflank_rules::Move;

use crate::family::{Family, Parameter, Recipe};
use crate::host::{HostThreads, WallClock};
use crate::library::{OPENINGS, with_openings};
use crate::options::{Options, SpecError};
use crate::player::{Player, PlayerFault, Turn};

/// The family `engine`.
pub(crate) struct Engines;

const PARAMETERS: &[Parameter] = &[
    Parameter { name: "time", default: "the match's time", meaning: "seconds for each move" },
    Parameter { name: "game", default: "none", meaning: "seconds for all its moves of a game" },
    Parameter { name: "depth", default: "none", meaning: "the deepest search, in plies" },
    Parameter { name: "nodes", default: "none", meaning: "the most boards visited for a move" },
    Parameter { name: "threads", default: "1", meaning: "threads of a search" },
    Parameter { name: "hash", default: "64", meaning: "size of the table of results, in MiB" },
    Parameter { name: "weights", default: "the shipped ones", meaning: "a file of weights" },
    OPENINGS,
];

impl Family for Engines {
    fn id(&self) -> &'static str {
        "engine"
    }

    fn usage(&self) -> &'static str {
        "engine:time=S,game=S,depth=N,nodes=N,threads=N,hash=MIB,weights=FILE,openings=FILE"
    }

    fn description(&self) -> &'static str {
        "The engine, playing the best move it finds within its limits."
    }

    fn parameters(&self) -> &'static [Parameter] {
        PARAMETERS
    }

    fn recipe(&self, rest: Option<&str>) -> Result<Box<dyn Recipe>, SpecError> {
        let options = Options::parse("engine", rest.unwrap_or_default(), PARAMETERS)?;
        let weights = options.text("weights").map(read_weights).transpose()?;
        let recipe = EngineRecipe {
            time: options.seconds("time")?,
            game: options.seconds("game")?,
            depth: options.number("depth", (1, 60))?,
            nodes: options.number("nodes", (1, u64::MAX))?,
            threads: options.number("threads", (1, 1024))?.unwrap_or(1),
            hash: options.number("hash", (1, 65_536))?.unwrap_or(64),
            weights,
        };
        with_openings(&options, recipe)
    }
}

fn read_weights(path: &str) -> Result<Arc<Weights>, SpecError> {
    let file = std::fs::read(path).map_err(|error| SpecError::new(format!("engine: {path}: {error}")))?;
    let weights = Weights::from_file(&file);
    weights.map(Arc::new).map_err(|error| SpecError::new(format!("engine: {path}: {error}")))
}

struct EngineRecipe {
    time: Option<Duration>,
    game: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
    threads: u16,
    hash: usize,
    weights: Option<Arc<Weights>>,
}

impl Recipe for EngineRecipe {
    fn seat(&self) -> Result<Box<dyn Player>, PlayerFault> {
        let weights = self.weights.clone().unwrap_or_else(Weights::embedded);
        Ok(Box::new(EnginePlayer {
            engine: Engine::new(self.hash, weights)?,
            threads: HostThreads::new(Some(self.threads)),
            clock: Arc::new(WallClock::start()),
            time: self.time,
            game: self.game.map(|whole| (whole, whole)),
            depth: self.depth,
            nodes: self.nodes,
            visited: 0,
        }))
    }
}

struct EnginePlayer {
    engine: Engine,
    threads: HostThreads,
    clock: Arc<WallClock>,
    time: Option<Duration>,
    /// The time for a game, and what is left of it.
    game: Option<(Duration, Duration)>,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// Boards visited for the last move.
    visited: u64,
}

impl Player for EnginePlayer {
    fn new_game(&mut self) {
        self.engine.forget();
        self.game = self.game.map(|(whole, _)| (whole, whole));
    }

    fn stopper(&self) -> Option<Stopper> {
        Some(self.engine.stopper())
    }

    fn choose(&mut self, turn: &Turn<'_>, _dice: &mut Dice) -> Result<Move, PlayerFault> {
        let clock: Arc<dyn Clock> = Arc::<WallClock>::clone(&self.clock);
        let start = clock.now();
        let unlimited = self.depth.is_none() && self.nodes.is_none() && self.game.is_none();
        let time = self.time.or(unlimited.then_some(turn.time));
        let limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            deadline: time.map(|time| (Arc::clone(&clock), start + time)),
            game_clock: self
                .game
                .map(|(_, remaining)| (Arc::clone(&clock), GameClock { remaining, ..GameClock::default() })),
            ..Limits::default()
        };
        let analysis =
            self.engine.search(turn.game.position()).limits(&limits).threads(&self.threads).analyze();
        self.visited = analysis.nodes;
        if let Some((_, left)) = &mut self.game {
            *left = left.saturating_sub(clock.now() - start);
        }
        analysis.best.ok_or(PlayerFault::NoMove)
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.visited)
    }
}
