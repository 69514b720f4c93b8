//! The engine as the sessions of `outflank-protocol` ask it.

use std::sync::Arc;
use std::time::Duration;

use outflank_engine::{
    Clock, Comparison, Dice, Engine, GameClock, LEVELS, Level, Limits, Progress, Stopper, Truth, Value,
    Wanted,
};
use outflank_players::{HostThreads, WallClock};
use outflank_protocol::{
    Aim, Allowance, EngineQuestion, ScoredLine, SearchEffort, SearchFinding, Stop, Thinker,
};
use outflank_rules::{Move, Position};

/// The level where nothing is said about strength.
const LEVEL: usize = 18;

/// What is kept back of the time for a move, for the transmission.
const MARGIN: Duration = Duration::from_millis(20);

/// The engine with threads, clock and dice.
pub(super) struct EngineThinker {
    engine: Engine,
    threads: HostThreads,
    clock: Arc<dyn Clock>,
    dice: Dice,
    ponders: bool,
    /// The reply it expects to its last move.
    expected: Option<Move>,
}

/// A listener for what is found on the way.
type Report<'r> = &'r mut (dyn FnMut(&SearchFinding) + Send);

impl EngineThinker {
    pub(super) fn new(engine: Engine, threads: HostThreads, seed: u64, ponders: bool) -> EngineThinker {
        let (clock, dice) = (Arc::new(WallClock::start()), Dice::new(seed));
        EngineThinker { engine, threads, clock, dice, ponders, expected: None }
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

    /// Chooses a move for a game: as a level does, unless a depth or a time is told and no level.
    fn play(
        &mut self,
        position: Position,
        effort: SearchEffort,
        stop: &Stop,
        report: Report<'_>,
    ) -> SearchFinding {
        let level = match (effort.level.and_then(Level::new), effort.depth, effort.time) {
            (Some(level), ..) => level,
            (None, None, None) => &LEVELS[LEVEL - 1],
            (None, ..) => return self.analyze(position, (effort.depth, effort.time), None, stop, report),
        };
        let started = self.clock.now();
        let time = effort.time.unwrap_or(Allowance::Move(level.time));
        let (limits, _) = self.limits(effort.depth, Some(time), stop);
        let clock = Arc::clone(&self.clock);
        let mut last = SearchFinding { percent: 100, ..SearchFinding::default() };
        let observer = |progress: &Progress| {
            let Progress { value, depth, percent, line, nodes, .. } = progress;
            last = of_line(*value, (*depth, *percent), line, *nodes, clock.now() - started);
            // What a level that errs looks at is not what it will play.
            if level.is_steady() {
                report(&last);
            }
        };
        let search = self.engine.search(position).limits(&limits).threads(&self.threads).observe(observer);
        let played = search.play(level, &self.clock, &mut self.dice);
        let time = self.clock.now() - started;
        match played {
            // Stopped before the line of a proven value was found.
            Some(one) if one.line.is_empty() => SearchFinding { time, ..last },
            Some(one) => of_line(one.value, (last.depth, last.percent), &one.line, last.nodes, time),
            None => SearchFinding { time, ..last },
        }
    }

    /// Searches a position within limits, until a depth and confidence are reached if there are any.
    fn analyze(
        &self,
        position: Position,
        (depth, time): (Option<u32>, Option<Allowance>),
        enough: Option<(u32, u8)>,
        stop: &Stop,
        report: Report<'_>,
    ) -> SearchFinding {
        let started = self.clock.now();
        let (limits, stopper) = self.limits(depth, time, stop);
        let mut last = SearchFinding { percent: 100, ..SearchFinding::default() };
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
            return SearchFinding { nodes: found.nodes, time, ..last };
        }
        of_line(found.value, (last.depth, last.percent), &found.line, found.nodes, time)
    }
}

/// Makes a finding of one line.
fn of_line(
    value: Value,
    (depth, percent): (u32, u8),
    moves: &[Move],
    nodes: u64,
    time: Duration,
) -> SearchFinding {
    let line = ScoredLine { moves: moves.to_vec(), score: f64::from(value.score) };
    let lines = if moves.is_empty() { Vec::new() } else { vec![line] };
    SearchFinding { lines, depth, percent, exact: value.truth == Truth::Exact, nodes, time }
}

/// Makes a finding of moves side by side.
fn of_comparison(compared: &Comparison, time: Duration) -> SearchFinding {
    let line = |one: &outflank_engine::MoveValue| ScoredLine {
        moves: one.line.clone(),
        score: f64::from(one.value.score),
    };
    SearchFinding {
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

    fn think(&mut self, question: &EngineQuestion, stop: &Stop, report: Report<'_>) -> SearchFinding {
        let (position, aim, effort) = (question.position(), question.aim, question.effort);
        match aim {
            Aim::Play => {
                let finding = self.play(position, effort, stop, report);
                self.expected = finding.moves().get(1).copied();
                finding
            }
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
        self.expected = None;
    }

    fn ponders(&self) -> bool {
        self.ponders
    }

    fn ponder(&mut self, question: &EngineQuestion, stop: &Stop) {
        let (position, effort) = (question.position(), question.effort);
        // A level sees no further for having thought before.
        let of_level = |level: &Level| level.depth_at(position.empty().len().saturating_sub(1));
        let depth = effort.depth.or(effort.level.and_then(Level::new).map(of_level));
        let (limits, _) = self.limits(depth, None, stop);
        let _in_the_table =
            self.engine.search(position).limits(&limits).threads(&self.threads).ponder(self.expected);
    }
}
