//! Reviewing a game: what each move was worth, what the best was worth, and what was lost.

use std::io::{self, Write};

use outflank_coach::{accuracy, cost};
use outflank_engine::Truth;
use outflank_records::Record;
use outflank_rules::{Color, Move, Position};
use serde::Serialize;

use super::graph;
use super::position::{Candidate, Finding, MoveJson, Study};
use crate::report::{self, PrintedScore};
use crate::ticker::Ticker;

/// A ply of a game and what it was worth. The fields and their order are a promise.
#[derive(Debug, Serialize)]
struct Ply {
    ply: usize,
    side: &'static str,
    played: String,
    score: PrintedScore,
    best: String,
    best_score: PrintedScore,
    loss: PrintedScore,
    exact: bool,
    depth: u32,
    moves: Vec<MoveJson>,
    #[serde(skip)]
    color: Color,
    #[serde(skip)]
    is_pass: bool,
    /// What the move took from the expected result.
    #[serde(skip)]
    cost: f64,
}

/// What was found about a game.
pub(crate) struct Review {
    /// The plies in order; all but the last ones are missing if the review was interrupted.
    plies: Vec<Ply>,
    is_whole: bool,
    names: [Option<String>; 2],
    result: Option<i32>,
}

/// Values every move of a game, from the end to the start, so that the table knows what follows.
pub(crate) fn review(study: &Study<'_>, record: &Record) -> Review {
    let mut position = record.start();
    let mut steps: Vec<(Position, Move)> = Vec::new();
    for played in record.moves() {
        steps.push((position, played));
        // Every ply was checked when it was read.
        let Ok(next) = position.play(played) else { break };
        position = next;
    }
    let count = steps.len();
    let mut plies = Vec::new();
    for (index, &(position, played)) in steps.iter().enumerate().rev() {
        let ticker = Ticker::start(format!("ply {} of {count}  ", index + 1));
        let finding = study.of(position, Some(played), &ticker);
        drop(ticker);
        if study.searcher.interrupt().is_asked() {
            break;
        }
        let candidate = finding.of_move(played);
        plies.extend(candidate.map(|candidate| Ply::new(index + 1, position, &finding, candidate)));
    }
    plies.reverse();
    Review {
        is_whole: plies.len() == count,
        plies,
        names: [record.black.name.clone(), record.white.name.clone()],
        result: position.is_finished().then(|| position.score()),
    }
}

impl Ply {
    fn new(ply: usize, position: Position, finding: &Finding, played: &Candidate) -> Ply {
        // Of moves worth the same the one that was played is called the best.
        let best = finding.moves.first().filter(|best| best.score > played.score).unwrap_or(played);
        let mut moves: Vec<MoveJson> = finding.told().iter().map(Candidate::json).collect();
        if !finding.told().iter().any(|told| told.played == played.played) {
            let place = finding.told().iter().filter(|told| told.score >= played.score).count();
            moves.insert(place, played.json());
        }
        let loss = (best.score.discs() - played.score.discs()).max(0.0);
        let color = position.side_to_move();
        Ply {
            ply,
            side: color.name(),
            played: played.played.to_string(),
            score: played.score,
            best: best.played.to_string(),
            best_score: best.score,
            loss: PrintedScore::new(loss),
            exact: played.truth == Truth::Exact && best.truth == Truth::Exact,
            depth: finding.depth().0,
            moves,
            color,
            is_pass: played.played.is_pass(),
            cost: cost(best.score.discs(), played.score.discs(), position.empty().len()),
        }
    }

    /// Returns the score from black's view.
    fn black_score(&self) -> f64 {
        self.color.for_black(self.score.discs())
    }
}

/// What a side lost in all.
#[derive(Debug, Serialize)]
struct Side {
    loss: PrintedScore,
    accuracy: Option<f64>,
}

/// The sums of a game. The fields and their order are a promise.
#[derive(Debug, Serialize)]
struct Summary {
    black: Side,
    white: Side,
    result: Option<i32>,
}

/// The last line of a game.
#[derive(Debug, Serialize)]
struct LastLine {
    summary: Summary,
}

impl Review {
    fn side(&self, color: Color) -> Side {
        let own = self.plies.iter().filter(|ply| ply.color == color && !ply.is_pass);
        let (losses, costs): (Vec<f64>, Vec<f64>) = own.map(|ply| (ply.loss.discs(), ply.cost)).unzip();
        Side { loss: PrintedScore::new(losses.iter().sum()), accuracy: accuracy(&costs) }
    }

    fn summary(&self) -> Summary {
        let [black, white] = Color::BOTH.map(|color| self.side(color));
        Summary { black, white, result: self.result }
    }

    /// Prints a JSON line for each ply, and one with the sums.
    pub(crate) fn print_json(&self, out: &mut impl Write) -> io::Result<()> {
        for ply in &self.plies {
            report::json_line(out, ply)?;
        }
        if self.is_whole {
            report::json_line(out, &LastLine { summary: self.summary() })?;
        }
        Ok(())
    }

    /// Prints a table and a graph.
    pub(crate) fn print(&self, out: &mut impl Write, number: u64) -> io::Result<()> {
        if number > 1 {
            writeln!(out)?;
        }
        if let [Some(black), Some(white)] = &self.names {
            writeln!(out, "{} - {}\n", report::printable(black), report::printable(white))?;
        }
        writeln!(
            out,
            "{:>3}  {:5}  {:6} {:>6}  {:4} {:>6}  {:>5}  depth",
            "ply", "side", "played", "score", "best", "score", "loss"
        )?;
        for ply in &self.plies {
            let depth = if ply.exact { "exact".to_owned() } else { ply.depth.to_string() };
            let [score, best_score] = [ply.score, ply.best_score].map(|score| score.to_string());
            let loss = if ply.loss.discs() > 0.0 { ply.loss.plain() } else { "-".to_owned() };
            writeln!(
                out,
                "{:>3}  {:5}  {:6} {score:>6}  {:4} {best_score:>6}  {loss:>5}  {depth}",
                ply.ply, ply.side, ply.played, ply.best
            )?;
        }
        let scores: Vec<f64> = self.plies.iter().map(Ply::black_score).collect();
        writeln!(out, "\nscore by ply, black up:\n{}", graph::draw(&scores))?;
        if self.is_whole {
            let Summary { black, white, result } = self.summary();
            for (name, side) in [("black", black), ("white", white)] {
                let accuracy = side.accuracy.map_or("-".to_owned(), |accuracy| format!("{accuracy:.1} %"));
                writeln!(out, "{name}: lost {}, accuracy {accuracy}", side.loss.plain())?;
            }
            match result {
                Some(score) => writeln!(out, "result: {score:+} for black")?,
                None => writeln!(out, "result: the game is not finished")?,
            }
        }
        out.flush()
    }
}
