//! Reviewing a game: what each move was worth, what the best was worth, and what was lost.

use std::io::{self, Write};

use outflank_coach::{Claim, Examiner, Mistake, MoveJudgement, PlayerAccuracy, SIGNIFICANT, explain};
use outflank_engine::Truth;
use outflank_records::Record;
use outflank_review::{GameStory, JudgedPly, ReviewSchedule};
use outflank_rules::{Color, Move, Position};
use serde::Serialize;

use super::graph;
use super::position::{AnalysisSettings, MoveJson, PositionFinding, Scope, ValuedMove};
use super::story::{self, StoryJson};
use crate::report::{self, PrintedScore};
use crate::ticker::Ticker;

/// A ply of a game and what it was worth. The fields and their order are a promise.
#[derive(Debug, Serialize)]
pub(super) struct PlyJson {
    pub(super) ply: usize,
    side: &'static str,
    pub(super) played: String,
    pub(super) score: PrintedScore,
    pub(super) best: String,
    pub(super) best_score: PrintedScore,
    pub(super) loss: PrintedScore,
    pub(super) exact: bool,
    depth: u32,
    moves: Vec<MoveJson>,
    pub(super) label: &'static str,
    /// Why the move was a mistake, if that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) why: Vec<String>,
    #[serde(skip)]
    color: Color,
    #[serde(skip)]
    is_pass: bool,
    #[serde(skip)]
    judgement: MoveJudgement,
}

/// What was found about a game.
pub(crate) struct GameReport {
    /// The plies in order; some are missing if the review was interrupted.
    pub(super) plies: Vec<PlyJson>,
    is_whole: bool,
    names: [Option<String>; 2],
    result: Option<i32>,
}

/// Values every move of a game within limits, from the end to the start, so that the table knows what
/// follows.
pub(crate) fn review_within(
    study: &AnalysisSettings<'_>,
    record: &Record,
    explains: bool,
    ticker: &Ticker,
) -> GameReport {
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
        let ticker = ticker.labelled(format!("ply {} of {count}  ", index + 1));
        let finding = study.of(position, Some(played), &ticker);
        let mut ply = PlyJson::new(index + 1, position, &finding, played);
        if let Some(ply) = ply.as_mut().filter(|ply| explains && ply.loss.discs() >= f64::from(SIGNIFICANT)) {
            ply.why = examine(study, position, played, &ply.best);
        }
        if study.searcher.interrupt().is_asked() {
            break;
        }
        plies.extend(ply);
    }
    plies.reverse();
    GameReport::new(record, plies)
}

/// Looks closely at a mistake and says why it was one.
fn examine(study: &AnalysisSettings<'_>, position: Position, played: Move, better: &str) -> Vec<String> {
    let limits = study.limits();
    let (engine, threads) = (study.searcher.engine(), study.threads);
    let examiner = Examiner { engine, limits: &limits, threads, known: &[] };
    let found = examiner.examine(position, played, better.parse().ok());
    found.map(|mistake| sentences(&mistake, &explain(&mistake))).unwrap_or_default()
}

/// Says claims about a mistake, each with its title.
fn sentences(mistake: &Mistake, claims: &[Claim]) -> Vec<String> {
    claims.iter().map(|claim| format!("{}: {}", claim.cause.title(), mistake.sentence(claim))).collect()
}

impl GameReport {
    /// Tells what a schedule knows of a game.
    pub(crate) fn of_schedule(record: &Record, schedule: &ReviewSchedule, scope: Scope) -> GameReport {
        let steps =
            schedule.game().iter().enumerate().filter(|(_, (position, _))| schedule.is_done(*position));
        let plies = steps.filter_map(|(ply, &(position, played))| {
            let finding = PositionFinding::of_notes(position, schedule.notes(position)?, scope);
            let mut json = PlyJson::new(ply + 1, position, &finding, played?)?;
            if let Some(explanation) = schedule.explanation(position)
                && let Some(mistake) = explanation.mistake()
            {
                json.why = sentences(mistake, explanation.claims());
            }
            Some(json)
        });
        GameReport::new(record, plies.collect())
    }

    fn new(record: &Record, plies: Vec<PlyJson>) -> GameReport {
        let end = record.last_position();
        GameReport {
            is_whole: plies.len() == record.moves().count(),
            plies,
            names: [record.black.name.clone(), record.white.name.clone()],
            result: end.is_finished().then(|| end.score()),
        }
    }
}

impl PlyJson {
    fn new(ply: usize, position: Position, finding: &PositionFinding, played: Move) -> Option<PlyJson> {
        let values: Vec<(Move, f64)> =
            finding.moves.iter().map(|one| (one.played, one.score.discs())).collect();
        let (best, judgement) = MoveJudgement::among(&position, &values, played)?;
        let (played, best) = (finding.of_move(played)?, finding.of_move(best)?);
        let mut moves: Vec<MoveJson> = finding.told().iter().map(ValuedMove::json).collect();
        if !finding.told().iter().any(|told| told.played == played.played) {
            let place = finding.told().iter().filter(|told| told.score >= played.score).count();
            moves.insert(place, played.json());
        }
        let color = position.side_to_move();
        Some(PlyJson {
            ply,
            side: color.name(),
            played: played.played.to_string(),
            score: played.score,
            best: best.played.to_string(),
            best_score: best.score,
            loss: PrintedScore::new(judgement.loss()),
            exact: played.truth == Truth::Exact && best.truth == Truth::Exact,
            depth: finding.depth().0,
            moves,
            label: judgement.label().name(),
            why: Vec::new(),
            color,
            is_pass: played.played.is_pass(),
            judgement,
        })
    }

    /// Returns the score from black's view.
    pub(super) fn black_score(&self) -> f64 {
        self.color.for_black(self.score.discs())
    }
}

/// What a side lost in all.
#[derive(Debug, Serialize)]
struct SideJson {
    loss: PrintedScore,
    accuracy: Option<f64>,
}

/// The accuracy of both sides in the opening, the midgame and the endgame.
#[derive(Debug, Serialize)]
struct PhasesJson {
    black: [Option<f64>; 3],
    white: [Option<f64>; 3],
}

/// The sums of a game. The fields and their order are a promise.
#[derive(Debug, Serialize)]
struct SummaryJson {
    black: SideJson,
    white: SideJson,
    result: Option<i32>,
    phases: PhasesJson,
    story: StoryJson,
}

/// The last line of a game.
#[derive(Debug, Serialize)]
struct LastLine {
    summary: SummaryJson,
}

impl GameReport {
    fn side(&self, color: Color) -> PlayerAccuracy {
        let own = self.plies.iter().filter(|ply| ply.color == color && !ply.is_pass);
        PlayerAccuracy::of(&own.map(|ply| ply.judgement).collect::<Vec<_>>())
    }

    fn summary(&self) -> SummaryJson {
        let sides = Color::BOTH.map(|color| self.side(color));
        let [black, white] =
            sides.map(|side| SideJson { loss: PrintedScore::new(side.loss), accuracy: side.accuracy });
        let phases = PhasesJson { black: sides[0].phases, white: sides[1].phases };
        let story = StoryJson::of(&self.story(), &sides);
        SummaryJson { black, white, result: self.result, phases, story }
    }

    /// Tells what decided the game.
    fn story(&self) -> GameStory {
        let count = self.plies.iter().map(|ply| ply.ply).max().unwrap_or(0);
        let mut judged: Vec<Option<JudgedPly>> = vec![None; count];
        for ply in self.plies.iter().filter(|ply| !ply.is_pass) {
            judged[ply.ply - 1] =
                Some(JudgedPly { side: ply.color, judgement: ply.judgement, is_exact: ply.exact });
        }
        let last = self.plies.last().map(PlyJson::black_score).filter(|score| *score != 0.0);
        let leader = last.map(|score| if score > 0.0 { Color::Black } else { Color::White });
        GameStory::of(&judged, self.result, leader)
    }

    /// Says what each side lost, and how accurately it played; nothing if the review is not whole.
    pub(super) fn sums_in_words(&self) -> Vec<String> {
        if !self.is_whole {
            return Vec::new();
        }
        let SummaryJson { black, white, result, .. } = self.summary();
        let mut lines = Vec::new();
        for (name, side) in [("black", black), ("white", white)] {
            let accuracy = side.accuracy.map_or("-".to_owned(), |accuracy| format!("{accuracy:.1} %"));
            lines.push(format!("{name}: lost {}, accuracy {accuracy}", side.loss.plain()));
        }
        lines.push(match result {
            Some(score) => format!("result: {score:+} for black"),
            None => "result: the game is not finished".to_owned(),
        });
        lines.extend(story::in_words(&self.story(), &self.plies));
        lines
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
            for sentence in &ply.why {
                writeln!(out, "{:>5}{sentence}", "")?;
            }
        }
        let scores: Vec<f64> = self.plies.iter().map(PlyJson::black_score).collect();
        writeln!(out, "\nscore by ply, black up:\n{}", graph::draw(&scores))?;
        for line in self.sums_in_words() {
            writeln!(out, "{line}")?;
        }
        out.flush()
    }
}
