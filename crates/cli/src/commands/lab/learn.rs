//! `outflank lab learn`: a player learns by playing against itself, or from games of others.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use outflank_players::{Dice, Entrant, Pupil, Stopper};

use crate::failure::{Failure, counted, tell};
use crate::interrupt;
use crate::replace::OutputFile;
use crate::ticker::Ticker;

/// Let a player learn from games against itself or from files of games, and save what it learned.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
`scout` learns its killer table: for every move, how often each reply was the best. `client-medium`, `client-hard` \
and `client-expert` learn their table of positions already searched. A player that names such a file continues from \
it; FILE is written at the end, also after Ctrl-C.

With --from a player learns from the games of files instead, in any format that `outflank convert` reads: `scout` counts the \
replies as they were played, `client` searches the positions. --games then adds games against itself.

Examples:
  outflank lab learn scout:killers=off killers.txt --games 500
  outflank match scout:killers=killers.txt scout:killers=off
  outflank lab learn scout:killers=killers.txt more.txt --from cassio.ggf wzebra.wtb
  outflank lab learn client-hard:table=table.txt table.txt --games 100")]
pub(crate) struct Args {
    /// The player
    #[arg(value_name = "PLAYER")]
    player: Entrant,

    /// The file to write, or - for standard output
    #[arg(value_name = "FILE")]
    out: PathBuf,

    /// How many games against itself [default: 100; 0 with --from]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,

    /// Files of games to learn from
    #[arg(long, value_name = "GAMES", num_args = 1..)]
    from: Vec<PathBuf>,

    /// The random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let nothing = || Failure::Input(anyhow!("{}: this player has nothing to learn", args.player));
    let mut pupil = args.player.pupil().ok_or_else(nothing)?;
    let name = || args.out.display().to_string();
    // Before the lessons, so that a place that cannot be written to costs no time.
    let mut target = OutputFile::create(&args.out).with_context(name).map_err(Failure::other)?;
    let stopper = interrupt::stopper()?;
    let ticker = Ticker::start(String::new());
    let games = args.games.unwrap_or(if args.from.is_empty() { 100 } else { 0 });
    let mut studied = 0;
    for path in &args.from {
        studied += study(path, pupil.as_mut(), &stopper)?;
        ticker.say(|| counted(studied, "game"));
    }
    let mut played = 0;
    while played < games && !stopper.is_stopped() {
        pupil.lesson(&mut Dice::of_words(&[args.seed, played]), &stopper);
        if stopper.is_stopped() {
            break;
        }
        played += 1;
        ticker.say(|| format!("{played} of {games} games"));
    }
    drop(ticker);
    target.write_all(pupil.notes().as_bytes()).with_context(name).map_err(Failure::other)?;
    target.commit().with_context(name).map_err(Failure::other)?;
    tell(&format!("{}: learned from {}", args.player, counted(studied + played, "game")));
    if stopper.is_stopped() {
        Err(Failure::Other(anyhow!("interrupted after {}", counted(studied + played, "game"))))
    } else {
        Ok(())
    }
}

/// Learns from all games of a file; returns how many there were.
fn study(path: &Path, pupil: &mut dyn Pupil, stopper: &Stopper) -> Result<u64, Failure> {
    let name = || path.display().to_string();
    let (_, items) = outflank_records::open(path).with_context(name).map_err(Failure::Input)?;
    let mut games = 0;
    for item in items {
        let item = item.with_context(name).map_err(Failure::Input)?;
        let Some(record) = item.record.filter(|_| !stopper.is_stopped()) else { continue };
        pupil.study(&record.game(), stopper);
        games += 1;
    }
    Ok(games)
}
