//! `outflank puzzles make`: puzzles found in games of people and of levels.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use outflank_engine::eval::Weights;
use outflank_engine::{Dice, Engine};
use outflank_lab::sample;
use outflank_puzzles::{MakingPlan, Puzzle, PuzzleId, PuzzleLine, PuzzleMaker, PuzzleSource, self_play};
use outflank_rules::{Game, Position};
use serde_json::json;

use crate::failure::{Failure, counted, tell};
use crate::interrupt;
use crate::ticker::Ticker;

/// Make puzzles from games, and add them to a file.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
In games between people, the positions right after a mistake are examined; a folder of WTHOR files is read up to \
2011, other files in full. --self-play adds games of the levels against each other; without --games there are only \
those. A game yields one puzzle at most.

A puzzle is a line of JSON. Interrupt the command with Ctrl-C, or kill it, and repeat it: it continues with the next \
game, and the same seed gives the same puzzles. The command uses one thread; with different files and seeds, several \
commands can run at once.

Examples:
  outflank puzzles make my.jsonl --puzzles 100
  outflank puzzles make my.jsonl --games wthor --self-play 25 --empties 8-20 --puzzles 6000
  outflank puzzles make own.jsonl --games my-games.ggf")]
pub(super) struct Args {
    /// The puzzle file, one line of JSON per puzzle
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Games between people: a folder of WTHOR files, or a file in any known format
    #[arg(long, value_name = "PATH")]
    games: Vec<PathBuf>,

    /// How many of every hundred games are played by levels [default: 0 with --games, else 100]
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(0..=100))]
    self_play: Option<u32>,

    /// Stop when the file has this many puzzles
    #[arg(long, value_name = "N", default_value_t = 1000)]
    puzzles: usize,

    /// With how many empty squares
    #[arg(long, value_name = "LOW-HIGH", default_value = "8-22", value_parser = empties)]
    empties: (u32, u32),

    /// By how many discs the best move must be ahead where the outcome is the same
    #[arg(long, value_name = "DISCS", default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=64))]
    margin: u8,

    /// The random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The size of the transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,

    /// Print one JSON object at the end
    #[arg(long)]
    json: bool,
}

/// Reads a range of empty squares.
fn empties(text: &str) -> Result<(u32, u32), String> {
    let refused = || format!("{text:?} is not a range of empty squares such as 8-22, within 4 and 30");
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    match (low.parse(), high.parse()) {
        (Ok(low), Ok(high)) if 4 <= low && low <= high && high <= 30 => Ok((low, high)),
        _ => Err(refused()),
    }
}

/// How many games of a folder are used at most.
const MOST_GAMES: usize = 60_000;

/// Reads the games of people, in an order that the seed decides.
fn games_of(args: &Args) -> Result<Vec<Game>, Failure> {
    let mut games = Vec::new();
    for path in &args.games {
        if path.is_dir() || path.extension().is_some_and(|end| end.eq_ignore_ascii_case("wtb")) {
            let folder = if path.is_dir() { path.as_path() } else { folder_of(path)? };
            games.extend(sample(folder, MOST_GAMES, args.seed).map_err(Failure::input)?);
        } else {
            let (_, items) = outflank_records::open(path).map_err(Failure::input)?;
            for item in items {
                if let Some(record) = item.map_err(Failure::input)?.record {
                    games.push(record.game());
                }
            }
        }
    }
    Ok(games)
}

/// A single WTHOR file is not looked at: its year decides, and the folder knows it.
fn folder_of(path: &Path) -> Result<&Path, Failure> {
    Err(Failure::Input(anyhow!("{}: give the folder; its files up to 2011 are used", path.display())))
}

/// A file of puzzles that grows.
struct PuzzleJournal {
    file: File,
    path: PathBuf,
    known: HashSet<PuzzleId>,
    /// The first game that has not been looked at.
    next: u64,
}

impl PuzzleJournal {
    /// Opens or makes the file; a line that was not finished is cut off.
    fn open(path: &Path) -> Result<PuzzleJournal, Failure> {
        let named = || format!("cannot use {}", path.display());
        let failed = |error: io::Error| Failure::Other(anyhow::Error::new(error).context(named()));
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let text = std::str::from_utf8(&bytes[..whole]).with_context(named).map_err(Failure::Input)?;
        let (mut known, mut next) = (HashSet::new(), 0);
        for (number, line) in text.lines().enumerate() {
            let parsed = PuzzleLine::parse(line).and_then(|line| Ok((line.puzzle()?.id, line.step)));
            let context = || format!("{}: line {} is not a puzzle", path.display(), number + 1);
            let (id, step) = parsed.with_context(context).map_err(Failure::Input)?;
            known.insert(id);
            next = next.max(step.map_or(0, |step| step + 1));
        }
        if whole < bytes.len() {
            // What is not a line that broke off is not ours to cut.
            let torn = bytes[whole..].starts_with(b"{\"id\"") || b"{\"id\"".starts_with(&bytes[whole..]);
            if !torn {
                return Err(Failure::Input(anyhow!("{} is not a puzzle file", path.display())));
            }
            file.set_len(whole as u64).map_err(failed)?;
        }
        Ok(PuzzleJournal { file, path: path.to_owned(), known, next })
    }

    /// Adds a puzzle unless it, or a mirror image, is there already.
    fn add(&mut self, puzzle: &Puzzle, step: u64) -> Result<bool, Failure> {
        if !self.known.insert(puzzle.id) {
            return Ok(false);
        }
        let line = PuzzleLine { step: Some(step), ..PuzzleLine::from(puzzle) };
        let text = line.to_text().map_err(Failure::other)?;
        let written = self.file.write_all(format!("{text}\n").as_bytes());
        written.with_context(|| format!("cannot write {}", self.path.display())).map_err(Failure::Other)?;
        Ok(true)
    }
}

/// Runs the command.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut journal = PuzzleJournal::open(&args.file)?;
    let before = journal.known.len();
    let games = games_of(args)?;
    let share = args.self_play.unwrap_or(if games.is_empty() { 100 } else { 0 });
    if games.is_empty() && share < 100 {
        return Err(Failure::Input(anyhow!(
            "there are no games between people; give --games, or --self-play 100"
        )));
    }
    let engine = Engine::new(args.hash as usize, Weights::embedded()).map_err(Failure::other)?;
    let stopper = interrupt::stopper()?;
    let plan =
        MakingPlan { empties: args.empties.0..=args.empties.1, margin: args.margin, ..MakingPlan::default() };
    let maker = PuzzleMaker::new(&engine, &stopper, plan);
    let ticker = Ticker::start_anywhere();
    let first = journal.next;
    let mut step = first;
    while journal.known.len() < args.puzzles && !stopper.is_stopped() {
        let mut dice = Dice::of_words(&[args.seed, step]);
        let by_levels = dice.below(100) < share;
        let positions: Vec<Position> = if by_levels {
            self_play(&engine, &mut dice)
        } else {
            let Some(game) = games.get(usize::try_from(step).unwrap_or(usize::MAX)) else { break };
            game.positions().collect()
        };
        let source = if by_levels { PuzzleSource::SelfPlay } else { PuzzleSource::People };
        if let Some(puzzle) = maker.look(&positions, source, &mut dice) {
            journal.add(&puzzle, step)?;
        }
        step += 1;
        let found = journal.known.len();
        ticker.say(|| format!("{found} of {} puzzles, game {step}", args.puzzles));
    }
    drop(ticker);
    let (found, looked) = (journal.known.len(), step - first);
    if args.json {
        let object = json!({
            "puzzles": found, "added": found - before, "games": looked, "next": step,
            "finished": found >= args.puzzles,
        });
        writeln!(io::stdout().lock(), "{object}")?;
    } else {
        let (puzzles, games) = (counted(found as u64, "puzzle"), counted(looked, "game"));
        println!("{}: {puzzles} ({before} before), {games} looked at", args.file.display());
    }
    if stopper.is_stopped() {
        tell("interrupted; repeat the command to continue");
    } else if found < args.puzzles {
        tell("there are no more games");
    }
    Ok(())
}
