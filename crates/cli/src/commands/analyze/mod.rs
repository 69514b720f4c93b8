//! `outflank analyze`: what positions are worth within limits, and what the moves of a game cost.

mod game;
mod graph;
mod limit;
mod position;
mod standard;

use std::ffi::OsString;
use std::io;

use outflank_engine::Engine;
use outflank_engine::eval::Weights;
use outflank_records::Record;

use crate::failure::{Failure, tell};
use crate::interrupt::Interrupt;
use crate::items;
use crate::report::PositionTable;
use crate::review_database::ReviewDatabase;
use crate::searcher::{EngineArgs, Lazy};
use crate::source::ArgumentSource;
use crate::ticker::Ticker;

use game::GameReport;
use limit::LimitArgs;
pub(crate) use limit::seconds;
use position::{AnalysisSettings, Scope};

/// Value positions, or every move of a game.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The argument is `start`, a 65-character board, a transcript or game, the name of a file with any number of them, \
or - for one of them a line on standard input, each answered at once. A game is analysed move by move, from its \
end to its start; with --last its final position is analysed.

Limits are for each position. With --best or --all-moves, and in a game, moves are valued side by side: all \
to one depth before any goes deeper, so that scores can be compared. Near the end of the game a search goes \
all the way, and its score is exact. --depth 0 is the static evaluation, with fractions of discs. For now \
level N is a search of depth N.

Without a limit a position gets a second, and a game the standard review: all moves at depth 12, which are \
exact with at most 18 empty squares; the best move and the played one are exact with at most 24. Studio and \
terminal find the same values, labels and accuracies. --threads is then how many positions are searched at a \
time, and --hash does not matter. What was searched in an earlier review is not searched again: it is stored in \
the database of --database, or in the studio's if there is one. Results are the same without it.

JSON for a position: as `solve` prints it, then depth, selectivity (confidence of the search in per cent), \
bound (exact, lower, upper, or estimate), moves (move, score, exact): all with --all-moves, the N best with \
--best N, else the best. For a game, per ply: ply, side, played, score, best, best_score, loss, exact, depth, \
moves, label (forced, only, best, good, inaccuracy, mistake or blunder), scores from the mover's view; at the \
end summary: for black and white loss (discs lost in all) and accuracy, result (black minus white, null if \
unfinished), and phases: the accuracies in opening, midgame and endgame. Accuracy is 100 times the mean of \
exp(-cost / 0.2) over the side's moves, passes left out, where the cost of a move is what it takes from the \
expected result by a model fitted on games of people (`outflank lab expectation`): 100 for no loss; null \
without moves.

Ctrl-C stops the search: what is known by then is printed, without a summary, and the exit code is 1.

Examples:
  outflank analyze f5d6c3d3c4f4 --depth 12
  outflank analyze f5d6c3d3c4f4 --last --all-moves --time 5
  outflank analyze start --best 2 --json
  outflank analyze data/sample.ggf --json")]
pub(crate) struct Args {
    /// `start`, a board, a transcript, a game, a file, or - for standard input
    #[arg(value_name = "GAME|POS|FILE", allow_hyphen_values = true)]
    what: OsString,

    #[command(flatten)]
    limit: LimitArgs,

    /// Analyse the final position of a game
    #[arg(long)]
    last: bool,

    /// Value and list the N best moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    best: Option<u8>,

    /// Value and list all moves
    #[arg(long, conflicts_with = "best")]
    all_moves: bool,

    #[command(flatten)]
    engine: EngineArgs,

    /// The database with the results of earlier reviews: `sqlite:FILE` or `postgres://USER@HOST/NAME`
    /// [default: the studio's, if there is one]
    #[arg(long, value_name = "URL")]
    database: Option<String>,

    /// Use no results of earlier reviews, and store none
    #[arg(long, conflicts_with = "database")]
    no_store: bool,

    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let source = ArgumentSource::of(&args.what);
    let searcher = Lazy::new(&args.engine);
    let mut reviewer = Reviewer { args, database: None };
    let mut out = io::stdout().lock();
    let mut table = PositionTable::default();
    let mut games = 0;
    let scope = match (args.all_moves, args.best) {
        (true, _) => Scope::Moves(usize::MAX),
        (false, Some(count)) => Scope::Moves(count.into()),
        (false, None) => Scope::Best,
    };
    let analyzed = items::for_each(&source, &mut |record| {
        let searcher = searcher.get()?;
        let guard = searcher.guard();
        let is_game = !record.is_position() && !args.last;
        if is_game {
            games += 1;
            let report = match args.limit.told() {
                Some(limit) => game::review_within(&AnalysisSettings { searcher, limit, scope }, record),
                None => reviewer.review(record, searcher.interrupt(), scope)?,
            };
            drop(guard);
            if args.json {
                report.print_json(&mut out)?;
            } else {
                report.print(&mut out, games)?;
            }
        } else {
            let study = AnalysisSettings { searcher, limit: args.limit.for_positions(), scope };
            let label = match source {
                ArgumentSource::Text(_) => String::new(),
                _ => format!("#{}  ", table.rows() + 1),
            };
            let finding = study.of(record.last_position(), None, &Ticker::start(label));
            drop(guard);
            match (args.json, &source) {
                (true, _) => finding.print_json(&mut out)?,
                (false, ArgumentSource::Text(_)) => finding.print_block(&mut out)?,
                (false, _) => finding.print_row(&mut out, &mut table)?,
            }
        }
        searcher.interrupt().check()
    });
    table.total(&mut out)?;
    reviewer.finish();
    analyzed
}

/// Makes standard reviews of games.
struct Reviewer<'a> {
    args: &'a Args,
    /// Where results are stored, once that has been looked for.
    database: Option<Option<ReviewDatabase>>,
}

impl Reviewer<'_> {
    fn review(
        &mut self,
        record: &Record,
        interrupt: &Interrupt,
        scope: Scope,
    ) -> Result<GameReport, Failure> {
        let engine = Engine::new(1, Weights::embedded()).map_err(Failure::other)?;
        let (url, is_used) = (self.args.database.as_deref(), !self.args.no_store);
        let open = || is_used.then(|| ReviewDatabase::open_if_there(url)).flatten();
        let results = self.database.get_or_insert_with(open).as_mut();
        let threads = self.args.engine.thread_count();
        let schedule = standard::review(record, (&engine, threads), interrupt, results);
        let (stored, all) = (schedule.recalled(), schedule.game().len());
        if stored > 0 {
            tell(&format!("{} of {all} positions are known from earlier reviews", stored.min(all)));
        }
        Ok(GameReport::of_schedule(record, &schedule, scope))
    }

    /// Writes what is to be stored.
    fn finish(&mut self) {
        if let Some(Some(database)) = &mut self.database {
            database.finish();
        }
    }
}
