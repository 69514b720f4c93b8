//! Valuing one position: its best move, or several moves side by side.

use std::io::{self, Write};

use outflank_engine::{Analysis, Limits, MoveValue, Threads, Truth, Value, Wanted};
use outflank_review::PositionNotes;
use outflank_rules::{Move, Position};
use serde::Serialize;

use super::limit::Limit;
use crate::journal::{
    KeptFinding, KeptMove, ResultJournal, line_in_words, line_of_words, truth_in_words, truth_of_words,
};
use crate::report::{self, PositionTable, PrintedScore, ScoreBound, SearchJson, depth_and_confidence};
use crate::searcher::Searcher;
use crate::ticker::Ticker;

/// Which moves are valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// The best one.
    Best,
    /// All, of which the best so many are told.
    Moves(usize),
}

impl Scope {
    /// Returns how many moves are told.
    fn told(self) -> usize {
        match self {
            Scope::Best => 1,
            Scope::Moves(count) => count,
        }
    }
}

/// How positions are valued.
#[derive(Clone, Copy)]
pub(crate) struct AnalysisSettings<'a> {
    pub(crate) searcher: &'a Searcher,
    pub(crate) threads: &'a dyn Threads,
    pub(crate) limit: Limit,
    pub(crate) scope: Scope,
    /// What earlier runs found, if they are to be remembered.
    pub(crate) journal: Option<&'a ResultJournal>,
}

/// A move and what it is worth to the mover.
#[derive(Clone, Debug)]
pub(crate) struct ValuedMove {
    pub(crate) played: Move,
    pub(crate) score: PrintedScore,
    /// What the score is.
    pub(crate) truth: Truth,
    /// The expected play, the move itself first.
    line: Vec<Move>,
}

impl ValuedMove {
    /// Returns the best move of an analysis.
    fn of_analysis(analysis: &Analysis) -> Option<ValuedMove> {
        let Value { score, truth } = analysis.value;
        Some(ValuedMove { played: analysis.best?, score: score.into(), truth, line: analysis.line.clone() })
    }

    /// Takes a move that was valued beside others.
    fn of_move(one: MoveValue) -> ValuedMove {
        let Value { score, truth } = one.value;
        ValuedMove { played: one.played, score: score.into(), truth, line: one.line }
    }

    /// Tells whether the score is proven.
    pub(crate) fn is_exact(&self) -> bool {
        self.truth == Truth::Exact
    }

    /// Makes the JSON form.
    pub(crate) fn json(&self) -> MoveJson {
        MoveJson { r#move: self.played.to_string(), score: self.score, exact: self.is_exact() }
    }
}

/// What was found about a position.
pub(crate) struct PositionFinding {
    position: Position,
    pub(crate) score: PrintedScore,
    pub(crate) truth: Truth,
    /// The moves that were valued, best first: those to be told and the one asked for; none if the game is
    /// over.
    pub(crate) moves: Vec<ValuedMove>,
    /// How many of them are told.
    told: usize,
    nodes: u64,
    seconds: f64,
}

/// The legal plies of a position: a pass if nothing else is.
fn plies(position: Position) -> Vec<Move> {
    if position.must_pass() {
        return vec![Move::Pass];
    }
    position.legal_moves().squares().map(Move::Place).collect()
}

impl AnalysisSettings<'_> {
    /// Returns the limits of a search that begins now.
    pub(crate) fn limits(&self) -> Limits {
        let limits = self.limit.time.map_or_else(Limits::default, |time| self.searcher.within(time));
        Limits { depth: self.limit.depth, ..limits }
    }

    /// Values a position, and in any case a certain move of it to the same depth; or remembers what an
    /// earlier run found.
    pub(crate) fn of(&self, position: Position, also: Option<Move>, ticker: &Ticker) -> PositionFinding {
        let Limit { depth, time } = self.limit;
        let version = env!("CARGO_PKG_VERSION");
        let asked = format!("analyze {version} {depth:?} {time:?} {:?} {also:?} {position}", self.scope);
        let known = self.journal.and_then(|journal| self.remembered(position, journal.recall(&asked)?));
        if let Some(finding) = known {
            return finding;
        }
        let finding = self.search(position, also, ticker);
        if let Some(journal) = self.journal.filter(|_| !self.searcher.interrupt().is_asked()) {
            journal.keep(asked, finding.kept());
        }
        finding
    }

    /// Reads what a journal keeps.
    fn remembered(&self, position: Position, kept: &KeptFinding) -> Option<PositionFinding> {
        let valued = |one: &KeptMove| {
            Some(ValuedMove {
                played: one.played.parse().ok()?,
                score: PrintedScore::new(one.score),
                truth: truth_of_words(&one.truth)?,
                line: line_of_words(&one.line)?,
            })
        };
        Some(PositionFinding {
            position,
            score: PrintedScore::new(kept.score),
            truth: truth_of_words(&kept.truth)?,
            moves: kept.moves.iter().map(valued).collect::<Option<_>>()?,
            told: self.scope.told(),
            nodes: kept.nodes,
            seconds: kept.seconds,
        })
    }

    fn search(&self, position: Position, also: Option<Move>, ticker: &Ticker) -> PositionFinding {
        let started = self.searcher.now();
        let mut nodes = 0;
        let limits = self.limits();
        let told = self.scope.told();
        let (root, moves) = match (self.limit.depth, self.scope, also) {
            _ if position.is_finished() => {
                ((position.board().final_score().into(), Truth::Exact), Vec::new())
            }
            (Some(0), _, _) => {
                let mut moves = self.static_values(position);
                nodes = 1 + moves.len() as u64;
                moves.sort_by(|a, b| b.score.discs().total_cmp(&a.score.discs()));
                // A side that must pass is judged by what follows.
                let after_pass = moves.first().filter(|only| only.played.is_pass()).map(|only| only.score);
                let own = || PrintedScore::new(self.searcher.evaluate(position));
                let score = after_pass.unwrap_or_else(own);
                ((score, Truth::Estimate { depth: 0, percent: 100 }), moves)
            }
            (_, Scope::Best, None) => {
                let analysis = self.searcher.analyze(position, &limits, self.threads, ticker);
                nodes = analysis.nodes;
                let root = (analysis.value.score.into(), analysis.value.truth);
                (root, ValuedMove::of_analysis(&analysis).into_iter().collect())
            }
            _ => {
                let wanted = Wanted { best: told, also };
                let compared = self.searcher.compare(position, wanted, &limits, self.threads, ticker);
                nodes = compared.nodes;
                let moves: Vec<ValuedMove> = compared.moves.into_iter().map(ValuedMove::of_move).collect();
                let none = (PrintedScore::from(0), Truth::Estimate { depth: 0, percent: 100 });
                (moves.first().map_or(none, |best| (best.score, best.truth)), moves)
            }
        };
        let seconds = (self.searcher.now() - started).as_secs_f64();
        PositionFinding { position, score: root.0, truth: root.1, moves, told, nodes, seconds }
    }

    /// Values all moves by the static evaluation of what they lead to.
    fn static_values(&self, position: Position) -> Vec<ValuedMove> {
        let value = |played: Move| {
            let after = position.play(played).ok()?;
            let score = -PrintedScore::new(self.searcher.evaluate(after));
            let estimate = Truth::Estimate { depth: 0, percent: 100 };
            let truth = if after.is_finished() { Truth::Exact } else { estimate };
            Some(ValuedMove { played, score, truth, line: vec![played] })
        };
        plies(position).into_iter().filter_map(value).collect()
    }
}

/// A move in JSON.
#[derive(Debug, Serialize)]
pub(crate) struct MoveJson {
    r#move: String,
    score: PrintedScore,
    exact: bool,
}

/// The JSON form of a finding. The fields and their order are a promise.
#[derive(Serialize)]
struct Json {
    #[serde(flatten)]
    found: SearchJson,
    depth: u32,
    selectivity: u8,
    bound: ScoreBound,
    moves: Vec<MoveJson>,
}

impl PositionFinding {
    /// Returns the plies searched and the confidence in per cent.
    pub(crate) fn depth(&self) -> (u32, u8) {
        let left = if self.position.is_finished() { 0 } else { self.position.empty().len() };
        depth_and_confidence(Value { score: 0, truth: self.truth }, left)
    }

    /// Tells what a review knows of a position.
    pub(crate) fn of_notes(position: Position, notes: &PositionNotes, scope: Scope) -> PositionFinding {
        let moves: Vec<ValuedMove> = notes.moves().iter().cloned().map(ValuedMove::of_move).collect();
        let none = (PrintedScore::from(0), Truth::Estimate { depth: 0, percent: 100 });
        let (score, truth) = moves.first().map_or(none, |best| (best.score, best.truth));
        PositionFinding { position, score, truth, moves, told: scope.told(), nodes: 0, seconds: 0.0 }
    }

    /// Makes what a journal keeps.
    fn kept(&self) -> KeptFinding {
        let moves = self.moves.iter().map(|one| KeptMove {
            played: one.played.to_string(),
            score: one.score.discs(),
            truth: truth_in_words(one.truth),
            line: line_in_words(&one.line),
        });
        KeptFinding {
            score: self.score.discs(),
            truth: truth_in_words(self.truth),
            moves: moves.collect(),
            nodes: self.nodes,
            seconds: self.seconds,
        }
    }

    /// Returns what was found about a move.
    pub(crate) fn of_move(&self, played: Move) -> Option<&ValuedMove> {
        self.moves.iter().find(|known| known.played == played)
    }

    /// Returns the moves to be told.
    pub(crate) fn told(&self) -> &[ValuedMove] {
        &self.moves[..self.moves.len().min(self.told)]
    }

    fn found(&self) -> SearchJson {
        let best = self.moves.first();
        SearchJson::new(
            self.position,
            self.score,
            self.truth == Truth::Exact,
            best.map(|candidate| candidate.played),
            best.map_or(&[], |candidate| &candidate.line),
            (self.nodes, self.seconds),
        )
    }

    /// Prints the JSON line.
    pub(crate) fn print_json(&self, out: &mut impl Write) -> io::Result<()> {
        let (depth, selectivity) = self.depth();
        let moves = self.told().iter().map(ValuedMove::json).collect();
        report::json_line(
            out,
            &Json { found: self.found(), depth, selectivity, bound: self.truth.into(), moves },
        )
    }

    /// Says what the score is.
    fn confidence(&self) -> String {
        match (ScoreBound::from(self.truth), self.depth()) {
            (ScoreBound::Exact, _) => "exact".to_owned(),
            (ScoreBound::Lower, _) => "at least".to_owned(),
            (ScoreBound::Upper, _) => "at most".to_owned(),
            (ScoreBound::Estimate, (0, _)) => "static".to_owned(),
            (ScoreBound::Estimate, (depth, percent)) => format!("{depth}@{percent}%"),
        }
    }

    /// Prints the facts below each other, then the moves if they were asked for.
    pub(crate) fn print_block(&self, out: &mut impl Write) -> io::Result<()> {
        let found = self.found();
        let how = match (self.truth, self.depth()) {
            (Truth::Estimate { .. }, (depth, percent)) if depth > 0 => {
                format!("depth {depth} at {percent} % confidence")
            }
            _ => self.confidence(),
        };
        report::block(out, &found, &format!("{} for {}, {how}", self.score, found.mover))?;
        if self.told > 1 && !self.moves.is_empty() {
            writeln!(out)?;
            for candidate in self.told() {
                let line: Vec<String> = candidate.line.iter().map(ToString::to_string).collect();
                let mark = if candidate.is_exact() { "=" } else { "~" };
                let score = candidate.score.to_string();
                writeln!(out, "{:4} {mark} {score:>6}  {}", candidate.played, line.join(" "))?;
            }
        }
        out.flush()
    }

    /// Prints a row of a table.
    pub(crate) fn print_row(&self, out: &mut impl Write, table: &mut PositionTable) -> io::Result<()> {
        table.row(out, &self.found(), &self.score.to_string(), &self.confidence())?;
        if self.told > 1 && !self.moves.is_empty() {
            let moves: Vec<String> =
                self.told().iter().map(|one| format!("{}:{}", one.played, one.score)).collect();
            writeln!(out, "{:>10} {}", "", moves.join(" "))?;
        }
        out.flush()
    }
}
