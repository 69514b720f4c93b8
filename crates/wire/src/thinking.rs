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

/// The heritage players whose evaluations are told, one for each evaluation.
const HERITAGE: [&str; 5] = ["nea", "client-expert", "om-master", "agent", "scout"];

/// A position to be thought about.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ThinkWish {
    /// A board, moves, or a game in any text format, whose last position is meant.
    pub text: String,
    /// Moves made after that.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The longest search, 0.01 to 60; 10 if missing. 0 only asks whether the position may be looked at.
    pub seconds: Option<f64>,
}

/// A line of the answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ThinkLine {
    /// What is seen without a search.
    Seen(SeenView),
    /// A depth is completed.
    Depth(DepthView),
    /// The search has ended.
    End(EndView),
}

impl ThinkLine {
    /// All that is said where nothing is searched.
    pub const UNSEARCHED: ThinkLine = ThinkLine::End(EndView { stopped: true });
}

/// What is seen without a search.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeenView {
    pub position: PositionView,
    pub empties: u32,
    /// The evaluation without any search, the mover's, in discs; null when the game is over.
    pub evaluation: Option<f64>,
    /// How far evaluations without a search were off at this stage, in discs, as measured.
    pub error: f64,
    /// What each pattern says, the loudest first.
    pub patterns: Vec<PatternView>,
    /// What older programs see, term by term.
    pub heritage: Vec<HeritageView>,
}

/// What one placement of a pattern says.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PatternView {
    /// A word for the shape.
    pub shape: &'static str,
    pub squares: Vec<String>,
    /// Half of what the evaluation changes by when this pattern alone sees the colours exchanged: how far it
    /// favours the mover, in discs.
    pub discs: f64,
}

/// What a player of the heritage sees.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HeritageView {
    /// The player.
    pub id: &'static str,
    /// The sum of the terms, the mover's, in units of its own.
    pub value: f64,
    pub terms: Vec<TermView>,
}

/// A term of an evaluation.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TermView {
    /// A word for what is looked at.
    pub name: &'static str,
    /// How much of it there is, as a rule the mover's minus the opponent's.
    pub amount: f64,
    /// What one of it is worth.
    pub weight: f64,
    /// What it adds.
    pub value: f64,
}

/// What a completed depth says.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DepthView {
    /// The plies searched; to the end of the game, all empty squares.
    pub depth: u32,
    /// The confidence of the cuts in per cent; 100 if nothing was cut.
    pub percent: u8,
    /// The mover's, in discs.
    pub score: i32,
    /// Whether the score is proven, a lower or an upper bound, or expected.
    #[schema(schema_with = words::value_kinds)]
    pub kind: &'static str,
    /// A square or `pass`.
    pub best: Option<String>,
    /// The expected play.
    pub line: Vec<String>,
    pub nodes: u64,
    pub milliseconds: u64,
    /// How far such values were off at this stage, in discs, as measured; null if it is proven.
    pub error: Option<f64>,
    /// How often people with this score at this stage won, draws counted half: 0 to 1.
    pub chance: f64,
    /// The same with the score lower and higher by the error.
    pub chances: [f64; 2],
}

/// How the search ended.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EndView {
    /// Whether time ended it before it was through.
    pub stopped: bool,
}

impl SeenView {
    /// Looks at a position.
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
    /// Shows a completed depth.
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
