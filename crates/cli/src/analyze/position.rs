//! Valuing one position: its best move, or several moves one by one.

use std::io::{self, Write};
use std::time::Duration;

use outflank_engine::{Analysis, Truth, Value};
use outflank_rules::{Move, Position};
use serde::Serialize;

use super::limit::Limit;
use crate::report::{self, Bound, Found, Score, Table, depth_and_confidence};
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

/// How positions are valued.
#[derive(Clone, Copy)]
pub(crate) struct Study<'a> {
    pub(crate) searcher: &'a Searcher,
    pub(crate) limit: Limit,
    pub(crate) scope: Scope,
}

/// A move and what it is worth to the mover.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) played: Move,
    pub(crate) score: Score,
    /// What the score is.
    pub(crate) truth: Truth,
    /// The expected play, the move itself first.
    line: Vec<Move>,
}

impl Candidate {
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
pub(crate) struct Finding {
    position: Position,
    pub(crate) score: Score,
    pub(crate) truth: Truth,
    /// The moves that were valued, best first: none if the game is over.
    pub(crate) moves: Vec<Candidate>,
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

impl Study<'_> {
    /// Values a position.
    pub(crate) fn of(&self, position: Position, ticker: &Ticker) -> Finding {
        let started = self.searcher.now();
        let mut nodes = 0;
        let (root, moves) = match (self.limit, self.scope) {
            _ if position.is_finished() => {
                ((position.board().final_score().into(), Truth::Exact), Vec::new())
            }
            (Limit::Depth(0), _) => {
                let mut moves = self.static_values(position);
                nodes = 1 + moves.len() as u64;
                moves.sort_by(|a, b| b.score.discs().total_cmp(&a.score.discs()));
                // A side that must pass is judged by what follows.
                let after_pass = moves.first().filter(|only| only.played.is_pass()).map(|only| only.score);
                let own = || Score::new(self.searcher.evaluate(position));
                let score = after_pass.unwrap_or_else(own);
                ((score, Truth::Estimate { depth: 0, percent: 100 }), moves)
            }
            (limit, Scope::Best) => {
                let (depth, deadline) = self.ends(limit);
                let analysis = self.searcher.analyze(position, depth, deadline, ticker);
                nodes = analysis.nodes;
                let root = (analysis.value.score.into(), analysis.value.truth);
                (root, candidate(&analysis).into_iter().collect())
            }
            (limit, Scope::Moves(_)) => {
                let moves = self.values(position, limit, &mut nodes, ticker);
                let none = (Score::from(0), Truth::Estimate { depth: 0, percent: 100 });
                (moves.first().map_or(none, |best| (best.score, best.truth)), moves)
            }
        };
        let seconds = (self.searcher.now() - started).as_secs_f64();
        let told = match self.scope {
            Scope::Best => 1,
            Scope::Moves(count) => count,
        };
        Finding { position, score: root.0, truth: root.1, moves, told, nodes, seconds }
    }

    /// Values one move of a position to the depth at which the position itself was valued.
    pub(crate) fn of_move(
        &self,
        position: Position,
        played: Move,
        like: &Finding,
        ticker: &Ticker,
    ) -> Option<Candidate> {
        if let Some(known) = like.moves.iter().find(|known| known.played == played) {
            return Some(known.clone());
        }
        let (depth, _) = like.depth();
        let deadline = match self.limit {
            Limit::Depth(_) => None,
            Limit::Time(time) => Some(self.searcher.now() + time),
        };
        self.value(position, played, depth, deadline, &mut 0, ticker)
    }

    /// Returns depth and moment at which a search ends.
    fn ends(&self, limit: Limit) -> (Option<u32>, Option<Duration>) {
        match limit {
            Limit::Depth(depth) => (Some(depth), None),
            Limit::Time(time) => (None, Some(self.searcher.now() + time)),
        }
    }

    /// Values all moves by the static evaluation of what they lead to.
    fn static_values(&self, position: Position) -> Vec<Candidate> {
        let value = |played: Move| {
            let after = position.play(played).ok()?;
            let score = -Score::new(self.searcher.evaluate(after));
            let estimate = Truth::Estimate { depth: 0, percent: 100 };
            let truth = if after.is_finished() { Truth::Exact } else { estimate };
            Some(Candidate { played, score, truth, line: vec![played] })
        };
        plies(position).into_iter().filter_map(value).collect()
    }

    /// Values all moves, best first. Within a time they are searched deeper and deeper, all to the same depth.
    fn values(&self, position: Position, limit: Limit, nodes: &mut u64, ticker: &Ticker) -> Vec<Candidate> {
        let mut all = |depth: u32, deadline: Option<Duration>| {
            // Once it is too late the round is thrown away.
            let is_late = || deadline.is_some_and(|moment| self.searcher.now() >= moment);
            let mut moves: Vec<Candidate> = plies(position)
                .into_iter()
                .take_while(|_| !is_late())
                .filter_map(|played| self.value(position, played, depth, deadline, nodes, ticker))
                .collect();
            moves.sort_by(|a, b| b.score.discs().total_cmp(&a.score.discs()));
            moves
        };
        let time = match limit {
            Limit::Depth(depth) => return all(depth, None),
            Limit::Time(time) => time,
        };
        let deadline = self.searcher.now() + time;
        let mut moves = all(1, None);
        for depth in 2..=position.empty().len() {
            let deeper = all(depth, Some(deadline));
            if self.searcher.now() >= deadline || self.searcher.interrupt().is_asked() {
                break;
            }
            moves = deeper;
            if moves.iter().all(Candidate::is_exact) {
                break;
            }
        }
        moves
    }

    /// Values a move by searching the position after it, a ply less deep.
    fn value(
        &self,
        position: Position,
        played: Move,
        depth: u32,
        deadline: Option<Duration>,
        nodes: &mut u64,
        ticker: &Ticker,
    ) -> Option<Candidate> {
        let after = position.play(played).ok()?;
        // A pass is no choice: what follows is searched as deep as if it were the root.
        let depth = if played.is_pass() { depth } else { depth.saturating_sub(1) };
        let analysis = self.searcher.analyze(after, Some(depth), deadline, ticker);
        *nodes += analysis.nodes;
        let mut line = vec![played];
        let truth = match analysis.value.truth {
            Truth::Exact => Truth::Exact,
            Truth::AtLeast => Truth::AtMost,
            Truth::AtMost => Truth::AtLeast,
            Truth::Estimate { depth, percent } => {
                Truth::Estimate { depth: depth + u32::from(!played.is_pass()), percent }
            }
        };
        // Without a search there is no line, only some legal move.
        if !matches!(analysis.value.truth, Truth::Estimate { depth: 0, .. }) {
            line.extend(analysis.line);
        }
        Some(Candidate { played, score: (-analysis.value.score).into(), truth, line })
    }
}

/// Returns the best move of an analysis.
fn candidate(analysis: &Analysis) -> Option<Candidate> {
    let Value { score, truth } = analysis.value;
    let played = analysis.best?;
    Some(Candidate { played, score: score.into(), truth, line: analysis.line.clone() })
}

/// A move in JSON.
#[derive(Debug, Serialize)]
pub(crate) struct MoveJson {
    r#move: String,
    score: Score,
    exact: bool,
}

/// The JSON form of a finding. The fields and their order are a promise.
#[derive(Serialize)]
struct Json {
    #[serde(flatten)]
    found: Found,
    depth: u32,
    selectivity: u8,
    bound: Bound,
    moves: Vec<MoveJson>,
}

impl Finding {
    /// Returns the plies searched and the confidence in per cent.
    pub(crate) fn depth(&self) -> (u32, u8) {
        let left = if self.position.is_finished() { 0 } else { self.position.empty().len() };
        depth_and_confidence(Value { score: 0, truth: self.truth }, left)
    }

    /// Returns the moves to be told.
    pub(crate) fn told(&self) -> &[Candidate] {
        &self.moves[..self.moves.len().min(self.told)]
    }

    fn found(&self) -> Found {
        let best = self.moves.first();
        Found::new(
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
        let moves = self.told().iter().map(Candidate::json).collect();
        report::json_line(
            out,
            &Json { found: self.found(), depth, selectivity, bound: self.truth.into(), moves },
        )
    }

    /// Says what the score is.
    fn confidence(&self) -> String {
        match (Bound::from(self.truth), self.depth()) {
            (Bound::Exact, _) => "exact".to_owned(),
            (Bound::Lower, _) => "at least".to_owned(),
            (Bound::Upper, _) => "at most".to_owned(),
            (Bound::Estimate, (0, _)) => "static".to_owned(),
            (Bound::Estimate, (depth, percent)) => format!("{depth}@{percent}%"),
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
    pub(crate) fn print_row(&self, out: &mut impl Write, table: &mut Table) -> io::Result<()> {
        table.row(out, &self.found(), &self.score.to_string(), &self.confidence())?;
        if self.told > 1 && !self.moves.is_empty() {
            let moves: Vec<String> =
                self.told().iter().map(|one| format!("{}:{}", one.played, one.score)).collect();
            writeln!(out, "{:>10} {}", "", moves.join(" "))?;
        }
        out.flush()
    }
}
