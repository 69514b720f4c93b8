//! `outflank lab pace`: how well a player that predicts its depth fits its time.

use std::io;
use std::time::Duration;

use anyhow::anyhow;
use outflank_lab::{OpeningSource, Openings, PaceSummary, Pacing};
use outflank_players::Entrant;

use crate::failure::Failure;
use crate::interrupt;
use crate::report;
use crate::ticker::Ticker;

/// Measure how well a player predicts the depth it has time for.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The player plays against itself with a time for each move. Before the move is made, searches of depth 1, 2, 3 ... are timed \
in the same position: the last one that ends in time is the depth that fits. The error is the depth chosen minus the depth that \
fits; positions whose last moves are all within reach are counted but not judged. Times are wall-clock times: let nothing \
else run.

JSON, one object per line for each move: game, empties, chosen, stopped, seconds, fitting; then summary: moves, judged, errors (-4 \
or less to +4 or more), mean_error, mean_size, stopped (a share), used (the share of the time).

Example:
  outflank lab pace scout --time 0.05 --games 10")]
pub(crate) struct Args {
    /// The player: one that takes time= and depth= and predicts its depth, such as scout
    #[arg(value_name = "PLAYER")]
    player: Entrant,

    /// The seconds for a move
    #[arg(long, value_name = "S", default_value = "0.1", value_parser = crate::commands::analyze::seconds)]
    time: Duration,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,

    /// Where the games begin
    #[arg(long, value_name = "SRC", default_value = "balanced", value_parser = crate::commands::r#match::openings)]
    openings: OpeningSource,

    /// The random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// The last JSON line.
#[derive(serde::Serialize)]
struct PaceJson<'s> {
    summary: &'s PaceSummary,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if !Pacing::is_possible(&args.player) {
        return Err(Failure::Input(anyhow!(
            "{}: this player does not take both time= and depth=",
            args.player
        )));
    }
    let pacing = Pacing {
        entrant: args.player.clone(),
        openings: Openings::load(&args.openings, None, args.seed).map_err(Failure::input)?,
        games: args.games,
        time: args.time,
        seed: args.seed,
    };
    let stop = interrupt::flag()?;
    let ticker = Ticker::start(String::new());
    let mut out = io::stdout().lock();
    let mut moves = Vec::new();
    let mut failed = None;
    let examined = pacing.examine(&stop, &mut |one| {
        moves.push(one);
        ticker.say(|| format!("game {} of {}, {} moves", one.game, args.games, moves.len()));
        if args.json
            && let Err(error) = report::json_line(&mut out, &one)
        {
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
            failed.get_or_insert(error);
        }
    });
    drop(ticker);
    if let Some(error) = failed {
        return Err(error.into());
    }
    examined.map_err(Failure::input)?;
    if moves.is_empty() {
        return Err(Failure::Input(anyhow!("{}: this player does not say how deep it looks", args.player)));
    }
    let summary = PaceSummary::new(&moves, args.time);
    if args.json {
        report::json_line(&mut out, &PaceJson { summary: &summary })?;
    } else {
        write_summary(&mut out, &summary)?;
    }
    let stopped = stop.load(std::sync::atomic::Ordering::Relaxed);
    if stopped { Err(Failure::Other(anyhow!("interrupted after {} moves", moves.len()))) } else { Ok(()) }
}

fn write_summary(out: &mut impl io::Write, summary: &PaceSummary) -> io::Result<()> {
    let PaceSummary { moves, judged, errors, mean_error, mean_size, stopped, used } = summary;
    writeln!(out, "{moves} moves, {judged} of them with the end of the game out of reach")?;
    writeln!(
        out,
        "depth chosen minus depth that fits: {mean_error:+.2} plies on average, {mean_size:.2} in size"
    )?;
    for (error, &count) in (-4..=4).zip(errors) {
        let share = 100.0 * count as f64 / (*judged).max(1) as f64;
        let mark = match error {
            -4 => " or less",
            4 => " or more",
            _ => "",
        };
        writeln!(out, "{:>12}{:>7}{:>7.1} %", format!("{error:+}{mark}"), count, share)?;
    }
    writeln!(out, "searches stopped: {:.1} %; time used: {:.1} %", 100.0 * stopped, 100.0 * used)
}
