//! `outflank learn`: what the place Learn of the studio has, in lines, on the same database.
//!
//! [`console`] asks and reads, [`desk`] is the database and the engine, and each command is a file.

mod console;
mod desk;
mod games;
mod puzzles;
mod review;
mod today;

use std::io::{self, IsTerminal as _};

use clap::Subcommand;
use outflank_learn::DayBoundary;

use self::console::Console;
use self::desk::LearnDesk;
use crate::failure::Failure;

/// Learn in the terminal: positions from your own mistakes, openings that are due, and puzzles.
///
/// Without a command you get what is due today, then puzzles near your rating until you type quit.
/// Repetition, ratings and lessons are those of the studio, in the same database. Each line is a move such as
/// f5, or hint, skip, forget, help or quit; the end of the input ends the session.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank learn
  outflank learn today --json
  outflank learn review --database sqlite:my-games.db
  outflank learn puzzles --theme wedge --count 5
  outflank learn games")]
pub(crate) struct Args {
    /// The database of games: `sqlite:FILE` or `postgres://USER@HOST/NAME` [default: the studio's file]
    #[arg(long, value_name = "URL", global = true)]
    database: Option<String>,

    /// The hour, in local time, at which a new day begins
    #[arg(long, value_name = "HOUR", global = true, default_value_t = 4, value_parser = clap::value_parser!(u8).range(0..=23))]
    day_begins: u8,

    #[command(subcommand)]
    command: Option<LearnCommand>,
}

/// What is learned.
#[derive(Debug, Subcommand)]
enum LearnCommand {
    Today(today::Args),
    Review(review::Args),
    Puzzles(puzzles::Args),
    Games(games::Args),
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    // Before there are other threads: with them nobody may ask.
    let offset = time::UtcOffset::current_local_offset().unwrap_or(time::UtcOffset::UTC);
    let days = DayBoundary::new(i32::from(offset.whole_minutes()), args.day_begins);
    let desk = LearnDesk::open(args.database.as_deref(), days)?;
    let mut console = Console::new(io::stdin().lock(), io::stdout().lock(), io::stdin().is_terminal());
    match &args.command {
        None => {
            today::tell(&desk, &mut console)?;
            if review::ask_all(&desk, &mut console)? {
                puzzles::ask_all(&desk, &mut console, &puzzles::Args::default())?;
            }
            Ok(())
        }
        Some(LearnCommand::Today(args)) => today::run(&desk, &mut console, args),
        Some(LearnCommand::Review(_)) => review::ask_all(&desk, &mut console).map(|_asked| ()),
        Some(LearnCommand::Puzzles(args)) => puzzles::ask_all(&desk, &mut console, args),
        Some(LearnCommand::Games(args)) => games::run(&desk, &mut console, args),
    }
}
