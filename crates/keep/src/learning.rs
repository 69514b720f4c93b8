//! What somebody learns, as it is kept: positions that come back, answers, lessons, reviewed games,
//! repertoires.

/// A card that is to be kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewCard {
    /// `mistake` or `opening`.
    pub kind: String,
    /// The position up to symmetry.
    pub board: String,
    /// The position as it was met.
    pub position: String,
    /// What answers it there, the best first.
    pub answers: Vec<String>,
    /// From when on it is due.
    pub due: i64,
    /// The game it comes from.
    pub game: Option<i64>,
    /// The ply of that game, from 0.
    pub ply: i64,
    /// What was played.
    pub played: String,
    /// What that cost, in discs.
    pub loss: i64,
    /// Against whom.
    pub opponent: String,
    /// The coach's main cause.
    pub cause: String,
    /// The kind of mistake.
    pub habit: String,
}

/// A card as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct CardRow {
    /// Its number.
    pub id: i64,
    /// What it was made of.
    pub card: NewCard,
    /// When it was made.
    pub created: i64,
    /// When it was reviewed last.
    pub reviewed: Option<i64>,
    /// Stability and difficulty; `None` before the first review.
    pub memory: Option<(f64, f64)>,
    /// How often it was reviewed.
    pub reviews: i64,
    /// How often it was forgotten.
    pub lapses: i64,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerRow {
    /// The card.
    pub card: i64,
    /// When.
    pub moment: i64,
    /// 1 to 4.
    pub grade: i64,
    /// How long it took.
    pub milliseconds: i64,
    /// What was played.
    pub played: String,
}

/// How far somebody is in a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonRow {
    /// The lesson.
    pub lesson: String,
    /// How many steps are done.
    pub steps: i64,
    /// When all were.
    pub done: Option<i64>,
}

/// A game that was reviewed, as its player sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnedGameRow {
    /// Its number.
    pub game: i64,
    /// When it was played.
    pub moment: i64,
    /// `black` or `white`.
    pub side: String,
    /// Against whom.
    pub opponent: String,
    /// Own discs less the opponent's.
    pub score: i64,
    /// 0 to 100.
    pub accuracy: Option<f64>,
    /// Discs lost by phase.
    pub losses: [i64; 3],
    /// Moves judged by phase.
    pub moves: [i64; 3],
}

/// What somebody wants to play with one colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepertoireRow {
    /// Its number; 0 before it is kept.
    pub id: i64,
    /// What its owner calls it.
    pub name: String,
    /// `black` or `white`.
    pub side: String,
    /// Lines from the usual start.
    pub lines: Vec<String>,
}
