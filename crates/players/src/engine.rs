//! The engine at full strength within limits.

use std::sync::Arc;
use std::time::Duration;

use outflank_engine::eval::Weights;
use outflank_engine::{Clock, Dice, Engine, GameClock, Limits, Progress, Stopper};
use outflank_protocol::Allowance;
use outflank_rules::{Game, Move};

use crate::book::{BOOK, VARY, with_book};
use crate::family::{Family, Make, Parameter, Recipe};
use crate::host::{HostThreads, WallClock};
use crate::openings::{OPENINGS, with_openings};
use crate::options::{Options, SpecError};
use crate::player::{Player, PlayerFault, Turn};
use crate::pondering::{Expectations, PONDER, with_pondering};
use crate::pool::{EnginePool, EngineSource};

const PARAMETERS: &[Parameter] = &[
    Parameter { name: "time", default: "the match's time", meaning: "seconds for each move" },
    Parameter { name: "game", default: "none", meaning: "seconds for all its moves in a game" },
    Parameter { name: "depth", default: "none", meaning: "the deepest search, in plies" },
    Parameter { name: "nodes", default: "none", meaning: "the most nodes searched for a move" },
    Parameter { name: "threads", default: "1", meaning: "threads of a search" },
    Parameter { name: "hash", default: "64", meaning: "size of the transposition table, in MiB" },
    Parameter { name: "weights", default: "the shipped ones", meaning: "a file of weights" },
    PONDER,
    OPENINGS,
    BOOK,
    VARY,
];

/// The family `engine`.
pub(crate) const ENGINE: Family = Family {
    id: "engine",
    usage: "engine:time=S,game=S,depth=N,nodes=N,threads=N,hash=MIB,weights=FILE,ponder=yes,openings=FILE,book=yes,vary=N",
    description: "The engine, playing the best move it finds within its limits.",
    parameters: PARAMETERS,
    members: Vec::new,
    make: Make::of_options(recipe),
};

/// The size of the table unless told, in MiB.
const HASH: usize = 64;

fn recipe(options: &Options<'_>) -> Result<Box<dyn Recipe>, SpecError> {
    let weights = options.text("weights").map(read_weights).transpose()?;
    let recipe = EngineRecipe {
        time: options.seconds("time")?,
        game: options.seconds("game")?,
        depth: options.number("depth", (1, 60))?,
        nodes: options.number("nodes", (1, u64::MAX))?,
        threads: options.number("threads", (1, 1024))?.unwrap_or(1),
        hash: options.number("hash", (1, 65_536))?,
        weights,
    };
    with_pondering(options, with_book(options, with_openings(options, recipe)?)?)
}

fn read_weights(path: &str) -> Result<Arc<Weights>, SpecError> {
    let file = std::fs::read(path).map_err(|error| SpecError::new(format!("engine: {path}: {error}")))?;
    let weights = Weights::from_file(&file);
    weights.map(Arc::new).map_err(|error| SpecError::new(format!("engine: {path}: {error}")))
}

#[derive(Clone)]
struct EngineRecipe {
    time: Option<Duration>,
    game: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
    threads: u16,
    hash: Option<usize>,
    weights: Option<Arc<Weights>>,
}

impl EngineRecipe {
    fn player(&self, engine: EngineSource) -> Box<dyn Player> {
        Box::new(EnginePlayer {
            engine,
            threads: HostThreads::new(Some(self.threads)),
            clock: Arc::new(WallClock::start()),
            game_time: self.game,
            recipe: self.clone(),
            visited: 0,
            expectations: Expectations::default(),
        })
    }
}

impl Recipe for EngineRecipe {
    fn seat(&self) -> Result<Box<dyn Player>, PlayerFault> {
        let weights = self.weights.clone().unwrap_or_else(Weights::embedded);
        Ok(self.player(EngineSource::Own(Engine::new(self.hash.unwrap_or(HASH), weights)?)))
    }

    /// An engine with weights or a table of its own cannot be shared.
    fn seat_with(&self, engines: &Arc<EnginePool>) -> Result<Box<dyn Player>, PlayerFault> {
        match (&self.hash, &self.weights) {
            (None, None) => Ok(self.player(EngineSource::Pool(Arc::clone(engines), None))),
            _ => self.seat(),
        }
    }
}

struct EnginePlayer {
    recipe: EngineRecipe,
    engine: EngineSource,
    threads: HostThreads,
    clock: Arc<dyn Clock>,
    /// What is left of the time for a game.
    game_time: Option<Duration>,
    /// Boards visited for the last move.
    visited: u64,
    expectations: Expectations,
}

impl EnginePlayer {
    /// Returns the limits of a move: the player's own and, if it has none, the turn's time.
    fn limits(&self, turn: &Turn<'_>) -> Limits {
        let EngineRecipe { time, depth, nodes, .. } = self.recipe;
        let limits = Limits { depth, nodes, ..Limits::stopped_by(&turn.stopper) };
        let clock = || Arc::clone(&self.clock);
        let waited = turn.waited();
        let within = |time: Duration| Some((clock(), self.clock.now() + time.saturating_sub(waited)));
        let counted = |clock_now| Some((clock(), clock_now));
        if let Some(remaining) = self.game_time {
            let shown = GameClock { remaining: remaining.saturating_sub(waited), ..GameClock::default() };
            return Limits { deadline: time.and_then(within), game_clock: counted(shown), ..limits };
        }
        let is_unlimited = depth.is_none() && nodes.is_none();
        match (time, turn.time) {
            (Some(time), _) => Limits { deadline: within(time), ..limits },
            (None, Allowance::Move(time)) if is_unlimited => Limits { deadline: within(time), ..limits },
            (None, Allowance::Clock { remaining, increment, moves }) if is_unlimited => {
                let remaining = remaining.saturating_sub(waited);
                Limits { game_clock: counted(GameClock { remaining, increment, moves }), ..limits }
            }
            (None, _) => limits,
        }
    }
}

impl Player for EnginePlayer {
    fn new_game(&mut self) {
        self.engine.forget();
        self.game_time = self.recipe.game;
    }

    fn choose(&mut self, mut turn: Turn<'_>, _dice: &mut Dice) -> Result<Move, PlayerFault> {
        let (limits, position) = (self.limits(&turn), turn.game.position());
        self.expectations.compare(position);
        let observe = |progress: &Progress| turn.tell(&progress.into());
        let analyze = |engine: &Engine| {
            engine.search(position).limits(&limits).threads(&self.threads).observe(observe).analyze()
        };
        let analysis = self.engine.with(analyze)?;
        self.visited = analysis.nodes;
        if let Some(left) = &mut self.game_time {
            *left = left.saturating_sub(turn.waited());
        }
        self.expectations.expect(&analysis.line);
        analysis.best.ok_or_else(|| turn.nothing_found())
    }

    fn can_ponder(&self) -> bool {
        true
    }

    /// Looks as deep as for a move, without its other limits: the time is the opponent's.
    fn ponder(&mut self, game: &Game, stopper: &Stopper) {
        let limits = Limits { depth: self.recipe.depth, ..Limits::stopped_by(stopper) };
        let (position, reply) = (game.position(), self.expectations.reply);
        let ponder =
            |engine: &Engine| engine.search(position).limits(&limits).threads(&self.threads).ponder(reply);
        if let Ok(pondering) = self.engine.with(ponder) {
            self.expectations.pondered(position, pondering.expected);
        }
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.visited)
    }

    fn expected_reply(&self) -> Option<bool> {
        self.expectations.came_true
    }
}
