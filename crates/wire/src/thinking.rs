//! What is told of how the engine thinks.

use std::time::Duration;

use outflank_coach::{SHIPPED, typical_error};
use outflank_engine::eval::{Influence, PATTERN_NAMES, UNITS_PER_DISC, Weights};
use outflank_engine::{Progress, Truth};
use outflank_players::{Entrant, Term};
use outflank_rules::{Portable, Position};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::view;
use crate::{PositionView, words};

/// The heritage players whose evaluations are shown, one for each evaluation.
const HERITAGE: [&str; 5] = ["nea", "client-expert", "om-master", "agent", "scout"];

/// A position for the engine to search.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ThinkWish {
    /// A board, a list of moves, or a game in any text format; its last position is used.
    pub text: String,
    /// Further moves from that position.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The search time limit, 0.01 to 60; 10 if missing. 0 only checks whether the position may be searched.
    pub seconds: Option<f64>,
}

/// A line of the response.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ThinkLine {
    /// The static evaluation, without search.
    Seen(SeenView),
    /// A completed depth.
    Depth(DepthView),
    /// The end of the search.
    End(EndView),
}

impl ThinkLine {
    /// The whole response when nothing is searched.
    pub const UNSEARCHED: ThinkLine = ThinkLine::End(EndView { stopped: true });
}

/// The static evaluation of a position, without search.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeenView {
    pub position: PositionView,
    pub empties: u32,
    /// The static evaluation for the side to move, in discs; null if the game is over.
    pub evaluation: Option<f64>,
    /// The measured error of static evaluations at this stage of the game, in discs.
    pub error: f64,
    /// The contribution of each pattern, largest first.
    pub patterns: Vec<PatternView>,
    /// The evaluations of older programs, term by term.
    pub heritage: Vec<HeritageView>,
}

/// The contribution of one instance of a pattern.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PatternView {
    /// An identifier of the shape.
    pub shape: &'static str,
    pub squares: Vec<String>,
    /// How far the pattern favours the side to move, in discs: half the change in the evaluation if the
    /// colours are swapped for this pattern alone.
    pub discs: f64,
}

/// The evaluation of a heritage player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HeritageView {
    /// The player.
    pub id: &'static str,
    /// The sum of the terms for the side to move, in the player's own units.
    pub value: f64,
    pub terms: Vec<TermView>,
}

/// A term of an evaluation.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TermView {
    /// An identifier of the feature.
    pub name: &'static str,
    /// The amount of the feature, usually that of the side to move minus that of the opponent.
    pub amount: f64,
    /// The weight of one unit.
    pub weight: f64,
    /// The contribution of the term.
    pub value: f64,
}

/// The result of a completed depth.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DepthView {
    /// The search depth in plies; for a search to the end of the game, the number of empty squares.
    pub depth: u32,
    /// The confidence level of selective cuts in per cent; 100 if nothing was cut.
    pub percent: u8,
    /// Disc difference for the side to move.
    pub score: i32,
    /// Whether the score is proven, a lower or an upper bound, or an estimate.
    #[schema(schema_with = words::value_kinds)]
    pub kind: &'static str,
    /// A square or `pass`.
    pub best: Option<String>,
    /// The principal variation.
    pub line: Vec<String>,
    pub nodes: u64,
    pub milliseconds: u64,
    /// The measured error of such values at this stage of the game, in discs; null if the value is proven.
    pub error: Option<f64>,
    /// How often human players with this score at this stage won, from 0 to 1; a draw counts as half a win.
    pub chance: f64,
    /// The same with the score lowered and raised by the error.
    pub chances: [f64; 2],
}

/// How the search ended.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EndView {
    /// Whether the time limit stopped the search before it was complete.
    pub stopped: bool,
}

impl SeenView {
    /// Evaluates a position without search.
    pub fn of(position: Position) -> SeenView {
        let (board, empties) = (position.board(), position.empty().len());
        let weights = Weights::embedded();
        let units = weights.evaluate_units(Portable, board.own().0, board.opp().0);
        let over = position.is_finished();
        let mut patterns: Vec<PatternView> =
            if over { Vec::new() } else { weights.influences(board).iter().map(PatternView::of).collect() };
        patterns.sort_by(|one, other| other.discs.abs().total_cmp(&one.discs.abs()));
        let heritage = HERITAGE.into_iter().filter(|_| !over).filter_map(|id| {
            let terms = id.parse::<Entrant>().ok()?.terms(board)?;
            let value = terms.iter().map(Term::value).sum();
            Some(HeritageView { id, value, terms: terms.iter().map(TermView::of).collect() })
        });
        SeenView {
            position: view::position(position),
            empties,
            evaluation: (!over).then(|| f64::from(units) / f64::from(UNITS_PER_DISC)),
            error: typical_error(empties, 0),
            patterns,
            heritage: heritage.collect(),
        }
    }
}

impl PatternView {
    fn of(influence: &Influence) -> PatternView {
        PatternView {
            shape: PATTERN_NAMES[influence.instance.pattern],
            squares: influence.instance.squares.iter().map(ToString::to_string).collect(),
            discs: influence.discs,
        }
    }
}

impl TermView {
    fn of(term: &Term) -> TermView {
        TermView { name: term.name, amount: term.amount, weight: term.weight, value: term.value() }
    }
}

impl DepthView {
    /// Converts a completed depth.
    pub fn of(position: Position, progress: &Progress, elapsed: Duration) -> DepthView {
        let (empties, score) = (position.empty().len(), progress.value.score);
        let (kind, error) = match progress.value.truth {
            Truth::Exact => ("exact", None),
            Truth::AtLeast => ("lower", None),
            Truth::AtMost => ("upper", None),
            Truth::Estimate { depth, .. } => ("estimate", Some(typical_error(empties, depth))),
        };
        let chance = |off: f64| SHIPPED.chance(f64::from(score) + off, empties);
        let off = error.unwrap_or(0.0);
        DepthView {
            depth: progress.depth,
            percent: progress.percent,
            score,
            kind,
            best: progress.best.map(|best| best.to_string()),
            line: progress.line.iter().map(ToString::to_string).collect(),
            nodes: progress.nodes,
            milliseconds: u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
            error,
            chance: chance(0.0),
            chances: [chance(-off), chance(off)],
        }
    }
}
