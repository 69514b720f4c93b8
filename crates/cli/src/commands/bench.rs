//! `outflank bench`: a node count that names the search, and how fast it is.

mod latency;

use std::io::{self, Write};
use std::time::Instant;

use anyhow::anyhow;
use outflank_engine::eval::Weights;
use outflank_engine::{Engine, Goal};
use outflank_records::{Format, ReadOptions, did_you_mean, read};
use outflank_rules::{PassRule, Position, Tier, perft_with};
use serde::Serialize;

use crate::failure::Failure;
use crate::report::{self, millions, serialize_seconds};
use crate::source;

use latency::LatencyArgs;

/// Print the node signature and the speeds of perft, solver and midgame search, on one thread.
///
/// The signature is the sum of the nodes of fixed searches. It is the same in every run and on every machine;
/// a change of the search or of its evaluation changes it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
JSON: signature, perft (depth, leaves, seconds, per_second), solver and midgame (positions, nodes, seconds, \
per_second; midgame also depth), instruction_set.

With --latency the engine plays against itself, and every position is searched twice: with a time limit, and without \
one until another thread asks it to stop. JSON, one object for each time: time, threads, moves, limit and cancel \
(searches that had to be ended, mean_ms, worst_ms, worst_position, over_10_ms, over_30_ms, histogram of those at \
most 0.1, 0.3, 1, 3, 10, 30, 100 ms late and later).

Examples:
  outflank bench
  outflank bench --latency --moves 100 --time 0.05,0.2 --threads 1
  outflank bench --json --tier portable")]
pub(crate) struct Args {
    /// The instruction set to use: portable, neon, avx2 or avx512 [default: the best of this machine]
    #[arg(long, value_name = "NAME", value_parser = parse_tier)]
    tier: Option<Tier>,

    #[command(flatten)]
    latency: LatencyArgs,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn parse_tier(text: &str) -> Result<Tier, String> {
    let known = Tier::ALL.into_iter().find(|tier| tier.name().eq_ignore_ascii_case(text));
    match known {
        Some(tier) if tier.is_available() => Ok(tier),
        Some(tier) => Err(format!("this machine does not support {tier}")),
        None => {
            let meant = did_you_mean(text, Tier::ALL.map(Tier::name));
            Err(format!("the instruction sets are portable, neon, avx2 and avx512{meant}"))
        }
    }
}

/// The size of the engine's table: small, so that a run starts at once, and fixed, since nodes depend on it.
const TABLE_MIB: usize = 16;
/// The depth of the perft.
const PERFT_DEPTH: u32 = 10;
/// How many games give a midgame position.
const MIDGAMES: usize = 10;
/// The plies after which they give it.
const MIDGAME_PLY: usize = 20;
/// The depth to which it is searched.
const MIDGAME_DEPTH: u32 = 8;

/// The plies of an opening from which moves are played to measure latency.
const OPENING_PLIES: usize = 8;

/// What is measured. The fields and their order are a promise.
#[derive(Debug, Serialize)]
struct BenchReport {
    signature: u64,
    perft: Perft,
    solver: Searches,
    midgame: Searches,
    instruction_set: &'static str,
}

#[derive(Debug, Serialize)]
struct Perft {
    depth: u32,
    leaves: u64,
    #[serde(serialize_with = "serialize_seconds")]
    seconds: f64,
    per_second: u64,
}

#[derive(Debug, Serialize)]
struct Searches {
    positions: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    nodes: u64,
    #[serde(serialize_with = "serialize_seconds")]
    seconds: f64,
    per_second: u64,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if args.latency.latency {
        return latency::run(&args.latency, &after_plies(OPENING_PLIES, usize::MAX)?, args.json);
    }
    let tier = args.tier.unwrap_or_else(Tier::best);
    let engine = Engine::new(TABLE_MIB, Weights::embedded()).map_err(Failure::other)?.with_tier(tier);
    let (solver, midgame) = (solver(&engine)?, midgame(&engine)?);
    let report = BenchReport {
        signature: solver.nodes + midgame.nodes,
        perft: perft(tier),
        solver,
        midgame,
        instruction_set: tier.name(),
    };
    let mut out = io::stdout().lock();
    if args.json {
        report::json_line(&mut out, &report)?;
    } else {
        print(&mut out, &report)?;
    }
    Ok(())
}

fn per_second(count: u64, seconds: f64) -> u64 {
    (millions(count, seconds) * 1e6).round() as u64
}

fn perft(tier: Tier) -> Perft {
    let started = Instant::now();
    let leaves = perft_with(tier, Position::start(), PERFT_DEPTH, PassRule::OnePly);
    let seconds = started.elapsed().as_secs_f64();
    Perft { depth: PERFT_DEPTH, leaves, seconds, per_second: per_second(leaves, seconds) }
}

/// Adds up the nodes of searches, each from an empty table.
fn search(engine: &Engine, positions: &[Position], nodes_of: impl Fn(Position) -> u64) -> Searches {
    let (mut nodes, mut seconds) = (0, 0.0);
    for &position in positions {
        engine.forget();
        let started = Instant::now();
        nodes += nodes_of(position);
        seconds += started.elapsed().as_secs_f64();
    }
    let per_second = per_second(nodes, seconds);
    Searches { positions: positions.len(), depth: None, nodes, seconds, per_second }
}

fn solver(engine: &Engine) -> Result<Searches, Failure> {
    let suite = &include_bytes!("../../data/bench-endgames.obf")[..];
    let mut positions = Vec::new();
    for item in read(suite, Format::Obf, ReadOptions::default()) {
        positions.extend(item.map_err(Failure::other)?.record.map(|record| record.last_position()));
    }
    Ok(search(engine, &positions, |position| engine.search(position).solve(Goal::Exact).nodes))
}

/// Returns the positions after so many moves of the first known games.
fn after_plies(plies: usize, count: usize) -> Result<Vec<Position>, Failure> {
    let games = include_str!("../../data/bench-games.txt").lines().filter(|line| !line.starts_with('#'));
    let mut positions = Vec::new();
    for moves in games.take(count) {
        let opening = moves.get(..2 * plies).unwrap_or(moves);
        let record = source::record_of_text(opening.as_bytes()).map_err(Failure::other)?;
        let position = record.map(|record| record.last_position());
        positions.push(position.ok_or_else(|| Failure::Other(anyhow!("a game without moves")))?);
    }
    Ok(positions)
}

fn midgame(engine: &Engine) -> Result<Searches, Failure> {
    let positions = after_plies(MIDGAME_PLY, MIDGAMES)?;
    let found =
        search(engine, &positions, |position| engine.search(position).depth(MIDGAME_DEPTH).analyze().nodes);
    Ok(Searches { depth: Some(MIDGAME_DEPTH), ..found })
}

fn print(out: &mut impl Write, report: &BenchReport) -> io::Result<()> {
    let BenchReport { signature, perft, solver, midgame, instruction_set } = report;
    writeln!(
        out,
        "perft {}:  {:>12} leaves  {:>7.3} s {:>8.1} million a second",
        perft.depth,
        perft.leaves,
        perft.seconds,
        millions(perft.leaves, perft.seconds)
    )?;
    for (name, searches) in [("solver", solver), ("midgame", midgame)] {
        writeln!(
            out,
            "{name:8}: {:>12} nodes   {:>7.3} s {:>8.1} million a second, {} positions",
            searches.nodes,
            searches.seconds,
            millions(searches.nodes, searches.seconds),
            searches.positions
        )?;
    }
    writeln!(out, "one thread, {instruction_set}")?;
    writeln!(out, "signature: {signature}")?;
    out.flush()
}
