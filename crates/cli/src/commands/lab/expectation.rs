//! `outflank lab expectation`: what a score is worth between people, fitted on their games.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use outflank_coach::{Fit, STAGES, ScoredResult, fit};
use outflank_lab::{LossJudge, sample};

use super::many::each;
use crate::failure::Failure;
use crate::interrupt;

/// Fit the expected result of a game to the engine's scores, on games between people.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The games are a sample of the finished ones in a folder of WTHOR files, up to 2011. Every position from ply 9 on is \
evaluated by a search of the same depth, the last ones exactly. For each stage of the game the chance of winning is \
a logistic function of the score; its steepness per disc is printed as Markdown, with the surprise (the mean \
negative logarithm of the chance given to what happened) on every fifth game, which the fit has not seen. The labels \
and accuracies of reviews rest on the steepness; it belongs in `SHIPPED` of crates/coach/src/expectation.rs.

Example:
  outflank lab expectation --people wthor --games 400")]
pub(crate) struct Args {
    /// The folder of WTHOR files
    #[arg(long, value_name = "DIR")]
    people: PathBuf,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(5..=1_000_000))]
    games: u32,

    /// The depth of the searches that judge
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,

    /// The random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many threads to use [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

/// The plies that are not judged: openings, known by heart.
const OPENING: usize = 8;
/// Of so many games one is kept out of the fit.
const KEPT: usize = 5;

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let stop = interrupt::flag()?;
    let games = sample(&args.people, args.games as usize, args.seed).map_err(Failure::input)?;
    let judge = || LossJudge::new(args.depth);
    // Every position of every game, black's view.
    let curves =
        each(("expectation", &games), args.threads, &stop, judge, |judge, game| judge.curve(game, OPENING))?;
    let [mut learned, mut kept] = [Vec::new(), Vec::new()];
    for (number, (game, curve)) in games.iter().zip(curves).enumerate() {
        let result = game.position().score();
        let points = if result == 0 { 0.5 } else { f64::from(result > 0) };
        let positions = game.positions().skip(OPENING).filter(|position| !position.is_finished());
        let samples = positions.zip(curve).map(|(position, score)| ScoredResult {
            empties: position.empty().len(),
            score: score.into(),
            points,
        });
        if number % KEPT == 0 { kept.extend(samples) } else { learned.extend(samples) }
    }
    print(&mut io::stdout().lock(), &fit(&learned, &kept)).map_err(Failure::from)
}

fn print(out: &mut impl Write, found: &Fit) -> io::Result<()> {
    writeln!(
        out,
        "| empty | steepness per disc | positions | surprise | of a half |\n|---|---|---|---|---|"
    )?;
    for (middle, stage) in STAGES.iter().zip(found.stages) {
        writeln!(
            out,
            "| {middle} | {:.4} | {} | {:.4} | {:.4} |",
            stage.steepness, stage.count, stage.surprise, stage.surprise_of_a_half
        )?;
    }
    out.flush()
}
