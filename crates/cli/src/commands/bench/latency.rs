//! `outflank bench --latency`: how late searches return after a time limit, and after they are asked to end.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use outflank_engine::eval::Weights;
use outflank_engine::{Clock, Engine, Limits, Stopper};
use outflank_players::{HostThreads, WallClock};
use outflank_rules::Position;
use serde::Serialize;

use crate::commands::analyze::seconds;
use crate::failure::Failure;
use crate::report;

/// The options of the measurement.
#[derive(Debug, clap::Args)]
pub(crate) struct LatencyArgs {
    /// Instead, measure how late searches return after a time limit and after a request to stop
    #[arg(long)]
    pub(crate) latency: bool,

    /// With --latency: how many moves to play at each time
    #[arg(long, value_name = "N", default_value_t = 60, requires = "latency",
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    moves: u32,

    /// With --latency: the seconds a move gets, several separated by commas
    #[arg(long, value_name = "S", default_value = "0.05", requires = "latency", value_delimiter = ',',
          value_parser = seconds)]
    time: Vec<Duration>,

    /// With --latency: how many threads search [default: all cores]
    #[arg(long, value_name = "N", requires = "latency", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// With --latency: the size of the transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, requires = "latency",
          value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
}

/// The upper ends of the classes of a histogram, in milliseconds; the last class has none.
const CLASSES: [f64; 7] = [0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0];

/// How late searches were. The fields and their order are a promise.
#[derive(Debug, Default, Serialize)]
struct Lateness {
    /// Searches that were still running when they had to end.
    searches: usize,
    mean_ms: f64,
    worst_ms: f64,
    /// Where the worst was.
    worst_position: Option<String>,
    over_10_ms: usize,
    over_30_ms: usize,
    /// How many were at most 0.1, 0.3, 1, 3, 10, 30, 100 milliseconds late, and later.
    histogram: [usize; 8],
}

impl Lateness {
    fn add(&mut self, late: Duration, position: Position) {
        let ms = late.as_secs_f64() * 1e3;
        self.mean_ms = (self.mean_ms * self.searches as f64 + ms) / (self.searches + 1) as f64;
        self.searches += 1;
        if self.worst_position.is_none() || ms > self.worst_ms {
            (self.worst_ms, self.worst_position) = (ms, Some(position.to_string()));
        }
        self.over_10_ms += usize::from(ms > 10.0);
        self.over_30_ms += usize::from(ms > 30.0);
        self.histogram[CLASSES.iter().filter(|class| ms > **class).count()] += 1;
    }

    fn rounded(self) -> Lateness {
        let [mean_ms, worst_ms] = [self.mean_ms, self.worst_ms].map(|ms| (ms * 1e3).round() / 1e3);
        Lateness { mean_ms, worst_ms, ..self }
    }
}

/// What was measured at one time. The fields and their order are a promise.
#[derive(Debug, Serialize)]
struct AtTime {
    time: f64,
    threads: usize,
    moves: u32,
    limit: Lateness,
    cancel: Lateness,
}

/// Positions one after the other: games of the engine with itself after openings of known games.
struct PositionStream {
    openings: Vec<Position>,
    next: usize,
    position: Position,
}

impl PositionStream {
    fn new(openings: Vec<Position>) -> PositionStream {
        PositionStream { openings, next: 0, position: Position::start() }
    }

    /// Returns the position to be searched, that of a new game if the last one is over.
    fn position(&mut self) -> Position {
        if self.position.is_finished() {
            self.position = self.openings.get(self.next).copied().unwrap_or_else(Position::start);
            self.next = (self.next + 1) % self.openings.len().max(1);
        }
        self.position
    }
}

/// Runs the measurement and prints a line for each time.
pub(crate) fn run(args: &LatencyArgs, openings: &[Position], json: bool) -> Result<(), Failure> {
    use outflank_engine::Threads as _;
    let engine = Engine::new(args.hash as usize, Weights::embedded()).map_err(Failure::other)?;
    let threads = HostThreads::new(args.threads);
    let clock: Arc<dyn Clock> = Arc::new(WallClock::start());
    let mut out = io::stdout().lock();
    for &time in &args.time {
        let (mut limit, mut cancel) = (Lateness::default(), Lateness::default());
        let mut games = PositionStream::new(openings.to_vec());
        for _ in 0..args.moves {
            let position = games.position();
            cancel_after(&engine, &threads, time, position, &mut cancel);
            let end = clock.now() + time;
            let limits = Limits::until(Arc::clone(&clock), end);
            let analysis = engine.search(position).limits(&limits).threads(&threads).analyze();
            let late = clock.now().saturating_sub(end);
            if analysis.stopped {
                limit.add(late, position);
            }
            if let Some(next) = analysis.best.and_then(|best| position.play(best).ok()) {
                games.position = next;
            }
        }
        let measured = AtTime {
            time: time.as_secs_f64(),
            threads: threads.count(),
            moves: args.moves,
            limit: limit.rounded(),
            cancel: cancel.rounded(),
        };
        if json {
            report::json_line(&mut out, &measured)?;
        } else {
            print(&mut out, &measured)?;
        }
    }
    Ok(())
}

/// Searches without a limit until another thread asks for the end, and notes how long that took.
fn cancel_after(
    engine: &Engine,
    threads: &HostThreads,
    time: Duration,
    position: Position,
    cancel: &mut Lateness,
) {
    let stopper = Stopper::new();
    let limits = Limits::stopped_by(&stopper);
    let (through, wait) = mpsc::channel::<()>();
    let asked = std::thread::scope(|scope| {
        let wish = stopper.clone();
        let canceller = scope.spawn(move || {
            // Woken up before if the search is through.
            let timed_out = wait.recv_timeout(time) == Err(mpsc::RecvTimeoutError::Timeout);
            let now = Instant::now();
            wish.stop();
            timed_out.then_some(now)
        });
        let analysis = engine.search(position).limits(&limits).threads(threads).analyze();
        let returned = Instant::now();
        drop(through);
        let asked = canceller.join().ok().flatten();
        asked.filter(|_| analysis.stopped).map(|asked| returned.saturating_duration_since(asked))
    });
    if let Some(late) = asked {
        cancel.add(late, position);
    }
}

fn print(out: &mut impl Write, measured: &AtTime) -> io::Result<()> {
    let AtTime { time, threads, moves, limit, cancel } = measured;
    writeln!(out, "{moves} moves of {time} s on {threads} threads")?;
    for (name, late) in [("limit", limit), ("cancel", cancel)] {
        writeln!(
            out,
            "  {name:6}  {} searches: mean {:.3} ms, worst {:.3} ms, {} over 10 ms, {} over 30 ms",
            late.searches, late.mean_ms, late.worst_ms, late.over_10_ms, late.over_30_ms
        )?;
        let mut classes = Vec::new();
        for (n, count) in late.histogram.iter().enumerate() {
            let label = CLASSES.get(n).map_or("more".to_owned(), |class| format!("≤{class}"));
            classes.push(format!("{label}: {count}"));
        }
        writeln!(out, "          ms {}", classes.join("  "))?;
        if let Some(position) = &late.worst_position {
            writeln!(out, "          worst at {position}")?;
        }
    }
    out.flush()
}
