//! `outflank match`: many games between two players, and what they say about their strength.

mod saved;
mod summary;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::anyhow;
use outflank_lab::{
    Adjudication, Adjudicator, Ahead, Contest, GameEntry, OpeningSource, Openings, Sprt, boards_for,
    player_of,
};
use outflank_players::Entrant;
use outflank_records::Format;
use outflank_rules::Position;

use crate::failure::{Failure, counted};
use crate::interrupt;
use crate::report;
use crate::source;
use crate::ticker::Ticker;
use saved::SavedGames;
use summary::{JsonSummary, MatchSummary};

/// Play a match between two players: every opening twice, with colours swapped.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Players: `outflank players` lists them. An external program is written exec:PROTOCOL:COMMAND, with options \
exec:PROTOCOL[dir=PATH,depth=N,init=FILE,timeout=S]:COMMAND; one that crashes, hangs, gives an invalid answer or \
plays an illegal move loses that game and is restarted. A player that makes no move at all in its first three games \
ends the match with exit code 1.

Equal time: --equal-time plays in batches and sets the game clock of the player that has one (engine) before each \
batch, so that both players use the same time overall. The other player may be limited in any way, for instance by \
depth.

Openings: `balanced` (eight plies, made by the engine), `none`, `random:N`, or a file of games, positions or openings; \
FILE@PLY begins after PLY plies.

JSON, one object per line for each game: game, opening, black, white, score (black minus white), moves, seconds_black, \
seconds_white, reason (finished, adjudicated, resigned, illegal, crash, hang, garbage), forfeit and detail of the last four, start (a board, if not the standard \
start), opening_plies, and of black and white chosen (moves), longest (seconds), nodes and, if one of them ponders, pondered (moves, hits); then \
summary, from the first player's view: games, wins, draws, losses, points, elo, elo_low, elo_high (95 %, from pairs of \
games; null where unbounded), mean_score, percent, percent_low, percent_high, pairs (with 0, 1/2, 1, 3/2, 2 points), \
forfeits, seconds_per_move, seconds_per_game, longest_move and nodes_per_move (of both players; null where not counted), ponder_hits (per cent of the replies that each had \
expected; null without pondering), clocks (seconds \
a game in each batch, with --equal-time), sprt.

Pondering: no player thinks on the opponent's time unless told to, as in engine:time=1,ponder=yes. A player that \
ponders needs a core of its own.

Ctrl-C ends the match with a summary of the games played so far.

Examples:
  outflank match level:5 level:4 --games 400
  outflank match engine:depth=8 engine:depth=6 --sprt 0,50
  outflank match engine 'exec:gtp[dir=edax/bin]:./edax -gtp -l 8' --time 0.1 --concurrency 2
  outflank match engine 'exec:nboard[depth=16]:./ntest x' --equal-time --save games.ggf")]
pub(crate) struct Args {
    /// The first player, whose results are counted
    #[arg(value_name = "PLAYER")]
    first: Entrant,

    /// The second player
    #[arg(value_name = "PLAYER")]
    second: Entrant,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,

    /// Where the games begin [default: balanced; none with --start]
    #[arg(long, value_name = "SRC", value_parser = openings)]
    openings: Option<OpeningSource>,

    /// A position to start from: `start`, a 65-character board, a transcript or a file (its final position)
    #[arg(long, value_name = "POS", allow_hyphen_values = true)]
    start: Option<OsString>,

    /// The seconds for each move of a player without a limit of its own
    #[arg(long, value_name = "S", default_value = "0.1", value_parser = crate::commands::analyze::seconds)]
    time: Duration,

    /// Set our game clock between batches of games so that both players use the same time
    #[arg(long)]
    equal_time: bool,

    /// End games by their exact value from this many empty squares on
    #[arg(long, value_name = "EMPTIES", value_parser = clap::value_parser!(u32).range(1..=i64::from(Adjudicator::MOST)))]
    adjudicate: Option<u32>,

    /// End games when our engine sees one side ahead by DISCS for PLIES in a row
    #[arg(long, value_name = "DISCS,PLIES")]
    adjudicate_ahead: Option<Ahead>,

    /// Save the games to a file, in the format of its extension: .ggf, .pgn, .sgf, .wtb, .jsonl and others
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// The format of the saved games
    #[arg(long, value_name = "FORMAT", requires = "save")]
    format: Option<Format>,

    /// How many games to play at a time [default: one per core; if a player ponders, one per two cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,

    /// The random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// End as soon as one of two Elo differences is accepted: ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<Sprt>,

    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// Reads where games begin.
pub(crate) fn openings(text: &str) -> Result<OpeningSource, String> {
    text.parse().map_err(|error: outflank_lab::LoadOpeningsError| error.to_string())
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let contest = contest(args)?;
    let stop = interrupt::flag()?;
    let mut saved = args.save.as_deref().map(|path| SavedGames::create(path, args.format)).transpose()?;
    let mut out = io::stdout().lock();
    let mut failed: Option<Failure> = None;
    let ticker = (args.json || args.games > 1).then(|| Ticker::start(String::new()));
    let outcome = contest
        .hold(&stop, &mut |number, played, outcome| {
            let names = [0, 1].map(|seat| contest.entrants[player_of(number, seat)].to_string());
            let opening = contest.openings.get((number / 2) as usize);
            let entry = GameEntry::new(number, played, &opening, names.each_ref().map(String::as_str));
            let written =
                if args.json { report::json_line(&mut out, &entry) } else { write_game(&mut out, &entry) };
            let kept = saved.as_mut().map_or(Ok(()), |saved| saved.add(&entry));
            if let Err(error) = written.map_err(Failure::from).and(kept) {
                stop.store(true, Ordering::Relaxed);
                failed.get_or_insert(error);
            }
            if let Some(ticker) = &ticker {
                let tally = &outcome.tally;
                let games = contest.games;
                ticker.say(|| format!("{} of {games} games, {} points", tally.games(), tally.points()));
            }
        })
        .map_err(|error| if error.is_input() { Failure::input(error) } else { Failure::other(error) });
    drop(ticker);
    let outcome = outcome?;
    if let Some(error) = failed {
        return Err(error);
    }
    if let Some(saved) = saved {
        saved.finish()?;
    }
    let summary = MatchSummary::new(&outcome, args.sprt);
    if args.json {
        report::json_line(&mut out, &JsonSummary { summary })?;
    } else {
        summary.write(&mut out, &contest)?;
    }
    if stop.load(Ordering::Relaxed) {
        let games = counted(outcome.tally.games(), "game");
        return Err(Failure::Other(anyhow!("interrupted after {games}")));
    }
    Ok(())
}

/// Makes a contest of the options.
fn contest(args: &Args) -> Result<Contest, Failure> {
    let start = args.start.as_deref().map(source::record).transpose()?.map(|record| record.game());
    let start = start.filter(|game| game.position() != Position::start());
    if let Some(game) = &start
        && game.position().is_finished()
    {
        return Err(Failure::input(anyhow!("--start: the game is already over there")));
    }
    let unless_told = if start.is_some() { OpeningSource::None } else { OpeningSource::Balanced };
    let source = args.openings.clone().unwrap_or(unless_told);
    let entrants = [args.first.clone(), args.second.clone()];
    Ok(Contest {
        boards: args.concurrency.map_or_else(|| boards_for(&entrants), usize::from),
        entrants,
        openings: Openings::load(&source, start.as_ref(), args.seed).map_err(Failure::input)?,
        games: args.games,
        time: args.time,
        seed: args.seed,
        sprt: args.sprt,
        adjudication: Adjudication { empties: args.adjudicate, ahead: args.adjudicate_ahead },
        equal_time: args.equal_time,
    })
}

/// Writes a game in a line for people.
fn write_game(out: &mut impl Write, entry: &GameEntry) -> io::Result<()> {
    let GameEntry { game, opening, black, white, score, .. } = entry;
    write!(out, "{game:>5}  {opening:<16}  {black} - {white}  {score:+}")?;
    match entry.decision() {
        Some(why) => writeln!(out, "  ({why})"),
        None => writeln!(out),
    }
}
