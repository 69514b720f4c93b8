//! `outflank lab certainty`: how far values of the engine are off, by stage of the game and depth.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use outflank_coach::{ERROR_DEPTHS, ERROR_STAGES};
use outflank_engine::eval::Weights;
use outflank_engine::{Engine, Truth};
use outflank_lab::sample;
use outflank_rules::{Game, Position};

use super::many::each;
use crate::failure::Failure;
use crate::interrupt;

/// Measure the error of shallow searches against deep ones.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The positions come from a sample of the finished games in a folder of WTHOR files (up to 2011), one for each stage \
of each game. Each is searched once, deeper and deeper; what every depth says is compared with the end of that \
search, which is exact near the end of the game. The table gives the root-mean-square difference in discs, by empty \
squares and depth, and for searches to the end that leave out unlikely lines (73 %). The figures belong in \
crates/coach/src/certainty.rs.

Example:
  outflank lab certainty --people wthor --games 200")]
pub(crate) struct Args {
    /// The folder of WTHOR files
    #[arg(long, value_name = "DIR")]
    people: PathBuf,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(5..=1_000_000))]
    games: u32,

    /// The depth of the searches that judge
    #[arg(long, value_name = "N", default_value_t = 18, value_parser = clap::value_parser!(u32).range(15..=30))]
    depth: u32,

    /// The random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many threads to use [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

/// How far each depth was off, and a search to the end that left out unlikely lines.
struct DepthErrors {
    depths: [Option<f64>; ERROR_DEPTHS.len()],
    end: Option<f64>,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let stop = interrupt::flag()?;
    let games = sample(&args.people, args.games as usize, args.seed).map_err(Failure::input)?;
    let engine = || Engine::new(32, Weights::embedded());
    let found = each(("certainty", &games), args.threads, &stop, engine, |engine, game| {
        ERROR_STAGES.map(|empties| at(game, empties).map(|position| errors(engine, position, args.depth)))
    })?;
    print(&mut io::stdout().lock(), &found).map_err(Failure::from)
}

/// Returns the position of a game with so many empty squares in which there is a choice.
fn at(game: &Game, empties: u32) -> Option<Position> {
    game.positions().find(|position| position.empty().len() == empties && position.legal_moves().len() > 1)
}

fn errors(engine: &Engine, position: Position, depth: u32) -> DepthErrors {
    engine.forget();
    let mut said = DepthErrors { depths: [None; ERROR_DEPTHS.len()], end: None };
    said.depths[0] = Some(engine.evaluate(position));
    let found = engine
        .search(position)
        .depth(depth)
        .observe(|progress| {
            let Truth::Estimate { .. } = progress.value.truth else { return };
            let place = ERROR_DEPTHS.iter().position(|&depth| depth == progress.depth);
            // Searches to the end begin with the boldest, which counts.
            if progress.depth == position.empty().len() {
                said.end.get_or_insert(progress.value.score.into());
            } else if let Some(place) = place {
                said.depths[place].get_or_insert(progress.value.score.into());
            }
        })
        .analyze();
    let off = |said: Option<f64>| said.map(|said| said - f64::from(found.value.score));
    DepthErrors { depths: said.depths.map(off), end: off(said.end) }
}

/// Writes the root of the mean square, if most positions have an error.
fn mean(errors: &[Option<f64>]) -> String {
    let squares: Vec<f64> = errors.iter().flatten().map(|error| error * error).collect();
    // Where searches go to the end there is no such depth.
    match 2 * squares.len() > errors.len() {
        true => format!("{:.2}", (squares.iter().sum::<f64>() / squares.len() as f64).sqrt()),
        false => String::new(),
    }
}

fn print(out: &mut impl Write, found: &[[Option<DepthErrors>; ERROR_STAGES.len()]]) -> io::Result<()> {
    let heads: Vec<String> = ERROR_DEPTHS.iter().map(ToString::to_string).collect();
    writeln!(out, "| empty | positions | {} | to the end |", heads.join(" | "))?;
    writeln!(out, "|{}", "---|".repeat(heads.len() + 3))?;
    for (stage, empties) in ERROR_STAGES.iter().enumerate() {
        let errors: Vec<&DepthErrors> = found.iter().filter_map(|game| game[stage].as_ref()).collect();
        let at = |place: usize| errors.iter().map(|one| one.depths[place]).collect::<Vec<_>>();
        let cells: Vec<String> = (0..heads.len()).map(|place| mean(&at(place))).collect();
        let end = mean(&errors.iter().map(|one| one.end).collect::<Vec<_>>());
        writeln!(out, "| {empties} | {} | {} | {end} |", errors.len(), cells.join(" | "))?;
    }
    out.flush()
}
