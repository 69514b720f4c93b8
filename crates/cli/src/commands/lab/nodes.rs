//! `outflank lab nodes`: players side by side on the same positions.

use std::io::{self, Write};
use std::time::Duration;

use anyhow::anyhow;
use outflank_lab::{OpeningSource, Openings, PlayerEffort, SideBySide};
use outflank_players::Entrant;
use serde::Serialize;

use crate::commands::lab::tournament::JobProgress;
use crate::failure::{Failure, counted};
use crate::interrupt;
use crate::report;

/// Compare players on the same positions: nodes, time, and whether moves and values agree.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The first player plays games against itself, on one thread. Every position in them is given to all players. With \
--repeat everything is done several times, and the shortest time for a move counts, which helps on a busy machine.

A line for each player: nodes per move and as a share of the first player's, seconds per move and for the slowest \
move, in how many positions it made the first player's move, and in how many its value was the same (players without \
values: -). JSON, one object per line: player, positions, nodes, nodes_per_move, nodes_share, seconds_per_move, longest_move, \
same_moves, same_values.

Examples:
  outflank lab nodes nea:depth=4,search=minimax nea:depth=4 --games 10
  outflank lab nodes scout:depth=6,transposition=off scout:depth=6,transposition=on --repeat 3")]
pub(crate) struct Args {
    /// The players
    #[arg(value_name = "PLAYER", required = true)]
    players: Vec<Entrant>,

    /// How many games of the first player against itself
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,

    /// Where the games begin
    #[arg(long, value_name = "SRC", default_value = "balanced", value_parser = crate::commands::r#match::openings)]
    openings: OpeningSource,

    /// The seconds for each move of a player without a limit of its own
    #[arg(long, value_name = "S", default_value = "0.1", value_parser = crate::commands::analyze::seconds)]
    time: Duration,

    /// How many times to measure
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeat: u32,

    /// The random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// The JSON form of a player's effort. The fields and their order are a promise.
#[derive(Debug, Serialize)]
struct EffortJson {
    player: String,
    positions: u64,
    nodes: Option<u64>,
    nodes_per_move: Option<f64>,
    nodes_share: Option<f64>,
    seconds_per_move: f64,
    longest_move: f64,
    same_moves: u64,
    same_values: Option<u64>,
}

impl EffortJson {
    fn new(player: &Entrant, effort: &PlayerEffort, first: &PlayerEffort) -> EffortJson {
        let positions = effort.positions.max(1) as f64;
        EffortJson {
            player: player.to_string(),
            positions: effort.positions,
            nodes: effort.nodes,
            nodes_per_move: effort.nodes.map(|nodes| (10.0 * nodes as f64 / positions).round() / 10.0),
            nodes_share: effort
                .nodes
                .zip(first.nodes.filter(|&nodes| nodes > 0))
                .map(|(own, first)| (1e4 * own as f64 / first as f64).round() / 1e4),
            seconds_per_move: effort.seconds / positions,
            longest_move: effort.longest,
            same_moves: effort.same_moves,
            same_values: effort.same_values,
        }
    }

    fn write(&self, out: &mut impl Write, width: usize) -> io::Result<()> {
        let or_dash = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
        writeln!(
            out,
            "{:width$} {:>12} {:>8} {:>11.7} {:>10.6} {:>6} {:>6}",
            self.player,
            or_dash(self.nodes_per_move.map(|nodes| format!("{nodes:.1}"))),
            or_dash(self.nodes_share.map(|share| format!("{:.1} %", 100.0 * share))),
            self.seconds_per_move,
            self.longest_move,
            self.same_moves,
            or_dash(self.same_values.map(|count| count.to_string())),
        )
    }
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if let Some(player) = args.players.iter().find(|player| player.is_human()) {
        return Err(Failure::Input(anyhow!("{player}: a person cannot play here")));
    }
    let comparison = SideBySide {
        entrants: args.players.clone(),
        openings: Openings::load(&args.openings, None, args.seed).map_err(Failure::input)?,
        games: args.games,
        time: args.time,
        repeats: args.repeat,
        seed: args.seed,
    };
    let stop = interrupt::flag()?;
    let mut progress = JobProgress::start("games");
    let found =
        comparison.compare(&stop, &mut |done, all| progress.show(done, all)).map_err(Failure::input)?;
    drop(progress);
    let Some(efforts) = found else { return Err(Failure::Other(anyhow!("interrupted"))) };
    let lines: Vec<EffortJson> = args
        .players
        .iter()
        .zip(&efforts)
        .map(|(player, effort)| EffortJson::new(player, effort, &efforts[0]))
        .collect();
    let mut out = io::stdout().lock();
    if args.json {
        return Ok(lines.iter().try_for_each(|line| report::json_line(&mut out, line))?);
    }
    let width = lines.iter().map(|line| line.player.chars().count()).max().unwrap_or(0).max(6);
    let positions = counted(efforts[0].positions, "position");
    writeln!(out, "{positions} of {}", counted(args.games, "game"))?;
    writeln!(
        out,
        "{:width$} {:>12} {:>8} {:>11} {:>10} {:>6} {:>6}",
        "player", "nodes a move", "share", "s a move", "slowest", "moves", "values"
    )?;
    lines.iter().try_for_each(|line| line.write(&mut out, width))?;
    Ok(())
}
