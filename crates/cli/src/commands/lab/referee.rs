//! `outflank lab referee`: a game between two programs that speak the university tournament protocol.

use std::io::{self, Write as _};
use std::time::Duration;

use outflank_game::{Ending, GameResult};
use outflank_players::Recruit;
use outflank_protocol::{Hosted, Protocol, host};
use outflank_rules::{Color, Diagram};
use serde::Serialize;

use crate::failure::Failure;
use crate::report;

/// Host a game between two programs that speak the protocol of university tournaments.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A program is written as a command, or exec:referee[dir=PATH]:COMMAND to start it in another folder. Every message is \
printed with its sender, then the board and the score. A program that crashes, is silent for too long, sends \
something that is not a message or plays an illegal move loses all its discs; the game then counts as ended, and the \
exit code is 0.

JSON, one object: black, white, moves, score (black minus white), counts (the discs as the two reported them), \
forfeit, detail.

Example:
  outflank lab referee './my-program' 'outflank engine --protocol referee --level 3'")]
pub(crate) struct Args {
    /// The command that plays black
    #[arg(value_name = "BLACK", value_parser = program)]
    black: Recruit,

    /// The command that plays white
    #[arg(value_name = "WHITE", value_parser = program)]
    white: Recruit,

    /// The seconds each program has for a move
    #[arg(long, value_name = "S", default_value = "60", value_parser = crate::commands::analyze::seconds)]
    time: Duration,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Reads a program.
fn program(text: &str) -> Result<Recruit, String> {
    let whole = if text.starts_with("exec:") { text.to_owned() } else { format!("exec:referee:{text}") };
    let recruit: Recruit = whole.parse().map_err(|error: outflank_players::SpecError| error.to_string())?;
    match recruit.protocol() {
        Protocol::Referee => Ok(recruit),
        other => Err(format!("a program for this speaks the protocol referee, not {other}")),
    }
}

/// The JSON form of a game. The fields and their order are a promise.
#[derive(Debug, Serialize)]
struct RefereeJson {
    black: String,
    white: String,
    moves: String,
    score: i32,
    counts: [Option<i64>; 2],
    forfeit: Option<&'static str>,
    detail: Option<String>,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let mut failed = None;
    let launches = [args.black.launch(), args.white.launch()];
    let hosted = host(launches, args.time, &mut |speaker, message| {
        if args.json {
            return;
        }
        let speaker = speaker.map_or("referee", Color::name);
        let written = writeln!(out, "{speaker:<8}{message}").and_then(|()| out.flush());
        if let Err(error) = written {
            failed.get_or_insert(error);
        }
    });
    if let Some(error) = failed {
        return Err(error.into());
    }
    let Hosted { game, counts, fault } = &hosted;
    let (score, history) = (game.score(), game.history());
    let detail = fault.as_ref().map(ToString::to_string);
    let loser = game.result().filter(|result| result.ending == Ending::Forfeited).and_then(GameResult::loser);
    let forfeit = loser.map(Color::name);
    if args.json {
        let [black, white] = launches.map(|launch| launch.words.join(" "));
        let (moves, counts) = (history.transcript(), *counts);
        report::json_line(&mut out, &RefereeJson { black, white, moves, score, counts, forfeit, detail })?;
        return Ok(());
    }
    writeln!(out, "\n{}", Diagram::new(game.position()))?;
    let [black, white] = Color::BOTH.map(|side| game.position().discs(side).len());
    writeln!(
        out,
        "moves: {}\ndiscs: black {black}, white {white}\nscore: {score:+} for black",
        history.transcript()
    )?;
    if let (Some(side), Some(detail)) = (forfeit, detail) {
        writeln!(out, "{side} forfeits: {detail}")?;
    }
    Ok(())
}
