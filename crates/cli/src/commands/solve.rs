//! `outflank solve`: the value of positions under perfect play.

use std::ffi::OsString;
use std::io;
use std::time::Instant;

use anyhow::anyhow;
use outflank_engine::{Goal, Solution};
use outflank_records::Record;
use outflank_rules::Move;
use serde::Serialize;

use crate::failure::Failure;
use crate::items;
use crate::report::{self, PositionTable, ScoreBound, SearchJson};
use crate::searcher::{EngineArgs, Lazy};
use crate::source::ArgumentSource;
use crate::ticker::{DoneCount, Ticker};

/// Find the exact value, a best move and a line of best play to the end.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The argument is `start`, a 65-character board, a transcript or game (its final position is meant), the name of a \
file with any number of them, or - for one of them a line on standard input, each answered at once. Where a \
position of an OBF file or line has scores of its moves, the result is compared with them: `ok` or `WRONG`, and \
the exit code is 1 if any is wrong.

JSON, one object a line: position, side (null when finished), empties, score (for the side to move, empty \
squares to the winner), exact, best (null when finished, `pass` for a pass), pv, nodes, seconds, bound (exact, \
lower, upper, or estimate if the search was stopped); with --wld outcome (win, draw, loss); with known scores \
expected and ok. With --wld the score is a bound unless exact is true.

A long job shows its progress on standard error: a changing line on a terminal, else a line every ten seconds or \
so. Ctrl-C stops the search: what is known by then is printed as an estimate, and the exit code is 1.

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

    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let source = ArgumentSource::of(&args.what);
    let searcher = Lazy::new(&args.engine);
    let mut out = io::stdout().lock();
    let mut table = PositionTable::default();
    let (mut compared, mut wrong) = (0, 0);
    let mut tally = DoneCount::start();
    let goal = if args.wld { Goal::Outcome } else { Goal::Exact };
    let solved = items::for_each(&source, &mut |record| {
        let searcher = searcher.get()?;
        let guard = searcher.guard();
        let ticker = Ticker::start(match source {
            ArgumentSource::Text(_) => String::new(),
            _ => format!("#{}  ", tally.done() + 1),
        });
        let started = Instant::now();
        let solution = searcher.solve(record.last_position(), goal, &ticker);
        let json = SolutionJson::new(record, &solution, goal, started.elapsed().as_secs_f64());
        drop((ticker, guard));
        if let Some(ok) = json.ok {
            compared += 1;
            wrong += u64::from(!ok);
        }
        match (args.json, &source) {
            (true, _) => report::json_line(&mut out, &json)?,
            (false, ArgumentSource::Text(_)) => report::block(&mut out, &json.found, &json.score_in_words())?,
            (false, _) => table.row(&mut out, &json.found, &json.short_score(), json.mark())?,
        }
        tally.count();
        searcher.interrupt().check()
    });
    table.total(&mut out)?;
    solved?;
    if wrong > 0 {
        return Err(Failure::Other(anyhow!("{wrong} of {compared} differ from the scores given")));
    }
    Ok(())
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
