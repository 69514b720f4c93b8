//! `outflank solve`: the value of positions under perfect play.

mod outlook;

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use anyhow::anyhow;
use outflank_engine::{Goal, Limits, Solution, Threads, Value};
use outflank_records::Record;
use outflank_rules::Move;
use serde::Serialize;

use crate::batch::{self, BatchItem, BatchThreads};
use crate::checkpoint::Checkpoint;
use crate::failure::{Failure, tell};
use crate::items;
use crate::journal::{
    KeptFinding, KeptMove, ResultJournal, line_in_words, line_of_words, truth_in_words, truth_of_words,
};
use crate::report::{self, PositionTable, ScoreBound, SearchJson};
use crate::searcher::{EngineArgs, Lazy, Searcher};
use crate::source::ArgumentSource;
use crate::ticker::Ticker;

/// Find the exact value, a best move and a line of best play to the end.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The argument is `start`, a 65-character board, a transcript or game (its final position is meant), the name of a \
file with any number of them, or - for standard input, one item per line, each answered at once. Where an OBF file \
or line gives scores for the moves of a position, the result is compared with them: `ok` or `WRONG`, and the exit \
code is 1 if any is wrong.

JSON, one object per line: position, side (null when finished), empties, score (for the side to move, empty \
squares to the winner), exact, best (null when finished, `pass` for a pass), pv, nodes, seconds, bound (exact, \
lower, upper, or estimate if the search was stopped); with --wld outcome (win, draw, loss); with known scores \
expected and ok. With --wld the score is a bound unless exact is true.

A file or standard input is a batch: each thread solves a position of its own, and idle threads help with the \
others. A long job shows its progress on standard error: a changing line on a terminal, otherwise a line every ten \
seconds. A position that will take long is announced with an estimate of the time. Ctrl-C stops the search: what is \
known by then is printed as an estimate, and the exit code is 1. With --resume FILE, finished positions are saved in \
FILE, and what is known about unfinished ones in FILE.table, which is written every minute. The same command \
continues from there, even after a crash.

The environment variables OUTFLANK_THREADS and OUTFLANK_HASH set the defaults of --threads and --hash.

Examples:
  outflank solve data/ffo.obf --threads 1
  outflank solve data/ffo.obf --wld --json
  echo --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--X | outflank solve -")]
pub(crate) struct Args {
    /// `start`, a board, a transcript, a game, a file, or - for standard input
    #[arg(value_name = "POS|FILE", allow_hyphen_values = true)]
    what: OsString,

    /// Prove a win, draw or loss only, which is quicker
    #[arg(long)]
    wld: bool,

    #[command(flatten)]
    engine: EngineArgs,

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
    let goal = if args.wld { Goal::Outcome } else { Goal::Exact };
    let journal = args.resume.as_deref().map(ResultJournal::open).transpose()?;
    let mut printer = SolutionPrinter::new(args.json, matches!(source, ArgumentSource::Text(_)));
    let lazy = Lazy::new(&args.engine);
    let solved = match &source {
        ArgumentSource::Text(_) => items::for_each(&source, &mut |record| {
            let searcher = lazy.get()?;
            let job =
                SolveJob { searcher, goal, journal: journal.as_ref(), ticker: Ticker::start_anywhere() };
            job.with_checkpoint(|| {
                let guard = searcher.guard();
                let json = job.solve(record, searcher.threads(), "");
                drop(guard);
                printer.print(&json)?;
                searcher.interrupt().check()
            })
        }),
        ArgumentSource::File(_) | ArgumentSource::Stdin => {
            let searcher = lazy.get()?;
            let job =
                SolveJob { searcher, goal, journal: journal.as_ref(), ticker: Ticker::start_anywhere() };
            let done = AtomicU64::new(0);
            let answer = |item: &BatchItem, threads: &BatchThreads<'_>| {
                let label = format!("{} done  #{}  ", done.load(Ordering::Relaxed), item.number);
                let json = job.solve(&item.record, threads, &label);
                done.fetch_add(1, Ordering::Relaxed);
                json
            };
            job.with_checkpoint(|| {
                batch::answer_all(&source, searcher, &answer, &mut |_, json| printer.print(&json))
            })
        }
    };
    printer.finish(solved)
}

/// Solves positions.
struct SolveJob<'a> {
    searcher: &'a Searcher,
    goal: Goal,
    journal: Option<&'a ResultJournal>,
    ticker: Ticker,
}

impl SolveJob<'_> {
    /// Solves the final position of a record, or remembers what an earlier run found.
    fn solve(&self, record: &Record, threads: &dyn Threads, label: &str) -> SolutionJson {
        let position = record.last_position();
        let asked = format!("solve {:?} {position}", self.goal);
        let known = self.journal.and_then(|journal| solution(journal.recall(&asked)?));
        if let Some((solution, seconds)) = known {
            return SolutionJson::new(record, &solution, self.goal, seconds);
        }
        let started = Instant::now();
        let ticker = self.ticker.labelled(label.to_owned());
        let search = |limits: &Limits| self.searcher.solve(position, self.goal, limits, threads, &ticker);
        let solution = match outlook::outlook(position.empty().len(), threads.count()) {
            None => search(&Limits::default()),
            Some(outlook) => {
                // Some positions with many empty squares are over soon.
                let tried = search(&Limits { nodes: Some(outlook::TRIED), ..Limits::default() });
                let goes_on = tried.stopped && !self.searcher.interrupt().is_asked();
                if goes_on {
                    tell(&outlook);
                }
                if goes_on { search(&Limits::default()) } else { tried }
            }
        };
        let seconds = started.elapsed().as_secs_f64();
        if let Some(journal) = self.journal.filter(|_| !solution.stopped) {
            journal.keep(asked, finding(&solution, seconds));
        }
        SolutionJson::new(record, &solution, self.goal, seconds)
    }

    /// Does the work while what is known of unfinished positions is kept, if there is a file to resume from.
    fn with_checkpoint(&self, work: impl FnOnce() -> Result<(), Failure>) -> Result<(), Failure> {
        let Some(journal) = self.journal else { return work() };
        let checkpoint = Checkpoint::load(self.searcher.engine(), journal.table_path());
        let is_over = AtomicBool::new(false);
        let ask = || is_over.load(Ordering::Relaxed);
        thread::scope(|scope| {
            let watch = checkpoint.watch(scope, &ask)?;
            let done = work();
            is_over.store(true, Ordering::Relaxed);
            watch.unpark();
            if self.searcher.interrupt().is_asked() {
                checkpoint.save();
            } else {
                checkpoint.remove();
            }
            done
        })
    }
}

/// Makes what a journal keeps of a solution.
fn finding(solution: &Solution, seconds: f64) -> KeptFinding {
    let (score, truth) = (f64::from(solution.value.score), truth_in_words(solution.value.truth));
    let played = solution.best.map(|best| best.to_string());
    let best = played.map(|played| KeptMove {
        played,
        score,
        truth: truth.clone(),
        line: line_in_words(&solution.line),
    });
    KeptFinding { score, truth, moves: best.into_iter().collect(), nodes: solution.nodes, seconds }
}

/// Reads what a journal keeps of a solution.
fn solution(kept: &KeptFinding) -> Option<(Solution, f64)> {
    let value = Value { score: kept.score as i32, truth: truth_of_words(&kept.truth)? };
    let (best, line) = match kept.moves.first() {
        Some(best) => (Some(best.played.parse().ok()?), line_of_words(&best.line)?),
        None => (None, Vec::new()),
    };
    Some((Solution { value, best, line, nodes: kept.nodes, stopped: false }, kept.seconds))
}

/// Prints solutions and counts those that differ from the scores given.
struct SolutionPrinter {
    json: bool,
    is_block: bool,
    table: PositionTable,
    compared: u64,
    wrong: u64,
}

impl SolutionPrinter {
    fn new(json: bool, is_block: bool) -> SolutionPrinter {
        SolutionPrinter { json, is_block, table: PositionTable::default(), compared: 0, wrong: 0 }
    }

    fn print(&mut self, json: &SolutionJson) -> Result<(), Failure> {
        if let Some(ok) = json.ok {
            self.compared += 1;
            self.wrong += u64::from(!ok);
        }
        let mut out = io::stdout().lock();
        match (self.json, self.is_block) {
            (true, _) => report::json_line(&mut out, json)?,
            (false, true) => report::block(&mut out, &json.found, &json.score_in_words())?,
            (false, false) => {
                self.table.row(&mut out, &json.found, &json.short_score(), json.mark())?;
            }
        }
        Ok(())
    }

    /// Prints the sums, and fails if a score is wrong.
    fn finish(&self, solved: Result<(), Failure>) -> Result<(), Failure> {
        self.table.total(&mut io::stdout().lock())?;
        solved?;
        if self.wrong > 0 {
            let (wrong, compared) = (self.wrong, self.compared);
            return Err(Failure::Other(anyhow!("{wrong} of {compared} differ from the scores given")));
        }
        Ok(())
    }
}

/// The JSON form of a solution. The fields and their order are a promise.
#[derive(Debug, Serialize)]
struct SolutionJson {
    #[serde(flatten)]
    found: SearchJson,
    bound: ScoreBound,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ok: Option<bool>,
}

impl SolutionJson {
    fn new(record: &Record, solution: &Solution, goal: Goal, seconds: f64) -> SolutionJson {
        let value = solution.value;
        let found = SearchJson::new(
            record.last_position(),
            value.score.into(),
            value.is_exact(),
            solution.best,
            &solution.line,
            (solution.nodes, seconds),
        );
        let bound = ScoreBound::from(value.truth);
        let outcome = (goal == Goal::Outcome && bound != ScoreBound::Estimate).then(|| outcome(value.score));
        let expected = expected(record);
        let ok =
            expected.filter(|_| bound != ScoreBound::Estimate).map(|score| agrees(record, solution, score));
        SolutionJson { found, bound, outcome, expected, ok }
    }

    /// Says in a few characters what was found.
    fn short_score(&self) -> String {
        let score = self.found.score;
        match (self.outcome, self.bound) {
            (Some(outcome), _) => outcome.to_owned(),
            (None, ScoreBound::Estimate) => format!("~{score}"),
            (None, _) => score.to_string(),
        }
    }

    /// Says what was found, for whom and how sure it is.
    fn score_in_words(&self) -> String {
        let SearchJson { score, mover, .. } = &self.found;
        let text = match (self.bound, self.outcome) {
            (ScoreBound::Estimate, _) => {
                format!("about {score} for {mover}, an estimate: the search was stopped")
            }
            (ScoreBound::Exact, None) => format!("{score} for {mover}, exact"),
            (_, Some(outcome)) => format!("a {outcome} for {mover}, proven"),
            (ScoreBound::Lower, None) => format!("{score} or more for {mover}, proven"),
            (ScoreBound::Upper, None) => format!("{score} or less for {mover}, proven"),
        };
        match self.mark() {
            "" => text,
            mark => format!("{text} ({mark}, {:+} was given)", self.expected.unwrap_or_default()),
        }
    }

    fn mark(&self) -> &'static str {
        match self.ok {
            Some(true) => "ok",
            Some(false) => "WRONG",
            None => "",
        }
    }
}

/// Names the outcome of a game with this score.
fn outcome(score: i32) -> &'static str {
    match score {
        1.. => "win",
        0 => "draw",
        _ => "loss",
    }
}

/// Returns the best of the scores a record gives for the moves of its position.
fn expected(record: &Record) -> Option<i32> {
    if !record.is_position() {
        return None;
    }
    let scores: Option<Vec<i32>> = record.scores.iter().map(|known| known.score.as_i32()).collect();
    scores?.into_iter().max()
}

/// Compares a proven result with the scores of a record: the score, and that of the best move where it is
/// given.
fn agrees(record: &Record, solution: &Solution, expected: i32) -> bool {
    let given = |best: Move| record.scores.iter().find(|known| known.played == best)?.score.as_i32();
    let of_best = solution.best.and_then(given).unwrap_or(expected);
    let score = solution.value.score;
    if solution.value.is_exact() {
        score == expected && of_best == expected
    } else {
        score.signum() == expected.signum() && of_best.signum() == expected.signum()
    }
}
