//! `outflank analyze`: what positions are worth within limits, and what the moves of a game cost.

mod annotate;
mod game;
mod graph;
mod html;
mod limit;
mod position;
mod standard;
mod story;

pub(crate) use standard::review as standard_review;

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use outflank_engine::eval::Weights;
use outflank_engine::{Engine, Threads};
use outflank_records::Record;

use crate::batch::{self, BatchItem, BatchThreads};
use crate::failure::{Failure, tell};
use crate::interrupt::Interrupt;
use crate::items;
use crate::journal::ResultJournal;
use crate::report::PositionTable;
use crate::review_database::ReviewDatabase;
use crate::searcher::{EngineArgs, Lazy, Searcher};
use crate::source::ArgumentSource;
use crate::ticker::Ticker;

use annotate::{AnnotationTarget, Annotations};
use game::GameReport;
use limit::LimitArgs;
pub(crate) use limit::seconds;
use position::{AnalysisSettings, PositionFinding, Scope};

/// Evaluate positions, or every move of a game.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The argument is `start`, a 65-character board, a transcript or game, the name of a file with any number of them, or \
- for standard input, one item per line, each answered at once. A game is analyzed move by move, from its end to its \
start; with --last its final position is analyzed.

Limits apply to each position; --depth and --time may be given together. With --best or --all-moves, and in a game, \
moves are evaluated side by side: all to one depth before any goes deeper, so that their scores can be compared. \
Near the end of the game the search goes all the way, and the score is exact. --depth 0 gives the static evaluation, \
with fractions of discs. For now, --level N is a search of depth N.

Without a limit, a position gets one second and a game gets the standard review: every move at depth 12, exact with \
at most 18 empty squares; the best move and the one played are exact with at most 24. The studio and the terminal \
arrive at the same values, labels and accuracies. --threads then says how many positions are searched at a time, and \
--hash has no effect. Positions searched in an earlier review are not searched again: their results are stored in \
the database given by --database, or in the studio's if there is one. Without it the results are the same.

JSON for a position: as `solve` prints it, then depth, selectivity (confidence of the search in per cent), bound \
(exact, lower, upper, or estimate), moves (move, score, exact): all with --all-moves, the N best with --best N, else \
the best. For a game, per ply: ply, side, played, score, best, best_score, loss, exact, depth, moves, label (forced, \
only, best, good, inaccuracy, mistake or blunder), scores from the mover's view; at the end summary: for black and \
white loss (discs lost in all) and accuracy, result (black minus white, null if unfinished), and phases: the \
accuracies in opening, midgame and endgame. Accuracy is 100 times the mean of exp(-cost / 0.2) over the side's \
moves, not counting passes, where the cost of a move is how much it lowers the expected result by a model fitted to \
games between people (`outflank lab expectation`): 100 for no loss; null without moves.

--explain says why moves that lost 4 discs or more were mistakes; in JSON, in the field why. --annotate FILE writes \
the games with values, labels and these sentences as comments (.pgn, .ggf, .sgf), or as a page (.html).

A file or standard input is a batch: each thread searches a position of its own, and idle threads help with the \
others. With --resume FILE, finished results are saved in FILE, and the same command continues from there. A long \
job shows its progress on standard error: a changing line on a terminal, otherwise a line every ten seconds. Ctrl-C \
stops the search: what is known by then is printed without a summary, and the exit code is 1.

The environment variables OUTFLANK_THREADS and OUTFLANK_HASH set the defaults of --threads and --hash.

Examples:
  outflank analyze f5d6c3d3c4f4 --depth 12
  outflank analyze f5d6c3d3c4f4 --last --all-moves --time 5
  outflank analyze start --best 2 --json
  outflank analyze data/sample.ggf --json
  outflank analyze data/sample.ggf --annotate review.html
  outflank analyze positions.obf --depth 30 --time 5 --resume positions.results")]
pub(crate) struct Args {
    /// `start`, a board, a transcript, a game, a file, or - for standard input
    #[arg(value_name = "GAME|POS|FILE", allow_hyphen_values = true)]
    what: OsString,

    #[command(flatten)]
    limit: LimitArgs,

    /// Analyze the final position of a game
    #[arg(long)]
    last: bool,

    /// Evaluate and list the N best moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    best: Option<u8>,

    /// Evaluate and list all moves
    #[arg(long, conflicts_with = "best")]
    all_moves: bool,

    #[command(flatten)]
    engine: EngineArgs,

    /// The database with the results of earlier reviews: `sqlite:FILE` or `postgres://USER@HOST/NAME`
    /// [default: the studio's, if there is one]
    #[arg(long, value_name = "URL")]
    database: Option<String>,

    /// Neither use results of earlier reviews nor store any
    #[arg(long, conflicts_with = "database")]
    no_store: bool,

    /// Say why moves were mistakes
    #[arg(long)]
    explain: bool,

    /// Write the games with values and explanations to FILE (.pgn, .ggf, .sgf or .html)
    #[arg(long, value_name = "FILE", value_parser = annotate::target)]
    annotate: Option<AnnotationTarget>,

    /// Save finished results in FILE, and continue from there when the command is repeated
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,

    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let source = ArgumentSource::of(&args.what);
    let journal = args.resume.as_deref().map(ResultJournal::open).transpose()?;
    let lazy = Lazy::new(&args.engine);
    let annotations = args.annotate.as_ref().map(Annotations::begin).transpose()?;
    let mut printer = AnalysisPrinter {
        json: args.json,
        is_block: matches!(source, ArgumentSource::Text(_)),
        table: PositionTable::default(),
        games: 0,
        annotations,
    };
    let reviewer = Mutex::new(Reviewer { args, database: None });
    let job = |searcher| AnalysisJob {
        args,
        searcher,
        journal: journal.as_ref(),
        reviewer: &reviewer,
        ticker: Ticker::start_anywhere(),
    };
    let analyzed = match &source {
        ArgumentSource::Text(_) => items::for_each(&source, &mut |record| {
            let searcher = lazy.get()?;
            let guard = searcher.guard();
            let answer = job(searcher).answer(record, searcher.threads(), "");
            drop(guard);
            printer.print(record, answer?)?;
            searcher.interrupt().check()
        }),
        ArgumentSource::File(_) | ArgumentSource::Stdin => {
            let searcher = lazy.get()?;
            let (job, done) = (job(searcher), AtomicU64::new(0));
            let answer = |item: &BatchItem, threads: &BatchThreads<'_>| {
                let label = format!("{} done  #{}  ", done.load(Ordering::Relaxed), item.number);
                let answer = job.answer(&item.record, threads, &label);
                done.fetch_add(1, Ordering::Relaxed);
                answer
            };
            let mut take = |item: BatchItem, answer: Result<_, _>| printer.print(&item.record, answer?);
            batch::answer_all(&source, searcher, &answer, &mut take)
        }
    };
    printer.table.total(&mut io::stdout().lock())?;
    reviewer.lock().unwrap_or_else(PoisonError::into_inner).finish();
    analyzed?;
    printer.annotations.map_or(Ok(()), Annotations::commit)
}

/// What was found about an item.
enum AnalysisAnswer {
    Game(Box<GameReport>),
    Position(PositionFinding),
}

/// Analyzes positions and games.
struct AnalysisJob<'a> {
    args: &'a Args,
    searcher: &'a Searcher,
    journal: Option<&'a ResultJournal>,
    reviewer: &'a Mutex<Reviewer<'a>>,
    ticker: Ticker,
}

impl AnalysisJob<'_> {
    fn answer(&self, record: &Record, threads: &dyn Threads, label: &str) -> Result<AnalysisAnswer, Failure> {
        let (args, searcher, journal) = (self.args, self.searcher, self.journal);
        let scope = match (args.all_moves, args.best) {
            (true, _) => Scope::Moves(usize::MAX),
            (false, Some(count)) => Scope::Moves(count.into()),
            (false, None) => Scope::Best,
        };
        let ticker = self.ticker.labelled(label.to_owned());
        let explains = args.explain || args.annotate.is_some();
        let study = |limit| AnalysisSettings { searcher, threads, limit, scope, journal };
        if record.is_position() || args.last {
            let study = study(args.limit.for_positions());
            return Ok(AnalysisAnswer::Position(study.of(record.last_position(), None, &ticker)));
        }
        let report = match args.limit.told() {
            Some(limit) => game::review_within(&study(limit), record, explains, &ticker),
            None => {
                // A review has all threads for itself.
                let mut reviewer = self.reviewer.lock().unwrap_or_else(PoisonError::into_inner);
                reviewer.review(record, (searcher.interrupt(), &ticker), scope, explains)?
            }
        };
        Ok(AnalysisAnswer::Game(Box::new(report)))
    }
}

/// Prints what was found, and writes annotated games.
struct AnalysisPrinter {
    json: bool,
    is_block: bool,
    table: PositionTable,
    games: u64,
    annotations: Option<Annotations>,
}

impl AnalysisPrinter {
    fn print(&mut self, record: &Record, answer: AnalysisAnswer) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        match answer {
            AnalysisAnswer::Game(report) => {
                self.games += 1;
                if self.json {
                    report.print_json(&mut out)?;
                } else {
                    report.print(&mut out, self.games)?;
                }
                if let Some(annotations) = &mut self.annotations {
                    annotations.add(record, &report)?;
                }
            }
            AnalysisAnswer::Position(finding) => match (self.json, self.is_block) {
                (true, _) => finding.print_json(&mut out)?,
                (false, true) => finding.print_block(&mut out)?,
                (false, false) => finding.print_row(&mut out, &mut self.table)?,
            },
        }
        Ok(())
    }
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
        (interrupt, ticker): (&Interrupt, &Ticker),
        scope: Scope,
        explains: bool,
    ) -> Result<GameReport, Failure> {
        let engine = Engine::new(1, Weights::embedded()).map_err(Failure::other)?;
        let (url, is_used) = (self.args.database.as_deref(), !self.args.no_store);
        let open = || is_used.then(|| ReviewDatabase::open_if_there(url)).flatten();
        let results = self.database.get_or_insert_with(open).as_mut();
        let threads = self.args.engine.thread_count();
        let schedule = standard::review(record, (&engine, threads), (interrupt, ticker), results, explains);
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
