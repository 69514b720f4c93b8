//! `outflank`, the command line of the Othello studio.
//!
//! One file or folder per command, in [`commands`]. Data goes to standard output, messages to standard error;
//! the exit code is 0 when all is well, 2 for bad input or usage and 1 for any other failure (see
//! [`failure::Failure`]). Commands parse arguments, call the crates below and print; they contain no rules of
//! the game and no file formats.

mod batch;
mod checkpoint;
mod commands;
mod failure;
#[cfg(test)]
mod help_tests;
#[cfg(test)]
mod hosting_tests;
mod interrupt;
mod items;
mod journal;
mod log;
mod piped;
mod replace;
mod report;
mod review_database;
mod searcher;
mod source;
mod ticker;
mod version;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::commands::{
    admin, analyze, backup, bench, book, completions, convert, doctor, engine, games, lab, learn, man,
    r#match, perft, play, players, puzzles, ratings, serve, show, solve, train, work,
};
use crate::failure::Failure;

/// The Othello studio: play, review, solve, analyze, view and convert games, run tournaments.
///
/// Without a command the studio opens in the browser, as `outflank serve --open` does.
#[derive(Debug, Parser)]
#[command(name = "outflank", version = version::text(), propagate_version = true, disable_help_subcommand = true)]
#[command(after_help = "\
Data goes to standard output, messages to standard error. The exit code is 0 when all is well, 2 for bad input or usage, \
1 for any other failure.

Examples:
  outflank
  outflank play --white level:5
  outflank analyze f5d6c3d3c4f4 --depth 12
  outflank doctor
  outflank solve --help")]
struct Cli {
    #[command(subcommand)]
    command: Option<OutflankCommand>,
}

/// What to do; without a command the studio opens in the browser.
#[derive(Debug, Subcommand)]
enum OutflankCommand {
    Serve(serve::Args),
    Admin(admin::Args),
    Ratings(ratings::Args),
    Work(work::Args),
    Backup(backup::Args),
    Play(play::Args),
    Show(show::Args),
    Solve(solve::Args),
    Analyze(analyze::Args),
    Convert(convert::Args),
    Games(games::Args),
    Learn(learn::Args),
    Book(book::Args),
    Puzzles(puzzles::Args),
    Perft(perft::Args),
    Bench(bench::Args),
    Players(players::Args),
    Match(r#match::Args),
    Lab(lab::Args),
    Engine(engine::Args),
    Train(train::Args),
    Doctor(doctor::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// What the number parsers say, and what that means.
const NUMBERS: [(&str, &str); 4] = [
    ("invalid digit found in string", "it is not a whole number"),
    ("invalid float literal", "it is not a number"),
    ("cannot parse integer from empty string", "a whole number is missing"),
    ("cannot parse float from empty string", "a number is missing"),
];

/// Reads the command line; if it is wrong, says so and ends.
fn understood() -> Cli {
    Cli::try_parse().unwrap_or_else(|error| {
        let text = error.to_string();
        match NUMBERS.iter().find(|(said, _)| text.contains(said)) {
            Some((said, meant)) => {
                eprint!("{}", text.replace(said, meant));
                std::process::exit(error.exit_code())
            }
            None => error.exit(),
        }
    })
}

fn main() -> ExitCode {
    let result = match understood().command {
        Some(OutflankCommand::Perft(args)) => perft::run(&args),
        Some(OutflankCommand::Show(args)) => show::run(&args),
        Some(OutflankCommand::Bench(args)) => bench::run(&args),
        Some(OutflankCommand::Solve(args)) => solve::run(&args),
        Some(OutflankCommand::Analyze(args)) => analyze::run(&args),
        Some(OutflankCommand::Convert(args)) => convert::run(&args),
        Some(OutflankCommand::Games(args)) => games::run(&args),
        Some(OutflankCommand::Learn(args)) => learn::run(&args),
        Some(OutflankCommand::Book(args)) => book::run(&args),
        Some(OutflankCommand::Puzzles(args)) => puzzles::run(&args),
        Some(OutflankCommand::Players(args)) => players::run(&args),
        Some(OutflankCommand::Match(args)) => r#match::run(&args),
        Some(OutflankCommand::Lab(args)) => lab::run(&args),
        Some(OutflankCommand::Engine(args)) => engine::run(&args),
        Some(OutflankCommand::Train(args)) => train::run(&args),
        Some(OutflankCommand::Play(args)) => play::run(&args),
        Some(OutflankCommand::Doctor(args)) => doctor::run(&args),
        Some(OutflankCommand::Completions(args)) => completions::run(&args),
        Some(OutflankCommand::Man(args)) => man::run(&args),
        Some(OutflankCommand::Serve(args)) => serve::run(&args),
        Some(OutflankCommand::Admin(args)) => admin::run(&args),
        Some(OutflankCommand::Ratings(args)) => ratings::run(&args),
        Some(OutflankCommand::Work(args)) => work::run(&args),
        Some(OutflankCommand::Backup(args)) => backup::run(&args),
        None => serve::run(&serve::Args::in_browser()),
    };
    result.map_or_else(|failure: Failure| failure.report(), |()| ExitCode::SUCCESS)
}
