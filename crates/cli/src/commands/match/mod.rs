//! `outflank match`: many games between two players, and what they say about their strength.

use std::ffi::OsString;
use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use anyhow::anyhow;
use outflank_lab::{Contest, ContestResult, GameEntry, OpeningSource, Openings, Sprt, player_of};
use outflank_players::Entrant;
use outflank_rules::Position;
use serde::Serialize;

use crate::failure::Failure;
use crate::interrupt;
use crate::report;
use crate::source;
use crate::ticker::Ticker;

/// Play a match between two players: every opening twice, with colours swapped.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Players: `outflank players` lists them. An external program is written exec:PROTOCOL:COMMAND, with options \
exec:PROTOCOL[dir=PATH,depth=N,timeout=S]:COMMAND; one that crashes, hangs, answers nonsense or plays an illegal move \
loses that game and is started again.

Openings: `balanced` (eight plies, made by the engine), `none`, `random:N`, or a file of games, positions or openings; \
FILE@PLY begins after so many plies.

JSON, one object a line for each game: game, opening, black, white, score (black minus white), moves, seconds_black, \
seconds_white, reason (finished, illegal, crash, hang, garbage), forfeit and detail for all but finished, start (a board, if not the standard \
start), opening_plies, and of black and white chosen (moves), longest (seconds) and nodes; then \
summary, from the first player's view: games, wins, draws, losses, points, elo, elo_low, elo_high (95 %, from pairs of \
games; null where unbounded), mean_score, percent, percent_low, percent_high, pairs (with 0, 1/2, 1, 3/2, 2 points), \
forfeits, seconds_per_move, longest_move and nodes_per_move (of both players; null where not counted), sprt.

Ctrl-C ends the match with a summary of the games played so far.

Examples:
  outflank match level:5 level:4 --games 400
  outflank match engine:depth=8 engine:depth=6 --sprt 0,50
  outflank match engine 'exec:gtp[dir=edax/bin]:./edax -gtp -l 8' --time 0.1 --concurrency 2")]
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

    /// How many games to play at a time [default: one per core]
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
    let mut out = io::stdout().lock();
    let mut failed = None;
    let ticker = (args.json || args.games > 1).then(|| Ticker::start(String::new()));
    let outcome = contest
        .hold(&stop, &mut |number, played, outcome| {
            let names = [0, 1].map(|seat| contest.entrants[player_of(number, seat)].to_string());
            let opening = contest.openings.get((number / 2) as usize);
            let entry = GameEntry::new(number, played, &opening, names.each_ref().map(String::as_str));
            let written =
                if args.json { report::json_line(&mut out, &entry) } else { write_game(&mut out, &entry) };
            if let Err(error) = written {
                stop.store(true, Ordering::Relaxed);
                failed.get_or_insert(error);
            }
            if let Some(ticker) = &ticker {
                let tally = &outcome.tally;
                let games = contest.games;
                ticker.say(|| format!("{} of {games} games, {} points", tally.games(), tally.points()));
            }
        })
        .map_err(Failure::input)?;
    drop(ticker);
    if let Some(error) = failed {
        return Err(error.into());
    }
    let summary = MatchSummary::new(&outcome, args.sprt);
    if args.json {
        report::json_line(&mut out, &JsonSummary { summary })?;
    } else {
        summary.write(&mut out, &contest)?;
    }
    if stop.load(Ordering::Relaxed) {
        return Err(Failure::Other(anyhow!("interrupted after {} games", outcome.tally.games())));
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
        return Err(Failure::input(anyhow!("--start: the game is over there")));
    }
    let unless_told = if start.is_some() { OpeningSource::None } else { OpeningSource::Balanced };
    let source = args.openings.clone().unwrap_or(unless_told);
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    Ok(Contest {
        entrants: [args.first.clone(), args.second.clone()],
        openings: Openings::load(&source, start.as_ref(), args.seed).map_err(Failure::input)?,
        games: args.games,
        time: args.time,
        boards: args.concurrency.map_or_else(cores, usize::from),
        seed: args.seed,
        sprt: args.sprt,
    })
}

/// Writes a game in a line for people.
fn write_game(out: &mut impl Write, entry: &GameEntry) -> io::Result<()> {
    let GameEntry { game, opening, black, white, score, .. } = entry;
    write!(out, "{game:>5}  {opening:<16}  {black} - {white}  {score:+}")?;
    match (&entry.forfeit, &entry.detail) {
        (Some(side), Some(detail)) => writeln!(out, "  ({side} forfeits: {detail})"),
        _ => writeln!(out),
    }
}

/// The last JSON line.
#[derive(Debug, Serialize)]
struct JsonSummary {
    summary: MatchSummary,
}

/// The JSON form of the results. The fields and their order are a promise.
#[derive(Debug, Serialize)]
struct MatchSummary {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    points: f64,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    mean_score: Option<f64>,
    percent: Option<f64>,
    percent_low: Option<f64>,
    percent_high: Option<f64>,
    pairs: [u64; 5],
    forfeits: u64,
    seconds_per_move: [f64; 2],
    longest_move: [f64; 2],
    nodes_per_move: [Option<f64>; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<JsonSprt>,
}

#[derive(Debug, Serialize)]
struct JsonSprt {
    elo0: f64,
    elo1: f64,
    llr: f64,
    lower: f64,
    upper: f64,
    verdict: &'static str,
}

impl MatchSummary {
    fn new(outcome: &ContestResult, sprt: Option<Sprt>) -> MatchSummary {
        let tally = &outcome.tally;
        let elo = tally.elo();
        let share = tally.share();
        let interval = share.and_then(|share| share.interval);
        let percent = |share: f64| rounded(100.0 * share, 2);
        let tenth = |value: f64| rounded(value, 1);
        let sprt = sprt.map(|test| JsonSprt {
            elo0: test.elo0,
            elo1: test.elo1,
            llr: rounded(test.log_likelihood_ratio(tally), 3),
            lower: rounded(test.bounds().0, 3),
            upper: rounded(test.bounds().1, 3),
            verdict: test.verdict(tally).name(),
        });
        MatchSummary {
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            points: tally.points(),
            elo: elo.difference.map(tenth),
            elo_low: elo.low.map(tenth),
            elo_high: elo.high.map(tenth),
            mean_score: tally.mean_score().map(|mean| rounded(mean, 3)),
            percent: share.map(|share| percent(share.mean)),
            percent_low: interval.map(|(low, _)| percent(low)),
            percent_high: interval.map(|(_, high)| percent(high)),
            pairs: tally.pairs,
            forfeits: tally.forfeits,
            seconds_per_move: outcome
                .thinking
                .map(|spent| rounded(spent.total.as_secs_f64() / f64::from(spent.moves.max(1)), 6)),
            longest_move: outcome.thinking.map(|spent| rounded(spent.longest.as_secs_f64(), 4)),
            nodes_per_move: outcome
                .thinking
                .map(|spent| Some(rounded(spent.nodes? as f64 / f64::from(spent.moves.max(1)), 1))),
            sprt,
        }
    }

    /// Writes the results for people.
    fn write(&self, out: &mut impl Write, contest: &Contest) -> io::Result<()> {
        let [first, second] = &contest.entrants;
        let MatchSummary { games, wins, draws, losses, points, .. } = self;
        let range = |low: Option<f64>, high: Option<f64>| match (low, high) {
            (None, None) => String::new(),
            _ => {
                let end = |end: Option<f64>| end.map_or_else(|| "?".to_owned(), |end| end.to_string());
                format!(" ({} to {}, 95 %)", end(low), end(high))
            }
        };
        writeln!(out, "{first} against {second}")?;
        writeln!(
            out,
            "games:   {games}: {wins} won, {draws} drawn, {losses} lost, {} forfeited",
            self.forfeits
        )?;
        if let Some(percent) = self.percent {
            let interval = range(self.percent_low, self.percent_high);
            writeln!(out, "points:  {points}, {percent} %{interval}")?;
        }
        match self.elo {
            // Adding zero turns a negative zero into a plain one.
            Some(elo) => writeln!(out, "Elo:     {:+}{}", elo + 0.0, range(self.elo_low, self.elo_high))?,
            None => writeln!(out, "Elo:     no bound")?,
        }
        if let Some(mean) = self.mean_score {
            writeln!(out, "discs:   {mean:+} a game")?;
        }
        let [mine, theirs] = self.seconds_per_move;
        let [my_longest, their_longest] = self.longest_move;
        writeln!(out, "seconds: {mine} and {theirs} a move, {my_longest} and {their_longest} at most")?;
        if self.nodes_per_move.iter().any(Option::is_some) {
            let count = |nodes: Option<f64>| nodes.map_or_else(|| "?".to_owned(), |nodes| nodes.to_string());
            let [mine, theirs] = self.nodes_per_move.map(count);
            writeln!(out, "nodes:   {mine} and {theirs} a move")?;
        }
        if let Some(JsonSprt { elo0, elo1, llr, lower, upper, verdict }) = &self.sprt {
            writeln!(out, "test:    {verdict} of {elo0} and {elo1}: {llr} within {lower} and {upper}")?;
        }
        Ok(())
    }
}

/// Rounds for printing.
fn rounded(value: f64, digits: i32) -> f64 {
    let scale = 10_f64.powi(digits);
    (value * scale).round() / scale
}
