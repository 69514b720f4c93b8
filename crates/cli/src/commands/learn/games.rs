//! `outflank learn games`: mistakes of games that were played, taken into the bank.

use std::io::{BufRead, Write};

use outflank_engine::Engine;
use outflank_engine::eval::Weights;
use outflank_learn::BankedGame;
use outflank_records::Record;
use outflank_server::learning::{GameLearner, keep_learned};

use super::console::Console;
use super::desk::LearnDesk;
use crate::commands::analyze::standard_review;
use crate::failure::{Failure, counted};
use crate::interrupt::Interrupt;
use crate::review_database::ReviewDatabase;
use crate::ticker::Ticker;

/// Review your finished games that have not been reviewed yet; their mistakes come back the next day.
///
/// A game is yours if a person played one of its sides. Games the studio has already reviewed are left out.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank learn games
  outflank learn games --latest 3 --threads 1")]
pub(super) struct Args {
    /// How many of the latest games to look at
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=1000))]
    latest: u16,

    /// The number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

/// Runs the command.
pub(super) fn run(
    desk: &LearnDesk,
    console: &mut Console<impl BufRead, impl Write>,
    args: &Args,
) -> Result<(), Failure> {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get().min(256));
    let threads = args.threads.unwrap_or(u16::try_from(cores).unwrap_or(1));
    let games = desk.wait(desk.store.latest(i64::from(args.latest)))?;
    let known = desk.wait(desk.store.learned_games(None))?;
    let engine = Engine::new(1, Weights::embedded()).map_err(Failure::other)?;
    let (interrupt, ticker) = (Interrupt::watch()?, Ticker::start_anywhere());
    let (mut reviewed, mut kept_mistakes) = (0_u64, 0_u64);
    for kept in games.into_iter().flatten() {
        let learner = GameLearner::new(&kept, None, |_| true);
        let Some(learner) = learner.filter(|_| known.iter().all(|one| one.game != kept.id)) else { continue };
        let record = Record::from(kept.game.history());
        let label = ticker.labelled(format!("game {}  ", kept.id));
        let memory = None::<&mut ReviewDatabase>;
        let schedule = standard_review(&record, (&engine, threads), (&interrupt, &label), memory, true);
        if !schedule.is_complete() {
            break;
        }
        let found = BankedGame::of(&schedule, learner.side());
        kept_mistakes += desk.wait(keep_learned(&desk.store, &learner, &found, desk.now()))? as u64;
        reviewed += 1;
    }
    drop(ticker);
    let mistakes = counted(kept_mistakes, "mistake");
    console
        .say(&format!("{} reviewed: {mistakes} to learn from, due tomorrow.", counted(reviewed, "game")))?;
    interrupt.check()
}
