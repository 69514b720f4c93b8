//! `outflank lab learn`: a player learns by playing against itself.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, anyhow};
use outflank_players::{Dice, Entrant};

use crate::failure::{Failure, counted, tell};
use crate::interrupt;
use crate::replace::OutputFile;
use crate::ticker::Ticker;

/// Let a player learn from games against itself, and save what it learned.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
`scout` learns its killer table: for every move, how often each reply was the best. `client-medium`, `client-hard` and \
`client-expert` learn their table of positions already searched. Seated players read the file and never change it. A player \
that names such a file goes on from there; FILE is what is written in the end, also after Ctrl-C.

Examples:
  outflank lab learn scout:killers=off killers.txt --games 500
  outflank match scout:killers=killers.txt scout:killers=off
  outflank lab learn client-hard:table=table.txt table.txt --games 100")]
pub(crate) struct Args {
    /// The player
    #[arg(value_name = "PLAYER")]
    player: Entrant,

    /// The file to write, or - for standard output
    #[arg(value_name = "FILE")]
    out: PathBuf,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

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
    let mut played = 0;
    while played < args.games {
        pupil.lesson(&mut Dice::of_words(&[args.seed, played]), &stopper);
        if stopper.is_stopped() {
            break;
        }
        played += 1;
        ticker.say(|| format!("{played} of {} games", args.games));
    }
    drop(ticker);
    target.write_all(pupil.notes().as_bytes()).with_context(name).map_err(Failure::other)?;
    target.commit().with_context(name).map_err(Failure::other)?;
    tell(&format!("{}: learned from {}", args.player, counted(played, "game")));
    if stopper.is_stopped() {
        Err(Failure::Other(anyhow!("interrupted after {}", counted(played, "game"))))
    } else {
        Ok(())
    }
}
