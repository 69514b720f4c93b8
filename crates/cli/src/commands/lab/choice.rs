//! `outflank lab choice`: which moves players choose where the values of all moves are known.

use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use clap::ValueEnum;
use outflank_engine::eval::Weights;
use outflank_engine::{Engine, Limits, Stopper};
use outflank_lab::{ChoiceTally, ValuedPosition, sample};
use outflank_players::{Entrant, HostThreads};
use outflank_records::{Format, Opened, ReadOptions, Record, write};
use outflank_rules::{Game, Position};
use serde::Serialize;

use crate::failure::{Failure, counted, tell};
use crate::interrupt;
use crate::report;
use crate::ticker::Ticker;

/// Ask players for moves where the values of all moves are known.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
FILE is in Open Board Format: a position on each line, with the exact scores of all its moves. With --people it is made, or \
added to: positions of finished games of a folder of WTHOR files, those up to 2011, one of a game, with the numbers of empty squares \
that are wanted. Each is written when it is solved, so that the command can be interrupted and repeated.

Every player is asked in every position and knows nothing of the one before. A line for each player and number of empty squares: \
the share of positions in which the move was one of the best, and the discs that moves lost, with standard errors. --half leaves \
one half of the positions aside, to choose something on the other. JSON, one object per line: player, empties, positions, best, \
best_error, lost, lost_error.

Examples:
  outflank lab choice choice.obf --people wthor --empties 25 --positions 100
  outflank lab choice choice.obf engine:time=0.06 engine:time=0.25 --half first")]
pub(crate) struct Args {
    /// The file of positions
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The players
    #[arg(value_name = "PLAYER")]
    players: Vec<Entrant>,

    /// Add positions of a folder of WTHOR files
    #[arg(long, value_name = "DIR")]
    people: Option<PathBuf>,

    /// How many squares are empty in positions that are added, several numbers separated by commas
    #[arg(long, value_name = "N", default_value = "25", value_delimiter = ',', requires = "people",
          value_parser = clap::value_parser!(u32).range(1..=36))]
    empties: Vec<u32>,

    /// How many positions there shall be of each number of empty squares
    #[arg(long, value_name = "N", default_value_t = 100, requires = "people")]
    positions: u32,

    /// The random seed of the positions that are added and of players that have dice
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many threads solve [default: all cores]
    #[arg(long, value_name = "N", requires = "people")]
    threads: Option<NonZeroU16>,

    /// The size of the table for solving, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, requires = "people",
          value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,

    /// Only every second position, beginning with the first or the second
    #[arg(long, value_enum)]
    half: Option<Half>,

    /// The seconds for each move of a player without a limit of its own
    #[arg(long, value_name = "S", default_value = "0.1", value_parser = crate::commands::analyze::seconds)]
    time: Duration,

    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// One half of the positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Half {
    /// The first, the third and so on
    First,
    /// The second, the fourth and so on
    Second,
}

/// How a player chose. The fields and their order are a promise.
#[derive(Debug, Serialize)]
struct ChoiceJson {
    player: String,
    empties: u32,
    positions: usize,
    best: f64,
    best_error: f64,
    lost: f64,
    lost_error: f64,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if let Some(player) = args.players.iter().find(|player| player.is_human()) {
        return Err(Failure::Input(anyhow!("{player}: a person cannot be asked so often")));
    }
    if args.players.is_empty() && args.people.is_none() {
        return Err(Failure::Input(anyhow!("nothing to do: name players, or a folder with --people")));
    }
    let stopper = interrupt::stopper()?;
    let mut known = if args.file.exists() { read(&args.file)? } else { Vec::new() };
    if let Some(folder) = &args.people {
        add(args, folder, &stopper, &mut known)?;
    }
    measure(args, &stopper, &known)
}

/// Reads valued positions.
fn read(path: &Path) -> Result<Vec<ValuedPosition>, Failure> {
    let opened = Opened::path(path, Some(Format::Obf)).map_err(Failure::input)?;
    let mut positions = Vec::new();
    for item in opened.items(ReadOptions::default()).map_err(Failure::input)? {
        let Some(record) = item.map_err(Failure::input)?.record else { continue };
        let named =
            || anyhow!("{}: not all moves of {} have a score", path.display(), record.last_position());
        positions.push(ValuedPosition::of_record(&record).ok_or_else(named).map_err(Failure::Input)?);
    }
    Ok(positions)
}

/// Solves more positions of games of people, and appends them to the file.
fn add(
    args: &Args,
    folder: &Path,
    stopper: &Stopper,
    known: &mut Vec<ValuedPosition>,
) -> Result<(), Failure> {
    let wanted = args.positions as usize;
    let engine = Engine::new(args.hash as usize, Weights::embedded()).map_err(Failure::other)?;
    let threads = HostThreads::new(args.threads.map(NonZeroU16::get));
    let mut seen: HashSet<Position> = known.iter().map(ValuedPosition::position).collect();
    for &empties in &args.empties {
        // Other games for other numbers, and more than are needed: some end early, or leave no choice.
        let seed = args.seed << 6 | u64::from(empties);
        let games = sample(folder, 2 * wanted, seed).map_err(Failure::input)?;
        let mut next_game = games.iter();
        let ticker = Ticker::start_anywhere();
        let mut count = known.iter().filter(|one| one.position().empty().len() == empties).count();
        let begun = count;
        while count < wanted
            && let Some(game) = next_game.next()
        {
            let Some(position) = at(game, empties) else { continue };
            if !seen.insert(position) {
                continue;
            }
            ticker.say(|| format!("{empties} empty: {count} of {wanted} positions"));
            let limits = Limits::stopped_by(stopper);
            let Some(valued) = ValuedPosition::solve(&engine, position, &limits, &threads) else {
                return Err(Failure::Other(anyhow!("interrupted")));
            };
            append(&args.file, &valued.record())?;
            known.push(valued);
            count += 1;
        }
        drop(ticker);
        if count > begun {
            tell(&format!(
                "{} of {empties} empty squares added",
                counted((count - begun) as u64, "position")
            ));
        }
    }
    Ok(())
}

/// Returns the position of a game with so many empty squares, if there is a choice.
fn at(game: &Game, empties: u32) -> Option<Position> {
    game.positions().find(|position| position.empty().len() == empties && position.legal_moves().len() > 1)
}

/// Adds a line to the file.
fn append(path: &Path, record: &Record) -> Result<(), Failure> {
    let append = || -> anyhow::Result<()> {
        let mut line = Vec::new();
        {
            let mut sink = write(&mut line, Format::Obf)?;
            sink.put(record)?;
            sink.finish()?;
        }
        OpenOptions::new().create(true).append(true).open(path)?.write_all(&line)?;
        Ok(())
    };
    append().with_context(|| path.display().to_string()).map_err(Failure::other)
}

/// Asks the players.
fn measure(args: &Args, stopper: &Stopper, known: &[ValuedPosition]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let mut empties: Vec<u32> = known.iter().map(|one| one.position().empty().len()).collect();
    empties.sort_unstable();
    empties.dedup();
    let width = args.players.iter().map(|player| player.to_string().chars().count()).max().unwrap_or(0);
    if !args.json && !args.players.is_empty() {
        writeln!(out, "{:width$}  empty  positions        best      discs lost", "player")?;
    }
    for player in &args.players {
        let failed = |fault| Failure::Input(anyhow::Error::new(fault).context(player.to_string()));
        let mut seat = player.seat().map_err(failed)?;
        for &empties in &empties {
            let these = known.iter().filter(|one| one.position().empty().len() == empties);
            let mut tally = ChoiceTally::default();
            for (_, one) in these.enumerate().filter(|(number, _)| is_of(args.half, *number)) {
                if stopper.is_stopped() {
                    return Err(Failure::Other(anyhow!("interrupted")));
                }
                tally.add(one.ask(seat.as_mut(), args.time, args.seed).map_err(failed)?);
            }
            let ((best, best_error), (lost, lost_error)) = (tally.best(), tally.lost());
            let positions = tally.count();
            if args.json {
                let player = player.to_string();
                let line = ChoiceJson { player, empties, positions, best, best_error, lost, lost_error };
                report::json_line(&mut out, &line)?;
            } else {
                writeln!(
                    out,
                    "{:width$}  {empties:5}  {positions:9}  {:5.1} ± {:.1} %  {lost:.3} ± {lost_error:.3}",
                    player.to_string(),
                    100.0 * best,
                    100.0 * best_error,
                )?;
            }
            out.flush()?;
        }
    }
    Ok(())
}

/// Tells whether the position of a number is asked about.
fn is_of(half: Option<Half>, number: usize) -> bool {
    match half {
        None => true,
        Some(Half::First) => number.is_multiple_of(2),
        Some(Half::Second) => !number.is_multiple_of(2),
    }
}
