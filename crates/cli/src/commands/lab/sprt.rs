//! `outflank lab sprt`: how often sequential tests err, and how many games they take.

use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use anyhow::anyhow;
use outflank_lab::{PairShape, Sprt, SprtRuns, SprtSimulation};
use serde::Serialize;

use crate::failure::Failure;
use crate::interrupt;
use crate::report;
use crate::ticker::Ticker;

/// Simulate sequential tests: how often they err and how many games they take.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Pairs of games are drawn at random, with the true difference at each of the two bounds. Three distributions of their \
results are tried: drawish (nine pairs of ten end 1-1), usual (as in matches between our own players) and decisive \
(nearly every pair is won 2-0). A line for each: how many runs accepted the wrong difference, with a 95 % interval; \
the mean number of games in a run, the fewest, and the number that Wald's approximation expects, which the \
calculators of other testing programs use as well (it ignores the least number of pairs).

JSON, one object per line: test (ELO0,ELO1), pairs (the distribution), true_elo, runs, wrong, open, wrong_percent, games, \
fewest_games, expected_games.

Examples:
  outflank lab sprt
  outflank lab sprt 0,10 --runs 500 --seed 7")]
pub(crate) struct Args {
    /// The tests: ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA
    #[arg(value_name = "TEST", default_values = ["0,50", "0,20", "0,5"])]
    tests: Vec<Sprt>,

    /// How many runs of each
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    runs: u64,

    /// The most games of a run
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = clap::value_parser!(u64).range(2..=1_000_000_000))]
    games: u64,

    /// How many threads to use [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// The random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// The JSON form of a line. The fields and their order are a promise.
#[derive(Debug, Serialize)]
struct SimulatedTest {
    test: String,
    pairs: &'static str,
    true_elo: f64,
    runs: u64,
    wrong: u64,
    open: u64,
    wrong_percent: f64,
    games: f64,
    fewest_games: u64,
    expected_games: f64,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    if !args.json {
        writeln!(
            out,
            "{:<12} {:<9} {:>9} {:>7} {:>23} {:>11} {:>7} {:>9}",
            "test", "pairs", "true Elo", "runs", "wrong", "games", "fewest", "expected"
        )?;
    }
    let stop = interrupt::flag()?;
    for &test in &args.tests {
        for shape in PairShape::ALL {
            for elo in [test.elo0, test.elo1] {
                let most_pairs = args.games / 2;
                let simulation = SprtSimulation { test, shape, elo, most_pairs, seed: args.seed };
                let runs = simulate(&simulation, args, &stop);
                if stop.load(Ordering::Relaxed) {
                    return Err(Failure::Other(anyhow!("interrupted")));
                }
                let line = line(&simulation, &runs);
                if args.json {
                    report::json_line(&mut out, &line)?;
                } else {
                    write_line(&mut out, &line)?;
                }
            }
        }
    }
    Ok(())
}

/// Makes all runs of a test.
fn simulate(simulation: &SprtSimulation, args: &Args, stop: &std::sync::atomic::AtomicBool) -> SprtRuns {
    let Sprt { elo0, elo1, .. } = simulation.test;
    let ticker = Ticker::start(format!("{elo0},{elo1} {} at {}  ", simulation.shape.name, simulation.elo));
    let (next, all) = (AtomicU64::new(0), Mutex::new(SprtRuns::default()));
    let work = || {
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= args.runs {
                break;
            }
            let one = simulation.run(number);
            all.lock().unwrap_or_else(PoisonError::into_inner).add(&one);
            ticker.say(|| format!("{} of {} runs", number + 1, args.runs));
        }
    };
    thread::scope(|scope| {
        for _ in 0..super::threads(args.threads) {
            scope.spawn(work);
        }
    });
    all.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn line(simulation: &SprtSimulation, runs: &SprtRuns) -> SimulatedTest {
    let Sprt { elo0, elo1, .. } = simulation.test;
    let wrong = if simulation.elo == elo0 { runs.higher } else { runs.lower };
    let tenth = |value: f64| (10.0 * value).round() / 10.0;
    SimulatedTest {
        test: format!("{elo0},{elo1}"),
        pairs: simulation.shape.name,
        true_elo: simulation.elo,
        runs: runs.count(),
        wrong,
        open: runs.open,
        wrong_percent: (1e4 * wrong as f64 / runs.count().max(1) as f64).round() / 100.0,
        games: tenth(runs.games()),
        fewest_games: 2 * runs.shortest,
        expected_games: tenth(simulation.expected_games()),
    }
}

fn write_line(out: &mut impl io::Write, line: &SimulatedTest) -> io::Result<()> {
    let SimulatedTest { test, pairs, true_elo, runs, wrong, open, games, fewest_games, .. } = line;
    let share = *wrong as f64 / (*runs).max(1) as f64;
    let reach = 1.96 * (share * (1.0 - share) / (*runs).max(1) as f64).sqrt();
    let [low, high] = [share - reach, share + reach].map(|end| 100.0 * end.max(0.0));
    let rate = format!("{:.1} % ({low:.1} to {high:.1})", 100.0 * share);
    let undecided = if *open > 0 { format!("  {open} undecided") } else { String::new() };
    writeln!(
        out,
        "{test:<12} {pairs:<9} {true_elo:>+9} {runs:>7} {rate:>23} {games:>11.0} {fewest_games:>7} {:>9.0}{undecided}",
        line.expected_games
    )
}
