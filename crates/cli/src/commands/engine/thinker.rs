//! The engine as the sessions of `outflank-protocol` ask it.

use std::sync::Arc;
use std::time::Duration;

use outflank_engine::{
    Clock, Comparison, Dice, Engine, GameClock, Level, LevelMove, Limits, Progress, Stopper, Truth, Value,
    Wanted,
};
use outflank_players::{HostThreads, WallClock};
use outflank_protocol::{Aim, Allowance, Effort, Finding, Line, Question, Stop, Thinker};
use outflank_rules::{Move, Position};

/// The level where nothing is said about strength.
const LEVEL: u8 = 18;

/// What is kept back of the time for a move, for the way to whoever measures it.
const MARGIN: Duration = Duration::from_millis(20);

/// The engine with threads, clock and dice.
pub(super) struct EngineThinker {
    engine: Engine,
    threads: HostThreads,
    clock: Arc<dyn Clock>,
    dice: Dice,
}

/// A listener for what is found on the way.
type Report<'r> = &'r mut (dyn FnMut(&Finding) + Send);

impl EngineThinker {
    pub(super) fn new(engine: Engine, threads: HostThreads, seed: u64) -> EngineThinker {
        EngineThinker { engine, threads, clock: Arc::new(WallClock::start()), dice: Dice::new(seed) }
    }

    /// Returns the limits of a search that `stop` ends.
    fn limits(&self, depth: Option<u32>, time: Option<Allowance>, stop: &Stop) -> (Limits, Stopper) {
        let stopper = Stopper::new();
        let ear = stopper.clone();
        stop.when_asked(move || ear.stop());
        let mut limits = Limits { depth, stopper: Some(stopper.clone()), ..Limits::default() };
        let clock = || Arc::clone(&self.clock);
        match time {
            None => {}
            Some(Allowance::Move(time)) => {
                let usable = time - MARGIN.min(time / 5);
                limits.deadline = Some((clock(), self.clock.now().saturating_add(usable)));
            }
            Some(Allowance::Clock { remaining, increment, moves }) => {
                limits.game_clock = Some((clock(), GameClock { remaining, increment, moves }));
            }
        }
        (limits, stopper)
    }

    /// Chooses a move for a game.
    fn play(&mut self, position: Position, effort: Effort, stop: &Stop, report: Report<'_>) -> Finding {
        let told = effort.level.and_then(Level::new);
        let level = match (told, effort.depth, effort.time) {
            (Some(level), ..) => Some(level),
            (None, None, None) => Level::new(LEVEL),
            (None, ..) => None,
        };
        let depth = effort.depth.or(level.map(|level| level.depth_at(position.empty().len())));
        let time = effort.time.or(level.map(|level| Allowance::Move(level.time)));
        match level.filter(|level| !level.is_steady()) {
            Some(level) => self.err(position, level, depth, time, stop),
            None => self.analyze(position, (depth, time), None, stop, report),
        }
    }

    /// Chooses a move as a level that errs does.
    fn err(
        &mut self,
        position: Position,
        level: &Level,
        depth: Option<u32>,
        time: Option<Allowance>,
        stop: &Stop,
    ) -> Finding {
        let started = self.clock.now();
        let (limits, _) = self.limits(depth, time, stop);
        let compared =
            self.engine.search(position).limits(&limits).threads(&self.threads).compare(Wanted::ALL);
        let mut finding = of_comparison(&compared, self.clock.now() - started);
        let candidate = |line: &Line| {
            let square = line.moves.first()?.square()?;
            Some(LevelMove { square, value: line.score, flips: position.flips(square).len() })
        };
        let mut candidates: Vec<LevelMove> = finding.lines.iter().filter_map(candidate).collect();
        // The order of the search must not decide between equals.
        candidates.sort_by_key(|one| one.square);
        if let Some(chosen) = level.choose(&candidates, &mut self.dice) {
            let chosen = Move::Place(candidates[chosen].square);
            finding.lines.retain(|line| line.moves.first() == Some(&chosen));
        }
        finding
    }

    /// Searches a position within limits, until a depth and confidence are reached if there are any.
    fn analyze(
        &self,
        position: Position,
        (depth, time): (Option<u32>, Option<Allowance>),
        enough: Option<(u32, u8)>,
        stop: &Stop,
        report: Report<'_>,
    ) -> Finding {
        let started = self.clock.now();
        let (limits, stopper) = self.limits(depth, time, stop);
        let mut last = Finding { percent: 100, ..Finding::default() };
        let mut observer = |progress: &Progress| {
            let Progress { value, depth, percent, line, nodes, .. } = progress;
            last = of_line(*value, (*depth, *percent), line, *nodes, self.clock.now() - started);
            report(&last);
            // A proven value ends the search by itself, with a line of best play.
            let sure = enough.is_some_and(|(wanted, sure)| *depth >= wanted && *percent >= sure);
            if sure && !value.is_exact() {
                stopper.stop();
            }
        };
        let search = self.engine.search(position).limits(&limits).threads(&self.threads);
        let found = search.observe(&mut observer).analyze();
        let time = self.clock.now() - started;
        if found.line.is_empty() && !last.lines.is_empty() {
            // Stopped before the line of a proven value was found.
            return Finding { nodes: found.nodes, time, ..last };
        }
        of_line(found.value, (last.depth, last.percent), &found.line, found.nodes, time)
    }
}

/// Makes a finding of one line.
fn of_line(value: Value, (depth, percent): (u32, u8), moves: &[Move], nodes: u64, time: Duration) -> Finding {
    let line = Line { moves: moves.to_vec(), score: f64::from(value.score) };
    let lines = if moves.is_empty() { Vec::new() } else { vec![line] };
    Finding { lines, depth, percent, exact: value.truth == Truth::Exact, nodes, time }
}

/// Makes a finding of moves side by side.
fn of_comparison(compared: &Comparison, time: Duration) -> Finding {
    let line = |one: &outflank_engine::MoveValue| Line {
        moves: one.line.clone(),
        score: f64::from(one.value.score),
    };
    Finding {
        lines: compared.moves.iter().map(line).collect(),
        depth: compared.depth,
        percent: compared.percent,
        exact: compared.moves.first().is_some_and(|one| one.value.is_exact()),
        nodes: compared.nodes,
        time,
    }
}

impl Thinker for EngineThinker {
    fn name(&self) -> String {
        "Outflank".to_owned()
    }

    fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    fn think(&mut self, question: &Question, stop: &Stop, report: Report<'_>) -> Finding {
        let Question { position, aim, effort } = *question;
        match aim {
            Aim::Play => self.play(position, effort, stop, report),
            Aim::Best(count) => {
                let started = self.clock.now();
                let (limits, _) = self.limits(effort.depth, effort.time, stop);
                let clock = Arc::clone(&self.clock);
                let observer = |told: &Progress| report(&of_comparison(&told.into(), clock.now() - started));
                let search = self.engine.search(position).limits(&limits).threads(&self.threads);
                let found = search.observe(observer).compare(Wanted::best(count));
                of_comparison(&found, self.clock.now() - started)
            }
            Aim::Value { percent } => {
                let empties = position.empty().len();
                let wanted = effort.depth.map_or(empties, |depth| depth.min(empties));
                self.analyze(position, (effort.depth, effort.time), Some((wanted, percent)), stop, report)
            }
            Aim::Endless => self.analyze(position, (None, None), None, stop, report),
        }
    }

    fn forget(&mut self) {
        self.engine.forget();
    }
}
