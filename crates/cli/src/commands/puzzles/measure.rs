//! `outflank puzzles measure`: predicted difficulty against what the levels solve.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use outflank_engine::Engine;
use outflank_engine::eval::Weights;
use outflank_puzzles::{
    DifficultyTraits, LeastSquares, MEASURED_LEVELS, Puzzle, SolveRate, TRAITS, performance, rank_correlation,
};
use serde_json::{Value, json};

use super::read_puzzles;
use crate::failure::{Failure, counted, tell};
use crate::interrupt;
use crate::ticker::Ticker;

/// Measure which puzzles levels 1 to 15 solve, and compare that with the predicted ratings.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Every level tries every puzzle, and has solved it when it has found all the moves. Each measurement is a line of \
JSON in the results file, and repeating the command continues from there. Then the weights of the prediction are \
fitted to one half of the puzzles, and the rank correlation between the prediction and the share of failed tries is \
printed for each half. The program's own prediction is the first line.

Examples:
  outflank puzzles measure results.jsonl
  outflank puzzles measure results.jsonl --from my.jsonl --tries 8 --json")]
pub(super) struct Args {
    /// The file of results, lines of JSON
    #[arg(value_name = "RESULTS")]
    results: PathBuf,

    /// The puzzles, packed or lines of JSON [default: the shipped ones]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// How often every level tries a puzzle
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    tries: u32,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What was measured of a puzzle.
struct MeasuredPuzzle {
    mean: f64,
    traits: DifficultyTraits,
}

/// Reads the results of earlier runs; lines that make no sense, such as one that broke off, are left out.
fn known_results(path: &Path) -> HashMap<String, MeasuredPuzzle> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let parse = |line: &str| {
        let line: Value = serde_json::from_str(line).ok()?;
        let numbers = |name: &str| -> Option<Vec<f64>> {
            line.get(name)?.as_array()?.iter().map(Value::as_f64).collect()
        };
        let traits = DifficultyTraits(numbers("traits")?.try_into().ok()?);
        let levels: [f64; MEASURED_LEVELS] = numbers("levels")?.try_into().ok()?;
        let id = line.get("id")?.as_str()?.to_owned();
        Some((id, MeasuredPuzzle { mean: SolveRate { levels }.mean(), traits }))
    };
    text.lines().filter_map(parse).collect()
}

/// Returns the ratings of the levels that are measured.
fn level_ratings() -> Vec<f64> {
    let rating = |level: usize| outflank_ratings::computer_rating(&format!("level:{level}"));
    (1..=MEASURED_LEVELS).filter_map(rating).map(|known| known.rating.rating).collect()
}

/// Runs the command.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let puzzles = read_puzzles(args.from.as_deref())?;
    let mut known = known_results(&args.results);
    measure_rest(args, &puzzles, &mut known)?;
    let measured: Vec<(&Puzzle, &MeasuredPuzzle)> =
        puzzles.iter().filter_map(|puzzle| Some((puzzle, known.get(&puzzle.id.to_string())?))).collect();
    let shipped = correlation(&measured, |puzzle, _| f64::from(puzzle.rating))
        .ok_or_else(|| Failure::Other(anyhow!("too few puzzles were measured")))?;
    let odd = |puzzle: &Puzzle| puzzle.id.number() % 2 == 1;
    let players = level_ratings();
    let mut sums = LeastSquares::<{ TRAITS + 1 }>::new();
    for (_, found) in measured.iter().filter(|(puzzle, _)| !odd(puzzle)) {
        sums.add(with_one(&found.traits), performance(&players, found.mean.clamp(0.02, 0.98)));
    }
    let weights = sums.weights(1.0).ok_or_else(|| Failure::Other(anyhow!("too few puzzles to fit")))?;
    let half = |wanted: bool| -> Vec<(&Puzzle, &MeasuredPuzzle)> {
        measured.iter().copied().filter(|(puzzle, _)| odd(puzzle) == wanted).collect()
    };
    let fitted = |half: &[(&Puzzle, &MeasuredPuzzle)]| {
        correlation(half, |_, found| found.traits.predict(&weights)).unwrap_or(f64::NAN)
    };
    let (learned, held_out) = (fitted(&half(false)), fitted(&half(true)));
    let shipped_held_out = correlation(&half(true), |puzzle, _| f64::from(puzzle.rating)).unwrap_or(f64::NAN);
    let mut out = io::stdout().lock();
    if args.json {
        let object = json!({
            "puzzles": measured.len(), "correlation": shipped, "correlation_held_out": shipped_held_out,
            "fitted": learned, "fitted_held_out": held_out, "weights": weights,
        });
        writeln!(out, "{object}")?;
        return Ok(());
    }
    writeln!(out, "{} measured", counted(measured.len() as u64, "puzzle"))?;
    writeln!(out, "predicted rating: rank correlation {shipped:.3}, held-out half {shipped_held_out:.3}")?;
    writeln!(out, "fitted on one half: {learned:.3}, on the other: {held_out:.3}")?;
    writeln!(out, "{:9.2}  rating of no traits", weights[0])?;
    for (weight, name) in weights[1..].iter().zip(DifficultyTraits::NAMES) {
        writeln!(out, "{weight:9.2}  {name}")?;
    }
    Ok(())
}

/// Measures the puzzles that earlier runs did not.
fn measure_rest(
    args: &Args,
    puzzles: &[Puzzle],
    known: &mut HashMap<String, MeasuredPuzzle>,
) -> Result<(), Failure> {
    let named = || format!("cannot use {}", args.results.display());
    let file = OpenOptions::new().append(true).create(true).open(&args.results);
    let mut file = file.with_context(named).map_err(Failure::Other)?;
    let engine = Engine::new(16, Weights::embedded()).map_err(Failure::other)?;
    let stop = interrupt::stopper()?;
    let ticker = Ticker::start_anywhere();
    for puzzle in puzzles {
        let id = puzzle.id.to_string();
        if stop.is_stopped() || known.contains_key(&id) {
            continue;
        }
        let traits = DifficultyTraits::of(&engine, puzzle);
        let rate = SolveRate::measure(&engine, puzzle, args.tries);
        let line = json!({ "id": id, "levels": rate.levels, "traits": traits.0 });
        file.write_all(format!("{line}\n").as_bytes()).with_context(named).map_err(Failure::Other)?;
        known.insert(id, MeasuredPuzzle { mean: rate.mean(), traits });
        ticker.say(|| format!("{} of {} puzzles", known.len(), puzzles.len()));
    }
    if stop.is_stopped() {
        tell("interrupted; repeat the command to continue");
    }
    Ok(())
}

/// Returns the traits after the constant 1.
fn with_one(traits: &DifficultyTraits) -> [f64; TRAITS + 1] {
    std::array::from_fn(|place| if place == 0 { 1.0 } else { traits.0[place - 1] })
}

/// Returns the rank correlation of a prediction and the share of tries that failed.
fn correlation(
    measured: &[(&Puzzle, &MeasuredPuzzle)],
    predicted: impl Fn(&Puzzle, &MeasuredPuzzle) -> f64,
) -> Option<f64> {
    let pair = |&(puzzle, found): &(&Puzzle, &MeasuredPuzzle)| (predicted(puzzle, found), 1.0 - found.mean);
    rank_correlation(&measured.iter().map(pair).collect::<Vec<_>>())
}
